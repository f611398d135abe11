"""Samplers that need the whole lifting listed (docs/theory.md §5): Q(z|x) in proportion to a weight of each string, under a limit."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from lift_core.arguments import require_generator, require_projected, whole
from lift_core.errors import ImpossibleObservation, LiftError
from lift_core.lifting.lifting import check_size
from lift_core.projected.listing import listing
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration, onward
from lift_core.samplers.draws import Draws, check_count
from lift_core.sequences import EMPTY, String, Typed, as_string, show_string

LISTING_LIMIT = 20_000


@dataclass(frozen=True)
class Inquisitive:
    """Q̃(z|x) ∝ P(z)·‖∇_θ log P(z)‖ (§3.4.2 of [T]): the best numerator sampler for the training gradient.

    θ are the logits of the model, one for each (model state, token), masked as the projection asks; the norm is Euclidean.
    Raises LimitExceeded where lifting(x) has more than `limit` strings.
    """

    d: Projected
    limit: int = LISTING_LIMIT
    name = "inquisitive"

    def __post_init__(self) -> None:
        require_projected(self.d)
        whole(self.limit, "limit")

    def draw(self, x: Typed, n: int, rng: np.random.Generator) -> Draws:
        """n independent draws of Q̃(·|x). Raises ImpossibleObservation where every weight is zero."""
        require_generator(rng)
        listed = _listed(self, self.d.observation(x))
        bounds = np.cumsum(np.exp(listed.log_q))
        bounds[np.flatnonzero(listed.log_q > -np.inf)[-1] :] = 1.0
        picks = np.searchsorted(bounds, rng.random(check_count(n)), side="right")
        number = {c: index for index, c in enumerate(dict.fromkeys(listed.ends))}
        ends = np.array([number[c] for c in listed.ends])
        latent = self.d.projection.latent
        return Draws(
            listed.codes(latent)[picks], listed.log_q[picks], listed.log_p[picks], ends[picks], tuple(number), latent
        )

    def log_prob(self, x: Typed, z: Typed) -> float:
        """log Q̃(z|x) in nats. Raises LiftError unless z ∈ lifting(x)."""
        x = self.d.observation(x)
        z = as_string(z, self.d.projection.latent, "token")
        listed = _listed(self, x)
        if z not in listed.index:
            raise LiftError(
                f"{show_string(z)} is not in lifting({show_string(x)}); lifting(projection, x) lists its strings"
            )
        return float(listed.log_q[listed.index[z]])


@dataclass(frozen=True, eq=False)
class _Listed:
    strings: list[String]
    ends: list[Configuration]
    log_p: np.ndarray
    log_q: np.ndarray

    @cached_property
    def index(self) -> dict[String, int]:
        return {z: index for index, z in enumerate(self.strings)}

    def codes(self, latent: tuple[str, ...]) -> np.ndarray:
        code = {token: index for index, token in enumerate(latent)}
        rows = np.full((len(self.strings), max(map(len, self.strings))), -1, np.int32)
        for row, z in enumerate(self.strings):
            rows[row, : len(z)] = [code[token] for token in z]
        return rows


@lru_cache(maxsize=8)
def _listed(sampler: Inquisitive, x: String) -> _Listed:
    d = sampler.d
    check_size(d.projection, x, sampler.limit)
    found = list(listing(d.log_walk, x))
    log_p = np.array([value for _, _, value in found])
    norms = np.array([gradient_norm(d, z) if value > -math.inf else 0.0 for z, _, value in found])
    with np.errstate(divide="ignore"):
        log_weights = log_p + np.log(norms)
    top = log_weights.max(initial=-np.inf)
    if top == -np.inf:
        raise ImpossibleObservation(
            f"{show_string(x)} has probability 0, or no logit moves its strings: there is nothing to draw"
        )
    log_q = log_weights - (top + math.log(np.exp(log_weights - top).sum()))
    return _Listed([z for z, _, _ in found], [c for _, c, _ in found], log_p, log_q)


def log_gradient(d: Projected, z: String) -> dict[tuple[Any, str], float]:
    """∇_θ log P(z) for the logits θ of (model state, token): Σ_i (1[token = z_i] − P(token | z_{<i})), zero entries left out."""
    walk, at = d.log_walk, onward(d.projection).start(d.model.start)
    gradient: dict[tuple[Any, str], float] = {}
    for token in z:
        at = at._replace(unread=EMPTY)
        arcs = {name: (after, value) for name, after, value in walk.arcs(at)}
        for name, (_, value) in arcs.items():
            key = (at.memory, name)
            gradient[key] = gradient.get(key, 0.0) + (name == token) - math.exp(value)
        at = arcs[token][0]
    return gradient


def gradient_norm(d: Projected, z: String) -> float:
    """‖∇_θ log P(z)‖, Euclidean."""
    return math.sqrt(math.fsum(value**2 for value in log_gradient(d, z).values()))
