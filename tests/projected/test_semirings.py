"""The number systems of the walk: their laws, and each against listing with `==` where it is exact (docs/theory.md §3)."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core.lifting.walk import Walk
from lift_core.projected.laws import FractionLaw
from lift_core.projected.likeliest import TIE, segments_of
from lift_core.semirings import COUNT, ENTROPY, EXPECTATION, FRACTION, LOG, MOMENT
from tests import oracles
from tests.strategies import Example, instances

fractions = st.fractions(0, 5, max_denominator=7)
logs = st.floats(-50, 5) | st.just(-math.inf)
VALUES = {
    COUNT.name: (COUNT, st.integers(0, 50)),
    FRACTION.name: (FRACTION, fractions),
    LOG.name: (LOG, logs),
    MOMENT.name: (MOMENT, st.tuples(fractions, fractions)),
    EXPECTATION.name: (EXPECTATION, st.tuples(st.floats(-50, 5), st.floats(0, 9))),
    ENTROPY.name: (ENTROPY, st.tuples(st.floats(-50, 5), st.floats(0, 9))),
    "3 best": (
        segments_of(3),
        st.lists(
            st.tuples(st.integers(0, 9).map(lambda n: n << TIE), st.sampled_from("abc").map(tuple)), max_size=3
        ).map(lambda s: tuple(sorted(s))),
    ),
}


def same(first, second) -> bool:
    if isinstance(first, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, float):
        return first == second or math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-9)
    return first == second


@pytest.mark.parametrize("name", VALUES)
@given(data=st.data())
def test_the_laws(name, data):
    ring, values = VALUES[name]
    a, b, c = (data.draw(values) for _ in range(3))
    add, multiply = ring.add, ring.multiply
    assert same(add(a, b), add(b, a))
    assert same(add(add(a, b), c), add(a, add(b, c)))
    assert same(multiply(multiply(a, b), c), multiply(a, multiply(b, c)))
    assert same(multiply(a, add(b, c)), add(multiply(a, b), multiply(a, c)))
    assert same(add(ring.zero, a), a)
    assert same(multiply(ring.one, a), a)
    assert same(multiply(a, ring.one), a)


class Masses(FractionLaw):
    """Probabilities with a cost: 1 for token a, 3 for the others."""

    def values(self, state, memory):
        return {t: (p, p * (1 if t == "a" else 3)) for t, p in super().values(state, memory).items()}


@given(instances(longest=4))
def test_the_walk_over_each_of_them_is_a_sum_over_the_lifting(example: Example):
    leaves = {
        z: oracles.latent_probability(example.machine, example.weigh, z)
        for z in oracles.lifting(example.machine, example.x)
    }
    walk = Walk(example.projection, FractionLaw(example.projection, example.model), FRACTION)
    assert walk.total(walk.last(example.x)) == sum(leaves.values(), Fraction(0))
    moments = Walk(example.projection, Masses(example.projection, example.model), MOMENT)
    costs = {z: sum(1 if token == "a" else 3 for token in z) for z in leaves}
    expected = (sum(leaves.values(), Fraction(0)), sum((p * costs[z] for z, p in leaves.items()), Fraction(0)))
    assert moments.total(moments.last(example.x)) == expected


@given(instances(longest=3))
def test_the_rows_of_all_symbols_sum_to_one(example: Example):
    """Σ_σ M_σ 1 = 1, in fractions, at every configuration met."""
    walk = Walk(example.projection, FractionLaw(example.projection, example.model), FRACTION)
    seen, todo = {walk.start}, [walk.start]
    while todo and len(seen) < 40:
        rows = walk.row(todo.pop())
        assert sum((walk.total(row) for row in rows.values()), Fraction(0)) == 1
        new = {c for row in rows.values() for c in row} - seen
        seen |= new
        todo += new
