"""A class at once: `python3 tasks.py load` starts the app on a free port of this machine and lets phones come, edit and leave.

Every phone opens the link of a class (`seed=auto`), some on Lifting, some on Likelihood, some on Samplers; three quarters of them then
type or press another observation every five seconds. Nothing leaves the machine.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import psutil

from bench import server
from bench.load_report import (
    ARRIVAL,
    BEFORE,
    COMMAND,
    EDITED,
    EDITED_AGAIN,
    LEFT,
    LEFT_AGAIN,
    LONGEST,
    MINUTES,
    PAUSE,
    SESSIONS,
    SHORTEST,
    THERE,
    THERE_AGAIN,
    Measured,
    Plan,
    report,
    targets,
)
from bench.phone import Phone
from lift_core import gallery
from lift_core.scenarios.link import write_code

DOCUMENT = server.ROOT / "docs" / "load.md"
MOST_SESSIONS, MOST_MINUTES = 120, 10.0
PAGES = ("lifting", "likelihood", "samplers")
T = TypeVar("T")


# The server -----------------------------------------------------------------------------------------------------------


def start(kept: int) -> tuple[subprocess.Popen[bytes], str]:
    """The app, which keeps a session whose connection is gone for so many seconds, and its address."""
    try:
        return server.start(options={"server.disconnectedSessionTTL": kept})
    except RuntimeError as error:
        raise SystemExit(f"{error}. Next: start it by `python3 tasks.py app` and see why") from None


# The class ------------------------------------------------------------------------------------------------------------


def phones(address: str, sessions: int) -> list[Phone]:
    scenario = gallery.scenario("switching-coin")
    query = {"s": write_code(scenario.dump()), **scenario.view, "seed": "auto"}
    return [Phone(address, PAGES[k % len(PAGES)], query) for k in range(sessions)]


async def arrive(crowd: Sequence[Phone], faults: list[str]) -> list[float]:
    """They open the page one after the other without waiting for each other; how long each waited for its picture."""

    async def one(k: int, phone: Phone) -> float:
        await asyncio.sleep(k * ARRIVAL)
        return await phone.open()

    return await _all([one(k, phone) for k, phone in enumerate(crowd)], faults)


async def edit(crowd: Sequence[Phone], minutes: float, faults: list[str]) -> list[float]:
    """Each changes its observation every PAUSE seconds, as one who types: a symbol more, and from LONGEST on afresh."""

    async def one(k: int, phone: Phone) -> list[float]:
        lot, text, found = random.Random(k), "HHTT", []
        await asyncio.sleep(PAUSE * k / len(crowd))
        begun = time.perf_counter()
        for n in range(round(60 * minutes / PAUSE)):
            await asyncio.sleep(max(0.0, begun + n * PAUSE - time.perf_counter()))
            text = text if len(text) < LONGEST else "".join(lot.choice("HT") for _ in range(SHORTEST - 1))
            text += lot.choice("HT")
            found.append(await (phone.type if n % 2 else phone.press)(text))
        return found

    return [
        seconds for times in await _all([one(k, phone) for k, phone in enumerate(crowd)], faults) for seconds in times
    ]


async def _all(calls: Sequence[Awaitable[T]], faults: list[str]) -> list[T]:
    """What came back; what went wrong is a fault."""
    answers = await asyncio.gather(*calls, return_exceptions=True)
    faults += [f"{type(answer).__name__}: {answer}" for answer in answers if isinstance(answer, BaseException)]
    return [answer for answer in answers if not isinstance(answer, BaseException)]


async def leave(crowd: Sequence[Phone], kept: int) -> None:
    """All go; then the time for which their sessions are kept, and a visitor at whose coming the server looks what is over."""
    await asyncio.gather(*(phone.close() for phone in crowd), return_exceptions=True)
    await asyncio.sleep(kept + 5)
    (visitor,) = phones(crowd[0].address, 1)
    await visitor.open()
    await visitor.close()
    await asyncio.sleep(2)


async def measure(address: str, process: psutil.Process, plan: Plan) -> Measured:
    """Both classes: the first arrives, edits and leaves, the second the same with a quarter of the edits."""
    found = Measured()

    def weigh(stage: str) -> None:
        found.memory[stage] = process.memory_info().rss / 2**20
        print(f"  {stage}: {found.memory[stage]:.0f} MiB", flush=True)

    async def come(stages: tuple[str, str, str], minutes: float) -> tuple[list[float], int]:
        crowd = phones(address, plan.sessions)
        times = await arrive(crowd, found.faults)
        size = max(phone.bytes for phone in crowd)
        weigh(stages[0])
        found.edits += await edit(crowd[: plan.editors], minutes, found.faults)
        weigh(stages[1])
        if stages[1] == EDITED:
            passed, server, own, everything = (now - then for now, then in zip(_worked(process), begun, strict=True))
            found.busy = server / passed
            found.others = max(0.0, everything - server - own) / passed / (os.cpu_count() or 1)
        await leave(crowd, plan.kept)
        weigh(stages[2])
        found.faults += [fault for phone in crowd for fault in phone.faults]
        return times, size

    await leave(await _visited(address), 0)  # what every server has after its first visitors
    weigh(BEFORE)
    begun = _worked(process)
    found.opened, found.bytes = await come((THERE, EDITED, LEFT), plan.minutes)
    found.again, _ = await come((THERE_AGAIN, EDITED_AGAIN, LEFT_AGAIN), plan.minutes / 4)
    return found


async def _visited(address: str) -> list[Phone]:
    crowd = phones(address, len(PAGES))
    for phone in crowd:
        await phone.open()
        await phone.type("HTHT")
    return crowd


def _worked(server: psutil.Process) -> tuple[float, float, float, float]:
    """Seconds so far: of the clock, and of work of the processors for the server, for the phones and for all programs."""
    everything = psutil.cpu_times()
    ours = [times.user + times.system for times in (server.cpu_times(), psutil.Process().cpu_times())]
    return time.perf_counter(), ours[0], ours[1], everything.user + everything.system + getattr(everything, "nice", 0.0)


def planned(given: Sequence[str] | None = None) -> tuple[Plan, bool]:
    """What the arguments ask for, and whether it is written."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="A class of phones at the app, on this machine alone.")
    parser.add_argument("--sessions", type=int, default=SESSIONS, help=f"phones, 2 to {MOST_SESSIONS}")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"of edits, at most {MOST_MINUTES:g}")
    parser.add_argument("--write", action="store_true", help="write docs/load.md")
    options = parser.parse_args(given)
    if not 2 <= options.sessions <= MOST_SESSIONS:
        parser.error(f"got --sessions {options.sessions}; needed 2 to {MOST_SESSIONS}")
    if not 0.1 <= options.minutes <= MOST_MINUTES:
        parser.error(f"got --minutes {options.minutes:g}; needed 0.1 to {MOST_MINUTES:g}")
    kept = Plan.kept if options.minutes >= 1 else 5  # a short run does not wait for two minutes twice
    return Plan(options.sessions, options.minutes, kept), options.write


def main() -> int:
    plan, write = planned()
    before = os.getloadavg()[0]
    process, address = start(plan.kept)
    try:
        found = asyncio.run(measure(address, psutil.Process(process.pid), plan))
    finally:
        process.terminate()
        process.wait(timeout=20)
    found.loads, found.priority = (before, os.getloadavg()[1]), int(psutil.Process().nice())
    text = report(plan, found)
    print(text)
    if write:
        DOCUMENT.write_text(text, encoding="utf-8")
        print(f"written to {DOCUMENT}")
    return 0 if all(reached for *_, reached in targets(plan, found)) else 1


if __name__ == "__main__":
    sys.exit(main())
