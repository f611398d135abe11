"""Axes that hold for every size: a logarithmic axis is drawn as a linear one of log₁₀ values, so that whole numbers beyond the
range of floats still have their place."""

import math
from fractions import Fraction
from typing import Any

import plotly.graph_objects as go

FONT = 15
BLUE, ORANGE, RED, GREY = "#2E8BC6", "#DB9410", "#DE6C1F", "#8B93A0"  # readable on light and dark paper


def log10(value: float | int | Fraction) -> float | None:
    """log₁₀ of a positive number of any size; None for zero, which has no place on a logarithmic axis.

    >>> log10(10**400), log10(Fraction(1, 100)), log10(0)
    (400.0, -2.0, None)
    """
    if value <= 0:
        return None
    if isinstance(value, Fraction):
        return math.log10(value.numerator) - math.log10(value.denominator)
    return math.log10(value)


def powers(low: float, high: float, most: int = 8) -> tuple[list[float], list[str]]:
    """Marks for a log₁₀ axis from `low` to `high`: whole powers of ten, with 2 and 5 between where there are few.

    >>> powers(0, 1.3)
    ([0.0, 0.301, 0.699, 1.0, 1.301], ['1', '2', '5', '10', '20'])
    """
    first, last = math.floor(low), math.ceil(high)
    if last - first <= 3:
        places = [(e, m) for e in range(first, last + 1) for m in (1, 2, 5)]
    else:
        step = math.ceil((last - first) / most)
        places = [(e, 1) for e in range(first, last + 1, step)]
    inside = [(e, m) for e, m in places if low - 0.02 <= e + math.log10(m) <= high + 0.02]
    return [round(e + math.log10(m), 3) for e, m in inside], [_label(e, m) for e, m in inside]


def _label(exponent: int, mantissa: int) -> str:
    if -3 <= exponent <= 4:
        return f"{mantissa * 10**exponent:,}" if exponent >= 0 else f"{mantissa * 10.0**exponent:.{-exponent}f}"
    return f"{'' if mantissa == 1 else f'{mantissa}·'}10<sup>{exponent}</sup>"


def chart(traces: list[Any], x_title: str, y_title: str, height: int = 360) -> go.Figure:
    """A figure with named axes, the legend above and type large enough to be projected."""
    figure = go.Figure(traces)
    figure.update_layout(
        height=height,
        margin={"l": 70, "r": 16, "t": 40, "b": 56},
        font={"size": FONT},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "title": None},
        hovermode="x unified",
    )
    figure.update_xaxes(title=x_title, title_standoff=8)
    figure.update_yaxes(title=y_title, title_standoff=8)
    return figure
