"""A chart in words, for those who do not see it: its axes, and of each series where it begins, ends and is largest.

Axes follow the convention of `axes.py`: one with labels of its own holds log₁₀ values, unless Plotly itself makes it logarithmic.
"""

import math
import re
from typing import Any

import plotly.graph_objects as go

from lift_core.plots.numerals import figures

MOST_SERIES = 12


def chart_words(figure: go.Figure) -> str:
    """
    >>> figure = go.Figure(go.Scatter(x=[1, 2, 3], y=[0.5, 2, 1], name="drift"))
    >>> chart_words(figure.update_layout(xaxis_title="t", yaxis_title="nats"))
    'Chart of nats against t. drift: 0.5 at 1, 1 at 3, largest 2 at 2.'
    """
    layout: Any = figure.layout
    across, up = layout.xaxis, layout.yaxis
    told = [f"Chart of {_plain(up.title.text)} against {_plain(across.title.text)}."]
    series = [trace for trace in figure.data if trace.name and trace.y is not None and len(trace.y)]
    for trace in series[:MOST_SERIES]:
        points = [
            (_value(x, across), _value(y, up))
            for x, y in zip(trace.x, trace.y, strict=False)
            if _finite(x) and _finite(y)
        ]
        if points:
            told.append(f"{_plain(trace.name)}: {_course(points)}.")
    if len(series) > MOST_SERIES:
        told.append(f"And {len(series) - MOST_SERIES} more series.")
    return " ".join(told)


def _course(points: list[tuple[float, float]]) -> str:
    first, last, top = points[0], points[-1], max(points, key=lambda point: point[1])
    told = list(dict.fromkeys(f"{figures(y)} at {figures(x)}" for x, y in (first, last)))
    return ", ".join(told) + (
        f", largest {figures(top[1])} at {figures(top[0])}" if top[1] > max(first[1], last[1]) else ""
    )


def _value(place: Any, axis: Any) -> float:
    own = axis.ticktext is not None and axis.type != "log"
    return 10.0 ** min(float(place), 300.0) if own else float(place)


def _finite(value: Any) -> bool:
    return value is not None and math.isfinite(value)


def _plain(text: str | None) -> str:
    return re.sub(r"<[^>]*>", "", text or "")
