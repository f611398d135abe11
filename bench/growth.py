"""How the cost grows, what building takes, and the first answer of a fresh process."""

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.alone import seconds
from bench.beyond import projected as beyond
from bench.peers.ours import encoded, projected, warm_up
from bench.workloads import WORKLOADS

LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
FRACTION_LENGTH = 3_000


def _model(name: str) -> Any:
    return projected(WORKLOADS[name].data) if name in WORKLOADS else beyond(name)[0]


def times(name: str) -> list[float]:
    """Median processor seconds of log p(x) for each of LENGTHS, uniform symbols, encoded."""
    d = _model(name)
    rng = np.random.default_rng(0)
    warm_up()
    found = []
    for length in LENGTHS:
        x = encoded(d, rng.integers(0, len(d.projection.observable), length))
        found.append(seconds(lambda x=x: d.log_probability(x), clock=time.process_time))
    return found


def exponent(found: list[float]) -> float:
    """The slope of log time against log |x|."""
    return float(np.polyfit(np.log(LENGTHS), np.log(found), 1)[0])


def memory(name: str, length: int) -> float | None:
    """KiB that the process's peak grows by during log p(x) of an encoded x; None where the system does not tell."""
    d = _model(name)
    warm_up()
    d.log_probability(encoded(d, np.zeros(100, np.int64)))
    x = encoded(d, np.random.default_rng(0).integers(0, len(d.projection.observable), length))
    try:
        Path("/proc/self/clear_refs").write_text("5")  # forget the peak of the time before
    except OSError:
        return None
    before = _status("VmRSS")
    d.log_probability(x)
    return max(0.0, _status("VmHWM") - before)


def _status(field: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(field + ":")))


def fractions(name: str) -> float:
    """Seconds of an exact p(x), |x| = 3,000, in a fresh process."""
    import lift_core as lc

    match name:
        case "switching coin":
            d = lc.gallery.scenario("switching-coin").projected()
        case "pause-to-think, bound 8":
            d = beyond("pause")[0]
        case _:
            rows = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]]
            law = [[f"{entry}/10" for entry in row] for row in rows]
            d = lc.Projected(
                lc.gallery.build("product", observable="abcd", hidden="1234"),
                lc.HiddenMarkov("abcd", "1234", law[0], law, law),
            )
    x = encoded(d, np.random.default_rng(0).integers(0, len(d.projection.observable), FRACTION_LENGTH))
    begin = time.perf_counter()
    p = d.probability(x, arithmetic="exact")
    taken = time.perf_counter() - begin
    assert math.isclose(math.log(p.numerator) - math.log(p.denominator), d.log_probability(x), rel_tol=1e-10)
    return taken


@dataclass(frozen=True)
class Fresh:
    """A fresh process: seconds of the import, of building, of encoding, of the first answer, and until the compiled loops are ready;
    MiB of the whole process after the answer."""

    imported: float
    built: float
    encoded: float
    answered: float
    compiled: float
    memory: float


def fresh(name: str) -> Fresh:
    """Import, build, encode, first answer."""
    data = WORKLOADS[name].data
    begin = time.perf_counter()
    import lift_core  # noqa: F401

    imported = time.perf_counter()
    d = projected(data)
    assert d.engine is not None  # compiles the operators
    built = time.perf_counter()
    x = encoded(d, data.string)
    ready = time.perf_counter()
    d.log_probability(x)
    answered = time.perf_counter()
    memory = _status("VmHWM") / 1024
    warm_up()
    end = time.perf_counter()
    return Fresh(imported - begin, built - imported, ready - built, answered - ready, end - answered, memory)
