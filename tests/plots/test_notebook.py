"""What ends a cell of a notebook shows itself: the app's drawing, or a table with the value's own numbers, as well-formed HTML."""

import re
from xml.etree import ElementTree

import pytest

import lift_core as lc
from lift_core.plots.notebook import MOST_ARCS
from lift_core.plots.numerals import percent

COIN = lc.gallery.scenario("switching-coin").projected()


def shown(value) -> str:
    """The value's HTML, once it parses."""
    html = value._repr_html_()
    ElementTree.fromstring(html)
    assert not re.search(r"<script|https?://(?!www\.w3\.org/2000/svg)", html)
    return html


@pytest.mark.parametrize("x", ["", "H", "HHTT", "HHTT" * 6])
def test_a_tree_shows_the_drawing_of_the_app(x):
    tree = lc.lifting_tree(COIN, x, limit=20)
    assert shown(tree) == shown(lc.tree_drawing(tree))


@pytest.mark.parametrize("name", lc.gallery.names())
def test_a_projection_shows_its_arcs_and_its_diagnosis(name):
    projection = lc.gallery.build(name)
    html = shown(projection)
    assert 1 < html.count("<tr>") <= MOST_ARCS + 1
    for message in lc.diagnose(projection, 500).messages:
        assert str(message) in "".join(ElementTree.fromstring(html).itertext())


def test_more_arcs_than_the_table_holds_are_counted():
    keys = lc.parse_rules("for a in a..z: for b in a..z: q --{a}>{b}--> q : {b}")
    assert f"and {676 - MOST_ARCS} more arcs" in shown(keys)


def test_a_broken_projection_says_that_it_cannot_be_used():
    assert "cannot be used" in shown(lc.gallery.build("unbounded-erasure"))
    assert "cannot be used" in shown(lc.diagnose(lc.gallery.build("unbounded-erasure")))


def test_a_triangle_shows_its_marginals():
    triangle = COIN.marginals("HHTT", "state:B", arithmetic="exact")
    cells = [cell.text or "" for cell in ElementTree.fromstring(shown(triangle)).iter("td")]
    assert cells[:5] == ["1 H", *(percent(float(triangle.at(1, t))) for t in range(1, 5))]
    assert cells[15:] == ["4 T", "", "", "", percent(float(triangle.at(4, 4)))]


@pytest.mark.parametrize("x", ["", "H", "HHTT", "HHTT" * 6])
def test_the_drift_is_drawn(x):
    drawing = lc.drift_drawing(COIN, x, "state:B", "coin B")
    shown(drawing)
    assert drawing.frames == len(x) + 1
    assert not x or drawing.table[-1][:2] == (len(x), len(x))


def test_markup_in_names_is_text():
    machine = lc.Transducer(["<b>"], ["&"], "<q>", [("<q>", "<b>", "<q>", ["&"])], name="<i>")
    assert "<i>" in "".join(ElementTree.fromstring(shown(machine)).itertext())
