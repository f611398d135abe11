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
