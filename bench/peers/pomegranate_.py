"""pomegranate's DenseHMM on PyTorch, 64 bits."""

import os
from typing import Any

from bench.registry import Prepared, peer
from bench.workloads import Data


def _model(data: Data) -> tuple[Any, Any]:
    import torch

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    torch.set_grad_enabled(False)
    from pomegranate.distributions import Categorical
    from pomegranate.hmm import DenseHMM

    tensor = lambda array: torch.tensor(array, dtype=torch.float64)  # noqa: E731
    model = DenseHMM(
        [Categorical(tensor(row[None])) for row in data.emission],
        edges=tensor(data.transition),
        starts=tensor(data.initial),
        ends=torch.ones(len(data.initial), dtype=torch.float64),
    )
    return torch, model.double()  # its emission table takes the type of a marker that stays at 32 bits otherwise


@peer("W1a", "W1b", "W1c", name="pomegranate")
def _(data: Data) -> Prepared:
    torch, model = _model(data)
    seen = torch.tensor(data.string)[None, :, None]
    return Prepared(lambda: float(model.log_probability(seen)[0]))


@peer("W2", name="pomegranate")
def _(data: Data) -> Prepared:
    torch, model = _model(data)
    seen = torch.tensor(data.strings)[:, :, None]
    return Prepared(lambda: model.log_probability(seen).numpy())


@peer("W4", name="pomegranate")
def _(data: Data) -> Prepared:
    torch, model = _model(data)
    seen = torch.tensor(data.string)[None, :, None]
    return Prepared(lambda: model.predict_proba(seen)[0].numpy())
