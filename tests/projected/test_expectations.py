"""Means under the posterior, its entropy, gradients, bounds, the causal floor, whole drift lines (docs/theory.md §3, §4)."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, disentangled_instances, instances

STEP = Fraction(1, 10**9)


def posterior(example: Example) -> dict[tuple[str, ...], Fraction]:
    return oracles.posterior(example.machine, example.weigh, example.x)


def silent_in(example: Example, z) -> int:
    places = [oracles.run(example.machine, z[:i]) for i in range(len(z))]
    return sum(not example.machine.arcs[place[0], token][1] for place, token in zip(places, z, strict=True))


def thoughts_in(example: Example, z) -> int:
    cut = oracles.segments(example.machine, example.x, z)
    ends = [sum(map(len, cut[:i])) for i in range(len(cut) + 1)]
    return sum(silent_in(example, z[:b]) > silent_in(example, z[:a]) for a, b in pairwise(ends))


def assert_expectations(example: Example):
    d, x, law = example.projected, example.x, posterior(example)
    if not law:
        for ask in (d.expected, d.entropy):
            with pytest.raises(lc.ImpossibleObservation):
                ask(x)
        return
    for what, count in (
        ("tokens", len),
        ("silent", lambda z: silent_in(example, z)),
        ("thoughts", lambda z: thoughts_in(example, z)),
    ):
        expected = sum(q * count(z) for z, q in law.items())
        assert d.expected(x, what, arithmetic="exact") == expected
        assert d.expected(x, what) == pytest.approx(float(expected), abs=1e-12)
    assert d.entropy(x) == pytest.approx(-sum(float(q) * math.log(q) for q in law.values() if q), abs=1e-12)


@given(instances(longest=4))
def test_expected_lengths_and_entropy(example: Example):
    assert_expectations(example)


@given(disentangled_instances(longest=3))
def test_expected_thoughts(example: Example):
    assert_expectations(example)


@given(instances(longest=3))
def test_gradient_is_a_difference_quotient(example: Example):
    """In fractions, with a step of 1e-9 the symmetric quotient is right to 1e-16 or so; weights of zero are left out."""
    d, p = example.projected, oracles.probability(example.machine, example.weigh, example.x)
    if not p:
        return
    gradient = d.gradient(example.x, arithmetic="exact")
    floats = d.gradient(example.x)
    for context, row in list(example.weights.items())[:5]:
        for token, weight in row.items():
            if not weight:
                continue
            sides = []
            for step in (STEP, -STEP):
                weights = example.weights | {context: row | {token: weight + step}}
                sides.append(oracles.probability(example.machine, replace(example, weights=weights).weigh, example.x))
            slope = (sides[0] - sides[1]) / (2 * STEP * p)
            assert abs(gradient[context, token] - slope) < Fraction(1, 10**12)
            assert floats[context, token] == pytest.approx(float(slope), abs=1e-9)


@given(instances(longest=3))
def test_bounds_enclose_the_probability(example: Example):
    p = float(oracles.probability(example.machine, example.weigh, example.x))
    for limit in (1, 2, 5, 10_000):
        found = example.projected.bounds(example.x, limit=limit)
        assert math.exp(found.log_lower) <= p * (1 + 1e-12)
        assert p <= math.exp(found.log_upper) * (1 + 1e-12)
    assert found.complete
    assert math.exp(found.log_lower) == pytest.approx(p, rel=1e-12)


def test_bounds_of_a_model_that_remembers_everything():
    coin = lc.gallery.build("switching-coin")
    d = lc.Projected(coin, lc.Generic(coin.latent, 1))
    p, x = d.probability("HHTTH"), "HHTTH"
    part = d.bounds(x, limit=6)
    assert not part.complete
    assert math.exp(part.log_lower) < p < math.exp(part.log_upper)
    assert part.covered <= math.exp(part.log_lower) / p + 1e-12
    assert part.dropped > 0


@given(instances(longest=3))
def test_causal_floor(example: Example):
    d, x = example.projected, example.x
    if not oracles.probability(example.machine, example.weigh, x):
        with pytest.raises(lc.ImpossibleObservation):
            lc.causal_floor(d, x)
        return
    floor = lc.causal_floor(d, x)
    assert floor.mean == pytest.approx(oracles.causal_floor(example.machine, example.weigh, x), abs=1e-9)
    law = {a: pi for a, pi in oracles.next_symbol(example.machine, example.weigh, x).items() if pi}
    chi2 = [oracles.drift(example.machine, example.weigh, x, (a,), "chi2") for a in law]
    through_filter = sum(pi * value for pi, value in zip(law.values(), chi2, strict=True))
    assert floor.filter == pytest.approx(float(through_filter), abs=1e-9)
    assert floor.mean <= floor.filter + 1e-12
    assert floor.mean - 1e-9 <= floor.worst <= float(max(chi2)) + 1e-9


@given(instances(longest=4))
def test_drift_line(example: Example):
    x, d = example.x, example.projected
    if not oracles.probability(example.machine, example.weigh, x):
        return
    for metric in ("tv", "kl", "chi2"):
        line = lc.drift_line(d, x, metric=metric)
        ts = range(1, len(x))
        one = [float(oracles.drift(example.machine, example.weigh, x[:t], x[t : t + 1], metric)) for t in ts]
        all_of_it = [float(oracles.drift(example.machine, example.weigh, x[:t], x[t:], metric)) for t in ts]
        assert list(line.one_step) == pytest.approx(one, abs=1e-10)
        assert list(line.hindsight) == pytest.approx(all_of_it, abs=1e-10)


@given(instances(longest=3))
def test_next_symbol_laws_after_every_prefix(example: Example):
    x, d = example.x, example.projected
    if not oracles.probability(example.machine, example.weigh, x):
        return
    rows = d.next_symbols(x)
    assert rows.shape == (len(x) + 1, len(example.observable))
    for t, row in enumerate(rows.tolist()):
        law = oracles.next_symbol(example.machine, example.weigh, x[:t])
        assert row == pytest.approx([float(law[a]) for a in example.observable], abs=1e-12)


def test_knobs_as_symbols():
    """Symbolic probabilities of the switching coin take its fractions at rational points."""
    import sympy

    coin = lc.gallery.build("switching-coin")
    weights = {
        "H": "bias*(1-swap)",
        "T": "(1-bias)*(1-swap)",
        "h": "(1-bias)*(1-swap)",
        "t": "bias*(1-swap)",
        "~": "swap",
    }
    symbolic = lc.Projected(coin, lc.Markov(coin.latent, 0, {(): weights}))
    expression = symbolic.probability("HHTT", arithmetic="symbolic")
    predicted = symbolic.conditional("T", given="HHT", arithmetic="symbolic")
    for bias, swap in (
        (Fraction(9, 10), Fraction(1, 10)),
        (Fraction(2, 7), Fraction(3, 5)),
        (Fraction(1, 2), Fraction(1, 3)),
    ):
        heads, tails = bias * (1 - swap), (1 - bias) * (1 - swap)
        model = lc.Markov(coin.latent, 0, {(): {"H": heads, "T": tails, "h": tails, "t": heads, "~": swap}})
        exact = lc.Projected(coin, model)
        at = {
            "bias": sympy.Rational(bias.numerator, bias.denominator),
            "swap": sympy.Rational(swap.numerator, swap.denominator),
        }
        value = sympy.nsimplify(expression.subs(at))
        assert Fraction(int(value.p), int(value.q)) == exact.probability("HHTT", arithmetic="exact")
        value = sympy.nsimplify(predicted.subs(at))
        assert Fraction(int(value.p), int(value.q)) == exact.conditional("T", given="HHT", arithmetic="exact")


def test_entropy_of_the_coin():
    d = switching_coin()
    shares = [float(q) for q in d.posterior("HHTT", arithmetic="exact").values()]
    assert d.entropy("HHTT") == pytest.approx(-sum(q * math.log(q) for q in shares))
