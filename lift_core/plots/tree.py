"""The lifting tree by observed symbol: column t holds exactly lifting(x_1…x_t), an edge is one segment of Φ (docs/theory.md §1).

An empty segment is a level line, "already certain"; what would have shown another symbol is a grey stub with its mass; the
strings and the bars of Q*(z | x_1…x_t) stand at the right edge. The layout by latent token draws the same strings as a prefix
tree, one token an edge. All frames are in the one svg.
"""

from collections.abc import Sequence

from lift_core.plots.details import alternative, detail, seen, table
from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.edges import by_symbol, by_token, shares, token_numbers
from lift_core.plots.geometry import ZOOMS, Geometry, geometry
from lift_core.plots.leaves import leaves
from lift_core.plots.numerals import count, percent, sans_width, shorten, written
from lift_core.plots.palette import Palette, palette
from lift_core.projected.tree import LiftingTree

_STUB, _COUNT = 12.5, 13  # the sizes of what is written below a stub, and of the numbers of strings
_TOLD = 0.0005  # a stub of less mass than this has no number beside it

STYLE = (
    ".lift .e path{fill:none;stroke:var(--c);stroke-linecap:round}.lift .e path.z{stroke-dasharray:.1 7}"
    ".lift .n{stroke:var(--c);fill:var(--paper);stroke-width:2.4}.lift .n text{stroke:none;text-anchor:middle;font-weight:600}"
    ".lift .o1{stroke-dasharray:3.4 2.3}.lift .o2{stroke-dasharray:8 3}.lift .o3{stroke-dasharray:1 2.4}"
    ".lift .w{fill:none;stroke:var(--stub);stroke-width:1.6}.lift .d{fill:none;stroke:var(--rule);stroke-width:1;"
    "stroke-dasharray:1 4}.lift .g{fill:var(--c);opacity:var(--wash)}.lift .a{stroke:var(--rule);stroke-width:1}"
    ".lift .q text{font-size:var(--f);dominant-baseline:central}"
    ".lift .e text{font-size:var(--e)}"
    ".lift .e text{text-anchor:middle;fill:var(--t)}.lift .e .ac{fill:var(--soft);font:italic 12.5px sans-serif}"
    ".lift .e text,.lift .h{paint-order:stroke;stroke:var(--paper);stroke-width:.28em;stroke-linejoin:round}"
    f".lift .k text{{font-size:{_STUB}px;text-anchor:middle;fill:var(--soft)}}"
    ".lift .k .begin{text-anchor:start}.lift .k .end{text-anchor:end}.lift .zero{opacity:.45}.lift[data-zoom='1'] .back{visibility:hidden}"
    + "".join(
        f"svg.lift:not([data-zoom~='{zoom}']) :is(text.l{zoom},.l{zoom}>text){{display:none}}" for zoom in ZOOMS[1:]
    )
    + ".lift path,.lift circle{vector-effect:non-scaling-stroke}"
)


def tree_drawing(
    tree: LiftingTree,
    *,
    symbols: Sequence[str] = (),
    states: Sequence[str] = (),
    width: float = 1000,
    height: float = 600,
) -> Drawing:
    """The tree as a drawing of T + 1 frames. Below a width of 560 everything is set for a phone.

    `symbols` and `states` fix the order of colours and outlines; without them the tree's alphabet and its sorted states do.
    """
    colours = palette(tuple(symbols) or tree.observable, state_order(tree, states))
    g = geometry(tree, width, height)
    share = shares(tree)
    rows, heads = leaves(tree, g, colours)
    tints, badges = _bands(tree, g, colours)
    body = [
        colours.patterns(tree.observation),
        *tints,
        *by_symbol(tree, g, colours, share),
        *by_token(tree, g, colours),
        *_stubs(tree, g),
        *_nodes(tree, g, colours),
        *rows,
        f'<g class="pin"><rect class="back" width="{number(width)}" height="{number(g.top - 12)}" fill="var(--paper)"/>',
        *badges,
        *token_numbers(tree, g),
        *heads,
        "</g>",
    ]
    text = alternative(tree)
    extra = (
        f'style="--f:{number(g.font)}px;--e:{number(g.tokens)}px" data-zoom="1" data-columns="{" ".join(map(number, g.x))}" '
        f'data-thin="{g.thin:.2f}" data-thick="{g.thick:.2f}" data-pitch="{number(g.pitch)}" data-full="{number(g.bar_width)}" '
        f'data-lift="{number(g.lift)}"'
    )
    return Drawing(
        svg(width, height, f"Lifting tree of {seen(tree, len(tree.observation))}", text, "".join(body), STYLE, extra),
        len(tree.observation) + 1,
        text,
        table(tree),
        tuple(detail(node, colours.outline(node.state), tree.before) for node in tree.nodes),
    )


def state_order(tree: LiftingTree, order: Sequence[str]) -> list[str]:
    """The states in which strings of the tree end, in that order."""
    reached = {node.state for node in tree.nodes if not node.rest}
    return [state for state in order if state in reached] + sorted(reached - set(order))


def _bands(tree: LiftingTree, g: Geometry, colours: Palette) -> tuple[list[str], list[str]]:
    """A tinted band for each observed symbol; its letter, and the size of the lifting after it, to stand above."""
    tints, badges = ['<g data-layout="symbol">'], ['<g data-layout="symbol">']
    tall, font = (24, 15) if g.narrow else (30, 19)
    for t, symbol in enumerate(tree.observation, 1):
        left, right = g.x[t - 1], g.x[t]
        middle, most = (left + right) / 2, max(g.step - 2, 1.0)
        room = min(most, max(tall, 0.62 * font * len(symbol) + 0.4 * tall))
        size = min(font, max(6.0, (room - 2) / 0.62))
        label = shorten(written((symbol,)), max(0.6, (room - 4) / size))
        group = f'<g class="c{colours.colour(symbol)}" data-header="{t}">'
        tints.append(
            f'{group}<rect class="g" x="{number(left + 1)}" y="4" width="{number(most)}" height="{number(g.height - 8)}" rx="8"/></g>'
        )
        badge = f'<rect x="{number(middle - room / 2)}" y="10" width="{number(room)}" height="{tall}" rx="7" fill="var(--c)"/>'
        if 0.62 * size < g.step:
            badge += (
                f'<text class="m b mid on" x="{number(middle)}" y="{number(10 + tall * 0.5 + size * 0.35)}" '
                f'font-size="{number(size)}">{escape(label)}</text>'
            )
        badges.append(f"{group}{badge}</g>")
        sizes = count(tree.sizes[t])
        words = f"{sizes} string{'' if tree.sizes[t] == 1 else 's'}"
        short = words if _COUNT * sans_width(words) < g.step - 4 else sizes
        if _COUNT * sans_width(short) < g.step - 2:
            place = f'x="{number(middle)}" y="{26 + tall}" font-size="{_COUNT}"'
            badges.append(f'<text class="soft mid" data-step="{t}" {place}>{short}</text>')
    return [*tints, "</g>"], [*badges, "</g>"]


# The first string has no room at its left: its number stands on the edge, which ends around it.
_OVER_THE_EDGE = ' class="begin" paint-order="stroke" stroke="var(--paper)" stroke-width="5" stroke-linejoin="round"'


def _stubs(tree: LiftingTree, g: Geometry) -> list[str]:
    """What would have shown another symbol than the one seen: cut, with its mass P(za)."""
    out = []
    room = g.radius + 27 + g.lift + 0.8 * g.tokens  # a number below a node, and the tokens of the next node below
    here: list[tuple[float, float]] = []  # where a label of this column ends, and its height
    for t in range(len(tree.observation)):
        hooks, labels, before, here = [], [], here, []
        for index in g.column[t]:
            node = tree.nodes[index]
            mass = sum(value for _, value in node.stubs)
            if node.rest or mass <= 0 or g.below[index] < 20:
                continue
            x, y = g.x[t], g.y[index] + g.radius
            hooks.append(f"M{number(x)} {number(y)}v8M{number(x - 5)} {number(y + 8)}h10")
            if mass >= _TOLD and g.below[index] >= room and g.step >= 60:
                others = [symbol for symbol, _ in node.stubs]
                name = shorten(written((others[0],)), 4) if len(others) == 1 else f"{len(others)} others"
                value = percent(mass)
                start, place = (' class="end"', x + 6) if t else (_OVER_THE_EDGE, x - g.radius)
                for words in (f"{name} ", ""):  # where both do not fit between two columns, the number alone
                    wide = _STUB * sans_width(words + value)
                    left = place - wide if t else place
                    if wide < g.step and left > 0 and not any(abs(y - b) < _STUB and left < a + 4 for a, b in before):
                        here.append((left + wide, y))
                        labels.append(
                            f'<text{start} x="{number(place)}" y="{number(y + 22)}">{escape(words)}'
                            f'<tspan data-x="">{value}</tspan></text>'
                        )
                        break
        if hooks:
            out.append(
                f'<g data-layout="symbol" data-step="{t + 1}"><path class="w" d="{"".join(hooks)}"/>'
                f'<g class="k h">{"".join(labels)}</g></g>'
            )
    return out


def _nodes(tree: LiftingTree, g: Geometry, colours: Palette) -> list[str]:
    """A spot for each string: outline by hidden state, with the state's letter where there is room."""
    out = []
    reach = g.reach
    letters = len(colours.states) > 1 and g.radius >= 5.8
    for t, indices in enumerate(g.column):
        colour = f" c{colours.colour(tree.observation[t - 1])}" if t else ""
        out.append(f'<g class="n{colour}" data-step="{t}">')
        for index in indices:
            node = tree.nodes[index]
            place = f'transform="translate({number(g.x[t])} {number(g.y[index])})" data-i="{index}"'
            if node.rest:
                r = number(max(3.0, g.radius * 0.8))
                out.append(f'<g {place}><path d="M-{r} -4H{r}M-{r} 0H{r}M-{r} 4H{r}" stroke="var(--stub)"/></g>')
                continue
            outline = colours.outline(node.state)
            place += f' data-d="{number(g.x[0] + reach * len(node.latent))}"'
            kind = f' class="o{outline}"' if outline else ""
            mark = f'<circle r="{number(g.radius)}"{kind}/>'
            if letters and len(node.state) <= 2:
                size = number(g.radius * (1.25 if len(node.state) < 2 else 0.95))
                mark += f'<text y=".35em" font-size="{size}">{escape(node.state)}</text>'
            out.append(f"<g {place}>{mark}</g>")
        out.append("</g>")
    return out
