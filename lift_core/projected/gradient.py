"""∂ log (proj#P)(x) / ∂w for every weight of a Markov model, by one walk forward and one backward (docs/theory.md §3).

At a configuration κ in projection state q with context c, P(b|κ) = w_b / W where W sums the weights of c that q allows. So
∂P(b|κ)/∂w_a = (1{b = a} − P(b|κ)) / W, and summed over all places where x's latent strings visit context c
∂ log p(x)/∂w_{c,a} = Σ_κ α(κ) · (β(κ·a) − β(κ)) / (W · p(x)), κ·a the configuration after a. It holds for weights that are zero too.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lift_core.errors import LiftError
from lift_core.lifting.walk import Table, Walk
from lift_core.model.forgetful import Forgetful
from lift_core.model.markov import Markov
from lift_core.model.protocol import log_fraction
from lift_core.projected.laws import FractionLaw, MaskedLaw
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import FRACTION, LOG
from lift_core.sequences import EMPTY, String

Weight = tuple[String, str]  # a context and a token


def gradient(projection: Projection, model: Any, x: String, exact: bool) -> dict[Weight, Any]:
    """{(context, token): ∂ log p(x)/∂w} for every weight that the model names, x possible; 0 where no latent string uses it.

    Raises LiftError for models without named weights, WeightError where a weight of zero leads to a context without a law.
    """
    named = parameters(model)
    law = _WithZeros(projection, model, exact)
    walk = Walk(projection, law, FRACTION if exact else LOG)
    multiply, zero = walk.semiring.multiply, walk.semiring.zero
    tables = list(walk.forward(x))
    beta = walk.backward(x, [list(table) for table in tables])
    total = walk.total(tables[-1])
    found: dict[Weight, Any] = dict.fromkeys(named, Fraction(0) if exact else 0.0)
    for t, symbol in enumerate(x):
        for level in _inside(walk, tables[t]):
            for at, mass in level.items():
                context = context_of(model, at.memory)
                whole = law.whole(at)
                here = multiply(mass, beta[t].get(at, zero))
                for token, after, _ in walk.arcs(at):
                    ahead = multiply(mass, _after(after, symbol, beta[t], beta[t + 1], zero))
                    if exact:
                        found[context, token] += (ahead - here) / (whole * total)
                    else:
                        found[context, token] += _slope(ahead - whole - total) - _slope(here - whole - total)
    return found


def parameters(model: Any) -> list[Weight]:
    """The (context, token) of every weight of a Markov model, or of the one that a forgetful model holds."""
    if isinstance(model, Forgetful):
        return parameters(model.model)
    if isinstance(model, Markov):
        return [(context, token) for context, row in model.table.items() for token in row]
    raise LiftError(
        f"{type(model).__name__} has no weights by context and token to differentiate by; needed a Markov model, forgetful or not"
    )


def context_of(model: Any, memory: Any) -> String:
    """The context whose weights are in force."""
    return context_of(model.model, memory.thinking) if isinstance(model, Forgetful) else memory


def _inside(walk: Walk, table: Table) -> list[Table]:
    """The masses of the configurations that still have to read a token before the next symbol, by silent tokens read."""
    add, multiply = walk.semiring.add, walk.semiring.multiply
    levels = [{c: mass for c, mass in table.items() if c.unread == EMPTY}]
    while levels[-1]:
        ahead: Table = {}
        for before, mass in levels[-1].items():
            for _, after, worth in walk.arcs(before):
                if after.unread == EMPTY:
                    product = multiply(mass, worth)
                    ahead[after] = add(ahead[after], product) if after in ahead else product
        levels.append(ahead)
    return levels


def _after(after: Configuration, symbol: str, now: Table, later: Table, zero: Any) -> Any:
    """β of the configuration after a token; zero where it makes another symbol certain."""
    if after.unread == EMPTY:
        return now.get(after, zero)
    return later.get(after._replace(unread=after.unread.rest()), zero) if after.unread.first == symbol else zero


def _slope(logarithm: float) -> float:
    return math.exp(logarithm) if logarithm > -math.inf else 0.0


class _WithZeros:
    """The masked law with the named weights that are zero kept, worth the semiring's zero: they have a slope all the same."""

    def __init__(self, projection: Projection, model: Any, exact: bool) -> None:
        self.law = FractionLaw(projection, model) if exact else MaskedLaw(projection, model)
        self.projection, self.model, self.exact = projection, model, exact

    @property
    def start(self) -> Any:
        return self.law.start

    def step(self, memory: Any, token: str) -> Any:
        return self.law.step(memory, token)

    def _allowed(self, state: Any, memory: Any) -> Mapping[str, Fraction]:
        weights = self.model.weights(memory)
        return {token: weights[token] for token in self.projection.tokens(state) if token in weights}

    def values(self, state: Any, memory: Any) -> dict[str, Any]:
        zero = Fraction(0) if self.exact else -math.inf
        values = self.law.values(state, memory)
        return {token: values.get(token, zero) for token in self._allowed(state, memory)}

    def whole(self, at: Configuration) -> Any:
        """W: the sum of the allowed weights, or its log."""
        total = sum(self._allowed(at.state, at.memory).values(), Fraction(0))
        return total if self.exact else log_fraction(total)
