"""This library for a benchmark script that hands a file the names `peer` and `CASES`: every `case` has pi, A, B, x (T,) and X (S, T).

Functions registered by `peer(*workloads, name=…)` take a case and return what is timed: W1a–c log p(x), W2 an array of them, W3 and W3h a
function seed → estimate of log p(x), W4 smoothing marginals (T, K), W5 log p(x) by listing.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from bench.peers import ours
from bench.workloads import DRAWS, Data

peer: Callable[..., Any] = globals()["peer"]  # from the script


def _start(case: Any) -> tuple[Any, Any]:
    """The projected distribution and all observations, encoded; the compiled loops are waited for as part of the set-up."""
    d = ours.projected(Data(case.pi, case.A, case.B, case.X))
    ours.warm_up()
    return d, [ours.encoded(d, string) for string in case.X]


@peer("W1a", "W1b", "W1c", name="ours")
def _(case: Any) -> Callable[[], float]:
    d, (x,) = _start(case)
    return lambda: d.log_probability(x)


@peer("W2", name="ours")
def _(case: Any) -> Callable[[], np.ndarray]:
    d, xs = _start(case)
    return lambda: d.log_probabilities(xs)


@peer("W4", name="ours")
def _(case: Any) -> Callable[[], np.ndarray]:
    d, (x,) = _start(case)
    order = np.argsort([c.memory for c in d.smoother(x).configurations])
    return lambda: d.smoother(x).probabilities[:, order]


@peer("W5", name="ours, listed")
def _(case: Any) -> Callable[[], float]:
    d, (x,) = _start(case)

    def call() -> float:
        log_p = d.enumerate(x).log_p
        top = log_p.max()
        return float(top + np.log(np.exp(log_p - top).sum()))

    return call


@peer("W5", name="ours, walked")
def _(case: Any) -> Callable[[], float]:
    d, (x,) = _start(case)
    return lambda: d.log_probability(x)


def _sampled(name: str, sampler: str, *arguments: int) -> None:
    @peer("W3", "W3h", name=f"ours, {name}")
    def _(case: Any) -> Callable[[int], float]:
        import lift_core as lc

        d, (x,) = _start(case)
        drawn_by = getattr(lc.samplers, sampler)(d, *arguments)
        return lambda seed: lc.estimate(d, x, drawn_by, DRAWS, np.random.default_rng(seed)).log_value


for _name, _sampler, *_arguments in (
    ("identity", "Identity"),
    ("lookahead 0", "Lookahead", 0),
    ("lookahead 1", "Lookahead", 1),
    ("posterior", "Posterior"),
):
    _sampled(_name, _sampler, *_arguments)
