"""−log (proj#P)(x_t | x_1…x_{t−1}) along a long observation: block means and maxima where there are more symbols than points."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, ORANGE, chart

MOST_POINTS = 2_000


def blocks(values: np.ndarray, most: int = MOST_POINTS) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """The block length, the last t of each block, and its mean and maximum: mean and maximum together have at most `most` points.

    >>> length, t, mean, largest = blocks(np.array([1.0, 3.0, 2.0, 0.0, 5.0]), most=4)
    >>> length, t.tolist(), mean.tolist(), largest.tolist()
    (3, [3, 5], [2.0, 2.5], [3.0, 5.0])
    """
    n = len(values)
    length = 1 if n <= most else -(-n // (most // 2))
    starts = np.arange(0, n, length)
    ends = np.minimum(starts + length, n)
    mean = np.add.reduceat(values, starts) / (ends - starts) if n else values
    largest = np.maximum.reduceat(values, starts) if n else values
    return length, ends, mean, largest


def surprisal_curve(values: np.ndarray) -> go.Figure:
    """`values[t − 1]` in nats, finite."""
    length, t, mean, largest = blocks(values)
    traces: list[Any] = []
    if length > 1:
        traces.append(
            go.Scatter(
                x=t, y=largest, mode="lines", line={"width": 1, "color": ORANGE}, name=f"largest of {length} symbols"
            )
        )
    name = "each symbol" if length == 1 else f"mean of {length} symbols"
    traces.append(go.Scatter(x=t, y=mean, mode="lines", line={"width": 1.5, "color": BLUE}, name=name))
    figure = chart(traces, "symbols seen, t", "−log p(x<sub>t</sub> | x<sub>1</sub>…x<sub>t−1</sub>), nats", height=400)
    figure.update_traces(hovertemplate="%{y:.4g}")
    figure.update_yaxes(rangemode="tozero", zeroline=False)
    figure.update_xaxes(zeroline=False)
    return figure
