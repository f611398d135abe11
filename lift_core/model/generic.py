"""The generic model: independent random logits for every history (docs/theory.md §2), against which causality fails (§4).

The logits after history z are standard normal numbers from NumPy's PCG64 seeded with BLAKE2b-128 of the text
"seed|token|token|…", each token written as its length, a colon and itself. The state is the whole history.
"""

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from lift_core.sequences import String


@dataclass(frozen=True)
class Generic:
    """A random law on strings over `latent`; equal seeds give equal laws. Floats only: it has no exact weights."""

    latent: tuple[str, ...]
    seed: int

    def __init__(self, latent: Iterable[str], seed: int) -> None:
        object.__setattr__(self, "latent", tuple(latent))
        object.__setattr__(self, "seed", int(seed))

    @property
    def start(self) -> String:
        return ()

    def step(self, state: String, token: str) -> String:
        return (*state, token)

    def log_probs(self, state: String) -> Mapping[str, float]:
        """{token: log P(token | history)} in nats."""
        text = "|".join([str(self.seed), *(f"{len(token)}:{token}" for token in state)])
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        logits = np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big"))).standard_normal(len(self.latent))
        top = logits.max()
        normaliser = top + math.log(np.exp(logits - top).sum())
        return dict(zip(self.latent, (logits - normaliser).tolist(), strict=True))
