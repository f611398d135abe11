"""Predict, then reveal, in a real browser: tapping and revealing without the server, by keyboard, and nothing stale after a change."""

import pytest
from playwright.sync_api import expect

import lift_core as lc
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_accessibility import faults

COIN = lc.gallery.build("switching-coin")
CHIP = ".guess .chip"


def asked(tab: Tab, **query: str) -> Tab:
    """Lifting with the picture covered and strings dealt."""
    tab.open("lifting", **query)
    tab.page.locator(".figure svg.lift").first.wait_for()
    if "predict" not in query:
        tab.page.get_by_role("button", name="predict which strings").click()
    tab.page.locator(CHIP).first.wait_for()
    return tab.settle()


def dealt(tab: Tab) -> list[str]:
    return [text.removeprefix("…") for text in tab.page.locator(CHIP).all_inner_texts()]


def reveal(tab: Tab) -> None:
    tab.page.get_by_role("button", name="reveal which are").click()


def marks(tab: Tab, kind: str) -> list[str]:
    return tab.page.locator(f".guess > .marks > .{kind} b.m").all_inner_texts()


def test_every_tap_is_judged_without_the_server(tab):
    asked(tab)
    assert (
        not tab.page.locator(".figure svg .e text").first.is_visible() and not tab.page.locator(".q").last.is_visible()
    )
    assert tab.page.get_by_text("alone holds").count() == 0  # nor does the page tell
    strings, lifting = dealt(tab), {"".join(z) for z in lc.lifting(COIN, "HHTT")}
    inside = [z for z in strings if z in lifting]
    outside = [z for z in strings if z not in lifting]
    assert 5 <= len(inside) <= 8 and len(outside) == 8
    tab.cut()
    chips = tab.page.locator(CHIP)
    for string in (*inside[1:], *outside[:5], outside[5], outside[5]):  # one of the lifting is missed, one tapped twice
        chips.nth(strings.index(string)).click()
    assert tab.page.locator(f"{CHIP}[aria-pressed=true]").count() == len(inside) + 4
    reveal(tab)
    assert tab.page.locator(".guess h3").inner_text() == f"{len(inside) - 1} right, 5 wrong, 1 missed"
    assert set(marks(tab, "right")) == set(inside[1:]) and marks(tab, "missed") == inside[:1]
    assert set(marks(tab, "wrong")) == set(outside[:5])
    for row in tab.page.locator(".guess > .marks > .wrong").all():
        latent, told = row.locator("b.m").inner_text(), row.locator(".verdict").inner_text()
        assert told == f"wrong: {lc.judge(COIN, 'HHTT', latent).kind}" and row.locator(".mark").inner_text() == "✗"
        assert row.locator(".reason").inner_text().endswith(".")
    assert f"{16 - len(inside)} of them are not among these" in tab.page.locator(".guess").inner_text()
    assert tab.page.locator(".q").last.is_visible()
    tab.page.locator(".guess .right").first.hover()
    assert tab.page.locator(".e path.lit").count() == 4  # its path in the tree


def test_by_keyboard_and_again(tab):
    asked(tab)
    first, page = dealt(tab), tab.page
    page.locator(CHIP).first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator(f"{CHIP}[aria-pressed=true]").count() == 2
    page.keyboard.press("ArrowLeft")  # moves no step from under the hand
    assert page.locator(".scrubber .count").inner_text() == "4 / 4"
    page.get_by_role("button", name="reveal which are").press("Enter")
    expect(page.locator(".guess h3")).to_be_focused()
    tab.settle()
    page.get_by_text("alone holds").first.wait_for()
    page.get_by_role("button", name="other strings to guess from").press("Enter")
    page.locator(CHIP).first.wait_for()
    assert dealt(tab) != first and page.locator(f"{CHIP}[aria-pressed=true]").count() == 0
    tab.settle()
    assert tab.parameters()["predict"] == "2"
    page.reload()
    page.locator(CHIP).first.wait_for()
    page.get_by_role("button", name="predict which strings").click()
    assert page.locator(".guess").is_hidden() and page.locator(".q").last.is_visible()
    tab.settle()
    assert "predict" not in tab.parameters()


def test_another_step_deals_anew_and_ends_what_is_revealed(tab):
    asked(tab)
    tab.page.locator(CHIP).first.click()
    tab.cut()  # the strings of the steps near by are there already
    tab.page.get_by_role("button", name="one step back").click()
    assert "HHT?" in tab.page.locator(".guess h3").inner_text()
    assert tab.page.locator(f"{CHIP}[aria-pressed=true]").count() == 0
    lifting = {"".join(z) for z in lc.lifting(COIN, "HHT")}
    strings = dealt(tab)
    assert lifting <= set(strings) and len(strings) > len(lifting)
    for string in lifting:
        tab.page.locator(CHIP).nth(strings.index(string)).click()
    reveal(tab)
    assert tab.page.locator(".guess h3").inner_text() == "8 right, 0 wrong, 0 missed"
    assert "all are among these" in tab.page.locator(".guess").inner_text()
    tab.page.get_by_role("button", name="one step back").click()
    assert tab.page.locator(".guess").is_hidden() and tab.page.locator("[data-only='2'] .q").first.is_visible()


def test_another_observation_deals_anew_and_ends_what_is_revealed(tab):
    asked(tab)
    tab.page.locator(CHIP).first.click()
    tab.type_observation("HT")
    expect(tab.page.locator(".guess h3")).to_contain_text("HT?")
    assert tab.page.locator(f"{CHIP}[aria-pressed=true]").count() == 0
    assert {"".join(z) for z in lc.lifting(COIN, "HT")} <= set(dealt(tab))
    reveal(tab)
    tab.settle()
    assert tab.page.locator(".guess h3").inner_text() == "0 right, 0 wrong, 4 missed"
    tab.type_observation("HTT")
    expect(tab.page.locator(".guess")).to_be_hidden()
    assert tab.page.locator(".q").last.is_visible()


def test_a_string_of_ones_own_is_tapped_and_judged(tab):
    asked(tab)
    box = tab.page.get_by_role("textbox", name="Or type one")
    box.fill("HH~tx")
    box.press("Enter")
    tab.page.get_by_text("must be one of").or_(tab.page.get_by_text("not one of")).first.wait_for()
    assert box.input_value() == "HH~tx"
    tapped = tab.page.locator(CHIP).first
    tapped.click()
    box.fill("H H ~ t t t t t")
    box.press("Enter")
    tab.page.locator(CHIP, has_text="HH~ttttt").wait_for()
    assert tab.page.locator(f"{CHIP}[aria-pressed=true]").count() == 2  # what was tapped before stays
    reveal(tab)
    assert "wrong: too long" in tab.page.locator(".guess .wrong", has_text="HH~ttttt").inner_text()


def test_an_empty_lifting_is_right_when_nothing_is_tapped(tab):
    asked(tab)
    tab.page.get_by_test_id("stPopoverButton").first.click()
    tab.page.get_by_role("button", name="Autocorrect").first.click()
    tab.settle()
    tab.type_observation("teh")
    if not tab.page.locator(CHIP).count():
        tab.page.get_by_role("button", name="predict which strings").click()
    expect(tab.page.locator(".guess h3")).to_contain_text("teh?")
    tab.page.locator(CHIP).first.wait_for()
    reveal(tab)
    assert tab.page.locator(".guess h3").inner_text() == "Right: none of these is in the lifting"
    assert "no latent string shows teh" in tab.page.locator(".guess").inner_text()


def test_in_a_lecture(tab):
    tab.page.goto(f"{tab.address}/lifting?mode=lecture")
    tab.page.get_by_role("button", name="predict which strings").click()
    tab.page.locator(CHIP).first.click()
    reveal(tab)
    assert " right" in tab.page.locator(".guess h3").inner_text()


@pytest.mark.parametrize(("name", "size", "dark"), [("desktop-dark", DESKTOP, True), ("phone", PHONE, False)])
def test_it_fits_and_can_be_used(tabs, name, size, dark):
    tab = asked(tabs(size, dark))
    wide = "() => document.documentElement.scrollWidth <= innerWidth"
    assert tab.page.evaluate(wide) and not faults(tab)
    tab.shot(f"predict-{name}")
    if size is PHONE:
        bar = tab.page.locator(".figure .bar").first.bounding_box()
        end = tab.page.get_by_role("button", name="reveal which are").bounding_box()
        assert bar is not None and end is not None and end["y"] + end["height"] < bar["y"]
        assert all(chip.bounding_box()["height"] >= 44 for chip in tab.page.locator(CHIP).all())
    tab.page.locator(CHIP).first.click()
    reveal(tab)
    assert tab.page.evaluate(wide) and not faults(tab)
    tab.shot(f"predict-{name}-revealed")


def test_a_token_of_two_letters_is_not_written_like_two_tokens(tab):
    asked(tab, lesson="one-text-many-tokenisations", at="2", predict="1")
    strings = dealt(tab)
    assert {"t h", "th"} <= set(strings) and len(strings) == len(set(strings))


def test_in_a_lesson_what_is_revealed_is_said_to_be(tab):
    """The step before is on the same page: the figure's report that nothing is asked any more is news all the same."""
    tab.open("lessons")
    tab.page.locator(".st-key-play-what-is-a-lifting button").click()
    tab.until(lambda: tab.parameters().get("at") == "1").settle()
    for number in range(2, 8):
        tab.page.locator("body").press("ArrowRight")
        tab.until(lambda number=number: tab.parameters().get("at") == str(number)).settle()
    expect(tab.page.get_by_text("is covered. Tap the strings")).to_be_visible()
    tab.page.locator(CHIP).first.click()
    reveal(tab)
    tab.settle()
    expect(tab.page.get_by_text("is covered. Tap the strings")).to_have_count(0)
