"""A study is its single estimates, whatever stopped it in between; its table is whole as CSV and Parquet (docs/theory.md §6)."""

import csv
import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import numpy as np
import pyarrow.parquet
import pytest

import lift_core as lc
from lift_core.samplers import Identity, Lookahead
from tests.projected.test_projected import switching_coin

OBSERVATIONS, SAMPLERS, NS, SEEDS = ["HHTT", "HT"], [Identity, partial(Lookahead, k=0)], [5, 40], [3, 1]


@pytest.fixture(scope="module")
def d():
    return switching_coin()


def run(d, **how) -> lc.Study:
    with ThreadPoolExecutor(2) as executor:
        return lc.study(d, OBSERVATIONS, SAMPLERS, NS, SEEDS, executor, **how)


def test_each_cell_is_one_estimate(d):
    study = run(d)
    grid = list(product(SAMPLERS, OBSERVATIONS, NS, SEEDS))
    assert study.complete and len(study.cells) == len(grid)
    for cell, (make, x, n, seed) in zip(study.cells, grid, strict=True):
        sampler = make(d)
        found = lc.estimate(d, x, sampler, n, np.random.default_rng(seed))
        exact = float(d.probability(x, arithmetic="exact"))
        assert (cell.sampler, cell.observation, cell.length, cell.n, cell.seed) == (sampler.name, x, len(x), n, seed)
        assert cell.log_value == found.log_value and cell.dead == found.dead
        assert cell.relative_error == pytest.approx(found.value / exact - 1, rel=1e-9, abs=1e-12)
        chi2 = float(lc.chi2(d, x, sampler, arithmetic="exact"))
        assert cell.predicted == pytest.approx(math.sqrt(chi2 / n))


def test_a_stopped_study_goes_on_to_the_same_table(d):
    seen: list[int] = []
    part = run(d, on_progress=lambda done, _: seen.append(done), should_stop=lambda: len(seen) >= 5)
    assert seen == [1, 2, 3, 4, 5] and len(part.cells) == 5 and not part.complete
    assert run(d, resume=part) == run(d)


def test_the_table_as_csv_and_parquet(d, tmp_path):
    study = run(d)
    text = study.to_csv(tmp_path / "study.csv")
    assert (tmp_path / "study.csv").read_text(encoding="utf-8") == text
    rows = list(csv.DictReader(text.splitlines()))
    assert [(row["sampler"], row["observation"], int(row["n"]), int(row["seed"])) for row in rows] == [
        cell.key for cell in study.cells
    ]
    assert [float(row["log_value"]) for row in rows] == [cell.log_value for cell in study.cells]
    study.to_parquet(tmp_path / "study.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "study.parquet").to_pylist()
    assert [row["relative_error"] for row in table] == [cell.relative_error for cell in study.cells]


def test_an_impossible_observation_is_refused():
    never = lc.Projected(lc.gallery.build("swap", observable="ab"), lc.Markov("ab", 0, {(): {"a": 1, "b": 0}}))
    with pytest.raises(lc.ImpossibleObservation), ThreadPoolExecutor(1) as executor:
        lc.study(never, ["b"], [SAMPLERS[1]], [5], [1], executor)
