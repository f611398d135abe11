"""Φ(κ, σ) listed: every segment that continues a configuration just far enough to make σ certain (docs/theory.md §1).

Liftings are built from it, symbol by symbol: lifting(xσ) = { zs : z ∈ lifting(x), s ∈ Φ_x(z, σ) }.
"""

from collections.abc import Iterator
from functools import lru_cache

from lift_core.errors import LiftError
from lift_core.lifting.walk import Counting, Walk
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.semirings import COUNT
from lift_core.sequences import EMPTY, String, Typed, as_string, show_string

Explanation = tuple[String, Configuration]  # a latent string and the configuration it reaches


@lru_cache(maxsize=64)
def counting_walk(projection: Projection) -> Walk:
    """The walk that counts latent strings, kept for the projections used last."""
    return Walk(projection, Counting(), COUNT)


def segments(walk: Walk, at: Configuration, symbol: str) -> Iterator[Explanation]:
    """Φ(at, symbol) in sorted order, each segment with the configuration after it."""
    if at.unread != EMPTY:
        if at.unread.first == symbol:
            yield (), at._replace(unread=at.unread.rest())
        return
    stack: list[Explanation] = [((), at)]
    while stack:
        segment, c = stack.pop()
        if c.unread != EMPTY:
            if c.unread.first == symbol:
                yield segment, c._replace(unread=c.unread.rest())
            continue
        stack.extend((segment + (token,), after) for token, after, _ in reversed(walk.arcs(c)))


def extend(walk: Walk, explanations: Iterator[Explanation], symbol: str) -> Iterator[Explanation]:
    """From the explanations of x those of x·symbol, sorted if they were."""
    for latent, at in explanations:
        for segment, after in segments(walk, at, symbol):
            yield latent + segment, after


def explain(projection: Projection, x: String) -> Iterator[Explanation]:
    """lifting(x) in sorted order, each string with the configuration it reaches; made lazily, one string at a time."""
    walk = counting_walk(projection)
    explanations: Iterator[Explanation] = iter([((), walk.start)])
    for symbol in x:
        explanations = extend(walk, explanations, symbol)
    return explanations


def configuration_of(projection: Projection, x: String, z: String) -> Configuration:
    """The configuration that z reaches once x is read. Raises LiftError unless z ∈ lifting(x)."""
    walk = counting_walk(projection)
    at, position = walk.start, 0
    for symbol in x:
        while at.unread == EMPTY:
            after = next((c for token, c, _ in walk.arcs(at) if z[position : position + 1] == (token,)), None)
            if after is None:
                raise _not_in_lifting(x, z, f"it ends or is not allowed after {show_string(z[:position])}")
            at, position = after, position + 1
        if at.unread.first != symbol:
            raise _not_in_lifting(x, z, f"{show_string(z[:position])} makes {at.unread.first!r} certain where x has {symbol!r}")
        at = at._replace(unread=at.unread.rest())
    if position < len(z):
        raise _not_in_lifting(x, z, f"its beginning {show_string(z[:position])} already makes x certain")
    return at


def _not_in_lifting(x: String, z: String, why: str) -> LiftError:
    return LiftError(f"{show_string(z)} is not in lifting({show_string(x)}): {why}. lifting(projection, x) lists its strings.")


def next_segments(projection: Projection, x: Typed, z: Typed, y: Typed) -> list[String]:
    """Φ_x(z, y) = { s : zs ∈ lifting(xy) }, sorted (2.20).

    Raises LiftError unless z ∈ lifting(x).
    """
    x, y = as_string(x, projection.observable), as_string(y, projection.observable)
    z = as_string(z, projection.latent, "token")
    walk = counting_walk(projection)
    explanations: Iterator[Explanation] = iter([((), configuration_of(projection, x, z))])
    for symbol in y:
        explanations = extend(walk, explanations, symbol)
    return [segment for segment, _ in explanations]
