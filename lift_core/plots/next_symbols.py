"""What may be seen next: (proj#P)(a|x) for every symbol a, as bars on one axis from 0 (docs/theory.md §2, 2.23)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.geometry import axis_top
from lift_core.plots.numerals import percent, sans_width, shorten, written
from lift_core.plots.palette import palette
from lift_core.sequences import String

MOST_ROWS = 8
ROW, TOP = 34, 48  # heights of a row and of what stands above the rows
_STYLE = ".lift .bar{fill:var(--c)}.lift .r{stroke:var(--rule);stroke-width:1}.lift .key{fill:var(--c)}"


def next_symbols_drawing(
    x: String, law: Mapping[str, float | Fraction], *, symbols: Sequence[str] = (), width: float = 400
) -> Drawing:
    """Bars in the order of the alphabet; of more than eight symbols the likeliest, and what the rest have together."""
    order = tuple(symbols) or tuple(law)
    colours = palette(order)
    shown = order
    if len(order) > MOST_ROWS:
        likeliest = set(sorted(order, key=lambda a: -law[a])[: MOST_ROWS - 1])
        shown = tuple(a for a in order if a in likeliest)
    rest = [a for a in order if a not in shown]
    mass = float(sum(law[a] for a in rest))
    label = 12 + 9.5 * min(max((len(written((a,))) for a in shown), default=1), 8) + 12
    top = axis_top(max((float(law[a]) for a in shown), default=1.0))
    left, room = label + 10, width - label - 10 - 76
    body = [f'<text class="soft" x="0" y="16" font-size="15">{escape(_title(x, width))}</text>']
    height = TOP + ROW * (len(shown) + bool(rest)) + 4
    for share in (0, 0.5, 1):
        at = number(left + share * room)
        body.append(f'<path class="r" d="M{at} {TOP - 6}V{number(height - 6)}"/>')
        body.append(
            f'<text class="soft mid" x="{at}" y="{TOP - 12}" font-size="13" data-x="">{100 * share * top:.3g}%</text>'
        )
    body.append(f'<g data-full="{number(room)}" data-top="{top:g}">')
    for index, a in enumerate(shown):
        key = (
            f'<rect class="key" x="0" y="3" width="{number(label)}" height="{ROW - 8}" rx="6"/>'
            f'<text class="m b mid on" x="{number(label / 2)}" y="21" font-size="16">{escape(shorten(written((a,)), label / 16))}</text>'
        )
        body.append(_row(index, key, top, float(law[a]), left, room, f'class="c{colours.colour(a)}"'))
    body.append("</g>")
    if rest:
        words = f'{len(rest)} others, together <tspan data-x="">{percent(mass)}</tspan>'
        y = TOP + ROW * len(shown) + 21
        body.append(
            f'<text class="soft" x="{number(left)}" y="{y}" font-size="15" data-i="{len(shown)}">{words}</text>'
        )
    table = (("next symbol", "probability"), *((a, float(law[a])) for a in order))
    alt = (
        f"Next symbol after {written(x)}: "
        + ", ".join(f"{written((a,))} {percent(float(law[a]))}" for a in shown)
        + "."
    )
    details = [{"name": f"p({a} | x)", "t": 0, "q": float(law[a]), "tip": percent(float(law[a]))} for a in shown]
    if rest:
        details.append({"name": f"{len(rest)} other symbols", "t": 0, "q": mass, "tip": percent(mass)})
    return Drawing(svg(width, height, "Next symbol", alt, "".join(body), _STYLE), 1, alt, table, tuple(details))


def _title(x: String, width: float) -> str:
    before = "the next symbol after "
    room = width / 15 - sans_width(before)
    return before + shorten(written(x), room, keep="end", measure=sans_width) if x else "the first symbol"


def _row(index: int, key: str, top: float, mass: float, left: float, room: float, kind: str) -> str:
    bar = max(mass / top * room, 1.0) if mass > 0 else 0.0
    return (
        f'<g data-i="{index}" {kind} transform="translate(0 {TOP + ROW * index})">{key}'
        f'<rect class="bar hush" data-bar="right {mass:.6g}" x="{number(left)}" y="7" width="{number(bar)}" height="{ROW - 16}"/>'
        f'<text class="hush" x="{number(left + bar + 7)}" y="21" font-size="15">{percent(mass)}</text></g>'
    )
