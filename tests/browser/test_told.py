"""An address without a page, in a real browser."""

from playwright.sync_api import expect


def test_an_address_without_a_page_says_so(tab):
    tab.open("nope")
    expect(tab.page.get_by_text("There is no page “nope”: this is the Start page.")).to_be_visible()
    tab.complaints.clear()  # Streamlit says it to the console, as an error
