"""(proj#P)(x) against one knob of the scenario, with the present value and the likeliest one marked (docs/theory.md §3)."""

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, GREY, RED, chart
from lift_core.plots.numerals import figures


def knob_curve(
    name: str,
    curve: Sequence[tuple[float, float]],
    present: tuple[float, float],
    likeliest: tuple[float, float] | None = None,
) -> go.Figure:
    """`curve`: points (value of the knob, p(x)) in the order of the values; `present` and `likeliest` are points of it."""
    traces: list[Any] = [
        go.Scatter(
            x=[value for value, _ in curve],
            y=[p for _, p in curve],
            mode="lines",
            line={"width": 3, "color": BLUE},
            name="p(x), exact",
            text=[figures(p) for _, p in curve],
            hovertemplate="%{text}<extra>p(x)</extra>",
        )
    ]
    marks = [("now", present, GREY, "circle")]
    if likeliest is not None:
        marks.append(("likeliest", likeliest, RED, "diamond"))
    for what, (value, p), color, symbol in marks:
        traces.append(
            go.Scatter(
                x=[value],
                y=[p],
                mode="markers",
                marker={"size": 14, "color": color, "symbol": symbol},
                name=f"{what}: {name} = {figures(value)}",
                text=[figures(p)],
                hovertemplate=f"%{{text}}<extra>{what}</extra>",
            )
        )
    figure = chart(traces, name, "p(x)", height=400)
    figure.update_yaxes(rangemode="tozero", exponentformat="power", zeroline=False)
    figure.update_xaxes(zeroline=False)
    return figure
