"""The state diagram: every arc once, states in a fixed order, hostile names harmless, large machines bounded."""

import re
import shutil
import subprocess

import pytest

from lift_core.plots.diagram import MOST_LINES, MOST_STATES, Marks, arrows, machine, near, state_diagram
from lift_core.projection import gallery
from lift_core.projection.determined import onward
from lift_core.projection.lazy import Lazy
from lift_core.projection.transducer import Transducer
from lift_core.sequences import Word


def nodes(dot: str) -> list[str]:
    return re.findall(r"^  (s\d+) \[", dot, re.MULTILINE)


def edges(dot: str) -> list[tuple[str, str]]:
    return re.findall(r'^  (s\d+) -> (s\d+) \[id="lift-arrow-', dot, re.MULTILINE)


@pytest.mark.parametrize("name", gallery.names())
def test_every_arc_is_on_just_one_arrow(name):
    projection = gallery.build(name)
    of = machine(projection)
    drawn = arrows(of)
    assert sorted(arc for arrow in drawn for arc in arrow.arcs) == list(range(len(of.rows)))
    for arrow in drawn:
        for arc in arrow.arcs:
            assert (of.rows[arc][0], of.rows[arc][2]) == (arrow.source, arrow.target)
        assert len({bool(of.rows[arc][3]) for arc in arrow.arcs}) == 1
    diagram = state_diagram(of, start=projection.start, symbols=projection.observable)
    assert len(edges(diagram.dot)) == len(drawn) and len(nodes(diagram.dot)) == len(of.states)
    assert diagram.dot.count("{") == diagram.dot.count("}") == 1


def test_the_coin_reads_as_it_should():
    coin = gallery.build("switching-coin")
    of = machine(coin)
    assert of.states == ("A", "B!", "B", "A!")
    diagram = state_diagram(of, start="A", symbols=coin.observable)
    assert edges(diagram.dot)[:2] == [("s0", "s0"), ("s0", "s1")]
    assert "A to A: H writes H; T writes T." in diagram.alt and "A to B!: ~ writes nothing." in diagram.alt


def test_marks_and_theme_change_no_node_and_no_label():
    coin = gallery.build("switching-coin")
    of = machine(coin)

    def bare(dot: str) -> list[str]:
        return [
            re.sub(r'<FONT[^>]*>|</?B>|</FONT>| BGCOLOR="[^"]*"', "", label)
            for label in re.findall(r"label=<(.*)>", dot)
        ]

    plain = state_diagram(of, start="A", symbols=coin.observable)
    marked = state_diagram(of, start="A", symbols=coin.observable, marks=Marks("B", 2, 1, frozenset({0})), dark=True)
    assert nodes(plain.dot) == nodes(marked.dot) and edges(plain.dot) == edges(marked.dot)
    assert bare(plain.dot) == bare(marked.dot) and plain.dot != marked.dot


def test_what_a_state_must_write_stands_under_it():
    codons = gallery.build("tokens", vocabulary=["00", "01", "10"])
    of = machine(codons)
    diagram = state_diagram(of, start="q", symbols=codons.observable, determined={"q": Word(("0",), ("1",))})
    assert "sure: 0111…" in diagram.dot
    assert (
        "sure"
        not in state_diagram(
            of, start="q", symbols=codons.observable, determined={"q": onward(codons).determined("q")}
        ).dot
    )


def test_large_machines_are_drawn_in_part_and_say_so():
    tokens = [f"t{n}" for n in range(700)]
    wide = Transducer(tokens, "ab", "q", [("q", t, "q", "ab"[n % 2]) for n, t in enumerate(tokens)])
    of = machine(wide)
    (arrow,) = arrows(of)
    assert len(arrow.lines) == MOST_LINES - 1 and len(arrow.arcs) == 700
    assert f"+ {700 - MOST_LINES + 1} more" in state_diagram(of, start="q", symbols=("a", "b")).dot

    counter = Lazy(("0",), ("0",), 0, lambda count, token: (count + 1, token))
    of = machine(counter)
    assert len(of.states) < MOST_STATES and of.open == {of.states[-1]}
    assert "…" in state_diagram(of, start=0, symbols=("0",)).dot

    long = Transducer("ab", "ab", "0", [(str(n), t, str((n + 1) % 100), t) for n in range(100) for t in "ab"])
    assert len(machine(long).states) == MOST_STATES


def test_around_a_state_of_a_large_machine():
    whole = machine(gallery.build("codons"))
    start = near(whole, "start", "start")
    assert start.states == ("start", "A", "C", "G", "U") and start.open == {"A", "C", "G", "U"}
    inside = near(whole, "U", "start")
    assert inside.states == ("start", "U", "UA", "UC", "UG", "UU") and inside.open == {"start"}
    assert set(inside.rows) <= set(whole.rows) and ("UC", "A", "start", ("S",)) in inside.rows


HOSTILE = ['"', "\\", "<b>", "]};", "a\nb", " ", "&amp;", "→", "思", "🪙", "</TABLE>"]


def test_any_name_can_be_drawn():
    arcs = [(state, token, "\\", (token, '"')) for state in HOSTILE for token in HOSTILE]
    of = machine(Transducer(HOSTILE, HOSTILE, "<b>", arcs))
    dot = state_diagram(of, start="<b>", symbols=tuple(HOSTILE)).dot
    assert "<b>" not in dot and dot.count("</TABLE>") == len(edges(dot))
    assert len(nodes(dot)) == len(HOSTILE)
    if shutil.which("dot"):
        drawn = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True)
        assert drawn.returncode == 0 and "error" not in drawn.stderr.lower()
