"""Probabilities below the range of floats: laws carry their logs, so nothing becomes zero, NaN or a math error."""

import math

import numpy as np
import pytest

import lift_core as lc


def two_coins() -> lc.Projected:
    """One of two coins is chosen and kept: heads with chance 9/10 or 1/2."""
    model = lc.HiddenMarkov("HT", "12", [0.5, 0.5], [[1, 0], [0, 1]], [[0.9, 0.1], [0.5, 0.5]])
    return lc.Projected(lc.gallery.build("product", observable="HT", hidden="12"), model)


def test_the_posterior_of_a_hopeless_explanation_is_its_log():
    d, x = two_coins(), "H" * 3000
    posterior = lc.samplers.Posterior(d)
    wanted = 3000 * (math.log(0.5) - math.log(0.9))
    assert posterior.log_prob(x, ["H|2"] * 3000) == pytest.approx(wanted, rel=1e-9)
    assert lc.chi2(d, x, posterior) == pytest.approx(0, abs=1e-9)
    assert lc.estimate(d, x, posterior, 10, np.random.default_rng(0)).log_value == pytest.approx(d.log_probability(x))


def test_a_sharp_temper_has_a_chi_squared_and_a_search():
    d = lc.gallery.scenario("switching-coin").projected()
    assert lc.chi2(d, "HHTT", lc.samplers.Tempered(d, 600)) > 1e100
    found = lc.samplers.without_replacement(d, "H" * 1300, lc.samplers.Tempered(d, 2), 1, np.random.default_rng(0))
    assert found.estimate.log_value > -math.inf


def test_weights_beyond_the_range_of_floats_are_drawn():
    bits = lc.Transducer("abc", "xy", "q", [("q", "a", "q", "x"), ("q", "b", "q", "x"), ("q", "c", "q", "y")])
    d = lc.Projected(bits, lc.Markov("abc", 0, {(): {"a": "1e-400", "b": "1e-400", "c": 1}}))
    for sampler in (lc.samplers.Posterior(d), lc.samplers.Lookahead(d, 0), lc.samplers.Uniform(d)):
        found = lc.estimate(d, "x", sampler, 20, np.random.default_rng(0))
        assert found.log_value == pytest.approx(d.log_probability("x"))
        assert lc.chi2(d, "x", sampler) == pytest.approx(0, abs=1e-9)


def test_whole_numbers_of_any_kind_and_fractions_are_parameters():
    from fractions import Fraction

    d = lc.gallery.scenario("switching-coin").projected()
    assert lc.chi2(d, "HHTT", lc.samplers.Lookahead(d, np.int64(1))) == pytest.approx(0.0413, abs=1e-3)
    assert lc.samplers.Tempered(d, Fraction(1, 2)).draw("HH", 3, np.random.default_rng(0)).log_q.shape == (3,)
    with pytest.raises(lc.LiftError, match="whole number"):
        lc.samplers.Lookahead(d, True)


def test_a_sampler_without_a_law_cannot_propose():
    d = lc.gallery.scenario("switching-coin").projected()
    inquisitive = lc.samplers.Inquisitive(d)
    for ask in (
        lambda: lc.smc(d, "HHTT", inquisitive, 10, np.random.default_rng(0)),
        lambda: lc.samplers.without_replacement(d, "HHTT", inquisitive, 2, np.random.default_rng(0)),
        lambda: lc.samplers.is_causal(inquisitive),
    ):
        with pytest.raises(lc.Unavailable, match="token by token"):
            ask()
