"""How far a guess g of the next symbol is from p = (proj#P)(·|x): D(p ‖ g) = Σ p log₂(p/g) and ½ Σ |p − g| (docs/theory.md §2, 2.23; §7).

A guess is made of chips, each the same share of probability. A chip on no symbol in particular is shared by all of them alike.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from lift_core.errors import LiftError
from lift_core.sequences import listed

Law = Mapping[str, Any]


def divergence(law: Law, guess: Law) -> float:
    """D(law ‖ guess) in bits: how much more than it must a symbol of the law surprises one who holds the guess, on average.

    A symbol that a mapping does not have, has probability 0 in it. Infinite where the guess gives 0 to what the law does not.

    >>> divergence({"H": Fraction(1, 2), "T": Fraction(1, 2)}, {"H": Fraction(1, 4), "T": Fraction(3, 4)}) == 1 - math.log2(3) / 2
    True
    """
    possible = {symbol: p for symbol, p in law.items() if p > 0}
    if any(not guess.get(symbol, 0) for symbol in possible):
        return math.inf
    return max(0.0, math.fsum(p * _log2(p / guess[symbol]) for symbol, p in possible.items()))


def _log2(ratio: Any) -> float:
    """Also of a fraction that no float can hold."""
    return (
        math.log2(ratio.numerator) - math.log2(ratio.denominator) if isinstance(ratio, Fraction) else math.log2(ratio)
    )


def total_variation(law: Law, guess: Law) -> Any:
    """½ Σ |law − guess|, exact in fractions: the share of the guess that lies where it should not. Never infinite."""
    return sum(abs(law.get(symbol, 0) - guess.get(symbol, 0)) for symbol in {**law, **guess}) / 2


def of_chips(chips: Mapping[str, int], symbols: Sequence[str], alike: int = 0) -> dict[str, Fraction]:
    """The law that chips on symbols make, `alike` more being shared by all symbols. Raises LiftError where they make none.

    >>> {a: str(g) for a, g in of_chips({"H": 3}, "HT", alike=1).items()}
    {'H': '7/8', 'T': '1/8'}
    """
    strange = [symbol for symbol in chips if symbol not in symbols]
    if strange:
        raise LiftError(
            f"chips lie on {listed(strange)}, which cannot be seen; needed some of the symbols {listed(symbols)}"
        )
    counts = [*chips.values(), alike]
    if min(counts) < 0 or sum(counts) == 0:
        raise LiftError(f"{sum(counts)} chips make no law; needed 0 or more on each symbol, and one at least in all")
    spread = Fraction(alike, len(symbols))
    return {symbol: (chips.get(symbol, 0) + spread) / sum(counts) for symbol in symbols}


def best_chips(law: Law, n: int) -> dict[str, int]:
    """The n chips, each on a symbol, whose law has the least divergence from the given one.

    −Σ p log₂ c is convex in every count, so that each chip goes where it gains most. With fewer chips than possible symbols
    every divergence is infinite; then the likeliest symbols have one each.

    >>> best_chips({"H": 0.76, "T": 0.24}, 10)
    {'H': 8, 'T': 2}
    """
    chips = dict.fromkeys(law, 0)

    def gain(symbol: str) -> tuple[bool, float]:
        count = chips[symbol]
        return law[symbol] > 0 and not count, law[symbol] * (math.log1p(1 / count) if count else 1)

    for _ in range(n):
        chips[max(law, key=gain)] += 1
    return chips
