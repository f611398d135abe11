"""The Projection page in a real browser: edit arcs in the table, hover and click arcs, load a counter-example, type nonsense."""

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Tab

HEAD, ROW, GUTTER = 35, 35, 60  # pixels: the table's head, a row, and a place inside its first column


def open_projection(tab: Tab, **query: str) -> Tab:
    tab.open("projection", **query)
    tab.page.locator("g.edge").first.wait_for()
    tab.page.wait_for_timeout(600)
    return tab


def put_cursor(tab: Tab, row: int, column: int) -> None:
    """The table's cursor into a cell: a click into the first row, then the arrow keys."""
    canvas = tab.page.locator(".st-key-arcs canvas").first
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    tab.page.mouse.click(box["x"] + GUTTER, box["y"] + HEAD + ROW / 2)
    tab.page.wait_for_timeout(400)
    for key, times in (("ArrowDown", row), ("ArrowRight", column)):
        for _ in range(times):
            tab.page.keyboard.press(key)
            tab.page.wait_for_timeout(40)
    tab.page.wait_for_timeout(200)


def edit_arc(tab: Tab, row: int, column: int, text: str) -> None:
    """Type into a cell. The waits are needed: edits without them get lost."""
    put_cursor(tab, row, column)
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(300)
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.type(text)
    tab.page.wait_for_timeout(120)
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(300)
    tab.settle()
    tab.page.wait_for_timeout(500)


def findings(tab: Tab, colour: str) -> str:
    return " ".join(tab.page.locator(f"[class*='st-key-finding-{colour}']").all_inner_texts())


def labels(tab: Tab) -> str:
    """What stands on the arrows of the diagram."""
    return " ".join(tab.page.locator("g.edge text").all_text_contents())


def pointed(tab: Tab) -> str:
    return tab.page.locator(".arc-line").inner_text()


def test_an_arc_edited_in_the_table_changes_diagnosis_and_figure(tab):
    open_projection(tab)
    before, link = labels(tab), tab.parameters()["s"]
    assert not findings(tab, "red") and not findings(tab, "grey")
    edit_arc(tab, 1, 3, "TT")
    assert labels(tab) != before and tab.parameters()["s"] != link
    assert "No identity sampler" in findings(tab, "grey")
    edit_arc(tab, 2, 2, "A")
    assert "writes nothing" in findings(tab, "red")
    tab.page.get_by_role("button", name="Bound it").click()
    tab.settle()
    tab.page.wait_for_timeout(500)
    assert not findings(tab, "red")
    tab.shot("projection-bounded")
    tab.page.reload()
    tab.page.locator("g.edge").first.wait_for()
    assert "A+1" in " ".join(tab.page.locator("g.node text").all_text_contents())


def test_every_edit_counts_and_undo_brings_the_table_back(tab):
    """Several edits in a row: a table that is fed its own output loses every second one."""
    open_projection(tab)
    for row, text in enumerate(["T", "H", "HH", "HT"]):
        edit_arc(tab, row, 3, text)
    assert sorted(labels(tab).split()) != []
    for _ in range(4):
        tab.page.locator(".st-key-projection-undo button").click()
        tab.settle()
        tab.page.wait_for_timeout(400)
    assert tab.page.locator(".st-key-projection-undo button").is_disabled()
    edit_arc(tab, 1, 3, "X")
    assert "X" in labels(tab) and "HT" not in labels(tab)


def test_a_broken_row_is_marked_and_the_last_valid_machine_dimmed(tab):
    open_projection(tab)
    before = tab.parameters()["s"]
    edit_arc(tab, 2, 2, "nowhere")
    message = tab.page.get_by_test_id("stAlert").inner_text()
    assert message.startswith("Row 3.") and "nowhere" in message
    assert tab.page.locator(".bad-row").count() == 1 and tab.parameters()["s"] == before
    assert tab.page.locator(".st-key-diagram .stGraphVizChart").evaluate("e => getComputedStyle(e).opacity") == "0.6"
    assert tab.page.get_by_text("showing the last valid machine").count() == 1
    tab.shot("projection-broken")
    edit_arc(tab, 2, 2, "B!")
    assert tab.page.get_by_test_id("stAlert").count() == 0 and tab.page.locator(".bad-row").count() == 0


def test_nonsense_is_taken_or_refused_calmly(tab):
    open_projection(tab)
    for row, text in enumerate(["<script>alert(1)</script>", "🪙思", "'\"\\{}", "a" * 300, "ε"]):
        edit_arc(tab, row, (3, 1, 2, 0, 1)[row], text)
        assert tab.page.get_by_test_id("stException").count() == 0
    assert "went wrong" not in tab.page.locator("body").inner_text()


def test_hover_reads_an_arc_without_the_server(tab):
    open_projection(tab)
    line = tab.page.locator("#lift-arrow-3 text").first.bounding_box()
    assert line is not None
    place = (line["x"] + 4, line["y"] + 5)
    tab.cut()
    tab.page.mouse.move(*place)
    tab.page.wait_for_timeout(250)
    assert pointed(tab) == "Row 6: in B, h stays in B and writes H"
    assert tab.page.locator(".arc-row").count() == 1 and tab.page.locator("g.edge.lit").count() == 1


def test_a_click_and_a_key_move_the_tape(tab):
    open_projection(tab)
    tab.page.locator("#lift-arrow-3 text").first.click()
    tab.settle()
    tab.page.wait_for_timeout(400)
    assert tab.parameters()["tape"] == "H H ~ t t h"
    tab.page.locator(".st-key-key-4 button").click()
    tab.settle()
    assert tab.parameters()["tape"] == "H H ~ t t h ~"


def test_the_row_with_the_cursor_lights_its_arc(tab):
    open_projection(tab)
    put_cursor(tab, 2, 0)
    tab.page.wait_for_timeout(500)
    assert pointed(tab) == "Row 3: in A, ~ goes to B! and writes nothing"
    assert tab.page.locator("g.edge.lit").get_attribute("id") == "lift-arrow-1"


def test_a_counter_example_loads_with_its_witness(tab):
    open_projection(tab)
    tab.page.get_by_role("combobox", name="Preset").click()
    tab.page.get_by_role("option", name="Thoughts without end").click()
    tab.settle()
    tab.page.wait_for_timeout(600)
    assert "writes nothing" in findings(tab, "red")
    assert tab.page.locator("g.node ellipse[rx]").count() == 3
    tab.shot("projection-counter-example")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", ["switching-coin", "codons", "unbounded-backspace"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_it_fits_and_looks_as_it_should(tabs, size, name, dark):
    from lift_core import gallery
    from lift_core.scenarios.link import write_code

    tab = open_projection(tabs(size, dark), s=write_code(gallery.scenario(name).dump()))
    tab.page.wait_for_timeout(500)
    tab.shot(f"projection-{name}-{size['width']}{'-dark' if dark else ''}")
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    top = tab.page.locator("svg.lift").first.bounding_box()
    assert top is not None and top["y"] < 130
    if size == PHONE:
        assert top["y"] < 110 and not tab.page.locator(".st-key-arcs canvas").count()
