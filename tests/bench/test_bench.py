"""The benchmark itself: its data, its reference, its registry, its figures as text."""

import doctest
import math
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from bench import reference, registry, show, targets
from bench.runner import Row
from bench.worker import Sample, Start
from bench.workloads import WORKLOADS, Data

ROOT = Path(__file__).resolve().parent.parent.parent
PEERS = registry.load()


def tiny() -> Data:
    rng = np.random.default_rng(0)
    rows = lambda k, v: rng.dirichlet(np.ones(v), k)  # noqa: E731
    return Data(rows(1, 2)[0], rows(2, 2), rows(2, 3), rng.integers(0, 3, (3, 4)))


def joint(data: Data, string, hidden) -> Fraction:
    """P(hidden states, symbols) from the definition, in fractions."""
    p, law = Fraction(1), data.initial
    for state, symbol in zip(hidden, string, strict=True):
        p *= Fraction(law[state]) * Fraction(data.emission[state, symbol])
        law = data.transition[state]
    return p


def test_the_reference_is_the_sum_over_hidden_strings():
    data = tiny()
    for string, log_p in zip(data.strings, reference.log_probabilities(data, data.strings), strict=True):
        total = sum(joint(data, string, hidden) for hidden in product(range(2), repeat=4))
        assert float(log_p) == pytest.approx(math.log(total), rel=1e-15)
    weights = {hidden: joint(data, data.string, hidden) for hidden in product(range(2), repeat=4)}
    for t, k in product(range(4), range(2)):
        share = sum(p for hidden, p in weights.items() if hidden[t] == k) / sum(weights.values())
        assert float(reference.smoothed(data)[t, k]) == pytest.approx(float(share), rel=1e-14)


def test_the_data_never_change():
    digests = {name: workload.data.digest for name, workload in WORKLOADS.items() if name != "W1c"}
    assert digests == {
        "W1a": "12dc9f46c136",
        "W1b": "f976ed3d828c",
        "W2": "36667d663c13",
        "W3": "73dddc2cecaf",
        "W4": "f976ed3d828c",
        "W5": "194cbfa86647",
    }


@pytest.mark.parametrize(
    ("workload", "peer"),
    [(name, peer) for name in ("W1a", "W1b", "W2", "W4", "W5") for peer in PEERS[name] if peer[:4] in ("lift", "NumP")],
)
def test_ours_and_the_plain_kernels_agree_with_the_reference(workload, peer):
    prepared = PEERS[workload][peer].prepare(WORKLOADS[workload].data)
    value = prepared.exact() if prepared.exact else prepared.call()
    assert reference.error(WORKLOADS[workload], value) < reference.TOLERANCE


def test_the_registry_imports_no_library():
    code = "from bench import registry; import sys; registry.load(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"hmmlearn", "dynamax", "jax", "pynini", "torch", "pyro", "particles", "numba"} & set(run.stdout.split())


def test_figures_as_text():
    assert not doctest.testmod(show).failed
    assert show.table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |\n"


def test_a_target_is_missed_when_it_is_missed():
    def row(peer: str, kind: str, wall: float, error: float = 0.0) -> Row:
        start = Start("", 0.0, 0.0, wall, error, False, 0.0)
        return Row(peer, kind, start, [Sample(wall, wall, None)] * 3)

    rows = {
        "W4": [
            row("lift_core", "ours", 3.0),
            row("dynamax", "library", 2.0, error=1e-3),
            row("Numba forward–backward", "kernel", 1.9),
            Row("pomegranate", "library", "not installed"),
        ]
    }
    reached = {(target.what, target.reach): target.reached for target in targets.of_workloads(rows)}
    assert reached == {
        ("W4", "ahead of every library"): False,
        ("W4, lift_core", "≤ 1.5 × Numba forward–backward"): False,
        ("all values against 80-bit arithmetic", "≤ 1e-10"): False,
        ("W4, pomegranate", "an answer"): False,
    }
