"""Long observations: linear cost, no underflow, ten digits kept; the reference is a recursion in whole numbers."""

import math
import time
from fractions import Fraction

import numpy as np
import pytest

import lift_core as lc
from tests.projected.test_projected import switching_coin

LENGTH = 10_000


def flips(length: int, seed: int = 0) -> str:
    return "".join("HT"[i] for i in np.random.default_rng(seed).integers(0, 2, length))


def log_probability_in_integers(x: str) -> float:
    """p(x)·100^|x| is a whole number: a flip keeps the coin (81 or 9 of 100), or follows a swap (10 of 100, then 9 or 1 of 10)."""
    a, b = 1, 0
    for flip in x:
        heads_a, heads_b = (81, 9) if flip == "H" else (9, 81)
        swapped_a, swapped_b = (9, 1) if flip == "H" else (1, 9)
        a, b = a * heads_a + b * swapped_a, b * heads_b + a * swapped_b
    shift = (a + b).bit_length() - 200
    return math.log((a + b) >> shift) + shift * math.log(2) - len(x) * math.log(100)


def test_the_reference_is_right():
    assert math.exp(log_probability_in_integers("HHTT" * 16)) == pytest.approx(
        float(switching_coin().probability("HHTT" * 16, arithmetic="exact"))
    )


def test_ten_thousand_symbols_keep_ten_digits():
    x = flips(LENGTH)
    expected = log_probability_in_integers(x)
    d = switching_coin()
    assert d.log_probability(x) == pytest.approx(expected, abs=1e-10, rel=0)
    assert d.probability(x) == 0.0  # e^−7000 is not a float; its logarithm is
    before, after = log_probability_in_integers(x), log_probability_in_integers(x + "T")
    assert d.next_symbol(x)["T"] == pytest.approx(math.exp(after - before), rel=1e-9)
    assert d.conditional("T", given=x) == pytest.approx(math.exp(after - before), rel=1e-9)


def test_ten_thousand_symbols_in_other_questions():
    d, x = switching_coin(), flips(LENGTH, 1)
    assert lc.lifting_size(d.projection, x) == 2**LENGTH
    ((z, q),) = d.best(x, 1)
    assert len([token for token in z if token != "~"]) == LENGTH
    assert 0 <= q <= 1
    assert 0 <= lc.drift(d, x[:-1], x[-1]) <= 1
    shorter = x[:2000]
    result = lc.estimate(d, shorter, lc.samplers.Posterior(d), 3, np.random.default_rng(0))
    assert result.log_value == pytest.approx(d.log_probability(shorter), rel=1e-12)


def test_exact_fractions_of_ten_thousand_symbols():
    x = flips(LENGTH)
    p = switching_coin().probability(x, arithmetic="exact")
    assert math.log(p.numerator) - math.log(p.denominator) == pytest.approx(log_probability_in_integers(x), rel=1e-12)


def seconds(ask, repeats: int = 3) -> float:
    best = math.inf
    for _ in range(repeats):
        start = time.process_time()
        ask()
        best = min(best, time.process_time() - start)
    return best


def test_the_cost_is_linear():
    """Eight times the length may cost sixteen times as much, not sixty-four."""
    d = switching_coin()
    short, long = flips(2_000), flips(16_000)
    assert seconds(lambda: d.log_probability(long)) < 16 * seconds(lambda: d.log_probability(short))


def test_a_token_that_writes_a_thousand_symbols():
    long = lc.Transducer("ab", "xy", "q", [("q", "a", "q", "x" * 1000), ("q", "b", "q", "x" * 999 + "y")])
    d = lc.Projected(long, lc.Markov("ab", 0, {(): {"a": 1, "b": 3}}))
    assert lc.lifting(long, "x" * 999) == [()]
    assert lc.lifting(long, "x" * 1000) == [("a",)]
    assert d.probability("x" * 1000, arithmetic="exact") == Fraction(1, 4)
    assert d.probability("x" * 999 + "y" + "x" * 999, arithmetic="exact") == Fraction(3, 4)
    assert lc.prefix_projection(long, "") == ("x",) * 999


def test_blind_alleys_are_not_followed():
    """2^40 latent strings show a^40, none of them a^40 b: an empty answer at once, not after all of them."""
    arcs = [
        ("p", "b", "p", "b"),
        ("p", "a", "q", "a"),
        ("q", "a", "q", "a"),
        ("q", "A", "q", "a"),
        ("q", "c", "q", "c"),
    ]
    blind = lc.Transducer("aAbc", "abc", "p", arcs)
    x = "a" * 40 + "b"
    d = lc.Projected(blind, lc.Markov("aAbc", 0, {(): dict.fromkeys("aAbc", 1)}))
    assert lc.lifting(blind, x) == []
    assert lc.next_segments(blind, "a", ["a"], x[1:]) == []
    assert d.posterior(x) == d.posterior(x, arithmetic="exact") == {}
    assert len(d.enumerate(x, limit=5).log_p) == 0


def test_long_liftings_are_listed():
    copy = lc.Transducer("ab", "ab", "q", [("q", "a", "q", "a"), ("q", "b", "q", "b")])
    x = tuple("ab" * 1000)
    assert lc.lifting(copy, x) == [x]
    assert list(lc.Projected(copy, lc.Markov("ab", 0, {(): {"a": 1, "b": 1}})).posterior(x)) == [x]
