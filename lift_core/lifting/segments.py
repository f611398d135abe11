"""Φ(κ, y) listed: every string that continues a configuration just far enough to make y certain (docs/theory.md §1).

From the configuration of ε it is the lifting itself: lifting(y) = Φ(κ(ε), y).
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from lift_core.errors import LiftError
from lift_core.lifting.walk import Counting, Table, Walk
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection, require_projection
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


def explanations(walk: Walk, at: Configuration, y: String) -> Iterator[Explanation]:
    """Φ(at, y) in sorted order, each string with the configuration it reaches; made lazily, without blind alleys."""
    readable = alive(walk, at, y)
    stack: list[tuple[String, Configuration, int]] = [((), at, 0)]
    while stack:
        latent, c, read = stack.pop()
        while read < len(y) and c.unread != EMPTY and c.unread.first == y[read]:
            c, read = c._replace(unread=c.unread.rest()), read + 1
        if read == len(y):
            yield latent, c
        elif c in readable[read]:
            stack.extend((latent + (token,), after, read) for token, after, _ in reversed(walk.arcs(c)))


def alive(walk: Walk, at: Configuration, y: String) -> list[Table]:
    """For t = 0…|y| the configurations from which y_{t+1}… can still be read, those inside segments included."""
    layers: list[Iterable[Configuration]] = [[at]]
    for symbol in y:
        layers.append({c for before in layers[-1] for c in walk.row(before).get(symbol, {})})
    return walk.backward(y, layers)


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
            raise _not_in_lifting(
                x, z, f"{show_string(z[:position])} makes {at.unread.first!r} certain where x has {symbol!r}"
            )
        at = at._replace(unread=at.unread.rest())
    if position < len(z):
        raise _not_in_lifting(x, z, f"its beginning {show_string(z[:position])} already makes x certain")
    return at


def _not_in_lifting(x: String, z: String, why: str) -> LiftError:
    return LiftError(
        f"{show_string(z)} is not in lifting({show_string(x)}): {why}. lifting(projection, x) lists its strings."
    )


def next_segments(projection: Projection, x: Typed, z: Typed, y: Typed) -> list[String]:
    """Φ_x(z, y) = { s : zs ∈ lifting(xy) }, sorted (2.20).

    Raises LiftError unless z ∈ lifting(x).
    """
    require_projection(projection)
    x, y = as_string(x, projection.observable), as_string(y, projection.observable)
    z = as_string(z, projection.latent, "token")
    found = explanations(counting_walk(projection), configuration_of(projection, x, z), y)
    return [segment for segment, _ in found]
