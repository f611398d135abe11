"""How many explanations an observation has as it grows: |lifting(x_1…x_t)| against t, beside the mean over all words of length t.

The mean changes by log(ρ(Σ_σ N_σ)/|Σ|) nats a symbol in the long run (docs/theory.md §1).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import plotly.graph_objects as go

from lift_core.plots.axes import BLUE, ORANGE, chart, log10, powers
from lift_core.plots.numerals import count, figures, written
from lift_core.sequences import String


def size_curve(x: String, sizes: Sequence[int], averages: Sequence[Fraction] = ()) -> go.Figure:
    """`sizes[t]` = |lifting(x_1…x_t)|, `averages[t]` the mean over the words of length t; either may be longer than the other.

    A size of zero (nothing shows that beginning) has no place on the logarithmic axis: the line ends there.
    """
    traces: list[Any] = []
    if averages:
        traces.append(
            go.Scatter(
                x=list(range(len(averages))),
                y=[log10(mean) for mean in averages],
                customdata=[_decimal(mean) for mean in averages],
                name="mean over all words of length t",
                mode="lines",
                line={"dash": "dot", "width": 2.5, "color": ORANGE},
                hovertemplate="%{customdata}<extra>mean over all words</extra>",
            )
        )
    name = f"this observation, {written(x) if len(x) <= 16 else f'{len(x)} symbols'}"
    traces.insert(
        0,
        go.Scatter(
            x=list(range(len(sizes))),
            y=[log10(size) for size in sizes],
            customdata=[count(size) for size in sizes],
            name=name,
            mode="lines+markers",
            line={"width": 3, "color": BLUE},
            marker={"size": 8},
            hovertemplate="%{customdata} strings<extra>x<sub>1</sub>…x<sub>t</sub></extra>",
        ),
    )
    figure = chart(traces, "symbols seen, t", "latent strings in the lifting")
    heights = [y for y in (log10(value) for value in (*sizes, *averages)) if y is not None]
    low, high = min(heights, default=0.0), max(max(heights, default=0.0), 0.3)
    marks, labels = powers(low, high)
    figure.update_yaxes(tickvals=marks, ticktext=labels, range=[low - 0.06, high + 0.1], zeroline=False)
    longest = max(len(sizes), len(averages)) - 1
    figure.update_xaxes(
        dtick=1 if longest <= 8 else 2 if longest <= 20 else None, range=[-0.2, longest + 0.2], zeroline=False
    )
    return figure


def _decimal(mean: Fraction) -> str:
    return count(round(mean)) if mean >= 1000 else figures(float(mean))
