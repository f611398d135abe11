"""OpenFst through pynini: the model as a weighted acceptor over the log semiring, composed with the string, shortest distance.

pynini hands weights over as text with nine digits. For the check, not for the clock, the rounded answer is divided out in the final
weight and what remains is solved for again.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import Data

DELTA = 1e-16  # the convergence threshold; the default of 1e-6 loses digits


def _distance(data: Data) -> Callable[..., float]:
    import pynini

    def weight(p: float) -> Any:
        return pynini.Weight("log64", -math.log(p))

    k, v = data.emission.shape
    one = pynini.Weight.one("log64")
    model = pynini.Fst(arc_type="log64")
    model.add_states(k + 1)
    model.set_start(k)
    for before in range(k + 1):
        moves = data.initial if before == k else data.transition[before]
        joint = moves[:, None] * data.emission
        for symbol in range(v):
            for after in range(k):
                model.add_arc(before, pynini.Arc(symbol + 1, symbol + 1, weight(joint[after, symbol]), after))
        if before < k:
            model.set_final(before, one)
    model.arcsort("ilabel")

    def distance(string: np.ndarray, last: float = 0.0) -> float:
        chain = pynini.Fst(arc_type="log64")
        chain.add_states(len(string) + 1)
        chain.set_start(0)
        for t, symbol in enumerate(string.tolist()):
            chain.add_arc(t, pynini.Arc(symbol + 1, symbol + 1, one, t + 1))
        chain.set_final(len(string), pynini.Weight("log64", last))
        lattice = pynini.compose(chain, model)
        return -float(pynini.shortestdistance(lattice, reverse=True, delta=DELTA)[lattice.start()])

    return distance


def _all_digits(distance: Callable[..., float], string: np.ndarray) -> float:
    rounded = distance(string)
    return rounded + distance(string, rounded)


@peer("W1a", "W1b", "W1c", name="OpenFst (pynini)")
def _(data: Data) -> Prepared:
    distance = _distance(data)
    return Prepared(lambda: distance(data.string), exact=lambda: _all_digits(distance, data.string))


@peer("W2", name="OpenFst (pynini)")
def _(data: Data) -> Prepared:
    distance = _distance(data)
    return Prepared(
        lambda: [distance(string) for string in data.strings],
        exact=lambda: [_all_digits(distance, string) for string in data.strings],
    )
