"""The lifting listed with the probability of each string (docs/theory.md §2): depth first, sorted, zeros included."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lift_core.lifting.segments import alive, counting_walk
from lift_core.lifting.walk import Arc, Table, Walk
from lift_core.projected.laws import DEAD
from lift_core.projection.determined import Configuration
from lift_core.sequences import EMPTY, String


def arcs_with_zeros(walk: Walk, at: Configuration) -> list[Arc]:
    """Every allowed token, also those of probability zero, whose value is the semiring's zero and whose memory is DEAD."""
    possible = [] if at.memory is DEAD else walk.arcs(at)
    moves = walk.onward.moves(at.state)
    if len(possible) == len(moves):
        return possible
    known = {arc[0]: arc for arc in possible}
    zero = walk.semiring.zero
    return [known.get(token) or (token, Configuration(target, unread, DEAD), zero) for token, target, unread in moves]


def weighted_segments(walk: Walk, at: Configuration, symbol: str) -> Iterator[tuple[String, Configuration, Any]]:
    """Φ(at, symbol), sorted: (segment, configuration after it, its value), zeros included."""
    multiply = walk.semiring.multiply
    stack: list[tuple[String, Configuration, Any]] = [((), at, walk.semiring.one)]
    while stack:
        segment, c, value = stack.pop()
        if c.unread != EMPTY:
            if c.unread.first == symbol:
                yield segment, c._replace(unread=c.unread.rest()), value
            continue
        arcs = arcs_with_zeros(walk, c)
        stack.extend((segment + (token,), after, multiply(value, worth)) for token, after, worth in reversed(arcs))


def listing(walk: Walk, x: String) -> Iterator[tuple[String, Configuration, Any]]:
    """lifting(x), sorted: (string, the configuration it reaches, P of it)."""
    multiply = walk.semiring.multiply
    readable = _alive(walk, x)
    stack: list[tuple[String, Configuration, Any, int]] = [((), walk.start, walk.semiring.one, 0)]
    while stack:
        latent, c, value, read = stack.pop()
        while read < len(x) and c.unread != EMPTY and c.unread.first == x[read]:
            c, read = c._replace(unread=c.unread.rest()), read + 1
        if read == len(x):
            yield latent, c, value
        elif c._replace(memory=None) in readable[read]:
            arcs = arcs_with_zeros(walk, c)
            stack.extend(
                (latent + (token,), after, multiply(value, worth), read) for token, after, worth in reversed(arcs)
            )


def _alive(walk: Walk, x: String) -> list[Table]:
    """For each t the configurations, without their memory, from which x_{t+1}… can be read: no other is worth following."""
    counting = counting_walk(walk.onward.projection)
    return alive(counting, counting.start, x)


@dataclass(frozen=True)
class Listing:
    """lifting(x) as arrays, sorted: `codes` (n, longest) indices into the latent alphabet padded with −1, `log_p` (n,) nats."""

    codes: np.ndarray
    log_p: np.ndarray
    latent: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.log_p)

    @property
    def latents(self) -> list[String]:
        """The strings themselves."""
        return decode(self.codes, self.latent)


def decode(codes: np.ndarray, latent: tuple[str, ...]) -> list[String]:
    """Rows of token codes, padded with −1, as strings."""
    return [tuple(latent[code] for code in row if code >= 0) for row in codes.tolist()]


def enumerate_arrays(
    walk: Walk, x: String, latent: tuple[str, ...], check: Callable[[int], None] = lambda size: None
) -> Listing:
    """The listing level by level, whole levels at once; `check` is told the size of each level before it is made.

    A level keeps, for each string so far, the configuration it reaches (as a number), its log-probability, and by which segment
    it came from which string of the level before.
    """
    number: dict[Configuration, int] = {walk.start: 0}
    known = [walk.start]
    code = {token: index for index, token in enumerate(latent)}
    at, log_p = np.zeros(1, np.int64), np.zeros(1)
    levels: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = []
    for symbol, readable in zip(x, _alive(walk, x)[1:], strict=True):
        present = np.unique(at)
        bags = [
            [
                segment
                for segment in weighted_segments(walk, known[c], symbol)
                if segment[1]._replace(memory=None) in readable
            ]
            for c in present
        ]
        sizes = np.array([len(bag) for bag in bags], np.int64)
        here = np.searchsorted(present, at)
        counts = sizes[here]
        check(int(counts.sum()))
        flat = [segment for bag in bags for segment in bag]
        for _, c, _ in flat:
            if c not in number:
                number[c] = len(known)
                known.append(c)
        targets = np.array([number[c] for _, c, _ in flat], np.int64)
        worth = np.array([value for _, _, value in flat], float)
        lengths = np.array([len(segment) for segment, _, _ in flat], np.int64)
        tokens = np.full((len(flat), max(lengths.tolist(), default=0)), -1, np.int16)
        for row, (segment, _, _) in enumerate(flat):
            tokens[row, : len(segment)] = [code[token] for token in segment]
        parent = np.repeat(np.arange(len(at)), counts)
        first = np.cumsum(sizes) - sizes
        within = np.arange(len(parent)) - np.repeat(np.cumsum(counts) - counts, counts)
        chosen = first[here][parent] + within
        at, log_p = targets[chosen], log_p[parent] + worth[chosen]
        levels.append((parent, chosen, lengths, tokens))
    return Listing(_spell(levels, len(at)), log_p, latent)


def _spell(levels: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]], count: int) -> np.ndarray:
    """Follow every string back through its levels and write its tokens, right-aligned at first, then shifted to the left."""
    index = np.arange(count)
    steps: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    length = np.zeros(count, np.int64)
    for parent, chosen, lengths, tokens in reversed(levels):
        steps.append((chosen[index], lengths, tokens))
        length += lengths[chosen[index]]
        index = parent[index]
    codes = np.full((count, int(length.max(initial=0))), -1, np.int16)
    position = np.zeros(count, np.int64)
    rows = np.arange(count)
    for chosen, lengths, tokens in reversed(steps):
        for column in range(tokens.shape[1]):
            some = column < lengths[chosen]
            codes[rows[some], position[some] + column] = tokens[chosen[some], column]
        position += lengths[chosen]
    return codes
