"""A finite-memory model as arrays, the form that observable operators are compiled from (docs/theory.md §3)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from lift_core.model.expressions import refuse_symbols
from lift_core.model.markov import Markov

ENTRIES_LIMIT = 8_000_000  # states × tokens of a tabulated model


@dataclass(frozen=True)
class ModelTable:
    """`states` (S,), `tokens` (V,), `weights` (S, V) in proportion to P(token|state), `after` (S, V): the next state's index, −1: none."""

    states: tuple[Hashable, ...]
    tokens: tuple[str, ...]
    weights: np.ndarray
    after: np.ndarray


@runtime_checkable
class Tabulated(Protocol):
    """A model that gives its own table."""

    def law_table(self) -> tuple[tuple[Hashable, ...], tuple[str, ...], np.ndarray, np.ndarray]: ...


def tabulate(model: Any) -> ModelTable | None:
    """The model's table, its start first; None for a model whose memory is not known to be finite, or too large."""
    if isinstance(model, Tabulated):
        return ModelTable(*model.law_table())
    return _markov_table(model) if isinstance(model, Markov) else None


def _markov_table(model: Markov) -> ModelTable | None:
    refuse_symbols(model.symbols)
    code = {token: index for index, token in enumerate(model.latent)}
    number: dict[Any, int] = {model.start: 0}
    contexts = [model.start]
    entries: list[tuple[int, int, float, int]] = []
    for row, context in enumerate(contexts):  # grows while it is read
        weights = model.table.get(context, {})
        total = sum(weights.values())
        for token, weight in weights.items():
            if not weight:
                continue
            after = model.step(context, token)
            if after not in number:
                number[after] = len(contexts)
                contexts.append(after)
            entries.append((row, code[token], float(weight / total), number[after]))
        if len(contexts) * len(code) > ENTRIES_LIMIT:
            return None
    if any(weight == 0 for _, _, weight, _ in entries):
        return None  # below the range of floats: only logs and fractions hold it
    table, after = np.zeros((len(contexts), len(code))), np.full((len(contexts), len(code)), -1, np.int64)
    rows, tokens, weights, targets = (
        (np.array(column) for column in zip(*entries, strict=True)) if entries else (np.zeros(0, int),) * 4
    )
    table[rows, tokens], after[rows, tokens] = weights, targets
    return ModelTable(tuple(contexts), model.latent, table, after)
