"""Guessing a lifting: how a latent string stands to it, and strings to guess from (docs/theory.md §1).

Let D be the sequences of the domain that start with z. If D is empty, z cannot happen. Else compare D with the sequences that
show x: none of them is in D, z shows something else; some are and some are not, z is too short; all of D shows x,
and z is in lifting(x) or, where a proper beginning of it is, too long. So z is too short iff it is a proper beginning of a
string of lifting(x), and too long iff it properly extends one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from lift_core.lifting.lifting import lifting_size
from lift_core.lifting.segments import alive, counting_walk, explanations
from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.sequences import EMPTY, String, Typed, as_string


class Kind(StrEnum):
    """How a latent string stands to a lifting."""

    IN = "in the lifting"
    IMPOSSIBLE = "cannot happen"
    OTHER = "shows something else"
    SHORT = "too short"
    LONG = "too long"


FEWEST, MOST = 5, 8  # strings of a larger lifting that are dealt; one of at most MOST is dealt whole
EACH = 2  # strings dealt of each other kind, where there are so many, and more only to make MOST in all
TRIES = 300  # changed strings looked at to find them
LONGEST = 12  # tokens of a string that must be told apart; what comes before them is the same in all


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


class _Read(NamedTuple):
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
    x, z = as_string(x, projection.observable), as_string(z, projection.latent, "token")
    walk = counting_walk(projection)
    state = projection.start
    for position, token in enumerate(z):
        arc = projection.step(state, token)
        if arc is None:
            shown = _read(walk, x, z[:position])
            return Judgement(x, z, Kind.IMPOSSIBLE, position, _shown(x, shown), projection.tokens(state))
        state = arc[0]
    end = _read(walk, x, z)
    shown = _shown(x, end)
    if end.symbols == len(x):
        whole = end.tokens == len(z)
        return Judgement(x, z, Kind.IN if whole else Kind.LONG, end.tokens, shown, members=int(whole))
    members = 0 if end.at.unread != EMPTY else _ways(walk, end.at, x[end.symbols :])
    return Judgement(x, z, Kind.SHORT if members else Kind.OTHER, end.tokens, shown, members=members)


def _read(walk: Walk, x: String, z: String) -> _Read:
    """Read z, which is allowed, until x is certain or contradicted, or to its end."""
    at, symbols, tokens = walk.start, 0, 0
    while True:
        while symbols < len(x) and at.unread.first == x[symbols]:
            at, symbols = at._replace(unread=at.unread.rest()), symbols + 1
        if symbols == len(x) or at.unread != EMPTY or tokens == len(z):
            return _Read(tokens, symbols, at)
        at = next(after for token, after, _ in walk.arcs(at) if token == z[tokens])
        tokens += 1


def _shown(x: String, read: _Read) -> String:
    other = read.at.unread.first if read.symbols < len(x) else None
    return x[: read.symbols] + (() if other is None else (other,))


def _ways(walk: Walk, at: Configuration, y: String) -> int:
    """|Φ(at, y)|, counted."""
    table = {at: 1}
    for symbol in y:
        table = walk.read(table, symbol)
    return walk.total(table)


@dataclass(frozen=True)
class Deal:
    """Strings to guess from, in an order that tells nothing; all of them start with `stem`."""

    observation: String
    stem: String
    strings: tuple[Judgement, ...]
    size: int  # of the lifting
    members: int  # how many strings of the lifting start with `stem`


def deal(projection: Projection, x: Typed, rng: np.random.Generator) -> Deal:
    """Some strings of lifting(x), and beside them, where there are any, some of each kind that is not in it.

    A lifting of at most MOST strings is dealt whole; of a larger one, FEWEST to MOST are drawn uniformly. Where strings are
    longer than LONGEST tokens, all that are dealt share their beginning. The others are made from strings of the lifting by
    dropping, adding or changing a token; where it is empty, from strings that show a beginning of x.
    Raises as `judge` does.
    """
    x = as_string(x, projection.observable)
    size = lifting_size(projection, x)
    shown = x
    while not lifting_size(projection, shown):  # lifting(ε) = {ε}
        shown = shown[:-1]
    draw = _Uniform(projection, shown)
    drawn = draw.member((), rng)
    stem = drawn[: max(0, len(drawn) - LONGEST)]
    members = judge(projection, x, stem).members
    chosen = _members(projection, x, stem, members, draw, rng) if members else []
    dealt = {z: judge(projection, x, z) for z in chosen}
    wanted = {kind: EACH for kind in Kind if kind is not Kind.IN}
    spare: dict[String, Judgement] = {}
    for z in _changed(projection, stem, [*chosen, *(draw.member(stem, rng) for _ in range(EACH))], rng):
        found = judge(projection, x, z) if z not in dealt else None
        if found and wanted.get(found.kind):
            wanted[found.kind] -= 1
            dealt[z] = found
        elif found and found.kind is not Kind.IN:
            spare[z] = found
        if not any(wanted.values()):
            break
    for z in list(spare)[: max(0, MOST - len(dealt))]:
        dealt[z] = spare[z]
    order = rng.permutation(len(dealt))
    strings = list(dealt.values())
    return Deal(x, stem, tuple(strings[i] for i in order), size, members)


def _members(
    projection: Projection, x: String, stem: String, members: int, draw: "_Uniform", rng: np.random.Generator
) -> list[String]:
    if members <= MOST:
        walk = counting_walk(projection)
        begin = _read(walk, x, stem)
        rest = explanations(walk, begin.at, x[begin.symbols :])
        return [stem + segment for segment, _ in islice(rest, MOST)]
    wanted = int(rng.integers(FEWEST, MOST + 1))
    chosen: dict[String, None] = {}
    while len(chosen) < wanted:
        chosen[draw.member(stem, rng)] = None
    return list(chosen)


def _changed(projection: Projection, stem: String, strings: list[String], rng: np.random.Generator) -> Iterator[String]:
    """The strings, and TRIES times one of them, or the one before, shortened or with a token added, changed or dropped."""
    yield from strings
    changed = strings[0]
    for _ in range(TRIES):
        near = len(changed) <= len(stem) + LONGEST and changed[: len(stem)] == stem
        z = changed if near and rng.random() < 0.3 else strings[rng.integers(len(strings))]
        cut = int(rng.integers(len(stem), len(z) + 1))
        token = _token(projection, z[:cut], rng)
        match rng.integers(6):
            case 0:
                changed = z[:-1]
            case 1:
                changed = (*z, _token(projection, z, rng))
            case 2:
                changed = z[:cut]
            case 3:
                changed = (*z[:cut], *z[cut + 1 :])
            case 4:
                changed = (*z[:cut], token, *z[cut:])
            case _:
                changed = (*z[:cut], token, *z[cut + 1 :])
        if changed[: len(stem)] == stem:
            yield changed


def _token(projection: Projection, z: String, rng: np.random.Generator) -> str:
    """One of the tokens that may follow z, which is allowed, three times in four; else any token."""
    state: Any = projection.start
    for token in z:
        state, _ = projection.step(state, token) or (state, ())
    tokens = projection.latent if rng.random() < 0.25 else projection.tokens(state)
    return tokens[rng.integers(len(tokens))]


class _Uniform:
    """Uniform draws from lifting(x), which is not empty, by counting the ways on."""

    def __init__(self, projection: Projection, x: String) -> None:
        self.walk, self.x = counting_walk(projection), x
        self.ways = alive(self.walk, self.walk.start, x)

    def member(self, stem: String, rng: np.random.Generator) -> String:
        """One of the strings that start with `stem`, all equally likely."""
        latent, (_, symbols, at) = list(stem), _read(self.walk, self.x, stem)
        while symbols < len(self.x):
            if at.unread != EMPTY:
                at, symbols = at._replace(unread=at.unread.rest()), symbols + 1
                continue
            arcs = self.walk.arcs_toward(at, self.x[symbols])
            ways = [self._ways(after, symbols) for _, after, _ in arcs]
            token, at, _ = arcs[_drawn(ways, rng)]
            latent.append(token)
        return tuple(latent)

    def _ways(self, at: Configuration, symbols: int) -> int:
        if at.unread == EMPTY:
            return self.ways[symbols].get(at, 0)
        return self.ways[symbols + 1].get(at._replace(unread=at.unread.rest()), 0)


def _drawn(ways: list[int], rng: np.random.Generator) -> int:
    """An index in proportion to whole numbers of any size, not all zero."""
    total, left = sum(ways), rng.random()
    for index, number in enumerate(ways):
        left -= number / total
        if left < 0:
            return index
    return max(index for index, number in enumerate(ways) if number)
