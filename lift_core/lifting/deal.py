"""Strings to guess a lifting from: some that are in it, and beside them some of each kind that is not (docs/theory.md §1).

Those of a large lifting are drawn uniformly, by counting; the others are made from them by dropping, adding or changing a token.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from lift_core.lifting.guesses import Judgement, Kind, Read, judge_from, read
from lift_core.lifting.lifting import lifting_size
from lift_core.lifting.segments import alive, counting_walk, explanations
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection
from lift_core.sequences import EMPTY, String, Typed, as_string

FEWEST, MOST = 5, 8  # strings of a larger lifting that are dealt; one of at most MOST is dealt whole
EACH = 2  # strings dealt of each other kind, where there are so many, and more only to make MOST in all
TRIES = 300  # changed strings looked at to find them
LONGEST = 12  # tokens of a string that must be told apart; what comes before them is the same in all


@dataclass(frozen=True)
class Deal:
    """Strings to guess from, in an order that tells nothing; all of them start with `stem`."""

    observation: String
    stem: String
    strings: tuple[Judgement, ...]
    size: int  # of the lifting
    members: int  # how many strings of the lifting start with `stem`


def deal(projection: Projection, x: Typed, rng: np.random.Generator) -> Deal:
    """Some strings of lifting(x), and beside them, where they are found, some of each kind that is not in it.

    A lifting of at most MOST strings is dealt whole; of a larger one, FEWEST to MOST are drawn. Where strings are longer than
    LONGEST tokens, all that are dealt share their beginning. Where the lifting is empty, strings that show a beginning of x are
    changed. Raises AlphabetError for foreign symbols, NotClosed where liftings are infinite.
    """
    x = as_string(x, projection.observable)
    size = lifting_size(projection, x)
    shown = x
    while not lifting_size(projection, shown):  # lifting(ε) = {ε}
        shown = shown[:-1]
    table = _Table(projection, x, _Uniform(projection, shown), rng)
    members = table.judged(table.stem).members
    chosen = table.members(members)
    dealt = {z: table.judged(z) for z in chosen}
    wanted = {kind: EACH for kind in Kind if kind is not Kind.IN}
    spare: dict[String, Judgement] = {}
    for z in table.changed([*chosen, *(table.draw() for _ in range(EACH))]):
        if z in dealt or (found := table.judged(z)).kind is Kind.IN:
            continue
        if wanted[found.kind]:
            wanted[found.kind] -= 1
            dealt[z] = found
        else:
            spare[z] = found
        if not any(wanted.values()):
            break
    dealt |= dict(islice(spare.items(), max(0, MOST - len(dealt))))
    strings = list(dealt.values())
    return Deal(x, table.stem, tuple(strings[i] for i in rng.permutation(len(strings))), size, members)


class _Table:
    """Where strings are drawn, changed and judged. They share a stem, which is read once."""

    def __init__(self, projection: Projection, x: String, uniform: "_Uniform", rng: np.random.Generator) -> None:
        self.projection, self.x, self.uniform, self.rng = projection, x, uniform, rng
        self.walk = counting_walk(projection)
        drawn = uniform.member(rng)
        self.stem = drawn[: max(0, len(drawn) - LONGEST)]
        uniform.read(self.stem)
        begin = read(self.walk, x, self.stem)
        self.begin = (
            begin if begin.tokens == len(self.stem) else Read(0, 0, self.walk.start)
        )  # x is contradicted before

    def judged(self, z: String) -> Judgement:
        return judge_from(self.projection, self.x, z, self.begin)

    def draw(self) -> String:
        return self.uniform.member(self.rng)

    def members(self, number: int) -> list[String]:
        """All `number` strings of the lifting that start with the stem, or some of them."""
        if number <= MOST:
            rest = explanations(self.walk, self.begin.at, self.x[self.begin.symbols :]) if number else ()
            return [self.stem + segment for segment, _ in rest]
        wanted = int(self.rng.integers(FEWEST, MOST + 1))
        chosen: dict[String, None] = {}
        while len(chosen) < wanted:
            chosen[self.draw()] = None
        return list(chosen)

    def changed(self, strings: list[String]) -> Iterator[String]:
        """The strings, and TRIES times one of them, or the one before, shortened or with a token added, changed or dropped."""
        yield from strings
        stem, rng, changed = self.stem, self.rng, strings[0]
        for _ in range(TRIES):
            near = len(changed) <= len(stem) + LONGEST and changed[: len(stem)] == stem
            z = changed if near and rng.random() < 0.3 else strings[rng.integers(len(strings))]
            cut = int(rng.integers(len(stem), len(z) + 1))
            match rng.integers(6):
                case 0:
                    changed = z[:-1]
                case 1:
                    changed = (*z, self.token(z))
                case 2:
                    changed = z[:cut]
                case 3:
                    changed = (*z[:cut], *z[cut + 1 :])
                case 4:
                    changed = (*z[:cut], self.token(z[:cut]), *z[cut:])
                case _:
                    changed = (*z[:cut], self.token(z[:cut]), *z[cut + 1 :])
            if changed[: len(stem)] == stem:
                yield changed

    def token(self, z: String) -> str:
        """One of the tokens that may follow z, if it is allowed, three times in four; else any token."""
        state: Any = self.begin.at.state
        for token in z[self.begin.tokens :]:
            state, _ = self.projection.step(state, token) or (state, ())
        tokens = self.projection.latent if self.rng.random() < 0.25 else self.projection.tokens(state)
        return tokens[self.rng.integers(len(tokens))]


class _Uniform:
    """Uniform draws from the strings of lifting(x), which is not empty, that start with a stem; at first with ε."""

    def __init__(self, projection: Projection, x: String) -> None:
        self.walk, self.x = counting_walk(projection), x
        self.ways = alive(self.walk, self.walk.start, x)
        self.read(())

    def read(self, stem: String) -> None:
        self.stem, self.begin = stem, read(self.walk, self.x, stem)

    def member(self, rng: np.random.Generator) -> String:
        """One of the strings, all equally likely."""
        latent, (_, symbols, at) = list(self.stem), self.begin
        while symbols < len(self.x):
            if at.unread != EMPTY:
                at, symbols = at._replace(unread=at.unread.rest()), symbols + 1
                continue
            arcs = self.walk.arcs_toward(at, self.x[symbols])
            token, at, _ = arcs[_drawn([self._ways(after, symbols) for _, after, _ in arcs], rng)]
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
