"""Which loops answer, and that nothing about the compiler can stop them (docs/theory.md §3)."""

import importlib.util
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lift_core.projected import loops

ROOT = Path(__file__).resolve().parent.parent.parent
numba = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="needs Numba")
CHAIN = """
import lift_core as lc
from lift_core.projected import kernels
bits = lc.gallery.build("product", observable="ab", hidden="12")
d = lc.Projected(bits, lc.HiddenMarkov("ab", "12", [.5, .5], [[.9, .1], [.2, .8]], [[.7, .3], [.4, .6]]))
x = d.encode("ab" * 100)
first = d.log_probability(x)
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True
    )


def test_without_numba_the_plain_loops_answer_and_nothing_is_said():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        + CHAIN
        + "print(kernels.warm_up(30), first == d.log_probability(x))"
    )
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False True\n", "")


@numba
def test_a_process_may_end_while_the_loops_are_being_compiled(tmp_path):
    done = run(CHAIN + "print(first < 0)", NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


@numba
def test_no_folder_for_what_is_compiled(monkeypatch):
    from numba.core import caching

    from lift_core.projected import jit

    def refuse(self) -> None:
        raise OSError("read-only")

    monkeypatch.setattr(caching._CacheLocator, "ensure_cache_path", refuse)
    assert jit.compiled("f8(f8)")(lambda x: x + 1.0)(1.0) == 2.0


@numba
@pytest.mark.parametrize("seed", range(40))
def test_both_forms_of_the_dense_loops_agree(seed):
    """On random chains of any size, zeros and tiny weights included."""
    from lift_core.projected import jit

    rng = np.random.default_rng(seed)
    k, v, length = rng.integers(1, 11), rng.integers(1, 4), rng.integers(1, 80)
    a = rng.dirichlet(np.ones(k), k) * (rng.random((k, k)) < 0.8)
    b = rng.random((v, k)) * (rng.random((v, k)) < 0.9) * 10.0 ** -rng.integers(0, 20, (v, k)).astype(float)
    smallest = float(a[a > 0].min(initial=1)) * float(b[b > 0].min(initial=1))
    period = max(1, int(345 / -math.log(smallest))) if smallest < 1 else 1_000
    first, x = rng.random(k), rng.integers(0, v, length)
    for steps in (np.empty(0), np.zeros(length)):
        plain, compiled = (form.forward_dense(first, a, b, x, steps, period) for form in (loops, jit))
        assert compiled == pytest.approx(plain, rel=1e-12, nan_ok=True)
    rows = [np.zeros((length, k)) for _ in range(2)]
    plain, compiled = (
        form.filter_dense(first, a, b, x, out, period) for form, out in zip((loops, jit), rows, strict=True)
    )
    assert compiled == plain
    if plain:
        assert rows[1] == pytest.approx(rows[0], rel=1e-12, abs=1e-200)
        back = np.ascontiguousarray(a.T)
        smoothed = [form.smooth_dense(back, b, x, out) for form, out in zip((loops, jit), rows, strict=True)]
        assert smoothed[0] == smoothed[1]
        assert not smoothed[0] or rows[1] == pytest.approx(rows[0], rel=1e-9, abs=1e-200)
