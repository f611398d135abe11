"""The Samplers page in a real browser: dots told without the server, a click that opens the run on Likelihood, folds, my dot on a phone."""

import re
import time

import pytest
from playwright.sync_api import expect

from lift_core import gallery
from lift_core.scenarios.link import write_code
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_lifting import picture, shows


def opened(tab: Tab, name: str = "switching-coin", **query: str) -> Tab:
    tab.open("samplers", s=write_code(gallery.scenario(name).dump()), **query)
    picture(tab).wait_for()
    tab.page.wait_for_timeout(300)
    return tab.settle()


def notice(tab: Tab):
    return tab.page.locator("p", has_text=re.compile("^Notice:"))


def dot(tab: Tab, number: int):
    return tab.page.locator("circle.dot[data-i]").nth(number)


def test_a_dot_tells_of_itself_without_the_server(tab):
    opened(tab)
    tab.cut()
    tip = tab.page.locator(".figure .tip").first
    dot(tab, 60).hover(force=True)
    expect(tip).to_contain_text(re.compile(r"identity, seed \d+.*effective sample size.*of 10.*heaviest string", re.S))
    assert tab.page.locator(".own.lit").count() == 1
    tab.page.get_by_text("time", exact=True).hover(force=True)
    expect(tip).to_contain_text("draws for 10% times the cost of a draw")
    tab.page.get_by_role("button", name="hide exact numbers").click()
    dot(tab, 60).hover(force=True)
    expect(tip).to_contain_text(re.compile(r"÷ truth\s*….*", re.S))
    written = " ".join(picture(tab).locator("text").all_text_contents())
    assert "0.776" not in written and "37 of 40" not in written
    assert tab.page.locator(".band.hush").first.evaluate("band => getComputedStyle(band).visibility") == "hidden"


def test_a_click_opens_that_very_run_on_likelihood(tab):
    opened(tab)
    spot = dot(tab, 60)
    spot.hover(force=True)
    told = tab.page.locator(".figure .tip").first.inner_text()
    seed, value = re.search(r"seed (\d+)", told), re.search(r"estimate\s+([\d.]+)", told)
    assert seed and value
    spot.click(force=True)
    tab.page.wait_for_url(re.compile("/likelihood"))
    expect(notice(tab)).to_contain_text(f"10 identity draws give {value[1]}")
    tab.settle()
    assert (tab.parameters()["sampler"], tab.parameters()["n"]) == ("identity", "10")
    expect(tab.page.get_by_role("textbox", name="seed")).to_have_value(seed[1])
    tab.page.get_by_role("link", name="Samplers").click()
    picture(tab).wait_for()
    dot(tab, 60).hover(force=True)
    expect(tab.page.locator(".figure .tip").first).to_contain_text(f"seed {seed[1]}")  # the forty are where they were


def test_forty_new_and_a_knob(tab):
    opened(tab)
    before = dot(tab, 60).get_attribute("cx")
    tab.page.get_by_role("button", name="Forty new").click()
    tab.settle()
    assert tab.parameters()["first"] == "47"
    expect(dot(tab, 60)).not_to_have_attribute("cx", before or "")
    knob = tab.page.get_by_role("slider", name="how often he swaps")
    box = knob.bounding_box()
    assert box is not None
    tab.page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2)
    expect(picture(tab)).not_to_have_attribute("aria-label", re.compile("0.06512"))


def test_folds_draw_their_curves(tab):
    opened(tab, "xor", samplers="identity,causal,posterior")
    for name in ("Look further ahead", "Against n", "Against length"):
        tab.page.get_by_text(re.compile(name)).first.click()
        tab.settle()
    expect(tab.page.locator(".js-plotly-plot")).to_have_count(3)
    expect(tab.page.get_by_text("0.0020 → 0.0481")).to_be_visible()


def test_what_cannot_be_had_is_greyed_with_the_reason(tab):
    opened(tab, "tokens")
    expect(tab.page.locator(".grey text", has_text="unavailable")).to_contain_text("state 'q'")


@pytest.mark.parametrize("dark", [False, True])
def test_my_estimate_on_a_phone(tabs, dark):
    tab = opened(tabs(PHONE, dark))
    place = tab.page.locator(".figure .canvas").first.bounding_box()
    assert place is not None and place["y"] <= 110
    assert tab.page.locator('circle[r="24"]').count() == 1
    mine = tab.parameters()["mine"]
    shows(tab, f"seed {mine}:")
    tab.page.get_by_role("button", name="Draw again").click()
    shows(tab, f"seed {int(mine) + 1}:")
    tab.settle()
    tab.page.reload()
    picture(tab).wait_for()
    shows(tab, f"seed {int(mine) + 1}:")  # the link holds my seed
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    tab.shot(f"samplers-phone-{'dark' if dark else 'light'}")


@pytest.mark.parametrize("dark", [False, True])
def test_picture_notice_and_controls_fit_a_laptop(tabs, dark):
    tab = opened(tabs(DESKTOP, dark))
    tab.shot(f"samplers-desktop-{'dark' if dark else 'light'}")
    for part in (picture(tab), notice(tab), tab.page.get_by_role("button", name="Forty new")):
        box = part.bounding_box()
        assert box is not None and box["y"] + box["height"] <= 900


def test_dots_by_keyboard(tab):
    opened(tab)
    tip = tab.page.locator(".figure .tip").first
    tab.page.locator('.figure [data-walk][tabindex="0"]').focus()
    expect(tip).to_contain_text("uniform, seed")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("ArrowRight")
    expect(tip).to_contain_text("identity, seed")
    seed = re.search(r"seed (\d+)", tip.inner_text())
    assert seed
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(re.compile("/likelihood"))
    expect(tab.page.get_by_role("textbox", name="seed")).to_have_value(seed[1])


def test_long_work_shows_how_far_it_is_and_can_be_stopped(tab):
    tab.page.goto(f"{tab.address}/samplers?n=10000&first={time.time_ns() % 10**6}")  # not asked for before
    stop = tab.page.get_by_role("button", name="Stop", exact=True)
    stop.wait_for()
    expect(tab.page.get_by_test_id("stProgress")).to_contain_text(re.compile(r"\d+ of \d+ steps"))
    stop.click()
    expect(tab.page.get_by_text(re.compile(r"^Stopped after \d+ of \d+"))).to_be_visible()
    picture(tab).wait_for()
    tab.settle()
    tab.page.get_by_role("button", name="Go on").click()
    expect(tab.page.get_by_text(re.compile(r"^Stopped after"))).to_have_count(0)
    tab.page.get_by_role("button", name="Stop", exact=True).click()
    tab.settle()
