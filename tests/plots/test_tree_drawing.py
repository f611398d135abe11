"""The lifting tree as a drawing: well-formed whatever the tokens, still under changed weights, its numbers those of the tree."""

import csv
import io
import json
import math
import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from fractions import Fraction

import pytest

from lift_core import gallery
from lift_core.model.files import load_model
from lift_core.plots import to_html, tree_drawing
from lift_core.plots.numerals import percent, written
from lift_core.projected.projected import Projected
from lift_core.projected.tree import LiftingTree, lifting_tree
from tests.plots.trees import NASTY, chain

SVG = "{http://www.w3.org/2000/svg}"


def coin(swap: Fraction = Fraction(1, 10), x: str = "HHTT", limit: int = 300) -> LiftingTree:
    bias = Fraction(9, 10)
    row = {
        "H": bias * (1 - swap),
        "T": (1 - bias) * (1 - swap),
        "h": (1 - bias) * (1 - swap),
        "t": bias * (1 - swap),
        "~": swap,
    }
    weights = {token: str(weight) for token, weight in row.items()}
    model = load_model({"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], weights]]})
    return lifting_tree(Projected(gallery.build("switching-coin"), model), x, limit)


def spots(svg: str) -> dict[str, str]:
    """Where each node stands."""
    return dict(re.findall(r'<g transform="(translate[^"]*)" data-i="(\d+)"', svg))


@pytest.mark.parametrize("width", [1000, 372])
@pytest.mark.parametrize("tokens", [NASTY, ("a",), ("a", "b" * 80)])
def test_any_token_makes_well_formed_xml(tokens: tuple[str, ...], width: int) -> None:
    drawing = tree_drawing(chain(tokens), width=width)
    root = ElementTree.fromstring(drawing.svg)
    texts = "".join(root.itertext())
    assert "<b>" not in drawing.svg.replace("&lt;b&gt;", "")
    if "🪙" in tokens:
        assert "🪙" in texts and "思" in texts and "<b>" in texts and "&amp;" in texts
    json.dumps(drawing.details)
    assert "\x00" not in drawing.svg


def test_changing_a_weight_moves_no_node() -> None:
    for before, after in (
        (coin(), coin(Fraction(2, 5))),
        (coin(), coin(Fraction(0))),
        (chain(("a", "b")), chain(("a", "b"), (0.1, 0.9))),
    ):
        assert spots(tree_drawing(before).svg) == spots(tree_drawing(after).svg) != {}


def test_every_step_has_its_frame() -> None:
    drawing = tree_drawing(coin())
    assert drawing.frames == 5
    root = ElementTree.fromstring(drawing.svg)
    frames = {
        element.get("data-only"): element.get("display") for element in root.iter(f"{SVG}g") if element.get("data-only")
    }
    assert frames == {"0": "none", "1": "none", "2": "none", "3": "none", "4": None}
    assert {element.get("data-step") for element in root.iter(f"{SVG}g") if element.get("data-step")} == set("01234")
    assert {element.get("data-layout") for element in root.iter(f"{SVG}g")} >= {"symbol", "token"}


def test_table_twin_has_the_numbers_of_the_tree() -> None:
    tree = coin()
    drawing = tree_drawing(tree)
    header, *rows = drawing.table
    assert len(rows) == len(tree.nodes)
    for row, node in zip(rows, tree.nodes, strict=True):
        named = dict(zip(header, row, strict=True))
        assert named["step"] == node.column and named["latent string"] == " ".join(node.latent)
        assert named["P"] == math.exp(node.log_p)
        assert (named["Q* so far"], named["Q* in hindsight"], named["state"]) == (
            node.filtered,
            node.smoothed,
            node.state,
        )
    parsed = list(csv.reader(io.StringIO(drawing.csv())))
    assert parsed[0] == list(header) and float(parsed[-1][3]) == rows[-1][3]


def test_bars_and_numbers_are_those_of_the_tree() -> None:
    tree = coin()
    root = ElementTree.fromstring(tree_drawing(tree).svg)
    full = float(root.attrib["data-full"])
    (frame,) = [
        element
        for element in root.iter(f"{SVG}g")
        if element.get("data-only") == "4" and element.find(f"{SVG}g") is not None
    ]
    rows = [element for element in frame.iter(f"{SVG}g") if element.get("data-i")]
    assert len(rows) == 16
    for row in rows:
        node = tree.nodes[int(row.attrib["data-i"])]
        name, value = row.findall(f"{SVG}text")
        bar = row.find(f"{SVG}rect")
        assert (
            bar is not None
            and value.text == percent(node.filtered)
            and "".join(name.itertext()) == written(node.latent)
        )
        assert float(bar.attrib["width"]) == pytest.approx(max(1.0, full * node.filtered), abs=0.06)


def test_main_numbers_are_in_the_text_alternative() -> None:
    drawing = tree_drawing(coin())
    assert "16 latent strings" in drawing.alt and "0.06512" in drawing.alt and "HH~tt 73.4%" in drawing.alt
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["aria-label"] == "Lifting tree of HHTT" and root.findtext(f"{SVG}desc") == drawing.alt


def test_details_tell_why_and_multiply_to_p() -> None:
    tree = coin()
    details = tree_drawing(tree).details
    chosen = next(d for d in details if d["z"] == ["H", "H", "~", "t", "t"])
    assert chosen["why"] == "HH~t alone does not show the fourth symbol yet; t makes it certain."
    assert [row[:2] for row in chosen["next"]] == [["H", "18.0%"], ["T", "82.0%"]] and chosen["next"][0][2] == "h, ~H"
    assert chosen["state"] == "B" and chosen["outline"] == 1
    factor = math.exp(chosen["lp"] - details[chosen["parent"]]["lp"])
    assert factor == pytest.approx(0.81)


def test_a_string_that_is_already_certain() -> None:
    projection = gallery.build("codons")
    scenario = gallery.scenario("codons")
    tree = lifting_tree(Projected(projection, scenario.model), scenario.observation)
    for node, entry in zip(tree.nodes, tree_drawing(tree).details, strict=True):
        assert bool(node.column and not node.segment and not node.rest) == ("already makes" in entry["why"])


def test_what_is_not_drawn_is_counted() -> None:
    tree = coin(x="HHTTHHTTHH", limit=20)
    drawing = tree_drawing(tree)
    rest = [d for d in drawing.details if d.get("rest")]
    assert rest[-1]["rest"] == 1024 - 20 and "+ 1,004 strings" in "".join(
        ElementTree.fromstring(drawing.svg).itertext()
    )


@pytest.mark.parametrize("name", [*gallery.names()])
def test_every_gallery_scenario_draws(name: str) -> None:
    scenario = gallery.scenario(name)
    try:
        tree = lifting_tree(scenario.projected(), scenario.observation, 60)
    except Exception as error:  # the counter-examples are refused before there is anything to draw
        assert name.startswith("unbounded"), error
        return
    for width in (1000, 372):
        ElementTree.fromstring(tree_drawing(tree, symbols=scenario.projection.observable, width=width).svg)


@pytest.mark.parametrize("x", ["", "H"])
def test_nothing_or_little_seen(x: str) -> None:
    drawing = tree_drawing(coin(x=x))
    ElementTree.fromstring(drawing.svg)
    assert drawing.frames == len(x) + 1


def test_an_impossible_observation_has_no_bars() -> None:
    tree = coin(Fraction(0), "HHTT")
    gone = replace(tree, log_p=(0.0, -math.inf, -math.inf, -math.inf, -math.inf))
    drawing = tree_drawing(gone)
    ElementTree.fromstring(drawing.svg)
    assert "no posterior" in drawing.svg and not re.search(r'[" >]nan', drawing.svg)


def test_notebook_output_stands_alone() -> None:
    html = to_html(tree_drawing(coin()))
    assert "<script" not in html and not re.search(r'(src|href)="|url\((?!#)', html)
    assert html == tree_drawing(coin())._repr_html_()


def test_a_large_tree_is_compact_and_quick() -> None:
    tree = coin(x="HHTTHHTTHH", limit=120)
    drawing = tree_drawing(tree)
    assert len(drawing.svg) < 700 * len(tree.nodes)
    best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        tree_drawing(tree)
        best = min(best, time.perf_counter() - start)
    assert best < 0.25  # about 0.015 s on a quiet machine
