"""How fast the largest lifting of length-t words grows: bounded, polynomial or exponential (docs/theory.md §1; Weber and Seidl 1991).

|lifting(x)| counts the paths that read x in the graph of configurations, N_σ[κ, κ'] = |{s ∈ Φ(κ, σ) : κ·s = κ'}| of them for a symbol.
Exponential ⇔ some configuration has two different latent loops that write the same word. Unbounded ⇔ one word leads p→p, p→q and q→q
for two different configurations p, q. On average over words the size changes by log(ρ(Σ_σ N_σ) / |Σ|) nats a symbol.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from lift_core.errors import LimitExceeded
from lift_core.lifting.segments import counting_walk
from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.sequences import EMPTY, String

LARGEST_BLOCK = 400  # configurations of one strongly connected part whose spectral radius is computed
MOST_STEPS = 200_000  # of the searches for loops


class Loop(NamedTuple):
    """Two different latent loops at one configuration, both writing `word`."""

    configuration: Configuration
    word: String
    loops: tuple[String, String]


class Ladder(NamedTuple):
    """One word that leads p→p, p→q and q→q, p ≠ q, with a latent string for each."""

    lower: Configuration
    upper: Configuration
    word: String
    latents: tuple[String, String, String]


@dataclass(frozen=True)
class Growth:
    """`kind` is "bounded", "polynomial", "exponential" or None where a limit was met (`undecided` says which); `rate` in nats a symbol."""

    kind: str | None = None
    loop: Loop | None = None
    ladder: Ladder | None = None
    rate: float | None = None
    undecided: str = ""


class _Graph:
    """Configurations in the order of a breadth-first search from the start; edges[i][σ] = {j: N_σ[i, j]}."""

    def __init__(self, walk: Walk, limit: int) -> None:
        self.walk = walk
        self.nodes: list[Configuration] = [walk.start]
        self.edges: list[dict[str, dict[int, int]]] = []
        index = {walk.start: 0}
        for node in self.nodes:
            row = {}
            for symbol, table in sorted(walk.row(node).items()):
                for after in table:
                    if after not in index:
                        index[after] = len(self.nodes)
                        self.nodes.append(after)
                row[symbol] = {index[after]: count for after, count in table.items()}
            self.edges.append(row)
            if len(self.nodes) > limit:
                raise LimitExceeded(f"more than {limit:,} configurations", limit)
        self.graph: nx.DiGraph[int] = nx.DiGraph()
        self.graph.add_nodes_from(range(len(self.nodes)))
        self.graph.add_edges_from(
            (i, j) for i, row in enumerate(self.edges) for targets in row.values() for j in targets
        )
        parts = [sorted(part) for part in nx.strongly_connected_components(self.graph)]
        self.parts = sorted(part for part in parts if len(part) > 1 or self.graph.has_edge(part[0], part[0]))

    def segments(self, before: int, symbol: str, after: int) -> Iterator[String]:
        """The segments s ∈ Φ(before, symbol) that reach `after`, sorted."""
        at, target = self.nodes[before], self.nodes[after]
        if at.unread != EMPTY:
            yield ()
            return
        leads: dict[Configuration, bool] = {}

        def arrives(c: Configuration) -> bool:
            if c.unread != EMPTY:
                return c.unread.first == symbol and c._replace(unread=c.unread.rest()) == target
            if c not in leads:
                leads[c] = any(arrives(follower) for _, follower, _ in self.walk.arcs(c))
            return leads[c]

        stack: list[tuple[String, Configuration]] = [((), at)]
        while stack:
            segment, c = stack.pop()
            if c.unread != EMPTY:
                yield segment
                continue
            arcs = [(token, follower) for token, follower, _ in self.walk.arcs(c) if arrives(follower)]
            stack.extend(((*segment, token), follower) for token, follower in reversed(arcs))


def growth(projection: Projection, limit: int = 2_000) -> Growth:
    """Growth of the largest lifting, with the witness, and the average rate; the projection must be closed.

    >>> from lift_core.projection.transducer import Transducer
    >>> tokens = Transducer(["a", "b", "ab"], "ab", "q", [("q", "a", "q", "a"), ("q", "b", "q", "b"), ("q", "ab", "q", "ab")])
    >>> growth(tokens).loop.word, growth(tokens).loop.loops
    (('a', 'b'), (('a', 'b'), ('ab',)))
    """
    try:
        graph = _Graph(counting_walk(projection), limit)
    except LimitExceeded as met:
        return Growth(undecided=str(met))
    rate, reason = _rate(graph, len(projection.observable))
    try:
        for part in graph.parts:
            loop = _two_loops(graph, part)
            if loop is not None:
                return Growth("exponential", loop=loop, rate=rate, undecided=reason)
        ladder = _ladder(graph)
    except LimitExceeded as met:
        return Growth(rate=rate, undecided=str(met))
    return Growth("bounded" if ladder is None else "polynomial", ladder=ladder, rate=rate, undecided=reason)


def _rate(graph: _Graph, symbols: int) -> tuple[float | None, str]:
    """log(ρ / |Σ|); ρ is the largest of the spectral radii of the strongly connected parts."""
    if max(map(len, graph.parts)) > LARGEST_BLOCK:
        return None, f"more than {LARGEST_BLOCK} configurations lie on one loop"
    logs = []
    for part in graph.parts:
        place = {node: i for i, node in enumerate(part)}
        entries = [
            (place[i], place[j], n)
            for i in part
            for row in graph.edges[i].values()
            for j, n in row.items()
            if j in place
        ]
        scale = max(n for _, _, n in entries)  # counts may lie beyond the range of floats
        matrix = np.zeros((len(part), len(part)))
        for i, j, count in entries:
            matrix[i, j] += count / scale
        logs.append(math.log(scale) + math.log(np.abs(np.linalg.eigvals(matrix)).max()))
    return round(max(logs) - math.log(symbols), 12) + 0.0, ""  # eigenvalues carry rounding; + 0.0 turns −0.0 into 0.0


def _shortest(
    start: Hashable, goal: Hashable, follow: Callable[[Any], Iterator[tuple[str, Any]]]
) -> list[tuple[Any, str, Any]] | None:
    """A shortest path start → goal of at least one step, as (state, symbol, next state); None if there is none."""
    before: dict[Any, tuple[Any, str]] = {}
    queue = deque([start])
    steps = 0
    while queue:
        state = queue.popleft()
        for symbol, after in follow(state):
            steps += 1
            if steps > MOST_STEPS:
                raise LimitExceeded(f"the search for loops has taken {MOST_STEPS:,} steps", MOST_STEPS)
            if after in before:
                continue
            before[after] = state, symbol
            if after == goal:
                path = [(*before[after], after)]
                while path[-1][0] != start:
                    path.append((*before[path[-1][0]], path[-1][0]))
                return path[::-1]
            queue.append(after)
    return None


def _two_loops(graph: _Graph, part: list[int]) -> Loop | None:
    """Two latent loops at the first configuration of a strongly connected part; None if the part has none anywhere.

    A state is (p, r, differ): two runs side by side, and whether they have differed.
    """
    inside = frozenset(part)

    def follow(state: tuple[int, int, bool]) -> Iterator[tuple[str, tuple[int, int, bool]]]:
        p, r, differ = state
        for symbol, row in graph.edges[p].items():
            targets = [j for j in row if j in inside]
            if p != r:
                others = [j for j in graph.edges[r].get(symbol, ()) if j in inside]
                yield from ((symbol, (i, j, True)) for i in targets for j in others)
                continue
            for i in targets:
                yield symbol, (i, i, differ or row[i] > 1)
                if not differ:  # once they have differed and met, one way home is enough
                    yield from ((symbol, (i, j, True)) for j in targets if i < j)

    path = _shortest((part[0], part[0], False), (part[0], part[0], True), follow)
    if path is None:
        return None
    first: String = ()
    second: String = ()
    for (p, r, differed), symbol, (i, j, differ) in path:
        ways = graph.segments(p, symbol, i)
        first += next(ways)
        second += next(ways) if differ and not differed and i == j else next(graph.segments(r, symbol, j))
    smaller, larger = sorted((first, second))
    return Loop(graph.nodes[part[0]], tuple(symbol for _, symbol, _ in path), (smaller, larger))


def _ladder(graph: _Graph) -> Ladder | None:
    """Where no part has two loops: p, q in different parts. A state is (u, v, t): three runs, p→p, p→q and q→q."""
    for lower in graph.parts:
        below = nx.descendants(graph.graph, lower[0]) | set(lower)
        for upper in graph.parts:
            if upper == lower or upper[0] not in below:
                continue
            between = below & (nx.ancestors(graph.graph, upper[0]) | set(upper))
            found = _ladder_between(graph, frozenset(lower), between, frozenset(upper))
            if found is not None:
                return found
    return None


def _ladder_between(graph: _Graph, lower: frozenset[int], between: set[int], upper: frozenset[int]) -> Ladder | None:
    """p ∈ lower, q ∈ upper. Add an arc (p, q, q) → (p, p, q) to the graph of triples: it lies on a cycle iff p, q are a ladder."""

    def follow(state: tuple[int, int, int]) -> Iterator[tuple[str, tuple[int, int, int]]]:
        u, v, t = state
        for symbol, row in graph.edges[u].items():
            for i in row:
                if i in lower:
                    for j in graph.edges[v].get(symbol, ()):
                        if j in between:
                            yield from ((symbol, (i, j, k)) for k in graph.edges[t].get(symbol, ()) if k in upper)

    triples: nx.DiGraph[tuple[int, int, int]] = nx.DiGraph()
    stack = [(p, p, q) for p in lower for q in upper]
    known = set(stack)
    while stack:
        state = stack.pop()
        for _, after in follow(state):
            triples.add_edge(state, after)
            if after not in known:
                known.add(after)
                stack.append(after)
        if triples.number_of_edges() > MOST_STEPS:
            raise LimitExceeded(f"the search for loops has taken {MOST_STEPS:,} steps", MOST_STEPS)
    back = sorted((u, u, t) for u, v, t in known if v == t)
    triples.add_edges_from(((p, q, q), (p, p, q)) for p, _, q in back)
    part = {state: index for index, states in enumerate(nx.strongly_connected_components(triples)) for state in states}
    for p, _, q in back:
        if part[p, q, q] == part[p, p, q]:
            path = _shortest((p, p, q), (p, q, q), follow)
            if path is not None:
                latents: list[String] = [
                    sum((next(graph.segments(s[run], symbol, e[run])) for s, symbol, e in path), ()) for run in range(3)
                ]
                word = tuple(symbol for _, symbol, _ in path)
                return Ladder(graph.nodes[p], graph.nodes[q], word, (latents[0], latents[1], latents[2]))
    return None
