"""Uniform samplers (docs/theory.md §5): by counting, without a look at the model."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lift_core.lifting.segments import counting_walk
from lift_core.projected.listing import arcs_with_zeros
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import Choice, Law, in_logs, remembered
from lift_core.samplers.segmentwise import Segmentwise
from lift_core.sequences import EMPTY, String


@dataclass(frozen=True)
class Uniform(Segmentwise):
    """Uniform on lifting(x): each token in proportion to the number of strings that go on with it (§3.1.1 of [T])."""

    d: Projected
    name = "uniform"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _by_count(self.d, x, arithmetic, lambda count: count)


@dataclass(frozen=True)
class UniformLocal(Segmentwise):
    """Uniform among the tokens that keep x reachable."""

    d: Projected
    name = "uniform local"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _by_count(self.d, x, arithmetic, lambda count: int(count > 0))


def _by_count(d: Projected, x: String, arithmetic: str, share: Callable[[int], int]) -> Law:
    """Tokens drawn in proportion to `share` of the number of strings that go on with them."""
    counting, walk = counting_walk(d.projection), d.walk(arithmetic)
    remaining = counting.backward(x, [list(table) for table in counting.forward(x)])

    def count(t: int, after: Configuration) -> int:
        place = after._replace(memory=None)
        if place.unread == EMPTY:
            return remaining[t].get(place, 0)
        if place.unread.first == x[t]:
            return remaining[t + 1].get(place._replace(unread=place.unread.rest()), 0)
        return 0

    def law(t: int, at: Configuration) -> list[Choice]:
        arcs = arcs_with_zeros(walk, at)
        shares = [share(count(t, after)) for _, after, _ in arcs]
        total = sum(shares)
        drawn = [(*arc, part) for arc, part in zip(arcs, shares, strict=True) if part]
        if arithmetic == "exact":
            return [Choice(token, after, Fraction(part, total), value) for token, after, value, part in drawn]
        return [in_logs(token, after, math.log(part) - math.log(total), value) for token, after, value, part in drawn]

    return remembered(law)
