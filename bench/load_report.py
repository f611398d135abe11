"""What `python3 tasks.py load` does, needs and has measured, as text: docs/load.md."""

import os
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version

from bench.machine import processor
from bench.show import table

COMMAND = "python3 tasks.py load"
SESSIONS, MINUTES = 41, 3.0  # of the measurement that the targets are about
ARRIVAL = 20 / 41  # seconds from one phone to the next
PAUSE = 5.0  # seconds between two edits of one phone
EDITORS = 30 / 41  # of the phones edit
SHORTEST, LONGEST = 3, 8  # symbols of what they type
MORE = 2.0  # MiB a session by which a second class may need more than the first


@dataclass(frozen=True)
class Plan:
    """How many phones, how many minutes of edits, and for how many seconds the server keeps a session whose connection is gone."""

    sessions: int = SESSIONS
    minutes: float = MINUTES
    kept: int = 120

    @property
    def editors(self) -> int:
        return round(self.sessions * EDITORS)

    @property
    def command(self) -> str:
        sessions = "" if self.sessions == SESSIONS else f" --sessions {self.sessions}"
        return COMMAND + sessions + ("" if self.minutes == MINUTES else f" --minutes {self.minutes:g}")


@dataclass
class Measured:
    """Seconds until each phone saw its picture, in both waves; seconds of each edit; MiB of the server at each stage; and faults."""

    opened: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    memory: dict[str, float] = field(default_factory=dict)
    bytes: int = 0  # that a phone's first visit takes
    busy: float = 0.0  # share of one core that the server took while the first class was there
    others: float = 0.0  # share of all cores that other programs took then
    priority: int = 0  # of the server and the phones, −20 the highest
    loads: tuple[float, float] = (0.0, 0.0)  # of the machine: the minute before, the last five minutes


STAGES = BEFORE, THERE, EDITED, LEFT, THERE_AGAIN, EDITED_AGAIN, LEFT_AGAIN = (
    "before",
    "all there",
    "after their edits",
    "after they left",
    "the second class there",
    "after its edits",
    "after it left",
)


def quantile(values: Sequence[float], share: float) -> float:
    """The least value that at least this share of them does not exceed; nan of nothing.

    >>> quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2, 4], 0.95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)] if ordered else float("nan")


def targets(plan: Plan, found: Measured) -> list[tuple[str, str, str, bool]]:
    """(what, needed, measured, whether it is reached). What was not measured is not reached."""
    memory = found.memory
    picture, answer = quantile(found.opened, 0.95), quantile(found.edits, 0.95)
    each = (max(memory[THERE], memory[EDITED]) - memory[BEFORE]) / plan.sessions
    more = (max(memory[THERE_AGAIN], memory[EDITED_AGAIN]) - max(memory[THERE], memory[EDITED])) / plan.sessions
    return [
        ("95% see the picture in", "≤ 5 s", f"{picture:.2f} s", picture <= 5),
        ("95% of the edits are answered in", "≤ 1 s", f"{answer:.2f} s", answer <= 1),
        ("errors", "none", str(len(found.faults)), not found.faults),
        ("memory of a session", "≤ 40 MiB", f"{each:.1f} MiB", each <= 40),
        ("given back: more for a second class", f"≤ {MORE:g} MiB a session", f"{more:.1f} MiB a session", more <= MORE),
    ]


def report(plan: Plan, found: Measured) -> str:
    """The Markdown text."""
    rows = [(*row[:3], "yes" if row[3] else "**no**") for row in targets(plan, found)]
    within = f"{plan.sessions} phones within {plan.sessions * ARRIVAL:.0f} s"
    waits = [
        (name, str(len(values)), *(f"{quantile(values, share):.2f}" for share in (0.5, 0.95, 1.0)))
        for name, values in (
            (f"the picture, {within}", found.opened),
            ("the same, a second class", found.again),
            ("an edit is answered", found.edits),
        )
    ]
    parts = [
        "# A class at once",
        f"Written by `{plan.command} --write`, in which every figure below is measured: the app on the loopback interface; {within} "
        f"on Lifting, Likelihood and Samplers, by the link of a class; {plan.editors} of them change the observation every {PAUSE:.0f} s "
        f"for {plan.minutes:g} minutes ({SHORTEST} to {LONGEST} symbols of the switching coin, by text and by key in turn). They leave; "
        f"after the {plan.kept} s for which Streamlit keeps their sessions a second class does the same with a quarter of the edits.",
        f"{time.strftime('%Y-%m-%d')}, {processor()}, {os.cpu_count()} cores shared by server and phones, Python "
        f"{platform.python_version()}, Streamlit {version('streamlit')}. Load of the machine over the minute before: "
        f"{found.loads[0]:.1f}; over the last five minutes of the run, the run included: {found.loads[1]:.1f}. While the first class was "
        f"there, the server took {found.busy:.0%} of one core, and other programs {found.others:.0%} of all cores"
        + (f"; server and phones ran at priority {found.priority}, ahead of them." if found.priority < 0 else "."),
        table(("what", "needed", "measured", "reached"), rows),
        table(("seconds until", "number", "median", "95%", "longest"), waits),
        table(("the server's memory", "MiB"), [(stage, f"{size:.0f}") for stage, size in found.memory.items()]),
        "A time ends with the end of the run that brought the new picture; what a browser needs to draw it is in none of them. A first "
        f"visit is {found.bytes / 1e6:.1f} MB over the wire (the page, the files that it names, the messages). Memory is the resident set "
        "of the server's process. Python returns little of it to the system, so what shows whether it is given back is that the next "
        "class does not need more.",
    ]
    if found.faults:
        parts.append("Errors: " + "; ".join(sorted(set(found.faults))[:10]) + ".")
    return "\n\n".join(part.strip() for part in parts) + "\n"
