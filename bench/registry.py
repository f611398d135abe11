"""Who takes part: for each workload, a name and a function Data → Prepared. Libraries are imported inside those functions alone."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bench.workloads import Data


@dataclass(frozen=True)
class Prepared:
    """`call` is what is timed (for a sampled workload it takes a seed and returns log p); `ready` is waited for, untimed, between the
    first call and the timed ones; `exact` gives the same value to all its digits, untimed, where the timed call rounds it."""

    call: Callable[..., Any]
    ready: Callable[[], Any] = lambda: None
    exact: Callable[[], Any] | None = None
    draws: int | None = None


@dataclass(frozen=True)
class Peer:
    """`kind` is "ours", "library" or "kernel" (written by hand for this one purpose)."""

    name: str
    kind: str
    prepare: Callable[[Data], Prepared]


PEERS: dict[str, dict[str, Peer]] = defaultdict(dict)
Preparation = Callable[[Data], Prepared]


def peer(*workloads: str, name: str, kind: str = "library") -> Callable[[Preparation], Preparation]:
    """Enter a preparation for some workloads."""

    def enter(prepare: Preparation) -> Preparation:
        for workload in workloads:
            PEERS[workload][name] = Peer(name, kind, prepare)
        return prepare

    return enter


def load() -> dict[str, dict[str, Peer]]:
    """All peers, ours first."""
    from bench.peers import (  # noqa: F401  (entered by being imported)
        dynamax_,
        hmmlearn_,
        kernels_numba,
        kernels_numpy,
        openfst_,
        ours,
        particles_,
        pomegranate_,
        pyro_,
    )

    return PEERS
