"""The paths believed in, all at once: P(state before → state after segment s | x) (docs/theory.md §3, forward × operator × backward)."""

import math
from typing import Any

from lift_core.projected.projected import Projected
from lift_core.sequences import Typed

Flow = dict[tuple[Any, Any], float]


def flows(d: Projected, x: Typed) -> tuple[Flow, ...]:
    """Entry s − 1: {(the projection's state before segment s, after it): probability given x}; each sums to 1.

    Raises ImpossibleObservation if x has probability 0.
    """
    x = d.observation(x)
    d.require_possible(x)
    walk = d.log_walk
    tables = list(walk.forward(x))
    beta = walk.backward(x, [list(table) for table in tables])
    total = walk.total(tables[-1])
    out = []
    for s, symbol in enumerate(x):
        flow: Flow = {}
        for before, mass in tables[s].items():
            for after, value in walk.row(before).get(symbol, {}).items():
                share = math.exp(mass + value + beta[s + 1].get(after, -math.inf) - total)
                if share > 0:
                    edge = before.state, after.state
                    flow[edge] = flow.get(edge, 0.0) + share
        out.append(flow)
    return tuple(out)
