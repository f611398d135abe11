"""One workload, all its peers: prepared one after another, then timed in rounds, each round in a new random order.

Whatever the machine does besides then hits every peer alike.
"""

import multiprocessing
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from bench import registry
from bench.worker import Sample, Start, serve
from bench.workloads import WORKLOADS

SLOW = 1.0  # seconds of a call from which a peer is timed in fewer rounds
SAMPLED_ROUNDS, SLOW_ROUNDS, SLOW_SAMPLED_ROUNDS = 30, 3, 10


@dataclass
class Row:
    """A peer on a workload: how it started (or the text of its failure) and its samples."""

    peer: str
    kind: str
    start: Start | str
    samples: list[Sample] = field(default_factory=list)

    @property
    def wall(self) -> float:
        """Median seconds per call."""
        return median(sample.wall for sample in self.samples)

    @property
    def cpu(self) -> float:
        return median(sample.cpu for sample in self.samples)

    @property
    def fastest(self) -> float:
        return min(sample.wall for sample in self.samples)

    @property
    def values(self) -> list[float]:
        return [sample.value for sample in self.samples if sample.value is not None]


def run(name: str, peers: Iterable[str], rounds: int, seed: int = 7) -> list[Row]:
    """The rows of one workload, in the order of the registry."""
    workload = WORKLOADS[name]
    context = multiprocessing.get_context("spawn")
    rows, pipes, processes = [], {}, {}
    for peer in peers:
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(name, peer, there), daemon=True)
        process.start()
        there.close()
        row = Row(peer, registry.PEERS[name][peer].kind, _received(here))
        rows.append(row)
        if isinstance(row.start, Start):
            if row.start.digest != workload.data.digest:
                raise SystemExit(f"{peer} worked on other data than the rest: {row.start.digest}")
            pipes[peer], processes[peer] = here, process
        _say(f"  {name} {peer}: {row.start if isinstance(row.start, str) else 'ready'}")
    rng = random.Random(seed)
    sampled = workload.kind == "sampled"
    most, fewer = (SAMPLED_ROUNDS, SLOW_SAMPLED_ROUNDS) if sampled else (rounds, SLOW_ROUNDS)
    for number in range(most):
        order = [row for row in rows if row.peer in pipes]
        rng.shuffle(order)
        for row in order:
            assert isinstance(row.start, Start)
            if row.start.second > SLOW and number >= fewer:
                continue
            pipes[row.peer].send(1000 + number)
            row.samples.append(pipes[row.peer].recv())
    for peer, process in processes.items():
        pipes[peer].send(None)
        process.join()
    return rows


def _received(pipe: object) -> Start | str:
    try:
        return pipe.recv()  # type: ignore[attr-defined]
    except EOFError:
        return "the process died"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
