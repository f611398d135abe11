"""The laws that a latent model must obey, tried on histories that the projection allows (docs/theory.md §2)."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any

from lift_core.arguments import shown, whole
from lift_core.errors import LiftError, ModelError, NoExactValue
from lift_core.model.protocol import LatentModel, exact_weights, require_model
from lift_core.projection.transducer import Projection, require_projection
from lift_core.sequences import String, listed, show_string

SUM_TOLERANCE = 1e-6
LARGEST = 700.0  # nats; the exponential of more is no float


def check_model(model: LatentModel, projection: Projection, histories: int = 200) -> int:
    """Try the model on the first `histories` histories, shortest first; returns how many were tried.

    Raises ModelError that names the history and the law that fails: `start`, `step` and `log_probs` must be there; states hashable
    and equal when recomputed; log-probabilities of known tokens, no NaN, summing to 1; some allowed token possible; `weights`,
    if there, in proportion to them.
    """
    require_model(model)
    require_projection(projection)
    whole(histories, "histories", 1)
    if not _is_hashable(model.start):
        raise ModelError(f"start is {shown(model.start)}, which is not hashable: no walk can remember it; use a tuple")
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
            where = f"after {show_string((*history, token))}"
            after, again = (_told(where, "step", model.step, memory, token) for _ in range(2))
            if not _is_hashable(after) or after != again:
                raise ModelError(
                    f"{where} step gives {shown(after)}, then {shown(again)}: states must be hashable and repeatable"
                )
            if arc is not None:
                queue.append(((*history, token), after, arc[0]))
    return tried


def _checked_law(
    model: LatentModel, memory: Any, history: String, projection: Projection, allowed: tuple[str, ...]
) -> Mapping[str, float]:
    where = f"after {show_string(history)}"
    law = _told(where, "log_probs", model.log_probs, memory)
    if not isinstance(law, Mapping):
        raise ModelError(f"{where} log_probs gives a {type(law).__name__}; needed {{token: log-probability in nats}}")
    unknown = [token for token in law if token not in projection.latent]
    if unknown:
        raise ModelError(
            f"{where} log_probs names {shown(unknown[0])}, which is not one of {listed(projection.latent)}"
        )
    odd = [(token, value) for token, value in law.items() if not isinstance(value, Real)]
    if odd:
        raise ModelError(f"{where} log_probs gives {odd[0][0]!r} {shown(odd[0][1])}; needed a number, in nats")
    if any(value != value or value > LARGEST for value in law.values()):
        raise ModelError(f"{where} log_probs holds NaN or +inf; probability zero is -inf")
    total = sum(math.exp(value) for value in law.values())
    if abs(total - 1) > SUM_TOLERANCE:
        raise ModelError(
            f"{where} the probabilities sum to {total:.6g}; log_probs must be normalised (log-softmax of the logits)"
        )
    if not any(law.get(token, -math.inf) > -math.inf for token in allowed):
        raise ModelError(f"{where} none of the tokens allowed there ({listed(allowed)}) has positive probability")
    try:
        weights = _checked_weights(_told(where, "weights", exact_weights, model, memory), where)
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


def _checked_weights(weights: Mapping[str, Any], where: str) -> dict[str, Fraction]:
    """The weights in fractions: numbers, 0 or more, one of them positive."""
    fractions: dict[str, Fraction] = {}
    for token, weight in weights.items():
        try:
            if isinstance(weight, (bool, str)):
                raise ValueError
            fractions[token] = Fraction(weight)
        except (TypeError, ValueError, OverflowError):
            fractions[token] = Fraction(-1)
        if fractions[token] < 0:
            raise ModelError(
                f"{where} weights give {token!r} {shown(weight)}; needed a Fraction or another number, 0 or more"
            )
    if not any(fractions.values()):
        raise ModelError(f"{where} weights give no token a positive weight; give one at least")
    return fractions


def _told(where: str, name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call to the model gives; whatever it raises is told with the history."""
    try:
        return call(*arguments)
    except NoExactValue:
        raise
    except LiftError as error:
        raise ModelError(f"{where}: {error}") from error
    except Exception as error:  # a model of one's own may fail in any way
        raise ModelError(f"{where} {name} raises {type(error).__name__}: {error}") from error


def _is_hashable(state: object) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True
