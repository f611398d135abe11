"""The tape: a latent string read step by step; what it has written, and what is certain beyond that (docs/theory.md §1).

proj^{<ω}(z) = written(z) · determined(state after z). The page opens with the likeliest explanation of what is observed.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Any

from lift_core.errors import LiftError
from lift_core.projection.determined import determined
from lift_core.projection.transducer import Projection, Transducer
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import EMPTY, String, Word
from ui.compute import LONGEST, LONGEST_READ, computed

MOST_TOKENS = 60
TURNS = 3  # of a silent cycle that the tape opens with


@dataclass(frozen=True)
class Reading:
    """`written_by` is what each token wrote; `path` are the arcs taken, (state, token).

    `sure` is None where what is certain cannot be computed.
    """

    latent: String
    written_by: tuple[String, ...]
    state: Any
    path: tuple[tuple[Any, str], ...]
    sure: Word | None

    @property
    def written(self) -> String:
        """All that has been written."""
        return tuple(chain.from_iterable(self.written_by))

    @property
    def last(self) -> tuple[Any, str] | None:
        """The arc taken last."""
        return self.path[-1] if self.path else None


def read(projection: Projection, tokens: String) -> Reading:
    """Read the tokens as far as they are allowed.

    >>> from lift_core.projection import gallery
    >>> seen = read(gallery.build("switching-coin"), ("H", "~", "t", "H"))
    >>> seen.latent, seen.written, seen.state
    (('H', '~', 't'), ('H', 'T'), 'B')
    """
    state, written, path = projection.start, [], []
    for token in tokens[:MOST_TOKENS]:
        if token not in projection.tokens(state):
            break
        arc = projection.step(state, token)
        if arc is None:
            break
        path.append((state, token))
        state = arc[0]
        written.append(arc[1])
    try:
        sure = determined(projection, state)
    except LiftError:
        sure = None
    return Reading(tuple(token for _, token in path), tuple(written), state, tuple(path), sure)


@computed(max_entries=128, longest=LONGEST_READ)
def opening(scenario: Scenario) -> String:
    """What the tape opens with: the likeliest explanation of as much of the observation as has one; the silent cycle where
    there is one."""
    projection = scenario.projection
    cycle = getattr(getattr(projection, "witness", projection), "silent_cycle", None)
    if cycle:
        return (*_way(projection, cycle[0][0]), *(token for _, token, _ in cycle * TURNS))
    d, x = scenario.projected(), scenario.observation[:LONGEST]
    while not (found := d.best(x)):
        x = x[:-1]
    return found[0][0]


def _way(projection: Projection, goal: Any) -> String:
    """A shortest string that leads to a state."""
    ways: dict[Any, String] = {projection.start: ()}
    queue = [projection.start]
    for state in queue:
        if state == goal:
            break
        for token in projection.tokens(state):
            arc = projection.step(state, token)
            if arc is not None and arc[0] not in ways:
                ways[arc[0]] = (*ways[state], token)
                queue.append(arc[0])
    return ways.get(goal, ())


def sure_of(projection: Projection, states: tuple[Any, ...]) -> dict[Any, Word]:
    """What each state is bound to write, where that can be computed."""
    live = projection.live_states if isinstance(projection, Transducer) else states
    found = {}
    for state in states:
        try:
            found[state] = determined(projection, state) if state in live else EMPTY
        except LiftError:
            found[state] = EMPTY
    return found
