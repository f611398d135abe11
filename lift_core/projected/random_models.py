"""Models drawn at random, and a family of them without drift, to show Theorem 15 of [T] (docs/theory.md §4).

A random model has independent exponential weights, so that each row is uniform on the laws of its tokens. The family: thought
labels of any law at all, then the symbol by one law e whatever was thought. Where the projection is disentangled
(docs/theory.md §5), every configuration then predicts every symbol equally well and no later symbol can change a belief.
"""

from itertools import product

import numpy as np

from lift_core.errors import Unavailable
from lift_core.model.markov import Markov
from lift_core.projection.disentangled import label, tangled_at
from lift_core.projection.transducer import Transducer

PARTS = 1000  # weights are whole numbers with this mean
MOST_CONTEXTS, LONGEST_MEMORY = 100, 3


def random_order(tokens: int) -> int:
    """How many tokens a random model over an alphabet of that size remembers: up to three, with at most 100 full contexts.

    >>> [random_order(n) for n in (2, 4, 5, 10, 25, 300)]
    [3, 3, 2, 2, 1, 0]
    """
    return next((k for k in range(LONGEST_MEMORY, 0, -1) if tokens**k <= MOST_CONTEXTS), 0)


def _contexts(latent: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [context for k in range(random_order(len(latent)) + 1) for context in product(latent, repeat=k)]


def random_model(latent: tuple[str, ...], rng: np.random.Generator) -> Markov:
    """Independent exponential weights for every context."""
    table = {context: dict(zip(latent, _weights(len(latent), rng), strict=True)) for context in _contexts(latent)}
    return Markov(latent, random_order(len(latent)), table)


def driftless_model(projection: Transducer, rng: np.random.Generator) -> Markov:
    """A model of the family. Raises Unavailable where thought and symbol cannot be told apart.

    >>> import lift_core as lc
    >>> coin = lc.gallery.build("switching-coin")
    >>> d = lc.Projected(coin, driftless_model(coin, np.random.default_rng(0)))
    >>> lc.drift(d, "HHT", "T", arithmetic="exact")
    Fraction(0, 1)
    """
    for state in projection.states:
        token = tangled_at(projection, state)
        if token is not None:
            raise Unavailable(
                f"in state {str(state)!r} token {token!r} settles thought and symbol at once: this projection is not disentangled, "
                "so the family cannot be written down",
                str(state),
                token,
            )
    shows, thoughts = _writing(projection)
    one_symbol = all(len(symbols) == 1 for symbols in shows.values())
    by_symbol = dict(zip(projection.observable, _weights(len(projection.observable), rng), strict=True))
    names = sorted(set(thoughts.values()))
    table = {}
    for context in _contexts(projection.latent):
        think = dict(zip(names, _weights(len(names), rng), strict=True))
        silent = dict(zip(projection.latent, _weights(len(projection.latent), rng), strict=True))
        table[context] = {
            token: think[thoughts[token]] * (by_symbol[next(iter(shows[token]))] if one_symbol else 1)
            if token in shows
            else silent[token] * PARTS
            for token in projection.latent
        }
    return Markov(projection.latent, random_order(len(projection.latent)), table)


def _writing(projection: Transducer) -> tuple[dict[str, set[str]], dict[str, str]]:
    """({token: the symbols it writes anywhere}, {token: its thought label where it writes})."""
    shows: dict[str, set[str]] = {}
    thoughts: dict[str, str] = {}
    for state, token, _, output in projection.arc_rows():
        if output:
            shows.setdefault(token, set()).update(output)
            which = label(projection, state, token)
            thoughts[token] = f"{which.kind} {which.name}"
    return shows, thoughts


def _weights(n: int, rng: np.random.Generator) -> list[int]:
    return [1 + int(value) for value in rng.exponential(PARTS, n)]
