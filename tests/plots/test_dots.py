"""Forty dots per sampler and one big dot: what is drawn, hollow, told and hidden."""

import math
import re

import pytest

from lift_core.plots.dots import Axis, Run, axis, dots, heaps, mine_drawing, told
from lift_core.plots.dots_rows import DotRow, dots_drawing
from lift_core.plots.sampler_curves import Series, error_curve, length_curve, lookahead_curve, root_mean_square

LOG_P = math.log(0.065124)


def run(ratio: float, own: float = 0.1, seed: int = 1, n: int = 10, dead: int = 0) -> Run:
    off = math.log(ratio) if ratio else -math.inf
    return Run(seed, LOG_P + off, off, own, 5.0, n, dead, ("H", "H"), 0.5)


def row(*runs: Run, **known) -> DotRow:
    return DotRow("causal", "causal", "causal", runs, known.pop("chi2", 0.776), needed=78, cost=0.3, **known)


def classes(svg: str) -> list[str]:
    return re.findall(r'<(?:circle|path) class="(dot[^"]*)" data-i', svg)


def test_an_interval_that_misses_the_truth_makes_a_hollow_dot():
    assert run(1.19, 0.1).holds and not run(1.3, 0.1).holds
    assert run(1.3, 0.1).interval == pytest.approx((1.3 * (1 - 0.196), 1.3 * (1 + 0.196)))
    drawing = dots_drawing([row(run(1.19), run(1.3))], ("H",), LOG_P)
    assert classes(drawing.svg) == ["dot", "dot miss"]
    assert "1 of 2" in drawing.svg and drawing.table[1][2] == "1 of 2"


def test_what_a_run_cannot_know():
    alone, dead = run(1.0, math.nan, n=1), run(0.0, math.inf, dead=10)
    assert alone.interval is None and not alone.misses and not alone.holds
    assert dead.interval is None and dead.misses and dead.ratio == 0
    assert row(alone).holding is None and row(dead, run(1.0)).holding == (1, 2)
    text = dots_drawing([row(alone, dead)], ("H",), LOG_P).svg
    assert "nan" not in text and "inf" not in text


def test_exact_estimates_have_the_truth_in_an_interval_of_no_width():
    exact = Run(1, LOG_P, 3e-16, 1e-17, 10.0, 10, 0)
    assert exact.holds
    assert row(exact, chi2=0.0).spread == 0


def test_the_axis_holds_what_is_drawn():
    assert axis(0, 1, [run(1.5)], 0.3).high == 2
    assert axis(0, 1, [run(2.5)], 0.3).high == 3
    near = axis(0, 1, [run(1.009)], 0.004)
    assert (near.low, near.high) == (0.99, 1.01)
    assert Axis(10, 110, 0, 2).x(7) == 110  # beyond: at the edge, an arrow head
    assert dots(Axis(10, 110, 0, 2), 50, 60, [run(7)], 3)[0].startswith('<path class="dot miss" data-i="3"')


def test_dots_side_by_side_do_not_cover_one_another():
    places = [10.0] * 5
    assert len(set(heaps(places, 5, 8))) == 5
    assert heaps([0, 100, 200], 5, 8) == [0, 0, 0]


def test_bands_are_predicted_or_measured():
    predicted = dots_drawing([row(run(1.0))], ("H",), LOG_P).svg
    measured = dots_drawing([row(run(1.0), measured=True)], ("H",), LOG_P).svg
    assert 'class="band hush"' in predicted and 'class="spread hush"' not in predicted
    assert 'class="spread hush"' in measured and "≈ 0.776" in measured
    wide = 2 * math.sqrt(0.776 / 10)
    box = re.search(r'class="band hush" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', predicted)
    truth = re.search(r'class="truth hush" d="M([\d.]+)', predicted)
    ticks = [float(x) for x in re.findall(r'class="axis" d="M([\d.]+)', predicted)]
    assert box and truth
    scale = (ticks[-1] - ticks[0]) / 2
    assert float(box[2]) == pytest.approx(2 * wide * scale, abs=0.3)
    assert float(box[1]) + float(box[2]) / 2 == pytest.approx(float(truth[1]), abs=0.3)


def test_an_unavailable_sampler_keeps_its_row_and_says_why():
    drawing = dots_drawing(
        [DotRow("identity", "identity", reason="unavailable: in state 'q', token 'ab'")], ("a",), LOG_P
    )
    assert "state &#39;q&#39;" in drawing.svg and 'class="grey"' in drawing.svg
    assert drawing.table[1] == ("identity", "unavailable", "", "", "", "", "")


def test_a_dot_tells_seed_sample_size_and_heaviest_string():
    entry = told("identity", "identity", run(1.3, seed=17), True)
    facts = {name: value for name, value, _ in entry["facts"]}
    assert entry["name"] == "identity, seed 17" and entry["z"] == ["identity", "17"]
    assert facts["effective sample size"] == "5.0 of 10" and "HH, 50%" in facts["heaviest string"]
    exact = {name for name, _, hidden in entry["facts"] if hidden}
    assert exact == {"estimate", "÷ truth", "own interval"}  # the rest stays when exact values are hidden
    assert "z" not in told("SMC", "smc", run(1.0), False)


def test_numbers_that_hiding_covers_are_marked():
    svg = dots_drawing([row(run(1.0))], ("H",), LOG_P).svg
    for value in ("0.776", "78", "23 µs"):
        assert re.search(rf'data-x="">{value}<', svg), value
    assert re.search(r'dy=".35em" font-size="[\d.]+">0.3 µs<', svg)  # a clock's time is no secret


def test_my_estimate_is_one_big_dot_with_its_seed():
    drawing = mine_drawing("identity", "identity", [run(0.5, seed=4), run(1.3, seed=5)], 0.8, LOG_P)
    assert drawing.svg.count('r="24"') == 1 and ">5</text>" in drawing.svg and "+30.0%" in drawing.svg
    assert len(drawing.details) == 2 and len(drawing.table) == 3
    assert "nan" not in mine_drawing("causal", "causal", [run(0.0, math.inf, dead=10)], None, LOG_P).svg


def test_curves_take_zeros_infinities_and_gaps():
    assert lookahead_curve([0.8, math.inf, 0.0], 1).data[0].y == (0.8, None, 0.0)
    series = [
        Series("a", (10, 100), (0.3, 0.0), (0.05, 0.0), (0.28, 0.0)),
        Series("b", (10,), (None,), (0.0,), (None,)),
    ]
    assert len(error_curve(series).data) == 4
    assert [
        t.name for t in length_curve([Series("a", (4, 8), (6.6, math.inf)), Series("exact", (4, 8), (0.0, 0.0))]).data
    ] == ["a"]
    assert error_curve([]) and length_curve([])


def test_a_root_mean_square_with_its_error():
    value, error = root_mean_square([0.9, 1.1] * 20)
    assert value == pytest.approx(0.1) and error == pytest.approx(0, abs=1e-12)
    assert root_mean_square([1.0, 1.0]) == (0, 0) and math.isnan(root_mean_square([2.0])[1])
