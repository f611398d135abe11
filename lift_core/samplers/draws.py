"""Draws from a sampler, many at once (docs/theory.md §5), token by token for all of them.

At the k-th token every draw gets one uniform number, whether it needs it or not: equal generators give equal draws, whichever
loop moves them.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lift_core.arguments import MOST_DRAWS, require_generator, whole
from lift_core.projected.listing import decode
from lift_core.projection.determined import Configuration
from lift_core.samplers.plan import DEAD, FIRST_END, Mover
from lift_core.sequences import String


@dataclass(frozen=True)
class Draws:
    """n draws: `log_q`, `log_p` (n,) nats; `codes` (n, longest) indices into the latent alphabet padded with −1; `dead` (n,) bool.

    `ends` (n,) says which of `configurations` a draw reached, −1 where it is dead. A dead draw shows the beginning that it reached;
    its log_p is −inf.
    """

    codes: np.ndarray
    log_q: np.ndarray
    log_p: np.ndarray
    ends: np.ndarray
    configurations: tuple[Configuration, ...]
    latent: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.log_q)

    @cached_property
    def dead(self) -> np.ndarray:
        return self.ends < 0

    @cached_property
    def latents(self) -> list[String]:
        """The draws as strings."""
        return decode(self.codes, self.latent)

    @cached_property
    def log_weights(self) -> np.ndarray:
        """log P/Q (n,) nats; −inf for dead draws."""
        possible = self.log_p > -np.inf
        return np.where(possible, self.log_p - np.where(possible, self.log_q, 0.0), -np.inf)


def draw(mover: Mover, n: int, rng: np.random.Generator, latent: tuple[str, ...]) -> Draws:
    """n independent draws. Raises LiftError for n < 1."""
    require_generator(rng)
    place = np.full(check_count(n), mover.start, np.int32)
    log_q, log_p = np.zeros(n), np.zeros(n)
    columns: list[np.ndarray] = []
    moving = n if mover.start >= 0 else 0
    while moving:
        column = np.empty(n, np.int16 if len(latent) < 2**15 else np.int32)
        moving = mover.move(rng.random(n), place, column, log_q, log_p)
        columns.append(column)
    return collected(columns, log_q, log_p, place, mover, latent)


def check_count(n: int) -> int:
    """n, if at least one draw is wanted. Raises LiftError."""
    return whole(n, "n", 1, MOST_DRAWS)


def collected(
    columns: list[np.ndarray],
    log_q: np.ndarray,
    log_p: np.ndarray,
    place: np.ndarray,
    mover: Mover,
    latent: tuple[str, ...],
) -> Draws:
    """The draws that tokens (a column each) and last places make."""
    log_p[place == DEAD] = -np.inf
    codes = np.stack(columns).T if columns else np.full((len(log_q), 0), -1, np.int16)
    ends = np.where(place == DEAD, -1, FIRST_END - place)
    return Draws(codes[:, : longest(codes)], log_q, log_p, ends, tuple(mover.ends), latent)


def longest(codes: np.ndarray) -> int:
    """The number of columns up to the last that holds a token."""
    used = np.flatnonzero((codes >= 0).any(axis=0))
    return int(used[-1]) + 1 if len(used) else 0
