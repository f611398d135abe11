"""The compiled operators against the definitions: every loop in its plain and its compiled form (docs/theory.md §3)."""

import importlib
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

import lift_core as lc
from lift_core.projected import forward, kernels, loops
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, disentangled_instances, instances


def forms() -> list:
    return [loops] + ([importlib.import_module("lift_core.projected.jit")] if importlib.util.find_spec("numba") else [])


@pytest.fixture(params=forms(), ids=lambda module: module.__name__.rpartition(".")[2], scope="module")
def form(request):
    """The loops that answer while a test runs."""
    before = list(kernels._jit)
    kernels._jit[:] = [request.param]
    yield request.param
    kernels._jit[:] = before


def started_anywhere(machine: oracles.Machine) -> list[oracles.Machine]:
    return [oracles.Machine(machine.arcs, state, machine.observable) for state in {q for q, _ in machine.arcs}]


def belief(example: Example, t: int, x) -> dict[tuple[str, tuple[str, ...]], float]:
    """{(state after t symbols, what is certain beyond them, cut): probability given x}, by listing."""
    law: dict = {}
    for z, q in oracles.restricted(example.machine, example.weigh, x[:t], x[t:]).items():
        place = oracles.run(example.machine, z)
        assert place is not None
        key = (place[0], oracles.prefix_projection(example.machine, z, t + 3)[t:])
        law[key] = law.get(key, 0.0) + float(q)
    return law


def assert_engine(example: Example):
    d, x = example.projected, example.x
    p = oracles.probability(example.machine, example.weigh, x)
    if d.engine is None:  # only where nothing is ever read
        machines = started_anywhere(example.machine)
        assert all(len(oracles.prefix_projection(machine, (), 40)) == 40 for machine in machines)
    assert d.log_probability(d.encode(x)) == pytest.approx(math.log(p) if p else -math.inf, rel=1e-12, abs=1e-12)
    words = [x[:t] for t in range(len(x) + 1)]
    masses = [oracles.probability(example.machine, example.weigh, w) for w in words]
    assert np.exp(d.log_probabilities(words)).tolist() == pytest.approx([float(m) for m in masses], rel=1e-12)
    steps = [float(after / before) if before else 0.0 for before, after in pairwise(masses)]
    assert np.exp(-d.surprisals(x)).tolist() == pytest.approx(steps, rel=1e-12)
    if not p:
        with pytest.raises(lc.ImpossibleObservation):
            d.filter(x)
        return
    for line, given_all in ((d.filter(x), False), (d.smoother(x), True)):
        for t in range(1, len(x) + 1):
            found: dict = {}
            for c, q in zip(line.configurations, line.probabilities[t - 1].tolist(), strict=True):
                key = (c.state, c.unread.take(3))
                found[key] = found.get(key, 0.0) + q
            expected = belief(example, t, x if given_all else x[:t])
            assert {k: v for k, v in found.items() if v} == pytest.approx({k: v for k, v in expected.items() if v})


@given(example=instances(longest=4))
def test_random_machines(form, example: Example):
    assert_engine(example)


@given(example=disentangled_instances(longest=4))
def test_machines_with_thoughts(form, example: Example):
    assert_engine(example)


def test_long_observations_agree_with_the_walk(form):
    d = switching_coin()
    x = "".join("HT"[i] for i in np.random.default_rng(0).integers(0, 2, 3000))
    assert d.engine.log_probability(d.codes(d.observation(x))) == pytest.approx(
        forward.scaled(d.log_walk, d.observation(x))[0], abs=1e-10, rel=0
    )


def test_what_leaves_the_range_of_floats_is_left_to_the_walk(form):
    """Forty steps of 1e-200."""
    bits = lc.Transducer("01", "01", "q", [("q", "0", "q", "0"), ("q", "1", "q", "1")])
    weights = {(): {"0": 1}, ("0",): {"0": 1, "1": "1e-200"}, ("1",): {"0": 1, "1": 1}}
    d = lc.Projected(bits, lc.Markov("01", 1, weights))
    assert d.log_probability(d.encode("01" * 40)) == pytest.approx(
        -40 * 200 * math.log(10) + 39 * math.log(0.5), rel=1e-9
    )


def test_a_story_that_seems_lost_comes_back(form):
    """A juggler takes one of two coins and keeps it: after 20 heads coin B has 1e-600, and then only tails follow."""
    rows = [("S", "a", "A", ""), ("S", "b", "B", ""), *((q, t, q, s) for q, t, s in ("AHH", "ATT", "BhH", "BtT"))]
    coins = lc.Transducer("abHTht", "HT", "S", rows)
    weights = {"a": 1, "b": 1, "H": 1, "T": "1e-40", "h": "1e-30", "t": 1}
    d = lc.Projected(coins, lc.Markov("abHTht", 0, {(): weights}))
    x = "H" * 20 + "T" * 30
    exact = d.probability(x, arithmetic="exact")
    expected = math.log(exact.numerator) - math.log(exact.denominator)
    assert d.log_probability(d.encode(x)) == pytest.approx(expected, rel=1e-12)
    assert d.log_probability(x) == pytest.approx(expected, rel=1e-12)
    line = d.smoother(x)
    late = {c.state: q for c, q in zip(line.configurations, line.probabilities[10].tolist(), strict=True)}
    assert late == pytest.approx({"A": 0, "B": 1}, abs=1e-12)


def test_a_machine_that_reads_nothing():
    one = lc.Transducer("ab", "x", "q", [("q", "a", "q", "x"), ("q", "b", "q", "xx")])
    d = lc.Projected(one, lc.Markov("ab", 0, {(): {"a": 1, "b": 1}}))
    assert d.log_probability("x" * 1000) == d.log_probability(d.encode("x" * 1000)) == 0
