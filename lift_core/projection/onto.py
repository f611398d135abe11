"""Is every observable word shown? A projection is onto iff every x has a non-empty lifting (docs/theory.md §1).

Subset construction over pairs (state, output still pending): after x the set of all pairs that some latent string can be in once it
has shown x. x is never shown iff its set is empty. Breadth first in alphabetical order, the first empty set is a shortest word,
the first of its length. A set that contains one met before adds nothing: what it cannot show, the smaller one cannot either.
"""

from typing import Any

from lift_core.errors import LimitExceeded
from lift_core.projection.transducer import Projection
from lift_core.sequences import String

Pair = tuple[Any, String]
PAIRS_LIMIT = 50_000  # pairs (state, pending output) met in all


def shortest_unreachable(projection: Projection, limit: int = 2_000) -> String | None:
    """A shortest word that nothing shows, the alphabetically first of them; None if the projection is onto.

    Raises LimitExceeded when more than `limit` sets are met without a decision.

    >>> from lift_core.projection.transducer import Transducer
    >>> shortest_unreachable(Transducer("ab", "ab", "q", [("q", "a", "q", "ab"), ("q", "b", "q", "b")]))
    ('a', 'a')
    """
    search = _Search(projection)
    symbols = sorted(projection.observable)
    first = search.closed_under_silence([(projection.start, ())])
    queue: list[tuple[int, String]] = [(first, ())]
    known, smallest = {first}, [first]
    for pairs, x in queue:
        for symbol in symbols:
            after = search.read(pairs, symbol)
            if not after:
                return (*x, symbol)
            if after in known or any(kept & after == kept for kept in smallest):
                continue
            known.add(after)
            smallest.append(after)
            if len(smallest) > limit:
                raise LimitExceeded(
                    f"more than {limit:,} sets of states; every word of up to {len(x)} symbols is shown", limit
                )
            queue.append((after, (*x, symbol)))
    return None


class _Search:
    """Sets of pairs as bits of one integer; what a pair leads to is found once."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection
        self.numbers: dict[Pair, int] = {}
        self.pairs: list[Pair] = []
        self.after: list[dict[str, int] | None] = []

    def number(self, pair: Pair) -> int:
        if pair not in self.numbers:
            if len(self.pairs) >= PAIRS_LIMIT:
                raise LimitExceeded(f"more than {PAIRS_LIMIT:,} pairs of state and pending output", PAIRS_LIMIT)
            self.numbers[pair] = len(self.pairs)
            self.pairs.append(pair)
            self.after.append(None)
        return self.numbers[pair]

    def closed_under_silence(self, pairs: list[Pair]) -> int:
        """The set of these pairs and of those that silent arcs lead to."""
        met = set(pairs)
        stack = list(met)
        while stack:
            state, pending = stack.pop()
            if pending:
                continue
            for token in self.projection.tokens(state):
                arc = self.projection.step(state, token)
                if arc is not None and not arc[1] and (arc[0], ()) not in met:
                    met.add((arc[0], ()))
                    stack.append((arc[0], ()))
            if len(met) > PAIRS_LIMIT:
                raise LimitExceeded(f"silent arcs lead to more than {PAIRS_LIMIT:,} states", PAIRS_LIMIT)
        return sum(1 << self.number(pair) for pair in met)

    def read(self, pairs: int, symbol: str) -> int:
        """The set after one more symbol."""
        after = 0
        while pairs:
            lowest = pairs & -pairs
            after |= self._followers(lowest.bit_length() - 1).get(symbol, 0)
            pairs ^= lowest
        return after

    def _followers(self, number: int) -> dict[str, int]:
        row = self.after[number]
        if row is None:
            state, pending = self.pairs[number]
            by_symbol: dict[str, list[Pair]] = {}
            if pending:
                by_symbol[pending[0]] = [(state, pending[1:])]
            else:
                for token in self.projection.tokens(state):
                    arc = self.projection.step(state, token)
                    if arc is not None and arc[1]:
                        by_symbol.setdefault(arc[1][0], []).append((arc[0], arc[1][1:]))
            row = self.after[number] = {symbol: self.closed_under_silence(found) for symbol, found in by_symbol.items()}
        return row
