"""The sections of the report that have no peer: other projections, growth, and the physical limit."""

import tempfile
from collections.abc import Mapping, Sequence

from bench import growth as growing
from bench.alone import alone
from bench.beyond import LENGTH, TITLES, answer
from bench.machine import rates
from bench.runner import Row
from bench.show import duration, ratio, table
from bench.targets import Target
from bench.workloads import WORKLOADS

Section = tuple[str, list[Target]]


def beyond(names: Sequence[str]) -> Section:
    """The projections that no library for hidden Markov models has."""
    rows, worst = [], 0.0
    for name in names:
        found = alone(answer, name)
        worst = max(worst, found.error)
        times = (found.build, found.first, found.log_p, found.smoother, found.exact)
        rows.append((TITLES[name], f"{found.configurations:,}", *map(duration, times), f"{found.error:.0e}"))
    head = ("", "configurations", "build", "first log p", "log p", "smoother", "fraction", "error")
    text = (
        f"## What no library for hidden Markov models does, |x| = {LENGTH:,}\n\n"
        + table(head, rows)
        + "\n*Build* makes projection and model, *first log p* compiles the operators, *fraction* is p(x) exactly, and *error* compares\n"
        "log p with it.\n"
    )
    return text, [Target("other projections against fractions", "≤ 1e-10", f"{worst:.1e}", worst <= 1e-10)]


def growth() -> Section:
    """Cost against |x|, memory, fractions, building, the first answer."""
    rows, targets = [], []
    for name, title in (("W1b", "W1b's model"), ("tokens 0", "detokenisation")):
        found = alone(growing.times, name)
        slope = growing.exponent(found)
        rows.append((title, *map(duration, found), f"{slope:.3f}"))
        targets.append(Target(f"exponent in |x|, {title}", "1.0 ± 0.1", f"{slope:.3f}", abs(slope - 1) <= 0.1))
    head = ("processor time of log p(x)", *(f"|x| = {length:,}" for length in growing.LENGTHS), "exponent")
    parts = ["## Growth\n", table(head, rows)]
    grown = [alone(growing.memory, "W1b", length) for length in growing.LENGTHS[1:]]
    if None not in grown:
        told = ", ".join(f"{size:,.0f} KiB" for size in grown)
        at = ", ".join(f"{length:,}" for length in growing.LENGTHS[1:])
        parts.append(f"Memory that log p(x) adds to an encoded observation of {at} symbols: {told}.\n")
        targets.append(Target("memory beyond the encoded observation", "independent of |x|", told, max(grown) <= 1_024))
    exact = {name: alone(growing.fractions, name) for name in ("switching coin", "pause-to-think, bound 8", "HMM 4×4")}
    told = ", ".join(f"{name} {duration(found)}" for name, found in exact.items())
    parts.append(f"Exact fractions at |x| = {growing.FRACTION_LENGTH:,}, first call of a fresh process: {told}.\n")
    targets.append(Target(f"fractions at |x| = {growing.FRACTION_LENGTH:,}", "< 2 s", told, max(exact.values()) < 2))
    with tempfile.TemporaryDirectory() as empty:
        starts = {
            "compiled before": alone(growing.fresh, "W1c"),
            "nothing compiled": alone(growing.fresh, "W1c", NUMBA_CACHE_DIR=empty),
        }
    rows = [
        (name, *map(duration, (f.imported, f.built, f.encoded, f.answered, f.compiled)), f"{f.memory:.0f} MiB")
        for name, f in starts.items()
    ]
    head = ("W1c in a fresh process", "import", "build", "encode", "first log p", "loops ready after", "whole process")
    parts.append(table(head, rows))
    parts.append("Until the compiled loops are ready, NumPy answers.\n")
    built, cold = starts["compiled before"], starts["nothing compiled"]
    targets += [
        Target("building 64 hidden states × 64 symbols", "≤ 2 s", duration(built.built), built.built <= 2),
        Target("… and the whole process then", "≤ 300 MiB", f"{built.memory:.0f} MiB", built.memory <= 300),
        Target("first answer with nothing compiled", "< 2 s", duration(cold.answered), cold.answered < 2),
    ]
    return "\n".join(parts), targets


def limits(rows: Mapping[str, Sequence[Row]]) -> str:
    """The arithmetic of the physical limit for W1c."""
    found = alone(rates)
    workload = WORKLOADS["W1c"]
    k, length = workload.hidden, workload.length
    flops, read = 2 * k * k * length, 8 * k * k * length
    lines = [
        (
            "arithmetic",
            f"2·K²·T = {flops / 1e6:.1f} MFLOP",
            f"{found.product_one:.1f} GFLOP/s",
            flops / found.product_one / 1e9,
        ),
        (
            "reading A",
            f"8·K²·T = {read / 1e6:.0f} MB, first-level cache",
            f"{found.cache:.0f} GB/s",
            read / found.cache / 1e9,
        ),
        (
            "in logs: exponentials",
            f"K²·T = {k * k * length / 1e6:.0f} M",
            f"{found.exponential:.1f} ns each",
            k * k * length * found.exponential / 1e9,
        ),
    ]
    once = 8 * (2 * k * k + length)
    lines.append(
        (
            "reading A, B and x once",
            f"{once / 1e6:.2f} MB, memory",
            f"{found.memory:.1f} GB/s",
            once / found.memory / 1e9,
        )
    )
    ours = next((row for row in rows.get("W1c", ()) if row.kind == "ours" and row.samples), None)
    if ours:
        for what, time in (("median", ours.wall), ("fastest", ours.fastest)):
            lines.append((f"**lift_core, all of it, {what}**", "", f"{flops / time / 1e9:.1f} GFLOP/s", time))
    told = [(what, much, rate, duration(time)) for what, much, rate, time in lines]
    text = (
        "## The physical limit, W1c\n\n"
        f"x is read one symbol at a time: each of the T = {length:,} steps is a vector of K = {k} times the K×K matrix A, times a row\n"
        "of B. The steps follow one another, so one core does them all.\n\n"
        f"{table(('bound', 'work', 'measured rate', 'time'), told)}\n"
        f"A product of large matrices runs at {found.product_one:.1f} GFLOP/s on one core and {found.product_all:.1f} on all.\n"
        "A vector times a matrix does two operations for each number that it reads, and reads each once: it is bound by reading, not\n"
        "by arithmetic. A (32 KiB) and B (32 KiB) share the first-level cache, so a step reads A from there or from the second level.\n"
        "The loops take four rows of A at a time, which cuts the traffic of the result to a quarter, and a logarithm only where the\n"
        "table has to be scaled.\n"
    )
    if ours:
        bound = max(flops / found.product_one, read / found.cache) / 1e9
        text += f"\nThe fastest sample is {ratio(ours.fastest / bound)} × the larger of the first two bounds.\n"
    return text
