"""What is determined before it is written, and the onward form that makes it visible (docs/theory.md §1).

`determined(q)` is the longest common prefix of everything that can be written from state q; it may be infinite. Then
proj^{<ω}(z) = written(z) · determined(state after z). Pushing it forward, the arc (q, a) -> (q', out) becomes
det(q)^{-1} · out · det(q'): in this *onward* form an arc writes each symbol as soon as it is certain.

A configuration is (state, unread, memory): unread is what is certain beyond the observation read so far, memory the state of a
latent model (None where there is none). While unread is not empty the next symbol is known without another token.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from lift_core.errors import LimitExceeded
from lift_core.projection.transducer import Projection, Transducer, require_closed
from lift_core.sequences import String, Word, word

FUTURES_LIMIT = 20_000  # (state, pending output) pairs held at once while determined output is sought


class Configuration(NamedTuple):
    """All that the future depends on: the transducer's state, the word certain beyond what was read, the model's state."""

    state: Any
    unread: Word
    memory: Any = None


class Onward:
    """The onward form of a projection; its arcs are made on demand and kept."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection
        self._determined: dict[Any, Word] = {}
        self._moves: dict[Any, tuple[tuple[str, Any, Word], ...]] = {}

    def start(self, memory: Any = None) -> Configuration:
        """The configuration of the empty latent string before anything is read."""
        return Configuration(self.projection.start, self.determined(self.projection.start), memory)

    def determined(self, state: Any) -> Word:
        """gcp of all that can be written from `state`."""
        if state not in self._determined:
            self._determined[state] = _determined(self.projection, state)
        return self._determined[state]

    def moves(self, state: Any) -> tuple[tuple[str, Any, Word], ...]:
        """The arcs (token, next state, what becomes certain), tokens sorted, out of a state whose determined output is finite and read."""
        if state not in self._moves:
            already = len(self.determined(state).head)
            found = []
            for token in self.projection.tokens(state):
                target, output = self._arc(state, token)
                ahead = self.determined(target)
                found.append((token, target, word(output + ahead.head, ahead.period).drop(already)))
            self._moves[state] = tuple(found)
        return self._moves[state]

    def _arc(self, state: Any, token: str) -> tuple[Any, String]:
        arc = self.projection.step(state, token)
        if arc is None:
            raise ValueError(f"the projection lists {token!r} among the tokens of {state!r} but refuses it")
        return arc


@lru_cache(maxsize=256)
def onward(projection: Projection) -> Onward:
    """The onward form, kept for the projections used last. Raises NotClosed where a lazy projection carries a witness against it."""
    if not isinstance(projection, Transducer):
        require_closed(projection)
    return Onward(projection)


def determined(projection: Projection, state: Any) -> Word:
    """gcp of everything the projection can write from `state`; infinite where only one infinite word is left.

    >>> from lift_core.projection.transducer import Transducer
    >>> machine = Transducer("ab!", "ab!", "q", [("q", "a", "q", "a"), ("q", "b", "q", "b"), ("q", "!", "e", "!"), ("e", "a", "e", "a")])
    >>> determined(machine, "q"), determined(machine, "e")
    (Word(head=(), period=()), Word(head=(), period=('a',)))
    """
    return onward(projection).determined(state)


def _determined(projection: Projection, state: Any) -> Word:
    """Read all futures at once, symbol by symbol, while they agree; a set of futures met before gives the period."""
    certain: list[str] = []
    futures = frozenset({(state, ())})
    seen: dict[frozenset[tuple[Any, String]], int] = {}
    while futures not in seen:
        seen[futures] = len(certain)
        symbol, futures = _read_common(projection, futures)
        if symbol is None:
            return word(certain)
        certain.append(symbol)
    begin = seen[futures]
    return word(certain[:begin], certain[begin:])


def _read_common(
    projection: Projection, futures: frozenset[tuple[Any, String]]
) -> tuple[str | None, frozenset[tuple[Any, String]]]:
    """The symbol that all futures write next and the futures after it; (None, …) as soon as two disagree."""
    symbol: str | None = None
    after: set[tuple[Any, String]] = set()
    stack, visited = list(futures), set(futures)
    while stack:
        state, pending = stack.pop()
        if pending:
            if symbol is not None and pending[0] != symbol:
                return None, futures
            symbol = pending[0]
            after.add((state, pending[1:]))
            continue
        for token in projection.tokens(state):
            arc = projection.step(state, token)
            if arc is None or arc in visited:
                continue
            visited.add(arc)
            stack.append(arc)
        if len(visited) > FUTURES_LIMIT:
            raise LimitExceeded(
                f"what is certain after state {repr(state)[:80]} needs more than {FUTURES_LIMIT:,} futures; "
                "bound the silent runs of the projection",
                FUTURES_LIMIT,
            )
    return symbol, frozenset(after)
