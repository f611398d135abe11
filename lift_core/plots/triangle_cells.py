"""The cells of the triangle: P(event of segment s | x_1…x_t) as the length of a bar, the diagonal framed (docs/theory.md §4)."""

from dataclasses import dataclass
from typing import Any

from lift_core.plots.drawing import escape, number
from lift_core.plots.numerals import percent, plural, shorten, visible
from lift_core.plots.palette import Palette
from lift_core.plots.triangle_frame import TriangleFrame
from lift_core.plots.triangle_marks import box, text
from lift_core.projected.marginals import Triangle

STYLE = (
    ".lift .cell .box{fill:var(--ink);fill-opacity:.045}.lift .cell .track{fill:var(--ink);fill-opacity:.1}.lift .cell .fill{fill:var(--c)}"
    ".lift .cell .edge{fill:none;stroke:var(--ink);stroke-width:0}.lift .cell.diagonal .edge{stroke-width:2;stroke-opacity:.75}"
    ".lift .cell.open .edge{stroke:var(--c0);stroke-width:3;stroke-opacity:1}"
    ".lift .cell:is(.lit,.chosen) .edge{stroke-width:3;stroke-opacity:1}"
    ".lift .cell:focus-visible{outline:3px solid var(--c0);outline-offset:2px}"
    ".lift .now{fill:var(--c0);fill-opacity:.1}.lift .sign{fill-opacity:.3}.lift .keybox{fill:var(--c)}"
    ".lift .sample{fill:none;stroke:var(--ink);stroke-width:2}"
)


@dataclass(frozen=True)
class Words:
    """How the scenario speaks: of its segments as flips, minutes, letters, and of the event: "coin B", or "no cut before …" where
    … stands for the segment."""

    unit: str = "segment"
    event: str = "the event"

    def cell(self, s: int) -> str:
        place = f"{self.unit} {s}"
        return self.event.replace("…", place) if "…" in self.event else f"{self.event} at {place}"

    def after(self, t: int) -> str:
        return f"after {plural(t, self.unit)}"


def cells(
    triangle: Triangle, f: TriangleFrame, words: Words, colours: Palette
) -> tuple[list[dict[str, Any]], list[str], dict[tuple[int, int], int]]:
    """(details, markup, {(s, t): index}) of the cells first ≤ s ≤ t ≤ last, with the keys of rows and columns."""
    x = triangle.observation
    details: list[dict[str, Any]] = []
    index: dict[tuple[int, int], int] = {}
    out = _legend(f)
    for t in range(f.first, f.last + 1):
        wash = f"M{number(f.x(t))} {number(f.top - 4)}h{number(f.cell)}V{number(f.y(t) + f.row + 2)}h{number(-f.cell)}z"
        out.append(f'<path class="now" data-only="{t}"{_unless(t, len(x))} d="{wash}"/>')
        out.append(_column(f, x[t - 1], t, colours))
    out += [_line(f, x[s - 1], s, words, colours) for s in range(f.first, f.last + 1)]
    out.append(f'<g class="cells" role="listbox" aria-label="{escape(words.event)}, by segment and by symbols seen">')
    for t in range(f.first, f.last + 1):
        for s in range(f.first, t + 1):
            q = float(triangle.at(s, t))
            before = float(triangle.at(s, t - 1)) if s < t else None
            index[s, t] = len(details)
            out.append(_cell(f, s, t, q, colours.colour(x[s - 1]), index[s, t]))
            details.append(
                {
                    "z": [str(s), str(t)],
                    "t": t,
                    "row": s,
                    "name": f"{words.after(t)}, {words.cell(s)}",
                    "tip": tip(q, before),
                }
            )
    return details, [*out, "</g>"], index


def weight(triangle: Triangle, s: int, t: int) -> float:
    """How much a cell is worth telling: what symbol t changed, times the root of how long ago segment s was."""
    return round(abs(float(triangle.at(s, t)) - float(triangle.at(s, t - 1))) * (t - s) ** 0.5, 9)


def telling(triangle: Triangle, t: int, first: int = 1) -> tuple[int, int]:
    """The cell of column t > 1 that is most worth telling, the latest where several are."""
    return max(((s, t) for s in range(min(first, t - 1), t)), key=lambda cell: (weight(triangle, *cell), cell))


def tip(q: float, before: float | None) -> str:
    """
    >>> tip(0.836, 0.529), tip(0.529, None)
    ('83.6%, was 52.9%', '52.9%, just seen')
    """
    return f"{percent(q)}, was {percent(before)}" if before is not None else f"{percent(q)}, just seen"


def _unless(t: int, last: int) -> str:
    return "" if t == last else ' display="none"'


def _column(f: TriangleFrame, symbol: str, t: int, colours: Palette) -> str:
    """The key of a symbol seen, and how many are seen by then."""
    middle, size = f.x(t) + (f.cell - f.gap) / 2, 15 if f.narrow or f.cell < 56 else 18
    high = 26.0 if f.narrow else 32.0
    name = shorten(visible(symbol), max((f.cell - 8) / size, 0.7))
    wide = min(f.cell - f.gap, max(high, 16 + 0.62 * size * len(name)))
    y = f.top - high - 10
    count = text(middle, y - 11, str(t), 12 if f.narrow else 14, "soft mid")
    key = box(middle - wide / 2, y, wide, high, "keybox", 6) + text(middle, y + high / 2, name, size, "m b mid on")
    return f'<g class="c{colours.colour(symbol)}" data-header="{t}">{count}{key}</g>'


def _line(f: TriangleFrame, symbol: str, s: int, words: Words, colours: Palette) -> str:
    """The name of a segment, with the symbol that it shows."""
    y, side = f.y(s) + (f.row - f.gap) / 2, 20.0 if f.narrow else 24.0
    letter, name = shorten(visible(symbol), 1.3), str(s) if f.narrow else f"{words.unit} {s}"
    size, left = 13 if f.narrow else 15, f.left - side - 8
    label = text(left - (3 if f.narrow else 6), y, shorten(name, 9), size + 1, "end")
    key = box(left, y - side / 2, side, side, "keybox", 5)
    key += text(left + side / 2, y, letter, size if len(letter) < 2 else size - 4, "m b mid on")
    return f'<g class="c{colours.colour(symbol)}" data-header="{s}">{label}{key}</g>'


def _cell(f: TriangleFrame, s: int, t: int, q: float, colour: int, index: int) -> str:
    x, y, w, h = f.x(t), f.y(s), f.cell - f.gap, f.row - f.gap
    pad = 8.0 if w > 70 else 4.0
    room = w - 2 * pad
    size = 19.0 if w >= 100 and h >= 50 else 16.0 if w >= 56 and h > 36 else 14.0 if w >= 44 else 12.0
    thick = min(18.0, max(5.0, h * 0.26))
    bar = y + h - thick - (9 if h > 40 else 3)
    kind = "cell diagonal" if s == t else "cell"
    filled = max(q * room, 1.0) if q > 0 else 0.0
    return (
        f'<g class="{kind} c{colour}" data-i="{index}" data-step="{t}">{box(x, y, w, h, "box", 5)}'
        + text(x + pad, (y + bar) / 2 + 1, _share(q, w), size, "b", 'data-x=""')
        + box(x + pad, bar, room, thick, "track")
        + box(x + pad, bar, filled, thick, "fill hush")
        + box(x, y, w, h, "edge", 5)
        + "</g>"
    )


def _share(q: float, width: float) -> str:
    """A probability for a cell of that width: whole percents where it is narrow."""
    if width >= 62 or q <= 0 or q >= 1 - 1e-9:
        return percent(q).rstrip("%" if width < 40 else "")
    whole = f"{100 * q:.0f}%" if 0.005 <= q < 0.995 else "<1%" if q < 0.5 else ">99%"
    return whole.rstrip("%") if width < 40 else whole


def _legend(f: TriangleFrame) -> list[str]:
    """How to read it, in the empty corner; and what columns and rows are."""
    out = []
    if not f.narrow:
        part = "" if f.first == 1 else f" from {f.first}"
        out.append(
            f'<text class="soft" x="0" y="{number(f.top - 26)}" dy=".35em" font-size="15">seen{part or " so far"} →</text>'
        )
    n = f.last - f.first + 1
    if n < 3 or f.cell * (n - 1) < 200 or (f.narrow and n < 4):
        return out
    size = 12 if f.narrow else 14
    x, y = f.left, f.y(f.last) + (f.row - f.gap) / 2 - size * 0.8
    lines = ("framed: when seen", "column: as of then")
    if not f.narrow:
        lines = ("framed: as believed when it was seen (filter)", "last column: as believed now (smoother)")
    if f.cell * (n - 1) - 14 < 0.5 * size * max(map(len, lines)) + 22:
        return out
    for line, words in enumerate(lines):
        place = y + line * size * 1.5
        sign = box(x, place - 7, 15, 14, "now sign") if line else box(x, place - 6, 15, 12, "sample", 3)
        out.append(sign + text(x + 22, place, words, size, "soft"))
    return out
