"""The lifting tree by observed symbol: column t holds exactly lifting(x_1…x_t), an edge is one segment of Φ (docs/theory.md §1).

An empty segment is a level line, "already certain"; what would have shown another symbol is a grey stub with its mass; the
strings and the bars of Q*(z | x_1…x_t) stand at the right edge. The layout by latent token draws the same strings as a prefix
tree, one token an edge. All frames are in the one svg.
"""

import math
from collections.abc import Sequence
from itertools import groupby

from lift_core.plots.details import alternative, detail, table
from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.geometry import ZOOMS, Geometry, curve, geometry, zoom_class
from lift_core.plots.layout import twigs
from lift_core.plots.leaves import leaves
from lift_core.plots.numerals import count, percent, shorten, width, written
from lift_core.plots.palette import Palette, palette
from lift_core.projected.tree import LiftingTree, Node

THIN, THICK = 1.3, 6.5  # an edge of posterior mass m is THIN + THICK·√m wide
MOST_TWIGS = 1200  # a prefix tree on latent tokens with more edges than this is not drawn

STYLE = (
    ".lift .e path{fill:none;stroke:var(--c);stroke-linecap:round}.lift .e path.z{stroke-dasharray:.1 7}"
    ".lift .n{stroke:var(--c);fill:var(--paper);stroke-width:2.4}.lift .n text{stroke:none;text-anchor:middle;font-weight:600}"
    ".lift .o1{stroke-dasharray:3.4 2.3}.lift .o2{stroke-dasharray:8 3}.lift .o3{stroke-dasharray:1 2.4}"
    ".lift .w{fill:none;stroke:var(--stub);stroke-width:1.6}.lift .d{fill:none;stroke:var(--rule);stroke-width:1;"
    "stroke-dasharray:1 4}.lift .g{fill:var(--c);opacity:var(--wash)}.lift .a{stroke:var(--rule);stroke-width:1}"
    ".lift .s,.lift .v{font-size:calc(var(--f)/var(--z))}.lift .v text{text-anchor:middle;fill:var(--t)}"
    ".lift .v text,.lift .w text,.lift .h{paint-order:stroke;stroke:var(--paper);stroke-width:.28em;stroke-linejoin:round}"
    ".lift .k text{font-size:calc(12.5px/var(--z));text-anchor:middle;fill:var(--soft)}.lift .k .begin{text-anchor:start}.lift .zero{opacity:.45}"
    ".lift .l2,.lift .l4,.lift .l8,.lift .l16{visibility:hidden}"
    ".lift[data-zoom~='2'] .l2,.lift[data-zoom~='4'] .l4,.lift[data-zoom~='8'] .l8,.lift[data-zoom~='16'] .l16{visibility:visible}"
    ".lift path,.lift line{vector-effect:non-scaling-stroke}"
)


def tree_drawing(
    tree: LiftingTree,
    *,
    symbols: Sequence[str] = (),
    states: Sequence[str] = (),
    width: float = 1000,
    height: float = 600,
) -> Drawing:
    """The tree as a drawing of T + 1 frames.

    `symbols` and `states` fix the order of colours and outlines; without them the tree's alphabet and its sorted states do.
    """
    colours = palette(tuple(symbols) or tree.observable, _states(tree, states))
    g = geometry(tree, width, height)
    share = _shares(tree)
    body = [
        colours.patterns(tree.observation),
        _bands(tree, g, colours),
        '<g data-layout="symbol">',
        *_edges(tree, g, colours, share),
        "</g>",
        *_by_token(tree, g, colours, share),
        *_stubs(tree, g),
        *_nodes(tree, g, colours),
        *leaves(tree, g, colours),
    ]
    text = alternative(tree)
    extra = (
        f'style="--f:{number(g.font)}px" data-zoom="1" data-columns="{" ".join(map(number, g.x))}" data-thin="{THIN * _scale(g):.2f}" '
        f'data-thick="{THICK * _scale(g):.2f}" data-pitch="{number(g.pitch)}" data-full="{number(g.bar_width)}"'
    )
    return Drawing(
        svg(width, height, f"Lifting tree of {written(tree.observation)}", text, "".join(body), STYLE, extra),
        len(tree.observation) + 1,
        text,
        table(tree),
        tuple(detail(node) for node in tree.nodes),
    )


def _states(tree: LiftingTree, order: Sequence[str]) -> list[str]:
    """The states in which strings of the tree end, in that order."""
    reached = {node.state for node in tree.nodes if not node.rest}
    return [state for state in order if state in reached] + sorted(reached - set(order))


def _shares(tree: LiftingTree) -> list[float]:
    """What each node holds of the posterior at the last step: its own in the last column, else that of its continuations."""
    out = [0.0] * len(tree.nodes)
    last = len(tree.observation)
    for node in reversed(tree.nodes):
        if node.column == last and math.isfinite(node.filtered):
            out[node.index] = node.filtered
        if node.parent is not None:
            out[node.parent] += out[node.index]
    return out


def _scale(g: Geometry) -> float:
    return max(0.35, min(1.0, g.pitch / 26))


def _stroke(g: Geometry, share: float) -> str:
    return f"{(THIN + THICK * math.sqrt(max(share, 0.0))) * _scale(g):.1f}"


def _lift(g: Geometry) -> float:
    """How far above its line a token is written."""
    return g.font * 0.33 + 2.2 * _scale(g)


def _bands(tree: LiftingTree, g: Geometry, colours: Palette) -> str:
    """A tinted band for each observed symbol with its letter above; the size of the lifting after it."""
    out = ['<g data-layout="symbol">']
    tall, font = (24, 15) if g.narrow else (30, 19)
    for t, symbol in enumerate(tree.observation, 1):
        left, right = g.x[t - 1], g.x[t]
        middle, room = (left + right) / 2, min(g.step - 2, 0.62 * tall * max(1.0, len(symbol)) + 0.55 * tall)
        room = max(room, min(tall, g.step - 2))
        out.append(
            f'<g class="c{colours.colour(symbol)}" data-header="{t}"><rect class="g" x="{number(left + 1)}" y="4" '
            f'width="{number(max(g.step - 2, 1))}" height="{number(g.height - 8)}" rx="8"/>'
            f'<rect x="{number(middle - room / 2)}" y="10" width="{number(room)}" height="{tall}" rx="7" fill="var(--c)"/>'
        )
        label = shorten(written((symbol,)), (room - 4) / font)
        size = min(font, max(6.0, (room - 2) / 0.62))
        out.append(
            f'<text class="m b mid on" x="{number(middle)}" y="{number(10 + tall * 0.5 + size * 0.35)}" font-size="{number(size)}">'
            f"{escape(label)}</text></g>"
        )
        sizes = count(tree.sizes[t])
        words = f"{sizes} string{'' if tree.sizes[t] == 1 else 's'}"
        short = words if 0.5 * len(words) * 13 < g.step - 4 else sizes
        if 0.5 * len(short) * 13 < g.step:
            out.append(
                f'<text class="soft mid" data-step="{t}" x="{number(middle)}" y="{number(26 + tall)}" font-size="13">{short}</text>'
            )
    return "".join([*out, "</g>"])


def _edges(tree: LiftingTree, g: Geometry, colours: Palette, share: list[float]) -> list[str]:
    """One segment an edge, its tokens written on its level part."""
    out, labels = [], []
    for t, symbol in enumerate(tree.observation, 1):
        group = f'class="%s c{colours.colour(symbol)}" data-step="{t}"'
        out.append(f"<g {group % 'e'}>")
        labels.append(f"<g {group % 'm v'}>")
        for index in g.column[t]:
            node = tree.nodes[index]
            if node.parent is None:
                continue
            empty = ' class="z"' if not node.segment and not node.rest else ""
            path = curve(g.x[t - 1], g.y[node.parent], g.x[t], g.y[index])
            dash = ' stroke="var(--stub)"' if node.rest else ""
            out.append(f'<path{empty} data-i="{index}" d="{path}" stroke-width="{_stroke(g, share[index])}"{dash}/>')
            if not node.rest:
                labels.append(_segment(node, g))
        out.append("</g>")
        labels.append("</g>")
    return out + labels


def _segment(node: Node, g: Geometry) -> str:
    """The tokens of an edge above its level part, at the magnification where they fit."""
    level_part = g.step * 0.58 - g.radius - 2
    x = g.x[node.column] - g.radius - level_part / 2
    text = written(node.segment) if node.segment else "already certain"
    size = 1.0 if node.segment else 0.72 / 1.15
    kind = "" if node.segment else ' class="it soft%s"'
    level = next((zoom for zoom in ZOOMS if g.gap[node.index] * zoom >= g.font * 0.98), 16)
    fitting = shorten(text, level_part * level / g.font / size)
    if node.segment and fitting != text and len(fitting) < 3:
        level = next((zoom for zoom in (level, 2, 4, 8) if width(text) * g.font <= level_part * zoom), 16)
        fitting = text
    if not node.segment:
        if fitting != text:
            return ""
        kind %= zoom_class(level)
    elif level > 1:
        kind = f' class="l{level}"'
    return f'<text{kind} x="{number(x)}" y="{number(g.y[node.index] - _lift(g))}" data-i="{node.index}">{escape(fitting)}</text>'


def _by_token(tree: LiftingTree, g: Geometry, colours: Palette, share: list[float]) -> list[str]:
    """The same strings as a prefix tree, one token an edge; the colour is the symbol that the token helps to show."""
    row_of = [(y - g.y[0]) / g.pitch for y in g.y]
    edges = twigs(tree, row_of) if tree.nodes else []
    if not edges or len(edges) > MOST_TWIGS:
        return []
    deepest = max(len(edge.prefix) for edge in edges)
    reach = (g.x[-1] - g.x[0]) / deepest
    y0 = g.y[0]
    masses = _prefix_shares(tree, share)
    out = ['<g data-layout="token" display="none">']
    for depth in range(1, deepest + 1):
        x = g.x[0] + reach * (depth - 0.5)
        if reach > 16 or depth % 5 == 0:
            out.append(f'<text class="soft mid" x="{number(x)}" y="{g.top - 30:.0f}" font-size="14">{depth}</text>')
    for column, group in groupby(edges, key=lambda edge: edge.column):
        labels = []
        kind = f'c{colours.colour(tree.observation[column - 1])}" data-step="{column}"'
        out.append(f'<g class="e {kind}>')
        for edge in group:
            depth, y = len(edge.prefix), y0 + edge.row * g.pitch
            x0 = g.x[0] + reach * (depth - 1)
            span = f"{number(y0 + edge.first * g.pitch)} {number(y0 + edge.last * g.pitch)} {depth}"
            path = curve(x0, y0 + edge.parent_row * g.pitch, x0 + reach, y)
            out.append(f'<path d="{path}" stroke-width="{_stroke(g, masses.get(edge.prefix, 0.0))}" data-r="{span}"/>')
            label = shorten(written(edge.prefix[-1:]), reach * 0.6 / g.font)
            level = zoom_class(next((zoom for zoom in ZOOMS if g.pitch * zoom >= g.font), 16)).strip()
            shown = f' class="{level}"' if level else ""
            labels.append(
                f'<text{shown} x="{number(x0 + 0.7 * reach)}" y="{number(y - _lift(g))}">{escape(label)}</text>'
            )
        out += ["</g>", f'<g class="m v {kind}>', *labels, "</g>"]
    return [*out, "</g>"]


def _prefix_shares(tree: LiftingTree, share: list[float]) -> dict[tuple[str, ...], float]:
    out: dict[tuple[str, ...], float] = {}
    last = len(tree.observation)
    for node in tree.nodes:
        if node.column == last and not node.rest and share[node.index]:
            for length in range(1, len(node.latent) + 1):
                prefix = node.latent[:length]
                out[prefix] = out.get(prefix, 0.0) + share[node.index]
    return out


def _stubs(tree: LiftingTree, g: Geometry) -> list[str]:
    """What would have shown another symbol than the one seen: cut, with its mass."""
    out = []
    for t in range(len(tree.observation)):
        hooks, labels = [], []
        for index in g.column[t]:
            node = tree.nodes[index]
            mass = sum(value for _, value in node.stubs if value > 0)
            if node.rest or mass <= 0 or g.gap[index] < 20:
                continue
            x, y = g.x[t], g.y[index] + g.radius
            hooks.append(f"M{number(x)} {number(y)}v8M{number(x - 5)} {number(y + 8)}h10")
            if g.gap[index] >= 48 and g.step >= 34:
                others = [symbol for symbol, value in node.stubs if value > 0]
                name = written((others[0],)) if len(others) == 1 else f"{len(others)} others"
                name = f"{escape(name)} " if g.step >= 60 else ""
                start = ' class="begin"' if not t else ""
                place = x - g.radius if not t else x
                labels.append(
                    f'<text{start} x="{number(place)}" y="{number(y + 22)}">{name}<tspan data-x="">{percent(mass)}</tspan></text>'
                )
        if hooks:
            out.append(
                f'<g data-layout="symbol" data-step="{t + 1}"><path class="w" d="{"".join(hooks)}"/>'
                f'<g class="k h">{"".join(labels)}</g></g>'
            )
    return out


def _nodes(tree: LiftingTree, g: Geometry, colours: Palette) -> list[str]:
    """A spot for each string: outline by hidden state, with the state's letter where there is room."""
    out = []
    deepest = max((len(node.latent) for node in tree.nodes), default=0)
    reach = (g.x[-1] - g.x[0]) / deepest if deepest else 0.0
    letters = len(colours.states) > 1 and g.radius >= 6.5
    for t, indices in enumerate(g.column):
        colour = f" c{colours.colour(tree.observation[t - 1])}" if t else ""
        out.append(f'<g class="n{colour}" data-step="{t}">')
        for index in indices:
            node = tree.nodes[index]
            place = f'transform="translate({number(g.x[t])} {number(g.y[index])})" data-i="{index}"'
            if node.rest:
                r = number(max(3.0, g.radius * 0.8))
                out.append(f'<path {place} d="M-{r} -4H{r}M-{r} 0H{r}M-{r} 4H{r}" stroke="var(--stub)"/>')
                continue
            outline = colours.outline(node.state)
            kind = f' class="o{outline}"' if outline else ""
            mark = f'<circle r="{number(g.radius)}"{kind}/>'
            if letters and len(node.state) <= 2:
                mark += f'<text y=".35em" font-size="{number(g.radius * (1.25 if len(node.state) < 2 else 0.95))}">{escape(node.state)}</text>'
            out.append(f'<g {place} data-d="{number(g.x[0] + reach * len(node.latent))}">{mark}</g>')
        out.append("</g>")
    return out
