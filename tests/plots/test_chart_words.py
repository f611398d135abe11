"""A chart in words: the values of its series, also on axes that hold logarithms."""

import math

import numpy as np

from lift_core.plots.chart_words import chart_words
from lift_core.plots.running import running_curve
from lift_core.plots.sampler_curves import Series, error_curve, length_curve
from lift_core.plots.size_curve import size_curve


def test_logarithms_are_undone() -> None:
    assert "this observation, HHT: 1 at 0, 8 at 3." in chart_words(size_curve(("H", "H", "T"), [1, 2, 4, 8]))
    assert "causal: 0.776 at 4, 6.5 at 16." in chart_words(length_curve([Series("causal", (4, 16), (0.776, 6.5))]))
    told = chart_words(error_curve([Series("causal", (10, 100), (0.28, 0.09), (0.01, 0.01), (0.27, 0.088))]))
    assert "causal: 0.28 at 10, 0.09 at 100." in told and "causal, predicted: 0.27 at 10" in told


def test_an_axis_that_plotly_makes_logarithmic_is_read_as_it_stands() -> None:
    told = chart_words(running_curve(np.log([2.0, 1.5, 1.25]), 0.5))
    assert "running estimate: 2 at 1, 1.25 at 3." in told and "exact: 1 at 1, 1 at 3." in told


def test_what_has_no_place_is_left_out() -> None:
    assert "causal: 2 at 8." in chart_words(length_curve([Series("causal", (4, 8, 12), (0.0, 2.0, math.inf))]))
