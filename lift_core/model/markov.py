"""Markov latent models: a context is the last min(order, |z|) tokens (docs/theory.md §2). Order 0 is the independent model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from lift_core.errors import AlphabetError, WeightError
from lift_core.model.protocol import log_fraction, rational
from lift_core.sequences import String, listed, show_string

WeightRows = Mapping[Any, Mapping[str, Any]] | Iterable[Sequence[Any]]


@dataclass(frozen=True, eq=False)
class Markov:
    """Weights {context: {token: weight}}, or rows [context, {token: weight}]; at each step restricted to what is allowed and normalised.

    Raises AlphabetError for an unknown token, WeightError for a bad weight or context; a missing context when it is asked for.

    >>> Markov("ab", 1, {(): {"a": 1}, ("a",): {"a": 1, "b": "1/2"}}).weights(("a",))
    mappingproxy({'a': Fraction(1, 1), 'b': Fraction(1, 2)})
    """

    latent: tuple[str, ...]
    order: int
    table: Mapping[String, Mapping[str, Fraction]]

    def __init__(self, latent: Iterable[str], order: int, weights: WeightRows) -> None:
        object.__setattr__(self, "latent", tuple(latent))
        if not isinstance(order, int) or isinstance(order, bool) or order < 0:
            raise WeightError(f"order: got {order!r}; it is the number of tokens remembered, 0 or more", "order")
        object.__setattr__(self, "order", order)
        object.__setattr__(self, "table", MappingProxyType(_checked_weights(weights, order, self.latent)))

    @property
    def start(self) -> String:
        return ()

    def step(self, state: String, token: str) -> String:
        return (*state, token)[-self.order :] if self.order else ()

    def weights(self, state: String) -> Mapping[str, Fraction]:
        """The weights of a context. Raises WeightError where the model has none for it."""
        try:
            return self.table[state]
        except KeyError:
            raise WeightError(
                f"the model has no weights for context {show_string(state)}, which is reached with positive probability; add a row for it",
                f"context {show_string(state)}",
            ) from None

    def log_probs(self, state: String) -> Mapping[str, float]:
        """{token: log P(token | context)} in nats, normalised over the whole alphabet."""
        weights = self.weights(state)
        total = sum(weights.values())
        return {token: log_fraction(weight / total) for token, weight in weights.items() if weight}


def _checked_weights(weights: WeightRows, order: int, latent: tuple[str, ...]) -> dict[String, Mapping[str, Fraction]]:
    rows = list(weights.items()) if isinstance(weights, Mapping) else [tuple(row) for row in weights]
    known = frozenset(latent)
    table: dict[String, Mapping[str, Fraction]] = {}
    for context, row in rows:
        context = tuple(context)
        place = f"context {show_string(context)}"
        if len(context) > order:
            raise WeightError(
                f"{place} has {len(context)} tokens; a model of order {order} remembers at most {order}", place
            )
        if context in table:
            raise WeightError(f"{place} is given twice; give each context one row", place)
        if not isinstance(row, Mapping):
            raise WeightError(f"{place}: got {row!r}; a row is {{token: weight}}", place)
        for token in (*context, *row):
            if token not in known:
                raise AlphabetError(f"{place}: token {token!r} is not one of {listed(latent)}")
        table[context] = MappingProxyType(
            {token: rational(weight, f"{place}, token {token!r}") for token, weight in row.items()}
        )
    if not table:
        raise WeightError("there are no weights; give at least the row of the empty context", "weights")
    return table
