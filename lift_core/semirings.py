"""Number systems for the walk over a lifting (docs/theory.md §3).

A semiring has an associative, commutative `add` with `zero`, an associative `multiply` with `one`, and multiply distributes
over add. One recursion over a lifting then answers many questions, by the values that are passed.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Semiring:
    """`zero` is never stored by a walk: an absent entry is zero."""

    name: str
    zero: Any
    one: Any
    add: Callable[[Any, Any], Any]
    multiply: Callable[[Any, Any], Any]


def _add_logs(first: float, second: float) -> float:
    """log(e^first + e^second); −∞ is probability zero.

    >>> _add_logs(-math.inf, -math.inf), _add_logs(0.0, -math.inf)
    (-inf, 0.0)
    """
    if first < second:
        first, second = second, first
    if second == -math.inf:
        return first
    return first + math.log1p(math.exp(second - first))


def _plus(first: Any, second: Any) -> Any:
    return first + second


def _times(first: Any, second: Any) -> Any:
    return first * second


COUNT = Semiring("count", 0, 1, _plus, _times)
FRACTION = Semiring("fraction", Fraction(0), Fraction(1), _plus, _times)
LOG = Semiring("log", -math.inf, 0.0, _add_logs, _plus)


Weighed = tuple[float, float]  # (log mass, a mean over that mass)


def _add_means(first: Weighed, second: Weighed) -> Weighed:
    """The mean over a union: each part counts by its share of the mass.

    >>> round(_add_means((math.log(3), 1.0), (math.log(1), 5.0))[1], 12)
    2.0
    """
    total = _add_logs(first[0], second[0])
    if total == -math.inf:
        return first
    share = math.exp(second[0] - total)
    return total, first[1] + share * (second[1] - first[1])


def _add_entropies(first: Weighed, second: Weighed) -> Weighed:
    """The entropy of a mixture of two laws on disjoint sets: the mean of theirs and the entropy of the choice, in nats."""
    total, mean = _add_means(first, second)
    if total == -math.inf:
        return first
    shares = (math.exp(first[0] - total), math.exp(second[0] - total))
    return total, mean - sum(share * math.log(share) for share in shares if share > 0)


def _multiply_means(first: Weighed, second: Weighed) -> Weighed:
    """Masses multiply; costs, and entropies of independent parts, add."""
    return first[0] + second[0], first[1] + second[1]


def _multiply_moments(first: tuple[Any, Any], second: tuple[Any, Any]) -> tuple[Any, Any]:
    return first[0] * second[0], first[0] * second[1] + first[1] * second[0]


def _add_moments(first: tuple[Any, Any], second: tuple[Any, Any]) -> tuple[Any, Any]:
    return first[0] + second[0], first[1] + second[1]


EXPECTATION = Semiring("expectation", (-math.inf, 0.0), (0.0, 0.0), _add_means, _multiply_means)
ENTROPY = Semiring("entropy", (-math.inf, 0.0), (0.0, 0.0), _add_entropies, _multiply_means)
MOMENT = Semiring(  # (mass, mass · mean): the expectation semiring in fractions
    "moment", (Fraction(0), Fraction(0)), (Fraction(1), Fraction(0)), _add_moments, _multiply_moments
)


def field_semiring(zero: Any, one: Any) -> Semiring:
    """A field of one's own, by its zero and one: rational functions, for example."""
    return Semiring("field", zero, one, _plus, _times)
