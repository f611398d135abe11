"""P(token | z) as a projection and a model make it: what is not allowed after z is masked, the rest normalised (docs/theory.md §2).

Each class is a `Memory` for the walk: the same masked law in another arithmetic. Tokens of probability zero are left out; after
one of them the model is not asked any more (its state is DEAD) and every later token has probability zero too.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from numbers import Real
from typing import Any

from lift_core.arguments import shown
from lift_core.errors import ModelError, WeightError
from lift_core.model.protocol import batch_of, exact_weights, remembered, told
from lift_core.projection.transducer import Projection
from lift_core.sequences import listed


class _Dead:
    """The model's state after a token of probability zero."""

    def __repr__(self) -> str:
        return "DEAD"


DEAD = _Dead()
LAWS_KEPT = 300_000  # laws of a model that answers in batches
Values = Mapping[str, Any]


class MaskedLaw:
    """The next-token law in log-probabilities; `Fractions` has it exactly."""

    def __init__(self, projection: Projection, model: Any) -> None:
        self.projection = projection
        self.model = model
        self._asked: dict[Any, Mapping[str, float]] = {}

    @property
    def batched(self) -> bool:
        """Whether the model answers for many states at once."""
        return batch_of(self.model) is not None

    def prepare(self, memories: list[Any]) -> None:
        """One call to the model for the laws of many of its states, kept for `values`; nothing where it has no batches."""
        ask = batch_of(self.model)
        if ask is None:
            return
        new = list(dict.fromkeys(memory for memory in memories if memory not in self._asked))
        if len(self._asked) + len(new) > LAWS_KEPT:
            self._asked.clear()
        if new:
            laws = list(told("log_probs_batch", ask, new))
            if len(laws) != len(new):
                raise ModelError(f"log_probs_batch gives {len(laws)} laws for {len(new)} states; needed one for each")
            self._asked.update(zip(new, laws, strict=True))

    @property
    def start(self) -> Any:
        return remembered(self.model.start, "no tokens")

    def step(self, memory: Any, token: str) -> Any:
        after = told("step", self.model.step, memory, token)
        return remembered(after, f"token {token!r}")

    def values(self, state: Any, memory: Any) -> Values:
        """{token: log-probability} for the tokens of positive probability. Raises WeightError if there are none."""
        law = self._asked.get(memory) or told("log_probs", self.model.log_probs, memory)
        if not isinstance(law, Mapping):
            raise ModelError(
                f"log_probs({memory!r}) gives a {type(law).__name__}; needed {{token: log-probability in nats}}, "
                "e.g. dict(zip(tokens, values)). check_model tries a model on its first histories."
            )
        allowed = [(token, law.get(token, -math.inf)) for token in self.projection.tokens(state)]
        try:
            top = max((value for _, value in allowed), default=-math.inf)
            if not -math.inf < top < math.inf:
                raise self._no_law(state, memory, top)
            total = math.fsum(math.exp(value - top) for _, value in allowed)
        except (TypeError, ValueError, OverflowError):
            raise self._no_law(state, memory, dict(allowed)) from None
        if math.isnan(total):
            raise self._no_law(state, memory, total)
        normaliser = top + math.log(total)
        return {token: value - normaliser for token, value in allowed if value > -math.inf}

    def _no_law(self, state: Any, memory: Any, top: Any) -> WeightError:
        tokens = listed(self.projection.tokens(state))
        if isinstance(top, Real) and top == -math.inf:
            return WeightError(
                f"in state {state!r} with model state {memory!r} every allowed token ({tokens}) has weight zero, and it is reached with "
                "positive probability; give one of them a positive weight",
                f"state {state!r}",
            )
        return WeightError(
            f"in state {state!r} with model state {memory!r} the model gives {shown(top)}; needed a number or -inf as a log-probability, "
            "0 or more as a weight",
            f"state {state!r}",
        )


class FractionLaw(MaskedLaw):
    """The next-token law in fractions. Raises NoExactValue for models without weights."""

    @property
    def batched(self) -> bool:
        return False

    def values(self, state: Any, memory: Any) -> Values:
        weights = exact_weights(self.model, memory)
        try:
            allowed = {t: Fraction(weights[t]) for t in self.projection.tokens(state) if weights.get(t)}
        except (TypeError, ValueError, OverflowError):
            raise self._no_law(state, memory, dict(weights)) from None
        if not allowed:
            raise self._no_law(state, memory, -math.inf)
        if min(allowed.values()) < 0:
            raise self._no_law(state, memory, min(allowed.values()))
        total = sum(allowed.values())
        return {token: weight / total for token, weight in allowed.items()}
