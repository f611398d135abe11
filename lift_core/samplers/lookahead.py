"""Samplers that look ahead (docs/theory.md §5), by Doob's transform: q(token) = v(token) · h(after) / h(before).

h is the value of the rest of a window of x: of the next symbol alone (causal), of k more, of all of x (the posterior).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from lift_core.arguments import shown, whole
from lift_core.errors import LiftError, LimitExceeded, NoExactValue
from lift_core.lifting.walk import Memory, Walk
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import Choice, Law, in_logs, remembered
from lift_core.samplers.segmentwise import Segmentwise
from lift_core.sequences import EMPTY, String

READ_LIMIT = 500_000  # symbols in all windows; some seconds


@dataclass(frozen=True)
class Lookahead(Segmentwise):
    """Each segment in proportion to P(s|z)·β(zs, x_{t+1}…x_{t+k}); lookahead 0 is the causal sampler, k ≥ |x| the posterior.

    Every symbol opens a window of its own, so the cost grows like k·|x|: beyond READ_LIMIT its law raises LimitExceeded.
    """

    d: Projected
    k: int

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(self.k, "lookahead")

    @property
    def name(self) -> str:
        return "causal" if self.k == 0 else f"lookahead {self.k}"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _looking_ahead(self.d, x, self.k, arithmetic)


@dataclass(frozen=True)
class Posterior(Segmentwise):
    """Q*(·|x) itself: lookahead to the end, by forward filtering and backward sampling."""

    d: Projected
    name = "posterior"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _looking_ahead(self.d, x, len(x), arithmetic)


@dataclass(frozen=True)
class Tempered(Segmentwise):
    """Q ∝ Q*^τ on the strings of positive probability: τ = 1 is the posterior, τ < 1 flatter, τ > 1 sharper, τ = 0 uniform on them."""

    d: Projected
    tau: float

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (isinstance(self.tau, Real) and 0 <= self.tau < np.inf):
            raise LiftError(f"tau {shown(self.tau)}; needed a number, 0 or more")

    @property
    def name(self) -> str:
        return f"tempered τ={self.tau:g}"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        if arithmetic == "exact" and self.tau != int(self.tau):
            raise NoExactValue(
                f"probabilities to the power {self.tau} are not fractions; use a whole tau or arithmetic='float'"
            )
        return _looking_ahead(self.d, x, len(x), arithmetic, self.tau)


class _Powers:
    """The model's law with every probability to the power τ (not normalised)."""

    def __init__(self, memory: Memory, power: Callable[[Any], Any]) -> None:
        self.memory, self.power = memory, power

    @property
    def start(self) -> Any:
        return self.memory.start

    def step(self, memory: Any, token: str) -> Any:
        return self.memory.step(memory, token)

    def values(self, state: Any, memory: Any) -> dict[str, Any]:
        return {token: self.power(value) for token, value in (self.memory.values(state, memory) or {}).items()}


def _looking_ahead(d: Projected, x: String, k: int, arithmetic: str, tau: float = 1) -> Law:
    if k < len(x) and k * len(x) > READ_LIMIT:
        raise LimitExceeded(
            f"lookahead {k} on {len(x):,} symbols reads {k * len(x):,} symbols in its windows, more than {READ_LIMIT:,}. "
            "Look less far ahead, shorten the observation, or take the posterior, which looks ahead to the end in one window.",
            READ_LIMIT,
        )
    exact = arithmetic == "exact"
    model = d.walk(arithmetic)
    walk = model
    if tau != 1:
        power = (lambda p: p ** int(tau)) if exact else (lambda log_p: tau * log_p)
        walk = Walk(d.projection, _Powers(model.memory, power), model.semiring, d.limit)
    layers: list[Iterable[Configuration]] = [list(table) for table in d.log_walk.forward(x)]
    windows: dict[int, list[dict[Configuration, Any]]] = {}

    def window(t: int) -> tuple[dict[Configuration, Any], dict[Configuration, Any]]:
        """h at t and at t + 1, both to the end of the window that opens at t."""
        first = 0 if k >= len(x) else t
        if first not in windows:
            end = len(x) if k >= len(x) else min(t + 1 + k, len(x))
            windows[first] = walk.backward(x[first:end], layers[first : end + 1])
        return windows[first][t - first], windows[first][t - first + 1]

    def law(t: int, at: Configuration) -> list[Choice]:
        now, later = window(t)
        choices = []
        probabilities = {token: value for token, _, value in model.arcs_toward(at, x[t])}
        for token, after, value in walk.arcs_toward(at, x[t]):
            ahead = now.get(after) if after.unread == EMPTY else later.get(after._replace(unread=after.unread.rest()))
            if ahead is not None:
                p = probabilities[token]
                choices.append(
                    Choice(token, after, value * ahead / now[at], p)
                    if exact
                    else in_logs(token, after, min(0.0, value + ahead - now[at]), p)
                )
        return choices

    return remembered(law)
