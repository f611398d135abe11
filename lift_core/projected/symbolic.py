"""Probabilities as rational functions of the symbols in the weights (docs/theory.md §3), by the same walk over a field of SymPy.

Over the field Q(p, q, …) masks renormalise like everything else. A table is kept as polynomials over one common denominator, so that
nothing is cancelled before the end. Equal models in fractions are its values at rational points.
"""

from functools import reduce
from typing import Any

import sympy
from sympy.polys.fields import FracElement, FracField
from sympy.polys.orderings import lex

from lift_core.errors import ImpossibleObservation, LimitExceeded
from lift_core.lifting.walk import Walk
from lift_core.model.protocol import weights_at
from lift_core.projected.laws import MaskedLaw, Values
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import field_semiring
from lift_core.sequences import String, show_string

TERMS_LIMIT = 200_000  # of all polynomials in a table


class FieldLaw(MaskedLaw):
    """The next-token law in a field that holds the symbols of the model's weights; without symbols, the rationals alone."""

    def __init__(self, projection: Projection, model: Any) -> None:
        super().__init__(projection, model)
        given = getattr(model, "symbols", {})
        self.symbols = tuple(symbol or sympy.Symbol(name) for name, symbol in given.items())
        self.field: Any = FracField(self.symbols, sympy.ZZ, lex)
        self._values = dict(zip(given, self.field.gens, strict=True))

    @property
    def batched(self) -> bool:
        return False

    def values(self, state: Any, memory: Any) -> Values:
        weights = weights_at(self.model, memory, self._values)
        allowed = {t: self._element(weights[t]) for t in self.projection.tokens(state) if weights.get(t)}
        if not allowed:
            raise self._no_law(state, memory, float("-inf"))
        total = reduce(lambda a, b: a + b, allowed.values())
        return {token: weight / total for token, weight in allowed.items()}

    def _element(self, weight: Any) -> Any:
        if isinstance(weight, FracElement):
            return weight
        return self.field(weight.numerator) / self.field(weight.denominator)


class Symbolic:
    """The questions of a projected distribution whose answers are expressions, cancelled."""

    def __init__(self, projection: Projection, model: Any, limit: int | None = None) -> None:
        self.law = FieldLaw(projection, model)
        self.field = self.law.field
        self.walk = Walk(projection, self.law, field_semiring(self.field.zero, self.field.one), limit)
        self.observable = projection.observable

    def probability(self, x: String) -> sympy.Expr:
        """(proj#P)(x)."""
        table, denominator = self._last(x)
        return (self._total(table) / self.field(denominator)).as_expr()

    def conditional(self, y: String, x: String) -> sympy.Expr:
        """(proj#P)(y|x). Raises ImpossibleObservation if (proj#P)(x) is 0 for all values of the symbols."""
        before, _ = self._last(x)
        after, further = self._last(y, before)
        return (self._total(after) / (self._possible(before, x) * self.field(further))).as_expr()

    def next_symbol(self, x: String) -> dict[str, sympy.Expr]:
        """{symbol: (proj#P)(symbol|x)}."""
        before, _ = self._last(x)
        total = self._possible(before, x)
        law = {}
        for symbol in self.observable:
            after, further = self._last((symbol,), before)
            law[symbol] = (self._total(after) / (total * self.field(further))).as_expr()
        return law

    def _possible(self, table: dict[Configuration, Any], x: String) -> Any:
        total = self._total(table)
        if not total:
            raise ImpossibleObservation(
                f"{show_string(x)} has probability 0 whatever the symbols are; change the observation or the weights"
            )
        return total

    def _total(self, table: dict[Configuration, Any]) -> Any:
        return self.field(sum(table.values(), self.field.ring.zero))

    def _last(self, x: String, table: dict[Configuration, Any] | None = None) -> tuple[dict[Configuration, Any], Any]:
        """The table after x from `table` (the start) as (polynomials, the common denominator that x brought in)."""
        table = {self.walk.start: self.field.ring.one} if table is None else table
        denominator = self.field.ring.one
        for symbol in x:
            rows = [(value, self.walk.row(before).get(symbol, {})) for before, value in table.items()]
            common = reduce(_lcm, {worth.denom for _, row in rows for worth in row.values()}, self.field.ring.one)
            after: dict[Configuration, Any] = {}
            for value, row in rows:
                for c, worth in row.items():
                    product = value * (worth.numer * common.exquo(worth.denom))
                    after[c] = after[c] + product if c in after else product
            table, denominator = {c: value for c, value in after.items() if value}, denominator * common
            if sum(map(len, table.values())) > TERMS_LIMIT:
                raise LimitExceeded(
                    f"the polynomials of {show_string(x[:20])}… have more than {TERMS_LIMIT:,} terms; shorten the observation, or give "
                    "some of the symbols values with model.substituted",
                    TERMS_LIMIT,
                )
        return table, denominator


def _lcm(first: Any, second: Any) -> Any:
    return first.lcm(second)
