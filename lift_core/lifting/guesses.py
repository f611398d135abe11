"""How a latent string stands to a lifting (docs/theory.md §1).

Let D be the sequences of the domain that start with z. If D is empty, z cannot happen. Else compare D with the sequences that
show x: none of them is in D, z shows something else; some are and some are not, z is too short; all of D shows x,
and z is in lifting(x) or, where a proper beginning of it is, too long. So z is too short iff it is a proper beginning of a
string of lifting(x), and too long iff it properly extends one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from lift_core.lifting.segments import counting_walk
from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection, require_projection
from lift_core.sequences import EMPTY, String, Typed, as_string


class Kind(StrEnum):
    """How a latent string stands to a lifting."""

    IN = "in the lifting"
    IMPOSSIBLE = "cannot happen"
    OTHER = "shows something else"
    SHORT = "too short"
    LONG = "too long"


@dataclass(frozen=True)
class Judgement:
    """How `latent` stands to lifting(`observation`), and what of it says so."""

    observation: String
    latent: String
    kind: Kind
    at: int  # the shortest beginning that decides has so many tokens; for "cannot happen" the one after it is not allowed
    shown: String  # what `latent[:at]` makes certain, up to the first symbol that is not x's, no longer than x
    allowed: tuple[str, ...] = ()  # for "cannot happen": the tokens that may follow `latent[:at]`
    members: int = 0  # how many strings of the lifting start with `latent`


class Read(NamedTuple):
    """Where a string stands after so many of its tokens, with so many symbols of x certain."""

    tokens: int
    symbols: int
    at: Configuration


def judge(projection: Projection, x: Typed, z: Typed) -> Judgement:
    """Whether z is in lifting(x), and if not, which of the four reasons holds.

    The lifting is a matter of the projection alone: a string that a latent model gives probability 0 is judged as any other.
    Raises AlphabetError for foreign symbols and tokens, NotClosed where liftings are infinite.

    >>> from lift_core import gallery
    >>> coin = gallery.build("switching-coin")
    >>> print(*(judge(coin, "HHT", z).kind for z in ("HH~t", "HH~~", "HH~h", "HH~", "HHTT")), sep=", ")
    in the lifting, cannot happen, shows something else, too short, too long
    """
    require_projection(projection)
    x, z = as_string(x, projection.observable), as_string(z, projection.latent, "token")
    return judge_from(projection, x, z, Read(0, 0, counting_walk(projection).start))


def judge_from(projection: Projection, x: String, z: String, begin: Read) -> Judgement:
    """The same, where a beginning of z has been read."""
    walk, state = counting_walk(projection), begin.at.state
    for position, token in enumerate(z[begin.tokens :], begin.tokens):
        arc = projection.step(state, token)
        if arc is None:
            shown = _shown(x, read(walk, x, z[:position], begin))
            return Judgement(x, z, Kind.IMPOSSIBLE, position, shown, projection.tokens(state))
        state = arc[0]
    end = read(walk, x, z, begin)
    shown = _shown(x, end)
    if end.symbols == len(x):
        whole = end.tokens == len(z)
        return Judgement(x, z, Kind.IN if whole else Kind.LONG, end.tokens, shown, members=int(whole))
    members = 0 if end.at.unread != EMPTY else _ways(walk, end.at, x[end.symbols :])
    return Judgement(x, z, Kind.SHORT if members else Kind.OTHER, end.tokens, shown, members=members)


def read(walk: Walk, x: String, z: String, begin: Read | None = None) -> Read:
    """Read z, which is allowed, until x is certain or contradicted, or to its end."""
    tokens, symbols, at = begin or Read(0, 0, walk.start)
    while True:
        while symbols < len(x) and at.unread.first == x[symbols]:
            at, symbols = at._replace(unread=at.unread.rest()), symbols + 1
        if symbols == len(x) or at.unread != EMPTY or tokens == len(z):
            return Read(tokens, symbols, at)
        at = next(after for token, after, _ in walk.arcs(at) if token == z[tokens])
        tokens += 1


def _shown(x: String, read: Read) -> String:
    other = read.at.unread.first if read.symbols < len(x) else None
    return x[: read.symbols] + (() if other is None else (other,))


def _ways(walk: Walk, at: Configuration, y: String) -> int:
    """|Φ(at, y)|, counted."""
    table = {at: 1}
    for symbol in y:
        table = walk.read(table, symbol)
    return walk.total(table)
