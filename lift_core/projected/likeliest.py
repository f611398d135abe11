"""The k likeliest explanations in one order: likeliest first, ties in alphabetical order, also where a tie is cut (docs/theory.md §3).

The walk carries for each configuration its k best beginnings. Beginnings that are kept at t form an antichain (none begins another),
so the order of two strings is that of their beginnings, and where these are one, of their segments: a beginning is compared by its
rank among all that are kept, never read again. Losses are whole multiples of 2⁻⁵⁰ nats, so that equal products of equal factors are
equal in whatever order they are multiplied; two that differ by less than about 2⁻³⁰ nats, the rounding of unequal factors, tie.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from lift_core.lifting.walk import Walk
from lift_core.projected.laws import MaskedLaw, Values
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import Semiring
from lift_core.sequences import String

UNIT = 2.0**50  # losses in a nat
TIE = 20  # binary digits of a loss that are not compared
IMPOSSIBLE = 1 << 200  # the loss of what has probability 0: more than any other

Segments = tuple[tuple[int, String], ...]  # (loss, segment), best first
Kept = dict[Configuration, list[tuple[int, int, Any]]]  # (loss, rank, chain), best first
Beginning = tuple[int, int, String, int, Any]  # loss without its last digits, rank of the parent, segment, loss, parent


class _LossLaw(MaskedLaw):
    """−log P of a token in whole units, with the token, as a segment of one token."""

    def values(self, state: Any, memory: Any) -> Values:
        return {t: ((_loss(value), (t,)),) for t, value in super().values(state, memory).items()}


def likeliest(
    projection: Projection, model: Any, x: String, k: int, total: float, limit: int
) -> list[tuple[String, float]]:
    """The k likeliest strings of lifting(x) with their posterior probabilities; `total` is log p(x)."""
    *_, kept = beginnings(projection, model, x, k, limit)
    return [(z, math.exp(-loss / UNIT - total)) for loss, z in heaviest(kept, k)]


def beginnings(
    projection: Projection,
    model: Any,
    x: String,
    k: int,
    limit: int,
    starts: Mapping[Configuration, tuple[float, String]] | None = None,
) -> Iterator[Kept]:
    """For t = 0…|x| the k likeliest ways to read x_1…x_t into each configuration; `heaviest` writes them out.

    `starts` are other configurations than the start to read x from, each with the log-mass and the tokens of what is read before.
    """
    walk = Walk(projection, _LossLaw(projection, model), segments_of(k), limit)
    begun = {walk.start: (0.0, ())} if starts is None else starts
    kept: Kept = {
        c: [(_loss(mass), number, (None, read) if read else None)]
        for number, (c, (mass, read)) in enumerate(begun.items())
    }
    yield kept
    for symbol in x:
        walk.prepare_rows(kept)
        kept = _ranked(_read(walk, kept, symbol), k)
        yield kept


def heaviest(kept: Kept, k: int, after: Mapping[Configuration, float] | None = None) -> list[tuple[int, String]]:
    """(loss, string) of the k best of all that is kept; `after` is the log-probability of what is seen afterwards."""
    later = {c: 0 if after is None else _loss(after.get(c, -math.inf)) for c in kept}
    whole = [(loss + later[c], rank, chain) for c, row in kept.items() for loss, rank, chain in row]
    best = sorted((loss >> TIE, rank, loss, chain) for loss, rank, chain in whole)[:k]
    return [(loss, _written_out(chain)) for _, _, loss, chain in best]


def _loss(log_p: float) -> int:
    return round(-log_p * UNIT) if log_p > -math.inf else IMPOSSIBLE


def _read(walk: Walk, kept: Kept, symbol: str) -> dict[Configuration, list[Beginning]]:
    """Every kept beginning with every segment that shows the symbol, by the configuration reached."""
    after: dict[Configuration, list[Beginning]] = {}
    for before, row in kept.items():
        for c, segments in walk.row(before).get(symbol, {}).items():
            found = after.setdefault(c, [])
            for more, segment in segments:
                found += [((loss + more) >> TIE, rank, segment, loss + more, chain) for loss, rank, chain in row]
        walk.check_size(after)
    return after


def _ranked(after: dict[Configuration, list[Beginning]], k: int) -> Kept:
    """The k best of each configuration, ranked among all of them by alphabet."""
    for row in after.values():
        row.sort(key=_order)
        del row[k:]
    alphabet = sorted({(parent, segment) for row in after.values() for _, parent, segment, _, _ in row})
    rank = {name: place for place, name in enumerate(alphabet)}
    return {
        c: [
            (loss, rank[parent, segment], (chain, segment) if segment else chain)
            for _, parent, segment, loss, chain in row
        ]
        for c, row in after.items()
    }


def _order(beginning: Beginning) -> tuple[int, int, String]:
    return beginning[:3]


def segments_of(k: int) -> Semiring:
    """Segments from one configuration to another: the k best of a union, the k best products."""

    def order(scored: tuple[int, String]) -> tuple[int, String]:
        return scored[0] >> TIE, scored[1]

    def add(first: Segments, second: Segments) -> Segments:
        return tuple(sorted((*first, *second), key=order)[:k])

    def multiply(first: Segments, second: Segments) -> Segments:
        products = ((loss + more, segment + token) for loss, segment in first for more, token in second)
        return tuple(sorted(products, key=order)[:k])

    return Semiring(f"{k} best segments", (), ((0, ()),), add, multiply)


def _written_out(chain: Any) -> String:
    segments = []
    while chain is not None:
        chain, segment = chain
        segments.append(segment)
    return tuple(token for segment in reversed(segments) for token in segment)
