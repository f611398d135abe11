"""The forward walk in exact arithmetic without a greatest common divisor at every step (docs/theory.md §3).

A table of fractions is kept as integers over one common denominator, so the cost of a step is linear in the number of digits.
"""

import math
from collections.abc import Iterator
from fractions import Fraction

from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.sequences import String

Integers = dict[Configuration, int]


def forward_integers(walk: Walk, x: String) -> Iterator[tuple[Integers, int]]:
    """The tables after 0, 1, …, |x| symbols as (numerators, common denominator)."""
    table: Integers = {walk.start: 1}
    denominator = 1
    yield table, denominator
    for symbol in x:
        rows = [(value, walk.row(before).get(symbol, {})) for before, value in table.items()]
        common = math.lcm(*(worth.denominator for _, row in rows for worth in row.values()))
        after: Integers = {}
        for value, row in rows:
            for c, worth in row.items():
                after[c] = after.get(c, 0) + value * (worth.numerator * (common // worth.denominator))
        table, denominator = after, denominator * common
        yield table, denominator


def as_fractions(table: Integers, denominator: int) -> dict[Configuration, Fraction]:
    """The table with each entry in lowest terms."""
    return {c: Fraction(value, denominator) for c, value in table.items()}
