"""Markov latent models: a context is the last min(order, |z|) tokens (docs/theory.md §2). Order 0 is the independent model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from types import MappingProxyType
from typing import Any

from lift_core.arguments import entries, shown
from lift_core.errors import AlphabetError, WeightError
from lift_core.model.expressions import Expression, Weight, read_weight, refuse_symbols, symbol_values, symbols_in
from lift_core.model.protocol import checked_tokens, log_fraction
from lift_core.sequences import String, listed, show_string

WeightRows = Mapping[Any, Mapping[str, Any]] | Iterable[Sequence[Any]]


@dataclass(frozen=True, eq=False)
class Markov:
    """Weights {context: {token: weight}}, or rows [context, {token: weight}]; at each step restricted to what is allowed and normalised.

    A weight may be an expression in named parameters (SymPy's, or a text such as "1-p"; `symbols` limits the names): then
    probabilities have arithmetic="symbolic" alone, until `substituted` gives the names values.
    Raises AlphabetError for an unknown token, WeightError for a bad weight or context; a missing context when it is asked for.

    >>> Markov("ab", 1, {(): {"a": 1}, ("a",): {"a": 1, "b": "1/2"}}).weights(("a",))
    mappingproxy({'a': Fraction(1, 1), 'b': Fraction(1, 2)})
    """

    latent: tuple[str, ...]
    order: int
    table: Mapping[String, Mapping[str, Any]]
    symbols: Mapping[str, Any]

    def __init__(
        self, latent: Iterable[str], order: int, weights: WeightRows, symbols: Iterable[str] | None = None
    ) -> None:
        object.__setattr__(self, "latent", checked_tokens(latent, "latent"))
        if not isinstance(order, Integral) or isinstance(order, bool) or order < 0:
            raise WeightError(f"order: got {order!r}; it is the number of tokens remembered, 0 or more", "order")
        object.__setattr__(self, "order", int(order))
        allowed = None if symbols is None else entries(symbols, "symbols", "a list of names", WeightError)
        table = _checked_weights(weights, order, self.latent, allowed)
        object.__setattr__(self, "table", MappingProxyType(table))
        object.__setattr__(self, "symbols", symbols_in(weight for row in table.values() for weight in row.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Markov, (self.latent, self.order, {context: dict(row) for context, row in self.table.items()})

    @property
    def start(self) -> String:
        return ()

    def step(self, state: String, token: str) -> String:
        return (*state, token)[-self.order :] if self.order else ()

    def substituted(self, values: Mapping[str, Any]) -> "Markov":
        """The model with numbers, or texts such as "1/3", in the place of symbols. Raises WeightError for an unknown symbol."""
        numbers = symbol_values(values, self.symbols)
        rows = [
            (context, {t: w.substituted(numbers) if isinstance(w, Expression) else w for t, w in row.items()})
            for context, row in self.table.items()
        ]
        return Markov(self.latent, self.order, rows)

    def weights(self, state: String) -> Mapping[str, Fraction]:
        """The weights of a context. Raises WeightError where the model has none for it, or holds symbols."""
        refuse_symbols(self.symbols)
        return self._row(state)

    def weights_at(self, state: String, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The weights of a context where each symbol has a value of any field."""
        return {t: w.value(values) if isinstance(w, Expression) else w for t, w in self._row(state).items()}

    def _row(self, state: String) -> Mapping[str, Any]:
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


def _checked_weights(
    weights: WeightRows, order: int, latent: tuple[str, ...], symbols: tuple[str, ...] | None
) -> dict[String, Mapping[str, Weight]]:
    needed = "{context: {token: weight}} or rows [context, {token: weight}]"
    rows = list(weights.items()) if isinstance(weights, Mapping) else entries(weights, "weights", needed, WeightError)
    known = frozenset(latent)
    table: dict[String, Mapping[str, Weight]] = {}
    for number, given in enumerate(rows, 1):
        if not isinstance(given, (list, tuple)) or len(given) != 2:
            raise WeightError(f"weights row {number} is {shown(given)}; needed {needed}", f"weights row {number}")
        context, row = entries(given[0], f"context {shown(given[0])}", "a list of tokens", WeightError), given[1]
        if not all(isinstance(token, str) for token in context):
            raise AlphabetError(
                f"context {list(context)!r}: got a token that is no text; a context is a list of tokens"
            )
        place = f"context {show_string(context)}"
        if len(context) > order:
            raise WeightError(
                f"{place} has {len(context)} tokens; a model of order {order} remembers at most {order}", place
            )
        if context in table:
            raise WeightError(f"{place} is given twice; give each context one row", place)
        if not isinstance(row, Mapping):
            raise WeightError(f"{place}: got {shown(row)}; a row is {{token: weight}}", place)
        for token in (*context, *row):
            if not isinstance(token, str) or token not in known:
                raise AlphabetError(f"{place}: token {token!r} is not one of {listed(latent)}")
        table[context] = MappingProxyType(
            {token: read_weight(weight, f"{place}, token {token!r}", symbols) for token, weight in row.items()}
        )
    if not table:
        raise WeightError("there are no weights; give at least the row of the empty context", "weights")
    return table
