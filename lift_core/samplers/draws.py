"""Draws from a sampler, many at once (docs/theory.md §5): all draws that stand at the same place move together."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lift_core.errors import LiftError
from lift_core.lifting.segments import configuration_of
from lift_core.projected.listing import decode
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import WHOLE, Law, advance
from lift_core.sequences import String, Typed, as_string


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
        with np.errstate(invalid="ignore"):
            return np.where(self.dead | (self.log_p == -np.inf), -np.inf, self.log_p - self.log_q)


def draw(d: Projected, law: Law, x: String, n: int, rng: np.random.Generator) -> Draws:
    """n draws by a law. The draws at one place share one look at the law; equal generators give equal draws."""
    if n < 1:
        raise LiftError(f"n = {n}; needed at least one draw")
    code = {token: index for index, token in enumerate(d.projection.latent)}
    log_q, log_p, dead = np.zeros(n), np.zeros(n), np.zeros(n, bool)
    columns: list[np.ndarray] = []
    standing: dict[tuple[int, Configuration], list[np.ndarray]] = {}
    _arrive(standing, dead, x, 0, d.log_walk.start, np.arange(n))
    while standing:
        column = np.full(n, -1, np.int32)
        after: dict[tuple[int, Configuration], list[np.ndarray]] = {}
        for (t, at), parts in standing.items():
            who = np.concatenate(parts)
            choices = law(t, at)
            bounds = np.cumsum([float(choice.q) for choice in choices]) if choices else np.zeros(0)
            if len(bounds) and bounds[-1] >= WHOLE:
                bounds[-1] = 1.0
            picks = np.searchsorted(bounds, rng.random(len(who)), side="right")
            for pick in np.unique(picks).tolist():
                chosen = who[picks == pick]
                if pick == len(choices):
                    dead[chosen] = True
                    continue
                choice = choices[pick]
                column[chosen] = code[choice.token]
                log_q[chosen] += math.log(choice.q)
                log_p[chosen] += math.log(choice.p) if choice.p else -math.inf
                _arrive(after, dead, x, t, choice.after, chosen)
        columns.append(column)
        standing = after
    log_p[dead] = -np.inf
    codes = np.stack(columns, axis=1) if columns else np.zeros((n, 0), np.int32)
    used = (codes >= 0).any(axis=0)
    return Draws(codes[:, used], log_q, log_p, dead, d.projection.latent)


def _arrive(
    standing: dict[tuple[int, Configuration], list[np.ndarray]],
    dead: np.ndarray,
    x: String,
    t: int,
    at: Configuration,
    who: np.ndarray,
) -> None:
    """Read what is certain; those who have not read all of x stand before their next token."""
    place = advance(x, t, at)
    if place is None:
        dead[who] = True
    elif place[0] < len(x):
        standing.setdefault(place, []).append(who)


def log_prob(d: Projected, law: Law, x: String, z: Typed) -> float:
    """log Q(z|x) in nats by a law; −inf where it cannot be drawn. Raises LiftError unless z ∈ lifting(x)."""
    z = as_string(z, d.projection.latent, "token")
    configuration_of(d.projection, x, z)
    total = 0.0
    place = advance(x, 0, d.log_walk.start)
    for token in z:
        choice = next((c for c in law(*place) if c.token == token), None) if place else None
        if choice is None or not choice.q or place is None:
            return -math.inf
        total += math.log(choice.q)
        place = advance(x, place[0], choice.after)
    return total if place else -math.inf
