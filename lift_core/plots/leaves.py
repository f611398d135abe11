"""The right edge of a lifting tree, one frame for each step t: the strings of lifting(x_1…x_t), cut into segments by colour,
and the bars of Q*(z | x_1…x_t) on a common axis; above them p(x_1…x_t), the sum of the strings' probabilities.
"""

import math
from itertools import groupby

from lift_core.plots.details import seen
from lift_core.plots.drawing import escape, later, number
from lift_core.plots.geometry import NUMBER_GAP, Geometry, axis_top, levels
from lift_core.plots.numerals import (
    more,
    percent,
    pieces,
    plural,
    probability,
    sans_width,
    shorten,
    titled,
    width,
    written,
)
from lift_core.plots.palette import Palette
from lift_core.projected.tree import LiftingTree, Node
from lift_core.sequences import String

STARTS = "<title>p(x) is the probability that what is seen starts with x; P(z) that the latent sequence starts with z</title>"
_COLOURED = 40  # strings a column; where there are more they are written in one colour


def leaves(tree: LiftingTree, g: Geometry, colours: Palette) -> tuple[list[str], list[str]]:
    """(rows and axes, what stands above them), frame by frame."""
    out: list[str] = []
    heads: list[str] = []
    last = len(tree.observation)
    for t, indices in enumerate(g.column):
        nodes = [tree.nodes[index] for index in indices]
        top = axis_top(max((node.filtered for node in nodes), default=1.0))
        frame = f'data-only="{t}" data-top="{top:g}"' + ("" if t == last else ' display="none"')
        ticks = _ticks(g, top) if tree.log_p[t] > -math.inf else []
        shown = "".join if t == last else later
        heads.append(f"<g {frame}>{shown(_head(tree, g, t, ticks))}</g>")
        lines = "".join(
            f'<path class="a" d="M{x} {number(g.top - 10)}V{number(g.bottom)}" data-tick="{at}"/>' for x, at, _ in ticks
        )
        colour = f" c{colours.colour(tree.observation[t - 1])}" if t else ""
        row = [lines, *_leaders(tree, g, t), f'<g class="q{colour}" fill="var(--c)">']
        weights = [(g.y[node.index], node.filtered) for node in nodes]
        for node, level in zip(nodes, levels(weights, g.font * 1.02), strict=True):
            row.append(_leaf(tree, node, g, colours, top, level, len(nodes) <= _COLOURED))
        out.append(f"<g {frame}>{shown([*row, '</g>'])}</g>")
    return out, heads


def _ticks(g: Geometry, top: float) -> list[tuple[str, str, str]]:
    """The ticks of the axis: (place, share of the axis, label)."""
    shares = (0.0, 1.0) if g.narrow else (0.0, 0.5, 1.0)
    labels = (percent(share * top).replace(".00%", "%").replace(".0%", "%") for share in shares)
    return [
        (number(g.bars + share * g.bar_width), f"{share:g}", label) for share, label in zip(shares, labels, strict=True)
    ]


_SHARE = "<title>The share that string z has in p(x): how likely it is once x has been seen.</title>"


def _head(tree: LiftingTree, g: Geometry, t: int, ticks: list[tuple[str, str, str]]) -> list[str]:
    """p(x_1…x_t) and the labels of the axis."""
    size, small = (14, 12) if g.narrow else (18, 13)
    value = probability(tree.log_p[t])
    room = g.width - g.strings
    name, size = titled(seen(tree, t), f" = {value}", size, room)
    high = number(g.top - 16)
    out = [
        f'<text class="b" x="{number(g.strings)}" y="{26 if g.narrow else 30}" font-size="{number(size)}">{STARTS}'
        f'<tspan class="it">p</tspan>({escape(name)}) = <tspan data-x="">{value}</tspan></text>'
    ]
    for x, at, label in ticks:
        out.append(
            f'<text class="soft mid" x="{x}" y="{high}" font-size="{small}" data-x="" data-tick="{at}">{label}</text>'
        )
    note, tip = ("Q*(z | x)", _SHARE) if ticks else (_absent(tree, t, room / small), "")
    if not ticks or small * sans_width(note) < g.bars - g.strings - 12:
        out.append(f'<text class="soft" x="{number(g.strings)}" y="{high}" font-size="{small}">{note}{tip}</text>')
    return out


def _absent(tree: LiftingTree, t: int, room: float) -> str:
    """Why there are no bars."""
    long, short = (
        ("probability 0: no posterior", "probability 0")
        if tree.sizes[t]
        else ("no latent string shows this", "no string")
    )
    return long if sans_width(long) <= room else short


def _leaders(tree: LiftingTree, g: Geometry, t: int) -> list[str]:
    """Dotted lines from the spots to their strings, in either layout."""
    reach = g.reach
    end = number(g.strings - 5)
    by_symbol, by_token = [], []
    for index in g.column[t]:
        y = number(g.y[index])
        by_symbol.append(f"M{number(g.x[t] + g.radius + 3)} {y}H{end}")
        if not tree.nodes[index].rest:
            by_token.append(f"M{number(g.x[0] + reach * len(tree.nodes[index].latent) + g.radius + 3)} {y}H{end}")
    return [
        f'<path class="d" data-layout="symbol" d="{"".join(by_symbol)}"/>',
        f'<path class="d" data-layout="token" display="none" d="{"".join(by_token)}"/>',
    ]


def _leaf(tree: LiftingTree, node: Node, g: Geometry, colours: Palette, top: float, level: int, coloured: bool) -> str:
    """One row, placed at the beginning of its string: the string, its bar, its number."""
    share = node.filtered if tree.log_p[node.column] > -math.inf else 0.0
    bar = max(share / top * g.bar_width, 1.0) if share else 0.0
    kind = "" if share else "zero"
    if level > 1:
        kind = f"{kind} l{level}".strip()
    kind = f' class="{kind}"' if kind else ""
    x, height = g.bars - g.strings, number(g.bar_height)
    fill = ""
    if node.rest:
        words = more(node.rest, plural(node.rest, "string"), (g.bars - g.strings) / g.font - 0.3)
        label, fill = f'<text class="soft">{words}</text>', ' fill="var(--stub)"'
    else:
        label = f'<text class="m">{string(tree, node, colours, g.letters, coloured)}</text>'
        if node.column and (outline := colours.outline(node.state)):
            fill = f' fill="{colours.hatch(tree.observation[node.column - 1], outline)}"'
    return (
        f'<g data-i="{node.index}"{kind} transform="translate({number(g.strings)} {number(g.y[node.index])})">{label}'
        f'<rect x="{number(x)}" y="{number(-g.bar_height / 2)}" width="{number(bar)}" height="{height}"{fill}/>'
        f'<text x="{number(x + bar + NUMBER_GAP)}">{percent(share)}</text></g>'
    )


def string(tree: LiftingTree, node: Node, colours: Palette, room: float, coloured: bool = True) -> str:
    """As much of the end of a latent string as `room` ems hold, as SVG text: each segment in the colour of the symbol that it
    shows; neighbours of one colour run together."""
    if not node.latent:
        return "…" if tree.before else "ε"
    whole = "…" * (tree.before > 0) + written(node.latent)
    fits = width(whole) <= room
    if fits and not coloured:
        return escape(whole)
    parts = pieces(node.latent)
    if tree.before:
        parts[0] = "…" + parts[0]
    start, used = len(parts), 0.0
    if not fits:
        used = 0.6
        while start > 1 and used + width(parts[start - 1]) <= room:
            start -= 1
            used += width(parts[start])
    else:
        start = 0
    if start == len(parts):
        return escape(shorten(parts[-1].strip(), room, keep="end"))
    if start:
        parts[start] = "…" + parts[start].lstrip(" ")
    if not coloured:
        return escape("".join(parts[start:]))
    hues = [colours.colour(symbol) for symbol, segment in segments(tree, node) for _ in segment]
    runs = groupby(range(start, len(parts)), key=lambda index: hues[index])
    return "".join(
        f'<tspan class="c{hue}">{escape("".join(parts[index] for index in run))}</tspan>' for hue, run in runs
    )


def segments(tree: LiftingTree, node: Node) -> list[tuple[str, String]]:
    """The path to a node: (symbol shown, segment read) for each step."""
    out: list[tuple[str, String]] = []
    at = node
    while at.parent is not None:
        out.append((tree.observation[at.column - 1], at.segment))
        at = tree.nodes[at.parent]
    return out[::-1]
