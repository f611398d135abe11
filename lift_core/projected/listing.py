"""The lifting listed with the probability of each string (docs/theory.md §2): depth first, sorted, zeros included."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lift_core.lifting.segments import alive, counting_walk
from lift_core.lifting.walk import Arc, Table, Walk
from lift_core.projected.laws import DEAD
from lift_core.projection.determined import Configuration
from lift_core.semirings import FRACTION
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
        stack.extend(
            (segment + (token,), after, multiply(value, worth))
            for token, after, worth in reversed(arcs_with_zeros(walk, c))
            if after.unread.first in (None, symbol)
        )


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


def posterior(walk: Walk, x: String) -> dict[String, Any]:
    """{z: Q*(z|x)} on all of lifting(x), sorted, zeros included, in fractions if the walk is over them; {} if x has probability 0."""
    strings = list(listing(walk, x))
    if walk.semiring is FRACTION:
        total = sum((value for _, _, value in strings), Fraction(0))
        return {z: value / total for z, _, value in strings} if total else {}
    top = max((value for _, _, value in strings), default=-math.inf)
    if top == -math.inf:
        return {}
    weights = {z: math.exp(value - top) for z, _, value in strings}
    normaliser = math.fsum(weights.values())
    return {z: weight / normaliser for z, weight in weights.items()}


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


Segment = tuple[list[int], Configuration, float]  # token codes, the configuration after them, log of their probability


def enumerate_arrays(walk: Walk, x: String, latent: tuple[str, ...]) -> Listing:
    """The listing in whole blocks: sorted, the strings with one beginning are neighbours, and how they go on depends on the
    configuration reached alone, so each block is written once and copied wherever it comes again.

    `codes` is laid out token by token: a column of it is contiguous.
    """
    trellis = _trellis(walk, x, {token: index for index, token in enumerate(latent)})
    sizes, widths = [dict.fromkeys(trellis[-1], 1)], [dict.fromkeys(trellis[-1], 0)]
    values = dict.fromkeys(trellis[-1], np.zeros(1))
    for level in reversed(trellis[:-1]):
        size, width = sizes[-1], widths[-1]
        sizes.append({c: sum(size[after] for _, after, _ in found) for c, found in level.items()})
        widths.append(
            {c: max((len(s) + width[after] for s, after, _ in found), default=0) for c, found in level.items()}
        )
        values = {c: _joined(found, values) for c, found in level.items()}
    codes = _spelled(trellis, sizes[::-1], widths[::-1], np.min_scalar_type(-len(latent)))
    return Listing(codes.T, values[walk.start], latent)


def _trellis(walk: Walk, x: String, code: dict[str, int]) -> list[dict[Configuration, list[Segment]]]:
    """For t = 0…|x| the configurations after x_1…x_t, each with its segments for x_{t+1} that can go on to the end."""
    trellis: list[dict[Configuration, list[Segment]]] = []
    level: dict[Configuration, list[Segment]] = {walk.start: []}
    for symbol, readable in zip(x, _alive(walk, x)[1:], strict=True):
        for c in level:
            level[c] = [
                ([code[token] for token in segment], after, value)
                for segment, after, value in weighted_segments(walk, c, symbol)
                if after._replace(memory=None) in readable
            ]
        trellis.append(level)
        level = {after: [] for found in level.values() for _, after, _ in found}
    return [*trellis, level]


def _joined(found: list[Segment], values: dict[Configuration, np.ndarray]) -> np.ndarray:
    """The log-probabilities of all that follows a configuration, segment after segment."""
    joined = np.empty(sum(len(values[after]) for _, after, _ in found))
    begin = 0
    for _, after, value in found:
        end = begin + len(values[after])
        np.add(values[after], value, out=joined[begin:end])
        begin = end
    return joined


def _spelled(
    trellis: list[dict[Configuration, list[Segment]]],
    sizes: list[dict[Configuration, int]],
    widths: list[dict[Configuration, int]],
    dtype: np.dtype,
) -> np.ndarray:
    """(longest, n): the k-th tokens of all strings in row k, −1 beyond a string's end.

    `sizes` and `widths` say how many strings follow a configuration and how long the longest is.
    """
    (start,) = trellis[0]
    codes = np.full((widths[0][start], sizes[0][start]), -1, dtype)
    met = {start: (0, 0)}  # where the block of a configuration is first met: row, column
    copies: list[tuple[int, int, int, int, int, int]] = []
    for level, size, width in zip(trellis, sizes[1:], widths[1:], strict=False):
        here, met = met, {}
        for c, (row, begin) in here.items():
            for tokens, after, _ in level[c]:
                end, below = begin + size[after], row + len(tokens)
                for offset, token in enumerate(tokens, row):
                    codes[offset, begin:end] = token
                if after in met:
                    copies.append((*met[after], below, begin, size[after], width[after]))
                else:
                    met[after] = (below, begin)
                begin = end
    for source, first, row, begin, size, width in reversed(copies):  # the latest blocks are parts of the others
        codes[row : row + width, begin : begin + size] = codes[source : source + width, first : first + size]
    return codes
