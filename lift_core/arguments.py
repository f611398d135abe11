"""What an argument must be: each check gives the value as it is used, or raises an error that says what was got and what is needed."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Integral
from typing import Any

from lift_core.errors import LiftError, LimitExceeded

MOST_DRAWS = 100_000_000  # some gigabytes
Refusal = Callable[[str, str], LiftError]  # an error type that is built from a message and a place


def counted(number: int) -> str:
    """A whole number, 0 or more, inside a message: its thousands apart, and shortly where it is huge.

    >>> counted(16281), counted(1234 * 10**3007), counted(10**40 - 1)
    ('16,281', 'about 1.2·10^3010', 'about 1.0·10^40')
    """
    if number < 10**15:
        return f"{number:,}"
    power = math.floor(math.log10(number))
    tenths = round(Fraction(number, 10 ** (power - 1)))  # 100 where it rounds up to the next power of ten
    power, tenths = (power, tenths) if tenths < 100 else (power + 1, tenths // 10)
    return f"about {tenths / 10:.1f}·10^{power}"


def shown(value: object) -> str:
    """A value inside a message, cut where it is long."""
    if isinstance(value, int) and abs(value) >= 10**15:
        return f"{'-' if value < 0 else ''}{counted(abs(value))}"
    try:
        text = repr(value)
    except Exception:  # a list of numbers of more digits than Python prints, an object whose repr fails
        text = f"a {type(value).__name__} that cannot be shown"
    return f"{text[:80]}…" if len(text) > 80 else text


def whole(value: Any, name: str, least: int | None = 0, most: int | None = None) -> int:
    """A whole number from `least` to `most` (None: no bound).

    Raises LiftError for anything else, True and 3.0 included; LimitExceeded beyond `most`.

    >>> whole(3, "k", 1)
    3
    """
    number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else None
    if number is None or (least is not None and number < least):
        bound = "" if least is None else f", {least} or more"
        raise LiftError(f"{name}: got {shown(value)}; needed a whole number{bound}")
    if most is not None and number > most:
        raise LimitExceeded(f"{name}: got {shown(value)}; at most {counted(most)} at once, so do it in parts", most)
    return number


def entries(value: Any, name: str, needed: str, refusal: Refusal) -> tuple[Any, ...]:
    """The entries of a list, a tuple, a text or anything else that can be gone through."""
    try:
        return tuple(value)
    except TypeError:
        raise refusal(f"{name}: got {shown(value)}; needed {needed}", name) from None


def repeated(names: Iterable[str]) -> str:
    """The first name that comes a second time; "" if none does.

    >>> repeated("abcb")
    'b'
    """
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), "")


def hashable(value: Any, name: str, refusal: Refusal) -> Any:
    """A value that can be a key of a dict."""
    try:
        hash(value)
    except TypeError:
        raise refusal(
            f"{name}: got {shown(value)}, which cannot be a key of a dict; needed a text, a number or a tuple of them",
            name,
        ) from None
    return value


def require_generator(rng: object) -> None:
    """Raise LiftError if randomness is given as anything but a `numpy.random.Generator`, a seed for example."""
    require_part(rng, ("random", "integers"), "a numpy.random.Generator", "numpy.random.default_rng(seed)")


def require_projected(d: object) -> None:
    """Raise LiftError for what is no projected distribution."""
    parts = ("projection", "model", "observation")
    require_part(d, parts, "a projected distribution", "lift_core.Projected(projection, model)")


def require_part(value: object, parts: tuple[str, ...], what: str, remedy: str) -> None:
    """Raise LiftError if an object lacks one of the parts that make it `what`."""
    missing = [part for part in parts if not hasattr(value, part)]
    if missing or isinstance(value, type):
        why = f"has no `{missing[0]}`" if missing else "is a type"
        raise LiftError(f"got {shown(value)}, which {why}; needed {what}: {remedy}")
