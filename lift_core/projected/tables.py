"""A finite-memory model as arrays, the form that observable operators are compiled from (docs/theory.md §3)."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
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
    contexts, laws, moves = [model.start], [], []
    for context in contexts:  # grows while it is read
        weights = {token: weight for token, weight in model.table.get(context, {}).items() if weight}
        columns = [code[token] for token in weights]
        law, after = np.zeros(len(code)), np.full(len(code), -1, np.int64)
        law[columns] = _shares(list(weights.values()))
        if not all(law[columns]):
            return None  # below the range of floats: only logs and fractions hold it
        for column, token in zip(columns, weights, strict=True):
            reached = model.step(context, token)
            if reached not in number:
                number[reached] = len(contexts)
                contexts.append(reached)
            after[column] = number[reached]
        laws.append(law)
        moves.append(after)
        if len(contexts) * len(code) > ENTRIES_LIMIT:
            return None
    return ModelTable(tuple(contexts), model.latent, np.stack(laws), np.stack(moves))


def _shares(weights: list[Fraction]) -> list[float]:
    """Each weight over their sum, correctly rounded: by whole numbers over a common denominator."""
    scale = math.lcm(*(weight.denominator for weight in weights))
    counts = [weight.numerator * (scale // weight.denominator) for weight in weights]
    total = sum(counts)
    return [count / total for count in counts]
