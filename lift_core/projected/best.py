"""The k likeliest explanations: the walk over the semiring of k best (log-probability, string) pairs (docs/theory.md §3).

add keeps the k best of a union, multiply the k best sums; strings are kept as nested pairs and written out at the end.
"""

import heapq
import math
from collections.abc import Mapping, Sequence
from typing import Any

from lift_core.lifting.walk import Table, Walk
from lift_core.projected.laws import ScoredLaw
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import Semiring
from lift_core.sequences import String

Scored = tuple[tuple[float, Any], ...]  # (log-probability, string as nested pairs), best first


def best_from(
    projection: Projection,
    model: Any,
    starts: Sequence[tuple[Configuration, float]],
    x: String,
    k: int,
    after: Mapping[Configuration, float],
    limit: int,
) -> list[String]:
    """The k heaviest ways to read x from configurations of given log-mass, each behind the number of its start as a token;
    `after` is the log-probability of what is seen after x."""
    walk = Walk(projection, ScoredLaw(projection, model), best_of(k), limit)
    table: Table = {c: ((mass, str(number)),) for number, (c, mass) in enumerate(starts)}
    for symbol in x:
        table = walk.read(table, symbol)
    scored = ((score + after.get(c, -math.inf), chain) for c, row in table.items() for score, chain in row)
    return [written_out(chain) for _, chain in heapq.nlargest(k, scored, key=lambda pair: pair[0])]


def best_of(k: int) -> Semiring:
    """The k-best semiring (max-times for k = 1)."""

    def add(first: Scored, second: Scored) -> Scored:
        return tuple(heapq.nsmallest(k, (*first, *second), key=_loss))

    def multiply(first: Scored, second: Scored) -> Scored:
        if len(second) == 1:
            (score, tail) = second[0]
            return tuple((value + score, _join(chain, tail)) for value, chain in first)
        pairs = ((value + score, _join(chain, tail)) for value, chain in first for score, tail in second)
        return tuple(heapq.nsmallest(k, pairs, key=_loss))

    return Semiring(f"{k} best", (), ((0.0, None),), add, multiply)


def written_out(chain: Any) -> String:
    """A nested pair of tokens as a string."""
    tokens, stack = [], [chain]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif part is not None:
            tokens.append(part)
    return tuple(reversed(tokens))


def _loss(scored: tuple[float, Any]) -> float:
    return -scored[0]


def _join(first: Any, second: Any) -> Any:
    return second if first is None else first if second is None else (first, second)
