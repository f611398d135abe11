"""The tapes: what is written stands under its token, what is determined comes after it in dashed cells."""

import xml.etree.ElementTree as ElementTree

import pytest

from lift_core.plots import tapes_drawing
from lift_core.sequences import EMPTY, Word, word
from tests.plots.test_tree_drawing import SVG
from tests.plots.trees import NASTY


def cells(svg: str, kind: str) -> int:
    return sum(rect.get("class") == kind for rect in ElementTree.fromstring(svg).iter(f"{SVG}rect"))


def test_written_and_determined_cells() -> None:
    drawing = tapes_drawing(("~", "t", "x"), [(), ("T",), ("T", "H")], Word(("H", "H")), symbols=("H", "T"))
    assert (cells(drawing.svg, "cell"), cells(drawing.svg, "out"), cells(drawing.svg, "sure")) == (3, 3, 2)
    assert drawing.alt == "Latent tape ~tx; written TTH; determined but not written yet: HH."
    assert drawing.table[1:] == (("~", ""), ("t", "T"), ("x", "T H"))


def test_what_is_determined_for_ever_is_cut() -> None:
    drawing = tapes_drawing((), [], word((), ("a", "b")), symbols=("a", "b"))
    assert cells(drawing.svg, "sure") == 6 and "for ever" in drawing.alt


@pytest.mark.parametrize("width", [860, 372])
def test_long_tapes_show_their_end(width: int) -> None:
    latent = tuple("ab" * 40)
    drawing = tapes_drawing(latent, [(token,) for token in latent], EMPTY, symbols=("a", "b"), width_limit=width)
    assert 0 < cells(drawing.svg, "cell") < 80 and len(drawing.table) == 81


def test_any_token() -> None:
    ElementTree.fromstring(
        tapes_drawing(NASTY, [NASTY for _ in NASTY], Word(NASTY), symbols=NASTY, width_limit=100_000).svg
    )
