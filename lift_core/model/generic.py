"""The generic model: independent random logits for every history (docs/theory.md §2), against which causality fails (§4).

The logits after history z are standard normal numbers from NumPy's PCG64 seeded with BLAKE2b-128 of the text
"seed|token|token|…", each token written as its length, a colon and itself. The state is the whole history.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lift_core.arguments import whole
from lift_core.model.protocol import checked_tokens
from lift_core.sequences import String


@dataclass(frozen=True)
class Generic:
    """A random law on strings over `latent`; equal seeds give equal laws. Floats only: it has no exact weights.

    Raises AlphabetError for tokens that are no texts, LiftError for a seed that is no whole number.
    """

    latent: tuple[str, ...]
    seed: int

    def __init__(self, latent: Iterable[str], seed: int) -> None:
        object.__setattr__(self, "latent", checked_tokens(latent, "latent"))
        object.__setattr__(self, "seed", whole(seed, "seed", None))

    @property
    def start(self) -> String:
        return ()

    def step(self, state: String, token: str) -> String:
        return (*state, token)

    def log_probs(self, state: String) -> Mapping[str, float]:
        """{token: log P(token | history)} in nats."""
        return self.log_probs_batch([state])[0]

    def log_probs_batch(self, states: Sequence[String]) -> list[Mapping[str, float]]:
        """The laws of many histories at once."""
        logits = np.array([self._logits(state) for state in states]).reshape(len(states), len(self.latent))
        top = logits.max(axis=1, keepdims=True)
        logits -= top + np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
        return [dict(zip(self.latent, row, strict=True)) for row in logits.tolist()]

    def _logits(self, state: String) -> np.ndarray:
        text = "|".join([str(self.seed), *(f"{len(token)}:{token}" for token in state)])
        digest = hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
        return np.random.Generator(np.random.PCG64(int.from_bytes(digest, "big"))).standard_normal(len(self.latent))
