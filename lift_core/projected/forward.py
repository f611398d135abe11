"""The walk forward to a posterior of configurations, and backward to what each of them predicts (docs/theory.md §3).

Q*(κ|x) is the table after x, scaled to sum 1; P(y|κ) is β. In logs nothing underflows, however long the observation.
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from lift_core.errors import ImpossibleObservation
from lift_core.lifting.walk import Table, Walk
from lift_core.projected.exact import last_integers
from lift_core.projection.determined import Configuration
from lift_core.semirings import FRACTION
from lift_core.sequences import String, show_string

RESCALED_EVERY = 16  # symbols


def scaled(walk: Walk, x: String) -> tuple[float, dict[Configuration, float]]:
    """log p(x) and {κ: log Q*(κ|x)}: mass is set aside every few symbols, so that rounding errors do not grow with |x|²."""
    table, set_aside = {walk.start: 0.0}, []
    for read, symbol in enumerate(x, 1):
        table = walk.read(table, symbol)
        if read % RESCALED_EVERY == 0 or read == len(x):
            total = walk.total(table)
            if total == -math.inf:
                return total, {}
            set_aside.append(total)
            table = {c: value - total for c, value in table.items()}
    return math.fsum(set_aside), table


def filtered(walk: Walk, x: String) -> dict[Configuration, Any]:
    """{κ: Q*(κ|x)}, in fractions if the walk is over them; {} if x has probability 0."""
    if walk.semiring is FRACTION:
        table, _ = last_integers(walk, x)
        total = sum(table.values())
        return {c: Fraction(value, total) for c, value in table.items()}
    return {c: math.exp(value) for c, value in scaled(walk, x)[1].items()}


def predictions(walk: Walk, at: Sequence[Configuration], y: String) -> Table:
    """{κ: P(y|κ)} as values of the walk, without its zeros."""
    layers: list[Iterable[Configuration]] = [list(at)]
    for symbol in y:
        walk.prepare_rows(layers[-1])
        layers.append({c for before in layers[-1] for c in walk.row(before).get(symbol, {})})
    return walk.backward(y, layers)[0]


def require_possible(walk: Walk, x: String) -> None:
    """Raise ImpossibleObservation, naming the first impossible prefix, if x has probability 0."""
    table: Table = {walk.start: walk.semiring.one}
    for t, symbol in enumerate(x):
        table = walk.read(table, symbol)
        if not table:
            raise ImpossibleObservation(
                f"{show_string(x)} has probability 0: after {show_string(x[:t])} the symbol {symbol!r} cannot follow. "
                "There is no posterior to condition on; change the observation or the weights."
            )
