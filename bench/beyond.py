"""What no library for hidden Markov models can do: thoughts of any length up to a bound, unknown cuts between tokens, codons.

Each answer is checked against exact fractions.
"""

import math
import time
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from bench.alone import seconds
from bench.peers.ours import warm_up

LENGTH = 1_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TITLES = {
    "pause": "pause-to-think, bound 8 over 4 symbols, Markov of order 1",
    "tokens 0": "detokenisation, 1,000 tokens over 26 letters, independent tokens",
    "tokens 1": "detokenisation, 1,000 tokens over 26 letters, Markov of order 1",
    "codons": "the standard genetic code, Markov of order 2",
}


@dataclass(frozen=True)
class Answer:
    """Seconds, but for `error` (of log p, relative, against fractions) and `configurations`."""

    build: float
    first: float
    log_p: float
    smoother: float
    exact: float
    error: float
    configurations: int


def vocabulary(size: int, rng: np.random.Generator) -> list[str]:
    """The letters and different random words of two to five of them."""
    words = dict.fromkeys(LETTERS)
    while len(words) < size:
        words.setdefault("".join(rng.choice(list(LETTERS), rng.integers(2, 6))))
    return list(words)


def weights(latent: tuple[str, ...], order: int, rng: np.random.Generator) -> dict[tuple[str, ...], dict[str, int]]:
    """Whole numbers from 1 to 9 for every token after every context."""
    contexts = [context for length in range(order + 1) for context in product(latent, repeat=length)]
    return {context: dict(zip(latent, rng.integers(1, 10, len(latent)).tolist(), strict=True)) for context in contexts}


def projected(name: str) -> tuple[Any, np.random.Generator]:
    """The projected distribution of one of TITLES."""
    import lift_core as lc

    rng = np.random.default_rng(len(name))
    match name:
        case "pause":
            projection, order = lc.gallery.build("pause-to-think", observable="abcd", bound=8), 1
        case "codons":
            projection, order = lc.gallery.build("codons"), 2
        case _:
            projection, order = lc.gallery.build("tokens", vocabulary=vocabulary(1_000, rng)), int(name[-1])
    return lc.Projected(projection, lc.Markov(projection.latent, order, weights(projection.latent, order, rng))), rng


def answer(name: str) -> Answer:
    """Build, ask, ask again; each observation is drawn uniformly."""
    begin = time.perf_counter()
    d, rng = projected(name)
    build = time.perf_counter() - begin
    x = d.encode(rng.choice(list(d.projection.observable), LENGTH).tolist())
    begin = time.perf_counter()
    d.log_probability(x)
    first = time.perf_counter() - begin
    warm_up()
    begin = time.perf_counter()
    p = d.probability(x, arithmetic="exact")
    exact = time.perf_counter() - begin
    assert isinstance(p, Fraction)
    log_p = math.log(p.numerator) - math.log(p.denominator)
    return Answer(
        build,
        first,
        seconds(lambda: d.log_probability(x)),
        seconds(lambda: d.smoother(x)),
        exact,
        abs(d.log_probability(x) / log_p - 1),
        len(d.smoother(x).configurations),
    )
