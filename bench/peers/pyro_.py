"""Pyro: its DiscreteHMM, and importance weights of a model written as a program, with the prior as guide."""

import os
from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import DRAWS, Data


def _torch() -> Any:
    import torch

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    torch.set_grad_enabled(False)
    torch.set_default_dtype(torch.float64)
    return torch


def _log_probabilities(data: Data, strings: np.ndarray) -> Any:
    """DiscreteHMM moves before it shows its first symbol and normalises its initial weights, so step 1 is worked into them."""
    torch = _torch()
    from pyro.distributions import Categorical, DiscreteHMM

    seen, shown = torch.tensor(strings), torch.tensor(data.emission.T.copy()).log()
    initial, transition = torch.tensor(data.initial).log(), torch.tensor(data.transition).log()
    emission = Categorical(probs=torch.tensor(data.emission), validate_args=False)

    def call() -> Any:
        first = initial + shown[seen[:, 0]]
        law = DiscreteHMM(first, transition, emission, duration=seen.shape[1] - 1, validate_args=False)
        return law.log_prob(seen[:, 1:]) + first.logsumexp(-1)

    return call


@peer("W1a", "W1b", "W1c", name="Pyro DiscreteHMM")
def _(data: Data) -> Prepared:
    log_p = _log_probabilities(data, data.strings[:1])
    return Prepared(lambda: float(log_p()[0]))


@peer("W2", name="Pyro DiscreteHMM")
def _(data: Data) -> Prepared:
    log_p = _log_probabilities(data, data.strings)
    return Prepared(lambda: log_p().numpy())


@peer("W3", name="Pyro importance weights")
def _(data: Data) -> Prepared:
    torch = _torch()
    import pyro
    from pyro.distributions import Categorical
    from pyro.infer.importance import vectorized_importance_weights

    pyro.enable_validation(False)
    initial, transition, emission = map(torch.tensor, (data.initial, data.transition, data.emission))
    seen = torch.tensor(data.string)

    def model() -> None:
        law = initial
        for t, symbol in enumerate(seen):
            state = pyro.sample(f"state {t}", Categorical(law))
            pyro.sample(f"symbol {t}", Categorical(emission[state]), obs=symbol)
            law = transition[state]

    guide = pyro.poutine.block(model, hide_types=["observe"])

    def call(seed: int) -> float:
        pyro.set_rng_seed(seed)
        log_w, _, _ = vectorized_importance_weights(model, guide, num_samples=DRAWS, max_plate_nesting=0)
        return float(log_w.logsumexp(0)) - float(np.log(DRAWS))

    return Prepared(call)
