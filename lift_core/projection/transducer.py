"""A projection in finite form: a deterministic transducer (docs/theory.md §1).

States, a start state, arcs (state, token) -> (next state, output word). Its domain is the set of its infinite runs that
write infinitely often, so states from which no run does are trimmed away: a state lives iff it reaches a cycle with a
writing arc. The domain is closed iff no cycle of silent arcs is left.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol

import networkx as nx

from lift_core.arguments import require_part, shown
from lift_core.errors import NotClosed, ProjectionError
from lift_core.projection.parts import Arcs, Row, checked_alphabet, checked_arcs, checked_labels, checked_state
from lift_core.sequences import String

State = Hashable
ARCS_IN_REPR = 60


class Projection(Protocol):
    """What the library needs of a projection: the causal machine behind proj: Ω^ω ⇀ Σ^ω.

    A lazy projection makes its states on demand; it must be closed, and every state it reaches must be able to write for ever.
    """

    @property
    def latent(self) -> tuple[str, ...]: ...
    @property
    def observable(self) -> tuple[str, ...]: ...
    @property
    def start(self) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def labels(self) -> Mapping[str, str] | None: ...

    def tokens(self, state: Any) -> tuple[str, ...]:
        """The tokens allowed in a state, sorted."""
        ...

    def step(self, state: Any, token: str) -> tuple[Any, String] | None:
        """Where the arc leads and what it writes; None if the token is not allowed."""
        ...


def require_projection(projection: object) -> None:
    """Raise LiftError if the object lacks something that a projection has."""
    parts = ("latent", "observable", "start", "step", "tokens")
    require_part(
        projection, parts, "a projection", "a Transducer, or what load_projection, parse_rules or gallery.build give"
    )


def require_closed(projection: Projection) -> None:
    """Raise NotClosed, with the witness, if the projection has one; a lazy projection without a witness is taken at its word."""
    check: Callable[[], None] | None = getattr(projection, "require_closed", None)
    if check is not None:
        check()


@dataclass(frozen=True, eq=False, repr=False)
class Transducer:
    """A finite transducer, validated when it is built.

    `arcs` is {(state, token): (next state, output)} or rows (state, token, next state, output). `labels` names thought
    labels of writing tokens (docs/theory.md §5). Raises ProjectionError, whose `place` names the arc at fault.

    >>> coin = Transducer("Hh", "H", "q", {("q", "H"): ("q", "H"), ("q", "h"): ("q", "H")})
    >>> coin.step("q", "h")
    ('q', ('H',))
    """

    latent: tuple[str, ...]
    observable: tuple[str, ...]
    start: Any
    arcs: Mapping[tuple[Any, str], tuple[Any, String]]
    labels: Mapping[str, str] | None = None
    name: str = ""
    _table: dict[Any, dict[str, tuple[Any, String]]] = field(init=False, repr=False)

    def __init__(
        self,
        latent: Iterable[str],
        observable: Iterable[str],
        start: Any,
        arcs: Arcs | Iterable[Row],
        labels: Mapping[str, str] | None = None,
        name: str = "",
    ) -> None:
        def put(attribute: str, value: object) -> None:
            object.__setattr__(self, attribute, value)

        put("latent", checked_alphabet(latent, "latent"))
        put("observable", checked_alphabet(observable, "observable"))
        put("start", checked_state(start, "start"))
        put("arcs", MappingProxyType(checked_arcs(arcs, start, self.latent, self.observable)))
        put("labels", checked_labels(labels, self.latent))
        if not isinstance(name, str):
            raise ProjectionError(f"name: got {shown(name)}; needed a text", "name")
        put("name", name)
        table = _trimmed(self.arcs)
        if start not in table:
            raise ProjectionError(
                f"start state {start!r} dies: no run from it writes for ever. Add a writing arc that lies on a cycle it can reach.",
                f"state {start!r}",
            )
        reached = {start} | nx.descendants(
            _graph((state, target) for (state, _), (target, _) in _arcs_of(table)), start
        )
        put("_table", {state: row for state, row in table.items() if state in reached})

    def __repr__(self) -> str:
        """All of a small machine, the counts of a large one."""
        if len(self.arcs) > ARCS_IN_REPR:
            return f"<Transducer {self.name!r}: {len(self.states)} states, {len(self.arcs)} arcs, start {self.start!r}>"
        labels = dict(self.labels) if self.labels else None
        fields = (self.latent, self.observable, self.start, dict(self.arcs), labels, self.name)
        return f"Transducer{fields!r}"

    def tokens(self, state: Any) -> tuple[str, ...]:
        """The tokens allowed in a state after trimming, sorted."""
        return tuple(self._table[state])

    def step(self, state: Any, token: str) -> tuple[Any, String] | None:
        """Where the arc leads and what it writes; None if trimming or the machine does not allow the token."""
        return self._table[state].get(token)

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """Every state of the machine as given, in the order of first mention, the start first."""
        seen = dict.fromkeys([self.start])
        for (state, _), (target, _) in self.arcs.items():
            seen.setdefault(state)
            seen.setdefault(target)
        return tuple(seen)

    @cached_property
    def live_states(self) -> tuple[Any, ...]:
        """The states that trimming leaves."""
        return tuple(state for state in self.states if state in self._table)

    @cached_property
    def trimmed(self) -> tuple[Any, ...]:
        """The states that trimming removes: unreachable, or unable to write for ever."""
        return tuple(state for state in self.states if state not in self._table)

    def arc_rows(self) -> list[tuple[Any, str, Any, String]]:
        """All arcs as given: (state, token, next state, output)."""
        return [(state, token, target, output) for (state, token), (target, output) in self.arcs.items()]

    @cached_property
    def silent_cycle(self) -> tuple[tuple[Any, str, Any], ...] | None:
        """A shortest cycle of silent arcs in the trimmed machine, as (state, token, next state); None if the domain is closed."""
        silent = _graph((state, target) for (state, _), (target, output) in _arcs_of(self._table) if not output)
        cycles = []
        for component in nx.strongly_connected_components(silent):
            for state in sorted(component, key=str):
                if silent.has_edge(state, state):
                    cycles.append([state])
            if len(component) > 1:
                cycles.append([edge[0] for edge in nx.find_cycle(silent.subgraph(component))])
        if not cycles:
            return None
        cycle = min(cycles, key=len)
        return tuple(
            (state, next(t for t, (q, out) in self._table[state].items() if q == target and not out), target)
            for state, target in zip(cycle, cycle[1:] + cycle[:1], strict=True)
        )

    @property
    def closed(self) -> bool:
        return self.silent_cycle is None

    def require_closed(self) -> None:
        """Raise NotClosed, which shows the silent cycle, unless the domain is closed."""
        if self.silent_cycle is not None:
            path = f"{self.silent_cycle[0][0]}" + "".join(
                f" -{token}-> {target}" for _, token, target in self.silent_cycle
            )
            raise NotClosed(
                f"state {self.silent_cycle[0][0]!r} lies on a cycle that writes nothing ({path}): liftings would be infinite. "
                "Bound the cycle, or write a symbol on it.",
                f"state {self.silent_cycle[0][0]!r}",
            )

    def __reduce__(self) -> tuple[Any, ...]:
        labels = dict(self.labels) if self.labels else None
        return Transducer, (self.latent, self.observable, self.start, dict(self.arcs), labels, self.name)

    @cached_property
    def _value(self) -> tuple[object, ...]:
        labels = frozenset(self.labels.items()) if self.labels else None
        return (self.latent, self.observable, self.start, frozenset(self.arcs.items()), labels, self.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transducer) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)


def _graph(edges: Iterable[tuple[Any, Any]]) -> "nx.DiGraph[Any]":
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_edges_from(edges)
    return graph


def _arcs_of(
    table: Mapping[Any, Mapping[str, tuple[Any, String]]],
) -> Iterable[tuple[tuple[Any, str], tuple[Any, String]]]:
    return (((state, token), arc) for state, row in table.items() for token, arc in row.items())


def _trimmed(arcs: Mapping[tuple[Any, str], tuple[Any, String]]) -> dict[Any, dict[str, tuple[Any, String]]]:
    """The arcs between states that reach a cycle with a writing arc, as {state: {token: (next, output)}}, tokens sorted."""
    graph = _graph((state, target) for (state, _), (target, _) in arcs.items())
    component = {state: index for index, part in enumerate(nx.strongly_connected_components(graph)) for state in part}
    writing = {
        state for (state, _), (target, output) in arcs.items() if output and component[state] == component[target]
    }
    live, stack = set(writing), list(writing)
    while stack:
        for before in graph.predecessors(stack.pop()):
            if before not in live:
                live.add(before)
                stack.append(before)
    table: dict[Any, dict[str, tuple[Any, String]]] = {}
    for (state, token), (target, output) in sorted(arcs.items(), key=lambda arc: arc[0][1]):
        if state in live and target in live:
            table.setdefault(state, {})[token] = (target, output)
    return table
