"""The inner loops of docs/theory.md §3 compiled by Numba, tied by tests to their plain forms in `loops`.

Tables are scaled to sum 1 at the first symbol and every `period` symbols. p is the product of the scales, kept as whole · 2^exponent:
a sum of many logs would lose digits, and compilers that reorder additions undo a compensated one. At those times the smallest entry
is looked at, and a loop gives up (nan, False) before an entry could have underflowed unseen; the walk in logs then answers. Importing
this module compiles it, or loads what was compiled before.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

LOST = 1e-100  # an entry below this, times the smallest step `period` times, could leave the range of floats
LN2 = math.log(2)
FAST = {"reassoc", "contract", "arcp"}


def compiled(signature: str, **options: Any) -> Callable[[Callable], Any]:
    """Compile now; kept on disk for the next start where a folder can be written to, else compiled at every start."""

    options |= {"nogil": True, "error_model": "numpy"}

    def compile_now(function: Callable) -> Any:
        try:
            return njit(signature, cache=True, **options)(function)
        except Exception:  # no folder, a full disk, a damaged file: whatever the cache suffers from
            return njit(signature, **options)(function)

    return compile_now


@compiled("void(f8[::1], f8[:,::1], f8[::1])", fastmath=FAST)
def times(v, a, out):
    """out = v · a, four rows of a at a time, so that `out` is written a quarter as often."""
    k = v.size
    done = k % 4
    if done:
        out[:] = 0.0
        for i in range(done):
            w = v[i]
            for j in range(k):
                out[j] += w * a[i, j]
    else:
        done = 4
        v0, v1, v2, v3 = v[0], v[1], v[2], v[3]
        for j in range(k):
            out[j] = v0 * a[0, j] + v1 * a[1, j] + v2 * a[2, j] + v3 * a[3, j]
    for i in range(done, k, 4):
        v0, v1, v2, v3 = v[i], v[i + 1], v[i + 2], v[i + 3]
        for j in range(k):
            out[j] += v0 * a[i, j] + v1 * a[i + 1, j] + v2 * a[i + 2, j] + v3 * a[i + 3, j]


@compiled("b1(f8[::1], f8)", fastmath=FAST)
def scale(table, s):
    """Divide the table by its sum s; whether an entry may be lost."""
    r = 1.0 / s
    lost = False
    for j in range(table.size):
        table[j] *= r
        lost |= 0.0 < table[j] < LOST
    return lost


@compiled("f8(f8[::1], f8[:,::1], f8[:,::1], i8[::1], f8[::1], i8)", fastmath=FAST)
def forward_dense(first, a, b, x, steps, period):
    k = first.size
    now, new = first.copy(), np.empty(k)
    whole, exponent = 1.0, 0
    every = 1 if steps.size else period
    left = 1
    for t in range(x.size):
        if t:
            times(now, a, new)
            row = b[x[t]]
            for j in range(k):
                now[j] = new[j] * row[j]
        left -= 1
        if left and t < x.size - 1:
            continue
        left = every
        s = 0.0
        for j in range(k):
            s += now[j]
        if s == 0.0:
            return -np.inf
        whole, twos = math.frexp(whole * s)
        exponent += twos
        if steps.size:
            steps[t] = s
        lost = scale(now, s)
        if lost and t % period == 0:
            return np.nan
    return math.log(whole) + exponent * LN2


@compiled("void(f8[:,::1], f8[:,::1], f8[:,::1], i8[:,::1], i8[::1], i8, f8[::1], i8, i8)", fastmath=FAST)
def batch_dense(firsts, a, b, xs, lengths, period, out, begin, end):
    none = np.empty(0)
    for row in range(begin, end):
        x = xs[row, : lengths[row]]
        out[row] = forward_dense(firsts[x[0]], a, b, x, none, period) if x.size else 0.0


@compiled("b1(f8[::1], f8[:,::1], f8[:,::1], i8[::1], f8[:,::1], i8)", fastmath=FAST)
def filter_dense(first, a, b, x, out, period):
    k = first.size
    now, new = first.copy(), np.empty(k)
    r = 1.0  # one over the sum of the table before: scaling waits a step, so that the next product need not
    for t in range(x.size):
        if t:
            times(now, a, new)
            row = b[x[t]]
            for j in range(k):
                now[j] = new[j] * row[j] * r
        s = 0.0
        for j in range(k):
            s += now[j]
        if s == 0.0:
            return False
        r = 1.0 / s
        for j in range(k):
            out[t, j] = now[j] * r
        if t % period == 0:
            for j in range(k):
                if 0.0 < out[t, j] < LOST:
                    return False
    return True


@compiled("b1(f8[:,::1], f8[:,::1], i8[::1], f8[:,::1])", fastmath=FAST)
def smooth_dense(at, b, x, out):
    k = at.shape[0]
    beta, v = np.ones(k), np.empty(k)
    r = 1.0 / k
    for t in range(x.size - 2, -1, -1):
        row = b[x[t + 1]]
        for j in range(k):
            v[j] = row[j] * beta[j] * r
        times(v, at, beta)
        s, g = 0.0, 0.0
        for i in range(k):
            s += beta[i]
            out[t, i] *= beta[i]
            g += out[t, i]
        r = 1.0 / s
        if not g >= LOST:  # nan included
            return False
        q = 1.0 / g
        for i in range(k):
            out[t, i] *= q
    return True


@compiled("f8(i8[::1], i4[::1], f8[::1], i8, i8, i8[::1], f8[::1], i8)", fastmath=FAST)
def forward_sparse(indptr, indices, data, size, start, x, steps, period):
    now, new = np.zeros(size), np.zeros(size)
    active, fresh = np.empty(size, np.int64), np.empty(size, np.int64)
    active[0], count = start, 1
    now[start] = 1.0
    whole, exponent = 1.0, 0
    every = 1 if steps.size else period
    left = 1
    for t in range(x.size):
        found = 0
        for n in range(count):
            i = active[n]
            w = now[i]
            now[i] = 0.0
            row = x[t] * size + i
            for e in range(indptr[row], indptr[row + 1]):
                j = indices[e]
                if new[j] == 0.0:
                    fresh[found] = j
                    found += 1
                new[j] += w * data[e]
        if found == 0:
            return -np.inf
        now, new, active, fresh, count = new, now, fresh, active, found
        left -= 1
        if left and t < x.size - 1:
            continue
        left = every
        s = 0.0
        for n in range(count):
            s += now[active[n]]
        whole, twos = math.frexp(whole * s)
        exponent += twos
        if steps.size:
            steps[t] = s
        r = 1.0 / s
        lost = False
        for n in range(count):
            now[active[n]] *= r
            lost |= now[active[n]] < LOST
        if lost and t % period == 0:
            return np.nan
    return math.log(whole) + exponent * LN2


@compiled("b1(i8[::1], i4[::1], f8[::1], i8, i8, i8[::1], f8[:,::1], i8)", fastmath=FAST)
def filter_sparse(indptr, indices, data, size, start, x, out, period):
    for t in range(x.size):
        s = 0.0
        for i in range(size):
            w = out[t - 1, i] if t else (1.0 if i == start else 0.0)
            if w == 0.0:
                continue
            row = x[t] * size + i
            for e in range(indptr[row], indptr[row + 1]):
                out[t, indices[e]] += w * data[e]
                s += w * data[e]
        if s == 0.0:
            return False
        lost = scale(out[t], s)
        if lost and t % period == 0:
            return False
    return True


@compiled("b1(i8[::1], i4[::1], f8[::1], i8, i8[::1], f8[:,::1])", fastmath=FAST)
def smooth_sparse(indptr, indices, data, size, x, out):
    beta, before = np.ones(size), np.zeros(size)
    for t in range(x.size - 2, -1, -1):
        s = 0.0
        for i in range(size):
            row = x[t + 1] * size + i
            total = 0.0
            for e in range(indptr[row], indptr[row + 1]):
                total += data[e] * beta[indices[e]]
            before[i] = total
            s += total
        g = 0.0
        for i in range(size):
            beta[i] = before[i] / s
            out[t, i] *= beta[i]
            g += out[t, i]
        if not g >= LOST:  # nan included
            return False
        for i in range(size):
            out[t, i] /= g
    return True


@compiled("i8(f8[::1], i4[::1], i2[::1], f8[::1], f8[::1], i8[::1], f8[::1], i2[::1], i4[::1], f8[::1], f8[::1])")
def move_draws(u, place, column, log_q, log_p, rows, bounds, tokens, targets, more_q, more_p):
    moving = 0
    for i in range(place.size):
        at = place[i]
        column[i] = -1
        if at < 0:
            continue
        low, high = rows[at], rows[at + 1]
        end = high
        while high - low > 16:
            middle = (low + high) >> 1
            if bounds[middle] <= u[i]:
                low = middle + 1
            else:
                high = middle
        for e in range(low, high):  # counted, not sought: no branch to guess
            low += bounds[e] <= u[i]
        if low == end:
            place[i] = -2
            continue
        column[i] = tokens[low]
        log_q[i] += more_q[low]
        log_p[i] += more_p[low]
        place[i] = targets[low]
        moving += targets[low] >= 0
    return moving
