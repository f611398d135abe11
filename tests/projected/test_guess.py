"""Guesses of the next symbol: divergences worked out by hand, chips as laws, and the best ten chips against all ways to place them."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core.errors import LiftError
from lift_core.projected.guess import best_chips, divergence, of_chips, total_variation

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@pytest.mark.parametrize(
    ("law", "guess", "bits", "variation"),
    [
        ({"H": HALF, "T": HALF}, {"H": HALF, "T": HALF}, 0.0, Fraction(0)),
        # ½ log₂(½ / ¼) + ½ log₂(½ / ¾) = ½ + ½ (1 − log₂ 3)
        ({"H": HALF, "T": HALF}, {"H": QUARTER, "T": Fraction(3, 4)}, 1 - math.log2(3) / 2, QUARTER),
        # a symbol that cannot come costs nothing by itself: log₂(1 / ½)
        ({"H": Fraction(1), "T": Fraction(0)}, {"H": HALF, "T": HALF}, 1.0, HALF),
        ({"H": Fraction(4, 5), "T": Fraction(1, 5)}, {"H": Fraction(1), "T": Fraction(0)}, math.inf, Fraction(1, 5)),
        ({"H": Fraction(4, 5), "T": Fraction(1, 5)}, {"H": Fraction(1)}, math.inf, Fraction(1, 5)),
        ({"a": Fraction(1)}, {"b": Fraction(1)}, math.inf, Fraction(1)),
        ({"a": HALF, "b": QUARTER, "c": QUARTER}, {"a": QUARTER, "b": HALF, "c": QUARTER}, 0.25, QUARTER),
    ],
)
def test_by_hand(law, guess, bits, variation):
    assert divergence(law, guess) == (pytest.approx(bits, abs=1e-15) if math.isfinite(bits) else bits)
    assert total_variation(law, guess) == variation


def test_the_divergence_has_a_direction():
    p, q = {"H": Fraction(9, 10), "T": Fraction(1, 10)}, {"H": HALF, "T": HALF}
    assert divergence(p, q) == pytest.approx(1 - 0.4689955935892812)  # one bit less the entropy of 9/10
    assert divergence(q, p) == pytest.approx(math.log2(5 / 3))  # ½ log₂(5/9) + ½ log₂ 5


def test_chips_are_a_law():
    assert of_chips({"H": 7, "T": 3}, ("H", "T")) == {"H": Fraction(7, 10), "T": Fraction(3, 10)}
    shared = of_chips({"a": 9}, ("a", "b", "c"), alike=1)
    assert shared == {"a": Fraction(28, 30), "b": Fraction(1, 30), "c": Fraction(1, 30)}
    assert of_chips({}, ("a", "b"), alike=10) == {"a": HALF, "b": HALF}


@pytest.mark.parametrize(
    ("chips", "alike", "words"),
    [({}, 0, "0 chips make no law"), ({"H": -1}, 2, "needed 0 or more"), ({"X": 1}, 0, "'X', which cannot be seen")],
)
def test_what_makes_no_law(chips, alike, words):
    with pytest.raises(LiftError, match=words):
        of_chips(chips, ("H", "T"), alike)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=4).filter(any), st.integers(4, 7))
def test_no_chips_are_better_than_the_best(weights, n):
    law = {str(i): Fraction(weight, sum(weights)) for i, weight in enumerate(weights)}
    best = best_chips(law, n)
    placings = (dict(zip(law, counts, strict=True)) for counts in product(range(n + 1), repeat=len(law)))
    least = min(divergence(law, of_chips(chips, [*law])) for chips in placings if sum(chips.values()) == n)
    assert sum(best.values()) == n
    assert divergence(law, of_chips(best, [*law])) == pytest.approx(least, abs=1e-12)


def test_fewer_chips_than_possible_symbols():
    law = {letter: Fraction(1, 12) for letter in "abcdefghijkl"}
    assert max(best_chips(law, 10).values()) == 1
    assert divergence(law, of_chips(best_chips(law, 10), [*law])) == math.inf


def test_a_fraction_that_no_float_holds_has_a_divergence():
    tiny = Fraction(1, 10**400)
    assert divergence({"a": tiny, "b": 1 - tiny}, {"a": Fraction(1, 2), "b": Fraction(1, 2)}) == pytest.approx(1.0)
