"""χ²(Q*‖Q) by a walk (docs/theory.md §5): 1 + χ² = p(x)^{-2} Σ_z P(z)² / Q(z|x), a sum over configurations.

Var p_n = p²·χ²/n for n draws, so it is all that an estimate's quality rests on (§6).
"""

import math
import sys
from typing import Any

from lift_core.arguments import require_projected
from lift_core.errors import NoExactValue
from lift_core.lifting.walk import Table
from lift_core.projected.projected import Projected, check_arithmetic
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import Choice, Law, Sampler, advance, logs, require_sampler
from lift_core.semirings import Semiring
from lift_core.sequences import String, Typed

LISTING_LIMIT = 20_000
LARGEST_LOG = math.log(sys.float_info.max)


def chi2(d: Projected, x: Typed, sampler: Sampler, arithmetic: str = "float", limit: int = LISTING_LIMIT) -> Any:
    """χ²(Q*(·|x) ‖ Q(·|x)), dead draws counted; a Fraction for "exact", inf beyond the range of floats.

    By a walk for a sampler with a law, else by listing at most `limit` strings, floats only. Raises ImpossibleObservation if
    (proj#P)(x) = 0, LimitExceeded, NoExactValue.
    """
    check_arithmetic(arithmetic)
    require_projected(d)
    require_sampler(sampler)
    x = d.observation(x)
    d.require_possible(x, arithmetic)
    law = getattr(sampler, "law", None)
    if law is None and arithmetic == "exact":
        raise NoExactValue(f"the {sampler.name} sampler is known in floats only; use arithmetic='float'")
    moment = second_moment(d, x, law(x, arithmetic), arithmetic) if law else _listed_moment(d, x, sampler, limit)
    if arithmetic == "exact":
        return moment / d.probability(x, "exact") ** 2 - 1
    excess = moment - 2 * d.log_probability(x)
    return max(0.0, math.expm1(excess)) if excess < LARGEST_LOG else math.inf


def _listed_moment(d: Projected, x: String, sampler: Sampler, limit: int) -> float:
    """log Σ_z P(z)²/Q(z|x) over the listed strings of positive probability."""
    listed = d.enumerate(x, limit)
    terms = [
        2 * p - sampler.log_prob(x, z)
        for z, p in zip(listed.latents, listed.log_p.tolist(), strict=True)
        if p > -math.inf
    ]
    top = max(terms)
    return top + math.log(math.fsum(math.exp(term - top) for term in terms)) if top < math.inf else math.inf


def second_moment(d: Projected, x: String, law: Law, arithmetic: str) -> Any:
    """Σ_z P(z)²/Q(z|x): a Fraction, or its log in nats for "float"."""
    walk = d.walk(arithmetic)
    semiring = walk.semiring
    total = semiring.zero
    standing: dict[int, Table] = {t: {} for t in range(len(x) + 1)}
    _arrive(standing, x, 0, walk.start, semiring.one, semiring)
    for t in range(len(x)):
        while standing[t]:
            level, standing[t] = standing[t], {}
            for at, value in level.items():
                for choice in law(t, at):
                    ratio = _ratio(choice, arithmetic)
                    if ratio != semiring.zero:
                        _arrive(standing, x, t, choice.after, semiring.multiply(value, ratio), semiring)
    for value in standing[len(x)].values():
        total = semiring.add(total, value)
    return total


def _ratio(choice: Choice, arithmetic: str) -> Any:
    """p²/q of a choice, or its log."""
    if arithmetic == "exact":
        return choice.p**2 / choice.q if choice.p else choice.p
    log_q, log_p = logs(choice)
    return 2 * log_p - log_q if log_p > -math.inf else log_p


def _arrive(standing: dict[int, Table], x: String, t: int, at: Configuration, value: Any, semiring: Semiring) -> None:
    place = advance(x, t, at)
    if place is not None:
        table = standing[place[0]]
        table[place[1]] = semiring.add(table[place[1]], value) if place[1] in table else value
