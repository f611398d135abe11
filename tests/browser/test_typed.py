"""A long paste into a field, in a real browser: it stays in the field, with a message beside it."""

from playwright.sync_api import expect


def test_a_long_paste_into_the_title_is_kept_with_its_message(tab):
    tab.open("projection")
    tab.page.get_by_text("Title, story and thought labels").click()
    field, long = tab.page.get_by_role("textbox", name="Title", exact=True), "A long title. " * 10
    field.fill(long)
    field.press("Enter")
    tab.settle()
    expect(tab.page.get_by_text("the title has 139 characters; needed at most 80")).to_be_visible()
    assert field.input_value() == long


def test_a_long_paste_into_the_rules_is_kept_with_its_message(tab):
    tab.open("projection")
    tab.page.get_by_text("Rules", exact=True).click()
    field, long = tab.page.locator("[class*=st-key-rules] textarea"), "q --a--> q : " + 60_000 * "a"
    field.fill(long)
    field.press("Control+Enter")
    tab.settle()
    expect(tab.page.get_by_text("the rules' text has 60,013 characters; needed at most 60,000")).to_be_visible()
    assert field.input_value() == long
