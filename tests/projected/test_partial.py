"""Walks that stop early say so: bounds, what was dropped and why; one batched call to the model for each level."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from lift_core.projected import partial
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, instances


class Counted:
    """A generic model that counts how it is asked."""

    def __init__(self, latent: Sequence[str], seed: int = 1) -> None:
        self.inner = lc.Generic(latent, seed)
        self.latent, self.start, self.step = self.inner.latent, self.inner.start, self.inner.step
        self.calls: list[int] = []
        self.singly = 0

    def log_probs(self, state):
        self.singly += 1
        return self.inner.log_probs(state)

    def log_probs_batch(self, states):
        self.calls.append(len(states))
        return [self.inner.log_probs(state) for state in states]


def brute_force(projection, model, x) -> float:
    """Σ P(z) over lc.lifting, each P(z) token by token from the model's own log-probabilities."""
    total = 0.0
    for z in lc.lifting(projection, x):
        state, memory, p = projection.start, model.start, 1.0
        for token in z:
            law = {t: math.exp(v) for t, v in model.log_probs(memory).items() if t in projection.tokens(state)}
            p *= law[token] / sum(law.values())
            state, memory = projection.step(state, token)[0], model.step(memory, token)
        total += p
    return total


@given(instances(longest=4), st.integers(1, 12))
def test_bounds_hold_and_say_when_they_are_equal(example: Example, limit: int):
    p = float(oracles.probability(example.machine, example.weigh, example.x))
    found = example.projected.bounds(example.x, limit=limit)
    lower, upper = math.exp(found.log_lower), math.exp(found.log_upper)
    assert lower <= p * (1 + 1e-12)
    assert p <= upper * (1 + 1e-12)
    assert found.complete == (found.dropped == 0) == (found.stopped_by == "")
    if found.complete:
        assert lower == pytest.approx(p, rel=1e-12)
        assert found.covered == 1
    elif p:
        assert found.covered <= lower / p * (1 + 1e-12)


PAUSE = lc.gallery.build("pause-to-think", observable="ab", bound=1)


def test_complete_bounds_are_the_probability():
    model = Counted(PAUSE.latent)
    d = lc.Projected(PAUSE, model)
    found = d.bounds("abb")
    assert found.complete
    expected = brute_force(PAUSE, lc.Generic(PAUSE.latent, 1), "abb")
    assert math.exp(found.log_lower) == pytest.approx(expected, rel=1e-12)
    assert found.log_lower == found.log_upper
    assert found.kept == lc.lifting_size(PAUSE, "abb")


def test_one_call_to_the_model_for_each_level():
    model = Counted(PAUSE.latent)
    found = lc.Projected(PAUSE, model).bounds("abba")
    assert model.singly == 0
    assert len(model.calls) == found.levels
    assert max(model.calls) > 10


def test_every_walk_asks_in_batches():
    """A segment has up to four tokens here: four calls for each symbol, however many strings there are."""
    for question in ("probability", "next_symbol", "filtered", "entropy", "expected", "smoother", "next_symbols"):
        model = Counted(PAUSE.latent)
        getattr(lc.Projected(PAUSE, model), question)("abb")
        assert 0 < len(model.calls) <= 4 * 5
        assert model.singly == 0, question


def test_a_forgetful_model_asks_in_batches_too():
    model = Counted(PAUSE.latent)
    d = lc.Projected(PAUSE, lc.Forgetful(model, PAUSE))
    single = lc.Projected(PAUSE, lc.Forgetful(lc.Generic(PAUSE.latent, 1), PAUSE))
    assert d.probability("abba") == pytest.approx(single.probability("abba"), rel=1e-12)
    assert model.calls
    assert model.singly == 0


def test_the_batch_is_the_single_answers():
    model = lc.Generic("ab", 3)
    states = [(), ("a",), ("b", "a"), ("a",) * 9]
    assert model.log_probs_batch(states) == [pytest.approx(model.log_probs(state), rel=1e-14) for state in states]


def test_the_limit_of_time():
    """A clock that ticks a second at each look: the rest is dropped, counted, and said."""
    ticks = iter(range(10**6))
    d = lc.Projected(PAUSE, lc.Generic(PAUSE.latent, 1))
    p = d.probability("abbab")
    found = partial.bounds(d.log_walk, ("a", "b", "b", "a", "b"), 10**6, 6.0, lambda: float(next(ticks)))
    assert found.stopped_by == "time"
    assert not found.complete
    assert math.exp(found.log_lower) < p < math.exp(found.log_upper)
    assert "lower bound" in found.sentence
    assert "the time left out" in found.sentence
    nothing = d.bounds("abbab", seconds=0)
    assert (nothing.log_lower, nothing.log_upper) == (-math.inf, 0.0)
    assert nothing.covered == 0


def test_time_may_end_inside_a_level(monkeypatch):
    """Whenever the clock stops the walk, the bounds hold and nothing is missing from the upper one."""
    monkeypatch.setattr(partial, "LOOKS_EVERY", 1)
    d, x = lc.Projected(PAUSE, lc.Generic(PAUSE.latent, 1)), ("a", "b", "b")
    p, widths = d.probability(x), []
    for seconds in range(0, 200, 3):
        ticks = iter(range(10**6))
        found = partial.bounds(d.log_walk, x, 10**6, seconds + 0.5, lambda ticks=ticks: float(next(ticks)))
        assert math.exp(found.log_lower) <= p * (1 + 1e-12)
        assert p <= math.exp(found.log_upper) * (1 + 1e-12)
        widths.append(math.exp(found.log_upper) - math.exp(found.log_lower))
    assert widths[0] == pytest.approx(1)
    assert widths[-1] == 0


def test_the_limit_of_count():
    d = lc.Projected(PAUSE, lc.Generic(PAUSE.latent, 1))
    p, widths = d.probability("abbab"), []
    for limit in (1, 10, 100, 1000, 10_000, 100_000):
        found = d.bounds("abbab", limit=limit)
        assert math.exp(found.log_lower) <= p * (1 + 1e-12)
        assert p <= math.exp(found.log_upper) * (1 + 1e-12)
        widths.append(math.exp(found.log_upper) - math.exp(found.log_lower))
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == 0
    assert "the limit left out" in d.bounds("abbab", limit=10).sentence
    assert "every explanation" in d.bounds("abbab").sentence


def test_an_impossible_observation_has_bounds_of_zero():
    teh = lc.gallery.build("autocorrect")
    d = lc.Projected(teh, lc.Markov(teh.latent, 0, {(): dict.fromkeys(teh.latent, 1)}))
    found = d.bounds("teh")
    assert found.complete
    assert found.log_lower == found.log_upper == -math.inf


def test_the_empty_observation_is_certain():
    found = switching_coin().bounds("")
    assert (found.log_lower, found.log_upper, found.kept) == (0.0, 0.0, 1)
