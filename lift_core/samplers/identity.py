"""Samplers that think before they look (docs/theory.md §5): a thought is drawn, then x_t is forced.

They need a disentangled projection: every arc carries a thought label, and a label meets every symbol once or is silent.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from numbers import Real
from typing import Any

from lift_core.errors import LiftError, NoExactValue, Unavailable
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.projection.disentangled import disentangled, label
from lift_core.samplers.law import Choice, Law, in_logs, remembered
from lift_core.samplers.segmentwise import Segmentwise
from lift_core.semirings import LOG
from lift_core.sequences import EMPTY, String

Shares = dict[Any, Any]  # thought label -> its probability: a fraction, or the log of it


@dataclass(frozen=True)
class Identity(Segmentwise):
    """Q_id: thoughts drawn from P itself, so that q is the probability of the token's thought label.

    Raises Unavailable, naming state and token, where the projection is not disentangled.
    """

    d: Projected
    name = "identity"

    def __post_init__(self) -> None:
        super().__post_init__()
        _require_disentangled(self.d)

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _thinking(self.d, x, arithmetic, lambda shares: shares)


@dataclass(frozen=True)
class Predictive(Segmentwise):
    """Thoughts drawn in proportion to P(label|z)^τ, still without a look at x_t: τ < 1 explores, τ = 1 is the identity sampler."""

    d: Projected
    tau: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.tau, Real) and math.isfinite(self.tau)):
            raise LiftError(f"tau {self.tau!r}; needed a number, 1 for the identity sampler")
        _require_disentangled(self.d)

    @property
    def name(self) -> str:
        return f"predictive τ={self.tau:g}"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _thinking(self.d, x, arithmetic, lambda shares: _powers(shares, self.tau, arithmetic))


def _powers(shares: Shares, tau: float, arithmetic: str) -> Shares:
    if arithmetic == "exact" and tau != int(tau):
        raise NoExactValue(f"probabilities to the power {tau} are not fractions; use a whole tau or arithmetic='float'")
    if arithmetic == "exact":
        powers = {thought: share ** int(tau) for thought, share in shares.items()}
        total = sum(powers.values())
        return {thought: power / total for thought, power in powers.items()}
    scaled = {thought: tau * share for thought, share in shares.items()}
    whole = reduce(LOG.add, scaled.values(), LOG.zero)
    return {thought: share - whole for thought, share in scaled.items()}


def _require_disentangled(d: Projected) -> None:
    arc = disentangled(d.projection)
    if arc is not None:
        state, token = arc
        raise Unavailable(
            f"the thought must be drawn before the symbol is known, but in state {state!r} token {token!r} is both at once. Label the "
            "arcs so that each thought meets every symbol once, or use the causal sampler (lookahead 0).",
            state,
            token,
        )


def _thinking(d: Projected, x: String, arithmetic: str, law_of_thoughts: Callable[[Shares], Shares]) -> Law:
    """Draw a thought label by `law_of_thoughts` of the labels' probabilities; then the token with it that is silent or writes x_t."""
    walk, projection = d.walk(arithmetic), d.projection
    known: dict[Configuration, Shares] = {}

    def thoughts(at: Configuration) -> Shares:
        if at not in known:
            shares: Shares = {}
            for token, _, value in walk.arcs(at):
                thought = label(projection, at.state, token)
                shares[thought] = walk.semiring.add(shares[thought], value) if thought in shares else value
            known[at] = law_of_thoughts(shares)
        return known[at]

    def law(t: int, at: Configuration) -> list[Choice]:
        q, made = thoughts(at), Choice if arithmetic == "exact" else in_logs
        return [
            made(token, after, q[label(projection, at.state, token)], value)
            for token, after, value in walk.arcs_toward(at, x[t])
            if after.unread == EMPTY or after.unread.first == x[t]
        ]

    return remembered(law)
