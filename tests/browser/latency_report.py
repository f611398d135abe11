"""The figures of test_latency.py as docs/latency.md: what was measured, on which machine, how busy it was, and against which target."""

import datetime
import os
import platform
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.machine import processor

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "latency.md"

HEAD = """# Latency

Written by `python3 tasks.py browser`, which measures every figure below in Chromium; `python3 tasks.py browser
tests/browser/test_latency.py` does no more than that.

{machine}

Medians of the number of times given; *slowest* is the largest of them. Times are taken inside the page, from the person's key or
click until the change is painted; the browser, the server and the test share the cores. *Load* is the machine's load average of
the last minute when the row was done: above the number of cores, a row says more of the machine than of the app. Trees are of the
switching coin, and each edit goes to an observation that was not drawn before. The *server's share* of an edit is what a client
that draws nothing waits for the message with the picture (`bench/phone.py`), while no browser has work. *Read by the browser* is
from the edit's leaving the browser until its page has read the last message before the redraw: the messages wait there until what
came before them has been rendered, and that takes one of the cores that the server would have. *The floor* is the same for a page
that holds one text box and one line of text: what Streamlit and the browser take by themselves.

"""


@dataclass(frozen=True)
class Figure:
    """What was measured: values and target in one unit; no target where the row stands for comparison."""

    values: tuple[float, ...]
    target: float | None
    unit: str
    load: float

    @property
    def median(self) -> float:
        return statistics.median(self.values)


def written(figures: Mapping[str, Figure]) -> str:
    """The whole page."""
    lines = [
        "| what | times | median | slowest | target | reached | load |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, figure in figures.items():
        target = "—" if figure.target is None else f"{figure.target:g} {figure.unit}"
        reached = "" if figure.target is None else "yes" if figure.median <= figure.target else "**no**"
        median, slowest = (f"{value:.3g} {figure.unit}" for value in (figure.median, max(figure.values)))
        lines.append(
            f"| {name} | {len(figure.values)} | {median} | {slowest} | {target} | {reached} | {figure.load:.1f} |"
        )
    return HEAD.format(machine=machine()) + "\n".join(lines) + "\n"


def machine() -> str:
    """The day and the machine in a line."""
    return f"{datetime.date.today()}, {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}."
