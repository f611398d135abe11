"""estimate: unbiased, with variance p²χ²/n, its own error stated, and dead draws counted (docs/theory.md §6)."""

import math

import numpy as np
import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.samplers.test_laws import all_samplers, swapped_pairs
from tests.strategies import Example, instances


def one_forced_symbol_weighs_nothing():
    """The identity sampler draws thought 1 or 2 evenly; after thought 1 the symbol b is impossible: a draw dies half-way."""
    product = lc.gallery.build("product", observable="ab", hidden="12")
    return lc.Projected(product, lc.Markov(product.latent, 0, {(): {"a|1": 2, "b|1": 0, "a|2": 1, "b|2": 1}}))


CASES = [
    ("coin", switching_coin(), "HHTT"),
    ("swap", swapped_pairs(), "ab"),
    ("swap", swapped_pairs(), "aba"),
    ("zero", one_forced_symbol_weighs_nothing(), "bab"),
]


@pytest.mark.parametrize(("name", "d", "x"), CASES)
def test_mean_and_variance_over_seeds_are_the_predicted_ones(name, d, x):
    """400 estimates of 40 draws each: the mean within 4 standard errors of p, the variance of p²χ²/n likewise."""
    repeats, n, p = 400, 40, d.probability(x)
    for sampler in all_samplers(d):
        values = np.array([lc.estimate(d, x, sampler, n, np.random.default_rng(seed)).value for seed in range(repeats)])
        predicted = p**2 * lc.chi2(d, x, sampler) / n
        assert abs(values.mean() - p) <= 4 * math.sqrt(predicted / repeats) + 1e-12
        centred = (values - values.mean()) ** 2
        spread = math.sqrt(centred.var() / repeats)
        assert abs(centred.mean() - predicted) <= 4 * spread + 1e-15


@given(instances(longest=3))
def test_an_estimate_is_the_mean_weight(example: Example):
    if not oracles.probability(example.machine, example.weigh, example.x):
        return
    sampler = lc.samplers.Uniform(example.projected)
    draws = sampler.draw(example.x, 30, np.random.default_rng(4))
    weights = np.exp(draws.log_p - draws.log_q)
    result = lc.estimate(example.projected, example.x, sampler, 30, np.random.default_rng(4))
    assert result.n == 30
    assert result.value == pytest.approx(weights.mean())
    assert result.log_value == (pytest.approx(math.log(weights.mean())) if weights.any() else -math.inf)
    if weights.any():
        assert result.effective_sample_size == pytest.approx(weights.sum() ** 2 / (weights**2).sum())
        assert result.standard_error == pytest.approx(weights.std(ddof=1) / math.sqrt(30), abs=1e-15)


def test_draws_from_the_posterior_are_exact():
    d = switching_coin()
    result = lc.estimate(d, "HHTT", lc.samplers.Posterior(d), 10, np.random.default_rng(0))
    assert result.value == pytest.approx(d.probability("HHTT"), rel=1e-12)
    assert result.standard_error == pytest.approx(0, abs=1e-15)
    assert result.effective_sample_size == pytest.approx(10)


def test_dead_draws_count_in_n():
    d = swapped_pairs()
    sampler = lc.samplers.Lookahead(d, 0)
    draws = sampler.draw("ab", 1000, np.random.default_rng(1))
    share = 1 - draws.dead.mean()
    assert abs(share - 8 / 85) < 4 * math.sqrt(8 / 85 * 77 / 85 / 1000)
    result = lc.estimate(d, "ab", sampler, 1000, np.random.default_rng(1))
    assert result.value == pytest.approx(share * d.probability("ab") / (8 / 85))
    assert result.dead == draws.dead.sum()


def test_all_draws_dead():
    d = swapped_pairs()
    sampler = lc.samplers.Lookahead(d, 0)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        if sampler.draw("ab", 3, np.random.default_rng(seed)).dead.all():
            result = lc.estimate(d, "ab", sampler, 3, rng)
            assert (result.value, result.log_value, result.effective_sample_size) == (0, -math.inf, 0)
            assert not math.isnan(result.standard_error)
            assert "dead" in result.note
            return
    pytest.fail("of twenty triples of draws none was all dead")


def test_an_impossible_observation_is_estimated_as_0_without_nan():
    coin, swap = lc.gallery.build("switching-coin"), lc.gallery.build("autocorrect")
    tails = lc.Projected(coin, lc.Markov(coin.latent, 0, {(): dict.fromkeys("Tt~", 1)}))
    unseen = lc.Projected(swap, lc.Markov(swap.latent, 0, {(): dict.fromkeys(swap.latent, 1)}))
    for d, x in ((tails, "TH"), (unseen, "teh")):
        assert d.probability(x) == 0
        for sampler in all_samplers(d):
            result = lc.estimate(d, x, sampler, 7, np.random.default_rng(0))
            assert (result.value, result.log_value, result.n) == (0, -math.inf, 7)
            assert result.note
            assert not math.isnan(result.standard_error)


def test_one_draw_cannot_tell_its_error():
    d = switching_coin()
    result = lc.estimate(d, "HHTT", lc.samplers.Lookahead(d, 0), 1, np.random.default_rng(0))
    assert math.isnan(result.standard_error)
    assert result.note
    assert result.effective_sample_size == 1


@pytest.mark.parametrize("n", [0, -3])
def test_at_least_one_draw(n):
    with pytest.raises(lc.LiftError):
        lc.estimate(switching_coin(), "H", lc.samplers.Uniform(switching_coin()), n, np.random.default_rng(0))


def test_estimates_repeat_with_their_seed():
    d = switching_coin()
    sampler = lc.samplers.Identity(d)
    first, again = (lc.estimate(d, "HHTT", sampler, 50, np.random.default_rng(9)) for _ in range(2))
    assert first == again


def test_estimates_below_the_range_of_floats():
    d = switching_coin()
    x = "HHTT" * 600
    result = lc.estimate(d, x, lc.samplers.Lookahead(d, 8), 20, np.random.default_rng(0))
    assert result.value == 0  # e^−2400
    assert result.log_value == pytest.approx(d.log_probability(x), abs=0.1)
    assert not math.isnan(result.standard_error)


@pytest.mark.parametrize("sampler", [lc.samplers.Posterior, lambda d: lc.samplers.Lookahead(d, 150)])
def test_a_token_too_unlikely_for_a_float_is_never_drawn(sampler):
    coins = lc.HiddenMarkov("HT", "12", [0.5, 0.5], np.eye(2), [[0.9, 0.1], [0.001, 0.999]])
    d = lc.Projected(lc.gallery.build("product", observable="HT", hidden="12"), coins)
    x = "H" * 3_000  # the second coin is (1/900)^150 as likely after 150 of them
    estimate = lc.estimate(d, x, sampler(d), 5, np.random.default_rng(0))
    assert math.isclose(estimate.log_value, d.log_probability(x), rel_tol=1e-12)
    assert set(sampler(d).draw(x, 5, np.random.default_rng(0)).latents) == {("H|1",) * 3_000}


def test_chi2_of_long_observations():
    d = switching_coin()
    x = "HHTT" * 15
    for k in (0, 1):
        sampler = lc.samplers.Lookahead(d, k)
        assert lc.chi2(d, x, sampler) == pytest.approx(float(lc.chi2(d, x, sampler, arithmetic="exact")), rel=1e-9)
    huge = lc.chi2(d, "HHTT" * 500, lc.samplers.Uniform(d))
    assert huge > 1e300
    assert not math.isnan(huge)


def test_an_effective_sample_size_comes_with_an_interval_that_equal_weights_make_a_point():
    rng = np.random.default_rng(0)
    assert lc.samplers.effective_sample_size_interval(np.zeros(50), rng) == (50.0, 50.0)
    d = lc.gallery.scenario("switching-coin").projected()
    draws = lc.samplers.Identity(d).draw("HHTT", 40, np.random.default_rng(1))
    low, high = lc.samplers.effective_sample_size_interval(draws.log_weights, np.random.default_rng(2))
    assert 1 <= low < lc.samplers.effective_sample_size(draws.log_weights) < high <= 40
    again = lc.samplers.effective_sample_size_interval(draws.log_weights + 700, np.random.default_rng(2))
    assert again == pytest.approx((low, high))
