"""Two curves with two names: one-step drift compares x_1…x_t with x_1…x_{t+1}, hindsight with the whole x (docs/theory.md §4)."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, ORANGE, chart


def drift_curves(one_step: Sequence[float], hindsight: Sequence[float], unit: str) -> go.Figure:
    """Entry t − 1 of each is the drift of the belief after t symbols; `unit` names the metric."""
    steps = list(range(1, len(one_step) + 1))
    traces: list[Any] = [
        go.Scatter(
            x=steps,
            y=list(values),
            name=name,
            mode="lines+markers",
            line={"width": 3, "color": colour, "dash": dash},
            marker={"size": 8, "symbol": symbol},
            hovertemplate="%{y:.3f}<extra>" + name.split(":")[0] + "</extra>",
        )
        for name, values, colour, dash, symbol in (
            ("one-step drift: by the next symbol", one_step, BLUE, "solid", "circle"),
            ("hindsight: by all that follows", hindsight, ORANGE, "dot", "diamond"),
        )
    ]
    figure = chart(traces, "symbols seen when it was believed, t", f"drift, {unit}", 320)
    figure.update_xaxes(dtick=1 if len(steps) <= 20 else None)
    figure.update_yaxes(rangemode="tozero")
    return figure
