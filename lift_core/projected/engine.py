"""Long observations through compiled operators (docs/theory.md §3): likelihood, filter, smoother, batches, in time linear in |x|.

Every method returns None where only the walk in logs can answer: a table that leaves the range of floats.
"""

import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np

from lift_core.errors import LimitExceeded
from lift_core.projected.compiled import Operators
from lift_core.projected.kernels import kernels
from lift_core.projection.determined import Configuration

CELLS_LIMIT = 200_000_000  # |x| × configurations of a filter or smoother held in memory
NONE = np.empty(0)


class Engine:
    """The operators of one projected distribution, ready for their loops."""

    def __init__(self, operators: Operators) -> None:
        self.operators = operators
        rows = operators.rows
        self._sparse = (rows.indptr.astype(np.int64), rows.indices.astype(np.int32), rows.data, operators.size)
        self._factors = operators.factors

    @cached_property
    def _smallest(self) -> float:
        """The smallest factor by which one symbol can make an entry fall."""
        if self._factors:
            parts = [part[part > 0] for part in self._factors[1:]]
            return math.prod(float(part.min()) for part in parts if len(part))
        return float(self._sparse[2].min())

    @property
    def in_range(self) -> bool:
        """Whether an entry that is not lost (`loops.LOST`) cannot leave the range of floats at one symbol."""
        parts = self._factors if self._factors else (self._sparse[2],)
        return self._smallest > 1e-190 and all(float(part[part > 0].min(initial=1.0)) > 1e-100 for part in parts)

    @cached_property
    def _period(self) -> int:
        """How many symbols no entry can fall by more than 1e-150."""
        smallest = self._smallest
        return max(1, int(345 / -math.log(smallest))) if 0 < smallest < 1 else 1_000

    @cached_property
    def _transposed(self) -> np.ndarray:
        assert self._factors is not None
        return np.ascontiguousarray(self._factors[1].T)

    def log_probability(self, x: np.ndarray, steps: np.ndarray = NONE) -> float | None:
        """log p of the symbol codes x (T,); `steps` (T,), zeros if given, receives log p(x_t | x_1…x_{t−1})."""
        if not len(x):
            return 0.0
        if self._factors:
            firsts, a, b = self._factors
            value = kernels().forward_dense(firsts[x[0]], a, b, x, steps, self._period)
        else:
            value = kernels().forward_sparse(*self._sparse, self.operators.start, x, steps, self._period)
        if len(steps) and value == value:
            with np.errstate(divide="ignore"):
                np.log(steps, out=steps)
        return None if value != value else value

    def log_probabilities(self, xs: Sequence[np.ndarray]) -> np.ndarray:
        """log p of many observations (n,), on all cores; nan where the walk must answer."""
        out = np.empty(len(xs))
        if not self._factors:
            out[:] = [math.nan if (value := self.log_probability(x)) is None else value for x in xs]
            return out
        lengths = np.array([len(x) for x in xs], np.int64)
        padded = np.zeros((len(xs), int(lengths.max(initial=0))), np.int64)
        if len(lengths) and (lengths == lengths[0]).all():
            np.stack(xs, out=padded)
        else:
            for row, x in enumerate(xs):
                padded[row, : len(x)] = x
        firsts, a, b = self._factors
        run = kernels().batch_dense
        parts = _pool()._max_workers if len(xs) * padded.shape[1] > 20_000 else 1
        bounds = np.linspace(0, len(xs), parts + 1).astype(int).tolist()
        jobs = [(firsts, a, b, padded, lengths, self._period, out, begin, end) for begin, end in pairwise(bounds)]
        if parts == 1:
            run(*jobs[0])
        else:
            list(_pool().map(lambda job: run(*job), jobs))
        return out

    @cached_property
    def configurations(self) -> tuple[Configuration, ...]:
        """What the columns of `filtered` and `smoothed` are."""
        known = self.operators.configurations
        return tuple(known[index] for index in self.operators.reached) if self._factors else known

    def filtered(self, x: np.ndarray) -> np.ndarray | None:
        """(T, C): Q*(κ after x_1…x_t | x_1…x_t)."""
        width = self._factors[1].shape[0] if self._factors else self.operators.size
        if len(x) * width > CELLS_LIMIT:
            raise LimitExceeded(
                f"{len(x):,} symbols × {width:,} configurations is more than the limit of {CELLS_LIMIT:,} numbers; cut the observation",
                CELLS_LIMIT,
            )
        out = np.zeros((len(x), width))
        if not len(x):
            return out
        if self._factors:
            firsts, a, b = self._factors
            ok = kernels().filter_dense(firsts[x[0]], a, b, x, out, self._period)
        else:
            ok = kernels().filter_sparse(*self._sparse, self.operators.start, x, out, self._period)
        return out if ok else None

    def smoothed(self, x: np.ndarray) -> np.ndarray | None:
        """(T, C): Q*(κ after x_1…x_t | all of x)."""
        out = self.filtered(x)
        if out is None:
            return None
        if self._factors:
            ok = kernels().smooth_dense(self._transposed, self._factors[2], x, out)
        else:
            ok = kernels().smooth_sparse(*self._sparse, x, out)
        return out if ok else None


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
