"""The cat's room at every step, before and after what was just seen: the paths believed in, and where she may be now.

The width of a path is the expected number of times she took it, P(tile → tile | x_1…x_t) summed over the minutes; the bar in a
tile is the probability that she is there now (docs/theory.md §4, the story of §1.1 of [T]).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lift_core.plots.drawing import Drawing, number, svg
from lift_core.plots.numerals import fit, percent, sans_width, shorten
from lift_core.plots.triangle_marks import box, text
from lift_core.projected.flows import Flow
from lift_core.sequences import String

Place = tuple[int, int]  # column and row of a tile, from 0 at the far left
_FAINT = 0.004  # flows below this are not drawn

STYLE = (
    ".lift .tile{fill:var(--ink);fill-opacity:.05}.lift .side{fill:var(--c1);fill-opacity:.16}.lift .table{fill:var(--ink);fill-opacity:.3}"
    ".lift .way{stroke:var(--c0);stroke-linecap:round;fill:none}.lift .here{fill:var(--c4)}.lift .rail{fill:var(--ink);fill-opacity:.1}"
    ".lift .glance{fill:none;stroke:var(--ink);stroke-width:2.5}.lift .from{fill:var(--ink)}"
)


@dataclass(frozen=True)
class Room:
    """Its tiles with their places, where the cat starts, and the tiles of the event that is followed."""

    places: Mapping[str, Place]
    start: str
    side: frozenset[str] = frozenset()


def room_drawing(
    x: String,
    beliefs: Sequence[tuple[Flow, ...]],
    room: Room,
    *,
    words: str = "",
    unit: str = "minute",
    width: float = 632,
) -> Drawing:
    """`beliefs[t]` are the flows given x_1…x_t, one for each of its t segments. `words` name the event of `room.side`."""
    narrow = width < 560
    columns = 1 + max(column for column, _ in room.places.values())
    rows = 1 + max(row for _, row in room.places.values())
    between = 16.0 if narrow else 30.0
    tile = (width - between) / 2 / columns
    top = 40.0 if narrow else 52.0
    lefts = (0.0, (width + between) / 2)
    height = top + tile * rows + (44 if narrow else 56)
    body = []
    for left in lefts:
        body += _floor(room, columns, rows, left, top, tile)
    last = len(x)
    size = 13 if narrow else 16
    for t in range(last + 1):
        hidden = "" if t == last else ' display="none"'
        heads = _heads(x, t, unit, narrow)
        group = [f'<g data-only="{t}"{hidden}>']
        for left, seen, head in zip(lefts, (t - 1, t), heads, strict=True):
            group.append(
                text(left, top - 21, shorten(head, (width - between) / 2 / size, measure=sans_width), size, "b")
            )
            if seen >= 0:
                group += _belief(room, beliefs[seen], x[:seen], left, top, tile)
        body += [*group, "</g>"]
    foot = top + tile * rows + (18 if narrow else 24)
    small = 12 if narrow else 14
    told = "width of a path: how much of the belief takes it; bar: where she is; ring: seen there"
    if narrow:
        told = "path: as wide as the belief in it; ring: seen there"
    body.append(text(0, foot - 4, told, fit(told, small, width), "soft"))
    if words and room.side:
        body.append(box(0, foot + 8, 14, 14, "side") + text(20, foot + 15, words, small, "soft"))
    alt = _alternative(x, beliefs, room)
    table = (("tile", "probability now"), *((tile_name, p) for tile_name, p in _now(beliefs[last], room).items()))
    return Drawing(svg(width, height, "the room", alt, "".join(body), STYLE), last + 1, alt, table)


def _heads(x: String, t: int, unit: str, narrow: bool) -> tuple[str, str]:
    """What stands over the two rooms."""
    if not t:
        return "", "before anything is seen"
    before = f"{'' if narrow else 'believed '}before {unit} {t}"
    return before, f"after it: {'nothing seen' if not x[t - 1].isalnum() else f'seen at {x[t - 1]}'}"


def _floor(room: Room, columns: int, rows: int, left: float, top: float, tile: float) -> list[str]:
    out = []
    at = {place: name for name, place in room.places.items()}
    for column in range(columns):
        for row in range(rows):
            name = at.get((column, row))
            kind = "table" if name is None else "tile"
            x, y = left + column * tile, top + row * tile
            out.append(box(x + 1, y + 1, tile - 2, tile - 2, kind, 3))
            if name in room.side:
                out.append(box(x + 1, y + 1, tile - 2, tile - 2, "side", 3))
            if name:
                out.append(text(x + 5, y + 9, name, 10 if tile < 45 else 11, "soft"))
    column, row = room.places[room.start]
    x, y = left + (column + 0.5) * tile, top + (row + 0.5) * tile
    return [*out, f'<circle class="from" cx="{number(x)}" cy="{number(y)}" r="{number(tile * 0.09)}"/>']


def _belief(room: Room, flow: tuple[Flow, ...], seen: String, left: float, top: float, tile: float) -> list[str]:
    """Ways, whereabouts, and the glances so far."""
    total: dict[tuple[str, str], float] = {}
    for one in flow:
        for (before, after), share in one.items():
            if before != after:
                total[before, after] = total.get((before, after), 0.0) + share
    out = ['<g class="hush">']
    for (before, after), share in sorted(total.items(), key=lambda pair: pair[1]):
        if share < _FAINT or before not in room.places or after not in room.places:
            continue
        (a, b), (c, d) = room.places[before], room.places[after]
        right, down = c - a, d - b
        shift = 0.07 * tile  # the two directions keep to their sides
        x1, y1 = left + (a + 0.5) * tile - down * shift, top + (b + 0.5) * tile + right * shift
        x2, y2 = left + (c + 0.5) * tile - down * shift, top + (d + 0.5) * tile + right * shift
        wide = max(0.7, min(share, 1.0) * tile * 0.22)
        out.append(
            f'<path class="way" d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" stroke-width="{number(wide)}" '
            f'stroke-opacity="{0.35 + 0.6 * min(share, 1.0):.2f}"/>'
        )
    for name, share in _now(flow, room).items():
        if share < _FAINT:
            continue
        column, row = room.places[name]
        x, y, whole = left + column * tile + 4, top + (row + 1) * tile - 10, tile - 8
        out.append(box(x, y, whole, 6, "rail") + box(x, y, max(1.0, share * whole), 6, "here"))
    out.append("</g>")
    for symbol in dict.fromkeys(symbol for symbol in seen if symbol in room.places):
        column, row = room.places[symbol]
        x, y = left + (column + 0.5) * tile, top + (row + 0.5) * tile
        out.append(f'<circle class="glance" cx="{number(x)}" cy="{number(y)}" r="{number(tile * 0.3)}"/>')
    return out


def _now(flow: tuple[Flow, ...], room: Room) -> dict[str, float]:
    """{tile: probability that she is there after the last segment}."""
    if not flow:
        return {room.start: 1.0}
    out = dict.fromkeys(room.places, 0.0)
    for (_, after), share in flow[-1].items():
        if after in out:
            out[after] += share
    return {name: share for name, share in out.items() if share > 0}


def _alternative(x: String, beliefs: Sequence[tuple[Flow, ...]], room: Room) -> str:
    now = sorted(_now(beliefs[-1], room).items(), key=lambda pair: -pair[1])[:4]
    told = ", ".join(f"{name} {percent(share)}" for name, share in now)
    return f"The room after {len(x)} symbols: the cat is now at {told}."
