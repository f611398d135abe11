"""particles: importance sampling and a bootstrap filter, with its own distributions and with vectorised ones written for it."""

from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import DRAWS, Data


def _model(data: Data, vectorised: bool) -> Any:
    from particles import distributions, hmm

    class Shown(hmm.HMM):
        default_params = {**hmm.HMM.default_params, "emission": None}  # noqa: RUF012  (particles reads it from the class)

        def PY(self, t: int, xp: Any, x: Any) -> Any:
            return distributions.Categorical(p=self.emission[x])

    k, log_emission = len(data.initial), np.log(data.emission)
    lifted = np.cumsum(data.transition, axis=1)
    lifted[:, -1] = 1.0
    bins = (lifted + np.arange(k)[:, None]).ravel()

    class Moves(distributions.DiscreteDist):
        def __init__(self, before: np.ndarray) -> None:
            self.before = before

        def rvs(self, size: Any = None) -> np.ndarray:
            u = np.random.random(len(self.before))  # noqa: NPY002  (particles draws from the global generator)
            return np.minimum(bins.searchsorted(u + self.before, side="right") - k * self.before, k - 1)

    class Symbols(distributions.DiscreteDist):
        def __init__(self, state: np.ndarray) -> None:
            self.state = state

        def logpdf(self, symbol: int) -> np.ndarray:
            return log_emission[self.state, symbol]

    class Vectorised(Shown):
        def PX(self, t: int, xp: Any) -> Any:
            return Moves(xp)

        def PY(self, t: int, xp: Any, x: Any) -> Any:
            return Symbols(x)

    kind = Vectorised if vectorised else Shown
    return kind(init_dist=data.initial, trans_mat=data.transition, emission=data.emission)


def _enter(name: str, resample_below: float, vectorised: bool) -> None:
    @peer("W3", name=f"particles {name}")
    def _(data: Data) -> Prepared:
        import particles
        from particles import state_space_models

        model, seen = _model(data, vectorised), data.string.tolist()

        def call(seed: int) -> float:
            np.random.seed(seed)  # noqa: NPY002  (particles draws from the global generator)
            filtering = state_space_models.Bootstrap(ssm=model, data=seen)
            run = particles.SMC(fk=filtering, N=DRAWS, ESSrmin=resample_below)
            run.run()
            return float(run.logLt)

        return Prepared(call)


_enter("importance sampling", 0.0, False)
_enter("importance sampling, vectorised", 0.0, True)
_enter("SMC", 0.5, False)
_enter("SMC, vectorised", 0.5, True)
