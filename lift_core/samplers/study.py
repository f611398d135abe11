"""A study: estimates over a grid of samplers, observations, numbers of draws and seeds, run on all cores (docs/theory.md §6).

Each cell is one estimate, with the exact value and the predicted relative error √(χ²/n) beside it. Cells are independent and
seeded by themselves, so a study that was stopped goes on where it was, and gives the same table in any order.
"""

import csv
import io
import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from lift_core.arguments import require_projected, shown
from lift_core.errors import LiftError
from lift_core.projected.projected import Projected
from lift_core.samplers.chi2 import chi2
from lift_core.samplers.estimate import estimate
from lift_core.samplers.law import Sampler, require_sampler
from lift_core.sequences import String, Typed, show_string

SamplerMaker = Callable[[Projected], Sampler]  # a class such as Identity, or partial(Lookahead, k=1)


@dataclass(frozen=True)
class Cell:
    """One estimate. `relative_error` is value/exact − 1, `predicted` √(χ²/n), `effective_sample_size` in draws."""

    sampler: str
    observation: str
    length: int
    n: int
    seed: int
    log_value: float
    log_exact: float
    relative_error: float
    predicted: float
    effective_sample_size: float
    dead: int

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.sampler, self.observation, self.n, self.seed


@dataclass(frozen=True)
class Study:
    """The cells that are done, in the order of the grid; `complete` says whether that is all of them."""

    cells: tuple[Cell, ...]
    complete: bool

    def to_csv(self, path: str | Path | None = None) -> str:
        """The table as CSV text; written to `path` if given."""
        text = io.StringIO()
        writer = csv.DictWriter(text, [field.name for field in fields(Cell)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(cell) for cell in self.cells)
        if path is not None:
            Path(path).write_text(text.getvalue(), encoding="utf-8")
        return text.getvalue()

    def to_parquet(self, path: str | Path) -> None:
        """The table as a Parquet file."""
        import pyarrow  # off the start-up path
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([asdict(cell) for cell in self.cells]), path)


def study(
    d: Projected,
    observations: Sequence[Typed],
    samplers: Sequence[SamplerMaker],
    ns: Sequence[int],
    seeds: Iterable[int],
    executor: Executor | None = None,
    on_progress: Callable[[int, int], None] = lambda done, all_cells: None,
    should_stop: Callable[[], bool] = lambda: False,
    resume: Study | None = None,
) -> Study:
    """Run the grid. `on_progress(done, all)` is called after every cell; when `should_stop()` is true the cells done so far are returned.

    Give them to `resume` to go on. Without an executor all cores are used, in processes of their own; samplers and models must then
    be picklable. Raises ImpossibleObservation for an observation of probability 0.
    """
    require_projected(d)
    strings, seeds = [d.observation(x) for x in observations], list(seeds)
    named = [(make, _made(make, d).name) for make in samplers]
    grid = [(make, name, x, n, seed) for make, name in named for x in strings for n in ns for seed in seeds]
    known = {cell.key: cell for cell in resume.cells} if resume else {}
    missing = [job for job in grid if (job[1], show_string(job[2]), job[3], job[4]) not in known]
    pool = executor or ProcessPoolExecutor(mp_context=get_context("spawn"))
    try:
        exact = {x: d.log_probability(x) for x in strings}
        wanted = {(name, x): make for make, name, x, _, _ in missing}
        spread = {(name, x): chi2(d, x, make(d)) for (name, x), make in wanted.items()}
        waiting: set[Future[Cell]] = {
            pool.submit(_cell, d, make, x, n, seed, exact[x], spread[name, x]) for make, name, x, n, seed in missing
        }
        for future in as_completed(waiting):
            cell = future.result()
            known[cell.key] = cell
            on_progress(len(known), len(grid))
            if should_stop():
                break
        for future in waiting:
            future.cancel()
    finally:
        if executor is None:
            pool.shutdown(cancel_futures=True)
    keys = [(name, show_string(x), n, seed) for _, name, x, n, seed in grid]
    done = tuple(known[key] for key in keys if key in known)
    return Study(done, len(done) == len(grid))


def _made(make: Any, d: Projected) -> Sampler:
    """The sampler that one entry of `samplers` makes. Raises LiftError for what makes none."""
    if not callable(make):
        raise LiftError(
            f"samplers: got {shown(make)}; needed what makes a sampler of d, a class such as Identity or partial(Lookahead, k=1)"
        )
    sampler: Any = make(d)
    require_sampler(sampler)
    return sampler


def _cell(d: Projected, make: SamplerMaker, x: String, n: int, seed: int, exact: float, divergence: float) -> Cell:
    sampler = make(d)
    found = estimate(d, x, sampler, n, np.random.default_rng(seed))
    error = math.expm1(found.log_value - exact)
    return Cell(
        sampler.name,
        show_string(x),
        len(x),
        n,
        seed,
        found.log_value,
        exact,
        error,
        math.sqrt(divergence / n),
        found.effective_sample_size,
        found.dead,
    )
