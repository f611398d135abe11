"""What the engine and the samplers have to reach, as ratios inside one run."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bench.reference import TOLERANCE, log_probabilities
from bench.runner import Row
from bench.show import duration, ratio
from bench.worker import Start
from bench.workloads import WORKLOADS

Rows = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class Target:
    """What is asked, what was measured, and whether it is reached."""

    what: str
    reach: str
    measured: str
    reached: bool


def of_workloads(rows: Rows) -> Iterator[Target]:
    """The targets of the workloads that were run."""
    for name in ("W1a", "W1b", "W1c", "W2", "W4"):
        yield from _ahead_of_libraries(name, rows)
    for name, kernel in (
        ("W1b", "Numba scaled forward"),
        ("W1c", "Numba scaled forward"),
        ("W2", "NumPy batched forward"),
        ("W4", "Numba forward–backward"),
    ):
        yield from _within(name, rows, "lift_core", kernel, 1.5)
    yield from _within("W5", rows, "lift_core enumerate", "NumPy prefix expansion", 3.0)
    walk = _row("W5", rows, "lift_core walk")
    if walk:
        yield Target("W5, the walk", "≤ 100 µs", duration(walk.wall), walk.wall <= 1e-4)
    kernel = "Numba prior sampler"
    for other in rows.get("W3", ()):
        if other.kind == "library" and other.samples or other.peer == "NumPy prior sampler":
            yield from _within("W3", rows, "lift_core identity", other.peer, 1.0)
    yield from _within("W3", rows, "lift_core identity", kernel, 1.5)
    for sampler in ("lookahead 0", "lookahead 1", "posterior"):
        yield from _within("W3", rows, f"lift_core {sampler}", kernel, 3.0)
    yield from _agreement(rows)
    yield from _unbiased(rows)
    for name, found in rows.items():
        yield from (
            Target(f"{name}, {row.peer}", "an answer", row.start, False) for row in found if isinstance(row.start, str)
        )


def _row(name: str, rows: Rows, peer: str) -> Row | None:
    return next((row for row in rows.get(name, ()) if row.peer == peer and row.samples), None)


def _within(name: str, rows: Rows, ours: str, other: str, most: float) -> Iterator[Target]:
    mine, theirs = _row(name, rows, ours), _row(name, rows, other)
    if mine and theirs:
        measured = f"{duration(mine.wall)} against {duration(theirs.wall)}: {ratio(mine.wall / theirs.wall)} ×"
        reach = f"≤ {most:g} × {other}" if most != 1 else f"ahead of {other}"
        yield Target(f"{name}, {ours.removeprefix('lift_core ')}", reach, measured, mine.wall <= most * theirs.wall)


def _ahead_of_libraries(name: str, rows: Rows) -> Iterator[Target]:
    mine = _row(name, rows, "lift_core")
    libraries = [row for row in rows.get(name, ()) if row.kind == "library" and row.samples]
    if mine and libraries:
        best = min(libraries, key=lambda row: row.wall)
        measured = (
            f"{duration(mine.wall)} against {duration(best.wall)} ({best.peer}): {ratio(mine.wall / best.wall)} ×"
        )
        yield Target(name, "ahead of every library", measured, mine.wall < best.wall)


def _agreement(rows: Rows) -> Iterator[Target]:
    exact = [row for name in rows if name != "W3" for row in rows[name] if isinstance(row.start, Start)]
    if exact:
        worst = max(exact, key=lambda row: row.start.error)
        ours = max((row.start.error for row in exact if row.kind == "ours"), default=math.nan)
        measured = f"ours {ours:.1e}, worst {worst.start.error:.1e} ({worst.peer})"
        yield Target(
            "all values against 80-bit arithmetic", f"≤ {TOLERANCE:g}", measured, worst.start.error <= TOLERANCE
        )


def _unbiased(rows: Rows) -> Iterator[Target]:
    estimating = [row for row in rows.get("W3", ()) if row.samples]
    if estimating:
        log_p = float(log_probabilities(WORKLOADS["W3"].data, WORKLOADS["W3"].data.strings[:1])[0])
        away = {
            row.peer: (mean - 1) / max(error, 1e-10) for row in estimating for mean, error, _ in [deviation(row, log_p)]
        }
        farthest = max(away, key=lambda peer: abs(away[peer]))
        measured = f"farthest: {farthest}, {away[farthest]:+.1f}"
        yield Target("W3, mean of the estimates", "within 4 standard errors", measured, abs(away[farthest]) <= 4)


def deviation(row: Row, log_p: float) -> tuple[float, float, float]:
    """Mean of the estimates over p(x), its standard error, and the relative variance of one estimate."""
    ratios = np.exp(np.array(row.values) - log_p)
    return float(ratios.mean()), float(ratios.std(ddof=1) / math.sqrt(len(ratios))), float(ratios.var(ddof=1))
