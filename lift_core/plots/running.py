"""The running estimate p_n = mean of P/Q over the first n draws, as a ratio to the exact probability, on logarithmic axes.

The band is predicted, not measured: Var p_n = p²·χ²(Q*‖Q)/n (docs/theory.md §6), so p_n/p lies around 1 within ±2√(χ²/n).
"""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go

from lift_core.plots.axes import GREY, RED, chart, powers
from lift_core.plots.numerals import figures

MOST_POINTS = 600
LOWEST = 1e-3  # ratios below this are drawn at the lower edge


def running_curve(log_ratio: np.ndarray, chi2: float, name: str = "running estimate") -> go.Figure:
    """`log_ratio[i]` = log(p_{i+1}/p) in nats, −inf while all draws are dead; `chi2` of the sampler, inf where it is not finite."""
    n = len(log_ratio)
    at = thinned(n)
    ratio = np.exp(np.minimum(log_ratio[at - 1], 50))
    traces: list[Any] = []
    if math.isfinite(chi2):
        steps = np.unique(np.geomspace(1, max(n, 2), 200))
        half = 2 * np.sqrt(chi2 / steps)
        low, high = np.maximum(1 - half, LOWEST), 1 + half
        band = {"x": steps, "mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
        traces += [
            go.Scatter(**band, y=np.log10(low), showlegend=False),
            go.Scatter(
                **band,
                y=np.log10(high),
                fill="tonexty",
                fillcolor="rgba(222,108,31,.18)",
                name="predicted, 1 ± 2√(χ²/n)",
            ),
        ]
    traces += [
        go.Scatter(
            x=at,
            y=np.log10(np.maximum(ratio, LOWEST)),
            customdata=[figures(value) for value in ratio],
            mode="lines",
            line={"width": 2.5, "color": RED},
            name=name,
            hovertemplate="%{customdata} × the exact value<extra></extra>",
        ),
        go.Scatter(
            x=[1, max(n, 2)], y=[0, 0], mode="lines", line={"width": 2, "color": GREY}, name="exact", hoverinfo="skip"
        ),
    ]
    figure = chart(traces, "draws, n", "estimate ÷ exact probability")
    marks, labels = powers(0, math.log10(max(n, 2)))
    figure.update_xaxes(
        type="log", range=[0, math.log10(max(n, 2))], tickvals=[10**mark for mark in marks], ticktext=labels
    )
    drawn = [*np.log10(np.maximum(ratio, LOWEST))[at > 2].tolist(), -0.3, 0.3]
    low, high = max(min(drawn), math.log10(LOWEST)) - 0.05, min(max(drawn), 3) + 0.05
    marks, labels = powers(low, high)
    figure.update_yaxes(tickvals=marks, ticktext=labels, range=[low, high], zeroline=False)
    return figure


def thinned(n: int, most: int = MOST_POINTS) -> np.ndarray:
    """Numbers of draws from 1 to n, dense at the beginning; n is always among them.

    >>> thinned(4).tolist(), len(thinned(100_000)) <= 600
    ([1, 2, 3, 4], True)
    """
    if n <= most:
        return np.arange(1, n + 1)
    return np.unique(np.rint(np.geomspace(1, n, most)).astype(int))


def log_running(log_weights: np.ndarray) -> np.ndarray:
    """log p_1 … log p_n in nats from the logs of the weights P/Q, −inf while all weigh nothing.

    >>> np.exp(log_running(np.log([1.0, 3.0]))).round(12).tolist(), log_running(np.array([-np.inf])).tolist()
    ([1.0, 2.0], [-inf])
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.logaddexp.accumulate(log_weights) - np.log(np.arange(1, len(log_weights) + 1))
