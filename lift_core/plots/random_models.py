"""A histogram of the drift of models drawn at random, beside it the models whose drift is exactly 0 (docs/theory.md §4, Theorem 15)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, ORANGE, RED, chart

BINS = 24


def drift_histogram(drifts: Sequence[float], exactly_zero: int, here: float | None, unit: str) -> go.Figure:
    """`drifts` of random models; `exactly_zero` models of the family stand left of 0; `here` is the drift of the model at hand."""
    most = max([*drifts, here or 0.0, 1e-9])
    edges = np.linspace(0, most * 1.0001, BINS + 1)
    counts, _ = np.histogram(np.asarray(drifts, float), edges)
    width = edges[1]
    traces: list[Any] = [
        go.Bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts,
            width=width * 0.94,
            name=f"{len(drifts)} models drawn at random",
            marker={"color": BLUE},
            customdata=np.stack([edges[:-1], edges[1:]], axis=1),
            hovertemplate="%{y} models from %{customdata[0]:.3f} to %{customdata[1]:.3f}<extra></extra>",
        )
    ]
    if exactly_zero:
        traces.append(
            go.Bar(
                x=[-width],
                y=[exactly_zero],
                width=width * 0.94,
                name=f"exactly 0: {exactly_zero} of the family without drift",
                marker={"color": ORANGE, "pattern": {"shape": "/"}},
                hovertemplate="%{y} models, drift exactly 0<extra></extra>",
            )
        )
    figure = chart(traces, f"largest one-step drift along x, {unit}", "models", 400)
    figure.update_layout(hovermode="closest", bargap=0)
    if here is not None:
        figure.add_vline(here, line={"color": RED, "width": 3, "dash": "dash"})
        figure.add_annotation(
            x=here, y=1, yref="paper", text="this model", showarrow=False, xanchor="left", xshift=6, font={"color": RED}
        )
    return figure
