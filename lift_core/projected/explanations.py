"""What a later stretch y makes of single explanations: Q*_x(z|xy) = Q*(z|x) · P(y|κ(z)) / (proj#P)(y|x) (docs/theory.md §4).

Of each latent string z it is also told in which of its segments an event holds, so that the strings with the event add up to a
cell of the triangle P(event of segment s | x_1…x_t).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lift_core.lifting.sizes import lifting_sizes
from lift_core.projected.events import Event
from lift_core.projected.likeliest import beginnings, heaviest
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.sequences import String, Typed

LIGHT = 0.004  # shares below this, before and after, are told together


@dataclass(frozen=True)
class Slope:
    """One explanation: its share `before` y is seen, how well it `predicts` y, its share `after`; `holds[s − 1]` is the event's
    verdict on segment s."""

    latent: String
    before: float
    predicts: float
    after: float
    holds: tuple[bool, ...]


@dataclass(frozen=True)
class Slopes:
    """The explanations of x that are heavy before or after y, heaviest after first; `more` others share the rest."""

    x: String
    y: String
    lines: tuple[Slope, ...]
    predicted: float  # (proj#P)(y|x)
    more: int
    more_before: float
    more_after: float


def slopes(d: Projected, x: Typed, y: Typed, event: Event | None = None, most: int = 6) -> Slopes:
    """At most `most` explanations of x and what y makes of them. Raises ImpossibleObservation if xy has probability 0."""
    x, y = d.observation(x), d.observation(y)
    return slopes_along(d, x + y, [(len(x), len(x) + len(y))], event, most)[len(x), len(x) + len(y)]


def slopes_along(
    d: Projected, x: Typed, spans: Iterable[tuple[int, int]], event: Event | None = None, most: int = 6
) -> dict[tuple[int, int], Slopes]:
    """{(t, u): the slopes from x_1…x_t to x_1…x_u}. Raises ImpossibleObservation if x has probability 0."""
    x = d.observation(x)
    d.require_possible(x)
    pairs = list(spans)
    asked = {t for pair in pairs for t in pair}
    heavy = {
        t: [z for _, z in heaviest(kept, most)]
        for t, kept in enumerate(beginnings(d.projection, d.model, x, most, d.limit))
        if t in asked
    }
    log_p = [d.log_walk.total(table) for table in d.log_walk.forward(x)]
    sizes = lifting_sizes(d.projection, x)
    out = {}
    for t, u in pairs:
        traced = {}
        for z in (*heavy[t], *heavy[u]):
            found = _traced(d, z, x[:t], event)
            traced[found[0]] = found
        ahead = d.predictions([at for _, at, _, _ in traced.values()], x[t:u])
        predicted = log_p[u] - log_p[t]
        lines = [
            Slope(
                z,
                math.exp(log_z - log_p[t]),
                math.exp(ahead.get(at, -math.inf)),
                math.exp(log_z - log_p[t] + ahead.get(at, -math.inf) - predicted),
                holds,
            )
            for z, at, log_z, holds in traced.values()
        ]
        lines = sorted(lines, key=lambda line: -max(line.before, line.after))[:most]
        lines = [line for n, line in enumerate(lines) if n < 2 or max(line.before, line.after) >= LIGHT]
        lines.sort(key=lambda line: (-round(line.after, 12), -round(line.before, 12), line.latent))
        out[t, u] = Slopes(
            x[:t],
            x[t:u],
            tuple(lines),
            math.exp(predicted),
            sizes[t] - len(lines),
            left_over(line.before for line in lines),
            left_over(line.after for line in lines),
        )
    return out


def left_over(shares: Iterable[float]) -> float:
    """What shares leave of 1; nothing where it is no more than their rounding.

    >>> left_over([0.1] * 9 + [0.1 - 4e-16]), round(left_over([0.5, 0.25]), 3)
    (0.0, 0.25)
    """
    left = 1 - math.fsum(shares)
    return left if left > 1e-12 else 0.0


def _traced(
    d: Projected, z: String, x: String, event: Event | None
) -> tuple[String, Configuration, float, tuple[bool, ...]]:
    """The beginning of z that is in lifting(x), the configuration it reaches, its log-probability, the event's verdicts."""
    walk, projection = d.log_walk, d.projection
    at, log_z, used, holds = walk.start, 0.0, 0, []
    seen: Any = event.start if event else None
    while True:
        while len(holds) < len(x) and at.unread.first == x[len(holds)]:
            at = at._replace(unread=at.unread.rest())
            holds.append(bool(event.holds(seen, at)) if event else False)
            seen = event.start if event else None
        if len(holds) == len(x):
            return z[:used], at, log_z, tuple(holds)
        if event:
            seen = event.step(seen, projection, at.state, z[used])
        at, worth = next((after, worth) for token, after, worth in walk.arcs(at) if token == z[used])
        log_z, used = log_z + worth, used + 1
