"""Which way will the belief move? In a real browser: asked, answered and counted with the connection cut; the triangle steps along."""

import re

import pytest
from playwright.sync_api import expect

from lift_core import gallery
from lift_core.scenarios.link import write_code
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_drift import count, notice, opened


def says(tab: Tab):
    return tab.page.locator(".forecast .game")


def press(tab: Tab, words: str) -> None:
    says(tab).get_by_role("button", name=words).click()


def begun(tab: Tab, **query: str) -> Tab:
    opened(tab, **query).page.locator(".forecast .predict").click()
    return tab


def test_through_the_observation_without_the_server(tab):
    opened(tab).cut()
    tab.page.locator(".forecast .predict").click()  # at the last step it begins from the start
    assert count(tab) == "1 / 4" and tab.page.locator(".cell:visible").count() == 1
    expect(says(tab)).to_contain_text(
        "After 1 flip, next comes H. Which way will it move the probability of coin B at flip 1?"
    )
    expect(tab.page.get_by_text("Notice:")).to_be_hidden()
    press(tab, "stays (within 0.1 points)")
    expect(says(tab)).to_contain_text(
        "Not so: after H it goes down, 1.22% → 0.27% (coin B at flip 1); you said that it stays."
    )
    expect(tab.page.get_by_text("Notice:")).to_be_visible()
    assert count(tab) == "2 / 4" and tab.page.locator(".cell:visible").count() == 3
    press(tab, "Next")
    press(tab, "down")
    expect(says(tab)).to_contain_text("Not so: after T it goes up, 1.35% → 5.87% (coin B at flip 2); you said down.")
    press(tab, "Next")
    tab.page.keyboard.press("Enter")  # the keyboard stands on the first answer
    expect(says(tab)).to_contain_text("Right: after T it goes up, 52.9% → 83.6%")
    expect(says(tab)).to_contain_text("1 of 3 right")
    assert count(tab) == "4 / 4"
    press(tab, "Again")
    assert count(tab) == "1 / 4"
    press(tab, "stop predicting")
    assert tab.page.locator(".forecast .predict").is_visible() and tab.page.get_by_text("Notice:").is_visible()


def test_the_step_is_the_pages_and_the_score_survives_a_visit_elsewhere(tab):
    begun(tab, step="3")
    press(tab, "up")
    tab.settle()
    tab.until(lambda: "from 52.9% to 83.6%" in notice(tab))
    assert "step" not in tab.parameters() and tab.parameters()["moves"] == "1"
    tab.page.get_by_role("button", name="one step back").first.click()
    expect(says(tab)).to_contain_text("After 3 flips, next comes T")
    tab.page.get_by_role("link", name="Samplers").click()
    tab.settle()
    tab.page.get_by_role("link", name="Posterior drift").click()
    tab.page.locator(".figure svg.lift .cell").first.wait_for()
    expect(says(tab)).to_contain_text("1 of 1 right")


def test_the_chosen_row_is_asked_about(tab):
    begun(tab, step="3", chosen="2 3")
    expect(says(tab)).to_contain_text("the probability of coin B at flip 2?")


def test_hidden_values_are_told_in_words(tab):
    begun(tab, step="3", hide="1")
    press(tab, "up")
    expect(says(tab)).to_contain_text("Right: after T it goes up (coin B at flip 3).")
    assert not re.search(r"\d\.\d", says(tab).inner_text())


def test_another_observation_asks_anew(tab):
    begun(tab, step="3")
    tab.type_observation("HHTTH")
    press(tab, "Again")
    expect(says(tab)).to_contain_text("After 1 flip, next comes H")


def test_the_room_steps_along(tab):
    opened(tab, "cat", step="7").cut()
    tab.page.locator(".forecast .predict").click()
    press(tab, "down")
    expect(tab.page.locator("svg.lift[aria-label*='room'] [data-only='8']")).not_to_have_attribute("display", "none")


def test_an_embedded_page_has_no_game(tab):
    tab.page.goto(f"{tab.address}/drift?s={write_code(gallery.scenario('switching-coin').dump())}&embed=true&moves=1")
    tab.page.locator(".figure svg.lift .cell").first.wait_for()
    assert not tab.page.locator(".forecast").is_visible()


@pytest.mark.parametrize(("name", "size", "dark"), [("desktop-dark", DESKTOP, True), ("phone", PHONE, False)])
def test_it_fits(tabs, name, size, dark):
    tab = begun(tabs(size, dark), step="3")
    says(tab).scroll_into_view_if_needed()
    tab.shot(f"predict-moves-{name}")
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
