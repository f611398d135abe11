"""Filter, smoother, surprisals and next-symbol laws along an observation; walk and engine tell the same (docs/theory.md §3)."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

import lift_core as lc
from lift_core.projected import timeline
from tests import oracles
from tests.projected.test_long import flips
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, instances


def states(line: timeline.Timeline, t: int) -> dict[str, float]:
    """{state after t symbols: probability}, zeros left out."""
    law: Counter = Counter()
    for c, q in zip(line.configurations, line.probabilities[t - 1].tolist(), strict=True):
        law[c.state] += q
    return {state: q for state, q in law.items() if q}


def listed(example: Example, t: int, x) -> dict[str, float]:
    law: Counter = Counter()
    for z, q in oracles.restricted(example.machine, example.weigh, x[:t], x[t:]).items():
        place = oracles.run(example.machine, z)
        assert place is not None
        law[place[0]] += q
    return {state: float(q) for state, q in law.items() if q}


@given(instances(longest=4))
def test_the_walk_alone_filters_and_smooths(example: Example):
    """Without the engine, as for models that remember everything; with it, `test_engine` asks the same."""
    d, x = example.projected, example.x
    if not oracles.probability(example.machine, example.weigh, x):
        return
    codes = d.codes(d.observation(x))
    before = timeline.filter_timeline(d.log_walk, None, x, codes)
    after = timeline.smoother_timeline(d.log_walk, None, x, codes)
    for t in range(1, len(x) + 1):
        assert states(before, t) == pytest.approx(listed(example, t, x[:t]), abs=1e-12)
        assert states(after, t) == pytest.approx(listed(example, t, x), abs=1e-12)
    steps = timeline.surprisals(d.log_walk, None, x, codes)
    masses = [oracles.probability(example.machine, example.weigh, x[:t]) for t in range(len(x) + 1)]
    assert np.exp(-steps).tolist() == pytest.approx([float(b / a) for a, b in pairwise(masses)])


def test_surprisals_of_an_impossible_observation():
    teh = lc.gallery.build("autocorrect")
    d = lc.Projected(teh, lc.Markov(teh.latent, 0, {(): dict.fromkeys(teh.latent, 1)}))
    steps = d.surprisals("tehe")
    assert math.isfinite(steps[1])
    assert steps[2:].tolist() == [math.inf, math.inf]
    assert timeline.surprisals(d.log_walk, None, tuple("tehe"), np.zeros(0)).tolist() == steps.tolist()


def test_walk_and_engine_agree_on_a_long_observation():
    d, x = switching_coin(), flips(2000, 4)
    codes = d.codes(d.observation(x))
    assert d.engine is not None
    for ask in (timeline.filter_timeline, timeline.smoother_timeline):
        slow, fast = ask(d.log_walk, None, tuple(x), codes), ask(d.log_walk, d.engine, tuple(x), codes)
        column = {c: index for index, c in enumerate(fast.configurations)}
        order = [column[c] for c in slow.configurations]
        np.testing.assert_allclose(slow.probabilities, fast.probabilities[:, order], rtol=0, atol=1e-10)
    assert timeline.surprisals(d.log_walk, None, tuple(x), codes) == pytest.approx(d.surprisals(x).tolist(), abs=1e-11)


def test_surprisals_add_up_and_laws_predict_them():
    d, x = switching_coin(), flips(500, 2)
    steps, laws = d.surprisals(x), d.next_symbols(x)
    assert math.fsum(steps) == pytest.approx(-d.log_probability(x), rel=1e-13)
    column = {symbol: index for index, symbol in enumerate(d.projection.observable)}
    predicted = [-math.log(laws[t, column[symbol]]) for t, symbol in enumerate(x)]
    assert predicted == pytest.approx(steps.tolist(), rel=1e-12)
    np.testing.assert_allclose(laws.sum(axis=1), 1, atol=1e-12)


def test_the_empty_observation():
    d = switching_coin()
    assert d.filter("").probabilities.shape[0] == d.smoother("").probabilities.shape[0] == 0
    assert d.surprisals("").tolist() == []
    assert d.next_symbols("").shape == (1, 2)
    assert d.marginals("", "state:B").columns == ()
    assert d.expected("", "tokens") == d.entropy("") == 0


def test_an_observation_encoded_once():
    d = switching_coin()
    x = d.encode("HHTT")
    np.testing.assert_array_equal(d.smoother(x).probabilities, d.smoother("HHTT").probabilities)
    assert d.marginals(x, "state:B").columns == d.marginals("HHTT", "state:B").columns
    assert d.expected(x, "silent", arithmetic="exact") == d.expected("HHTT", "silent", arithmetic="exact")


def test_a_composition_too_large_to_build_is_asked_lazily():
    """Pause-to-think after the erasure of fillers: the same numbers whether its pairs of states are made at once or on demand."""
    first = lc.gallery.build("erasure", observable=["a", "b", "<s>", "</s>"], filler="-", run=1)
    second = lc.gallery.build("pause-to-think", observable="ab", bound=1)
    whole, lazy = lc.compose(first, second), lc.compose(first, second, max_states=2)
    assert isinstance(whole, lc.Transducer)
    assert not isinstance(lazy, lc.Transducer)
    model = lc.Markov(first.latent, 0, {(): dict(zip(first.latent, (3, 2, 1, 1, 1), strict=True))})
    d, on_demand = lc.Projected(whole, model), lc.Projected(lazy, model)
    assert on_demand.engine is None
    x = "ab"
    assert on_demand.probability(x, arithmetic="exact") == d.probability(x, arithmetic="exact") > 0
    assert on_demand.posterior(x, arithmetic="exact") == d.posterior(x, arithmetic="exact")
    assert on_demand.expected(x, "silent", arithmetic="exact") == d.expected(x, "silent", arithmetic="exact")
    assert (
        on_demand.marginals(x, "thinks", arithmetic="exact").columns
        == d.marginals(x, "thinks", arithmetic="exact").columns
    )
    assert lc.lifting_size(lazy, x) == lc.lifting_size(whole, x)
    assert lc.lifting_size(lazy, x) > 1000
    assert on_demand.bounds(x).log_lower == pytest.approx(d.log_probability(x), rel=1e-12)
