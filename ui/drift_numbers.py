"""Cached numbers of the Posterior drift page."""

from dataclasses import dataclass

from lift_core.plots.triangle import DriftValues, spans
from lift_core.projected.causal_floor import CausalFloor, causal_floor
from lift_core.projected.drift import DriftLine, drift_line
from lift_core.projected.events import parse_event
from lift_core.projected.explanations import slopes_along
from lift_core.scenarios.scenario import Scenario
from ui.compute import computed

COLUMNS, COLUMNS_ON_A_PHONE = 12, 8
LINES = 5  # explanations drawn one by one


def window(length: int, step: int | None, columns: int) -> tuple[int, int]:
    """The first and last symbol that are drawn: all, or `columns` of them around the step, moving by half a window.

    >>> window(4, None, 12), window(40, None, 12), window(40, 3, 12), window(40, 20, 12)
    ((1, 4), (29, 40), (1, 12), (13, 24))
    """
    if length <= columns:
        return 1, length
    at = length if step is None else min(max(step, 1), length)
    half = columns // 2
    last = min(length, max(columns, -(-at // half) * half))
    return last - columns + 1, last


@computed(max_entries=64)
def values(scenario: Scenario, event: str, metric: str, first: int, last: int) -> DriftValues:
    """All that the triangle shows of segments `first` … `last`."""
    d, x = scenario.projected(), scenario.observation
    triangle = d.marginals(x, parse_event(event, d.projection))
    line = drift_line(d, x, metric)
    pairs = spans(first, last, len(x))
    return DriftValues(triangle, line.one_step, slopes_along(d, x, pairs, triangle.event, LINES), metric)


@computed(max_entries=64)
def curves(scenario: Scenario, metric: str) -> DriftLine:
    """One-step drift and hindsight along the observation."""
    return drift_line(scenario.projected(), scenario.observation, metric)


@computed(max_entries=64)
def floor(scenario: Scenario, t: int) -> CausalFloor:
    """The causal floor after x_1…x_t."""
    return causal_floor(scenario.projected(), scenario.observation[:t])


@dataclass(frozen=True)
class Instead:
    """What another symbol in the place of the t-th would have made of the event at segment s; None where it cannot come."""

    symbol: str
    belief: float | None


@computed(max_entries=128)
def instead(scenario: Scenario, event: str, s: int, t: int) -> tuple[Instead, ...]:
    """The other symbols that might have come as the t-th, of at most three alternatives."""
    d, x = scenario.projected(), scenario.observation
    others = [symbol for symbol in d.projection.observable if symbol != x[t - 1]]
    if len(others) > 3:
        return ()
    out = []
    for symbol in others:
        y = (*x[: t - 1], symbol)
        possible = d.probability(y) > 0
        out.append(Instead(symbol, float(d.marginals(y, event).at(s, t)) if possible else None))
    return tuple(out)


def first_impossible(scenario: Scenario) -> int:
    """The number of the first symbol that cannot follow what was seen before it; 0 if all can."""
    answer = _first_impossible(scenario)
    return 0 if answer.problem else answer.value


@computed(max_entries=64)
def _first_impossible(scenario: Scenario) -> int:
    surprises = scenario.projected().surprisals(scenario.observation)
    return next((t for t, value in enumerate(surprises.tolist(), 1) if value == float("inf")), 0)
