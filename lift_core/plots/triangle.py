"""Posterior drift as a triangle: row s is the s-th segment, column t what is believed of it after t symbols (docs/theory.md §4).

A cell holds P(event of segment s | x_1…x_t) as the length of its bar; the framed diagonal is the filter, the column of the
present step the smoother. Under the columns how far each symbol moved the belief; beside them, for a chosen cell, the single
explanations before and after. Panels of cells are all in the drawing: `data-panel="i"` is shown where entry i of `details` is
chosen, and where none is, the entry that `data-panels` on the svg has for the step; `data-row` is that entry's row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lift_core.plots.drawing import Drawing, Row, svg
from lift_core.plots.drift_bars import NAMES, drift_bars
from lift_core.plots.drift_bars import STYLE as BARS_STYLE
from lift_core.plots.numerals import percent, written
from lift_core.plots.palette import palette
from lift_core.plots.triangle_cells import STYLE as CELLS_STYLE
from lift_core.plots.triangle_cells import Words, cells, telling
from lift_core.plots.triangle_frame import triangle_frame
from lift_core.plots.triangle_slopes import STYLE as SLOPES_STYLE
from lift_core.plots.triangle_slopes import panels, room_for_shares, row_style
from lift_core.projected.explanations import Slopes
from lift_core.projected.marginals import Triangle


@dataclass(frozen=True)
class DriftValues:
    """What the picture shows: the triangle, the drift of each symbol after the first (`one_step[t − 2]` is that of x_t), and
    {(t, u): what x_{t+1}…x_u make of the explanations of x_1…x_t}."""

    triangle: Triangle
    one_step: tuple[float, ...]
    slopes: Mapping[tuple[int, int], Slopes]
    metric: str = "tv"


def spans(first: int, last: int, length: int) -> list[tuple[int, int]]:
    """The pairs (t, u) that cells of segments first … last need: the next symbol, and for the diagonal all of x."""
    near = [(t - 1, t) for t in range(max(first + 1, 2), last + 1)]
    return [*near, *((t, length) for t in range(first, last + 1) if t < length and (t, length) not in near)]


def triangle_drawing(
    values: DriftValues,
    *,
    words: Words,
    symbols: Sequence[str] = (),
    first: int = 1,
    last: int | None = None,
    width: float = 1400,
    height: float = 520,
    part: str = "all",
) -> Drawing:
    """Segments and symbols `first` … `last`; narrower than 1000 the slopes stand under the triangle. `part` is "all", or the
    "triangle" or the "slopes" alone, which have the same steps, details and choices."""
    x = values.triangle.observation
    frame = triangle_frame(first, len(x) if last is None else last, words.unit, width, height)
    frame = replace(frame, shares=room_for_shares(values.slopes, frame.narrow))
    if part == "triangle":
        frame = replace(frame, height=frame.bars + 8)
    elif part == "slopes":
        frame = replace(frame, height=frame.panel_height, panel_x=0.0, panel_y=0.0)
    colours = palette(tuple(symbols) or tuple(dict.fromkeys(x)))
    details, body, index = cells(values.triangle, frame, words, colours)
    usual = [index.get(_usual(values.triangle, t, frame.first, frame.last), -1) for t in range(len(x) + 1)]
    bars, more = drift_bars(values.one_step, values.metric, frame, len(details), usual)
    details += more
    beside = panels(values.triangle, values.slopes, frame, words, details, index, usual[-1])
    shown = {"all": [*body, *bars, *beside], "triangle": [*body, *bars], "slopes": beside}[part]
    drawing = svg(
        frame.width,
        frame.height,
        f"posterior drift of {written(x)}",
        alt := _slopes_alternative(values) if part == "slopes" else _alternative(values, words),
        "".join(shown),
        CELLS_STYLE + BARS_STYLE + SLOPES_STYLE + row_style(values.triangle, frame, colours),
        f'data-panels="{" ".join(map(str, usual))}" data-row="{details[usual[-1]]["row"] if usual[-1] >= 0 else ""}"',
    )
    return Drawing(drawing, len(x) + 1, alt, _table(values, words, frame.first, frame.last), tuple(details))


def _usual(triangle: Triangle, t: int, first: int, last: int) -> tuple[int, int]:
    """The cell whose slopes show where none is chosen."""
    if t < 2 or not first < t <= last:
        return (1, 1) if t == 1 == len(triangle.observation) else (0, 0)
    return telling(triangle, t, first)


def _alternative(values: DriftValues, words: Words) -> str:
    triangle = values.triangle
    x, rows = triangle.observation, []
    for s in range(1, len(x) + 1):
        then, now = float(triangle.at(s, s)), float(triangle.at(s, len(x)))
        rows.append(
            f"{words.unit} {s} {percent(then)} when seen" + (f", {percent(now)} in the end" if s < len(x) else "")
        )
    shown = rows if len(rows) <= 12 else [*rows[:6], "…", *rows[-6:]]
    drift = ", ".join(f"{value:.3f}" for value in values.one_step[:12])
    text = f"What is believed of {words.event} after {written(x)}: " + "; ".join(shown) + "."
    return text + (f" One-step drift ({NAMES[values.metric]}): {drift}." if drift else "")


def _slopes_alternative(values: DriftValues) -> str:
    x = values.triangle.observation
    found = values.slopes.get((len(x) - 1, len(x)))
    if found is None:
        return "No single explanations to compare yet."
    told = ", ".join(
        f"{written(line.latent)} from {percent(line.before)} to {percent(line.after)}" for line in found.lines
    )
    return f"What {written(x[-1:])} does to single explanations of {written(x[:-1])}: {told}."


def _table(values: DriftValues, words: Words, first: int, last: int) -> tuple[Row, ...]:
    """A row for each cell that is drawn."""
    body = (
        (s, t, float(values.triangle.at(s, t)), values.one_step[t - 2] if t > 1 and s == t else "")
        for t in range(first, last + 1)
        for s in range(first, t + 1)
    )
    return ((words.unit, "symbols seen", f"P({words.event})", f"one-step drift ({values.metric})"), *body)
