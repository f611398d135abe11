"""No text of a drawing reaches over the edge of its picture, at a phone's width or a screen's, with every card of the gallery and with
numbers that need a power of ten.

Letters are measured by the advances of DejaVu Sans Bold, the widest font that the app is shown in: nothing is asked of the code that
places the texts.
"""

import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from lift_core import gallery
from lift_core.plots import Drawing, terms_drawing, tree_drawing
from lift_core.plots.dots import Run, mine_drawing
from lift_core.plots.dots_rows import DotRow, dots_drawing
from lift_core.plots.next_symbols import next_symbols_drawing
from lift_core.plots.notebook import drift_drawing
from lift_core.plots.tally import TallyRow, tally_drawing
from lift_core.projected.tree import LiftingTree, lifting_tree
from lift_core.sequences import read_string

CARDS = [name for row in gallery.ROWS.values() for name in row]
EXTREME = {"switching-coin": ("H" * 200, "HHTT" * 15, "H"), "autocorrect": ("thehethetheehttee",), "cat": ("·" * 30,)}
WIDTHS = (372, 1000)
UNLIKELY = -2000.0  # log p of an observation, nats
SVG = "{http://www.w3.org/2000/svg}"
EMS = {
    letter: thousandths / 1000
    for letters, thousandths in (
        ("'", 306), ("ijl", 343), (" ", 348), ("/", 365), ("IJ", 372), (",.·", 380), (":;|", 400), ("-", 415), ("f", 435),
        ("⁰¹²³⁴⁵⁶⁷⁸⁹", 438), ("!", 456), ("()[]", 457), ("t", 478), ("r", 493), ("–", 500), ("*", 523), ("⁻", 528), ("ε", 557),
        ("?", 580), ("z", 582), ("c", 593), ("s", 595), ("L", 637), ("x", 645), ("vy", 652), ("k", 665), ("√", 667), ("a", 675),
        ("e", 678), ("EF", 683), ("T", 682), ("o", 687), ("0123456789", 696), ("hnu", 712), ("bdgpq", 716), ("S", 720), ("Y", 724),
        ("Z", 725), ("P", 733), ("C", 734), ("B", 762), ("R", 770), ("X", 771), ("AV", 774), ("K", 775), ("U", 812), ("G", 821),
        ("D", 830), ("HN", 837), ("+=−×÷≈±<>~", 838), ("OQ", 850), ("w", 924), ("M", 995), ("…—", 1000), ("%", 1002), ("½", 1035),
        ("m", 1042), ("W", 1103),
    )
    for letter in letters
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """What a text has from the groups around it."""

    x: float = 0.0
    size: float = 15.0
    anchor: str = "start"
    code: bool = False


def texts(element: ElementTree.Element, at: Style, sizes: dict[str, float]) -> Iterator[tuple[str, float, float]]:
    """(words, left, right) of every text that is not kept for a magnified picture."""
    kinds = (element.get("class") or "").split()
    if any(re.fullmatch(r"l\d+", kind) for kind in kinds):
        return
    shift = re.match(r"translate\(([-\d.]+)", element.get("transform") or "")
    at = replace(at, x=at.x + float(shift[1]) if shift else at.x, code=at.code or "m" in kinds)
    for kind in kinds:  # the rules of the drawings' own style sheets
        at = replace(at, size=sizes.get(kind, at.size))
        at = replace(at, anchor={"e": "middle", "k": "middle", "n": "middle"}.get(kind, at.anchor))
        at = replace(at, anchor={"begin": "start", "end": "end", "mid": "middle"}.get(kind, at.anchor))
    at = replace(at, size=float(element.get("font-size") or at.size))
    if element.tag == f"{SVG}text":
        words = "".join(said(element))
        wide = sum(0.605 if at.code and letter.isascii() else EMS.get(letter, 0.72) for letter in words) * at.size
        left = at.x + float(element.get("x") or 0) - wide * {"start": 0, "middle": 0.5, "end": 1}[at.anchor]
        if words.strip():
            yield words, left, left + wide
    for child in element:
        yield from texts(child, at, sizes)


def said(text: ElementTree.Element) -> Iterator[str]:
    """The words of a text without those of the tips inside."""
    yield text.text or ""
    for child in text:
        if child.tag != f"{SVG}title":
            yield from said(child)
        yield child.tail or ""


def outside(drawing: Drawing) -> list[str]:
    root = ElementTree.fromstring(drawing.svg)
    variables = dict(re.findall(r"--([fe]):([\d.]+)px", root.get("style") or ""))
    sizes = {"q": float(variables.get("f", 15)), "e": float(variables.get("e", 15)), "k": 12.5, "ac": 12.5}
    width = float((root.get("viewBox") or "").split()[2])
    found = list(texts(root, Style(), sizes))
    assert found
    return [
        f"{words}: {left:.0f} … {right:.0f} of {width:.0f}"
        for words, left, right in found
        if left < -1 or right > width + 1
    ]


@cache
def trees(name: str) -> tuple[LiftingTree, ...]:
    scenario = gallery.scenario(name)
    d, symbols = scenario.projected(), scenario.projection.observable
    observed = [scenario.observation, *(read_string(x, symbols) for x in EXTREME.get(name, ()))]
    return tuple(lifting_tree(d, x, 12) for x in observed)


def unlikely(tree: LiftingTree) -> LiftingTree:
    """The same tree with a probability that no float can hold."""
    return replace(tree, log_p=tuple(value + UNLIKELY * (t > 0) for t, value in enumerate(tree.log_p)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CARDS)
def test_trees_and_terms(name: str, width: int) -> None:
    for tree in (*trees(name), *map(unlikely, trees(name))):
        log_p = tree.log_p[-1]
        assert not outside(tree_drawing(tree, width=width))
        for ratio in (0.0, 0.6, 1.0, 1.4, 5.0):
            running = [log_p + math.log(ratio) if ratio else -math.inf] * 100
            assert not outside(terms_drawing(tree, log_running=running, chi2=0.5, width=width)), ratio


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CARDS)
def test_triangle_and_next_symbols(name: str, width: int) -> None:
    scenario = gallery.scenario(name)
    d, x = scenario.projected(), scenario.observation
    assert not outside(drift_drawing(d, x, "thinks", "the segment is what it is thought to be", width=width))
    law = d.next_symbol(x)
    assert not outside(next_symbols_drawing(x, law, width=width))


@pytest.mark.parametrize("log_p", [0.0, math.log(0.065124), UNLIKELY])
@pytest.mark.parametrize("ratio", [0.0, 1e-7, 0.5, 0.98, 1.0, 1.02, 1.9, 30.0, 1e9])
def test_dots(ratio: float, log_p: float) -> None:
    off = math.log(ratio) if ratio else -math.inf
    run = Run(1234567, log_p + off, off, 0.1, 5.0, 100_000, 0, ("H",) * 40, 0.5)
    row = DotRow(
        "without", "without replacement, looking ahead", "explanatory", (run,), 1.3e12, needed=130_000_000, cost=12345.6
    )
    for spread in (0.001, 0.5, 40.0):
        assert not outside(mine_drawing(row.name, row.key, [run], spread, log_p))
    for width in (560, 1000, 1408):
        assert not outside(dots_drawing([row], ("H",) * 40, log_p, width=width))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("log_p", [None, -1e-9, math.log(0.065124), UNLIKELY])
@pytest.mark.parametrize("log_largest", [0.0, math.log(0.99), UNLIKELY + 0.5, UNLIKELY - 3])
def test_the_wall(width: int, log_p: float | None, log_largest: float) -> None:
    rows = [TallyRow("lookahead, 3 symbols", (log_largest, log_largest - 1, -math.inf), 0.4)]
    assert not outside(tally_drawing(rows, ("H",) * 30, log_p, draws=25, most=2000, width=width))
