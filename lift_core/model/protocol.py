"""Latent models: autoregressive laws on Ω with a hashable state (docs/theory.md §2).

P(z) = ∏ P(z_i | z_{<i}). A model is any object with `start`, `step(state, token)` and `log_probs(state)`; for exact arithmetic
also `weights(state)`. It need not know the projection: tokens that are not allowed after z are masked and the rest normalised.
"""

import math
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any, Protocol

from lift_core.arguments import entries, repeated, shown
from lift_core.errors import AlphabetError, LiftError, ModelError, NoExactValue, WeightError

LARGEST_EXPONENT = 10_000  # of a weight such as 1e-300: a fraction holds every digit
FINEST_WEIGHT = 10**4000  # Python writes and reads numbers of at most 4,300 digits
LARGEST_WEIGHT = 10**300  # a floating-point number ends near 10^308


class LatentModel(Protocol):
    """What the library needs of a latent model."""

    @property
    def start(self) -> Hashable: ...

    def step(self, state: Any, token: str) -> Hashable: ...

    def log_probs(self, state: Any) -> Mapping[str, float]:
        """{token: log P(token | state)} in nats over Ω; a token left out has probability 0."""
        ...


def require_model(model: object) -> None:
    """Raise ModelError if the object lacks something that a latent model has."""
    for name in ("start", "step", "log_probs"):
        if not hasattr(model, name):
            raise ModelError(
                f"{type(model).__name__} has no `{name}`; a latent model has start, step(state, token) and log_probs(state)"
            )


def checked_tokens(tokens: Any, name: str) -> tuple[str, ...]:
    """A model's tokens, symbols or hidden states: at least one, each a text, each once. Raises AlphabetError."""
    needed = "a text, one character each, or a list of texts"
    checked = entries(tokens, name, needed, lambda message, _: AlphabetError(message))
    odd = [token for token in checked if not isinstance(token, str) or not token]
    if odd or not checked:
        raise AlphabetError(f"{name}: got {shown(odd[0]) if odd else 'none'}; needed {needed}, at least one")
    if twice := repeated(checked):
        raise AlphabetError(f"{name}: {twice!r} is named twice; list each once")
    return checked


def remembered(memory: Any, after: str) -> Any:
    """A model's state. Raises ModelError unless it can be a key of a dict."""
    try:
        hash(memory)
    except TypeError:
        raise ModelError(
            f"after {after} the model's state is {shown(memory)}, which cannot be a key of a dict; needed a text, a number or a tuple"
        ) from None
    return memory


def told(name: str, call: Callable[..., Any], *arguments: Any) -> Any:
    """What a call to the model gives. What a model of one's own raises becomes a ModelError that names the call.

    >>> told("log_probs", lambda state: {}[state], 3)
    Traceback (most recent call last):
    lift_core.errors.ModelError: log_probs(3) raises KeyError: 3. check_model tries a model on its first histories.
    """
    try:
        return call(*arguments)
    except LiftError:
        raise
    except Exception as error:  # a model of one's own may fail in any way
        asked = f"{name}({', '.join(map(shown, arguments))})"
        raise ModelError(
            f"{asked} raises {type(error).__name__}: {str(error)[:200]}. check_model tries a model on its first histories."
        ) from error


def batch_of(model: Any) -> Callable[[Sequence[Any]], Sequence[Mapping[str, float]]] | None:
    """The model's `log_probs_batch(states)`, if it has one: `log_probs` of many states in one call, as a network does best.

    Walks then ask level by level.
    """
    return getattr(model, "log_probs_batch", None)


def exact_weights(model: Any, state: Any) -> Mapping[str, Fraction]:
    """The model's own `weights(state)`, in proportion to P(token | state). Raises NoExactValue where it has none."""
    weights = getattr(model, "weights", None)
    if weights is None:
        raise NoExactValue(
            f"{type(model).__name__} has no weights(state), so no exact value exists; use arithmetic='float'"
        )
    law = told("weights", weights, state)
    if not isinstance(law, Mapping):
        raise ModelError(f"weights({shown(state)}) gives {shown(law)}; needed {{token: weight}}")
    return law


def weights_at(model: Any, state: Any, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The model's weights with values of any field for its symbols. Raises NoExactValue where it has no weights at all."""
    inner = getattr(model, "weights_at", None)
    return exact_weights(model, state) if inner is None else inner(state, values)


def rational(value: object, place: str) -> Fraction:
    """A weight as a fraction: an int, a Fraction, a decimal or a text such as "1/3" or "0.25". A float is read as it prints.

    Raises WeightError, naming the place, for anything else and for negative numbers.
    """
    try:
        if isinstance(value, bool) or not isinstance(value, (Real, Decimal, str)):  # NumPy's numbers are Real too
            raise ValueError
        weight = Fraction(int(value)) if isinstance(value, Integral) else _read(str(value))
    except (ValueError, ZeroDivisionError):
        raise WeightError(
            f"{place}: got {value!r}; a weight is a non-negative number such as 3, 0.25 or 1/3", place
        ) from None
    if weight > LARGEST_WEIGHT:
        raise WeightError(
            f"{place}: got {str(value)[:40]}, which is too large; a weight is at most 10^300, and only proportions count",
            place,
        )
    if weight.denominator > FINEST_WEIGHT:
        raise WeightError(
            f"{place}: got {str(value)[:40]}, a fraction with more than 4,000 digits; only proportions count, so multiply all weights "
            "of the row, or round this one",
            place,
        )
    if weight < 0:
        raise WeightError(f"{place}: got {value}, which is negative; a weight is 0 or more", place)
    return weight


def _read(text: str) -> Fraction:
    exponent = re.search(r"[eE]([+-]?[0-9_]+)", text)
    if exponent and int(exponent[1]) > LARGEST_EXPONENT and not text.startswith("-"):
        return Fraction(LARGEST_WEIGHT + 1)  # as too large as the number itself, whose digits nobody needs
    if exponent and abs(int(exponent[1])) > LARGEST_EXPONENT:
        raise ValueError
    return Fraction(text)


def log_fraction(probability: Fraction) -> float:
    """log of a positive fraction in nats, also where it is too small for a float.

    >>> log_fraction(Fraction(1, 10**400)) < -900
    True
    """
    return math.log(probability.numerator) - math.log(probability.denominator)
