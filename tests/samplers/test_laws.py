"""Q(z|x) of every sampler against its literal definition, listed; the draws against Q; dead ends (docs/theory.md §5)."""

import math

import numpy as np
import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, disentangled_instances, instances

CLOSE = {"rel": 1e-11, "abs": 1e-14}


def assert_law(example: Example, sampler, expected):
    for z, q in expected.items():
        assert math.exp(sampler.log_prob(example.x, z)) == pytest.approx(float(q), **CLOSE)
    if oracles.probability(example.machine, example.weigh, example.x):
        exact = lc.chi2(example.projected, example.x, sampler, arithmetic="exact")
        assert exact == oracles.chi2(example.machine, example.weigh, example.x, expected)
        assert lc.chi2(example.projected, example.x, sampler) == pytest.approx(float(exact), rel=1e-9, abs=1e-12)


@given(instances(longest=4))
def test_uniform(example: Example):
    assert_law(example, lc.samplers.Uniform(example.projected), oracles.uniform(example.machine, example.x))


@given(instances(longest=4))
def test_uniform_local(example: Example):
    assert_law(example, lc.samplers.UniformLocal(example.projected), oracles.uniform_local(example.machine, example.x))


@pytest.mark.parametrize("k", [0, 1, 2])
@given(example=instances(longest=4))
def test_lookahead(k: int, example: Example):
    expected = oracles.lookahead(example.machine, example.weigh, example.x, k)
    assert_law(example, lc.samplers.Lookahead(example.projected, k), expected)


@given(instances(longest=4))
def test_posterior_and_lookahead_to_the_end(example: Example):
    expected = oracles.posterior(example.machine, example.weigh, example.x)
    assert_law(example, lc.samplers.Posterior(example.projected), expected)
    assert_law(example, lc.samplers.Lookahead(example.projected, len(example.x)), expected)


@given(disentangled_instances(longest=4))
def test_identity(example: Example):
    """Where the symbol that is forced has probability zero under P the draw is dead: only strings of positive P count."""
    listed = oracles.identity(example.machine, example.weigh, example.x)
    possible = {z: oracles.latent_probability(example.machine, example.weigh, z) > 0 for z in listed}
    expected = {z: q if possible[z] else 0 for z, q in listed.items()}
    assert_law(example, lc.samplers.Identity(example.projected), expected)


@given(disentangled_instances(longest=3))
def test_the_other_samplers_on_disentangled_machines(example: Example):
    assert_law(example, lc.samplers.Uniform(example.projected), oracles.uniform(example.machine, example.x))
    expected = oracles.lookahead(example.machine, example.weigh, example.x, 0)
    assert_law(example, lc.samplers.Lookahead(example.projected, 0), expected)


@given(instances(longest=3))
def test_weights_are_those_of_the_draws(example: Example):
    """log_q, log_p and codes of each draw agree with what the strings say; dead draws have weight 0."""
    if not oracles.probability(example.machine, example.weigh, example.x):
        return
    d = example.projected
    for sampler in (lc.samplers.Uniform(d), lc.samplers.Lookahead(d, 0), lc.samplers.Posterior(d)):
        draws = sampler.draw(example.x, 20, np.random.default_rng(2))
        assert draws.log_q.shape == draws.log_p.shape == (20,)
        assert draws.codes.shape[0] == 20
        leaves = oracles.lifting(example.machine, example.x)
        for z, code, log_q, log_p, dead in zip(
            draws.latents, draws.codes, draws.log_q, draws.log_p, draws.dead, strict=True
        ):
            assert z == tuple(example.latent[c] for c in code if c >= 0)
            if dead:
                assert log_p == -math.inf
                continue
            assert z in leaves
            mass = oracles.latent_probability(example.machine, example.weigh, z)
            assert log_p == pytest.approx(math.log(mass) if mass else -math.inf)
            assert log_q == pytest.approx(sampler.log_prob(example.x, z))


def all_samplers(d):
    identity = [] if lc.diagnose(d.projection).disentangled is False else [lc.samplers.Identity(d)]
    looking = [lc.samplers.Lookahead(d, k) for k in (0, 1)]
    return [lc.samplers.Uniform(d), lc.samplers.UniformLocal(d), *identity, *looking, lc.samplers.Posterior(d)]


def swapped_pairs():
    swap = lc.gallery.build("swap", observable="ab")
    weights = {(): {"a": 6, "b": 3}, ("a",): {"a": 7, "b": 1}, ("b",): {"a": 2, "b": 9}}
    return lc.Projected(swap, lc.Markov("ab", 1, weights))


@pytest.mark.parametrize(("d", "x"), [(switching_coin(), "HHTT"), (swapped_pairs(), "aba")], ids=["coin", "swap"])
def test_draws_follow_their_law(d, x):
    """The share of every string, and of the dead, within four standard errors."""
    n = 20_000
    for number, sampler in enumerate(all_samplers(d)):
        draws = sampler.draw(x, n, np.random.default_rng(number))
        law = {z: math.exp(sampler.log_prob(x, z)) for z in lc.lifting(d.projection, x)}
        alive = [z for z, dead in zip(draws.latents, draws.dead, strict=True) if not dead]
        shares = [(alive.count(z), q) for z, q in law.items()] + [(int(draws.dead.sum()), 1 - sum(law.values()))]
        for count, q in shares:
            q = min(max(q, 0.0), 1.0)
            assert abs(count / n - q) <= 4 * math.sqrt(q * (1 - q) / n) + 1e-12


def test_draws_under_a_model_that_remembers_everything():
    coin = lc.gallery.build("switching-coin")
    for model in (lc.Generic(coin.latent, 3), lc.Forgetful(lc.Generic(coin.latent, 3), coin)):
        test_draws_follow_their_law(lc.Projected(coin, model), "HTH")


def test_draws_repeat_with_their_seed():
    d = switching_coin()
    for sampler in all_samplers(d):
        first, again, other = (sampler.draw("HHTTHT", 200, np.random.default_rng(seed)) for seed in (1, 1, 2))
        assert np.array_equal(first.codes, again.codes)
        assert np.array_equal(first.log_q, again.log_q)
        assert not (first.codes.shape == other.codes.shape and np.array_equal(first.codes, other.codes))


def test_identity_is_unavailable_with_state_and_token():
    tokens = lc.gallery.build("tokens", vocabulary=["a", "b", "ab"])
    d = lc.Projected(tokens, lc.Markov(["a", "b", "ab"], 0, {(): {"a": 1, "b": 1, "ab": 1}}))
    with pytest.raises(lc.Unavailable) as caught:
        lc.samplers.Identity(d)
    assert (caught.value.state, caught.value.token) == (tokens.start, "ab")
    assert "'ab'" in str(caught.value)


@pytest.mark.parametrize("k", [-1, 0.5, "1", None])
def test_lookahead_is_a_whole_number(k):
    with pytest.raises(lc.LiftError):
        lc.samplers.Lookahead(switching_coin(), k)


def test_strings_outside_the_lifting_have_no_probability_to_ask_for():
    d = switching_coin()
    for sampler in all_samplers(d):
        with pytest.raises(lc.LiftError, match="lifting"):
            sampler.log_prob("HH", ["H"])


def test_nothing_to_draw_where_everything_is_certain():
    one = lc.Transducer("ab", "x", "q", [("q", "a", "q", "x"), ("q", "b", "q", "xx")])
    d = lc.Projected(one, lc.Markov("ab", 0, {(): {"a": 1, "b": 1}}))
    for sampler in (lc.samplers.Uniform(d), lc.samplers.Lookahead(d, 0), lc.samplers.Posterior(d)):
        draws = sampler.draw("xxx", 5, np.random.default_rng(0))
        assert draws.latents == [()] * 5
        assert lc.chi2(d, "xxx", sampler, arithmetic="exact") == 0
        assert lc.estimate(d, "xxx", sampler, 5, np.random.default_rng(0)).value == 1
