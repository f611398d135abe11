"""The probabilities in force: P(token | z) as projection and model make it together (docs/theory.md §2).

A row for each (state of the projection, state of the model) that some latent string of positive probability reaches, breadth
first. What the projection does not allow there is masked and the rest normalised; weights alone are not probabilities.
"""

import math
from dataclasses import dataclass
from typing import Any

from lift_core.errors import NoExactValue, WeightError
from lift_core.model.forgetful import Forgetful, Recall
from lift_core.model.hidden_markov import HiddenMarkov
from lift_core.model.protocol import exact_weights
from lift_core.projected.laws import FractionLaw, MaskedLaw
from lift_core.projection.transducer import Projection
from lift_core.sequences import show_string


@dataclass(frozen=True)
class Row:
    """`law` is {token: probability} of the tokens allowed in `state`; None where there is none, and `reason` says why."""

    state: Any
    context: str
    law: dict[str, float] | None
    reason: str = ""


@dataclass(frozen=True)
class InForce:
    """`more` says that rows were left out beyond the limit."""

    tokens: tuple[str, ...]
    rows: tuple[Row, ...]
    more: bool


def in_force(projection: Projection, model: Any, limit: int = 60) -> InForce:
    """The first `limit` rows. A state that has no law is a row with the reason, not an error.

    >>> from lift_core.model.markov import Markov
    >>> from lift_core.projection import gallery
    >>> coin = in_force(gallery.build("xor"), Markov("01", 0, {(): {"0": 1, "1": 3}}))
    >>> [(row.state, row.context, row.law) for row in coin.rows][0]
    ('^', 'ε', {'0': 0.25, '1': 0.75})
    """
    exact = _has_weights(model)
    law = FractionLaw(projection, model) if exact else MaskedLaw(projection, model)
    zero = 0 if exact else -math.inf
    start = (projection.start, law.start)
    queue, known, rows = [start], {start}, []
    for state, memory in queue:
        if len(rows) == limit:
            return InForce(projection.latent, tuple(rows), True)
        try:
            values = law.values(state, memory)
        except WeightError as error:
            rows.append(Row(state, context(model, memory), None, str(error)))
            continue
        row = {
            token: float(value) if exact else math.exp(value)
            for token in projection.tokens(state)
            for value in [values.get(token, zero)]
        }
        rows.append(Row(state, context(model, memory), row))
        for token in values:
            arc = projection.step(state, token)
            if arc is not None and (after := (arc[0], law.step(memory, token))) not in known:
                known.add(after)
                queue.append(after)
    return InForce(projection.latent, tuple(rows), False)


def _has_weights(model: Any) -> bool:
    try:
        exact_weights(model, model.start)
    except NoExactValue:
        return False
    except WeightError:
        pass
    return True


def context(model: Any, memory: Any) -> str:
    """What a model remembers, as a person reads it."""
    if isinstance(model, Forgetful) and isinstance(memory, Recall):
        return context(model.model, memory.thinking)
    if isinstance(model, HiddenMarkov):
        return model.hidden[memory] if memory >= 0 else "first"
    if isinstance(memory, tuple) and all(isinstance(part, str) for part in memory):
        return show_string(memory)
    return str(memory)
