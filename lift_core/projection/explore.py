"""A Python function as a finite transducer: the states that `step` reaches from `start` (docs/theory.md §1).

step(state, token) -> (next state, output), or None where the token is not allowed. States may be any hashable values.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from lift_core.arguments import shown, whole
from lift_core.errors import LimitExceeded, ProjectionError
from lift_core.projection.parts import checked_alphabet, checked_state
from lift_core.projection.transducer import Transducer

Step = Callable[[Any, str], tuple[Any, Iterable[str]] | None]
Reached = dict[Any, dict[str, tuple[Any, tuple[str, ...]]]]


def explore(
    start: Hashable,
    step: Step,
    latent: Iterable[str],
    observable: Iterable[str],
    max_states: int = 10_000,
    labels: Mapping[str, str] | None = None,
    name: str = "",
) -> Transducer:
    """The transducer of all states reached, breadth first. Arcs into states that allow no token are left out: no infinite run takes them.

    Raises LimitExceeded as soon as more than `max_states` states are reached.

    >>> erasure = explore(0, lambda run, token: (0, token) if token != "." else (run + 1, "") if run < 2 else None, "ab.", "ab")
    >>> erasure.states, len(erasure.arcs)
    ((0, 1, 2), 8)
    """
    latent = checked_alphabet(latent, "latent")
    checked_state(start, "start")
    if not callable(step):
        raise ProjectionError(
            f"step: got {shown(step)}; needed a function (state, token) -> (next state, output) or None", "step"
        )
    reached = reached_states(start, step, latent, whole(max_states, "max_states", 1))
    dead = _dead_ends(reached)
    arcs = [
        (s, t, q, out) for s, row in reached.items() for t, (q, out) in row.items() if s not in dead and q not in dead
    ]
    if not arcs:
        raise ProjectionError(
            f"every run from start state {start!r} gets stuck: step must allow a token in each state of some infinite run",
            "start",
        )
    return Transducer(latent, observable, start, arcs, labels, name)


def reached_states(start: Hashable, step: Step, latent: tuple[str, ...], max_states: int) -> Reached:
    """{state: {token: (next state, output)}} for every state that some run from `start` visits, breadth first."""
    reached: Reached = {}
    queue = [start]
    known = {start}
    for state in queue:
        row = reached[state] = {}
        for token in latent:
            arc = step(state, token)
            if arc is None:
                continue
            target, output = _checked(arc, state, token)
            row[token] = target, output
            if target not in known:
                known.add(target)
                queue.append(target)
        if len(known) > max_states:
            raise LimitExceeded(
                f"more than {max_states:,} states are reached from {start!r} (the last one: {queue[-1]!r}). "
                "Bound what a state remembers, raise max_states, or keep the projection lazy.",
                max_states,
            )
    return reached


def _checked(arc: object, state: Any, token: str) -> tuple[Any, tuple[str, ...]]:
    call = f"({state!r}, {token!r})"
    if not (isinstance(arc, tuple) and len(arc) == 2):
        raise ProjectionError(f"step{call} gave {arc!r}; it must give (next state, output) or None", f"arc {call}")
    target, output = arc
    try:
        hash(target)
        return target, tuple(output)
    except TypeError:
        raise ProjectionError(
            f"step{call} gave {shown(arc)}; the next state must be hashable and the output a string of symbols",
            f"arc {call}",
        ) from None


def _dead_ends(reached: Reached) -> set[Any]:
    """The states from which every run gets stuck: those that allow nothing, then those that lead only to such."""
    before: dict[Any, list[Any]] = {state: [] for state in reached}
    ways = {state: len(row) for state, row in reached.items()}
    for state, row in reached.items():
        for target, _ in row.values():
            before[target].append(state)
    stack = [state for state, count in ways.items() if not count]
    dead = set(stack)
    while stack:
        for state in before[stack.pop()]:
            ways[state] -= 1
            if not ways[state]:
                dead.add(state)
                stack.append(state)
    return dead
