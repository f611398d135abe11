"""Φ_x(z, y) = { s : zs ∈ lifting(xy) } and its four laws (docs/theory.md §1)."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from tests import oracles
from tests.lifting.test_lifting import runs
from tests.strategies import Example, instances

MOST = 12  # latent strings looked at in one example


def prefix_free(strings) -> bool:
    return all(a != b[: len(a)] and b != a[: len(b)] for a, b in combinations(list(strings), 2))


@given(instances(longest=3), st.data())
def test_next_segments_are_their_definition(example: Example, data):
    cut = data.draw(st.integers(0, len(example.x)))
    x, y = example.x[:cut], example.x[cut:]
    for z in oracles.lifting(example.machine, x)[:MOST]:
        assert lc.next_segments(example.projection, x, z, y) == oracles.next_segments(example.machine, x, z, y)
        assert lc.next_segments(example.projection, x, z, ()) == [()]


@given(instances(longest=3), st.data())
def test_law_1_and_2_prefix_free_and_disjoint(example: Example, data):
    """For a prefix-free S: here some words of length two, with some of them replaced by their first symbol."""
    short = set(data.draw(st.lists(st.sampled_from(example.observable), unique=True)))
    observed = {w[:1] if w[0] in short else w for w in oracles.words(example.observable, 2)}
    for z in lc.lifting(example.projection, example.x)[:MOST]:
        found = [s for y in observed for s in lc.next_segments(example.projection, example.x, z, y)]
        assert prefix_free(found)


@given(instances(longest=4), st.data())
def test_law_3_every_cutting_cuts_every_string_once(example: Example, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(example.x)))) | {0, len(example.x)})
    parts = [example.x[a:b] for a, b in pairwise(cuts)] or [()]
    ways = dict.fromkeys(lc.lifting(example.projection, example.x), 0)
    stories = [()]
    seen: tuple[str, ...] = ()
    for part in parts:
        stories = [z + s for z in stories for s in lc.next_segments(example.projection, seen, z, part)]
        seen += part
    for z in stories:
        ways[z] += 1
    assert set(ways.values()) <= {1}


@given(instances(longest=2))
def test_law_4_every_continuation_passes_one_segment(example: Example):
    for z in lc.lifting(example.projection, example.x)[:MOST]:
        found = [s for a in example.observable for s in lc.next_segments(example.projection, example.x, z, (a,))]
        longest = max(map(len, found))
        place = oracles.run(example.machine, z)
        assert place is not None
        after = oracles.Machine(example.machine.arcs, place[0], example.observable)
        for w in runs(after, min(longest, 5)):
            assert sum(w[: len(s)] == s[: len(w)] for s in found) >= 1
            if longest <= 5:
                assert sum(w[: len(s)] == s for s in found) == 1


def test_an_empty_segment_where_the_symbol_is_already_certain():
    swap = lc.gallery.build("swap", observable="ab")
    assert lc.next_segments(swap, "a", ["b", "a"], "b") == [()]
    assert lc.next_segments(swap, "a", ["b", "a"], "a") == []


def test_only_strings_of_the_lifting_have_next_segments():
    swap = lc.gallery.build("swap", observable="ab")
    for z in ("b", "ab", "baa"):
        with pytest.raises(lc.LiftError, match="lifting"):
            lc.next_segments(swap, "a", z, "a")
