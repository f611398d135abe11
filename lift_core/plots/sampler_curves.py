"""How good samplers are against what changes them: lookahead k, the number of draws n, the length of x (docs/theory.md §5, §6).

χ²(Q*‖Q) is exact; against n the relative error √(χ²/n) is predicted, and measured from repeated estimates with error bars.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, GREY, ORANGE, RED, chart, log10, powers
from lift_core.plots.numerals import figures

SHADES = (RED, BLUE, ORANGE, "#1FA37A", "#C2699C", GREY, "#5AA5DA", "#A89A00")  # readable on light and dark paper
SIGNS = ("circle", "square", "diamond", "triangle-up", "x", "cross", "star", "pentagon")


@dataclass(frozen=True)
class Series:
    """One sampler's curve: places, values (None or inf where there is none) and, where measured, their standard errors."""

    name: str
    at: tuple[int, ...]
    values: tuple[float | None, ...]
    errors: tuple[float, ...] = ()
    predicted: tuple[float | None, ...] = ()


def root_mean_square(ratios: Sequence[float]) -> tuple[float, float]:
    """√(mean (r − 1)²) of estimates ÷ truth, and its standard error, by the spread of the squares (delta method); nan from one.

    >>> [round(value, 4) for value in root_mean_square([0.9, 1.1, 1.2, 0.8])]
    [0.1581, 0.0274]
    """
    squares = [(ratio - 1) ** 2 for ratio in ratios]
    mean = math.fsum(squares) / len(squares)
    if mean == 0 or len(squares) < 2:
        return math.sqrt(mean), 0.0 if mean == 0 else math.nan
    spread = math.sqrt(math.fsum((square - mean) ** 2 for square in squares) / (len(squares) - 1) / len(squares))
    return math.sqrt(mean), spread / (2 * math.sqrt(mean))


def lookahead_curve(values: Sequence[float], chosen: int) -> go.Figure:
    """χ² against the symbols looked ahead, 0, 1, …: from zero, since the last ones are zero; the chosen one filled."""
    ks = list(range(len(values)))
    finite = [value if math.isfinite(value) else None for value in values]
    line = go.Scatter(
        x=ks,
        y=finite,
        mode="lines+markers",
        line={"color": RED, "width": 2.5},
        marker={
            "size": [17 if k == chosen else 11 for k in ks],
            "color": [RED if k == chosen else "rgba(0,0,0,0)" for k in ks],
            "line": {"color": RED, "width": 2.5},
        },
        text=["" if value is None else figures(value) for value in finite],
        hovertemplate="χ² = %{text}<extra></extra>",
        name="χ²",
        showlegend=False,
    )
    figure = chart([line], "symbols looked ahead, k", "χ²", 320)
    figure.update_xaxes(tickvals=ks, range=[-0.3, max(len(ks) - 1, 1) + 0.3], zeroline=False)
    top = max([value for value in finite if value is not None], default=1.0) or 1.0
    figure.update_yaxes(range=[-0.04 * top, 1.12 * top], zeroline=True, title_standoff=20)
    return figure


def error_curve(series: Sequence[Series]) -> go.Figure:
    """Relative error against n on logarithmic axes: lines as predicted, points as measured with bars of two standard errors."""
    traces: list[Any] = []
    low = [v for s in series for v in (*s.values, *s.predicted) if v is not None and math.isfinite(v) and v > 1e-12]
    for index, s in enumerate(series):
        shade, sign = SHADES[index % len(SHADES)], SIGNS[index % len(SIGNS)]
        drawn = [(n, p) for n, p in zip(s.at, s.predicted, strict=False) if p is not None and 0 < p < math.inf]
        traces.append(
            go.Scatter(
                x=[log10(n) for n, _ in drawn],
                y=[log10(p) for _, p in drawn],
                mode="lines",
                line={"color": shade, "width": 2},
                name=f"{s.name}, predicted",
                showlegend=False,
                hoverinfo="skip",
            )
        )
        points = [(n, v, e) for n, v, e in zip(s.at, s.values, s.errors, strict=True) if v is not None and v > 1e-12]
        traces.append(
            go.Scatter(
                x=[log10(n) for n, _, _ in points],
                y=[log10(v) for _, v, _ in points],
                customdata=[(v, n) for n, v, _ in points],
                mode="markers",
                marker={"color": shade, "size": 10, "symbol": sign},
                error_y={
                    "type": "data",
                    "symmetric": False,
                    "array": [math.log10(1 + 2 * e / v) for _, v, e in points],
                    "arrayminus": [-math.log10(max(1 - 2 * e / v, 0.05)) for _, v, e in points],
                    "thickness": 1.6,
                },
                name=s.name,
                hovertemplate="%{customdata[0]:.2%} at n = %{customdata[1]:,}<extra></extra>",
            )
        )
    figure = chart(traces, "draws, n", "relative error", 400)
    figure.update_layout(hovermode="closest")
    ns = [n for s in series for n in s.at] or [1, 10]
    _log_ticks(figure.update_xaxes, math.log10(min(ns)), math.log10(max(ns)), 0.1)
    if low:
        _log_ticks(figure.update_yaxes, math.log10(min(low)), math.log10(max(low)), 0.2)
    return figure


def length_curve(series: Sequence[Series]) -> go.Figure:
    """χ² against the length of x, on a logarithmic axis; zeros have no place on it and are told in the table."""
    traces: list[Any] = []
    shown = [v for s in series for v in s.values if v is not None and 1e-9 < v < math.inf]
    for index, s in enumerate(series):
        points = [(t, v) for t, v in zip(s.at, s.values, strict=True) if v is not None and 1e-9 < v < math.inf]
        if points:
            shade = SHADES[index % len(SHADES)]
            traces.append(
                go.Scatter(
                    x=[t for t, _ in points],
                    y=[log10(v) for _, v in points],
                    customdata=[v for _, v in points],
                    mode="lines+markers",
                    line={"color": shade, "width": 2.5},
                    marker={"size": 10, "symbol": SIGNS[index % len(SIGNS)]},
                    name=s.name,
                    hovertemplate="χ² = %{customdata:,.4g}<extra>" + s.name + "</extra>",
                )
            )
    figure = chart(traces, "symbols of x", "χ²", 400)
    figure.update_layout(hovermode="closest")
    if series:
        figure.update_xaxes(tickvals=list(series[0].at))
    if shown:
        _log_ticks(figure.update_yaxes, math.log10(min(shown)), math.log10(max(shown)), 0.2)
    return figure


def _log_ticks(update: Any, low: float, high: float, margin: float) -> None:
    low, high = low - margin, high + margin
    marks, labels = powers(low, high)
    update(tickvals=marks, ticktext=labels, range=[low, high], zeroline=False)
