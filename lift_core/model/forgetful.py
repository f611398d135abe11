"""forgetful(P): past thoughts are erased from the history before P sees it, the current thought is kept (docs/theory.md §2).

A thought is the run of silent tokens since the last writing token. The state holds P's state without the current thought, P's
state with it, and the projection's state, which tells the silent tokens from the writing ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lift_core.errors import LiftError
from lift_core.model.protocol import LatentModel, exact_weights, require_model, weights_at
from lift_core.projection.transducer import Projection, require_projection


class Recall(NamedTuple):
    """What a forgetful model remembers."""

    answers: Any  # P's state after the tokens that wrote
    thinking: Any  # … and the silent ones since
    place: Any  # the projection's state


@dataclass(frozen=True)
class Forgetful:
    """The model with past thoughts erased from its history. Raises ModelError, LiftError for what is no model, no projection."""

    model: Any
    projection: Projection

    def __post_init__(self) -> None:
        require_model(self.model)
        require_projection(self.projection)

    @property
    def latent(self) -> tuple[str, ...]:
        return tuple(getattr(self.model, "latent", self.projection.latent))

    @property
    def start(self) -> Recall:
        model: LatentModel = self.model
        return Recall(model.start, model.start, self.projection.start)

    def step(self, state: Recall, token: str) -> Recall:
        arc = self.projection.step(state.place, token)
        if arc is None:
            raise LiftError(
                f"token {token!r} is not allowed in state {state.place!r} of the projection this model forgets by"
            )
        place, output = arc
        if output:
            answers = self.model.step(state.answers, token)
            return Recall(answers, answers, place)
        return Recall(state.answers, self.model.step(state.thinking, token), place)

    def log_probs(self, state: Recall) -> Mapping[str, float]:
        return self.model.log_probs(state.thinking)

    @property
    def log_probs_batch(self) -> Callable[[Sequence[Recall]], Sequence[Mapping[str, float]]]:
        """`log_probs` of many states in one call, where the model within has it."""
        inner = self.model.log_probs_batch
        return lambda states: inner([state.thinking for state in states])

    @property
    def symbols(self) -> Mapping[str, Any]:
        """The symbols in the weights of the model within."""
        return getattr(self.model, "symbols", {})

    def substituted(self, values: Mapping[str, Any]) -> "Forgetful":
        """The model with numbers in the place of symbols."""
        return Forgetful(self.model.substituted(values), self.projection)

    def weights_at(self, state: Recall, values: Mapping[str, Any]) -> Mapping[str, Any]:
        return weights_at(self.model, state.thinking, values)

    def weights(self, state: Recall) -> Mapping[str, Fraction]:
        return exact_weights(self.model, state.thinking)
