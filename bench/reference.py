"""What the values are checked against: the scaled forward and backward recursions in 80-bit arithmetic."""

import numpy as np

from bench.workloads import Data, Workload

TOLERANCE = 1e-10  # relative (smoother: absolute, on probabilities)
LONG = np.longdouble


def log_probabilities(data: Data, strings: np.ndarray) -> np.ndarray:
    """log p of every string (S,), 80 bits."""
    transition, shown = data.transition.astype(LONG), data.emission.T.astype(LONG)
    log_p = np.zeros(len(strings), LONG)
    table = np.broadcast_to(data.initial.astype(LONG), (len(strings), len(transition)))
    for t, symbols in enumerate(strings.T):
        table = (table @ transition if t else table) * shown[symbols]
        total = table.sum(axis=1)
        table = table / total[:, None]
        log_p += np.log(total)
    return log_p


def smoothed(data: Data) -> np.ndarray:
    """P(hidden state at t | all of x) (T, K), 80 bits."""
    transition, shown = data.transition.astype(LONG), data.emission.T.astype(LONG)[data.string]
    tables = [data.initial.astype(LONG) * shown[0]]
    for here in shown[1:]:
        tables.append((tables[-1] / tables[-1].sum()) @ transition * here)
    backward = np.ones(len(transition), LONG)
    for t in range(len(tables) - 1, -1, -1):
        tables[t] = tables[t] * backward
        tables[t] /= tables[t].sum()
        backward = transition @ (shown[t] * backward)
        backward /= backward.sum()
    return np.stack(tables)


def error(workload: Workload, value: object) -> float:
    """How far a peer's answer is from the reference: the largest relative error, of probabilities the largest absolute one."""
    data = workload.data
    if workload.kind == "smoother":
        return float(np.abs(np.asarray(value, LONG) - smoothed(data)).max())
    expected = log_probabilities(data, data.strings if workload.kind == "batch" else data.strings[:1])
    return float(np.abs((np.atleast_1d(np.asarray(value, LONG)) - expected) / expected).max())
