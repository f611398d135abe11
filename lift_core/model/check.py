"""The laws that a latent model must obey, tried on histories that the projection allows (docs/theory.md §2)."""

import math
from collections.abc import Hashable, Mapping
from typing import Any

from lift_core.errors import LiftError, ModelError, NoExactValue
from lift_core.model.protocol import LatentModel, exact_weights, require_model
from lift_core.projection.transducer import Projection
from lift_core.sequences import String, listed, show_string

SUM_TOLERANCE = 1e-6


def check_model(model: LatentModel, projection: Projection, histories: int = 200) -> int:
    """Try the model on the first `histories` histories, shortest first; returns how many were tried.

    Raises ModelError that names the history and the law that fails: `start`, `step` and `log_probs` must be there; states hashable
    and equal when recomputed; log-probabilities of known tokens, no NaN, summing to 1; some allowed token possible; `weights`,
    if there, in proportion to them.
    """
    require_model(model)
    queue: list[tuple[String, Any, Any]] = [((), model.start, projection.start)]
    tried = 0
    while queue and tried < histories:
        history, memory, place = queue.pop(0)
        log_probs = _checked_law(model, memory, history, projection, projection.tokens(place))
        tried += 1
        for token in projection.tokens(place):
            if log_probs.get(token, -math.inf) == -math.inf:
                continue
            arc = projection.step(place, token)
            after, again = model.step(memory, token), model.step(memory, token)
            if not isinstance(after, Hashable) or after != again:
                raise ModelError(
                    f"after {show_string((*history, token))} step gives {after!r}, then {again!r}: states must be hashable and repeatable"
                )
            if arc is not None:
                queue.append(((*history, token), after, arc[0]))
    return tried


def _checked_law(
    model: LatentModel, memory: Any, history: String, projection: Projection, allowed: tuple[str, ...]
) -> Mapping[str, float]:
    where = f"after {show_string(history)}"
    try:
        law = model.log_probs(memory)
    except LiftError as error:
        raise ModelError(f"{where}: {error}") from error
    except Exception as error:  # a model of one's own may fail in any way
        raise ModelError(f"{where} log_probs raises {type(error).__name__}: {error}") from error
    if not isinstance(law, Mapping):
        raise ModelError(f"{where} log_probs gives a {type(law).__name__}; needed {{token: log-probability in nats}}")
    unknown = [token for token in law if token not in projection.latent]
    if unknown:
        raise ModelError(f"{where} log_probs names {unknown[0]!r}, which is not one of {listed(projection.latent)}")
    if any(math.isnan(value) or value == math.inf for value in law.values()):
        raise ModelError(f"{where} log_probs holds NaN or +inf; probability zero is -inf")
    total = sum(math.exp(value) for value in law.values())
    if abs(total - 1) > SUM_TOLERANCE:
        raise ModelError(
            f"{where} the probabilities sum to {total:.6g}; log_probs must be normalised (log-softmax of the logits)"
        )
    if not any(law.get(token, -math.inf) > -math.inf for token in allowed):
        raise ModelError(f"{where} none of the tokens allowed there ({listed(allowed)}) has positive probability")
    try:
        weights = exact_weights(model, memory)
    except NoExactValue:
        return law
    mass = sum(weights.values())
    for token in {*law, *weights}:
        exact = float(weights.get(token, 0) / mass)
        if not math.isclose(exact, math.exp(law.get(token, -math.inf)), rel_tol=1e-9, abs_tol=1e-12):
            raise ModelError(
                f"{where} weights give {token!r} probability {exact:.6g}, log_probs {math.exp(law.get(token, -math.inf)):.6g}"
            )
    return law
