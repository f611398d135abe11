"""Pinned bars stay as dashed outlines to compare with, on the axis of the present ones; nothing of it needs the server."""

import itertools
import json
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Tab

GHOSTS = ".ghosts > [data-pinned]"
BOX = "e => { const { x, y, width, height } = e.getBBox(); return [x, y, width, height]; }"


def stories(bias: Fraction, swap: Fraction, x: str = "HHTT") -> dict[str, Fraction]:
    """P(z) of every explanation, from the juggler's rules alone: before each flip he swaps or not, then the coin falls."""
    found = {}
    for swaps in itertools.product((False, True), repeat=len(x)):
        latent, chance, coin = "", Fraction(1), "A"
        for side, swapped in zip(x, swaps, strict=True):
            coin = {"A": "B", "B": "A"}[coin] if swapped else coin
            chance *= (swap if swapped else 1 - swap) * (bias if (coin, side) in (("A", "H"), ("B", "T")) else 1 - bias)
            latent += "~" * swapped + (side if coin == "A" else side.lower())
        found[latent] = chance
    return found


NINE, ONE = Fraction(9, 10), Fraction(1, 10)  # the knobs as they are at first
BEFORE = stories(NINE, ONE)


def open_pinned(tab: Tab, page: str, **query: str) -> Tab:
    tab.open(page, **query)
    tab.page.locator(".figure svg.lift").first.wait_for()
    tab.settle().page.locator(".pinning").click()
    tab.page.locator(GHOSTS).first.wait_for()
    return tab


def turn(tab: Tab, name: str, presses: int) -> None:
    """Turn a knob down by its arrow key, and wait for what the server draws."""
    slider = tab.page.get_by_role("slider", name=name)
    if not slider.is_visible():
        tab.page.locator(".opener").click()
    slider.focus()
    for _ in range(presses):
        tab.page.keyboard.press("ArrowLeft")
    tab.page.wait_for_timeout(600)
    tab.settle()


def ghost(tab: Tab, name: str) -> list[float]:
    """x, y, width, height of the outline of a string or of a named bar."""
    key = json.dumps(list(name), separators=(",", ":")) if set(name) <= set("HTht~") else name
    found = [g for g in tab.page.locator(GHOSTS).all() if g.get_attribute("data-pinned") == key]
    return found[0].locator("path").evaluate(BOX)


def bar(tab: Tab, latent: str) -> list[float]:
    row = tab.page.locator(".q:visible > g").filter(has=tab.page.locator(f"text=/^{latent}$/")).first
    return row.locator("rect").evaluate(BOX)


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_a_pinned_bar_stays_where_it_was_while_the_bar_moves(tabs, size, dark):
    tab = open_pinned(tabs(size, dark), "lifting")
    before = bar(tab, "HH~tt")
    assert ghost(tab, "HH~tt")[2] == pytest.approx(before[2], abs=0.2)  # at first it is the bar's own outline
    turn(tab, "how biased", 8)
    after, then = bar(tab, "HH~tt"), ghost(tab, "HH~tt")
    assert then[2] == pytest.approx(before[2], abs=0.2) and abs(after[2] - before[2]) > 10
    now = stories(bias_of(tab), ONE)
    share = now["HH~tt"] / sum(now.values()) / (BEFORE["HH~tt"] / sum(BEFORE.values()))
    assert after[2] / then[2] == pytest.approx(float(share), abs=0.02)
    assert tab.page.locator(GHOSTS).count() == 16
    expect(tab.page.locator(".pinned").first).to_have_text("dashed: pinned")
    if size == DESKTOP:
        assert "was 8.16%" in tab.page.locator(".ghosts").text_content()
        assert "HH~tt was 73.4%" in tab.page.locator(".figure svg.lift").first.get_attribute("aria-label")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    tab.shot(f"pin-lifting-{size['width']}")


def bias_of(tab: Tab) -> Fraction:
    """The knob as its slider shows it."""
    return Fraction(tab.page.locator(".knob .value").first.inner_text())


def test_without_the_server_it_pins_steps_hides_and_unpins_and_keeps_the_keyboard(tab):
    tab.open("lifting")
    tab.page.locator(".figure svg.lift").first.wait_for()
    tab.settle().cut()
    pin = tab.page.locator(".pinning")
    pin.focus()
    tab.page.keyboard.press("Enter")
    assert tab.page.locator(GHOSTS).count() == 16 and pin.get_attribute("aria-pressed") == "true"
    expect(pin).to_be_focused()
    tab.page.get_by_role("button", name="one step back").click()
    expect(tab.page.locator(".pinned").first).to_have_text("dashed: pinned · 16 pinned strings are gone")
    assert tab.page.locator(GHOSTS).count() == 0
    tab.page.get_by_role("button", name="one step forward").click()
    assert tab.page.locator(GHOSTS).count() == 16
    tab.page.locator(".figure .eye").click()
    assert tab.page.locator(GHOSTS).count() == 0 and not tab.page.locator(".pinned").first.is_visible()
    tab.page.locator(".figure .eye").click()
    assert tab.page.locator(GHOSTS).count() == 16
    tab.page.get_by_role("button", name="square-root").click()
    assert ghost(tab, "HH~tt")[2] == pytest.approx(bar(tab, "HH~tt")[2], abs=20)
    pin.click()
    assert tab.page.locator(GHOSTS).count() == 0 and pin.get_attribute("aria-pressed") == "false"


def test_strings_that_another_observation_leaves_no_place_for_are_counted(tab):
    open_pinned(tab, "lifting", step="3")
    assert tab.page.locator(GHOSTS).count() == 8
    tab.type_observation("HHTH")
    many = len(set(stories(NINE, ONE, "HHT")) - set(stories(NINE, ONE, "HHTH")))
    expect(tab.page.locator(".pinned").first).to_have_text(f"dashed: pinned · {many} pinned strings are gone")


def test_the_terms_stand_as_they_were_on_the_axis_of_now_and_the_next_symbols_beside(tab):
    open_pinned(tab, "likelihood")
    slices = tab.page.locator(".stack rect")
    heights = [float(s.get_attribute("height")) for s in slices.all()]
    turn(tab, "how biased", 8)
    ratio = sum(BEFORE.values()) / sum(stories(bias_of(tab), ONE).values())
    assert ghost(tab, "HH~tt")[3] == pytest.approx(max(heights) * float(ratio), abs=0.5)
    assert max(float(s.get_attribute("height")) for s in slices.all()) < 0.8 * max(heights)
    beside = tab.page.locator(".forecast .ghosts > g")
    expect(beside).to_have_count(2)
    assert "was 23.9%" in beside.first.text_content()
    tab.page.locator(".typing .key").first.click()
    tab.settle()
    assert "pinned strings are gone" in tab.page.locator(".pinned").first.inner_text()
    expect(beside).to_have_count(2)  # the same two symbols, after another observation
    tab.page.locator(".pinning").click()
    assert tab.page.locator(".ghosts").count() == 0


def test_drift_bars_pin_and_the_outline_goes_into_what_is_saved(tab):
    open_pinned(tab, "drift")
    before = tab.page.locator(".drift .moved").last.evaluate(BOX)
    turn(tab, "how biased", 8)
    name = tab.page.locator(GHOSTS).last.get_attribute("data-pinned")
    assert name.startswith("the fourth symbol")
    assert ghost(tab, name)[3] == pytest.approx(before[3], abs=0.3)
    with tab.page.expect_download() as saved:
        tab.page.get_by_role("button", name="save as SVG").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert "was 0.308" in text and "stroke-dasharray" in text


@pytest.mark.parametrize(("page", "outlines"), [("lifting", 16), ("likelihood", 6)])
def test_what_is_pinned_is_pinned_still_when_the_page_is_seen_again(tab, page, outlines):
    open_pinned(tab, page)
    assert tab.page.locator(GHOSTS).count() == outlines
    for name in ("Samplers", page.capitalize()):
        tab.page.get_by_role("link", name=name, exact=True).click()
        tab.page.wait_for_url(f"**/{name.lower()}*")
        tab.settle()
    expect(tab.page.locator(GHOSTS)).to_have_count(outlines)
    expect(tab.page.locator(".pinning")).to_have_attribute("aria-pressed", "true")
    tab.page.locator(".pinning").click()
    expect(tab.page.locator(GHOSTS)).to_have_count(0)
