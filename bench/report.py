"""The whole run as one Markdown text: docs/performance.md."""

import os
import platform
import re
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from bench import reference, registry, runner, show
from bench.beyond import TITLES
from bench.machine import processor
from bench.sections import beyond, growth, limits
from bench.targets import Target, deviation, of_workloads
from bench.workloads import DRAWS, WORKLOADS

COMMAND = "python3 tasks.py bench --write"
PACKAGES = "numpy scipy numba hmmlearn dynamax jax pynini pomegranate torch pyro-ppl particles".split()
METHOD = """\
Each peer works in its own process on the same arrays, in 64 bits. All are prepared first, then timed in rounds, each round in a
new random order; a sample is a loop of calls that lasts at least 50 ms. *Median* is the median over the rounds of the seconds per call
on the clock, *fastest* the least of them, *processor* the median of processor seconds per call (more than the clock where both cores
work, less where the machine was busy with something else). *Set-up* builds the model and encodes the observation, *first call* is the
very first one, compilation included where there is one. *Error* is the largest relative error against the recursion in 80-bit
arithmetic (W4: the largest absolute error of a probability). A name with a star hands back rounded or summed values; its error comes
from a second, untimed computation.
"""


def whole(chosen: list[str], peers: re.Pattern[str], rounds: int) -> str:
    """Run everything that is chosen and tell it; printed while it is made."""
    parts: list[str] = []

    def tell(text: str) -> None:
        print(text, flush=True)
        parts.append(text)

    wanted: Callable[[str], bool] = lambda name: not chosen or name in chosen  # noqa: E731
    tell("# Performance\n")
    tell(f"Written by `{COMMAND}`, in which every figure below is measured.\n")
    tell(_machine())
    tell(METHOD)
    registry.load()
    targets: list[Target] = []
    rows = {}
    for name in filter(wanted, WORKLOADS):
        names = [peer for peer in registry.PEERS[name] if peers.search(peer)]
        rows[name] = runner.run(name, names, rounds)
        tell(_sampled(name, rows[name]) if WORKLOADS[name].kind == "sampled" else _exact(name, rows[name]))
    targets += of_workloads(rows)
    if wanted("own"):
        text, more = beyond(list(TITLES))
        tell(text)
        targets += more
        text, more = growth()
        tell(text)
        targets += more
    if wanted("limits"):
        tell(limits(rows))
    if targets:
        lines = [(t.what, t.reach, t.measured, "yes" if t.reached else "**no**") for t in targets]
        tell("## What is to be reached\n\n" + show.table(("what", "reach", "measured", "reached"), lines))
    tell(f"Load of the machine over the last fifteen minutes, other programs included: {os.getloadavg()[2]:.1f}.\n")
    return "\n".join(parts)


def _machine() -> str:
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} missing")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{time.strftime('%Y-%m-%d')}, {processor()}, {os.environ['OMP_NUM_THREADS']} cores, {memory:.0f} GiB, "
        f"Python {platform.python_version()}, {', '.join(found)}.\n"
    )


def _exact(name: str, rows: list[runner.Row]) -> str:
    ours = next((row for row in rows if row.kind == "ours" and row.samples), None)
    lines = []
    for row in sorted(rows, key=lambda row: row.wall if row.samples else float("inf")):
        if isinstance(row.start, str):
            lines.append((row.peer, row.start, "", "", "", "", "", ""))
            continue
        against = show.ratio(row.wall / ours.wall) if ours else ""
        times = (row.start.setup, row.start.first, row.wall, row.fastest, row.cpu)
        star = "*" if row.start.rounded and row.kind == "library" else ""
        lines.append((_name(row) + star, *map(show.duration, times), f"{row.start.error:.0e}", against))
    head = ("", "set-up", "first call", "median", "fastest", "processor", "error", "÷ ours")
    return f"## {name}: {WORKLOADS[name].title}\n\n" + show.table(head, lines)


def _sampled(name: str, rows: list[runner.Row]) -> str:
    data = WORKLOADS[name].data
    log_p = float(reference.log_probabilities(data, data.strings[:1])[0])
    lines = []
    for row in sorted(rows, key=lambda row: row.wall if row.samples else float("inf")):
        if isinstance(row.start, str):
            lines.append((row.peer, row.start, "", "", "", "", "", ""))
            continue
        mean, error, variance = deviation(row, log_p)
        lines.append(
            (
                _name(row),
                *map(show.duration, (row.start.setup, row.start.first, row.wall)),
                f"{DRAWS / row.wall:,.0f}",
                f"{variance:.2g}",
                f"{mean:.4f} ± {error:.4f}{'' if abs(mean - 1) <= 4 * error + 1e-9 else ' **off**'}",
                f"{variance * row.wall:.2g}",
            )
        )
    head = ("", "set-up", "first call", "median", "draws a second", "variance", "mean ÷ p(x)", "variance × seconds")
    note = (
        f"One call draws {DRAWS:,} latent strings, weighs them and averages. *Variance* is the relative variance of the estimate over\n"
        f"{runner.SAMPLED_ROUNDS} seeds ({runner.SLOW_SAMPLED_ROUNDS} for the slowest); the mean of these must lie within four standard\n"
        "errors of p(x). Variance × seconds is what precision costs.\n"
    )
    return f"## {name}: {WORKLOADS[name].title}\n\n" + show.table(head, lines) + "\n" + note


def _name(row: runner.Row) -> str:
    return f"**{row.peer}**" if row.kind == "ours" else f"{row.peer} (by hand)" if row.kind == "kernel" else row.peer
