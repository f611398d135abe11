"""What completes a projection that comes alone: equal weights for all tokens, and the first symbols of one seeded run."""

from typing import Any

import numpy as np

from lift_core.projection.transducer import Projection
from lift_core.sequences import String

MOST_STEPS = 200


def uniform_model(projection: Projection) -> dict[str, Any]:
    """The independent model with equal weights, in `lift-model/1`."""
    weights = dict.fromkeys(projection.latent, "1")
    return {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], weights]]}


def first_observation(projection: Projection, length: int = 4, seed: int = 7) -> String:
    """The first `length` symbols that a run with equally likely tokens writes; fewer if it stays silent for long."""
    rng = np.random.default_rng(seed)
    state, written = projection.start, []
    for _ in range(MOST_STEPS):
        tokens = projection.tokens(state)
        arc = projection.step(state, tokens[int(rng.integers(len(tokens)))]) if tokens else None
        if arc is None or len(written) >= length:
            break
        state = arc[0]
        written.extend(arc[1])
    return tuple(written[:length])
