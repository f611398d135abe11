"""The samplers one under the other: forty dots each, and right of them, row by row, what theory and clock say of the sampler.

Columns: how many of its own intervals contain the truth, χ², the draws that bring the relative error √(χ²/n) down to 10% (100·χ²),
the measured cost of a draw, and the product of the two (docs/theory.md §5, §6).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lift_core.plots.dots import STYLE, Axis, Run, axis, band, dots, told
from lift_core.plots.drawing import Drawing, Row, escape, number, svg
from lift_core.plots.numerals import (
    count,
    duration,
    figures,
    fit,
    plural,
    power,
    probability,
    sans_width,
    shorten,
    titled,
    written,
)
from lift_core.sequences import String

TABLE_STYLE = (
    ".lift .line{stroke:var(--rule);stroke-width:1;opacity:.6}.lift .badge{fill:none;stroke:var(--soft);stroke-width:1.3}"
    ".lift .badge.explanatory{fill:var(--soft);opacity:.22;stroke:none}.lift .badge.causal{stroke-dasharray:none}"
    ".lift .badge.identity,.lift .badge.predictive{stroke-dasharray:3 2.5}.lift .grey text{fill:var(--stub)}"
)


@dataclass(frozen=True)
class DotRow:
    """One sampler: its forty runs and what is known of it.

    `chi2` is exact, or `measured`: n times the squared scatter of the runs around the truth; None where it is unknown. `needed`: draws
    for 10%; `cost`: microseconds per draw; `linked`: a click on a dot opens that run; `reason`: why the projection cannot have it;
    `note`: what else there is to say of its name.
    """

    key: str
    name: str
    place: str = ""
    runs: tuple[Run, ...] = ()
    chi2: float | None = None
    measured: bool = False
    needed: int | None = None
    cost: float | None = None
    linked: bool = True
    reason: str = ""
    note: str = ""

    @property
    def spread(self) -> float | None:
        """√(χ²/n), the relative standard deviation of an estimate."""
        known = self.runs and self.chi2 is not None and math.isfinite(self.chi2)
        return math.sqrt(self.chi2 / self.runs[0].n) if known and self.chi2 is not None else None

    @property
    def holding(self) -> tuple[int, int] | None:
        """(runs whose own interval contains the truth, all runs); None where runs have no intervals of their own."""
        if not self.runs or any(math.isnan(run.relative_error) for run in self.runs):
            return None
        return sum(run.holds for run in self.runs), len(self.runs)

    @property
    def time(self) -> float | None:
        """Microseconds for 10%: draws times cost."""
        return self.needed * self.cost if self.needed is not None and self.cost is not None else None


@dataclass(frozen=True)
class _Column:
    key: str
    head: tuple[str, str]
    meaning: str
    exact: bool = True


_COLUMNS = (
    _Column(
        "own",
        ("own intervals", "with the truth"),
        "estimate ± 1.96 of its own standard errors. It promises little: a run that missed the heavy explanations does not know it.",
    ),
    _Column(
        "chi2", ("", "χ²"), "n times the relative variance of an estimate; exact, or with ≈ measured from these dots"
    ),
    _Column("needed", ("draws", "for 10%"), "100·χ²: so many draws bring the relative error √(χ²/n) down to 10%"),
    _Column("cost", ("cost of", "a draw"), "measured on this machine, weights included", False),
    _Column("time", ("time", "for 10%"), "draws for 10% times the cost of a draw"),
)


def dots_drawing(
    rows: Sequence[DotRow], x: String, log_p: float, *, width: float = 1408, height: float = 560
) -> Drawing:
    """All rows, those that the projection cannot have greyed with the reason; `log_p` = log p(x), nats, finite."""
    roomy = width >= 1240
    names, cells = (176.0, 84.0) if roomy else (132.0, 64.0)
    size = 16.0 if roomy else 13.5
    top, bottom = 58.0, height - 50.0
    pitch = (bottom - top) / max(len(rows), 1)
    runs = [run for row in rows for run in row.runs]
    spreads = [row.spread for row in rows if row.spread is not None]
    f = axis(names + 12, width - len(_COLUMNS) * cells - 56, runs, max(spreads, default=0.0))
    edges = [width - cells * (len(_COLUMNS) - 1 - k) - 14 * (k == 0) for k in range(len(_COLUMNS))]
    details: list[dict[str, Any]] = []
    body = [
        *_axis(f, top, bottom, edges[0] - cells - 22, x, log_p, 17 if roomy else 15),
        _legend(f.left + 6, height - 14, width),
        *_heads(edges, top, size, cells, details),
    ]
    for k, row in enumerate(rows):
        body += _row(row, k, f, edges, top + pitch * (k + 0.5), pitch, size, names, cells, details)
    alt = _alternative(rows, x, log_p)
    return Drawing(
        svg(width, height, f"Estimates of p({written(x)})", alt, "".join(body), STYLE + TABLE_STYLE),
        1,
        alt,
        _table(rows),
        tuple(details),
    )


def _axis(f: Axis, top: float, bottom: float, room: float, x: String, log_p: float, size: float) -> list[str]:
    """The axis, and the truth with its name, which ends before `room`, where the heads of the columns begin."""
    out = []
    for mark, label in f.ticks():
        at = number(f.x(mark))
        out.append(f'<path class="axis" d="M{at} {number(top)}V{number(bottom)}"/>')
        out.append(f'<text class="soft mid" x="{at}" y="{number(bottom + 18)}" font-size="15" data-x="">{label}</text>')
    truth, value = number(f.x(1)), probability(log_p)
    name, size = titled(shorten(written(x), 12, keep="end"), f"truth:  = {value}", size, room)
    half = size * sans_width(f"truth: p({name}) = {value}") / 2
    middle, note = max(half, min(f.x(1), room - half)), "estimate ÷ truth"
    out += [
        f'<path class="truth hush" d="M{truth} {number(top - 8)}V{number(bottom)}"/>',
        f'<text class="mid b" x="{number(middle)}" y="{number(top - 16)}" font-size="{number(size)}">truth: <tspan class="it">p</tspan>'
        f'({escape(name)}) = <tspan data-x="">{value}</tspan></text>',
        f'<text class="soft end" x="{number(f.left - 24)}" y="{number(bottom + 18)}" '
        f'font-size="{number(fit(note, 14, f.left - 24))}">{note}</text>',
    ]
    return out


def _legend(x: float, y: float, width: float) -> str:
    """What dots and bands mean, on one line that ends within the picture: from x on, or where it must from the left edge."""
    signs = (
        (20, '<circle class="dot" r="5.5"/>', "own interval contains the truth"),
        (20, '<circle class="dot miss" r="5"/>', "misses it"),
        (28, '<rect class="band" x="-8" y="-8" width="20" height="16" style="opacity:.3"/>', "predicted, ± 2√(χ²/n)"),
        (28, '<rect class="spread" x="-8" y="-7" width="20" height="14"/>', "measured"),
    )
    out, size, between = [], 14.0, 14
    fixed, words = sum(before + between for before, _, _ in signs), sum(sans_width(text) for *_, text in signs)
    if x + fixed + words * size > width:
        x, size = 10.0, min(size, (width - 10 - fixed) / words)
    for before, sign, text in signs:
        out.append(
            f'<g class="soft" transform="translate({number(x)} {number(y)})">{sign}'
            f'<text x="{before - 8}" y="5" font-size="{number(size)}">{text}</text></g>'
        )
        x += before + sans_width(text) * size + between
    return "".join(out)


def _heads(edges: Sequence[float], top: float, size: float, cells: float, details: list[dict[str, Any]]) -> list[str]:
    out = []
    small = number(min(14.0, size * 0.88))
    for column, x in zip(_COLUMNS, edges, strict=True):
        first, second = column.head
        wide = cells if column.key != "own" else cells + 22
        out.append(
            f'<g data-i="{len(details)}" class="soft"><rect x="{number(x - wide)}" y="{number(top - 46)}" width="{number(wide)}" '
            f'height="42" fill="transparent"/><text class="end" x="{number(x)}" y="{number(top - 30)}" font-size="{small}">{first}</text>'
            f'<text class="end" x="{number(x)}" y="{number(top - 13)}" font-size="{small}">{second}</text></g>'
        )
        name = " ".join(part for part in column.head if part)
        details.append({"t": 0, "parent": -1, "name": name, "facts": [["", column.meaning, False]]})
    return out


def _row(
    row: DotRow,
    number_of: int,
    f: Axis,
    edges: Sequence[float],
    y: float,
    pitch: float,
    size: float,
    names: float,
    cells: float,
    details: list[dict[str, Any]],
) -> list[str]:
    line = f'<path class="line" d="M0 {number(y - pitch / 2)}H{number(edges[-1])}"/>'
    out = [line, _name(row, y, size, names, details)]
    if row.reason:
        words = escape(shorten(row.reason, (edges[-1] - f.left) / (size * 0.94), measure=sans_width))
        place = f'x="{number(f.left)}" y="{number(y)}" dy=".35em" font-size="{number(size * 0.94)}"'
        return [*out, f'<g class="grey"><text class="halo" {place}>{words}</text></g>']
    out.append(band(f, y, pitch - 6, row.spread, not row.measured))
    radius = min(5.5 if size > 15 else 4.5, pitch * 0.11)
    first = len(details)
    details += [told(row.name, row.key, run, row.linked) for run in row.runs]
    out += dots(f, y, pitch - 6, row.runs, first, radius, number_of)
    for column, x in zip(_COLUMNS, edges, strict=True):
        mark = ' data-x=""' if column.exact else ""
        kind = "end b" if column.key == "own" else "end"
        value = _cell(row, column.key)
        place = f'x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(fit(value, size, cells - 6))}"'
        out.append(f'<text class="{kind}" {place}{mark}>{value}</text>')
    return out


def _name(row: DotRow, y: float, size: float, names: float, details: list[dict[str, Any]]) -> str:
    """The name with the badge under it."""
    lift = 10 if row.place else 0
    text = escape(shorten(row.name, names / (size * 1.06), measure=sans_width))
    out = f'<text class="b" x="0" y="{number(y - lift)}" dy=".35em" font-size="{number(size * 1.06)}">{text}</text>'
    if row.place:
        small = size * 0.78
        wide = sans_width(row.place) * small + 14
        out += (
            f'<rect class="badge {row.place}" x="0.7" y="{number(y + 2)}" width="{number(wide)}" height="{number(small + 6)}" '
            f'rx="{number(small / 2 + 3)}"/><text class="mid" x="{number(wide / 2 + 0.7)}" y="{number(y + 5 + small / 2)}" dy=".35em" '
            f'font-size="{number(small)}">{row.place}</text>'
        )
    out = (
        f'<g data-i="{len(details)}" class="{"grey" if row.reason else ""}"><rect x="0" y="{number(y - 24)}" width="{number(names)}" '
        f'height="48" fill="transparent"/>{out}</g>'
    )
    facts = [["", row.reason or row.note, False]]
    details.append({"t": 0, "parent": -1, "name": row.name, "facts": facts if row.reason or row.note else []})
    return out


def _cell(row: DotRow, column: str) -> str:
    about = "≈ " if row.measured else ""
    if column == "own":
        return "—" if row.holding is None else f"{row.holding[0]} of {row.holding[1]}"
    if column == "chi2":
        return (
            "—"
            if row.chi2 is None
            else about + (figures(row.chi2, 1) if row.measured and row.chi2 < 0.01 else chi2_text(row.chi2))
        )
    if column == "needed":
        return (
            "—"
            if row.needed is None
            else about + (count(row.needed) if row.needed < 10**6 else power(math.log(row.needed)))
        )
    value = row.cost if column == "cost" else row.time
    return "—" if value is None else duration(value)


def chi2_text(value: float) -> str:
    """χ² to three figures that matter.

    >>> chi2_text(7.953), chi2_text(0.0413), chi2_text(14915.4), chi2_text(0.0), chi2_text(math.inf)
    ('7.95', '0.0413', '14,915', '0', '∞')
    """
    return figures(value, 3)


def _table(rows: Sequence[DotRow]) -> tuple[Row, ...]:
    head = ("sampler", "place", "own intervals with the truth", "χ²", "draws for 10%", "cost of a draw", "time for 10%")
    return (
        head,
        *(
            (row.name, "unavailable", "", "", "", "", "")
            if row.reason
            else (row.name, row.place, *(_cell(row, c.key) for c in _COLUMNS))
            for row in rows
        ),
    )


def _alternative(rows: Sequence[DotRow], x: String, log_p: float) -> str:
    parts = []
    for row in rows:
        if row.reason:
            parts.append(f"{row.name} is unavailable: {row.reason}")
            continue
        text = f"{row.name}: χ² {_cell(row, 'chi2')}"
        if row.spread is not None:
            text += f", relative error {figures(row.spread, 3)}"
        if row.holding:
            text += f", {row.holding[0]} of {row.holding[1]} own intervals contain the truth"
        parts.append(text)
    runs = next((row.runs for row in rows if row.runs), ())
    of = f"{len(runs)} estimates of {plural(runs[0].n, 'draw')} each" if runs else "No estimates"
    return f"{of}, as multiples of p({written(x)}) = {probability(log_p)}. " + "; ".join(parts) + "."
