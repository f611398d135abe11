"""The lifting tree by observed symbol: column t holds exactly lifting(x_1…x_t), and an edge is one segment of Φ (docs/theory.md §1, §4).

Each string carries P(z), what the filter Q*(z|x_1…x_t) and the smoother Q*_x(z|x) say of it, and how it can go on. Beyond
`limit` strings in a column only the heaviest explanations of x are drawn; one node a column stands for the rest. Of a long
observation `lifting_window` has some columns.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, NamedTuple

from lift_core.arguments import require_projected, whole
from lift_core.errors import LiftError, WeightError
from lift_core.lifting.segments import counting_walk, segments
from lift_core.lifting.sizes import lifting_sizes
from lift_core.lifting.walk import Table
from lift_core.projected.laws import DEAD
from lift_core.projected.likeliest import beginnings, heaviest
from lift_core.projected.listing import weighted_segments
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.sequences import EMPTY, String, Typed, Word

SEGMENTS_SHOWN = 6  # segments of Φ listed for each next symbol
DRAWING_LIMIT = 300


@dataclass(frozen=True)
class Continuation:
    """One next symbol after a string: P(symbol|z), how many segments show it, and the first of them.

    The probability is nan where the model has no weights for what follows x: they are not needed for x itself.
    """

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
    """Nodes column by column, siblings in alphabetical order, the rest node last; `log_p[t]` and `sizes[t]` are of x_1…x_t.

    Of a window on a longer observation `before` symbols come before column 0, and `observation`, columns and latent strings
    begin there.
    """

    observation: String
    observable: tuple[str, ...]
    nodes: tuple[Node, ...] = field(repr=False)
    log_p: tuple[float, ...]
    sizes: tuple[int, ...]
    limit: int
    before: int = 0

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
    require_projected(d)
    x, limit = d.observation(x), whole(limit, "limit", 1)
    sizes = lifting_sizes(d.projection, x)
    keep = None if max(sizes) <= limit else _heaviest(d, x, limit)
    root = _Strand((), d.log_walk.start, 0.0, None, ())
    log_p, beta = _masses(d, x, list(d.log_walk.forward(x)))
    nodes = _nodes(d, x, list(_grown(d, [root], x, sizes, keep)), sizes, log_p, beta, log_p[-1])
    return LiftingTree(x, d.projection.observable, nodes, log_p, sizes, limit)


def lifting_window(d: Projected, x: Typed, first: int, last: int, limit: int = DRAWING_LIMIT) -> LiftingTree:
    """What can be read from column `first` to column `last` of the tree of x, whatever was read before.

    Strings that reach a configuration at `first` have the same continuations: they make one node of column 0, whose P is the sum
    of theirs. So P and Q* of a node are those of all strings that end like it, and `sizes` counts the ways to read on from column
    0. At most `limit` of them are drawn, the most probable ones given all of x. Linear in |x|. Raises LiftError unless
    0 <= first < last <= |x|, and ImpossibleObservation where x_1…x_first has probability 0.
    """
    require_projected(d)
    x = d.observation(x)
    first, last, limit = whole(first, "first", None), whole(last, "last", None), whole(limit, "limit", 1)
    if not 0 <= first < last <= len(x):
        raise LiftError(f"got a window from {first} to {last}; needed: 0 <= first < last <= {len(x)}, the length of x")
    d.require_possible(x[:first])
    tables = list(d.log_walk.forward(x))
    log_p, beta = _masses(d, x, tables)
    roots = sorted(
        tables[first].items(), key=lambda pair: (str(pair[0].state), str(pair[0].unread), str(pair[0].memory))
    )
    shown, window = x[first:last], slice(first, last + 1)
    sizes = _sizes(d, [c for c, _ in roots], shown)
    keep = None if max(sizes) <= limit else _heaviest_from(d, roots, shown, limit, beta[last])
    column = [_Strand((str(k),), c, value, None, ()) for k, (c, value) in enumerate(roots)]
    if keep is not None:
        column = [strand for strand in column if strand.latent in keep]
    columns = list(_grown(d, column, shown, sizes, keep))
    nodes = _nodes(d, shown, columns, sizes, log_p[window], beta[window], log_p[-1])
    unnumbered = tuple(replace(node, latent=node.latent[1:]) for node in nodes)
    return LiftingTree(shown, d.projection.observable, unnumbered, log_p[window], sizes, limit, before=first)


def _sizes(d: Projected, roots: list[Configuration], x: String) -> tuple[int, ...]:
    """In how many ways x_1…x_t can be read from the roots, t = 0…|x|."""
    walk = counting_walk(d.projection)
    table = dict(Counter(c._replace(memory=None) for c in roots))
    sizes = [len(roots)]
    for symbol in x:
        table = walk.read(table, symbol)
        sizes.append(walk.total(table))
    return tuple(sizes)


def _heaviest_from(
    d: Projected, roots: list[Any], x: String, limit: int, after: Mapping[Configuration, float]
) -> set[String]:
    """Every beginning of the heaviest ways to read x from the roots, each behind the number of its root."""
    starts = {c: (value, (str(number),)) for number, (c, value) in enumerate(roots)}
    *_, kept = beginnings(d.projection, d.model, x, limit, d.limit, starts)
    return {z[:length] for _, z in heaviest(kept, limit, after) for length in range(1, len(z) + 1)}


def _masses(d: Projected, x: String, tables: list[Table]) -> tuple[tuple[float, ...], list[Table]]:
    """For each t log p(x_1…x_t), and the table of log p(x_{t+1}…x_T | configuration)."""
    return tuple(map(d.log_walk.total, tables)), d.log_walk.backward(x, [list(table) for table in tables])


def _nodes(
    d: Projected,
    x: String,
    columns: list[list[_Strand]],
    sizes: tuple[int, ...],
    log_p: tuple[float, ...],
    beta: list[Table],
    total: float,
) -> tuple[Node, ...]:
    """The columns as nodes, and after each that leaves strings out the node that stands for them; `total` is log p of all of x."""
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
                    smoothed=_ratio(strand.log_p + beta[t].get(strand.at, -math.inf), total),
                    state=str(strand.at.state),
                    unread=strand.at.unread,
                    continuations=continuations[strand.at],
                    stubs=_stubs(strand, continuations[strand.at], x[t]) if t < len(x) else (),
                )
            )
        nodes.extend(drawn)
        if sizes[t] > len(drawn):
            nodes.append(_rest(len(nodes), t, drawn, sizes[t], log_p[t], total))
    return tuple(nodes)


def _stubs(strand: _Strand, continuations: tuple[Continuation, ...], symbol: str) -> tuple[tuple[str, float], ...]:
    """The mass that leaves the observation here: P(za) for each symbol a other than the next one."""
    mass = math.exp(strand.log_p)
    return tuple((c.symbol, mass * c.probability) for c in continuations if c.symbol != symbol and c.probability > 0)


def _ratio(log_part: float, log_whole: float) -> float:
    return 0.0 if log_part == -math.inf else min(math.exp(log_part - log_whole), 1.0)


def _rest(index: int, t: int, drawn: list[Node], size: int, log_p: float, total: float) -> Node:
    """What the drawn strings leave; nothing where there is no posterior."""
    filtered = max(0.0, 1 - math.fsum(node.filtered for node in drawn)) if log_p > -math.inf else 0.0
    smoothed = max(0.0, 1 - math.fsum(node.smoothed for node in drawn)) if total > -math.inf else 0.0
    mass = log_p + math.log(filtered) if filtered > 0 else -math.inf
    return Node(index, t, (), None, (), mass, filtered, smoothed, "", EMPTY, (), (), rest=size - len(drawn))


def _heaviest(d: Projected, x: String, limit: int) -> set[String]:
    """Every beginning of the heaviest strings of lifting(x), or of its longest possible prefix where x is impossible."""
    possible = next(t for t in range(len(x), -1, -1) if d.log_probability(x[:t]) > -math.inf)
    return {z[:length] for z, _ in d.best(x[:possible], limit) for length in range(len(z) + 1)}


def _grown(
    d: Projected, column: list[_Strand], x: String, sizes: tuple[int, ...], keep: set[String] | None
) -> Iterator[list[_Strand]]:
    """The columns from a first one on, along x; with `keep`, only the strings in it."""
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
    unknown = 0.0
    try:
        law = {} if at.memory is DEAD else d.symbol_law(at)
    except WeightError:  # only beyond x: the walk along x has met all others
        law, unknown = {}, math.nan
    return tuple(
        Continuation(
            symbol,
            law.get(symbol, unknown if counts.get(symbol) else 0.0),
            counts.get(symbol, 0),
            tuple(segment for segment, _ in islice(segments(counting, place, symbol), SEGMENTS_SHOWN)),
        )
        for symbol in d.projection.observable
    )
