"""The samplers of docs/theory.md §5 whose law depends on configuration and position: each is one function, its law."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from lift_core.errors import LiftError, Unavailable
from lift_core.lifting.segments import counting_walk
from lift_core.projected.listing import arcs_with_zeros
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.projection.disentangled import disentangled, label
from lift_core.samplers.draws import Draws, draw, log_prob
from lift_core.samplers.law import Choice, Law, remembered
from lift_core.sequences import EMPTY, String, Typed


class _Drawn:
    """What every sampler does with its law: draw, and evaluate."""

    d: Projected

    def law(self, x: String, arithmetic: str = "float") -> Law:
        raise NotImplementedError

    def draw(self, x: Typed, n: int, rng: np.random.Generator) -> Draws:
        """n independent draws of Q(·|x), dead ones included."""
        x = self.d.observation(x)
        return draw(self.d, self.law(x), x, n, rng)

    def log_prob(self, x: Typed, z: Typed) -> float:
        """log Q(z|x) in nats; −inf where z cannot be drawn. Raises LiftError unless z ∈ lifting(x)."""
        x = self.d.observation(x)
        return log_prob(self.d, self.law(x), x, z)


@dataclass(frozen=True)
class Uniform(_Drawn):
    """Uniform on lifting(x): each token in proportion to the number of strings that go on with it (§3.1.1 of [T])."""

    d: Projected
    name = "uniform"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _by_count(self.d, x, arithmetic, lambda counts: counts)


@dataclass(frozen=True)
class UniformLocal(_Drawn):
    """Uniform among the tokens that keep x reachable."""

    d: Projected
    name = "uniform local"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _by_count(self.d, x, arithmetic, lambda counts: [int(count > 0) for count in counts])


@dataclass(frozen=True)
class Identity(_Drawn):
    """Draw each thought from P without a look at x_t, then force x_t: q is the probability of the token's thought label.

    Raises Unavailable, naming state and token, where the projection is not disentangled.
    """

    d: Projected
    name = "identity"

    def __post_init__(self) -> None:
        arc = disentangled(self.d.projection)
        if arc is not None:
            state, token = arc
            raise Unavailable(
                f"the identity sampler draws the thought first and forces the symbol after; in state {state!r} token {token!r} does "
                "both at once. Label the arcs so that each thought meets every symbol once, or use the causal sampler (lookahead 0).",
                state,
                token,
            )

    def law(self, x: String, arithmetic: str = "float") -> Law:
        walk, projection, zero = (
            self.d.walk(arithmetic),
            self.d.projection,
            Fraction(0) if arithmetic == "exact" else 0.0,
        )

        def law(t: int, at: Configuration) -> list[Choice]:
            choices, shares, forced = [], {}, {}
            for token, after, value in walk.arcs(at):
                p = self.d.probability_of(value, arithmetic)
                if after.unread == EMPTY:
                    choices.append(Choice(token, after, p, p))
                    continue
                thought = label(projection, at.state, token)
                shares[thought] = shares.get(thought, zero) + p
                if after.unread.first == x[t]:
                    forced[thought] = (token, after, p)
            return choices + [Choice(token, after, shares[thought], p) for thought, (token, after, p) in forced.items()]

        return remembered(law)


@dataclass(frozen=True)
class Lookahead(_Drawn):
    """Each segment in proportion to P(s|z)·β(zs, x_{t+1}…x_{t+k}); lookahead 0 is the causal sampler, k ≥ |x| the posterior."""

    d: Projected
    k: int

    def __post_init__(self) -> None:
        if not isinstance(self.k, int) or self.k < 0:
            raise LiftError(f"lookahead {self.k!r}; needed a whole number of symbols, 0 or more")

    @cached_property
    def name(self) -> str:
        return "causal" if self.k == 0 else f"lookahead {self.k}"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _looking_ahead(self.d, x, self.k, arithmetic)


@dataclass(frozen=True)
class Posterior(_Drawn):
    """Q*(·|x) itself: lookahead to the end, by forward filtering and backward sampling."""

    d: Projected
    name = "posterior"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        return _looking_ahead(self.d, x, len(x), arithmetic)


def _looking_ahead(d: Projected, x: String, k: int, arithmetic: str) -> Law:
    """q(token) = p(token)·h(after)/h(before), h the probability of the rest of the window x_{t+1}…x_{t+1+k} (Doob's transform)."""
    walk = d.walk(arithmetic)
    layers = [list(table) for table in d.log_walk.forward(x)]
    windows: dict[int, list[dict[Configuration, Any]]] = {}

    def window(t: int) -> tuple[dict[Configuration, Any], dict[Configuration, Any]]:
        """β at t and at t + 1, both to the end of the window that opens at t."""
        end = min(t + 1 + k, len(x))
        first = 0 if end == len(x) and k >= len(x) else t
        if first not in windows:
            windows[first] = walk.backward(x[first:end], list(layers[first : end + 1]))
        return windows[first][t - first], windows[first][t - first + 1]

    def law(t: int, at: Configuration) -> list[Choice]:
        now, later = window(t)
        choices = []
        for token, after, value in walk.arcs(at):
            if after.unread == EMPTY:
                ahead = now.get(after)
            elif after.unread.first == x[t]:
                ahead = later.get(after._replace(unread=after.unread.rest()))
            else:
                continue
            if ahead is not None:
                q = value * ahead / now[at] if arithmetic == "exact" else np.exp(value + ahead - now[at]).item()
                choices.append(Choice(token, after, q, d.probability_of(value, arithmetic)))
        return choices

    return remembered(law)


def _by_count(d: Projected, x: String, arithmetic: str, share: Any) -> Law:
    """Tokens drawn in proportion to `share` of the numbers of strings that go on with them."""
    counting = counting_walk(d.projection)
    walk = d.walk(arithmetic)
    remaining = counting.backward(x, [list(table) for table in counting.forward(x)])

    def law(t: int, at: Configuration) -> list[Choice]:
        arcs = [(token, after, value) for token, after, value in arcs_with_zeros(walk, at)]
        counts = []
        for _, after, _ in arcs:
            place = after._replace(memory=None)
            if place.unread == EMPTY:
                counts.append(remaining[t].get(place, 0))
            elif place.unread.first == x[t]:
                counts.append(remaining[t + 1].get(place._replace(unread=place.unread.rest()), 0))
            else:
                counts.append(0)
        shares = share(counts)
        total = sum(shares)
        exact = arithmetic == "exact"
        return [
            Choice(token, after, Fraction(part, total) if exact else part / total, d.probability_of(value, arithmetic))
            for (token, after, value), part in zip(arcs, shares, strict=True)
            if part
        ]

    return remembered(law)
