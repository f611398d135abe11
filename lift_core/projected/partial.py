"""Bounds on (proj#P)(x) by a walk that may stop early, for models that remember everything (docs/theory.md §3).

The walk goes level by level: level n holds the beginnings of n tokens that have not made x certain yet, equal configurations merged.
What is certain adds to the lower bound. A beginning z that is dropped could still add at most P(z), so
Σ kept ≤ (proj#P)(x) ≤ Σ kept + Σ P(dropped beginnings). Nothing is dropped unsaid.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real

from lift_core.arguments import shown
from lift_core.errors import LiftError
from lift_core.lifting.segments import alive, counting_walk
from lift_core.lifting.walk import Table, Walk
from lift_core.projection.determined import Configuration
from lift_core.sequences import EMPTY, String

LOOKS_EVERY = 256  # configurations between two looks at the clock


@dataclass(frozen=True)
class Bounds:
    """log_lower ≤ log (proj#P)(x) ≤ log_upper, in nats; equal if `complete`.

    `kept` and `dropped` count configurations: those in which x became certain, and beginnings left out. `stopped_by` is "limit" or
    "time", or "" where nothing was dropped.
    """

    log_lower: float
    log_upper: float
    kept: int
    dropped: int
    levels: int
    seconds: float
    stopped_by: str

    @property
    def complete(self) -> bool:
        return self.dropped == 0

    @property
    def covered(self) -> float:
        """The least share of (proj#P)(x) that the lower bound holds: 1 where it is all of it, 0 where nothing is certain yet."""
        if self.complete:
            return 1.0
        return math.exp(self.log_lower - self.log_upper) if self.log_lower > -math.inf else 0.0

    @property
    def sentence(self) -> str:
        """What may be said of the number."""
        if self.complete:
            return f"p(x) = {_shown(self.log_lower)}, every explanation counted."
        why = "the time" if self.stopped_by == "time" else "the limit"
        return (
            f"{_shown(self.log_lower)} ≤ p(x) ≤ {_shown(self.log_upper)}, a lower bound: {why} left out {self.dropped:,} beginnings; "
            f"at least {self.covered:.1%} of p(x) is counted."
        )


def _shown(logarithm: float) -> str:
    """A probability as a decimal, or as a power of e where it is too small for one."""
    return f"e^{logarithm:.6g}" if -math.inf < logarithm < -700 else f"{math.exp(logarithm):.6g}"


def bounds(walk: Walk, x: String, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> Bounds:
    """Bounds from at most `limit` configurations a level, the heaviest, and about `seconds` of time; `walk` is in logs."""
    if not isinstance(seconds, Real) or not seconds >= 0:
        raise LiftError(f"seconds: got {shown(seconds)}; needed a number of seconds, 0 or more")
    begin = clock()
    counting = counting_walk(walk.onward.projection)
    readable = alive(counting, counting.start, x)
    add, dropped_mass, lower = walk.semiring.add, -math.inf, -math.inf
    kept = dropped = levels = 0
    why = ""
    level: dict[tuple[int, Configuration], float] = {}
    done: Table = {}
    _arrive(walk, x, readable, 0, walk.start, 0.0, level, done)
    while level:
        if len(level) > limit:
            ranked = sorted(level.items(), key=lambda item: -item[1])
            level = dict(ranked[:limit])
            for _, mass in ranked[limit:]:
                dropped_mass = add(dropped_mass, mass)
            dropped, why = dropped + len(ranked) - limit, why or "limit"
        walk.prepare(c for _, c in level)
        ahead: dict[tuple[int, Configuration], float] = {}
        late = False
        for number, ((t, at), mass) in enumerate(level.items()):
            if number % LOOKS_EVERY == 0 and not late:
                late = clock() - begin > seconds
            if late:
                dropped_mass, dropped, why = add(dropped_mass, mass), dropped + 1, "time"
                continue
            for _, after, value in walk.arcs(at):
                _arrive(walk, x, readable, t, after, mass + value, ahead, done)
        if late:
            for mass in ahead.values():
                dropped_mass, dropped = add(dropped_mass, mass), dropped + 1
            ahead = {}
        level, levels = ahead, levels + 1
    for mass in done.values():
        lower, kept = add(lower, mass), kept + 1
    return Bounds(lower, add(lower, dropped_mass), kept, dropped, levels, clock() - begin, why)


def _arrive(
    walk: Walk,
    x: String,
    readable: list[Table],
    t: int,
    at: Configuration,
    mass: float,
    level: dict[tuple[int, Configuration], float],
    done: Table,
) -> None:
    """Read what is certain, then add the mass where it belongs: to those that are done, to the level, or nowhere."""
    while t < len(x) and at.unread != EMPTY:
        if at.unread.first != x[t]:
            return
        t, at = t + 1, at._replace(unread=at.unread.rest())
    if t == len(x):
        done[at] = walk.semiring.add(done[at], mass) if at in done else mass
    elif at._replace(memory=None) in readable[t]:
        level[t, at] = walk.semiring.add(level[t, at], mass) if (t, at) in level else mass
