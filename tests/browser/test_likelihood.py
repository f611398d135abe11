"""The Likelihood page in a real browser: draws that add up, hover without the server, hidden numbers, knobs; desktop and phone."""

import re

import pytest
from playwright.sync_api import expect

from lift_core import gallery
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.link import write_code
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_lifting import described, picture, shows


def opened(tab: Tab, **query: str) -> Tab:
    tab.open("likelihood", **query)
    picture(tab).wait_for()
    return tab


def card(name: str, x: str | None = None) -> str:
    scenario = gallery.scenario(name)
    return write_code((scenario if x is None else with_observation(scenario, x)).dump())


def notice(tab: Tab):
    return tab.page.locator("p", has_text=re.compile("^Notice:"))


def test_a_hundred_more_draws(tab):
    opened(tab)
    expect(notice(tab)).to_contain_text("100 causal draws give")
    first = described(tab)
    tab.page.get_by_role("button", name="+100 draws").click()
    expect(notice(tab)).to_contain_text("200 causal draws give")
    shows(tab, "Estimate from 200 draws")
    tab.settle()
    assert tab.parameters()["n"] == "200"
    tab.page.reload()
    expect(notice(tab)).to_contain_text("200 causal draws give")
    tab.page.get_by_role("button", name="↺").click()
    expect(notice(tab)).to_contain_text("100 causal draws give")
    shows(tab, first)  # the same seed, the same draws


def test_another_sampler(tab):
    opened(tab)
    tab.page.get_by_role("button", name="identity", exact=True).click()
    expect(notice(tab)).to_contain_text("100 identity draws give")
    tab.page.get_by_role("button", name="lookahead", exact=True).click()
    expect(notice(tab)).to_contain_text("100 lookahead 1 draws give")
    tab.settle()
    assert tab.parameters()["sampler"] == "lookahead-1"


def test_a_sampler_that_the_projection_cannot_have(tab):
    opened(tab, s=card("tokens"))
    expect(tab.page.get_by_role("button", name="identity", exact=True)).to_be_disabled()
    expect(tab.page.get_by_text("identity is unavailable")).to_contain_text("state 'q'")


def test_typing_moves_picture_and_numbers(tab):
    opened(tab)
    expect(tab.page.get_by_test_id("stMetricValue")).to_have_text("16281/250000")
    tab.type_observation("HHT")
    shows(tab, "p(HHT) =")
    expect(tab.page.get_by_test_id("stMetricValue")).not_to_have_text("16281/250000")
    tab.page.get_by_role("button", name="see T").click()
    shows(tab, "p(HHTT) = 0.06512")


def test_a_knob_moves_the_stack(tab):
    opened(tab)
    last = described(tab)
    knob = tab.page.get_by_role("slider", name="how often he swaps")
    box = knob.bounding_box()
    assert box is not None
    tab.page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2)
    expect(picture(tab)).not_to_have_attribute("aria-label", last)
    tab.settle()


def test_without_the_server_terms_and_draws_tell_themselves(tab):
    opened(tab)
    tab.cut()
    page, tip = tab.page, tab.page.locator(".figure .tip").first
    page.locator(".row.slice", has_text="HH~tt").locator("text").first.hover()
    expect(tip).to_contain_text("P = 0.04783, 73.4% of p")
    assert page.locator(".row.slice.lit").count() == 1
    page.locator("circle.draw").first.hover(force=True)
    expect(tip).to_contain_text(re.compile(r"draw 1: .*P = .*Q = .*weight P/Q = ", re.S))
    assert page.locator(".row.slice.lit").count() <= 1
    page.get_by_role("button", name="hide exact numbers").click()
    page.locator("circle.draw").first.hover(force=True)
    expect(tip).not_to_contain_text("0.")
    assert "73.4" not in (picture(tab).locator(".row.slice").nth(2).text_content() or "")


def test_hidden_values_are_hidden_everywhere(tab):
    opened(tab, hide="1")
    expect(tab.page.get_by_test_id("stMetricValue")).to_have_text("?")
    shown = tab.page.locator("[data-testid=stMain]").inner_text()
    assert "0.0651" not in shown and "16281" not in shown and "8.81" not in shown


def test_an_impossible_observation_is_explained(tab):
    opened_page = tab.open("likelihood", s=card("autocorrect", "teh"))
    expect(notice(opened_page)).to_contain_text("cannot follow it")
    assert "nan" not in tab.page.locator("[data-testid=stMain]").inner_text().lower()
    tab.page.get_by_role("button", name="Back to te").click()
    picture(tab).wait_for()
    shows(tab, "p(te) =")


def test_a_batch_becomes_a_table(tab):
    opened(tab)
    tab.page.get_by_text("Many observations at once").click()
    tab.page.get_by_label("One observation a line").fill("HHTT\nHH\nHXT")
    tab.page.keyboard.press("Control+Enter")
    tab.page.get_by_role("button", name="Save as CSV").wait_for()
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Save as CSV").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert "HHTT,0.06512,16281/250000" in text and "'X'" in text


def test_formula_and_log_scale_unfold(tab):
    opened(tab)
    tab.page.get_by_text("The formula with its numbers").click()
    expect(tab.page.locator(".katex").first).to_be_visible()
    assert tab.page.locator(".katex-error").count() == 0
    tab.page.get_by_text("The running estimate on a log scale").click()
    expect(tab.page.locator(".js-plotly-plot")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "size", "dark"),
    [
        ("desktop", DESKTOP, False),
        ("desktop-dark", DESKTOP, True),
        ("phone", PHONE, False),
        ("phone-dark", PHONE, True),
    ],
)
def test_the_picture_comes_first(tabs, name, size, dark):
    tab = opened(tabs(size, dark))
    tab.page.wait_for_timeout(500)
    tab.shot(f"likelihood-page-{name}")
    place = tab.page.locator(".figure .canvas").first.bounding_box()
    assert place is not None
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size is PHONE:
        bar = tab.page.locator(".figure .bar").first.bounding_box()
        below = notice(tab).bounding_box()
        assert bar is not None and below is not None
        assert place["y"] <= 110 and place["y"] + place["height"] < below["y"] < bar["y"]
        assert bar["y"] + bar["height"] == pytest.approx(size["height"], abs=2)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_likeliest_value_is_marked_on_the_slider(tabs, size):
    tab = tabs(size).open("likelihood", s=card("switching-coin"), arith="symbolic")
    if size is PHONE:
        tab.page.get_by_role("button", name="knobs").click()
    slider, mark = tab.page.get_by_role("slider", name="how often he swaps"), tab.page.locator(".knob .mark:visible")
    expect(mark).to_have_count(1)
    assert "likeliest 0.258" in (slider.get_attribute("aria-valuetext") or "")
    slot, there = slider.bounding_box(), mark.bounding_box()
    assert slot is not None and there is not None
    middle, within = there["x"] + there["width"] / 2, slot["x"]
    assert middle == pytest.approx(within + 8 + (0.2582 - 0.01) / 0.89 * (slot["width"] - 16), abs=3)
    assert slot["x"] + slot["width"] < size["width"] - 30  # the value beside it is whole
