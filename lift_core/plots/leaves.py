"""The right edge of a lifting tree, one frame for each step t: the strings of lifting(x_1…x_t), cut into segments by colour,
and the bars of Q*(z | x_1…x_t) on a common axis; above them p(x_1…x_t), the sum of the strings' probabilities.
"""

import math

from lift_core.plots.drawing import escape, number
from lift_core.plots.geometry import Geometry, levels, zoom_class
from lift_core.plots.numerals import percent, plural, probability, shorten, width, written
from lift_core.plots.palette import Palette
from lift_core.projected.tree import LiftingTree, Node
from lift_core.sequences import String

_TOPS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
_COLOURED = 150  # strings a column; where there are more they are written in one colour


def leaves(tree: LiftingTree, g: Geometry, colours: Palette) -> list[str]:
    out: list[str] = []
    last = len(tree.observation)
    for t, indices in enumerate(g.column):
        nodes = [tree.nodes[index] for index in indices]
        shares = [node.filtered for node in nodes if math.isfinite(node.filtered)]
        top = axis_top(max(shares, default=1.0))
        hidden = "" if t == last else ' display="none"'
        out += [f'<g data-only="{t}" data-top="{top:g}"{hidden}>', *_head(tree, g, t, top), *_leaders(tree, g, t)]
        colour = f" c{colours.colour(tree.observation[t - 1])}" if t else ""
        out.append(f'<g class="q{colour}">')
        weights = [(g.y[node.index], node.filtered if math.isfinite(node.filtered) else 0.0) for node in nodes]
        for node, level in zip(nodes, levels(weights, g.font * 1.02), strict=True):
            out += _leaf(tree, node, g, colours, top, level, len(nodes) <= _COLOURED)
        out.append("</g></g>")
    return out


def axis_top(largest: float) -> float:
    """The end of the axis: 1, or a round number above the largest bar where all are small.

    >>> axis_top(0.734), axis_top(0.031)
    (1.0, 0.05)
    """
    if largest > 0.25:
        return 1.0
    return next((top for top, lower in zip(_TOPS, (*_TOPS[1:], 0.0), strict=True) if lower < largest), _TOPS[-1])


def _head(tree: LiftingTree, g: Geometry, t: int, top: float) -> list[str]:
    """p(x_1…x_t) and the axis of the bars."""
    x = tree.observation[:t]
    room = (g.width - g.strings) / (13 if g.narrow else 16)
    value = probability(tree.log_p[t])
    name = shorten(written(x), max(2.0, room - width(f"p() = {value}") - 0.5), keep="end")
    size = 14 if g.narrow else 18
    out = [
        f'<text class="b" x="{number(g.strings)}" y="{26 if g.narrow else 30}" font-size="{size}"><tspan class="it">p</tspan>'
        f'({escape(name)}) = <tspan data-x="">{value}</tspan></text>'
    ]
    if not tree.sizes[t]:
        note = "no latent string shows this"
    elif tree.log_p[t] == -math.inf:
        note = "probability 0: no posterior"
    else:
        note = ""
        ticks = [(0.0, "0"), (0.5, percent(top / 2) if top < 1 else "50%"), (1.0, percent(top) if top < 1 else "100%")]
        for share, label in ticks[:: 2 if g.narrow else 1]:
            place = number(g.bars + share * g.bar_width)
            out.append(
                f'<text class="soft mid" x="{place}" y="{number(g.top - 16)}" font-size="{12 if g.narrow else 13}" data-x="" data-tick="{share:g}">'
                f"{label.replace('.00%', '%').replace('.0%', '%')}</text>"
                f'<path class="a" d="M{place} {number(g.top - 10)}V{number(g.bottom)}" opacity=".6" data-tick="{share:g}"/>'
            )
    if note or not g.narrow:
        out.append(
            f'<text class="soft" x="{number(g.strings)}" y="{number(g.top - 16)}" font-size="{12 if g.narrow else 13}">'
            f"{note or 'Q*(z | x)'}</text>"
        )
    return out


def _leaders(tree: LiftingTree, g: Geometry, t: int) -> list[str]:
    """Dotted lines from the spots to their strings, in either layout."""
    deepest = max((len(node.latent) for node in tree.nodes), default=0)
    reach = (g.x[-1] - g.x[0]) / deepest if deepest else 0.0
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


def _leaf(
    tree: LiftingTree, node: Node, g: Geometry, colours: Palette, top: float, level: int, coloured: bool
) -> list[str]:
    """One row: the string, its bar, its number."""
    y = g.y[node.index]
    share = node.filtered if math.isfinite(node.filtered) else 0.0
    bar = share / top * g.bar_width
    zero = ' class="zero"' if not share else ""
    shown = zoom_class(level)
    if node.rest:
        label = f'<text class="soft s{shown}" x="{number(g.strings)}" y="{number(y)}" dy=".35em">+ {plural(node.rest, "string")}</text>'
        fill = "var(--stub)"
    else:
        text = (
            _coloured(tree, node, g, colours)
            if coloured
            else escape(shorten(written(node.latent), g.letters, keep="end"))
        )
        label = f'<text class="m s{shown}" x="{number(g.strings)}" y="{number(y)}" dy=".35em">{text}</text>'
        fill = colours.fill(tree.observation[node.column - 1], node.state) if node.column else "var(--c)"
    wide = max(bar, 1.0) if share else 0.0
    return [
        f'<g data-i="{node.index}"{zero}>{label}<rect x="{number(g.bars)}" y="{number(y - g.bar_height / 2)}" '
        f'width="{number(wide)}" height="{number(g.bar_height)}" rx="{1.5 if g.bar_height > 4 else 0}" fill="{fill}" data-q="{share:.5g}"/>'
        f'<text class="s{shown}" x="{number(g.bars + wide + 6)}" y="{number(y)}" dy=".35em" data-x="">{percent(node.filtered)}</text></g>'
    ]


def _coloured(tree: LiftingTree, node: Node, g: Geometry, colours: Palette) -> str:
    """The string with each segment in the colour of the symbol that it shows; neighbours of one colour run together."""
    if not node.latent:
        return "ε"
    if width(written(node.latent)) > g.letters + 0.01:
        return escape(shorten(written(node.latent), g.letters, keep="end"))
    runs: list[tuple[int, list[str]]] = []
    for symbol, segment in segments(tree, node):
        colour = colours.colour(symbol)
        if runs and runs[-1][0] == colour:
            runs[-1][1].extend(segment)
        elif segment:
            runs.append((colour, list(segment)))
    joint = "" if all(len(token) == 1 for token in node.latent) else " "
    parts = [f'<tspan class="c{colour}">{escape(joint.join(map(_seen, run)))}</tspan>' for colour, run in runs]
    return joint.join(parts)


def _seen(token: str) -> str:
    return written((token,))


def segments(tree: LiftingTree, node: Node) -> list[tuple[str, String]]:
    """The path to a node: (symbol shown, segment read) for each step."""
    out: list[tuple[str, String]] = []
    at = node
    while at.parent is not None:
        out.append((tree.observation[at.column - 1], at.segment))
        at = tree.nodes[at.parent]
    return out[::-1]
