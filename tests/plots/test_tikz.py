"""TikZ of trees and diagrams: its grammar, since no TeX engine is at hand; every special character of LaTeX; limits said."""

import re

import pytest

import lift_core as lc
from lift_core import gallery
from lift_core.plots.tikz import MOST_LEAVES, diagram_tikz, tree_tikz
from lift_core.projected.tree import lifting_tree

SPECIAL = "\\{}$&#_%~^<>| \t\n\x00"
NAMED = re.compile(r"\\node\[[^\n]*?\] \((\w+)\)")
USED = re.compile(r"\((n\d+|s\d+)\)")


def tree(scenario: str, x: str | None = None, limit: int = 300):
    found = gallery.scenario(scenario)
    return lifting_tree(found.projected(), found.observation if x is None else x, limit)


def checked(text: str) -> str:
    """Braces, brackets and dollars that close; one environment; each node named once, and every one that is drawn to; `;` at each end."""
    bare = re.sub(r"\\[\\{}$&#_%]", "", text)  # what is escaped
    assert bare.count("$") % 2 == 0
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0 and bare.count("[") == bare.count("]")
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    names = NAMED.findall(text)
    assert len(names) == len(set(names)) and set(USED.findall(text)) <= set(names)
    for line in text.split("\n"):
        if line.startswith((r"\node", r"\draw", r"\path", r"\fill")):
            assert line.endswith(";")
        assert "%" not in re.sub(r"\\%", "", line) or line.startswith("% ")
    return text


@pytest.mark.parametrize("name", gallery.cards())
def test_every_card_is_drawn(name):
    checked(diagram_tikz(gallery.scenario(name).projection))
    if name not in gallery.COUNTER_EXAMPLES:
        checked(tree_tikz(tree(name)))


def test_the_tree_of_the_coin_has_its_leaves_edges_and_numbers():
    text = checked(tree_tikz(tree("switching-coin")))
    assert text.count(r"\draw[") == 2 + 4 + 8 + 16 and text.count(r"\fill[") == 16
    assert r"\texttt{HH\textasciitilde{}tt}" in text and r"73.4\%" in text and "0.06512" in text
    assert "left out" not in text
    hidden = checked(tree_tikz(tree("switching-coin"), hide=True))
    assert not re.search(r"\d\\%|0\.0651", hidden) and r"\fill" not in hidden and "line width=1.22pt" in hidden


def test_a_large_tree_keeps_the_heaviest_and_says_so():
    large = tree("switching-coin", "HHTTHHTT")
    text = checked(tree_tikz(large))
    assert f"% the {MOST_LEAVES} heaviest leaves; left out: {2**8 - MOST_LEAVES} strings" in text
    heaviest = sorted((node.filtered for node in large.column(8)), reverse=True)[:MOST_LEAVES]
    assert text.count(r"\fill[") == len(heaviest)


def test_the_empty_observation_and_one_state():
    checked(tree_tikz(tree("switching-coin", "")))
    text = checked(diagram_tikz(lc.gallery.build("tokens")))
    assert text.count(r"\node[state, initial") == 1


@pytest.mark.parametrize("letter", SPECIAL)
def test_every_special_character_is_escaped(letter):
    token = f"a{letter}"
    machine = lc.Transducer(
        (token, "b"), (letter, "b"), "q{}", [("q{}", token, "q{}", (letter,)), ("q{}", "b", "q{}", ("b",))]
    )
    model = lc.Markov(machine.latent, 0, {(): {token: 1, "b": 2}})
    text = checked(diagram_tikz(machine))
    assert r"\texttt{q\{\}}" in text
    drawn = checked(tree_tikz(lifting_tree(lc.Projected(machine, model), (letter, "b"))))
    for written in (text, drawn):
        inside = re.findall(r"\\texttt\{((?:[^{}\\]|\\[a-zA-Z]+\{\}|\\.)*)\}", written)
        assert inside and not any(re.search(r"(?<!\\)[$&#_%^~\t\x00]", part) for part in inside)
