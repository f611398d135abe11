"""dynamax's CategoricalHMM, jitted by JAX in 64 bits."""

from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import Data


def _model(data: Data) -> tuple[Any, Any, Any, Any]:
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    from dynamax.hidden_markov_model import CategoricalHMM

    k, v = data.emission.shape
    model = CategoricalHMM(k, emission_dim=1, num_classes=v)
    parameters, _ = model.initialize(
        initial_probs=jnp.asarray(data.initial),
        transition_matrix=jnp.asarray(data.transition),
        emission_probs=jnp.asarray(data.emission)[:, None, :],
    )
    return jax, jnp, model, parameters


@peer("W1a", "W1b", "W1c", name="dynamax")
def _(data: Data) -> Prepared:
    jax, jnp, model, parameters = _model(data)
    log_p, seen = jax.jit(model.marginal_log_prob), jnp.asarray(data.string)[:, None]
    return Prepared(lambda: float(log_p(parameters, seen)))


@peer("W2", name="dynamax (vmap)")
def _(data: Data) -> Prepared:
    jax, jnp, model, parameters = _model(data)
    log_p = jax.jit(jax.vmap(model.marginal_log_prob, (None, 0)))
    seen = jnp.asarray(data.strings)[:, :, None]
    return Prepared(lambda: np.asarray(log_p(parameters, seen)))


@peer("W4", name="dynamax")
def _(data: Data) -> Prepared:
    jax, jnp, model, parameters = _model(data)
    smooth = jax.jit(lambda parameters, seen: model.smoother(parameters, seen).smoothed_probs)
    seen = jnp.asarray(data.string)[:, None]
    return Prepared(lambda: np.asarray(smooth(parameters, seen)))
