"""The same questions written by hand in NumPy, each for one purpose."""

import math

import numpy as np

from bench.registry import Prepared, peer
from bench.workloads import DRAWS, Data


@peer("W1a", "W1b", "W1c", name="NumPy scaled forward", kind="kernel")
def _(data: Data) -> Prepared:
    transition, shown, string = data.transition, data.emission.T.copy(), data.string.tolist()

    def call() -> float:
        table, log_p = data.initial, 0.0
        for t, symbol in enumerate(string):
            table = (table @ transition if t else table) * shown[symbol]
            total = table.sum()
            table = table / total
            log_p += math.log(total)
        return log_p

    return Prepared(call)


@peer("W2", name="NumPy batched forward", kind="kernel")
def _(data: Data) -> Prepared:
    transition, shown, columns = data.transition, data.emission.T.copy(), data.strings.T.copy()

    def call() -> np.ndarray:
        table = data.initial * shown[columns[0]]
        log_p = np.zeros(len(table))
        for t, symbols in enumerate(columns):
            if t:
                table = table @ transition
                table *= shown[symbols]
            total = table.sum(axis=1)
            log_p += np.log(total)
            table /= total[:, None]
        return log_p

    return Prepared(call)


@peer("W4", name="NumPy forward–backward", kind="kernel")
def _(data: Data) -> Prepared:
    transition, shown = data.transition, data.emission.T.copy()

    def call() -> np.ndarray:
        seen = shown[data.string]
        out = np.empty_like(seen)
        out[0] = data.initial * seen[0]
        out[0] /= out[0].sum()
        for t in range(1, len(seen)):
            table = (out[t - 1] @ transition) * seen[t]
            out[t] = table / table.sum()
        backward = np.ones(len(transition))
        for t in range(len(seen) - 1, -1, -1):
            out[t] *= backward
            backward = transition @ (seen[t] * backward)
            backward /= backward.sum()
        return out / out.sum(axis=1, keepdims=True)

    return Prepared(call)


@peer("W5", name="NumPy prefix expansion", kind="kernel")
def _(data: Data) -> Prepared:
    """One log-weight for every beginning, each replaced by K longer ones; the strings themselves are not written down."""
    k, string = len(data.initial), data.string.tolist()
    initial, transition, shown = np.log(data.initial), np.log(data.transition), np.log(data.emission.T)

    def call() -> float:
        log_p = initial + shown[string[0]]
        for symbol in string[1:]:
            log_p = (log_p.reshape(-1, k, 1) + (transition + shown[symbol])).ravel()
        top = log_p.max()
        return float(top + np.log(np.exp(log_p - top).sum()))

    return Prepared(call)


@peer("W3", name="NumPy prior sampler", kind="kernel")
def _(data: Data) -> Prepared:
    """All draws at once: row j of the cumulated transitions is lifted by j, so that one sorted array serves every state."""
    k, string = len(data.initial), data.string.tolist()
    first, shown = np.cumsum(data.initial), np.log(data.emission.T)
    lifted = np.cumsum(data.transition, axis=1)
    lifted[:, -1] = 1.0
    bins = (lifted + np.arange(k)[:, None]).ravel()

    def call(seed: int) -> float:
        rng = np.random.default_rng(seed)
        state = np.minimum(first.searchsorted(rng.random(DRAWS), side="right"), k - 1)
        log_w = shown[string[0]][state]
        for symbol in string[1:]:
            state = np.minimum(bins.searchsorted(rng.random(DRAWS) + state, side="right") - k * state, k - 1)
            log_w += shown[symbol][state]
        top = log_w.max()
        return float(top + np.log(np.exp(log_w - top).mean()))

    return Prepared(call)
