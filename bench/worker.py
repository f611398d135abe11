"""One peer on one workload, alone in its process, so that thread pools, allocators and compiled code do not mix.

It prepares, reports, and then gives one timed sample whenever it is asked: the time per call of a loop that lasts SAMPLE seconds.
"""

import math
import resource
import time
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from bench import reference, registry
from bench.workloads import WORKLOADS

SAMPLE = 0.05  # seconds
MOST_CALLS = 50_000


@dataclass(frozen=True)
class Start:
    """What a peer says of itself once it is ready; seconds, MiB. `error`: from the reference; nan for a sampled workload."""

    digest: str
    setup: float
    first: float
    second: float
    error: float
    rounded: bool
    memory: float


@dataclass(frozen=True)
class Sample:
    """Seconds per call on the clock and on the processors, and the value of a sampled workload."""

    wall: float
    cpu: float
    value: float | None


def clock(call: Any, *arguments: Any) -> tuple[float, Any]:
    begin = time.perf_counter()
    value = call(*arguments)
    return time.perf_counter() - begin, value


def serve(name: str, peer: str, pipe: Connection) -> None:
    """Prepare, then answer: a number asks for a sample with that seed, None ends."""
    warnings.filterwarnings("ignore")
    try:
        workload = WORKLOADS[name]
        data = workload.data
        sampled = workload.kind == "sampled"
        setup, prepared = clock(registry.load()[name][peer].prepare, data)
        first, _ = clock(prepared.call, *([0] if sampled else []))
        prepared.ready()
        second, value = clock(prepared.call, *([0] if sampled else []))
        if prepared.exact is not None:
            value = prepared.exact()
        error = math.nan if sampled else reference.error(workload, value)
        calls = 1 if sampled else _enough(prepared.call, second)
        pipe.send(Start(data.digest, setup, first, second, error, prepared.exact is not None, _memory()))
    except Exception as failure:
        pipe.send(f"{type(failure).__name__}: {str(failure)[:200]}")
        return
    while (seed := pipe.recv()) is not None:
        cpu = time.process_time()
        if sampled:
            wall, value = clock(prepared.call, seed)
            pipe.send(Sample(wall, time.process_time() - cpu, value))
        else:
            wall, _ = clock(_repeat, prepared.call, calls)
            pipe.send(Sample(wall / calls, (time.process_time() - cpu) / calls, None))


def _repeat(call: Any, calls: int) -> None:
    for _ in range(calls):
        call()


def _enough(call: Any, seconds: float) -> int:
    """How many calls last SAMPLE seconds."""
    calls = 1
    while seconds < SAMPLE and calls < MOST_CALLS:
        calls = min(MOST_CALLS, max(calls + 1, math.ceil(1.2 * calls * SAMPLE / max(seconds, 1e-7))))
        seconds, _ = clock(_repeat, call, calls)
    return calls


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
