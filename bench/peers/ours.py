"""This library, by its public names alone: `HiddenMarkov` under the product projection, observations encoded once."""

from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import DRAWS, Data


def projected(data: Data) -> Any:
    """(proj#P) of the workload's hidden Markov model: K·V latent tokens, of which the symbol is seen."""
    import lift_core as lc

    observable, hidden = names("s", data.emission.shape[1]), names("h", len(data.initial))
    model = lc.HiddenMarkov(observable, hidden, data.initial, data.transition, data.emission)
    return lc.Projected(lc.gallery.build("product", observable=observable, hidden=hidden), model)


def names(letter: str, count: int) -> list[str]:
    """Names that sort as their numbers do."""
    return [f"{letter}{index:02}" for index in range(count)]


def encoded(d: Any, string: np.ndarray) -> Any:
    """A string of symbol codes as an observation."""
    return d.encode([d.projection.observable[code] for code in string])


def warm_up() -> None:
    """Wait for the compiled loops."""
    from lift_core.projected import kernels

    kernels.warm_up()


@peer("W1a", "W1b", "W1c", name="lift_core", kind="ours")
def _(data: Data) -> Prepared:
    d = projected(data)
    x = encoded(d, data.string)
    return Prepared(lambda: d.log_probability(x), warm_up)


@peer("W2", name="lift_core", kind="ours")
def _(data: Data) -> Prepared:
    d = projected(data)
    xs = [encoded(d, string) for string in data.strings]
    return Prepared(lambda: d.log_probabilities(xs), warm_up)


@peer("W4", name="lift_core", kind="ours")
def _(data: Data) -> Prepared:
    d = projected(data)
    x = encoded(d, data.string)

    def by_state() -> np.ndarray:
        line = d.smoother(x)
        order = np.argsort([c.memory for c in line.configurations])
        return line.probabilities[:, order]

    return Prepared(lambda: d.smoother(x).probabilities, warm_up, by_state)


@peer("W5", name="lift_core enumerate", kind="ours")
def _(data: Data) -> Prepared:
    d = projected(data)
    x = encoded(d, data.string)

    def total() -> float:
        found = d.enumerate(x)
        assert found.codes.shape == (len(found.log_p), len(data.string))
        top = found.log_p.max()
        return float(top + np.log(np.exp(found.log_p - top).sum()))

    return Prepared(lambda: d.enumerate(x), exact=total)


@peer("W5", name="lift_core walk", kind="ours")
def _(data: Data) -> Prepared:
    d = projected(data)
    x = encoded(d, data.string)
    return Prepared(lambda: d.log_probability(x), warm_up)


def _estimates(name: str, sampler: str, *arguments: int) -> None:
    @peer("W3", name=f"lift_core {name}", kind="ours")
    def _(data: Data) -> Prepared:
        import lift_core as lc

        d = projected(data)
        x = encoded(d, data.string)
        drawn_by = getattr(lc.samplers, sampler)(d, *arguments)
        return Prepared(lambda seed: lc.estimate(d, x, drawn_by, DRAWS, np.random.default_rng(seed)).log_value, warm_up)


_estimates("identity", "Identity")
_estimates("lookahead 0", "Lookahead", 0)
_estimates("lookahead 1", "Lookahead", 1)
_estimates("posterior", "Posterior")
