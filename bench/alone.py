"""A measurement in a process of its own, so that nothing measured before it is still warm."""

import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from statistics import median
from typing import Any


def alone(measure: Callable[..., Any], *arguments: Any, **environment: str) -> Any:
    """The value of `measure(*arguments)` in a new process with these environment variables set."""
    before = {name: os.environ.get(name) for name in environment}
    os.environ |= environment
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_answer, args=(there, measure, arguments))
    try:
        process.start()
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    there.close()
    value = here.recv()
    process.join()
    if process.exitcode:
        raise SystemExit(f"{measure.__name__} answered, then ended with exit code {process.exitcode}")
    return value


def _answer(pipe: Connection, measure: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    pipe.send(measure(*arguments))


def seconds(
    call: Callable[[], Any], sample: float = 0.05, rounds: int = 9, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Median seconds per call over rounds of loops that last `sample` seconds, by a clock."""
    begin = clock()
    call()
    calls = max(1, int(sample / max(clock() - begin, 1e-7)))
    found = []
    for _ in range(rounds):
        begin = clock()
        for _ in range(calls):
            call()
        found.append((clock() - begin) / calls)
    return median(found)
