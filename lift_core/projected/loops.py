"""The inner loops of docs/theory.md §3 in plain NumPy: what answers until `jit` is compiled, and what it is tested against."""

import math
from typing import Any

import numpy as np
from scipy import sparse

LOST = 1e-100


def _scaled(table: np.ndarray, t: int, period: int) -> tuple[np.ndarray, float]:
    """The table scaled to sum 1 and the log of its sum: −inf if it is zero, nan if an entry may be lost."""
    s = float(table.sum())
    if s == 0.0:
        return table, -math.inf
    table = table / s
    if t % period == 0 and ((table > 0) & (table < LOST)).any():
        return table, math.nan
    return table, math.log(s)


def forward_dense(
    first: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray, steps: np.ndarray, period: int
) -> float:
    table, log_p = first, 0.0
    for t, symbol in enumerate(x.tolist()):
        table, log_s = _scaled(table if t == 0 else (table @ a) * b[symbol], t, period)
        if not math.isfinite(log_s):
            return log_s
        log_p += log_s
        if len(steps):
            steps[t] = log_s
    return log_p


def batch_dense(
    firsts: Any, a: Any, b: Any, xs: Any, lengths: Any, period: int, out: np.ndarray, begin: int, end: int
) -> None:
    none = np.empty(0)
    for row in range(begin, end):
        x = xs[row, : lengths[row]]
        out[row] = forward_dense(firsts[x[0]], a, b, x, none, period) if len(x) else 0.0


def filter_dense(first: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray, out: np.ndarray, period: int) -> float:
    log_p = 0.0
    for t, symbol in enumerate(x.tolist()):
        out[t], log_s = _scaled(first if t == 0 else (out[t - 1] @ a) * b[symbol], t, period)
        if not math.isfinite(log_s):
            return log_s
        log_p += log_s
    return log_p


def smooth_dense(at: np.ndarray, b: np.ndarray, x: np.ndarray, out: np.ndarray) -> bool:
    beta = np.ones(len(at))
    for t in range(len(x) - 2, -1, -1):
        beta = (b[x[t + 1]] * beta) @ at
        total = beta.sum()
        if total == 0.0:
            return False
        beta /= total
        out[t] *= beta
        g = out[t].sum()
        if g < LOST:
            return False
        out[t] /= g
    return True


def _symbol_matrices(indptr: Any, indices: Any, data: Any, size: int) -> list[sparse.csr_array]:
    rows = sparse.csr_array((data, indices, indptr), shape=(len(indptr) - 1, size))
    return [rows[begin : begin + size] for begin in range(0, len(indptr) - 1, size)]


def forward_sparse(
    indptr: Any, indices: Any, data: Any, size: int, start: int, x: np.ndarray, steps: np.ndarray, period: int
) -> float:
    matrices = _symbol_matrices(indptr, indices, data, size)
    table, log_p = np.eye(1, size, start)[0], 0.0
    for t, symbol in enumerate(x.tolist()):
        table, log_s = _scaled(table @ matrices[symbol], t, period)
        if not math.isfinite(log_s):
            return log_s
        log_p += log_s
        if len(steps):
            steps[t] = log_s
    return log_p


def filter_sparse(
    indptr: Any, indices: Any, data: Any, size: int, start: int, x: np.ndarray, out: np.ndarray, period: int
) -> float:
    matrices = _symbol_matrices(indptr, indices, data, size)
    log_p = 0.0
    for t, symbol in enumerate(x.tolist()):
        out[t], log_s = _scaled((out[t - 1] if t else np.eye(1, size, start)[0]) @ matrices[symbol], t, period)
        if not math.isfinite(log_s):
            return log_s
        log_p += log_s
    return log_p


def smooth_sparse(indptr: Any, indices: Any, data: Any, size: int, x: np.ndarray, out: np.ndarray) -> bool:
    matrices = _symbol_matrices(indptr, indices, data, size)
    beta = np.ones(size)
    for t in range(len(x) - 2, -1, -1):
        beta = matrices[x[t + 1]] @ beta
        total = beta.sum()
        if total == 0.0:
            return False
        beta /= total
        out[t] *= beta
        g = out[t].sum()
        if g < LOST:
            return False
        out[t] /= g
    return True


def move_draws(
    u: np.ndarray,
    place: np.ndarray,
    column: np.ndarray,
    log_q: np.ndarray,
    log_p: np.ndarray,
    rows: np.ndarray,
    bounds: np.ndarray,
    tokens: np.ndarray,
    targets: np.ndarray,
    more_q: np.ndarray,
    more_p: np.ndarray,
) -> int:
    """Give every draw that stands at a place (≥ 0) its next token, in place; returns how many stand at a place after it."""
    column[:] = -1
    who = np.flatnonzero(place >= 0)
    low, high = rows[place[who]], rows[place[who] + 1]
    end = high.copy()
    while (searching := low < high).any():
        middle = np.where(searching, (low + high) >> 1, 0)
        right = searching & (bounds[middle] <= u[who])
        low, high = np.where(right, middle + 1, low), np.where(searching & ~right, middle, high)
    found = low < end
    place[who[~found]] = -2
    who, entry = who[found], low[found]
    column[who] = tokens[entry]
    log_q[who] += more_q[entry]
    log_p[who] += more_p[entry]
    place[who] = targets[entry]
    return int((place >= 0).sum())
