"""The edges of a lifting tree: one segment of Φ an edge by observed symbol, one token an edge by latent token.

An edge is as thick as the square root of the posterior mass that passes through it; its tokens stand on its level part.
"""

import math
from itertools import groupby

from lift_core.plots.drawing import escape, later, number
from lift_core.plots.geometry import ZOOMS, Geometry, curve, zoom_class
from lift_core.plots.layout import twigs
from lift_core.plots.numerals import fitted, shorten, written
from lift_core.plots.palette import Palette
from lift_core.projected.tree import LiftingTree, Node

MOST_TWIGS = 600  # a prefix tree on latent tokens with more edges than this is not drawn
_CERTAIN = "already certain"


def shares(tree: LiftingTree) -> list[float]:
    """What each node holds of the posterior at the last step: its own in the last column, else that of its continuations."""
    out = [0.0] * len(tree.nodes)
    last = len(tree.observation)
    for node in reversed(tree.nodes):
        if node.column == last and tree.log_p[last] > -math.inf:
            out[node.index] = node.filtered
        if node.parent is not None:
            out[node.parent] += out[node.index]
    return out


def by_symbol(tree: LiftingTree, g: Geometry, colours: Palette, share: list[float]) -> list[str]:
    """Column t−1 to column t by one segment that shows x_t."""
    out = ['<g data-layout="symbol">']
    for t, symbol in enumerate(tree.observation, 1):
        out.append(f'<g class="e m c{colours.colour(symbol)}" data-step="{t}">')
        for index in g.column[t]:
            node = tree.nodes[index]
            if node.parent is None:
                continue
            wide = g.thin + g.thick * math.sqrt(max(share[index], 0.0))
            empty = "" if node.segment else ' class="z"'
            path = curve(g.x[t - 1], g.y[node.parent], g.x[t], g.y[index])
            out.append(f'<path{empty} data-i="{index}" d="{path}" stroke-width="{wide:.1f}"/>')
            out.append(_segment(node, g))
        out.append("</g>")
    return [*out, "</g>"]


def _segment(node: Node, g: Geometry) -> str:
    """The tokens of an edge above its level part, at the magnification where they fit."""
    level_part = g.step * (0.72 if g.narrow else 0.58) - g.radius - 2
    x = g.x[node.column] - g.radius - 1 - level_part / 2
    y = g.y[node.index] - g.lift
    level = next((zoom for zoom in ZOOMS if g.gap[node.index] * zoom >= g.tokens * 0.98), ZOOMS[-1])
    if not node.segment:
        if 0.5 * 12 * len(_CERTAIN) > g.step - 2 * g.radius - 4:
            return ""
        x = g.x[node.column] - g.step / 2
        return f'<text class="ac{zoom_class(level)}" x="{number(x)}" y="{number(y)}">{_CERTAIN}</text>'
    fitting = fitted(node.segment, 1.15 * level_part / g.tokens)
    if fitting == "…":
        return ""
    shown = f' class="l{level}"' if level > 1 else ""
    return f'<text{shown} x="{number(x)}" y="{number(y)}">{escape(fitting)}</text>'


def by_token(tree: LiftingTree, g: Geometry, colours: Palette) -> list[str]:
    """The same strings as a prefix tree, one token an edge; the colour is the symbol that the token helps to show."""
    y0 = g.y[0]
    edges = twigs(tree, [(y - y0) / g.pitch for y in g.y])
    if (
        not edges or len(edges) > MOST_TWIGS or tree.before
    ):  # of a window the strings begin alike, whatever was read before
        return []
    reach = g.reach
    out = []
    level = next((zoom for zoom in ZOOMS if g.pitch * zoom >= g.tokens), ZOOMS[-1])
    shown = f' class="l{level}"' if level > 1 else ""
    tokens = {token for edge in edges for token in edge.tokens}
    labels = {token: escape(shorten(written((token,)), reach * 0.6 / g.tokens)) for token in tokens}
    labels = {token: label for token, label in labels.items() if label != "…"}
    for column, group in groupby(edges, key=lambda edge: edge.column):
        out.append(f'<g class="e m c{colours.colour(tree.observation[column - 1])}" data-step="{column}">')
        for edge in group:
            depth, y, length = len(edge.prefix), y0 + edge.row * g.pitch, len(edge.tokens)
            x = g.x[0] + reach * (depth - length)
            span = f"{number(y0 + edge.first * g.pitch)} {number(y0 + edge.last * g.pitch)} {depth}"
            path = curve(x, y0 + edge.parent_row * g.pitch, x + reach, y) + (
                f"h{number(reach * (length - 1))}" if length > 1 else ""
            )
            out.append(f'<path d="{path}" data-r="{span}"/>')
            high = number(y - g.lift)
            for place, token in enumerate(edge.tokens):
                if token in labels:
                    out.append(
                        f'<text{shown} x="{number(x + (place + 0.7) * reach)}" y="{high}">{labels[token]}</text>'
                    )
        out.append("</g>")
    return [f'<g class="twigs" data-layout="token" display="none">{later(out)}</g>']


def token_numbers(tree: LiftingTree, g: Geometry) -> list[str]:
    """Above the layout by latent token: which token of the latent string stands there."""
    reach, deepest = g.reach, max(len(node.latent) for node in tree.nodes)
    each = 1 if reach > 16 else 5
    high = number(g.top - 30)
    numbers = (
        f'<text class="soft mid" x="{number(g.x[0] + reach * (depth - 0.3))}" y="{high}" font-size="14">{depth}</text>'
        for depth in range(each, deepest + 1, each)
    )
    return ['<g data-layout="token" display="none">', *numbers, "</g>"]
