"""The Posterior drift page in a real browser: cells, slopes and steps without the server; keyboard; phone; the cat's room."""

import re

import pytest
from playwright.sync_api import expect

from lift_core import gallery
from lift_core.scenarios.link import write_code
from tests.browser.conftest import DESKTOP, PHONE, Tab


def opened(tab: Tab, name: str = "switching-coin", **query: str) -> Tab:
    scenario = gallery.scenario(name)
    tab.open("drift", s=write_code(scenario.dump()), **{**scenario.view, **query})
    tab.page.locator(".figure svg.lift .cell").first.wait_for()
    tab.page.wait_for_timeout(500)  # the picture says how much room it has, and is drawn for it
    return tab.settle()


def cell(tab: Tab, s: int, t: int):
    index = sum(range(1, t)) + s - 1  # cells stand column by column
    return tab.page.locator(f".cells > [data-i='{index}']")


def panel(tab: Tab) -> str:
    """What the shown slopes say, as one text."""
    return " ".join(tab.page.locator("[data-panel]:not([display=none])").all_text_contents())


def notice(tab: Tab) -> str:
    return tab.page.get_by_text("Notice:").first.locator("xpath=..").inner_text()


def count(tab: Tab) -> str:
    return tab.page.locator(".scrubber .count").first.inner_text()


def test_what_opens(tab):
    opened(tab)
    assert "83.6%" in panel(tab) and "0.744" in panel(tab) and "0.518" in panel(tab)
    assert "raises the probability of coin B at flip 3 from 52.9% to 83.6%" in notice(tab)
    assert tab.page.locator(".cell:visible").count() == 10


def test_everything_in_the_picture_works_without_the_server(tab):
    opened(tab).cut()
    cell(tab, 3, 4).hover()
    tip = tab.page.locator(".tip.shown")
    expect(tip).to_contain_text("after 4 flips, coin B at flip 3")
    expect(tip).to_contain_text("83.6%, was 52.9%")
    cell(tab, 2, 4).click()
    assert "coin B at flip 2" in panel(tab) and "9.20%" in panel(tab)
    tab.page.get_by_role("button", name="one step back").click()
    assert count(tab) == "3 / 4" and tab.page.locator(".cell:visible").count() == 6
    assert "after 3 flips, coin B at flip 2" in panel(tab)  # the chosen flip is followed through the steps
    cell(tab, 3, 3).click()
    assert "in the end 83.6%" in panel(tab)
    cell(tab, 3, 3).click()
    tab.page.get_by_role("button", name="one step forward").click()
    assert "after 4 flips, coin B at flip 3" in panel(tab)
    tab.page.locator(".slope[data-i] text:visible").first.hover()
    expect(tip).to_contain_text("0.470 × 0.82 / 0.518 = 0.744")
    tab.page.get_by_role("button", name="hide exact numbers").first.click()
    assert "83.6%" not in panel(tab) and tab.page.locator(".cell .fill:visible").count() == 0


def test_solid_lines_change_with_the_segment(tab):
    opened(tab)
    solid = "path.line.h3"
    dash = tab.page.locator(f"[data-panel]:not([display=none]) {solid}").first
    assert dash.evaluate("e => getComputedStyle(e).strokeDasharray") == "none"
    cell(tab, 1, 4).click()
    assert dash.evaluate("e => getComputedStyle(e).strokeDasharray") != "none"


def test_cells_by_keyboard(tab):
    opened(tab)
    cell(tab, 1, 1).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        tab.page.keyboard.press(key)
    assert "after 3 flips, coin B at flip 2" in panel(tab)
    assert cell(tab, 2, 3).get_attribute("aria-label") == "after 3 flips, coin B at flip 2: 5.87%, was 1.35%"
    tab.page.keyboard.press("Escape")
    assert "after 4 flips, coin B at flip 3" in panel(tab)


def test_what_is_chosen_is_in_the_address(tab):
    opened(tab)
    cell(tab, 2, 3).click()
    tab.page.wait_for_timeout(900)
    tab.settle()
    assert tab.parameters()["chosen"] == "2 3"
    tab.page.reload()
    tab.page.locator(".figure svg.lift .cell").first.wait_for()
    tab.settle()
    assert "after 3 flips, coin B at flip 2" in panel(tab)


def test_another_symbol_and_another_metric(tab):
    opened(tab)
    tab.type_observation("HHTH")
    expect(tab.page.get_by_text(re.compile("52.9% to 19.8%"))).to_have_count(1)
    tab.page.get_by_role("radio", name="KL").click()
    tab.settle()
    expect(tab.page.get_by_text(re.compile("nats"))).not_to_have_count(0)
    assert tab.parameters()["metric"] == "kl"


def test_the_room_follows_the_steps_without_the_server(tab):
    opened(tab, "cat").cut()
    room = tab.page.locator("svg.lift[aria-label*='room']").first
    expect(room.locator("[data-only='10']")).to_contain_text("seen at e1")
    for _ in range(2):
        tab.page.get_by_role("button", name="one step back").first.click()
    assert count(tab) == "8 / 10"
    expect(room.locator("[data-only='8']")).not_to_have_attribute("display", "none")
    expect(room.locator("[data-only='10']")).to_have_attribute("display", "none")


def test_random_models(tab):
    opened(tab)
    tab.page.get_by_role("tab", name="Random models").click()
    expect(tab.page.get_by_text(re.compile("40 of 40 have drift exactly 0"))).to_have_count(1)
    assert tab.page.get_by_text("200 of 200 random models drift").count() == 1
    tab.settle()
    assert tab.parameters()["tab"] == "models"
    tab.page.get_by_role("tab", name="This observation").click()
    tab.settle()
    assert "83.6%" in panel(tab) and "tab" not in tab.parameters()


@pytest.mark.parametrize(
    ("name", "card", "size", "dark"),
    [
        ("desktop", "switching-coin", DESKTOP, False),
        ("desktop-dark", "cat", DESKTOP, True),
        ("phone", "switching-coin", PHONE, False),
        ("phone-dark", "cat", PHONE, True),
    ],
)
def test_the_picture_comes_first(tabs, name, card, size, dark):
    tab = opened(tabs(size, dark), card)
    tab.page.wait_for_timeout(500)
    tab.shot(f"drift-page-{name}")
    place = tab.page.locator(".figure .canvas").first.bounding_box()
    assert place is not None and place["width"] <= size["width"]
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size is PHONE:
        assert place["y"] <= 110
        cell(tab, 1, 1).tap()
        below = tab.page.get_by_text("Notice:").first.bounding_box()
        slopes = tab.page.locator("[data-panel]:not([display=none])").first.bounding_box()
        assert below and slopes and place["y"] + place["height"] < below["y"] < slopes["y"]


def test_on_a_phone_the_slopes_follow_without_the_server(tabs):
    tab = opened(tabs(PHONE)).cut()
    assert "after 4 flips, coin B at flip 3" in panel(tab) and tab.page.locator(".cell.open").count() == 1
    cell(tab, 2, 4).tap()
    assert "after 4 flips, coin B at flip 2" in panel(tab) and "9.20%" in panel(tab)
    tab.page.get_by_role("button", name="one step back").first.click()
    assert "after 3 flips, coin B at flip 2" in panel(tab)
    tab.page.get_by_role("button", name="hide exact numbers").first.click()
    assert "5.87%" not in panel(tab)
