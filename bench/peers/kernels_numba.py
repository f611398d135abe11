"""The same questions written by hand as plain loops and compiled by Numba, each for one purpose."""

import math
from typing import Any

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import DRAWS, Data


def _forward() -> Any:
    """log p(x) by the scaled forward recursion, one string."""
    import numba

    @numba.njit(error_model="numpy")
    def forward(initial: Any, transition: Any, shown: Any, string: Any) -> float:
        k = initial.size
        table, ahead = initial * shown[string[0]], np.empty(k)
        log_p = 0.0
        for t in range(string.size):
            if t > 0:
                ahead[:] = 0.0
                for i in range(k):
                    weight = table[i]
                    for j in range(k):
                        ahead[j] += weight * transition[i, j]
                here = shown[string[t]]
                for j in range(k):
                    table[j] = ahead[j] * here[j]
            total = 0.0
            for j in range(k):
                total += table[j]
            log_p += math.log(total)
            scale = 1.0 / total
            for j in range(k):
                table[j] *= scale
        return log_p

    return forward


@peer("W1a", "W1b", "W1c", name="Numba scaled forward", kind="kernel")
def _(data: Data) -> Prepared:
    forward, shown = _forward(), data.emission.T.copy()
    return Prepared(lambda: forward(data.initial, data.transition, shown, data.string))


@peer("W2", name="Numba forward, both cores", kind="kernel")
def _(data: Data) -> Prepared:
    import numba

    forward, shown = _forward(), data.emission.T.copy()

    @numba.njit(parallel=True)
    def batch(initial: Any, transition: Any, shown: Any, strings: Any) -> np.ndarray:
        out = np.empty(len(strings))
        for s in numba.prange(len(strings)):
            out[s] = forward(initial, transition, shown, strings[s])
        return out

    return Prepared(lambda: batch(data.initial, data.transition, shown, data.strings))


@peer("W4", name="Numba forward–backward", kind="kernel")
def _(data: Data) -> Prepared:
    import numba

    shown, back = data.emission.T.copy(), data.transition.T.copy()

    @numba.njit(error_model="numpy")
    def smooth(initial: Any, transition: Any, back: Any, shown: Any, string: Any) -> np.ndarray:
        length, k = string.size, initial.size
        out = np.zeros((length, k))
        for t in range(length):
            if t > 0:
                for i in range(k):
                    weight = out[t - 1, i]
                    for j in range(k):
                        out[t, j] += weight * transition[i, j]
            else:
                out[0] = initial
            total = 0.0
            for j in range(k):
                out[t, j] *= shown[string[t], j]
                total += out[t, j]
            for j in range(k):
                out[t, j] /= total
        backward, before = np.ones(k), np.empty(k)
        for t in range(length - 2, -1, -1):
            before[:] = 0.0
            for j in range(k):
                weight = shown[string[t + 1], j] * backward[j]
                for i in range(k):
                    before[i] += weight * back[j, i]
            total = 0.0
            for i in range(k):
                total += before[i]
            scale, mass = 1.0 / total, 0.0
            for i in range(k):
                backward[i] = before[i] * scale
                out[t, i] *= backward[i]
                mass += out[t, i]
            scale = 1.0 / mass
            for i in range(k):
                out[t, i] *= scale
        return out

    return Prepared(lambda: smooth(data.initial, data.transition, back, shown, data.string))


@peer("W3", name="Numba prior sampler", kind="kernel")
def _(data: Data) -> Prepared:
    import numba

    shown = np.log(data.emission.T)
    first, rows = np.cumsum(data.initial), np.cumsum(data.transition, axis=1)

    @numba.njit
    def sample(rng: Any, first: Any, rows: Any, shown: Any, string: Any, draws: int) -> float:
        k = first.size
        log_w = np.empty(draws)
        for n in range(draws):
            bounds, state, total = first, 0, 0.0
            for t in range(string.size):
                u = rng.random()
                state = 0
                while state < k - 1 and u >= bounds[state]:
                    state += 1
                total += shown[string[t], state]
                bounds = rows[state]
            log_w[n] = total
        top = log_w.max()
        return top + math.log(np.exp(log_w - top).mean())

    return Prepared(lambda seed: sample(np.random.default_rng(seed), first, rows, shown, data.string, DRAWS))
