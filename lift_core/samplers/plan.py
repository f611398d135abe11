"""The law of a sampler for one observation, laid out as arrays so that many draws move at once (docs/theory.md §5).

A place is what a draw stands at before a token: symbols read and configuration. Rows are places, entries choices, with the
cumulated q as bounds: a uniform number u takes the first choice whose bound exceeds it, and none (a dead end) beyond the last.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lift_core.projection.determined import Configuration
from lift_core.samplers.law import WHOLE, Choice, Law, advance
from lift_core.sequences import String

ENTRIES_LIMIT = 400_000  # choices of a plan; larger laws are worked out place by place as draws reach them
CODES_LIMIT = 32_000  # tokens that a plan can number
DONE, DEAD_END = -1, -2  # targets that are no places


@dataclass(frozen=True, eq=False)
class Plan:
    """`rows` (P + 1,) offsets; per entry `bounds`, `tokens` (codes), `targets` (places, DONE or DEAD_END), `log_q`, `log_p`."""

    start: int
    rows: np.ndarray
    bounds: np.ndarray
    tokens: np.ndarray
    targets: np.ndarray
    log_q: np.ndarray
    log_p: np.ndarray

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        return self.rows, self.bounds, self.tokens, self.targets, self.log_q, self.log_p


def bounds_of(choices: Any) -> np.ndarray:
    """The cumulated q of a law's choices; the last is 1 where nothing is missing but rounding."""
    bounds = np.cumsum([float(choice.q) for choice in choices]) if choices else np.zeros(0)
    if len(bounds) and bounds[-1] >= WHOLE:
        bounds[-1] = 1.0
    return bounds


def arrival(x: String, t: int, after: Configuration) -> tuple[int, Configuration] | int:
    """Where a draw stands after a token: a place, DONE once x is read, DEAD_END where x is contradicted."""
    place = advance(x, t, after)
    if place is None:
        return DEAD_END
    return DONE if place[0] == len(x) else place


def lay_out(law: Law, x: String, start: Configuration, codes: dict[str, int]) -> Plan | None:
    """The plan of a law; None if it has more than ENTRIES_LIMIT choices (or CODES_LIMIT tokens)."""
    if len(codes) > CODES_LIMIT:
        return None
    first = arrival(x, 0, start)
    if isinstance(first, int):
        empty = np.zeros(0)
        return Plan(first, np.zeros(1, np.int64), empty, empty.astype(np.int16), empty.astype(np.int32), empty, empty)
    number: dict[tuple[int, Configuration], int] = {first: 0}
    places = [first]
    rows, bounds, entries = [0], [], []
    for t, at in places:  # grows while it is read
        choices = law(t, at)
        bounds.append(bounds_of(choices))
        for choice in choices:
            target = arrival(x, t, choice.after)
            if not isinstance(target, int):
                if target not in number:
                    number[target] = len(places)
                    places.append(target)
                target = number[target]
            entries.append((codes[choice.token], target, *logs(choice)))
        rows.append(len(entries))
        if len(entries) > ENTRIES_LIMIT:
            return None
    tokens, targets, log_q, log_p = (
        (list(column) for column in zip(*entries, strict=True)) if entries else ([], [], [], [])
    )
    return Plan(
        0,
        np.array(rows, np.int64),
        np.concatenate(bounds),
        np.array(tokens, np.int16),
        np.array(targets, np.int32),
        np.array(log_q, float),
        np.array(log_p, float),
    )


def logs(choice: Choice) -> tuple[float, float]:
    """log q and log p of a choice, −inf for zero."""
    return math.log(choice.q), math.log(choice.p) if choice.p else -math.inf
