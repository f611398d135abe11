"""The lifting tree by observed symbol: column t holds exactly lifting(x_1…x_t), and an edge is one segment of Φ (docs/theory.md §1, §4).

Each string carries P(z), what the filter Q*(z|x_1…x_t) and the smoother Q*_x(z|x) say of it, and how it can go on. Beyond
`limit` strings in a column only the heaviest explanations of x are drawn; one node a column stands for the rest.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from lift_core.lifting.segments import counting_walk, segments
from lift_core.lifting.sizes import lifting_sizes
from lift_core.projected.laws import DEAD
from lift_core.projected.listing import weighted_segments
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.sequences import EMPTY, String, Typed, Word

SEGMENTS_SHOWN = 6  # segments of Φ listed for each next symbol
DRAWING_LIMIT = 300


@dataclass(frozen=True)
class Continuation:
    """One next symbol after a string: P(symbol|z), how many segments show it, and the first of them."""

    symbol: str
    probability: float
    count: int
    segments: tuple[String, ...]


@dataclass(frozen=True)
class Node:
    """A string of lifting(x_1…x_column), or, where `rest` > 0, the `rest` strings of the column that are not drawn."""

    index: int
    column: int
    latent: String
    parent: int | None
    segment: String
    log_p: float
    filtered: float
    smoothed: float
    state: str
    unread: Word
    continuations: tuple[Continuation, ...]
    stubs: tuple[tuple[str, float], ...]
    rest: int = 0


@dataclass(frozen=True)
class LiftingTree:
    """Nodes column by column, siblings in alphabetical order, the rest node last; `log_p[t]` and `sizes[t]` are of x_1…x_t."""

    observation: String
    observable: tuple[str, ...]
    nodes: tuple[Node, ...] = field(repr=False)
    log_p: tuple[float, ...]
    sizes: tuple[int, ...]
    limit: int

    def column(self, t: int) -> tuple[Node, ...]:
        return tuple(node for node in self.nodes if node.column == t)


class _Strand(NamedTuple):
    latent: String
    at: Configuration
    log_p: float
    parent: int | None
    segment: String


def lifting_tree(d: Projected, x: Typed, limit: int = DRAWING_LIMIT) -> LiftingTree:
    """The tree of x, with at most `limit` strings a column. Raises LimitExceeded only where the walk itself is too large."""
    x = d.observation(x)
    sizes = lifting_sizes(d.projection, x)
    keep = None if max(sizes) <= limit else _heaviest(d, x, limit)
    columns = list(_grown(d, x, sizes, keep))
    tables = list(d.log_walk.forward(x))
    log_p = tuple(d.log_walk.total(table) for table in tables)
    beta = d.log_walk.backward(x, [list(table) for table in tables])
    continuations: dict[Configuration, tuple[Continuation, ...]] = {}
    nodes: list[Node] = []
    for t, column in enumerate(columns):
        drawn = []
        for strand in column:
            if strand.at not in continuations:
                continuations[strand.at] = _continuations(d, strand.at)
            drawn.append(
                Node(
                    index=len(nodes) + len(drawn),
                    column=t,
                    latent=strand.latent,
                    parent=strand.parent,
                    segment=strand.segment,
                    log_p=strand.log_p,
                    filtered=_ratio(strand.log_p, log_p[t]),
                    smoothed=_ratio(strand.log_p + beta[t].get(strand.at, -math.inf), log_p[-1]),
                    state=str(strand.at.state),
                    unread=strand.at.unread,
                    continuations=continuations[strand.at],
                    stubs=_stubs(strand, continuations[strand.at], x[t]) if t < len(x) else (),
                )
            )
        nodes.extend(drawn)
        if sizes[t] > len(drawn):
            nodes.append(_rest(len(nodes), t, drawn, sizes[t], log_p[t]))
    return LiftingTree(x, d.projection.observable, tuple(nodes), log_p, sizes, limit)


def _stubs(strand: _Strand, continuations: tuple[Continuation, ...], symbol: str) -> tuple[tuple[str, float], ...]:
    """The mass that leaves the observation here: P(za) for each symbol a other than the next one."""
    mass = math.exp(strand.log_p)
    return tuple((c.symbol, mass * c.probability) for c in continuations if c.symbol != symbol and c.probability > 0)


def _ratio(log_part: float, log_whole: float) -> float:
    return 0.0 if log_part == -math.inf else math.exp(log_part - log_whole)


def _rest(index: int, t: int, drawn: list[Node], size: int, log_p: float) -> Node:
    filtered = max(0.0, 1 - math.fsum(node.filtered for node in drawn))
    smoothed = max(0.0, 1 - math.fsum(node.smoothed for node in drawn))
    mass = log_p + math.log(filtered) if filtered > 0 else -math.inf
    return Node(index, t, (), None, (), mass, filtered, smoothed, "", EMPTY, (), (), rest=size - len(drawn))


def _heaviest(d: Projected, x: String, limit: int) -> set[String]:
    """Every beginning of the heaviest strings of lifting(x), or of its longest possible prefix where x is impossible."""
    possible = next(t for t in range(len(x), -1, -1) if d.log_probability(x[:t]) > -math.inf)
    return {z[:length] for z, _ in d.best(x[:possible], limit) for length in range(len(z) + 1)}


def _grown(d: Projected, x: String, sizes: tuple[int, ...], keep: set[String] | None) -> Iterator[list[_Strand]]:
    """The columns; with `keep`, only the strings in it."""
    column = [_Strand((), d.log_walk.start, 0.0, None, ())]
    before = 0  # nodes in earlier columns
    yield column
    for t, symbol in enumerate(x):
        listed: dict[Configuration, list[tuple[String, Configuration, float]]] = {}
        grown = []
        for index, strand in enumerate(column, before):
            if strand.at not in listed:
                listed[strand.at] = list(weighted_segments(d.log_walk, strand.at, symbol))
            for segment, after, worth in listed[strand.at]:
                latent = strand.latent + segment
                if keep is None or latent in keep:
                    grown.append(_Strand(latent, after, strand.log_p + worth, index, segment))
        before += len(column) + (sizes[t] > len(column))
        column = grown
        yield column


def _continuations(d: Projected, at: Configuration) -> tuple[Continuation, ...]:
    counting = counting_walk(d.projection)
    place = at._replace(memory=None)
    counts = {symbol: counting.total(row) for symbol, row in counting.row(place).items()}
    law = {} if at.memory is DEAD else d.symbol_law(at)
    return tuple(
        Continuation(
            symbol,
            law.get(symbol, 0.0),
            counts.get(symbol, 0),
            tuple(segment for segment, _ in islice(segments(counting, place, symbol), SEGMENTS_SHOWN)),
        )
        for symbol in d.projection.observable
    )
