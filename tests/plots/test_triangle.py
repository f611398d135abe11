"""The triangle: bars as long as their probabilities, the diagonal framed, the smoother last, the slopes and one reweighting."""

import itertools
import json
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest

import lift_core as lc
from lift_core.plots.drift_bars import decimal, round_top
from lift_core.plots.drift_curves import drift_curves
from lift_core.plots.random_models import drift_histogram
from lift_core.plots.room import Room, room_drawing
from lift_core.plots.triangle import DriftValues, spans, triangle_drawing
from lift_core.plots.triangle_cells import Words
from lift_core.plots.triangle_slopes import spread
from lift_core.projected.explanations import slopes_along
from lift_core.projected.flows import flows
from tests.plots.trees import NASTY

SVG = "{http://www.w3.org/2000/svg}"
COIN = Words("flip", "coin B")


def values(d: lc.Projected, x: str | tuple[str, ...], event: str = "state:B", metric: str = "tv") -> DriftValues:
    triangle = d.marginals(x, event)
    x = triangle.observation
    line = lc.drift_line(d, x, metric) if len(x) > 1 else lc.DriftLine((), ())
    return DriftValues(triangle, line.one_step, slopes_along(d, x, spans(1, len(x), len(x)), triangle.event, 5), metric)


@pytest.fixture(name="coin", scope="module")
def coin_projected() -> lc.Projected:
    return lc.gallery.scenario("switching-coin").projected()


def groups(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [group for group in root.iter(f"{SVG}g") if kind in group.get("class", "").split()]


def number(element: ElementTree.Element, kind: str, name: str) -> float:
    return next(
        float(rect.attrib[name]) for rect in element.iter(f"{SVG}rect") if kind in rect.get("class", "").split()
    )


def test_bars_are_probabilities_on_one_axis(coin):
    found = values(coin, "HHTT")
    drawing = triangle_drawing(found, words=COIN, symbols="HT")
    cells = groups(ElementTree.fromstring(drawing.svg), "cell")
    assert len(cells) == 10
    for cell in cells:
        d = drawing.details[int(cell.attrib["data-i"])]
        s, t = map(int, d["z"])
        share = number(cell, "fill", "width") / number(cell, "track", "width")
        assert share == pytest.approx(found.triangle.at(s, t), abs=0.012)
        assert int(cell.attrib["data-step"]) == t
        assert ("diagonal" in cell.attrib["class"].split()) == (s == t)


def test_the_numbers_of_the_coin(coin):
    drawing = triangle_drawing(values(coin, "HHTT"), words=COIN, symbols="HT")
    told = {tuple(d["z"]): (d["name"], d["tip"]) for d in drawing.details if "z" in d}
    assert told["3", "4"] == ("after 4 flips, coin B at flip 3", "83.6%, was 52.9%")
    assert told["3", "3"] == ("after 3 flips, coin B at flip 3", "52.9%, just seen")
    tips = [d["tip"] for d in drawing.details]
    assert "0.470 × 0.82 / 0.518 = 0.744" in tips and "by 0.308 in total variation" in tips
    assert re.findall(r">(0\.\d{3})</text>", drawing.svg)[:3] == ["0.009", "0.045", "0.308"]
    assert "0.009, 0.045, 0.308" in drawing.alt and "flip 3 52.9% when seen, 83.6% in the end" in drawing.alt
    after_heads = triangle_drawing(values(coin, "HHTH"), words=COIN, symbols="HT")
    assert any(d["tip"] == "19.8%, was 52.9%" for d in after_heads.details)


def test_every_cell_has_its_panel_and_one_shows(coin):
    drawing = triangle_drawing(values(coin, "HHTT"), words=COIN, symbols="HT")
    root = ElementTree.fromstring(drawing.svg)
    panels = [group for group in root.iter(f"{SVG}g") if "data-panel" in group.attrib]
    shown = [set(group.attrib["data-panel"].split()) for group in panels if "display" not in group.attrib]
    usual = root.attrib["data-panels"].split()
    assert len(usual) == drawing.frames == 5 and all(usual[-1] in entries for entries in shown) and len(shown) == 2
    assert drawing.details[int(usual[-1])]["z"] == ["3", "4"] and root.attrib["data-row"] == "3"
    cells = {str(i) for i, d in enumerate(drawing.details) if "z" in d}
    assert cells == {entry for group in panels for entry in group.attrib["data-panel"].split()}
    json.dumps(drawing.details)


def test_solid_lines_are_the_strings_with_the_event(coin):
    svg = triangle_drawing(values(coin, "HHTT"), words=COIN, symbols="HT").svg
    lines = re.findall(r'class="line([ h\d]*)"', svg)
    assert " h3" in lines and "" in lines  # HH~t holds coin B at flip 3, HHT does not
    assert '[data-row="3"] .h3{' in svg


@pytest.mark.parametrize("width", [1400, 760, 372])
@pytest.mark.parametrize("metric", ["tv", "kl", "chi2"])
def test_no_drift_and_few_symbols(coin, width, metric):
    half = lc.Markov("HTht~", 0, {(): {"H": 9, "T": 1, "h": 1, "t": 9, "~": 10}})
    still = lc.Projected(coin.projection, half)
    found = values(still, "HHTT", metric=metric)
    assert max(found.one_step) < 1e-12
    assert all(lc.drift(still, "HHTT"[:t], "HHTT"[t], arithmetic="exact") == 0 for t in (1, 2, 3))
    for x in ("HHTT", "HT", "H"):
        drawing = triangle_drawing(values(still, x, metric=metric), words=COIN, symbols="HT", width=width)
        ElementTree.fromstring(drawing.svg)
        assert "nan" not in drawing.svg


@pytest.mark.parametrize("width", [1400, 372])
def test_well_formed_whatever_the_tokens(width):
    symbols = tuple(token for token in NASTY if token != "\x00")
    hidden = tuple(f"{symbol}{n}" for symbol in symbols for n in "12")
    machine = lc.Transducer(hidden, symbols, "q", [("q", token, "q", (token[:-1],)) for token in hidden])
    d = lc.Projected(machine, lc.Markov(hidden, 0, {(): dict.fromkeys(hidden, 1)}))
    drawing = triangle_drawing(
        values(d, symbols[:4], f"contains:{hidden[0]}"), words=Words("<&>", '"…"'), symbols=symbols, width=width
    )
    ElementTree.fromstring(drawing.svg)


def test_a_window_of_a_long_observation(coin):
    d, x = coin, "HHTTHTHHTTTHHHT" * 2
    triangle = d.marginals(x, "state:B")
    found = DriftValues(
        triangle, lc.drift_line(d, x).one_step, slopes_along(d, x, spans(13, 24, 30), triangle.event, 5)
    )
    drawing = triangle_drawing(found, words=COIN, symbols="HT", first=13, last=24)
    cells = [tuple(map(int, d["z"])) for d in drawing.details if "z" in d]
    assert len(cells) == 78 and all(13 <= s <= t <= 24 for s, t in cells)
    assert drawing.frames == 31 and len(drawing.svg) < 260_000


def test_table_twin(coin):
    header, *rows = triangle_drawing(values(coin, "HHTT"), words=COIN).table
    assert header == ("flip", "symbols seen", "P(coin B)", "one-step drift (tv)") and len(rows) == 10
    assert next(row for row in rows if row[:2] == (3, 4))[2] == pytest.approx(0.836, abs=5e-4)


def test_labels_keep_apart_and_in_order():
    places = spread([10, 11, 12, 90, 300], 20, 0, 200)
    assert all(b - a >= 20 - 1e-9 for a, b in itertools.pairwise(places)) and places[-1] <= 200


def test_scales():
    assert [round_top(value, "tv") for value in (0.308, 0.9, 0.0)] == [0.5, 1.0, 1.0]
    assert [decimal(value) for value in (0.3084, 0.0, 1e-6)] == ["0.308", "0", "1·10⁻⁶"]


def test_the_room_before_and_after_a_glance():
    scenario = lc.gallery.scenario("cat")
    d, x, machine = scenario.projected(), scenario.observation, scenario.projection
    beliefs = [flows(d, x[:t]) for t in range(len(x) + 1)]
    places = {name: ("abcde".index(name[0]), int(name[1]) - 1) for name in machine.states}
    for width in (632, 372):
        drawing = room_drawing(x, beliefs, Room(places, machine.start, frozenset({"e1"})), words="right", width=width)
        root = ElementTree.fromstring(drawing.svg)
        assert drawing.frames == 11 and "seen at c1" in drawing.svg and "e1 100%" in drawing.alt
        frames = [group for group in root.iter(f"{SVG}g") if "data-only" in group.attrib]
        assert len(frames) == 11 and sum("display" not in group.attrib for group in frames) == 1
    assert len(drawing.svg) < 150_000


def test_charts():
    curves = drift_curves((0.1, 0.2), (0.3, 0.2), "TV")
    assert [trace.name.split(":")[0] for trace in curves.data] == ["one-step drift", "hindsight"]
    chart = drift_histogram([0.1, 0.2, 0.2], 4, 0.3, "TV")
    assert sum(chart.data[0].y) == 3 and chart.data[1].y == (4,) and "exactly 0" in chart.data[1].name
    assert math.isclose(chart.layout.shapes[0].x0, 0.3)
    assert sum(drift_histogram([0.0, 0.0], 0, None, "TV").data[0].y) == 2


def test_parts_have_the_same_details(coin):
    whole, triangle, slopes = (
        triangle_drawing(values(coin, "HHTT"), words=COIN, symbols="HT", width=372, height=330, part=part)
        for part in ("all", "triangle", "slopes")
    )
    assert whole.details == triangle.details == slopes.details
    count = [len(groups(ElementTree.fromstring(d.svg), kind)) for d in (triangle, slopes) for kind in ("cell", "slope")]
    cells, none, absent, lines = count
    assert cells == 10 and none == absent == 0 and lines > 0
    assert "HH~t from 47.0% to 74.4%" in slopes.alt and "coin B" in triangle.alt


def test_the_key_of_the_slopes_is_whole_on_a_phone(coin):
    drawing = triangle_drawing(values(coin, "HHTT"), words=COIN, symbols="HT", width=372, height=330, part="slopes")
    assert "solid: strings with coin B at flip 3; dashed: without" in drawing.svg
