"""Tempered, inquisitive and predictive samplers, the hierarchy, SMC, sampling without replacement, decoding (docs/theory.md §5, §6)."""

import math
import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.samplers.test_laws import all_samplers, swapped_pairs
from tests.strategies import Example, instances

SCHEMES = ("multinomial", "systematic", "stratified", "residual")


@given(instances(longest=4))
def test_tempered(example: Example):
    if not oracles.probability(example.machine, example.weigh, example.x):
        return
    for tau in (0, 0.5, 2):
        sampler = lc.samplers.Tempered(example.projected, tau)
        for z, q in oracles.tempered(example.machine, example.weigh, example.x, tau).items():
            assert math.exp(sampler.log_prob(example.x, z)) == pytest.approx(q, rel=1e-10, abs=1e-14)
    causes = {z: q**2 for z, q in oracles.posterior(example.machine, example.weigh, example.x).items()}
    squared = {z: q / sum(causes.values()) for z, q in causes.items()}
    exact = lc.chi2(example.projected, example.x, lc.samplers.Tempered(example.projected, 2), arithmetic="exact")
    assert exact == oracles.chi2(example.machine, example.weigh, example.x, squared)


@given(instances(longest=3))
def test_inquisitive(example: Example):
    law = oracles.inquisitive(example.machine, example.weigh, example.x, example.order)
    sampler = lc.samplers.Inquisitive(example.projected)
    if not law:
        with pytest.raises(lc.ImpossibleObservation):
            sampler.draw(example.x, 5, np.random.default_rng(0))
        return
    for z, q in law.items():
        assert math.exp(sampler.log_prob(example.x, z)) == pytest.approx(q, rel=1e-9, abs=1e-13)
    draws = sampler.draw(example.x, 10, np.random.default_rng(0))
    for z, log_q, log_p in zip(draws.latents, draws.log_q, draws.log_p, strict=True):
        assert math.exp(log_q) == pytest.approx(law[z], rel=1e-9)
        assert math.exp(log_p) == pytest.approx(float(oracles.latent_probability(example.machine, example.weigh, z)))


def test_place_in_the_hierarchy():
    d = switching_coin()
    expected = {
        lc.samplers.Identity(d): "identity",
        lc.samplers.Predictive(d, 0.0): "predictive",
        lc.samplers.Lookahead(d, 0): "causal",
        lc.samplers.Posterior(d): "explanatory",
        lc.samplers.Uniform(d): "causal",
    }
    places = {
        sampler.name: lc.samplers.place_in_hierarchy(sampler, 2) for sampler in expected if sampler.name != "uniform"
    }
    assert places == {sampler.name: place for sampler, place in expected.items() if sampler.name != "uniform"}


def test_causal_is_the_restriction_law():
    """is_causal against the definition: restricting Q(·|xa) to lifting(x) gives Q(·|x), listed."""
    for d in (switching_coin(), swapped_pairs()):
        for sampler in (lc.samplers.Lookahead(d, 0), lc.samplers.Lookahead(d, 1), lc.samplers.Posterior(d)):
            agrees = True
            for x in [w for n in (1, 2) for w in product(d.projection.observable, repeat=n)]:
                for a in d.projection.observable:
                    if d.probability((*x, a)) == 0 or d.probability(x) == 0:
                        continue
                    draws = {w: math.exp(sampler.log_prob((*x, a), w)) for w in lc.lifting(d.projection, (*x, a))}
                    if abs(sum(draws.values()) - 1) > 1e-9:
                        continue  # dead draws count for the beginning that they pass; listing cannot see them
                    for z in lc.lifting(d.projection, x):
                        passing = sum(q for w, q in draws.items() if w[: len(z)] == z)
                        agrees &= abs(passing - math.exp(sampler.log_prob(x, z))) < 1e-9
            assert lc.samplers.is_causal(sampler, 3) <= agrees


def assert_smc_is_unbiased(d, x, scheme, proposals, threshold, runs):
    """The mean over the runs within four standard errors of p."""
    for number, proposal in enumerate(proposals):
        rngs = [np.random.default_rng((seed, number)) for seed in range(runs)]
        values = [lc.smc(d, x, proposal, 15, rng, resampling=scheme, threshold=threshold).value for rng in rngs]
        assert abs(np.mean(values) - d.probability(x)) <= 4 * np.std(values) / math.sqrt(runs) + 1e-12


BOTH = pytest.mark.parametrize(
    ("d", "x"), [(switching_coin(), "HHTTHT"), (swapped_pairs(), "abab")], ids=["coin", "swap"]
)


@pytest.mark.parametrize("scheme", SCHEMES)
@BOTH
def test_smc_is_unbiased(scheme, d, x):
    assert_smc_is_unbiased(d, x, scheme, [lc.samplers.Lookahead(d, 0), lc.samplers.Uniform(d)], 0.8, 150)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("threshold", [0.5, 1.0])
@BOTH
def test_smc_is_unbiased_for_every_proposal(scheme, threshold, d, x):
    assert_smc_is_unbiased(d, x, scheme, all_samplers(d), threshold, 400)


def test_smc_that_never_resamples_is_an_estimate():
    d = switching_coin()
    sampler = lc.samplers.Lookahead(d, 0)
    run = lc.smc(d, "HHTT", sampler, 50, np.random.default_rng(1), threshold=0)
    assert run.resampled == ()
    weights = np.exp(run.draws.log_p - run.draws.log_q)
    assert run.value == pytest.approx(weights.mean())


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_particle_that_was_drawn_again_has_the_string_of_its_ancestors(scheme):
    """Its string explains x, and both its probabilities are those of that string."""
    d, rng = switching_coin(), np.random.default_rng(5)
    (x,) = d.sample(60, 1, rng)
    for proposal in (lc.samplers.Lookahead(d, 0), lc.samplers.UniformLocal(d)):
        run = lc.smc(d, x, proposal, 40, rng, resampling=scheme, threshold=1)
        assert len(run.resampled) > 20 and run.ancestors < 20
        for z, log_q, log_p in zip(run.draws.latents, run.draws.log_q, run.draws.log_p, strict=True):
            assert log_q == pytest.approx(proposal.log_prob(x, z), abs=1e-9)
            assert log_p == pytest.approx(lc.samplers.Posterior(d).log_prob(x, z) + d.log_probability(x), abs=1e-9)


def test_smc_costs_time_in_proportion_to_the_observation():
    """Eight times the length may cost twenty times as much, not sixty-four."""
    d = switching_coin()
    times = []
    for length in (750, 6_000):
        x = d.encode(d.sample(750, 1, np.random.default_rng(1))[0] * (length // 750))
        proposal = lc.samplers.UniformLocal(d)
        lc.smc(d, x, proposal, 50, np.random.default_rng(0))  # lays the law out
        runs = []
        for _ in range(3):
            begin = time.process_time()
            assert len(lc.smc(d, x, proposal, 50, np.random.default_rng(0)).resampled) > length / 4
            runs.append(time.process_time() - begin)
        times.append(min(runs))
    assert times[1] < 20 * times[0], times


def test_smc_with_every_particle_dead():
    swap = swapped_pairs()
    for seed in range(20):
        run = lc.smc(swap, "ab", lc.samplers.Lookahead(swap, 0), 2, np.random.default_rng(seed))
        if run.value == 0:
            assert (run.log_value, run.effective_sample_size) == (-math.inf, 0)
            assert run.note
            return
    pytest.fail("of twenty pairs of particles none was all dead")


@pytest.mark.parametrize(
    ("wrong", "match"),
    [({"resampling": "lottery"}, "lottery"), ({"threshold": 2}, "threshold"), ({"n": 0}, "n: got 0")],
)
def test_smc_refuses_what_it_does_not_know(wrong, match):
    d = switching_coin()
    with pytest.raises(lc.LiftError, match=match):
        lc.smc(d, "HT", lc.samplers.Lookahead(d, 0), **({"n": 5, "rng": np.random.default_rng(0)} | wrong))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_resampling_has_the_right_mean_copies(scheme):
    log_w, repeats, n = np.log([0.5, 0.25, 0.2, 0.05]), 4000, 4
    rng = np.random.default_rng(0)
    copies = np.array([np.bincount(lc.samplers.resample(log_w, rng, scheme), minlength=n) for _ in range(repeats)])
    spread = copies.std(axis=0) / math.sqrt(repeats)
    assert (abs(copies.mean(axis=0) - n * np.exp(log_w)) <= 4 * spread + 1e-12).all()
    assert (copies.sum(axis=1) == n).all()


@pytest.mark.parametrize(("d", "x"), [(switching_coin(), "HHTT"), (swapped_pairs(), "aba")], ids=["coin", "swap"])
def test_without_replacement_is_unbiased_and_in_the_end_exact(d, x):
    p = d.probability(x)
    for number, sampler in enumerate(all_samplers(d)):
        values = [
            lc.samplers.without_replacement(d, x, sampler, 3, np.random.default_rng((seed, number))).estimate.value
            for seed in range(600)
        ]
        assert abs(np.mean(values) - p) <= 4 * np.std(values) / math.sqrt(len(values)) + 1e-12
        whole = lc.samplers.without_replacement(d, x, sampler, 40, np.random.default_rng(0))
        assert whole.complete
        assert whole.estimate.value == pytest.approx(p, rel=1e-12)
        alive = [z for z, log_p in zip(whole.latents, whole.log_p, strict=True) if log_p > -math.inf]
        assert sorted(alive) == sorted(z for z, q in d.posterior(x).items() if q)


def test_decoding_tends_to_the_next_symbol_law_within_its_bound():
    """The mean of many decodings is within √(χ²(1+χ²))/n of the exact law in total variation."""
    d, x, n, repeats = switching_coin(), "HHTT", 20, 2000
    sampler = lc.samplers.Lookahead(d, 0)
    laws = [lc.samplers.decode(d, x, sampler, n, np.random.default_rng(seed)).law["H"] for seed in range(repeats)]
    bound = lc.samplers.decoding_bound(lc.chi2(d, x, sampler), n)
    noise = 4 * np.std(laws) / math.sqrt(repeats)
    assert abs(np.mean(laws) - d.next_symbol(x)["H"]) <= bound + noise


def test_the_variance_of_predicting_ahead_is_the_drift():
    """Draw z from the posterior given x, weight P(Φ(z, y)|z): relative variance χ²(Q*_x(·|xy)‖Q*(·|x))/n."""
    d, x, y, n, repeats = switching_coin(), "HHT", "T", 10, 2000
    posterior = lc.samplers.Posterior(d)
    exact = d.conditional(y, given=x)
    values = np.array(
        [
            lc.samplers.conditional_ahead(d, x, y, posterior, n, np.random.default_rng(seed)).value
            for seed in range(repeats)
        ]
    )
    predicted = exact**2 * lc.drift(d, x, y, metric="chi2") / n
    assert abs(values.mean() - exact) <= 4 * math.sqrt(predicted / repeats)
    spread = ((values - values.mean()) ** 2).std() / math.sqrt(repeats)
    assert abs(values.var() - predicted) <= 4 * spread


def test_conditional_behind_is_unbiased():
    d, x, y, repeats = switching_coin(), "HHT", "T", 1000
    sampler = lc.samplers.Lookahead(d, 0)
    values = [
        lc.samplers.conditional_behind(d, x, y, sampler, 10, np.random.default_rng(seed)).value
        for seed in range(repeats)
    ]
    assert abs(np.mean(values) - d.conditional(y, given=x)) <= 4 * np.std(values) / math.sqrt(repeats)


def test_multiple_choice_misses_no_more_often_than_its_bound():
    d, x, candidates, n = switching_coin(), "HHT", ("TT", "HH"), 200
    sampler = lc.samplers.Lookahead(d, 0)
    if d.probability(x + candidates[0]) < d.probability(x + candidates[1]):
        candidates = candidates[::-1]
    bound = lc.samplers.multiple_choice_bound(d, x, candidates, sampler, n)
    picks = [
        lc.samplers.multiple_choice(d, x, candidates, sampler, n, np.random.default_rng(seed)).chosen
        for seed in range(200)
    ]
    assert np.mean([pick != 0 for pick in picks]) <= bound + 4 * math.sqrt(bound / 200)


def test_a_lookahead_whose_windows_are_too_many_is_refused_with_the_posterior_as_remedy():
    d, x, rng = switching_coin(), "HT" * 1000, np.random.default_rng(0)
    with pytest.raises(lc.LimitExceeded, match="take the posterior"):
        lc.samplers.Lookahead(d, 1000).draw(x, 1, rng)
    for enough in (lc.samplers.Lookahead(d, 0), lc.samplers.Lookahead(d, len(x)), lc.samplers.Posterior(d)):
        assert len(enough.draw(x, 1, rng).latents) == 1
