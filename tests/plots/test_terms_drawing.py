"""The likelihood as a stack: its slices add up to the exact line, the heaviest terms have rows, the estimates share its axis."""

import json
import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import pairwise

import pytest

from lift_core.plots import terms_drawing
from lift_core.plots.terms import chosen_terms
from tests.plots.test_tree_drawing import SVG, coin
from tests.plots.trees import NASTY, chain


def test_heaviest_terms_have_rows_and_the_rest_is_counted() -> None:
    shown, (more, share) = chosen_terms(coin())
    assert ["".join(node.latent) for node in shown] == ["HHTT", "HHT~t", "HH~tt", "H~htt"]
    assert more == 12 and share == pytest.approx(0.0207, abs=5e-5)
    assert chosen_terms(coin(x="H"))[1] == (0, 0.0)


def test_slices_stack_up_to_the_exact_line() -> None:
    root = ElementTree.fromstring(terms_drawing(coin()).svg)
    slices = [group.find(f"{SVG}rect") for group in root.iter(f"{SVG}g") if group.get("class") == "stack"]
    assert len(slices) == 5
    edges = [(float(s.attrib["y"]), float(s.attrib["y"]) + float(s.attrib["height"])) for s in slices if s is not None]
    for (_, bottom), (top, _) in pairwise(edges):
        assert bottom == pytest.approx(top, abs=0.15)
    (line,) = [path for path in root.iter(f"{SVG}path") if "exact" in path.get("class", "")]
    found = re.match(r"M[\d.]+ ([\d.]+)H", line.attrib["d"])
    assert found and float(found[1]) == pytest.approx(edges[0][0], abs=0.15)


def test_estimates_and_draws() -> None:
    tree = coin()
    log_p = tree.log_p[-1]
    draws = [(("H", "H", "~", "t", "t"), math.log(0.0478), math.log(0.5)), (("H", "H"), -math.inf, math.log(0.1))]
    drawing = terms_drawing(tree, log_running=[log_p, log_p + math.log(1.5), -math.inf], chi2=0.776, draws=draws)
    ElementTree.fromstring(drawing.svg)
    alive, dead = drawing.details[-2:]
    assert drawing.details[alive["parent"]]["z"] == ["H", "H", "~", "t", "t"] and "weight P/Q = 0.0956" in alive["tip"]
    assert dead["parent"] == -1 and "dead draw" in dead["tip"]
    assert "Estimate from 3 draws: 0." in drawing.alt and "√(χ²/n) = 0.509" in drawing.alt
    json.dumps(drawing.details)


@pytest.mark.parametrize("width", [1000, 372])
@pytest.mark.parametrize("chi2", [None, 0.0, math.inf])
def test_well_formed_whatever_the_tokens(width: int, chi2: float | None) -> None:
    tree = chain(NASTY)
    ElementTree.fromstring(terms_drawing(tree, log_running=[tree.log_p[-1]], chi2=chi2, width=width).svg)


def test_an_impossible_observation_says_so() -> None:
    tree = coin()
    drawing = terms_drawing(replace(tree, log_p=(*tree.log_p[:-1], -math.inf)))
    ElementTree.fromstring(drawing.svg)
    assert "nothing to add up" in drawing.svg and drawing.alt.startswith("p(HHTT) = 0")


def test_table_twin_adds_up() -> None:
    header, *rows = terms_drawing(coin()).table
    assert header == ("latent string", "P", "share of p") and len(rows) == 16
    assert math.fsum(row[1] for row in rows) == pytest.approx(0.065124)  # type: ignore[misc]
    assert math.fsum(row[2] for row in rows) == pytest.approx(1)  # type: ignore[misc]


@pytest.mark.parametrize("width", [372, 1000])
def test_the_row_of_the_others_has_the_room_of_the_probabilities_that_it_has_not(width: float) -> None:
    assert "+ 12 more" in terms_drawing(coin(), width=width).svg
