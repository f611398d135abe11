"""The panel of a cell: the explanations of x before and after y as slopes, and one reweighting with its numbers,
Q*_x(z|xy) = Q*(z|x) · P(y|κ(z)) / (proj#P)(y|x) (docs/theory.md §4).

A cell off the diagonal shows what its column's symbol did; one on the diagonal what all later symbols do together (hindsight).
The strings in which the event holds in the cell's segment are drawn solid; they add up to the cell.
"""

from collections.abc import Mapping
from typing import Any

from lift_core.plots.drawing import escape, number
from lift_core.plots.numerals import fitted, more, percent, plural, sans_width, shorten, width, written
from lift_core.plots.palette import Palette
from lift_core.plots.triangle_cells import Words
from lift_core.plots.triangle_frame import TriangleFrame
from lift_core.plots.triangle_marks import marked, text
from lift_core.projected.explanations import Slope, Slopes
from lift_core.projected.marginals import Triangle
from lift_core.sequences import String

STYLE = (
    ".lift .line{stroke:var(--soft);stroke-width:1.8;stroke-dasharray:6 4;fill:none}"
    ".lift .sum{stroke:var(--ink);stroke-width:6;stroke-linecap:round;fill:none}.lift .pole,.lift .leader{stroke:var(--rule);fill:none}"
    ".lift .slope .wide{stroke:transparent;stroke-width:16;fill:none}.lift .slope.lit .wide{stroke:var(--ink);stroke-opacity:.14}"
    ".lift .slope.lit text{font-weight:600}.lift .halo{paint-order:stroke;stroke:var(--paper);stroke-width:5px;stroke-linejoin:round}"
)


def panels(
    triangle: Triangle,
    slopes: Mapping[tuple[int, int], Slopes],
    f: TriangleFrame,
    words: Words,
    details: list[dict[str, Any]],
    index: Mapping[tuple[int, int], int],
    shown: int,
) -> list[str]:
    """For every cell its sentence and its sum, for every span its lines, hidden but for those of cell `shown`;
    `details` gains an entry for every line that can be pointed at."""
    length = len(triangle.observation)
    users: dict[tuple[int, int], list[int]] = {}
    out = _empty(f, words, length)
    for (s, t), cell in index.items():
        span = (t - 1, t) if s < t else (t, length)
        users.setdefault(span, []).append(cell)
        out.append(_group([cell], shown, f, _cell_panel(triangle, s, t, f, words)))
    for span, found in slopes.items():
        if span in users:
            body = _slopes(f, found, len(details)) + _equation(f, found)
            details += [_detail(line, found, span) for line in found.lines]
            out.append(_group(users[span], shown, f, body))
    return out


def _group(cells: list[int], shown: int, f: TriangleFrame, body: list[str]) -> str:
    hidden = "" if shown in cells else ' display="none"'
    place = f"translate({number(f.panel_x)} {number(f.panel_y)})"
    return f'<g data-panel="{" ".join(map(str, cells))}"{hidden} transform="{place}">{"".join(body)}</g>'


def row_style(triangle: Triangle, f: TriangleFrame, colours: Palette) -> str:
    """While the svg says data-row="3", the strings in which the event holds in segment 3 are solid, in its symbol's colour."""
    rows = range(f.first, f.last + 1)
    return "".join(
        f'.lift[data-row="{s}"] .h{s}{{--c:var(--c{(hue := colours.colour(triangle.observation[s - 1]))});stroke:var(--c{hue});'
        f"stroke-width:3.5;stroke-dasharray:none}}"
        for s in rows
    )


def _detail(line: Slope, found: Slopes, span: tuple[int, int]) -> dict[str, Any]:
    return {
        "t": span[1] if len(found.y) == 1 else span[0],
        "look": True,
        "name": written(line.latent),
        "tip": reweighted(line, found),
    }


def reweighted(line: Slope, found: Slopes) -> str:
    """The reweighting of one explanation as a line of numbers."""
    return f"{figure(line.before)} × {figure(line.predicts)} / {figure(found.predicted)} = {figure(line.after)}"


def figure(value: float) -> str:
    """Three decimals, or two where these are exact; three figures where it is small.

    >>> figure(0.46998), figure(0.82), figure(1.0), figure(0.00044), figure(0.0)
    ('0.470', '0.82', '1', '0.00044', '0')
    """
    if value <= 0:
        return "0"
    if abs(value - 1) < 1e-9:
        return "1"
    if abs(value * 100 - round(value * 100)) < 1e-7 and value > 0.005:
        return f"{value:.2f}"
    return f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"


def _empty(f: TriangleFrame, words: Words, length: int) -> list[str]:
    """What stands in the place of the slopes as long as there is nothing to compare."""
    told = ["Nothing has been seen yet."]
    if length > 1:
        told.append(f"One {words.unit} seen, nothing later yet.")
    return [
        text(f.panel_x, f.panel_y + 17 + 22 * line, said, 16, "soft", f'data-only="{t}" display="none"')
        for t, words_then in enumerate(told)
        for line, said in enumerate((words_then, "Step forward."))
    ]


def _cell_panel(triangle: Triangle, s: int, t: int, f: TriangleFrame, words: Words) -> list[str]:
    """The cell as a sentence, and the line of its event."""
    length = len(triangle.observation)
    now = float(triangle.at(s, t))
    other = float(triangle.at(s, t - 1)) if s < t else float(triangle.at(s, length)) if t < length else None
    out = _heading(f, words, s, t, now, other)
    if other is None:
        return out
    start, stop = (other, now) if s < t else (now, other)
    left, right, high, low = _poles(f)
    a, b = low - start * (low - high), low - stop * (low - high)
    size, middle = 13 if f.narrow else 15, (a + b) / 2 - 15 - abs(a - b) * 0.12
    name = shorten(words.event.replace("…", "").strip(), 16)
    line = f'<path class="sum" d="M{number(left)} {number(a)}L{number(right)} {number(b)}"/>'
    out.append(f'<g class="hush">{line}{text((left + right) / 2, middle, name, size, "b mid halo")}</g>')
    return out


def _heading(f: TriangleFrame, words: Words, s: int, t: int, now: float, other: float | None) -> list[str]:
    """The cell as a sentence."""
    size = 15 if f.narrow else 18
    value = f'<tspan class="b" data-x="">{percent(now)}</tspan>'
    if s < t:
        rest = f'{value}, was <tspan data-x="">{percent(other or 0.0)}</tspan>'
    elif other is None:
        rest = f"{value}; nothing has come later"
    else:
        rest = f'{value}, in the end <tspan data-x="">{percent(other)}</tspan>'
    name = shorten(f"{words.after(t)}, {words.cell(s)}:", f.panel_width / size, measure=sans_width)
    return [
        text(0, 0.66 * size + 2, name, size),
        marked(0, 2.05 * size + 2, rest, size + 1),
        *([] if other is None else [_key(f, words, s, 3.6 * size + 2)]),
    ]


def _key(f: TriangleFrame, words: Words, s: int, y: float) -> str:
    size = 12 if f.narrow else 14
    told = f"solid: strings with {words.cell(s)}; dashed: without"
    return text(0, y, shorten(told, f.panel_width / size, measure=sans_width), size, "soft")


def _poles(f: TriangleFrame) -> tuple[float, float, float, float]:
    """Left and right pole, top (1) and bottom (0)."""
    left = f.panel_width * (0.38 if f.narrow else 0.34) + 8
    high, low = (102.0 if f.narrow else 124.0), f.panel_height - (86 if f.narrow else 104)
    return left, f.panel_width - f.shares, high, low


def _slopes(f: TriangleFrame, found: Slopes, first: int) -> list[str]:
    """Two poles from 0 to 1, the lines between them, their names at the left, shares at both ends; `first` is the first detail."""
    size = 13.0 if f.narrow else 15.0
    left, right, high, low = _poles(f)
    label, step = left - 8, size * 1.32

    def y(share: float) -> float:
        return low - min(max(share, 0.0), 1.0) * (low - high)

    lines = [(written(line.latent), line.before, line.after, _rows(line)) for line in found.lines]
    if found.more:
        lines.append((plural(found.more, "other"), found.more_before, found.more_after, ""))
    before = spread([y(line[1]) for line in lines], step, high - 8, low + 10)
    after = spread([y(line[2]) for line in lines], step, high - 8, low + 10)
    poles = f"M{number(left)} {number(high)}V{number(low)}M{number(right)} {number(high)}V{number(low)}"
    out = [
        text(label, high - 25, f"after {_short(found.x, 10)}", size, "soft end"),
        text(f.panel_width, high - 25, f"after {_short((*found.x, *found.y), 10)}", size, "soft end"),
        f'<path class="pole" d="{poles}"/>',
    ]
    for n, (name, start, stop, rows) in enumerate(lines):
        told, a, b = n < len(found.lines), y(start), y(stop)
        path = f"M{number(left)} {number(a)}L{number(right)} {number(b)}"
        lead = f"M{number(left)} {number(a)}l-6 {number(before[n] - a)}M{number(right)} {number(b)}l6 {number(after[n] - b)}"
        share = percent(start)
        room = (label - 8) / size - sans_width(share)
        short = escape(fitted(found.lines[n].latent, room) if told else more(found.more, name, room))
        pointed = f' data-i="{first + n}"' if told else ""
        wide = f'<path class="wide" d="{path}"/>' if told else ""
        out.append(
            f'<g class="slope {"m" if told else "soft"}"{pointed}><g class="hush">{wide}<path class="line{rows}" d="{path}"/>'
            f'<path class="leader" d="{lead}"/></g>'
            + marked(label, before[n], f'{short} <tspan data-x="">{share}</tspan>', size, "end hush")
            + text(right + 9, after[n], percent(stop), size, "hush", 'data-x=""')
            + "</g>"
        )
    return out


def _rows(line: Slope) -> str:
    """A class for every segment in which the event holds."""
    return "".join(f" h{s}" for s, holds in enumerate(line.holds, 1) if holds)


def room_for_shares(slopes: Mapping[tuple[int, int], Slopes], narrow: bool) -> float:
    """How wide the shares at the right of the lines are, with the gap before them."""
    afters = [share for found in slopes.values() for share in (*(line.after for line in found.lines), found.more_after)]
    size = 13.0 if narrow else 15.0
    return max([58.0 if narrow else 70.0, *(10 + size * sans_width(percent(share)) for share in afters)])


def spread(places: list[float], step: float, low: float, high: float) -> list[float]:
    """Places for labels at least `step` apart, in the same order, as near to the wished ones as a sweep down and one up make them.

    >>> spread([10, 10, 40], 12, 0, 100), spread([95, 96], 10, 0, 100)
    ([10, 22, 40], [90, 100])
    """
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    out = list(places)
    above = low - step
    for n in order:
        above = out[n] = max(out[n], above + step)
    below = high + step
    for n in reversed(order):
        below = out[n] = min(out[n], below - step)
    return out


def _equation(f: TriangleFrame, found: Slopes) -> list[str]:
    """before × P(y|z) / p(y|x) = after for the string that is heaviest afterwards, of equals the one that gained most."""
    line = max(found.lines, key=lambda line: (round(line.after, 9), line.after - line.before))
    base = f.panel_height - (26 if f.narrow else 34)
    slot = f.panel_width / 4
    size, small = (22.0, 14.0) if slot > 100 else (17.0, 12.0)
    y, x, z = _short(found.y, 5), _short(found.x, 6), fitted(line.latent, 3.4 if f.narrow else 4.4)
    parts = (
        (figure(line.before), "share before"),
        ("×", ""),
        (figure(line.predicts), f"P({y} | {z})"),
        ("/", ""),
        (figure(found.predicted), f"p({y} | {x})"),
        ("=", ""),
        (figure(line.after), "share after"),
    )
    string = escape(fitted(line.latent, (f.panel_width - 110) / small))
    head = f'<tspan class="soft">reweighting of </tspan><tspan class="m b">{string}</tspan>'
    out = [marked(0, base - size - 13, head, small)]
    for n, (value, name) in enumerate(parts):
        middle = slot * (n + 1) / 2
        out.append(text(middle, base - 3, value, size, "b mid" if name else "soft mid", 'data-x=""' if name else ""))
        if name:
            fit = small if width(name) * small * 0.92 < slot else small - 1.5
            out.append(text(middle, base + small + 5, name, fit, "soft mid"))
    return out


def _short(x: String, room: float) -> str:
    return shorten(written(x), room * 0.6, keep="end")
