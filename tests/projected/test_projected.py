"""(proj#P), its posterior and its conditionals against Theorem 2.2 listed by the oracle, in fractions, with `==`."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from tests import oracles
from tests.strategies import Example, disentangled_instances, instances

CLOSE = {"rel": 1e-12, "abs": 1e-15}


@given(instances(longest=5))
def test_probability_is_the_sum_over_the_lifting(example: Example):
    """(2.22)."""
    expected = oracles.probability(example.machine, example.weigh, example.x)
    d = example.projected
    assert d.probability(example.x, arithmetic="exact") == expected
    assert d.probability(example.x) == pytest.approx(float(expected), **CLOSE)
    logarithm = math.log(expected) if expected else -math.inf
    assert d.log_probability(example.x) == pytest.approx(logarithm, **CLOSE)


@given(disentangled_instances(longest=4))
def test_probability_on_disentangled_machines(example: Example):
    expected = oracles.probability(example.machine, example.weigh, example.x)
    assert example.projected.probability(example.x, arithmetic="exact") == expected


@given(instances())
def test_posterior_has_all_of_the_lifting_or_nothing(example: Example):
    expected = oracles.posterior(example.machine, example.weigh, example.x)
    exact = example.projected.posterior(example.x, arithmetic="exact")
    assert exact == expected
    assert list(exact) == sorted(exact)
    assert example.projected.posterior(example.x) == pytest.approx({z: float(q) for z, q in expected.items()}, **CLOSE)


@given(instances(), st.data())
def test_conditional_is_a_mean_of_predictions(example: Example, data):
    """(2.23), and the quotient of two (2.22)."""
    cut = data.draw(st.integers(0, len(example.x)))
    x, y, d = example.x[:cut], example.x[cut:], example.projected
    whole, given_x = (oracles.probability(example.machine, example.weigh, w) for w in (x + y, x))
    if not given_x:
        for arithmetic in ("exact", "float"):
            with pytest.raises(lc.ImpossibleObservation):
                d.conditional(y, given=x, arithmetic=arithmetic)
        return
    expected = oracles.conditional(example.machine, example.weigh, y, x)
    assert expected == whole / given_x
    assert d.conditional(y, given=x, arithmetic="exact") == expected
    assert d.conditional(y, given=x) == pytest.approx(float(expected), **CLOSE)


@given(instances(longest=3))
def test_next_symbol(example: Example):
    d = example.projected
    if not oracles.probability(example.machine, example.weigh, example.x):
        with pytest.raises(lc.ImpossibleObservation):
            d.next_symbol(example.x)
        return
    expected = oracles.next_symbol(example.machine, example.weigh, example.x)
    assert d.next_symbol(example.x, arithmetic="exact") == expected
    assert sum(expected.values()) == 1
    assert d.next_symbol(example.x) == pytest.approx({a: float(p) for a, p in expected.items()}, **CLOSE)


@given(instances(longest=4))
def test_mass_never_leaves(example: Example):
    """Σ over |x| = t of p(x) is 1, onto or not; and p(x) is what its continuations share."""
    d = example.projected
    for t in range(4):
        assert sum(d.probability(w, arithmetic="exact") for w in oracles.words(example.observable, t)) == 1
    parts = [d.probability((*example.x, a), arithmetic="exact") for a in example.observable]
    assert sum(parts) == d.probability(example.x, arithmetic="exact")


@given(instances(), st.integers(1, 5))
def test_best(example: Example, k: int):
    expected = oracles.best(example.machine, example.weigh, example.x, k)
    posterior = oracles.posterior(example.machine, example.weigh, example.x)
    found = example.projected.best(example.x, k)
    positive = [float(q) for _, q in expected if q]
    assert [q for _, q in found[: len(positive)]] == pytest.approx(positive, **CLOSE)
    assert [z for z, _ in found] == [z for z, q in expected if q]  # ties in alphabetical order, also at the cut
    assert len({z for z, _ in found}) == len(found) <= k
    for z, q in found:
        assert q == pytest.approx(float(posterior[z]), **CLOSE)


@pytest.mark.parametrize("weights", [{}, {"H": 81, "T": 9, "h": 9, "t": 81, "~": 10}])
def test_best_cuts_a_tie_in_alphabetical_order(weights):
    coin = lc.gallery.build("switching-coin")
    d = lc.Projected(coin, lc.Markov(coin.latent, 0, {(): dict.fromkeys(coin.latent, 1) | weights}))
    shares = d.posterior("HHTT", "exact")
    order = sorted(shares, key=lambda z: (-shares[z], z))
    for k in range(1, len(order) + 1):
        assert [z for z, _ in d.best("HHTT", k)] == order[:k]


@given(instances())
def test_enumerate_lists_the_lifting_in_arrays(example: Example):
    listed = example.projected.enumerate(example.x, limit=1000)
    leaves = lc.lifting(example.projection, example.x)
    assert listed.codes.shape[0] == len(leaves) == len(listed.log_p)
    decoded = [tuple(example.latent[code] for code in row if code >= 0) for row in listed.codes]
    assert decoded == leaves
    masses = [float(oracles.latent_probability(example.machine, example.weigh, z)) for z in leaves]
    assert np.exp(listed.log_p).tolist() == pytest.approx(masses, **CLOSE)


def switching_coin():
    coin = lc.gallery.build("switching-coin")
    return lc.Projected(coin, lc.Markov(coin.latent, 0, {(): {"H": 81, "T": 9, "h": 9, "t": 81, "~": 10}}))


def test_enumerate_keeps_its_limit():
    with pytest.raises(lc.LimitExceeded) as caught:
        switching_coin().enumerate("HHTT", limit=15)
    assert caught.value.limit == 15
    assert len(switching_coin().enumerate("HHTT", limit=16).log_p) == 16


def test_a_model_that_remembers_everything_has_a_budget():
    pause = lc.gallery.build("pause-to-think", observable="ab", bound=2)
    model = lc.Generic(pause.latent, 1)
    assert lc.Projected(pause, model, limit=49).probability("ab") > 0
    with pytest.raises(lc.LimitExceeded) as caught:
        lc.Projected(pause, model, limit=48).probability("ab")
    assert caught.value.limit == 48
    deep = lc.gallery.build("pause-to-think", observable="abcd", bound=8)  # 87,381 thoughts before one symbol
    with pytest.raises(lc.LimitExceeded):
        lc.Projected(deep, lc.Generic(deep.latent, 1), limit=2000).probability("a")


def test_an_observation_encoded_once_is_accepted_wherever_x_is():
    d = switching_coin()
    x, y = d.encode("HHT"), d.encode("T")
    causal = lc.samplers.Lookahead(d, 0)
    assert d.probability(x) == pytest.approx(d.probability("HHT"), rel=1e-12)
    assert d.probability(x, arithmetic="exact") == d.probability("HHT", arithmetic="exact")
    assert d.posterior(x, arithmetic="exact") == d.posterior("HHT", arithmetic="exact")
    assert d.next_symbol(x) == pytest.approx(d.next_symbol(["H", "H", "T"]), rel=1e-12)
    assert d.conditional(y, given=x) == pytest.approx(d.conditional("T", given="HHT"), rel=1e-12)
    assert lc.drift(d, x, y, arithmetic="exact") == lc.drift(d, "HHT", "T", arithmetic="exact")
    assert lc.chi2(d, x, causal, arithmetic="exact") == lc.chi2(d, "HHT", causal, arithmetic="exact")
    assert lc.lifting(d.projection, x) == lc.lifting(d.projection, "HHT")


def test_symbols_outside_the_alphabet():
    d = switching_coin()
    ask = [d.probability, d.log_probability, d.posterior, d.next_symbol, d.best, d.encode, lambda x: d.enumerate(x, 10)]
    ask += [lambda x: d.conditional("H", given=x), lambda x: d.conditional(x, given="H"), lambda x: lc.drift(d, "H", x)]
    for question in ask:
        with pytest.raises(lc.AlphabetError, match=r"2.*'X'"):
            question("HX")


def test_an_impossible_observation():
    """Not in the image, and in the image with weight zero: probability 0, an empty posterior, no NaN."""
    teh = lc.gallery.build("autocorrect")
    unseen = lc.Projected(teh, lc.Markov(teh.latent, 0, {(): dict.fromkeys(teh.latent, 1)}))
    bits = lc.Transducer("01", "01", "q", {("q", "0"): ("q", "0"), ("q", "1"): ("q", "1")})
    weightless = lc.Projected(bits, lc.Markov("01", 0, {(): {"0": 1, "1": 0}}))
    for d, x in ((unseen, "teh"), (weightless, "010")):
        assert d.probability(x) == 0
        assert d.probability(x, arithmetic="exact") == 0
        assert d.log_probability(x) == -math.inf
        assert d.posterior(x) == d.posterior(x, arithmetic="exact") == {}
        assert d.best(x, 3) == []
        for arithmetic in ("float", "exact"):
            with pytest.raises(lc.ImpossibleObservation, match=x):
                d.next_symbol(x, arithmetic=arithmetic)
            with pytest.raises(lc.ImpossibleObservation):
                d.conditional(x[:1], given=x, arithmetic=arithmetic)
            with pytest.raises(lc.ImpossibleObservation):
                lc.drift(d, x[:1], x[1:], arithmetic=arithmetic)
            with pytest.raises(lc.ImpossibleObservation):
                lc.chi2(d, x, lc.samplers.Lookahead(d, 0), arithmetic=arithmetic)


def test_an_unknown_arithmetic_is_refused():
    with pytest.raises(lc.LiftError, match="roman"):
        switching_coin().probability("H", arithmetic="roman")


def test_the_empty_observation():
    d = switching_coin()
    assert d.probability("", arithmetic="exact") == 1
    assert d.posterior("", arithmetic="exact") == {(): Fraction(1)}
    assert d.conditional("", given="HT", arithmetic="exact") == 1
    assert d.log_probability(()) == 0


def test_sampled_words_have_the_projected_law():
    d, n = switching_coin(), 20_000
    drawn = d.sample(3, n, np.random.default_rng(1))
    assert len(drawn) == n
    for x in oracles.words(("H", "T"), 3):
        p = d.probability(x)
        assert abs(drawn.count(x) / n - p) < 4 * math.sqrt(p * (1 - p) / n)


@given(instances(longest=0))
def test_sampled_words_are_possible(example: Example):
    drawn = example.projected.sample(4, 20, np.random.default_rng(3))
    assert all(example.projected.log_probability(x) > -math.inf for x in drawn)


def test_samples_repeat_with_their_seed():
    d = switching_coin()
    first, again, other = (d.sample(6, 50, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert first == again != other


def test_what_is_no_string_and_no_length_is_refused_with_the_remedy():
    d = switching_coin()
    for wrong in (None, 5):
        with pytest.raises(lc.AlphabetError, match="needed a string of symbols"):
            d.probability(wrong)  # type: ignore[arg-type]
    with pytest.raises(lc.LiftError, match="length: got -1; needed a whole number, 0 or more"):
        d.sample(-1, 2, np.random.default_rng(0))
