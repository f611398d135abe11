"""What is believed after every symbol of an observation, in one pass (docs/theory.md §3, §4).

The filter is Q*(κ_t | x_1…x_t), the smoother Q*(κ_t | x): the same rows before and after the rest of x is known. Each function
takes the walk in logs and, where there is one, the engine, which is asked first.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lift_core.lifting.walk import Table, Walk
from lift_core.projected.forward import require_possible
from lift_core.projection.determined import Configuration
from lift_core.sequences import String

if TYPE_CHECKING:
    from lift_core.projected.engine import Engine


@dataclass(frozen=True, eq=False)
class Timeline:
    """`probabilities` (T, C): row t − 1 is the law of the configuration after t symbols; `configurations` name the columns."""

    configurations: tuple[Configuration, ...]
    probabilities: np.ndarray

    def of(self, holds: Callable[[Configuration], bool]) -> np.ndarray:
        """(T,): the probability that something is true of the configuration after t symbols, t = 1…T."""
        return self.probabilities[:, [bool(holds(c)) for c in self.configurations]].sum(axis=1)


def filter_timeline(walk: Walk, engine: "Engine | None", x: String, codes: np.ndarray) -> Timeline:
    """Q*(κ after t symbols | x_1…x_t). Raises ImpossibleObservation."""
    rows = None if engine is None else engine.filtered(codes)
    if rows is not None and engine is not None:
        return Timeline(engine.configurations, rows)
    require_possible(walk, x)
    return _timeline(walk, list(walk.forward(x)), len(x))


def smoother_timeline(walk: Walk, engine: "Engine | None", x: String, codes: np.ndarray) -> Timeline:
    """Q*(κ after t symbols | all of x). Raises ImpossibleObservation."""
    rows = None if engine is None else engine.smoothed(codes)
    if rows is not None and engine is not None:
        return Timeline(engine.configurations, rows)
    require_possible(walk, x)
    tables = list(walk.forward(x))
    layers: list[Iterable[Configuration]] = [list(table) for table in tables]
    beta = walk.backward(x, layers)
    both = [{c: value + beta[t][c] for c, value in table.items() if c in beta[t]} for t, table in enumerate(tables)]
    return _timeline(walk, both, len(x))


def surprisals(walk: Walk, engine: "Engine | None", x: String, codes: np.ndarray) -> np.ndarray:
    """−log (proj#P)(x_t | x_1…x_{t−1}) (T,) nats; +inf from the first symbol that cannot follow. Their sum is −log (proj#P)(x)."""
    if engine is not None:
        steps = np.zeros(len(x))
        if engine.log_probability(codes, steps) is not None:
            return -steps
    found = np.full(len(x), math.inf)
    table: Table = {walk.start: 0.0}
    for t, symbol in enumerate(x):
        table = walk.read(table, symbol)
        total = walk.total(table)
        if total == -math.inf:
            break
        found[t] = -total
        table = {c: value - total for c, value in table.items()}
    return found


def next_symbols(walk: Walk, line: Timeline, observable: tuple[str, ...]) -> np.ndarray:
    """(T + 1, V): (proj#P)(σ | x_1…x_t) for t = 0…T from the filter, columns as in `observable`."""

    walk.prepare_rows(line.configurations)

    def law(at: Configuration) -> list[float]:
        row = walk.row(at)
        return [math.exp(walk.total(row[symbol])) if symbol in row else 0.0 for symbol in observable]

    laws = np.array([law(c) for c in line.configurations]).reshape(len(line.configurations), len(observable))
    return np.vstack([law(walk.start), line.probabilities @ laws])


def _timeline(walk: Walk, tables: list[Table], length: int) -> Timeline:
    configurations = tuple(dict.fromkeys(c for table in tables[1:] for c in table))
    column = {c: index for index, c in enumerate(configurations)}
    rows = np.zeros((length, len(configurations)))
    for t, table in enumerate(tables[1:]):
        top = walk.total(table)
        for c, value in table.items():
            rows[t, column[c]] = math.exp(value - top)
    return Timeline(configurations, rows)
