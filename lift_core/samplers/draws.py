"""Draws from a sampler, many at once (docs/theory.md §5), token by token for all of them.

At the k-th token every draw gets one uniform number, whether it needs it or not: equal generators give equal draws, whichever
loop moves them.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lift_core.errors import LiftError
from lift_core.projected.kernels import kernels
from lift_core.projected.listing import decode
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import Law
from lift_core.samplers.plan import DEAD_END, DONE, Plan, arrival, bounds_of, logs
from lift_core.sequences import String

Place = tuple[int, Configuration]


@dataclass(frozen=True)
class Draws:
    """n draws: `log_q`, `log_p` (n,) nats; `codes` (n, longest) indices into the latent alphabet padded with −1; `dead` (n,) bool.

    A dead draw shows the beginning that it reached; its log_p is −inf.
    """

    codes: np.ndarray
    log_q: np.ndarray
    log_p: np.ndarray
    dead: np.ndarray
    latent: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.log_q)

    @cached_property
    def latents(self) -> list[String]:
        """The draws as strings."""
        return decode(self.codes, self.latent)

    @cached_property
    def log_weights(self) -> np.ndarray:
        """log P/Q (n,) nats; −inf for dead draws."""
        possible = self.log_p > -np.inf
        return np.where(possible, self.log_p - np.where(possible, self.log_q, 0.0), -np.inf)


def draw_by_plan(plan: Plan, n: int, rng: np.random.Generator, latent: tuple[str, ...]) -> Draws:
    """n draws from a law laid out as arrays."""
    place = np.full(_checked(n), plan.start, np.int32)
    log_q, log_p = np.zeros(n), np.zeros(n)
    columns: list[np.ndarray] = []
    moving = n if plan.start >= 0 else 0
    while moving:
        column = np.empty(n, np.int16)
        moving = kernels().move_draws(rng.random(n), place, column, log_q, log_p, *plan.arrays)
        columns.append(column)
    return _collected(columns, log_q, log_p, place == DEAD_END, latent)


def draw_by_law(d: Projected, law: Law, x: String, n: int, rng: np.random.Generator) -> Draws:
    """n draws from a law too large to lay out: those who stand at one place share one look at it."""
    code = {token: index for index, token in enumerate(d.projection.latent)}
    log_q, log_p, dead = np.zeros(_checked(n)), np.zeros(n), np.zeros(n, bool)
    columns: list[np.ndarray] = []
    first = arrival(x, 0, d.log_walk.start)
    standing: dict[Place, list[np.ndarray]] = {}
    if first == DEAD_END:
        dead[:] = True
    elif not isinstance(first, int):
        standing[first] = [np.arange(n)]
    while standing:
        column, u = np.full(n, -1, np.int32), rng.random(n)
        after: dict[Place, list[np.ndarray]] = {}
        for (t, at), parts in standing.items():
            who = np.concatenate(parts)
            choices = law(t, at)
            picks = np.searchsorted(bounds_of(choices), u[who], side="right")
            for pick in np.unique(picks).tolist():
                chosen = who[picks == pick]
                if pick == len(choices):
                    dead[chosen] = True
                    continue
                column[chosen] = code[choices[pick].token]
                more_q, more_p = logs(choices[pick])
                log_q[chosen] += more_q
                log_p[chosen] += more_p
                target = arrival(x, t, choices[pick].after)
                if not isinstance(target, int):
                    after.setdefault(target, []).append(chosen)
                elif target != DONE:
                    dead[chosen] = True
        columns.append(column)
        standing = after
    return _collected(columns, log_q, log_p, dead, d.projection.latent)


def _checked(n: int) -> int:
    if n < 1:
        raise LiftError(f"n = {n}; needed at least one draw")
    return n


def _collected(
    columns: list[np.ndarray], log_q: np.ndarray, log_p: np.ndarray, dead: np.ndarray, latent: tuple[str, ...]
) -> Draws:
    log_p[dead] = -np.inf
    codes = np.stack(columns).T if columns else np.full((len(log_q), 0), -1, np.int16)
    used = (codes >= 0).any(axis=0) if columns else np.zeros(0, bool)
    return Draws(codes if used.all() else codes[:, used], log_q, log_p, dead, latent)
