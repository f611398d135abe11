"""Lecture and embed modes, words that explain themselves, lessons, undo by keys, back and forward."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_lifting import count, picture

DIAGRAM = "[data-testid=stGraphVizChart] svg"
PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers")


def textbox(tab: Tab):
    return tab.page.get_by_role("textbox", name="What is observed")


# Lecture and embed ----------------------------------------------------------------------------------------------------


def test_a_lecture_shows_the_picture_and_its_sentence_large(tab):
    tab.open("lifting")
    ordinary = tab.page.locator(".panel").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    tab.page.locator(".st-key-strip-menu button").click()
    tab.page.get_by_text("Lecture mode").click()
    tab.page.locator(".host[data-mode=lecture]").wait_for()
    tab.settle()
    page = tab.page
    assert page.locator(".panel").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 1.25 * ordinary
    for gone in (
        "header[data-testid=stHeader]",
        ".st-key-strip",
        "[aria-label='save as SVG']",
        "[data-testid=stExpander]",
    ):
        assert page.locator(f"{gone}:visible").count() == 0, gone
    box = picture(tab).bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 900
    page.keyboard.press("ArrowLeft")
    assert count(tab) == "3 / 4"
    page.get_by_role("button", name="×").click()
    page.locator(".st-key-strip").wait_for()


@pytest.mark.parametrize("path", PAGES)
def test_an_embedded_page_is_its_figure_alone(tab, path):
    tab.page.goto(f"{tab.address}/{path}?embed=true")
    tab.page.locator(f"svg.lift, {DIAGRAM}").first.wait_for()
    tab.settle()
    for gone in ("header[data-testid=stHeader]", ".st-key-strip", ".bar", ".tools", "[data-testid=stExpander]"):
        assert tab.page.locator(f"{gone}:visible").count() == 0, gone
    expect(tab.page.locator(DIAGRAM if path == "projection" else "svg.lift").first).to_be_visible()
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_an_embedded_page_without_a_figure_says_so(tab):
    tab.page.goto(f"{tab.address}/lessons?embed=true")
    expect(tab.page.get_by_text("no figure of its own")).to_be_visible()
    expect(tab.page.locator("button:visible")).to_have_count(0)


# The boxes of all that can be pressed or turned and is in sight.
PRESSED = """() => [document, ...[...document.querySelectorAll('*')].map(e => e.shadowRoot).filter(Boolean)]
  .flatMap(root => [...root.querySelectorAll('button, input, [role=slider]')])
  .filter(e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0)
  .map(e => { const r = e.getBoundingClientRect(); return [e.ariaLabel || e.innerText, r.left, r.top, r.right, r.bottom]; })"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("path", PAGES)
def test_a_lecture_has_no_chrome_and_its_way_out_covers_nothing(tabs, path, size):
    tab = tabs(size)
    tab.page.goto(f"{tab.address}/{path}?mode=lecture")
    tab.page.locator(f"svg.lift, {DIAGRAM}").first.wait_for()
    tab.settle()
    for gone in (".stButtonGroup", ".stSelectbox", ".stTextInput", ".stNumberInput", ".stDataFrame", ".stSlider"):
        assert tab.page.locator(f"{gone}:visible").count() == 0, gone
    leave = tab.page.get_by_role("button", name="×")

    def clear() -> bool:
        tab.page.get_by_test_id("stMain").evaluate("e => e.scrollTo(0, e.scrollHeight)")
        boxes = tab.page.evaluate(PRESSED)
        _, left, top, right, bottom = next(box for box in boxes if box[0].startswith("×"))
        others = [box for box in boxes if not box[0].startswith("×")]
        return bool(others) and all(
            x >= right or end <= left or y >= bottom or foot <= top for _, x, y, end, foot in others
        )

    tab.until(clear)
    leave.click()
    tab.page.locator(".st-key-strip").wait_for()


# Words ----------------------------------------------------------------------------------------------------------------

TIP = "e => getComputedStyle(e, '::after').content"


def test_a_word_explains_itself_on_hover_and_by_keyboard(tab):
    tab.open("likelihood")
    word = tab.page.locator("dfn.term").first
    assert word.evaluate(TIP) == "none"
    word.hover()
    said = word.evaluate(TIP).strip('"')
    assert len(said) > 20 and said == word.get_attribute("aria-description")
    tab.page.mouse.move(5, 5)
    assert word.evaluate(TIP) == "none"
    word.focus()
    assert word.evaluate(TIP).strip('"') == said


def test_a_word_explains_itself_on_tap(tabs):
    tab = tabs(PHONE).open("likelihood")
    word = tab.page.locator("dfn.term").first
    word.tap()
    assert word.evaluate(TIP).strip('"') == word.get_attribute("aria-description")
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


# Lessons --------------------------------------------------------------------------------------------------------------


def test_next_and_previous(tab):
    tab.open("lessons").page.get_by_role("button", name="Play").nth(1).click()
    for number, button in ((1, "Next ›"), (2, "Next ›"), (3, "‹"), (2, "End")):
        tab.until(lambda number=number: tab.parameters().get("at") == str(number)).settle()
        expect(tab.page.get_by_text(re.compile(rf"^{number} / \d+")).first).to_be_visible()
        tab.page.get_by_role("button", name=button).click()
    tab.until(lambda: "lesson" not in tab.parameters())


def test_an_answer_is_hidden_until_it_is_asked_for(tab):
    tab.open("lessons").page.get_by_role("button", name="Play").first.click()
    question = tab.page.locator("[data-testid=stExpander]", has_text="think first")
    for _ in range(10):
        tab.settle()
        if question.count():
            break
        tab.page.get_by_role("button", name="Next ›").click()
    answer = question.locator("[data-testid=stExpanderDetails]")
    assert not answer.is_visible()
    question.locator("summary").click()
    expect(answer).to_be_visible()


OWN = """format: lift-lesson/1
title: Mine
summary: One step.
steps:
  - page: lifting
    scenario: switching-coin
    observation: HHT
    caption: A fluke or a swap?
"""


def test_a_lesson_of_ones_own_is_opened_from_a_file_and_a_bad_one_says_why(tab):
    tab.open("lessons")
    upload = tab.page.locator(".st-key-lesson-file input[type=file]")
    upload.set_input_files({"name": "bad.yaml", "mimeType": "application/yaml", "buffer": b"format: lift-lesson/9"})
    expect(tab.page.get_by_text("bad.yaml cannot be played")).to_be_visible()
    tab.page.reload()
    upload.set_input_files({"name": "mine.yaml", "mimeType": "application/yaml", "buffer": OWN.encode()})
    tab.page.get_by_test_id("stMain").get_by_text("Mine").wait_for()
    tab.page.locator(".st-key-play-own button").click()
    expect(tab.page.get_by_text("A fluke or a swap?")).to_be_visible()
    expect(textbox(tab)).to_have_value("HHT")


def test_a_view_is_added_to_a_lesson_and_saved(tab, tmp_path):
    tab.open("lifting", step="2")
    tab.page.locator(".st-key-strip-menu button").click()
    tab.page.get_by_role("button", name="Add this view to my lesson").click()
    expect(tab.page.get_by_text("Added: 1 step on")).to_be_visible()
    tab.page.keyboard.press("Escape")
    tab.page.get_by_role("link", name="Lessons", exact=True).click()
    tab.page.get_by_text("Your own lesson: 1 step").click()
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Save lesson (YAML)").click()
    text = download.value.path().read_text()
    assert "page: lifting" in text and "step: '2'" in text
    tab.page.locator(".st-key-lesson-try button").click()  # played before anyone has opened the file
    expect(tab.page.locator(".st-key-lesson")).to_contain_text("1 / 1")
    tab.until(lambda: tab.parameters().get("step") == "2" and "/lifting" in tab.page.url)


# Undo and history -----------------------------------------------------------------------------------------------------


def test_undo_and_redo_by_keys(tab):
    tab.open("lifting").type_observation("HHT")
    tab.page.locator(".figure .canvas").click(position={"x": 5, "y": 5})
    tab.page.keyboard.press("Control+z")
    expect(textbox(tab)).to_have_value("HHTT")
    tab.page.keyboard.press("Control+Shift+z")
    expect(textbox(tab)).to_have_value("HHT")


def test_back_forward_and_reload_restore_the_view(tab):
    tab.open("lifting", step="2", chosen='["H","H"]', hide="1")
    tab.page.get_by_role("link", name="Samplers", exact=True).click()
    tab.page.wait_for_url("**/samplers?**")
    tab.settle().page.go_back()
    tab.page.wait_for_url("**/lifting?**")
    for again in (False, True):
        if again:
            tab.page.reload()
        picture(tab).wait_for()
        tab.settle()
        assert count(tab) == "2 / 4"
        expect(tab.page.locator("[role=treeitem][aria-selected=true]")).to_have_attribute(
            "aria-label", re.compile("^HH,")
        )
        expect(tab.page.get_by_role("switch", name="Hide exact")).to_be_checked()
    tab.page.go_forward()
    tab.page.wait_for_url("**/samplers*")
