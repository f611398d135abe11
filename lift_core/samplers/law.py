"""A segment-wise sampler token by token (docs/theory.md §5): Q(z|x) = ∏ q(token | configuration, symbols read, x).

Its law says, for t symbols read and a configuration, which tokens may be drawn, with what probability q, and what the model
gives them, p. Where the q sum to less than 1, the rest is a dead end: the draw has weight 0 and counts.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from lift_core.arguments import require_part
from lift_core.projection.determined import Configuration
from lift_core.sequences import EMPTY, String, Typed

WHOLE = 1 - 1e-9  # a law of floats whose sum is at least this has no dead end


class Choice(NamedTuple):
    """A token that a sampler may draw: its probability q under the sampler and p under the model, floats or fractions."""

    token: str
    after: Configuration
    q: Any
    p: Any
    log_q: float = math.nan  # known for floats, where q and p may be too small to be told from zero
    log_p: float = math.nan


def in_logs(token: str, after: Configuration, log_q: float, log_p: float) -> Choice:
    """A choice in floats, from the logs of its probabilities."""
    return Choice(token, after, math.exp(log_q), math.exp(log_p), log_q, log_p)


def logs(choice: Choice) -> tuple[float, float]:
    """log q and log p of a choice in floats, −inf for zero."""
    log_q = choice.log_q if choice.log_q == choice.log_q else math.log(choice.q) if choice.q else -math.inf
    log_p = choice.log_p if choice.log_p == choice.log_p else math.log(choice.p) if choice.p else -math.inf
    return log_q, log_p


Law = Callable[[int, Configuration], Sequence[Choice]]


class Sampler(Protocol):
    """What estimates need of a sampler; one that also has `law(x, arithmetic)` is exact by a walk wherever the theory allows."""

    @property
    def name(self) -> str: ...

    def draw(self, x: Typed, n: int, rng: np.random.Generator) -> Any: ...

    def log_prob(self, x: Typed, z: Typed) -> float: ...


def require_sampler(sampler: object) -> None:
    """Raise LiftError for what is no sampler, a class without its distribution for example."""
    require_part(sampler, ("name", "draw", "log_prob"), "a sampler", "lift_core.samplers.Lookahead(d, 0) for example")


def remembered(law: Law) -> Law:
    """The same law, each configuration and position worked out once."""
    known: dict[tuple[int, Configuration], Sequence[Choice]] = {}

    def look_up(t: int, at: Configuration) -> Sequence[Choice]:
        if (t, at) not in known:
            known[t, at] = law(t, at)
        return known[t, at]

    return look_up


def advance(x: String, t: int, at: Configuration) -> tuple[int, Configuration] | None:
    """Read what is certain already; None where it contradicts x."""
    while t < len(x) and at.unread != EMPTY:
        if at.unread.first != x[t]:
            return None
        t, at = t + 1, at._replace(unread=at.unread.rest())
    return t, at
