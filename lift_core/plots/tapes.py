"""Two tapes: above the latent tokens read, below what they write (docs/theory.md §1).

What is written stands in solid cells under the token that wrote it; what is determined but not yet written, since every
continuation must write it, in dashed cells after that. A token that writes nothing has a dot under it.
"""

from collections.abc import Sequence

from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.numerals import shorten, width, written
from lift_core.plots.palette import palette
from lift_core.sequences import EMPTY, String, Word

_BEYOND = 6  # symbols shown of what is determined for ever
STYLE = (
    ".lift .cell{fill:var(--paper);stroke:var(--ink);stroke-width:2}.lift .out{fill:var(--c);stroke:var(--c);stroke-width:2}"
    ".lift .sure{fill:none;stroke:var(--c);stroke-width:2.4;stroke-dasharray:5 4}.lift .link{stroke:var(--rule);stroke-width:2;fill:none}"
    ".lift .on{fill:var(--o)}.lift .due{fill:var(--t)}"
)


def tapes_drawing(
    latent: String,
    written_by: Sequence[String],
    determined: Word = EMPTY,
    *,
    symbols: Sequence[str] = (),
    width_limit: float = 860,
    current: bool = True,
    part: str = "both",
) -> Drawing:
    """`written_by[i]` is what token i wrote; `determined` is what must be written next.

    Long tapes show their end. `current` marks the token read last. `part`: "both" tapes, or "latent" or "written" alone, with the same
    places along the tape, so that a picture may stand between the two.
    """
    narrow = width_limit < 560
    cell, gap, font = (34.0, 4.0, 16) if narrow else (46.0, 6.0, 21)
    colours = palette(tuple(symbols))
    beyond = determined.take(_BEYOND) if determined.infinite else determined.head
    left = 62.0 if narrow else 86.0
    spans = [
        max(_wide(token, cell, font), _across(wrote, cell, gap, font))
        for token, wrote in zip(latent, written_by, strict=True)
    ]
    room = width_limit - left - _across(beyond, cell, gap, font) - 40
    first = len(spans)
    while first and sum(spans[first - 1 :]) + gap * (len(spans) - first) <= room:
        first -= 1
    top, low = 8.0, 8.0 + cell + 26
    body = [
        f'<text class="soft" x="0" y="{number(top + cell / 2)}" dy=".35em" font-size="{font * 0.75:.0f}">latent</text>',
        f'<text class="soft" x="0" y="{number(low + cell / 2)}" dy=".35em" font-size="{font * 0.75:.0f}">written</text>',
    ]
    x = left
    if first:
        body.append(
            f'<text class="soft" x="{number(x)}" y="{number(top + cell / 2)}" dy=".35em" font-size="{font}">…</text>'
        )
        x += 26
    for index in range(first, len(latent)):
        token, wrote, span = latent[index], written_by[index], spans[index]
        last = current and index == len(latent) - 1
        stroke = ' style="stroke-width:4"' if last else ""
        middle = x + span / 2
        body.append(
            f'<g data-i="{index}"><rect class="cell" x="{number(x)}" y="{number(top)}" width="{number(span)}" '
            f'height="{number(cell)}" rx="8"{stroke}/>'
            f"{_letters(token, middle, top + cell / 2, font, span)}"
        )
        if wrote:
            body.append(f'<path class="link" d="M{number(middle)} {number(top + cell + 4)}V{number(low - 4)}"/>')
            at = middle - _across(wrote, cell, gap, font) / 2
            for symbol in wrote:
                wide = _wide(symbol, cell, font)
                body.append(
                    f'<g class="c{colours.colour(symbol)}"><rect class="out" x="{number(at)}" y="{number(low)}" width="{number(wide)}" '
                    f'height="{number(cell)}" rx="8"/>{_letters(symbol, at + wide / 2, low + cell / 2, font, wide, "on")}</g>'
                )
                at += wide + gap
        else:
            body.append(f'<circle cx="{number(middle)}" cy="{number(low + cell / 2)}" r="3" fill="var(--stub)"/>')
        body.append("</g>")
        x += span + gap
    for symbol in beyond:
        wide = _wide(symbol, cell, font)
        body.append(
            f'<g class="c{colours.colour(symbol)}"><rect class="sure" x="{number(x)}" y="{number(low)}" width="{number(wide)}" '
            f'height="{number(cell)}" rx="8"/>{_letters(symbol, x + wide / 2, low + cell / 2, font, wide, "due")}</g>'
        )
        x += wide + gap
    if determined.infinite:
        body.append(
            f'<text class="soft" x="{number(x + 4)}" y="{number(low + cell / 2)}" dy=".35em" font-size="{font}">… for ever</text>'
        )
    out = tuple(symbol for wrote in written_by for symbol in wrote)
    sure = written(determined.head) if determined.head else "nothing"
    sure += f", then {written(determined.period)} for ever" if determined.infinite else ""
    alt = f"Latent tape {written(latent)}; written {written(out)}; determined but not written yet: {sure}."
    table = (("token", "writes"), *((token, " ".join(wrote)) for token, wrote in zip(latent, written_by, strict=True)))
    details = tuple(
        {
            "t": 0,
            "parent": -1,
            "name": written((token,)),
            "tip": f"writes {written(wrote)}" if wrote else "writes nothing",
        }
        for token, wrote in zip(latent, written_by, strict=True)
    )
    drawn, height = "".join(body), low + cell + 8
    if part == "latent":
        height = top + cell + 8
    elif part == "written":
        drawn, height = f'<g transform="translate(0 {number(top - low)})">{drawn}</g>', top + cell + 8
    return Drawing(svg(width_limit, height, "Tapes", alt, drawn, STYLE), 1, alt, table, details)


def _wide(token: str, cell: float, font: float) -> float:
    return max(cell, min(width(written((token,))), 8.0) * font + 18)


def _across(string: Sequence[str], cell: float, gap: float, font: float) -> float:
    return sum(_wide(symbol, cell, font) + gap for symbol in string) - (gap if string else 0)


def _letters(token: str, x: float, y: float, font: float, room: float, kind: str = "") -> str:
    text = escape(shorten(written((token,)), (room - 6) / font))
    return f'<text class="m b mid {kind}" x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{font}">{text}</text>'
