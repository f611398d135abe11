"""The inner loops of docs/theory.md §3 in plain NumPy: what answers until `jit` is compiled, and what it is tested against."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import sparse

LOST = 1e-100
Scaled = Iterator[tuple[np.ndarray, float]]


def _scaled(table: np.ndarray, t: int, period: int) -> tuple[np.ndarray, float]:
    """The table scaled to sum 1 and its sum: zero if the table is, nan if an entry may be lost."""
    s = float(table.sum())
    if s == 0.0:
        return table, s
    table = table / s
    lost = t % period == 0 and ((table > 0) & (table < LOST)).any()
    return table, math.nan if lost else s


def _dense(first: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray, period: int) -> Scaled:
    """The scaled table after each symbol, and its sum before."""
    table = first
    for t, symbol in enumerate(x.tolist()):
        table, s = _scaled((table @ a) * b[symbol] if t else table, t, period)
        yield table, s


def _symbol_matrices(indptr: Any, indices: Any, data: Any, size: int) -> list[sparse.csr_array]:
    rows = sparse.csr_array((data, indices, indptr), shape=(len(indptr) - 1, size))
    return [rows[begin : begin + size] for begin in range(0, len(indptr) - 1, size)]


def _sparse(indptr: Any, indices: Any, data: Any, size: int, start: int, x: np.ndarray, period: int) -> Scaled:
    matrices = _symbol_matrices(indptr, indices, data, size)
    table = np.eye(1, size, start)[0]
    for t, symbol in enumerate(x.tolist()):
        table, s = _scaled(table @ matrices[symbol], t, period)
        yield table, s


def _forward(tables: Scaled, steps: np.ndarray) -> float:
    """log p, the log of the product of the sums, and the sums into `steps`.

    The product is kept as whole · 2^exponent: no sum of many logs loses digits.
    """
    whole, exponent = 1.0, 0
    for t, (_, s) in enumerate(tables):
        if not s > 0:
            return -math.inf if s == 0 else math.nan
        whole, twos = math.frexp(whole * s)
        exponent += twos
        if len(steps):
            steps[t] = s
    return math.log(whole) + exponent * math.log(2)


def _filter(tables: Scaled, out: np.ndarray) -> bool:
    for t, (table, s) in enumerate(tables):
        if not s > 0:
            return False
        out[t] = table
    return True


def forward_dense(
    first: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray, steps: np.ndarray, period: int
) -> float:
    return _forward(_dense(first, a, b, x, period), steps)


def batch_dense(
    firsts: Any, a: Any, b: Any, xs: Any, lengths: Any, period: int, out: np.ndarray, begin: int, end: int
) -> None:
    none = np.empty(0)
    for row in range(begin, end):
        x = xs[row, : lengths[row]]
        out[row] = forward_dense(firsts[x[0]], a, b, x, none, period) if len(x) else 0.0


def filter_dense(first: np.ndarray, a: np.ndarray, b: np.ndarray, x: np.ndarray, out: np.ndarray, period: int) -> bool:
    return _filter(_dense(first, a, b, x, period), out)


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


def forward_sparse(
    indptr: Any, indices: Any, data: Any, size: int, start: int, x: np.ndarray, steps: np.ndarray, period: int
) -> float:
    return _forward(_sparse(indptr, indices, data, size, start, x, period), steps)


def filter_sparse(
    indptr: Any, indices: Any, data: Any, size: int, start: int, x: np.ndarray, out: np.ndarray, period: int
) -> bool:
    return _filter(_sparse(indptr, indices, data, size, start, x, period), out)


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
