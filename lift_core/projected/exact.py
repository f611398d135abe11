"""The forward walk in exact arithmetic without a greatest common divisor at every step (docs/theory.md §3).

A table of fractions is kept as integers over one common denominator, so the cost of a step is linear in the number of digits.
"""

import math

from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.sequences import String

Integers = dict[Configuration, int]


def last_integers(walk: Walk, x: String) -> tuple[Integers, int]:
    """The table after all of x as (numerators, common denominator); `walk` is over fractions."""
    table: Integers = {walk.start: 1}
    denominator = 1
    for symbol in x:
        rows = [(value, walk.row(before).get(symbol, {})) for before, value in table.items()]
        common = math.lcm(*(worth.denominator for _, row in rows for worth in row.values()))
        after: Integers = {}
        for value, row in rows:
            for c, worth in row.items():
                after[c] = after.get(c, 0) + value * (worth.numerator * (common // worth.denominator))
        table, denominator = after, denominator * common
    return table, denominator
