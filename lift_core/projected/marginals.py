"""The triangle P(event of segment s | x_1…x_t), s ≤ t (docs/theory.md §4): its diagonal is the filter, its last column the smoother.

Row s starts as the part of the table after x_s whose last segment has the event, and is then carried along with the table itself:
e_s = α_{s−1} M^E_{x_s}, and P(event of s | x_1…x_t) = e_s M_{x_{s+1}} ⋯ M_{x_t} 1 / α_t 1. M^E holds the segments with the event alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from lift_core.errors import LimitExceeded
from lift_core.lifting.walk import Memory, Walk
from lift_core.projected.events import Event
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import FRACTION
from lift_core.sequences import String, show_string

CELLS_LIMIT = 4_000_000
Entries = tuple[np.ndarray, np.ndarray, np.ndarray]  # of a row: configurations after, values, verdicts


@dataclass(frozen=True)
class Triangle:
    """`columns[t − 1][s − 1]` is P(event of segment s | x_1…x_t), a float or a Fraction."""

    observation: String
    event: Event
    columns: tuple[tuple[Any, ...], ...]

    def at(self, s: int, t: int) -> Any:
        """P(event of segment s | x_1…x_t), 1 ≤ s ≤ t ≤ T."""
        if not 1 <= s <= t <= len(self.columns):
            raise IndexError(f"segment {s} after {t} symbols; needed 1 ≤ segment ≤ symbols seen ≤ {len(self.columns)}")
        return self.columns[t - 1][s - 1]

    @property
    def filter(self) -> tuple[Any, ...]:
        """The diagonal: each segment as it was believed when its symbol was seen."""
        return tuple(column[-1] for column in self.columns)

    @property
    def smoother(self) -> tuple[Any, ...]:
        """The last column: each segment as it is believed in the end."""
        return self.columns[-1] if self.columns else ()

    def array(self) -> np.ndarray:
        """(T, T) floats, row s − 1, column t − 1; nan where s > t, a segment that is not there yet."""
        cells = np.full((len(self.columns),) * 2, math.nan)
        for t, column in enumerate(self.columns):
            cells[: t + 1, t] = [float(value) for value in column]
        return cells


class Followed(NamedTuple):
    """What rides along while a segment is read: the model's state, what the event remembers, the projection's state."""

    memory: Any
    seen: Any
    state: Any


class Following:
    """A law's memory with an event reading along, for the walk."""

    def __init__(self, law: Memory, projection: Projection, event: Event) -> None:
        self.law: Any = law
        self.projection, self.event = projection, event

    @property
    def start(self) -> Followed:
        return Followed(self.law.start, self.event.start, self.projection.start)

    @property
    def batched(self) -> bool:
        return getattr(self.law, "batched", False)

    def prepare(self, memories: list[Followed]) -> None:
        """Ask the law at once for all these states, where it answers in batches."""
        self.law.prepare([memory.memory for memory in memories])

    def values(self, state: Any, memory: Followed) -> Any:
        return self.law.values(state, memory.memory)

    def step(self, memory: Followed, token: str) -> Followed:
        arc = self.projection.step(memory.state, token)
        assert arc is not None  # the walk takes allowed tokens only
        seen = self.event.step(memory.seen, self.projection, memory.state, token)
        return Followed(self.law.step(memory.memory, token), seen, arc[0])


class Judged:
    """One row of M_σ, each entry with the verdict of an event: (configuration after, value, does the event hold?)."""

    def __init__(self, walk: Walk, event: Event) -> None:
        self.event = event
        self._walk = Walk(walk.onward.projection, Following(walk.memory, walk.onward.projection, event), walk.semiring)

    def row(self, at: Configuration, symbol: str) -> Iterator[tuple[Configuration, Any, bool]]:
        entry = at._replace(memory=Followed(at.memory, self.event.start, at.state))
        for c, value in self._walk.row(entry).get(symbol, {}).items():
            after = c._replace(memory=c.memory.memory)
            yield after, value, bool(self.event.holds(c.memory.seen, after))


def triangle(walk: Walk, x: String, event: Event) -> Triangle:
    """The triangle of a possible x: in fractions if the walk is over fractions, else in floats.

    Raises LimitExceeded where it would be too large to hold.
    """
    if len(x) ** 2 // 2 > CELLS_LIMIT:
        raise LimitExceeded(
            f"the triangle of {len(x):,} symbols ({show_string(x[:12])}…) has more than {CELLS_LIMIT:,} cells; cut the observation, or "
            "ask filter(x) and smoother(x), which are linear in its length",
            CELLS_LIMIT,
        )
    judged, exact = Judged(walk, event), walk.semiring is FRACTION
    table = _Fractions() if exact else _Shares()
    number: dict[Configuration, int] = {walk.start: 0}
    known: list[Configuration] = [walk.start]
    rows: dict[tuple[int, str], Entries] = {}

    def row(before: int, symbol: str) -> Entries:
        if (before, symbol) not in rows:
            found = list(judged.row(known[before], symbol))
            for after, _, _ in found:
                if after not in number:
                    number[after] = len(known)
                    known.append(after)
            values = np.array([value for _, value, _ in found], object if exact else float)
            rows[before, symbol] = (
                np.array([number[after] for after, _, _ in found], np.int64),
                values,
                np.array([holds for _, _, holds in found], bool),
            )
        return rows[before, symbol]

    active = np.zeros(1, np.int64)
    columns = []
    for symbol in x:
        parts = [row(before, symbol) for before in active.tolist()]
        sources = np.repeat(np.arange(len(active)), [len(targets) for targets, _, _ in parts])
        targets, values, holds = (np.concatenate(column) for column in zip(*parts, strict=True))
        active, here = np.unique(targets, return_inverse=True)
        columns.append(table.read(sources, here, values, holds, len(active)))
    return Triangle(x, event, tuple(columns))


class _Fractions:
    """Row 0 is α and row s is e_s, in integers over one common denominator, which cancels in every quotient."""

    def __init__(self) -> None:
        self.rows = np.array([[1]], object)

    def read(
        self, sources: np.ndarray, targets: np.ndarray, values: np.ndarray, holds: np.ndarray, size: int
    ) -> tuple[Fraction, ...]:
        common = math.lcm(*(value.denominator for value in values))
        after = np.zeros((len(self.rows) + 1, size), object)
        for source, target, value, true in zip(sources, targets, values, holds, strict=True):
            whole = value.numerator * (common // value.denominator)
            after[:-1, target] += self.rows[:, source] * whole
            if true:
                after[-1, target] += self.rows[0, source] * whole
        self.rows = after
        total, *parts = after.sum(axis=1).tolist()
        return tuple(Fraction(part, total) for part in parts)


class _Shares:
    """rows[s, κ] = P(event of s | κ_t = κ, x_1…x_t) (row 0: all), and log α_t apart, so that no row can underflow."""

    def __init__(self) -> None:
        self.rows, self.logs = np.ones((1, 1)), np.zeros(1)

    def read(
        self, sources: np.ndarray, targets: np.ndarray, values: np.ndarray, holds: np.ndarray, size: int
    ) -> tuple[float, ...]:
        terms = self.logs[sources] + values
        top = np.full(size, -np.inf)
        np.maximum.at(top, targets, terms)
        logs = top + np.log(np.bincount(targets, np.exp(terms - top[targets]), size))
        shares = np.exp(terms - logs[targets])  # P(κ_{t−1}, segment | κ_t, x_1…x_t)
        carried = sparse.csr_array((shares, (targets, sources)), (size, len(self.logs))) @ self.rows.T
        started = np.bincount(targets, shares * holds * self.rows[0, sources], size)
        self.rows = np.vstack([carried.T, started])
        self.logs = logs - logs.max()
        total, *parts = (self.rows @ np.exp(self.logs)).tolist()
        return tuple(min(1.0, part / total) for part in parts)
