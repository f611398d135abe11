"""What is believed after every symbol of a long observation, in one pass (docs/theory.md §3, §4).

The filter is Q*(κ_t | x_1…x_t), the smoother Q*(κ_t | x): the same rows before and after the rest of x is known.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.sequences import String, Typed


@dataclass(frozen=True)
class Timeline:
    """`probabilities` (T, C): row t − 1 is the law of the configuration after t symbols; `configurations` name the columns."""

    configurations: tuple[Configuration, ...]
    probabilities: np.ndarray


def filter_timeline(d: Projected, x: Typed) -> Timeline:
    """Q*(κ after t symbols | x_1…x_t). Raises ImpossibleObservation if x has probability 0."""
    return _timeline(d, d.observation(x), smoothed=False)


def smoother_timeline(d: Projected, x: Typed) -> Timeline:
    """Q*(κ after t symbols | all of x). Raises ImpossibleObservation if x has probability 0."""
    return _timeline(d, d.observation(x), smoothed=True)


def surprisals(d: Projected, x: Typed) -> np.ndarray:
    """−log (proj#P)(x_t | x_1…x_{t−1}) (T,) nats; +inf from the first symbol that cannot follow. Their sum is −log (proj#P)(x)."""
    x = d.observation(x)
    if d.engine is not None:
        steps = np.full(len(x), -math.inf)
        if d.engine.log_probability(d.codes(x), steps) is not None:
            return -steps
    found = np.full(len(x), math.inf)
    table, before = {d.log_walk.start: 0.0}, 0.0
    for t, symbol in enumerate(x):
        table = d.log_walk.read(table, symbol)
        total = d.log_walk.total(table)
        if total == -math.inf:
            break
        found[t], before = before - total, total
        table, before = {c: value - total for c, value in table.items()}, 0.0
    return found


def next_symbols(d: Projected, x: Typed) -> np.ndarray:
    """(T + 1, V): (proj#P)(σ | x_1…x_t) for t = 0…T, columns as in `projection.observable`. Raises ImpossibleObservation."""
    line = filter_timeline(d, x)
    laws = [_law(d, c) for c in line.configurations]
    start = [_law(d, d.log_walk.start)]
    return np.vstack([start, line.probabilities @ np.array(laws).reshape(len(laws), len(d.projection.observable))])


def _law(d: Projected, at: Configuration) -> list[float]:
    law = d.symbol_law(at)
    return [law.get(symbol, 0.0) for symbol in d.projection.observable]


def _timeline(d: Projected, x: String, smoothed: bool) -> Timeline:
    if d.engine is not None:
        codes = d.codes(x)
        rows = d.engine.smoothed(codes) if smoothed else d.engine.filtered(codes)
        if rows is not None:
            return Timeline(d.engine.configurations, rows)
    d.require_possible(x)
    tables: list[dict[Configuration, float]] = list(d.log_walk.forward(x))
    if smoothed:
        layers: list[Iterable[Configuration]] = [list(table) for table in tables]
        beta = d.log_walk.backward(x, layers)
        tables = [
            {c: value + beta[t][c] for c, value in table.items() if c in beta[t]} for t, table in enumerate(tables)
        ]
    configurations = tuple(dict.fromkeys(c for table in tables[1:] for c in table))
    column = {c: index for index, c in enumerate(configurations)}
    rows = np.zeros((len(x), len(configurations)))
    for t, table in enumerate(tables[1:]):
        top = d.log_walk.total(table)
        for c, value in table.items():
            rows[t, column[c]] = math.exp(value - top)
    return Timeline(configurations, rows)
