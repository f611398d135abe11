"""Bound the silent runs of a transducer: at most r silent tokens in a row, and the domain is closed (docs/theory.md §1).

The new states are (state, silent tokens since the last symbol was written). r is the smallest number that keeps every arc of the
trimmed machine: an arc p → q needs as many silent tokens as lead to p, itself, and as many as lead from q to a writing arc.
"""

from typing import Any

from lift_core.projection.explore import explore
from lift_core.projection.files import state_names
from lift_core.projection.transducer import Transducer
from lift_core.sequences import String


def least_bound(machine: Transducer) -> int:
    """The smallest number of silent tokens in a row that keeps every arc.

    >>> from lift_core.projection import gallery
    >>> least_bound(gallery.build("unbounded-erasure")), least_bound(gallery.build("unbounded-thought"))
    (1, 3)
    """
    silent, writers, written_to = [], set(), {machine.start}
    for state in machine.live_states:
        for token in machine.tokens(state):
            target, output = _arc(machine, state, token)
            if output:
                writers.add(state)
                written_to.add(target)
            else:
                silent.append((state, target))
    before = _distances(written_to, silent)
    after = _distances(writers, [(target, state) for state, target in silent])
    return max((before[state] + 1 + after[target] for state, target in silent), default=0)


def bounded(machine: Transducer, most: int | None = None) -> Transducer:
    """The machine with at most `most` silent tokens in a row, by default `least_bound`.

    >>> from lift_core.projection import gallery
    >>> erasure = bounded(gallery.build("unbounded-erasure"), 2)
    >>> erasure.closed, erasure.states, erasure.step("q", "·")
    (True, ('q', 'q+1', 'q+2'), ('q+1', ()))
    """
    most = least_bound(machine) if most is None else most

    def step(at: tuple[Any, int], token: str) -> tuple[tuple[Any, int], String] | None:
        state, run = at
        if token not in machine.tokens(state):
            return None
        target, output = _arc(machine, state, token)
        if output:
            return (target, 0), output
        return ((target, run + 1), ()) if run < most else None

    counted = explore((machine.start, 0), step, machine.latent, machine.observable, labels=machine.labels)
    names = state_names(machine.states)
    taken: dict[tuple[Any, int], str] = {}
    for state, run in counted.states:
        name = f"{names[state]}+{run}" if run else names[state]
        while name in taken.values():
            name += "'"
        taken[state, run] = name
    rows = [(taken[state], token, taken[target], output) for state, token, target, output in counted.arc_rows()]
    return Transducer(machine.latent, machine.observable, taken[counted.start], rows, machine.labels, machine.name)


def _arc(machine: Transducer, state: Any, token: str) -> tuple[Any, String]:
    arc = machine.step(state, token)
    if arc is None:
        raise ValueError(f"token {token!r} is not allowed in state {state!r}")
    return arc


def _distances(sources: set[Any], edges: list[tuple[Any, Any]]) -> dict[Any, int]:
    """How many edges lead from the sources to each state that they reach."""
    after: dict[Any, list[Any]] = {}
    for state, target in edges:
        after.setdefault(state, []).append(target)
    distance = dict.fromkeys(sources, 0)
    queue = list(sources)
    for state in queue:
        for target in after.get(state, ()):
            if target not in distance:
                distance[target] = distance[state] + 1
                queue.append(target)
    return distance
