"""The compiled operators against the definitions: every loop in its plain and its compiled form (docs/theory.md §3)."""

import importlib
import math
import time
from fractions import Fraction
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


def left_to_right() -> lc.Projected:
    """Two ways from the start that never meet: A shows a ten times as often as B does, and can never show b."""
    machine = lc.Transducer(
        "12aAbB",
        "ab",
        "S",
        [("S", "1", "A", "a"), ("S", "2", "B", "a"), ("A", "a", "A", "a"), ("A", "A", "A", "a")]
        + [("B", "B", "B", "a"), ("B", "b", "B", "b"), ("B", "A", "B", "b")],
    )
    rows = {(): {"1": 1, "2": 1, "a": 1, "A": 1, "b": 6, "B": 1}}
    return lc.Projected(machine, lc.Markov("12aAbB", 0, rows))


def test_the_dominant_path_dies_after_five_thousand_symbols(form):
    """A's share grows by 8 a symbol; then b comes and only B, long below the range of floats, is left: 1/2 · 8^{-4999} · 7/8."""
    d, x = left_to_right(), "a" * 5000 + "b"
    codes = d.codes(d.observation(x))
    assert d.engine is not None
    assert d.engine.log_probability(codes) is None  # it gives up rather than call x impossible
    assert d.engine.filtered(codes) is None
    expected = math.log(1 / 2) - 4999 * math.log(8) + math.log(7 / 8)
    assert d.log_probability(x) == pytest.approx(expected, rel=1e-13)
    assert d.log_probabilities([x, "ab", x])[[0, 2]].tolist() == pytest.approx([expected] * 2, rel=1e-13)
    assert float(d.surprisals(x).sum()) == pytest.approx(-expected, rel=1e-12)
    assert d.smoother(x).of(lambda c: c.state == "B")[[1, 2500, 5000]].tolist() == pytest.approx([1, 1, 1], abs=1e-9)
    assert d.filter(x).of(lambda c: c.state == "A")[[2500, 4999, 5000]].tolist() == pytest.approx([1, 1, 0], abs=1e-9)
    assert d.marginals("a" * 400 + "b", "state:B").at(2, 401) == pytest.approx(1, abs=1e-12)


@given(example=instances(longest=0))
def test_the_compiled_rows_of_all_symbols_sum_to_one(example: Example):
    """Σ_σ M_σ 1 = 1."""
    engine = example.projected.engine
    if engine is None:
        return
    operators = engine.operators
    sums = np.asarray(operators.rows.sum(axis=1)).reshape(len(operators.symbols), operators.size).sum(axis=0)
    np.testing.assert_allclose(sums, 1, rtol=0, atol=1e-12)


def random_chain(states: int, symbols: int, seed: int) -> lc.Projected:
    rng = np.random.default_rng(seed)
    names, hidden = [str(i) for i in range(symbols)], [f"h{i}" for i in range(states)]
    laws = (
        rng.dirichlet(np.ones(states)),
        rng.dirichlet(np.ones(states), states),
        rng.dirichlet(np.ones(symbols), states),
    )
    return lc.Projected(
        lc.gallery.build("product", observable=names, hidden=hidden), lc.HiddenMarkov(names, hidden, *laws)
    )


def test_the_loops_tell_the_same():
    """The compiled loops and their plain forms, filter, smoother and likelihood, dense and sparse."""
    if len(forms()) < 2:
        pytest.skip("Numba is not installed")
    rng, before = np.random.default_rng(3), list(kernels._jit)
    try:
        for d in (random_chain(7, 5, 1), left_to_right(), lc.gallery.scenario("tokens").projected()):
            x = d.encode(d.sample(700, 1, rng)[0])
            answers = []
            for module in forms():
                kernels._jit[:] = [module]
                answers.append((d.filter(x).probabilities, d.smoother(x).probabilities, d.surprisals(x)))
            for plain, compiled in zip(*answers, strict=True):
                np.testing.assert_allclose(compiled, plain, rtol=1e-11, atol=1e-13)
    finally:
        kernels._jit[:] = before


def test_a_batch_is_a_loop(form):
    d = random_chain(5, 4, 2)
    xs = [x[:length] for length, x in enumerate(d.sample(60, 60, np.random.default_rng(1)))]
    assert d.log_probabilities(xs).tolist() == pytest.approx([d.log_probability(d.encode(x)) for x in xs], rel=1e-13)
    assert d.log_probabilities(xs)[0] == 0
    assert len(d.log_probabilities([])) == 0


def test_ten_thousand_symbols_against_eighty_bits(form):
    """A scaled forward recursion written out in 80-bit floats."""
    if np.finfo(np.longdouble).nmant < 63:
        pytest.skip("no 80-bit floats here")
    d, x = random_chain(6, 5, 4), np.random.default_rng(5).integers(0, 5, 10_000)
    model = d.model
    assert isinstance(model, lc.HiddenMarkov)
    initial, transition, emission = (
        part.astype(np.longdouble) for part in (model.initial, model.transition, model.emission)
    )
    transition, emission = transition / transition.sum(axis=1)[:, None], emission / emission.sum(axis=1)[:, None]
    alpha, log_p = initial / initial.sum(), np.longdouble(0)
    for t, symbol in enumerate(x):
        alpha = (alpha if t == 0 else alpha @ transition) * emission[:, symbol]
        total = alpha.sum()
        alpha, log_p = alpha / total, log_p + np.log(total)
    word = d.encode([d.projection.observable[symbol] for symbol in x])
    assert d.log_probability(word) == pytest.approx(float(log_p), abs=1e-10, rel=0)
    assert math.fsum(d.surprisals(word)) == pytest.approx(float(-log_p), abs=1e-10, rel=0)


@pytest.mark.parametrize("swap", ["1", "1e-20", "1e-60"])
def test_ten_thousand_symbols_keep_ten_digits_however_often_the_table_is_scaled(form, swap):
    """The smaller the smallest step, the more scales are multiplied: every second symbol at 1e-60. The reference is a fraction."""
    coin = lc.gallery.build("switching-coin")
    d = lc.Projected(coin, lc.Markov(coin.latent, 0, {(): {"H": 81, "T": 9, "h": 9, "t": 81, "~": swap}}))
    x = d.encode(["HT"[i] for i in np.random.default_rng(1).integers(0, 2, 10_000)])
    p = d.probability(x, arithmetic="exact")
    shift = p.denominator.bit_length() - p.numerator.bit_length() + 200
    expected = math.log((p.numerator << shift) // p.denominator) - shift * math.log(
        2
    )  # no two large logs are subtracted
    assert expected < -9_000
    assert d.engine is not None
    assert d.engine.log_probability(d.codes(x)) == pytest.approx(expected, abs=2e-11, rel=0)
    assert d.log_probabilities([x])[0] == pytest.approx(expected, abs=2e-11, rel=0)
    assert math.fsum(d.surprisals(x)) == pytest.approx(-expected, abs=2e-11, rel=0)


@pytest.mark.long
def test_the_cost_is_linear(monkeypatch):
    """log seconds against log |x| has slope 1.0 ± 0.1 from 10⁴ to 10⁶ (of this thread's own time)."""
    d = random_chain(16, 8, 6)
    monkeypatch.setattr(kernels, "_jit", forms()[-1:])
    sizes = [10_000, 100_000, 1_000_000]
    words = [d.encode(d.sample(1000, 1, np.random.default_rng(7))[0] * (size // 1000)) for size in sizes]
    seconds = []
    for word in words:
        d.log_probability(word)
        runs = []
        for _ in range(5):
            begin = time.thread_time()
            d.log_probability(word)
            runs.append(time.thread_time() - begin)
        seconds.append(min(runs))
    slope = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
    assert 0.9 < slope < 1.1, (sizes, seconds)


def test_a_machine_that_reads_nothing():
    one = lc.Transducer("ab", "x", "q", [("q", "a", "q", "x"), ("q", "b", "q", "xx")])
    d = lc.Projected(one, lc.Markov("ab", 0, {(): {"a": 1, "b": 1}}))
    assert d.log_probability("x" * 1000) == d.log_probability(d.encode("x" * 1000)) == 0


def test_steps_that_would_leave_the_range_of_floats_are_walked_in_logs():
    tiny = Fraction(1, 10**200)
    model = lc.HiddenMarkov("ab", "01", ["1", "0"], [[1 - tiny, tiny], [0, 1]], [[1, 0], [1 - tiny, tiny]])
    d = lc.Projected(lc.gallery.build("product", observable="ab", hidden="01"), model)
    exact = 2 * -200 * math.log(10)  # one step to state 1, one symbol there
    assert d.log_probability(d.encode("ab")) == d.log_probability("ab") == pytest.approx(exact)
    assert list(d.log_probabilities(["ab", "a"])) == pytest.approx([exact, 0.0])
    assert list(d.surprisals("ab")) == pytest.approx([0.0, -exact])
    assert d.log_probability("ab" + "a" * 70) == pytest.approx(exact)
    assert d.filter("ab" + "a" * 70).probabilities[-1] == pytest.approx([0.0, 1.0])
