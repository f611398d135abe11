"""Everything by keyboard: the tree, the cells and the dots, the way from strip to picture to controls, lessons, the lecture mode."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Tab
from tests.browser.test_lifting import count, opened

FOCUS = "let at = document.activeElement; while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;"
# Where the keyboard is, through shadow roots: its role and its name.
HERE = f"""() => {{ {FOCUS}
const name = at?.getAttribute('aria-label') || at?.innerText || '';
return at ? `${{at.getAttribute('role') || at.localName}}: ${{name}}`.slice(0, 60) : ''; }}"""
# Whether that shows: an outline or a shadow of the part or of what frames it, a thick line in a picture, the ring of a slider's thumb.
RING = f"""() => {{ {FOCUS}
const ring = (part) => {{ const style = getComputedStyle(part);
  return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'; }};
for (let part = at, up = 0; part && up < 4; part = part.parentElement, up++) if (ring(part)) return true;
return at.matches('input[type=range]:focus-visible') || getComputedStyle(at).strokeWidth === '3px'; }}"""


def here(tab: Tab) -> str:
    return tab.page.evaluate(HERE)


def press(tab: Tab, *keys: str) -> str:
    for key in keys:
        tab.page.keyboard.press(key)
    return here(tab)


def into_the_tree(tab: Tab) -> Tab:
    opened(tab)
    tab.page.locator("[role=treeitem][tabindex='0']").focus()
    return tab


def test_the_tree_walks_by_arrows(tab):
    into_the_tree(tab)
    assert here(tab).startswith("treeitem: ε")
    assert press(tab, "ArrowRight").startswith("treeitem: H,")
    assert press(tab, "ArrowDown").startswith("treeitem: ~h,")
    assert press(tab, "ArrowRight", "ArrowRight").startswith("treeitem: ~hht,") or "~hh" in here(tab)
    assert press(tab, "ArrowLeft", "ArrowLeft", "ArrowLeft").startswith("treeitem: ε")
    assert tab.page.locator(".e path.lit").count() == 0
    press(tab, "ArrowRight", "End")
    assert tab.page.locator(".e path.lit").count() == 1  # what the keyboard is on is lit as under a pointer


def test_enter_chooses_and_f_freezes(tab):
    into_the_tree(tab)
    press(tab, "ArrowRight", "ArrowRight")
    name = press(tab, "Enter").removeprefix("treeitem: ").partition(",")[0]
    expect(tab.page.locator("[role=treeitem][aria-selected=true]")).to_have_count(1)
    expect(tab.page.locator(".panel h3")).to_have_text(name)
    press(tab, "f")
    expect(tab.page.locator("svg.lift.freezing")).to_have_count(1)
    assert tab.page.locator(".n .kept").count() > 2
    press(tab, "f", "Escape")
    expect(tab.page.locator("svg.lift.freezing")).to_have_count(0)
    expect(tab.page.locator("[role=treeitem][aria-selected=true]")).to_have_count(0)


def test_what_is_chosen_is_in_the_address_and_lit_among_the_terms(tab):
    """The tree's choice and the row of its term are the same string, whichever page it was chosen on."""
    into_the_tree(tab)
    press(tab, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    name = here(tab).removeprefix("treeitem: ").partition(",")[0]
    tab.until(lambda: "chosen" in tab.parameters()).settle()
    tab.page.get_by_role("link", name="Likelihood", exact=True).click()
    tab.page.wait_for_url("**/likelihood?**")
    tab.settle()
    row = tab.page.locator(".row.chosen")
    expect(row).to_have_count(1)
    assert name in (row.text_content() or "")


def test_arrows_step_where_nothing_else_has_the_keyboard(tab):
    opened(tab)
    press(tab, "ArrowLeft", "ArrowLeft")
    assert count(tab) == "2 / 4"
    press(tab, "ArrowRight")
    assert count(tab) == "3 / 4"
    tab.page.get_by_role("textbox", name="What is observed").focus()
    press(tab, "ArrowLeft")
    assert count(tab) == "3 / 4"  # the text box keeps its own


def test_keys_type_symbols_in_the_bar(tab):
    opened(tab)
    tab.page.get_by_role("button", name="see T").focus()
    press(tab, "h")
    expect(tab.page.get_by_role("textbox", name="What is observed")).to_have_value("HHTTH")
    press(tab, "Backspace")
    expect(tab.page.get_by_role("textbox", name="What is observed")).to_have_value("HHTT")


def test_tab_reaches_strip_picture_and_controls_in_that_order_and_shows_where_it_is(tab):
    opened(tab)
    tab.page.get_by_role("link", name="Lessons").focus()
    met, rings = [], []
    for _ in range(45):
        met.append(press(tab, "Tab"))
        rings.append(tab.page.evaluate(RING))
        if "next-segment map" in met[-1]:
            break
    order = [
        "What is observed",
        "see H",
        "step: symbols seen",
        "hide exact numbers",
        "treeitem: ε",
        "lay out by symbol",
        "save as SVG",
        "next-segment map",
    ]
    places = [next((k for k, name in enumerate(met) if re.search(words, name)), -1) for words in order]
    assert -1 not in places and places == sorted(places), dict(zip(order, places, strict=True)) | {"met": met}
    unseen = [name for name, ring in zip(met, rings, strict=True) if not ring]
    assert not [name for name in unseen if not name.startswith("main:")], (
        unseen
    )  # the page itself, which scrolls, is no control


def test_the_cells_of_the_triangle(tab):
    tab.open("drift")
    tab.page.locator(".cells > .cell[tabindex='0']").focus()
    assert press(tab, "ArrowRight").startswith("option: after 2 flips, coin B at flip 1")
    assert press(tab, "ArrowDown").startswith("option: after 2 flips, coin B at flip 2")
    press(tab, "Enter")
    expect(tab.page.locator(".cell.chosen")).to_have_count(1)
    press(tab, "Escape")
    expect(tab.page.locator(".cell.chosen")).to_have_count(0)


def test_the_dots(tab):
    tab.open("samplers")
    tab.page.locator("[data-walk][tabindex='0']").first.focus()
    first = here(tab)
    assert press(tab, "ArrowRight") != first and "seed" in here(tab)
    below = press(tab, "ArrowDown")
    assert below.partition(",")[0] != first.partition(",")[0]
    expect(tab.page.locator(".tip.shown")).to_contain_text("effective sample size")


def test_a_lesson_steps_by_arrows(tab):
    tab.open("lessons")
    tab.page.get_by_role("button", name="Play").first.press("Enter")
    tab.until(lambda: tab.parameters().get("at") == "1").settle()
    tab.page.locator("body").press("ArrowRight")
    tab.until(lambda: tab.parameters().get("at") == "2").settle()
    tab.page.locator("body").press("ArrowLeft")
    tab.until(lambda: tab.parameters().get("at") == "1").settle()


def test_while_a_lesson_is_played_the_arrows_turn_its_steps_and_no_step_of_a_figure(tab):
    tab.open("lessons")
    tab.page.locator(".st-key-play-from-filter-to-smoother button").click()
    tab.until(lambda: tab.parameters().get("at") == "1").settle()
    for number in ("2", "3", "4"):
        tab.page.locator("body").press("ArrowRight")
        tab.until(lambda number=number: tab.parameters().get("at") == number).settle()
        tab.page.wait_for_timeout(400)
        if number != "2":  # a game, which begins at the first symbol
            assert tab.page.locator(".figure .count:visible").first.inner_text().startswith("4 / 4"), number


def test_escape_leaves_the_lecture(tab):
    tab.open("lifting")
    strip = tab.page.locator(".st-key-strip")
    address = tab.page.url
    tab.page.goto(f"{address}&mode=lecture")
    tab.page.locator(".host[data-mode=lecture]").wait_for()
    tab.settle()
    expect(strip).to_have_count(0)
    tab.page.keyboard.press("Escape")
    strip.wait_for()
    tab.until(lambda: "mode" not in tab.parameters())
