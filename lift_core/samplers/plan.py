"""A sampler's law for one observation laid out so that many draws move at once (docs/theory.md §5).

A place is where a draw stands: symbols read and configuration, numbered from 0. Where x is read a draw has an end instead, with
the number −3 − index; DEAD is the number of a dead end. A uniform number u takes the first choice whose cumulated q exceeds it, and
none, a dead end, beyond the last.
"""

from array import array
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from lift_core.projected.kernels import kernels
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import WHOLE, Choice, Law, advance, logs
from lift_core.sequences import String

ENTRIES_LIMIT = 400_000  # choices that are laid out; larger laws are worked out place by place as draws reach them
CODES_LIMIT = 32_000  # tokens that a laid-out law can number
DEAD, FIRST_END = -2, -3
Place = tuple[int, Configuration]


class Mover(Protocol):
    """What gives draws their next token."""

    start: int
    ends: list[Configuration]

    def symbols_read(self, place: np.ndarray) -> np.ndarray:
        """Symbols of x read at each place or end (n,); 0 where dead."""
        ...

    def move(self, u: np.ndarray, place: np.ndarray, column: np.ndarray, log_q: np.ndarray, log_p: np.ndarray) -> int:
        """Give each draw at a place its next token, all arrays (n,) in place; returns how many stand at a place after it."""
        ...


class _Numbering:
    """Numbers for places and ends, in the order in which they are met."""

    def __init__(self, x: String, start: Configuration) -> None:
        self.x = x
        self.places: list[Place] = []
        self.ends: list[Configuration] = []
        self._known: dict[Place, int] = {}
        self._reads = array(
            "q", [0]
        )  # symbols read at the places, behind a 0 for what is no place; grows without a copy
        self.start = self.arrive(0, start)

    def arrive(self, t: int, after: Configuration) -> int:
        """The number of where a draw stands once what is certain has been read."""
        place = advance(self.x, t, after)
        if place is None:
            return DEAD
        if place not in self._known:
            if place[0] == len(self.x):
                self._known[place] = FIRST_END - len(self.ends)
                self.ends.append(place[1])
            else:
                self._known[place] = len(self.places)
                self.places.append(place)
                self._reads.append(place[0])
        return self._known[place]

    def symbols_read(self, place: np.ndarray) -> np.ndarray:
        reads = np.frombuffer(self._reads, np.int64)[np.maximum(place, -1) + 1]
        return np.where(place <= FIRST_END, len(self.x), reads)


class Plan(_Numbering):
    """All places and choices of a law in arrays; `complete` is False where there are more than ENTRIES_LIMIT."""

    def __init__(self, law: Law, x: String, start: Configuration, codes: dict[str, int]) -> None:
        super().__init__(x, start)
        rows, bounds, entries = [0], [np.zeros(0)], []
        self.complete = len(codes) <= CODES_LIMIT
        for t, at in self.places:  # grows while it is read
            if len(entries) > ENTRIES_LIMIT or not self.complete:
                self.complete = False
                return
            choices = law(t, at)
            bounds.append(bounds_of(choices))
            entries.extend((codes[choice.token], self.arrive(t, choice.after), *logs(choice)) for choice in choices)
            rows.append(len(entries))
        table = np.array(entries, float).reshape(len(entries), 4)
        self._arrays = (
            np.array(rows, np.int64),
            np.concatenate(bounds),
            table[:, 0].astype(np.int16),
            table[:, 1].astype(np.int32),
            np.ascontiguousarray(table[:, 2]),
            np.ascontiguousarray(table[:, 3]),
        )

    def move(self, u: np.ndarray, place: np.ndarray, column: np.ndarray, log_q: np.ndarray, log_p: np.ndarray) -> int:
        return kernels().move_draws(u, place, column, log_q, log_p, *self._arrays)


class Wanderers(_Numbering):
    """The same, worked out only for the places that draws reach: for laws too large to lay out."""

    def __init__(self, law: Law, x: String, start: Configuration, codes: dict[str, int]) -> None:
        super().__init__(x, start)
        self._law, self._codes = law, codes

    def move(self, u: np.ndarray, place: np.ndarray, column: np.ndarray, log_q: np.ndarray, log_p: np.ndarray) -> int:
        column[:] = -1
        standing = place.copy()
        for number in np.unique(standing[standing >= 0]).tolist():
            who = np.flatnonzero(standing == number)
            t, at = self.places[number]
            choices = self._law(t, at)
            picks = np.searchsorted(bounds_of(choices), u[who], side="right")
            for pick in np.unique(picks).tolist():
                chosen = who[picks == pick]
                if pick == len(choices):
                    place[chosen] = DEAD
                    continue
                column[chosen] = self._codes[choices[pick].token]
                more_q, more_p = logs(choices[pick])
                log_q[chosen] += more_q
                log_p[chosen] += more_p
                place[chosen] = self.arrive(t, choices[pick].after)
        return int((place >= 0).sum())


def bounds_of(choices: Sequence[Choice]) -> np.ndarray:
    """The cumulated q of a law's choices; from the last that can be drawn they are 1 where nothing is missing but rounding."""
    q = np.array([float(choice.q) for choice in choices])
    bounds = np.cumsum(q)
    if len(bounds) and bounds[-1] >= WHOLE:
        bounds[np.flatnonzero(q)[-1] :] = 1.0
    return bounds
