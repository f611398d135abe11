"""What an entry of the gallery is, and the checks that its parameters share (docs/theory.md §1, the table of examples)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from lift_core.errors import ProjectionError
from lift_core.projection.transducer import Projection
from lift_core.sequences import listed

OPEN, CLOSE = "<s>", "</s>"  # the tokens around a thought


@dataclass(frozen=True)
class Entry:
    """`hidden` names what the projection hides: "nothing", "a state", "a thought" or "a cut". `story` is one sentence.

    A counter-example breaks a law of projections: it loads and is diagnosed, and has no liftings.
    """

    name: str
    title: str
    story: str
    hidden: str
    make: Callable[..., Projection] = field(repr=False)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    counter_example: bool = False


def alphabet(value: Any, parameter: str, forbidden: Iterable[str] = ()) -> tuple[str, ...]:
    """The symbols of a text (one a character) or of a list. Raises ProjectionError unless there is one at least and each is there once."""
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise refused(parameter, value, "a text, one symbol a character, or a list of symbols")
    symbols = tuple(value)
    if not symbols or not all(isinstance(symbol, str) and symbol for symbol in symbols):
        raise refused(parameter, value, "at least one symbol, each a text of at least one character")
    repeated = {symbol for symbol in symbols if symbols.count(symbol) > 1} if len(set(symbols)) < len(symbols) else ()
    if repeated:
        raise refused(parameter, value, f"each symbol once; {listed(repeated)} comes twice")
    taken = sorted(set(forbidden) & set(symbols))
    if taken:
        raise refused(parameter, value, f"symbols other than {listed(taken)}, which has a meaning of its own here")
    return symbols


def token(value: Any, parameter: str) -> str:
    """One token: a text of at least one character."""
    if not isinstance(value, str) or not value:
        raise refused(parameter, value, "one token, a text of at least one character")
    return value


def number(value: Any, parameter: str, least: int) -> int:
    """A whole number, `least` or more."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise refused(parameter, value, f"a whole number, {least} or more")
    return int(value)


def refused(parameter: str, value: Any, needed: str) -> ProjectionError:
    shown = repr(value)
    return ProjectionError(
        f"parameter {parameter!r}: needed {needed}; got {shown[:80]}{'…' if len(shown) > 80 else ''}", parameter
    )


def emit(symbols: Sequence[str], state: str, target: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Arcs from `state` to `target`, one for each symbol, that write what they read."""
    return [(state, symbol, target, (symbol,)) for symbol in symbols]


def think(symbols: Sequence[str], state: str, target: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """The same arcs, silent."""
    return [(state, symbol, target, ()) for symbol in symbols]
