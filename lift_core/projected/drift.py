"""Posterior drift: how far later observations change the belief about earlier latents (docs/theory.md §4).

Q*_x(z|xy) = Q*(z|x) · P(y|κ(z)) / (proj#P)(y|x) depends on z through its configuration alone, so the drift
D(Q*_x(·|xy), Q*(·|x)) is a sum over configurations, without listing: with r = P(y|κ)/(proj#P)(y|x) and weight Q*(κ|x),
total variation ½ Σ |r − 1|, KL Σ r log r, χ² Σ r² − 1.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lift_core.arguments import require_projected
from lift_core.errors import LiftError, NoExactValue
from lift_core.projected.projected import Projected, check_arithmetic
from lift_core.sequences import Typed

METRICS = ("tv", "kl", "chi2")


def reweighting(d: Projected, x: Typed, y: Typed, arithmetic: str = "float") -> list[tuple[Any, Any]]:
    """[(Q*(κ|x), P(y|κ)/(proj#P)(y|x))] over the configurations κ that x can reach.

    Raises ImpossibleObservation if xy has probability 0.
    """
    require_projected(d)
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


@dataclass(frozen=True)
class DriftLine:
    """Drift along x for its proper prefixes of length t = 1…|x|−1: `one_step` (the next symbol known), `hindsight` (all of x known)."""

    one_step: tuple[float, ...]
    hindsight: tuple[float, ...]


def drift_line(d: Projected, x: Typed, metric: str = "tv") -> DriftLine:
    """Both curves of x in one backward pass. Raises ImpossibleObservation if x has probability 0."""
    require_projected(d)
    x = d.observation(x)
    if metric not in METRICS:
        raise LiftError(f"metric {metric!r}; needed one of {', '.join(map(repr, METRICS))}")
    d.require_possible(x)
    walk = d.log_walk
    tables = list(walk.forward(x))
    beta = walk.backward(x, [list(table) for table in tables])
    one_step, hindsight = [], []
    for t in range(1, len(x)):
        rows = {c: walk.total(walk.row(c).get(x[t], {})) for c in tables[t]}
        one_step.append(_divergence(tables[t], rows, metric))
        hindsight.append(_divergence(tables[t], beta[t], metric))
    return DriftLine(tuple(one_step), tuple(hindsight))


def _divergence(table: dict[Any, float], ahead: dict[Any, float], metric: str) -> float:
    """The drift of a table of log-masses when κ predicts what came next with log-probability ahead[κ]."""
    before = np.array(list(table.values()))
    later = before + np.array([ahead.get(c, -math.inf) for c in table])
    before, later = _normalised(before), _normalised(later)
    ratio = later / before
    if metric == "tv":
        return float(np.abs(later - before).sum() / 2)
    if metric == "kl":
        return max(0.0, float((later[later > 0] * np.log(ratio[later > 0])).sum()))
    return float((before * (ratio - 1) ** 2).sum())


def _normalised(logs: np.ndarray) -> np.ndarray:
    w = np.exp(logs - logs.max())
    return w / w.sum()
