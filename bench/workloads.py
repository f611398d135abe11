"""The workloads: hidden Markov models and strings drawn from a seed, the same arrays for every peer.

π, the rows of A and of B are Dirichlet(1) (B: Dirichlet(`emission`)); then S strings of T symbols are drawn from the model itself,
all at once, one uniform number per string and choice: hidden state, symbol, hidden state, …
"""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Workload:
    """`hidden` states × `symbols`, `count` strings of `length`; `kind` says what is asked."""

    title: str
    kind: str  # "forward" | "batch" | "sampled" | "smoother" | "listing"
    seed: int
    hidden: int
    symbols: int
    length: int
    count: int = 1
    emission: float = 1.0

    @cached_property
    def data(self) -> "Data":
        """The arrays."""
        rng = np.random.Generator(np.random.PCG64(self.seed))
        initial = rng.dirichlet(np.ones(self.hidden))
        transition = rng.dirichlet(np.ones(self.hidden), self.hidden)
        emission = rng.dirichlet(np.full(self.symbols, self.emission), self.hidden)
        strings = np.empty((self.count, self.length), np.int64)
        law = np.broadcast_to(initial, (self.count, self.hidden))
        for t in range(self.length):
            state = _choose(law, rng.random(self.count))
            strings[:, t] = _choose(emission[state], rng.random(self.count))
            law = transition[state]
        return Data(initial, transition, emission, strings)


@dataclass(frozen=True, eq=False)
class Data:
    """π (K,), A (K, K), B (K, V), x (S, T)."""

    initial: np.ndarray
    transition: np.ndarray
    emission: np.ndarray
    strings: np.ndarray

    @property
    def string(self) -> np.ndarray:
        """The first string (T,)."""
        return self.strings[0]

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all arrays, so that every process can show that it works on the same."""
        digest = hashlib.sha256()
        for array in (self.initial, self.transition, self.emission, self.strings):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:12]


def _choose(laws: np.ndarray, u: np.ndarray) -> np.ndarray:
    """(S,): how many cumulated probabilities of each row (S, K) lie below u (S,)."""
    return np.minimum((u[:, None] > np.cumsum(laws, axis=1)).sum(axis=1), laws.shape[1] - 1)


DRAWS = 10_000  # of one sampled estimate

WORKLOADS = {
    "W1a": Workload("log p(x) of one short string, 4 hidden states, 4 symbols, |x| = 16", "forward", 101, 4, 4, 16),
    "W1b": Workload(
        "log p(x) of one long string, 16 hidden states, 16 symbols, |x| = 1,000", "forward", 102, 16, 16, 1_000
    ),
    "W1c": Workload(
        "log p(x) of one longer string, 64 hidden states, 64 symbols, |x| = 10,000", "forward", 103, 64, 64, 10_000
    ),
    "W2": Workload("log p(x) of 1,000 strings, 16 hidden states, |x| = 100", "batch", 104, 16, 16, 100, 1_000),
    "W3": Workload(
        f"sampled p(x) from {DRAWS:,} draws, 16 hidden states, |x| = 50", "sampled", 105, 16, 16, 50, emission=10.0
    ),
    "W4": Workload("smoothing marginals, 16 hidden states, |x| = 1,000", "smoother", 102, 16, 16, 1_000),
    "W5": Workload("listing 3^12 = 531,441 latent strings, 3 hidden states, |x| = 12", "listing", 106, 3, 3, 12),
}
