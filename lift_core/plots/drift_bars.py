"""One-step drift D(Q*_x(·|xa), Q*(·|x)) under the columns: how far each symbol moved the belief about all before it
(docs/theory.md §4).
"""

from collections.abc import Sequence
from typing import Any

from lift_core.plots.details import ordinal
from lift_core.plots.drawing import number
from lift_core.plots.numerals import figures
from lift_core.plots.triangle_frame import TriangleFrame
from lift_core.plots.triangle_marks import box, text

NAMES = {"tv": "TV", "kl": "KL", "chi2": "χ²"}
UNITS = {"tv": "in total variation", "kl": "nats (KL)", "chi2": "in χ²"}
STYLE = (
    ".lift .moved{fill:var(--ink);fill-opacity:.72}.lift .base{stroke:var(--rule);stroke-width:1;fill:none}"
    ".lift .drift:is(.lit,.chosen) .moved{fill-opacity:1}.lift .reach{fill:var(--ink);fill-opacity:0}"
)


def drift_bars(
    one_step: Sequence[float],
    metric: str,
    f: TriangleFrame,
    before: int,
    usual: Sequence[int],
) -> tuple[list[str], list[dict[str, Any]]]:
    """(markup, details) of the bars; `before` details come first, and `usual[t]` is what a click on a bar opens."""
    full = f.bar_height
    top = round_top(max(one_step[max(f.first - 2, 0) : f.last - 1], default=1.0), metric)
    size = 12 if f.narrow else 14
    out = [f'<path class="base" d="M{number(f.left - 4)} {number(f.bars)}H{number(f.right)}"/>']
    name, high = ("drift", 24) if f.narrow else ("one-step drift", 31)
    out.append(text(0, f.bars - high - 5, name, 12 if f.narrow else 15, "soft" if f.narrow else ""))
    out.append(text(0, f.bars - 13, NAMES[metric], size, "soft"))
    out.append(f'<g data-full="{number(full)}" data-top="{top:g}">')
    details: list[dict[str, Any]] = []
    for t in range(max(f.first, 2), f.last + 1):
        value = one_step[t - 2]
        wide = min(56.0, (f.cell - f.gap) * 0.6)
        middle = f.x(t) + (f.cell - f.gap) / 2
        high = max(1.5, full * value / top) if value > 1e-12 else 0.0
        told = decimal(value) if f.cell > 44 else decimal(value, 2)
        reach = box(f.x(t), f.bars - full - 20, f.cell, full + 22, "reach")
        bar = box(middle - wide / 2, f.bars - high, wide, high, "moved hush", more=f'data-bar="up {value:.6g}"')
        label = text(middle, f.bars - high - 12, told, size if f.cell > 36 else 11, "mid hush", 'data-x=""')
        out.append(f'<g class="drift" data-i="{before + len(details)}" data-step="{t}">{reach}{bar}{label}</g>')
        details.append(
            {
                "t": t,
                "name": f"the {ordinal(t)} symbol moved the belief about all before it",
                "tip": f"by {decimal(value)} {UNITS[metric]}",
                "panel": usual[t],
            }
        )
    return [*out, "</g>"], details


def round_top(largest: float, metric: str) -> float:
    """The value that a full bar stands for: 1, 2 or 5 times a power of ten, and at most 1 for total variation.

    >>> round_top(0.308, "tv"), round_top(0.0, "kl"), round_top(7.2, "chi2")
    (0.5, 1.0, 10.0)
    """
    if largest <= 1e-12:
        return 1.0
    power = 1.0
    while power > largest:
        power /= 10
    while power * 10 < largest:
        power *= 10
    found = next(step * power for step in (1, 2, 5, 10) if step * power >= largest * (1 - 1e-9))
    return min(found, 1.0) if metric == "tv" else found


def decimal(value: float, places: int = 3) -> str:
    """
    >>> decimal(0.0446), decimal(0.00002), decimal(0.0), decimal(12.3456), decimal(1e-17)
    ('0.045', '2·10⁻⁵', '0', '12.3', '0')
    """
    if value < 1e-12:
        return "0"
    if value < 0.5 * 10**-places:
        return figures(value, 1)
    return f"{value:.{places}f}" if value < 10 else f"{value:,.3g}"
