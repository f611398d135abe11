"""Sampled marginal likelihood (docs/theory.md §6): p_n = mean of w = P(z)/Q(z|x), unbiased, with Var p_n = p²·χ²(Q*‖Q)/n."""

import math
from dataclasses import dataclass

import numpy as np

from lift_core.arguments import require_projected
from lift_core.projected.projected import Projected
from lift_core.samplers.draws import Draws
from lift_core.samplers.law import Sampler, require_sampler
from lift_core.sequences import Typed


@dataclass(frozen=True)
class Estimate:
    """An estimate of (proj#P)(x) with what the draws themselves say of its quality.

    `standard_error` and `value` are probabilities, `relative_error` their ratio (it does not underflow), `log_value` nats,
    `effective_sample_size` = (Σw)²/Σw² draws. What the draws cannot tell is nan, or inf where all were dead, and `note` says why.
    With few draws the standard error is too small on average: the heavy explanations may not have been drawn.
    """

    value: float
    log_value: float
    standard_error: float
    effective_sample_size: float
    n: int
    dead: int = 0
    note: str = ""
    relative_error: float = math.nan


def estimate(d: Projected, x: Typed, sampler: Sampler, n: int, rng: np.random.Generator) -> Estimate:
    """The estimate from n draws of the sampler."""
    require_projected(d)
    require_sampler(sampler)
    return estimate_from(sampler.draw(x, n, rng))


def estimate_from(draws: Draws) -> Estimate:
    """The estimate that these draws give; dead draws weigh 0 and count."""
    log_w, n, dead = draws.log_weights, len(draws), int(draws.dead.sum())
    top = log_w.max()
    if top == -np.inf:
        note = f"all {n} draws were dead or impossible, so the estimate is 0 and its error unknown; use a sampler that looks ahead"
        return Estimate(0.0, -math.inf, math.inf, 0.0, n, dead, note, math.inf)
    w = np.exp(log_w - top)
    mean = w.mean()
    log_value = float(top + math.log(mean))
    ess = float(w.sum() ** 2 / (w**2).sum())
    if n == 1:
        return Estimate(
            math.exp(log_value), log_value, math.nan, ess, n, dead, "one draw says nothing of its own error"
        )
    relative = float(w.std(ddof=1) / mean / math.sqrt(n))
    return Estimate(math.exp(log_value), log_value, math.exp(log_value) * relative, ess, n, dead, "", relative)
