"""Posterior drift: how far later observations change the belief about earlier latents (docs/theory.md §4).

Q*_x(z|xy) = Q*(z|x) · P(y|κ(z)) / (proj#P)(y|x) depends on z through its configuration alone, so the drift
D(Q*_x(·|xy), Q*(·|x)) is a sum over configurations, without listing: with r = P(y|κ)/(proj#P)(y|x) and weight Q*(κ|x),
total variation ½ Σ |r − 1|, KL Σ r log r, χ² Σ r² − 1.
"""

import math
from fractions import Fraction
from typing import Any

from lift_core.errors import LiftError, NoExactValue
from lift_core.projected.projected import Projected, check_arithmetic
from lift_core.sequences import Typed

METRICS = ("tv", "kl", "chi2")


def reweighting(d: Projected, x: Typed, y: Typed, arithmetic: str = "float") -> list[tuple[Any, Any]]:
    """[(Q*(κ|x), P(y|κ)/(proj#P)(y|x))] over the configurations κ that x can reach.

    Raises ImpossibleObservation if xy has probability 0.
    """
    x, y = d.observation(x), d.observation(y)
    d.require_possible(x + y, arithmetic)
    filtered = d.filtered(x, arithmetic)
    ahead = d.predictions(list(filtered), y, arithmetic)
    if arithmetic != "exact":
        top = max(ahead[c] for c, mass in filtered.items() if mass and c in ahead)
        ahead = {c: math.exp(value - top) for c, value in ahead.items() if c in filtered}
    predicted = sum(mass * ahead.get(c, 0) for c, mass in filtered.items())
    return [(mass, ahead.get(c, 0) / predicted) for c, mass in filtered.items()]


def drift(d: Projected, x: Typed, y: Typed, metric: str = "tv", arithmetic: str = "float") -> Any:
    """D(Q*_x(·|xy), Q*(·|x)) in total variation ("tv"), nats ("kl") or χ² ("chi2"); exact in fractions but for "kl".

    Raises ImpossibleObservation if (proj#P)(xy) = 0, NoExactValue for an exact "kl".
    """
    if metric not in METRICS:
        raise LiftError(f"metric {metric!r}; needed one of {', '.join(map(repr, METRICS))}")
    check_arithmetic(arithmetic)
    if metric == "kl" and arithmetic == "exact":
        raise NoExactValue(
            "a Kullback–Leibler divergence is a logarithm, which has no exact fraction; use 'tv' or 'chi2', or arithmetic='float'"
        )
    ratios = reweighting(d, x, y, arithmetic)
    if metric == "tv":
        return sum((mass * abs(ratio - 1) for mass, ratio in ratios), Fraction(0) if arithmetic == "exact" else 0.0) / 2
    if metric == "kl":
        return max(0.0, math.fsum(mass * ratio * math.log(ratio) for mass, ratio in ratios if ratio > 0))
    if arithmetic == "exact":
        return sum((mass * ratio**2 for mass, ratio in ratios), Fraction(0)) - 1
    return math.fsum(mass * (ratio - 1) ** 2 for mass, ratio in ratios)
