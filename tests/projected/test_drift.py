"""Drift = D(Q*_x(·|xy), Q*(·|x)) for total variation, KL and χ² (docs/theory.md §4)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from tests import oracles
from tests.strategies import Example, instances


@given(instances(), st.data())
def test_drift_is_the_distance_between_restriction_and_posterior(example: Example, data):
    cut = data.draw(st.integers(0, len(example.x)))
    x, y, d = example.x[:cut], example.x[cut:], example.projected
    if not oracles.probability(example.machine, example.weigh, example.x):
        with pytest.raises(lc.ImpossibleObservation):
            lc.drift(d, x, y)
        return
    for metric in ("tv", "chi2"):
        expected = oracles.drift(example.machine, example.weigh, x, y, metric)
        assert lc.drift(d, x, y, metric=metric, arithmetic="exact") == expected
        assert lc.drift(d, x, y, metric=metric) == pytest.approx(float(expected), rel=1e-10, abs=1e-14)
    expected = oracles.drift(example.machine, example.weigh, x, y, "kl")
    assert lc.drift(d, x, y, metric="kl") == pytest.approx(expected, rel=1e-9, abs=1e-13)


@given(instances(longest=3))
def test_drift_is_a_reweighting_by_prediction(example: Example):
    """Q*_x(z|xy) = Q*(z|x) · P(y|κ(z)) / (proj#P)(y|x), by definition on both sides."""
    x, y = example.x[:-1], example.x[-1:]
    if not oracles.probability(example.machine, example.weigh, example.x):
        return
    later, d = oracles.restricted(example.machine, example.weigh, x, y), example.projected
    predicted = d.conditional(y, given=x, arithmetic="exact")
    for z, q in d.posterior(x, arithmetic="exact").items():
        weight = oracles.predict(example.machine, example.weigh, x, z, y) if q else 0
        assert later[z] == q * weight / predicted


@pytest.fixture
def coin():
    projection = lc.gallery.build("switching-coin")
    return lc.Projected(projection, lc.Markov(projection.latent, 0, {(): {"H": 81, "T": 9, "h": 9, "t": 81, "~": 10}}))


def test_kl_has_no_fraction(coin):
    with pytest.raises(lc.NoExactValue):
        lc.drift(coin, "H", "T", metric="kl", arithmetic="exact")


def test_unknown_metrics_are_refused(coin):
    with pytest.raises(lc.LiftError, match="euclid"):
        lc.drift(coin, "H", "T", metric="euclid")


def test_nothing_new_moves_nothing(coin):
    assert lc.drift(coin, "HT", "", arithmetic="exact") == 0


def test_hindsight_over_a_long_observation(coin):
    """What follows far ahead hardly matters, and its probability, e^−1000 or so, must not underflow."""
    near, far = (lc.drift(coin, "HHT", "T" + "HHTT" * k) for k in (10, 1000))
    assert math.isfinite(far)
    assert far == pytest.approx(near, abs=1e-6)
