"""Where a page stands when something was opened: at its top; and the ways in from the menu of scenarios."""

import pytest

from tests.browser.conftest import DESKTOP, PHONE

SCROLLED = """() => document.querySelector('[data-testid="stMain"]').scrollTop"""
DOWN = (
    """() => { const main = document.querySelector('[data-testid="stMain"]'); main.scrollTo(0, main.scrollHeight); }"""
)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_card_a_tour_and_a_step_open_at_the_top(tabs, size):
    tab = tabs(size=size).open()
    tab.page.evaluate(DOWN)
    assert tab.page.evaluate(SCROLLED) > 100
    tab.page.locator(".st-key-start-xor button").click()
    tab.page.wait_for_function("() => window.liftShown === 1")
    tab.settle()
    assert tab.page.evaluate(SCROLLED) == 0
    tab.page.locator(".st-key-start-tour button").click()
    tab.page.locator(".st-key-lesson-next").wait_for()
    tab.settle()
    assert tab.page.evaluate(SCROLLED) == 0
    tab.page.evaluate(DOWN)
    tab.page.locator(".st-key-lesson-next button").press("Enter")
    tab.settle()
    assert tab.page.evaluate(SCROLLED) == 0


def test_every_way_into_the_app_is_in_sight(tab):
    tab.open()
    tab.page.locator(".st-key-strip-name button").click()
    text = tab.page.locator(".st-key-strip-text")
    text.wait_for()
    tab.settle()
    box, menu = text.bounding_box(), tab.page.locator("[data-testid=stPopoverBody]").bounding_box()
    assert box is not None and menu is not None
    assert box["y"] + box["height"] <= menu["y"] + menu["height"] <= 900  # the menu cuts what is longer than itself
    tab.shot("menu-open")
    tab.page.locator(".st-key-strip-file input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b"null"}
    )
    said = tab.page.locator(".st-key-gallery-menu [data-testid=stAlert]")
    said.wait_for()
    tab.shot("menu-refused")
    where, field = said.bounding_box(), tab.page.locator(".st-key-strip-link").bounding_box()
    assert where is not None and field is not None and where["y"] < field["y"]
    tab.page.locator(".st-key-strip-link input").fill("nonsense")
    tab.page.locator(".st-key-strip-link input").press("Enter")
    tab.settle()
    assert said.count() == 1
    tab.page.locator(".st-key-strip-link input").fill("")
    tab.page.locator(".st-key-strip-link input").press("Enter")
    tab.settle()
    assert said.count() == 0
