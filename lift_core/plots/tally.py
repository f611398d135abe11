"""The wall: the numbers that a class has sent for p(x), as heaps of dots on one axis, a row for each kind of number.

An estimate from n draws has Var p_n = p²·χ²(Q*‖Q)/n (docs/theory.md §6), so about 19 in 20 lie within p·(1 ± 2√(χ²/n)), the band
that is predicted. While the exact value is hidden, neither line nor band nor axis knows of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lift_core.plots.dots import EXACT, STYLE
from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.numerals import fit, probability, sans_width, shorten, titled, written
from lift_core.sequences import String

RADII = (11.0, 9.0, 7.5, 6.0, 5.0)  # of a dot: the first with which the highest heap fits
ENDS = ((1, 0.25), (1.5, 0.5), (2, 0.5), (3, 1), (4, 1), (5, 1), (6, 2), (8, 2), (10, 2.5))  # of an axis, and its steps
SHOWN = 0.9  # of the numbers lie on the axis; the wildest may lie beyond its end
HEAD = 12.0  # over the heaps of a row, beside its name
LN10 = math.log(10)


@dataclass(frozen=True)
class TallyRow:
    """The numbers of one kind: their logarithms (nats, −inf for 0), and √(χ²/n), the relative standard deviation of one of them,
    where theory predicts it."""

    name: str
    log_values: tuple[float, ...]
    spread: float | None = None

    @property
    def log_median(self) -> float:
        """The logarithm of the median; of an even number that is the mean of the two in the middle."""
        ordered, n = sorted(self.log_values), len(self.log_values)
        return float(np.logaddexp(ordered[(n - 1) // 2], ordered[n // 2]) - math.log(2))

    def inside(self, log_p: float) -> int:
        """How many lie in the band p·(1 ± 2·spread)."""
        reach = 2 * (self.spread or 0.0) + EXACT
        return sum(abs(math.exp(min(value - log_p, LN10)) - 1) <= reach for value in self.log_values)


@dataclass(frozen=True)
class _Scale:
    """A linear axis from 0 to end·10^exponent between two places."""

    left: float
    right: float
    end: float
    step: float
    exponent: int

    @property
    def log_end(self) -> float:
        return math.log(self.end) + self.exponent * LN10

    def x(self, log_value: float) -> float:
        return self.left + (self.right - self.left) * min(1.0, math.exp(min(log_value - self.log_end, 0.0)))

    def ticks(self) -> list[tuple[float, str]]:
        """Logarithms of the marks, and what is written there."""
        marks = [k * self.step for k in range(round(self.end / self.step) + 1)]
        logs = [math.log(mark) + self.exponent * LN10 if mark else -math.inf for mark in marks]
        return [(value, probability(value, 3)) for value in logs]


def _scale(left: float, right: float, log_values: Sequence[float]) -> _Scale:
    """The axis that ends at the least of ENDS times a power of ten that is not below the largest value.

    >>> [words for _, words in _scale(0, 1, [math.log(0.067)]).ticks()]
    ['0', '0.02', '0.04', '0.06', '0.08']
    """
    most = max((value for value in log_values if value > -math.inf), default=0.0)
    exponent = math.floor(most / LN10 + 1e-9)
    mantissa = math.exp(most - exponent * LN10)
    end, step = next((pair for pair in ENDS if pair[0] >= mantissa * (1 - 1e-9)), ENDS[-1])
    return _Scale(left, right, end, step, exponent)


def tally_drawing(
    rows: Sequence[TallyRow],
    x: String,
    log_p: float | None,
    *,
    draws: int,
    most: int,
    width: float = 1408,
) -> Drawing:
    """`rows` in their order; `log_p` = log p(x) in nats, None while it is hidden; each estimate is of `draws` draws, the room takes
    `most` numbers."""
    narrow = width < 560
    pitch = {0: 130.0, 1: 230.0, 2: 160.0}.get(len(rows), 120.0)
    top, size = (74.0, 15) if narrow else (54.0, 19)
    bottom = top + pitch * max(len(rows), 1)
    everyone = sorted(value for row in rows for value in row.log_values)
    widest = max((row.spread for row in rows if row.spread is not None and math.isfinite(row.spread)), default=0.0)
    known = [] if log_p is None else [log_p + math.log1p(2.2 * min(widest, 1.0))]
    scale = _scale(
        14.0,
        width - 3.2 * (size - 3) - 2,
        [*everyone[math.ceil(SHOWN * len(everyone)) - 1 :][:1], *known] if everyone else known,
    )
    body = _axis(scale, top, bottom, size)
    if log_p is not None:
        body += _truth(scale, x, log_p, top, bottom, size, width)
    radius = _radius(rows, scale, pitch - size - HEAD)
    for k, row in enumerate(rows):
        body += _row(row, scale, log_p, top + k * pitch, pitch, size, radius, width - scale.left - 8)
    if not everyone:
        middle = number(width / 2)
        body.append(
            f'<text class="soft mid halo" x="{middle}" y="{number(top + 70)}" font-size="22">no numbers yet</text>'
        )
    total = f"{len(everyone)} of at most {most}"
    body.append(f'<text class="b" x="0" y="26" font-size="{size + 7}">{total}</text>')
    note = f"p({shorten(written(x), 12, keep='end')})"
    note += f"; shaded: predicted, ± 2√(χ²/{draws})" if log_p is not None and widest else ""
    place = f'x="{number(width / 2)}" y="{number(bottom + 44)}" font-size="{number(fit(note, size - 3, width))}"'
    body.append(f'<text class="soft mid" {place}>{escape(note)}</text>')
    alt = _alternative(rows, x, log_p, total)
    style = (
        STYLE + ".lift .truth{stroke-width:3}.lift .band{opacity:.24}.lift tspan.plain{font-weight:400;fill:var(--ink)}"
    )
    return Drawing(
        svg(width, bottom + 52, "What the class has sent", alt, "".join(body), style), 1, alt, _table(rows, log_p)
    )


def _axis(scale: _Scale, top: float, bottom: float, size: int) -> list[str]:
    out, ticks = [], scale.ticks()
    between = (scale.right - scale.left) / (len(ticks) - 1) - 4
    small = number(min(fit(words, size - 3, between) for _, words in ticks))
    for value, words in ticks:
        at = number(scale.x(value))
        out.append(f'<path class="axis" d="M{at} {number(top)}V{number(bottom)}"/>')
        out.append(f'<text class="soft mid" x="{at}" y="{number(bottom + 20)}" font-size="{small}">{words}</text>')
    return out


def _truth(scale: _Scale, x: String, log_p: float, top: float, bottom: float, size: int, width: float) -> list[str]:
    """The exact line with its name, which stays inside the picture."""
    at = scale.x(log_p)
    rest = f" = {probability(log_p)}, exact"
    name, small = titled(shorten(written(x), 12, keep="end"), rest, size, width)
    wide = small * sans_width(f"p({name}){rest}")
    side, place = (
        ("end", max(min(at + 8, width), wide)) if at > width / 2 else ("", max(min(at - 8, width - wide), 0.0))
    )
    words = f'<tspan class="it">p</tspan>({escape(name)}){rest}'
    return [
        f'<path class="truth" d="M{number(at)} {number(top - 8)}V{number(bottom)}"/>',
        f'<text class="b halo {side}" x="{number(place)}" y="{number(top - 14)}" font-size="{number(small)}">{words}</text>',
    ]


def _row(
    row: TallyRow, scale: _Scale, log_p: float | None, top: float, pitch: float, size: int, radius: float, room: float
) -> list[str]:
    head, base = size + HEAD, top + pitch
    out = [f'<path class="axis" d="M{number(scale.left)} {number(base)}H{number(scale.right)}"/>']
    if log_p is not None and row.spread is not None:
        reach = 2 * min(row.spread, 1e6)
        low = scale.x(log_p + math.log1p(-reach) if reach < 1 else -math.inf)
        high = scale.x(log_p + math.log1p(reach))
        place = f'x="{number(low)}" y="{number(top + head)}" width="{number(max(high - low, 1.5))}"'
        out.append(f'<rect class="band" {place} height="{number(pitch - head)}"/>')
    out += _dots(row, scale, radius, base, pitch - head)
    said = f"· {_said(row, log_p)}"
    small = fit(f"{row.name} {said}", size, room)
    words = f"{escape(row.name)} <tspan class='plain'>{escape(said)}</tspan>"
    out.append(
        f'<text class="b halo" x="{number(scale.left + 6)}" y="{number(top + size + 2)}" font-size="{number(small)}">{words}</text>'
    )
    return out


def _said(row: TallyRow, log_p: float | None) -> str:
    said = f"{len(row.log_values)}, median {probability(row.log_median)}"
    if log_p is not None and row.spread is not None:
        said += f", {row.inside(log_p)} in the band"
    return said


def _heaps(row: TallyRow, scale: _Scale, radius: float) -> list[tuple[float, list[float]]]:
    """The numbers in heaps, each over the middle of its own: a heap takes what lies within a dot's width of its first."""
    heaps: list[list[float]] = []
    for value in sorted(row.log_values):
        if heaps and scale.x(value) - scale.x(heaps[-1][0]) < 2 * radius:
            heaps[-1].append(value)
        else:
            heaps.append([value])
    return [((scale.x(heap[0]) + scale.x(heap[-1])) / 2, heap) for heap in heaps]


def _radius(rows: Sequence[TallyRow], scale: _Scale, room: float) -> float:
    """The largest of RADII with which every heap fits, else the smallest: its dots then overlap."""
    for radius in RADII:
        if all(len(heap) * 2 * radius <= room for row in rows for _, heap in _heaps(row, scale, radius)):
            return radius
    return RADII[-1]


def _dots(row: TallyRow, scale: _Scale, radius: float, base: float, room: float) -> list[str]:
    """Heaps of dots over the line at `base`; an arrow head where the number lies beyond the end of the axis."""
    out = []
    for x, heap in _heaps(row, scale, radius):
        step = min(2 * radius, (room - 2 * radius) / max(len(heap) - 1, 1))
        for k, value in enumerate(heap):
            y, r = base - radius - 1 - k * step, radius
            if value > scale.log_end + EXACT:
                d = f"M{number(x - r)} {number(y - r)}L{number(x + r)} {number(y)}L{number(x - r)} {number(y + r)}z"
                out.append(f'<path class="dot" d="{d}"/>')
            else:
                out.append(f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{number(r)}"/>')
    return out


def _table(rows: Sequence[TallyRow], log_p: float | None) -> tuple[tuple[str | float, ...], ...]:
    head = ("kind", "number") if log_p is None else ("kind", "number", "÷ p(x)")
    body = (
        (row.name, *(float(f"{math.exp(min(log_value, 700.0)):.10g}") for log_value in shown))
        for row in rows
        for value in sorted(row.log_values)
        for shown in [(value,) if log_p is None else (value, value - log_p)]
    )
    return (head, *body)


def _alternative(rows: Sequence[TallyRow], x: String, log_p: float | None, total: str) -> str:
    parts = [f"Numbers for p({written(x)}), {total}"]
    parts += [f"{row.name}: {_said(row, log_p)}" for row in rows]
    parts.append("the exact value is hidden" if log_p is None else f"exactly {probability(log_p)}")
    return "; ".join(parts) + "."
