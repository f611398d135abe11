"""The Lifting page in a real browser: type, drag, step and hover without the server, reload; on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Tab

LEAVES = ".q > [data-i]"


def picture(tab: Tab):
    return tab.page.locator(".figure svg.lift").first


def described(tab: Tab) -> str:
    """The text alternative of the picture, which carries its main numbers."""
    return picture(tab).get_attribute("aria-label") or ""


def shows(tab: Tab, words: str) -> None:
    """Wait until the picture says this of itself."""
    expect(picture(tab)).to_have_attribute("aria-label", re.compile(re.escape(words)))


def notice(tab: Tab) -> str:
    return tab.page.get_by_text("Notice:").first.locator("xpath=..").inner_text()


def count(tab: Tab) -> str:
    return tab.page.locator(".scrubber .count").inner_text()


def opened(tab: Tab, **query: str) -> Tab:
    tab.open("lifting", **query)
    picture(tab).wait_for()
    return tab


def test_an_observation_is_typed(tab):
    opened(tab)
    shows(tab, "16 latent strings")
    assert "0.06512" in described(tab)
    tab.type_observation("HHT")
    shows(tab, "8 latent strings")
    assert "tie exactly" in notice(tab)
    tab.type_observation("HHX")
    shows(tab, "8 latent strings")
    assert tab.page.get_by_text("not one of").count() == 1
    assert tab.page.locator(".figure.stale").count() == 1
    tab.type_observation("HH")
    shows(tab, "4 latent strings")
    assert tab.page.locator(".figure.stale").count() == 0


def test_keys_of_the_bar_write_the_observation(tab):
    opened(tab)
    tab.page.get_by_role("button", name="see T").click()
    shows(tab, "32 latent strings")
    assert count(tab) == "5 / 5"
    assert tab.page.get_by_role("textbox", name="What is observed").input_value() == "HHTTT"
    tab.page.get_by_role("button", name="take the last symbol back").click()
    shows(tab, "16 latent strings")


def test_a_knob_is_dragged_and_undone_in_one(tab):
    opened(tab)
    knob = tab.page.get_by_role("slider", name="how often he swaps")
    box = knob.bounding_box()
    assert box is not None
    before = described(tab)
    tab.page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2)
    tab.page.mouse.down()
    for part in (0.3, 0.45, 0.6):  # the picture follows while the knob is held
        last = described(tab)
        tab.page.mouse.move(box["x"] + part * box["width"], box["y"] + box["height"] / 2, steps=3)
        expect(picture(tab)).not_to_have_attribute("aria-label", last)
    tab.page.mouse.up()
    tab.page.wait_for_timeout(400)
    tab.settle()
    assert "/" in tab.page.locator(".knob", has_text="swaps").locator("output").inner_text()
    tab.page.get_by_role("button", name="↶").click()
    shows(tab, before)


def test_without_the_server_everything_in_the_picture_works(tab):
    opened(tab)
    tab.cut()
    page = tab.page
    page.get_by_role("button", name="one step back").click()
    assert count(tab) == "3 / 4" and page.locator(f"[data-only='3'] {LEAVES}").first.is_visible()
    page.get_by_role("button", name="one step forward").click()
    page.get_by_role("slider", name="step: symbols seen").fill("2")
    assert count(tab) == "2 / 4"
    page.get_by_role("slider", name="step: symbols seen").fill("4")
    page.locator(f"[data-only='4'] {LEAVES}").nth(2).hover()
    panel = page.locator(".panel")
    assert "HH~tt" in panel.inner_text() and "73.4%" in panel.inner_text() and "Why it is here" in panel.inner_text()
    assert page.locator(".e path.lit").count() == 4  # the path to it, one segment for each symbol
    page.locator(f"[data-only='4'] {LEAVES}").nth(2).click()
    page.locator(f"[data-only='4'] {LEAVES}").nth(2).click()
    assert page.locator(".panel.frozen").count() == 1
    page.keyboard.press("Escape")
    page.get_by_role("button", name="lay out by latent token").click()
    assert page.locator("[data-layout='token']").first.is_visible()
    page.get_by_role("button", name="hide exact numbers").click()
    assert "73.4" not in page.locator("[data-only='4'] .q").first.text_content()


def test_what_needs_the_server_is_out_of_reach_without_it_and_says_so(tab):
    opened(tab)
    tab.cut()
    expect(tab.page.locator(".note")).to_have_text(re.compile("^Not connected"))
    for part in (".typing", ".knobs"):
        assert tab.page.locator(part).evaluate("e => e.inert"), part
    tab.page.locator(".typing .key").first.click(force=True)
    tab.page.context.set_offline(False)
    expect(tab.page.locator(".note")).to_have_text("")
    tab.settle().page.locator(".typing .key").first.click()
    shows(tab, "p(HHTTH)")
    tab.page.locator(".typing .key").nth(1).click()
    shows(tab, "p(HHTTHT)")


@pytest.mark.parametrize("wait", [0, 60, 150, 300])
def test_a_key_goes_on_with_what_is_being_typed(tab, wait):
    opened(tab)
    box = tab.page.get_by_role("textbox", name="What is observed")
    box.fill("TH")
    tab.page.wait_for_timeout(wait)
    tab.page.locator(".typing .key").first.click()
    tab.page.locator(".typing .key").nth(1).click()
    shows(tab, "p(THHT)")
    expect(box).to_have_value("THHT")
    tab.page.get_by_role("button", name="↶").click()
    shows(tab, "p(")


@pytest.mark.parametrize("wait", [0, 150])
def test_a_knob_leaves_what_is_being_typed(tab, wait):
    opened(tab)
    box = tab.page.get_by_role("textbox", name="What is observed")
    box.fill("TH")
    tab.page.wait_for_timeout(wait)
    tab.page.get_by_role("slider", name="how often he swaps").press("ArrowRight")
    shows(tab, "p(TH)")
    expect(box).to_have_value("TH")


def test_step_choice_and_scenario_survive_a_reload(tab):
    opened(tab).type_observation("HHTTH")
    tab.page.locator(f"[data-only='5'] {LEAVES}").nth(4).click()
    tab.page.get_by_role("button", name="one step back").click()
    tab.page.wait_for_timeout(1000)
    tab.settle()
    assert tab.parameters()["step"] == "4" and notice(tab).startswith("Notice: 16 strings explain")
    tab.page.reload()
    picture(tab).wait_for()
    tab.settle()
    assert count(tab) == "4 / 5" and "HHTTH" in described(tab)


def test_folds_open_and_stay_while_the_observation_changes(tab):
    opened(tab)
    for words in ("the next-segment map", "Size of the lifting", "How much of a large lifting"):
        tab.page.get_by_text(words).click()
        tab.page.wait_for_timeout(200)
        tab.settle()
    tab.page.locator(".js-plotly-plot").wait_for()
    assert tab.page.get_by_text("exponentially").count() == 1
    tab.type_observation("HHT")
    assert tab.page.locator(".js-plotly-plot").count() == 1


def test_a_counter_example_leads_to_the_projection_page(tab):
    opened(tab)
    tab.page.get_by_test_id("stPopoverButton").first.click()
    tab.page.get_by_role("button", name="Fillers without end").click()
    tab.settle()
    tab.page.get_by_text("No lifting here").wait_for()
    tab.page.get_by_role("link", name="Bound it").click()
    tab.page.wait_for_url("**/projection?**")
    tab.settle()


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
    tab.shot(f"lifting-page-{name}")
    place = tab.page.locator(".figure .canvas").first.bounding_box()
    assert place is not None and place["width"] <= size["width"]
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if size is PHONE:
        bar = tab.page.locator(".figure .bar").first.bounding_box()
        assert (
            place["y"] <= 110 and bar is not None and bar["y"] + bar["height"] == pytest.approx(size["height"], abs=2)
        )
        below = tab.page.get_by_text("Notice:").first.bounding_box()
        assert below is not None and place["y"] + place["height"] < below["y"] < bar["y"]


def test_a_leaf_opens_as_a_sheet_on_a_phone(tabs):
    tab = opened(tabs(PHONE))
    tab.page.locator(f"[data-only='4'] {LEAVES}").nth(2).tap()
    sheet = tab.page.locator(".panel.open")
    sheet.wait_for()
    assert "HH~tt" in sheet.inner_text()
    tab.page.get_by_role("button", name="close").tap()
    assert tab.page.locator(".panel.open").count() == 0
