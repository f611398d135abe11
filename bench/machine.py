"""What this machine is, and what it can do at most: the rates that the arithmetic of the physical limit needs.

Each rate is the shortest of many short runs, so that whatever else the machine does falls out.
"""

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

CPU = Path("/proc/cpuinfo")


def processor() -> str:
    """The processor's name."""
    lines = CPU.read_text().splitlines() if CPU.exists() else []
    return next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())


@dataclass(frozen=True)
class Rates:
    """GFLOP/s of a large matrix product on one core and on all; GB/s read from the first-level cache by one core and from memory by
    all; ns of one exponential."""

    product_one: float
    product_all: float
    cache: float
    memory: float
    exponential: float


def _shortest(call: Callable[[], Any], runs: int = 25) -> float:
    found = []
    for _ in range(runs):
        begin = time.perf_counter()
        call()
        found.append(time.perf_counter() - begin)
    return min(found)


def rates() -> Rates:
    """Measure."""
    import numba
    from threadpoolctl import threadpool_limits

    fast = {"fastmath": True, "error_model": "numpy"}

    @numba.njit(**fast)
    def read(array: Any, times: int) -> float:
        total = 0.0
        for n in range(times):
            array[n % array.size] += 1e-9  # or the sums would be one and the same
            for i in range(array.size):
                total += array[i]
        return total

    @numba.njit(parallel=True, **fast)
    def read_all(array: Any) -> float:
        total = 0.0
        for i in numba.prange(array.size):
            total += array[i]
        return total

    @numba.njit
    def exponentials(times: int) -> float:
        total, value = 0.0, -1.5
        for _ in range(times):
            total += np.exp(value)
            value -= 1e-9
        return total

    size = 384
    left, right = np.random.default_rng(0).random((2, size, size))
    out = np.empty((size, size))
    with threadpool_limits(1):
        one = _shortest(lambda: np.matmul(left, right, out=out), 300)
    both = _shortest(lambda: np.matmul(left, right, out=out), 300)
    small, large = np.ones(3_072), np.ones(2**25)
    for warm in (lambda: read(small, 1), lambda: read_all(large), lambda: exponentials(1)):
        warm()
    return Rates(
        2e-9 * size**3 / one,
        2e-9 * size**3 / both,
        1e-9 * small.nbytes * 5_000 / _shortest(lambda: read(small, 5_000), 300),
        1e-9 * large.nbytes / _shortest(lambda: read_all(large)),
        1e9 * _shortest(lambda: exponentials(100_000)) / 100_000,
    )
