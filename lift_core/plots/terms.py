"""(proj#P)(x) = Σ_{z ∈ lifting(x)} P(z) (2.22) as a stack of its terms, and running estimates of it on the same axis 0 … 2p.

The top of the stack is the exact line; it runs right through the estimates.
"""

import math
from collections.abc import Sequence
from typing import Any

from lift_core.plots.drawing import Drawing, Row, escape, number, svg
from lift_core.plots.estimates import Drawn, Frame, draw_spots, estimates
from lift_core.plots.leaves import STARTS, string
from lift_core.plots.numerals import (
    count,
    figures,
    more,
    percent,
    plural,
    probability,
    sans_width,
    shorten,
    titled,
    width,
    written,
)
from lift_core.plots.palette import Palette, palette
from lift_core.plots.tree import state_order
from lift_core.projected.explanations import left_over
from lift_core.projected.tree import LiftingTree, Node

_LEFT_OUT = 0.025  # of p, that may go into "+ n more"
_MOST_ROWS = 10
_AXIS_GAP = 10  # between the axis and its numbers

STYLE = (
    ".lift .stack rect{fill:var(--c);stroke:var(--paper);stroke-width:1}.lift .tie{fill:var(--c);opacity:.16}"
    ".lift .exact{stroke:var(--ink);stroke-width:2.4;fill:none}.lift .run{fill:none;stroke:var(--c4);stroke-width:3}"
    ".lift .dot{fill:var(--c4);stroke:var(--paper);stroke-width:2}.lift .band{fill:var(--c4);opacity:.14}"
    ".lift .draw{fill:var(--c4);opacity:.4}"
    ".lift .axis{stroke:var(--rule);stroke-width:1}.lift .halo{paint-order:stroke;stroke:var(--paper);stroke-width:5px}"
)


def terms_drawing(
    tree: LiftingTree,
    *,
    symbols: Sequence[str] = (),
    states: Sequence[str] = (),
    log_running: Sequence[float] = (),
    chi2: float | None = None,
    draws: Sequence[Drawn] = (),
    width: float = 1000,
    height: float = 460,
) -> Drawing:
    """Rows, stack, exact line; with `log_running[i]` = log p_{i+1} (nats) the estimates, with `chi2` their predicted band.

    `draws` are told at a touch: the string, P, Q and the weight P/Q of each.
    """
    colours = palette(tuple(symbols) or tree.observable, state_order(tree, states))
    last = len(tree.observation)
    log_p = tree.log_p[last]
    narrow = width < 560
    bar = width * (0.5 if narrow else 0.36)
    thick = 28.0 if narrow else 64.0
    marks, small = _marks(log_p), 12 if narrow else 14
    margin = max(62.0 if narrow else 84.0, _AXIS_GAP + small * max(sans_width(name) for _, name in marks))
    frame = Frame(
        width,
        height,
        narrow,
        bar,
        thick,
        bar + thick + 4,
        width - margin,
        30.0,
        height - (26 if narrow else 34),
    )
    shown, rest = chosen_terms(tree)
    body = [colours.patterns(tree.observation), *_axis(frame, marks, small)]
    details: list[dict[str, Any]] = []
    if log_p > -math.inf:
        body += _terms(tree, frame, colours, shown, rest, details)
        body += estimates(frame, log_p, log_running, chi2)
        body += draw_spots(frame, log_p, log_running, draws, shown, details)
        body.append(_exact(frame, log_p, tree))
    else:
        words = "probability 0: there is nothing to add up"
        body.append(
            f'<text class="soft mid" x="{number(width / 2)}" y="{number(height / 2)}" font-size="18">{words}</text>'
        )
    alt = _alternative(tree, shown, rest, log_running, chi2)
    title = f"p({written(tree.observation)}) as a sum"
    return Drawing(svg(width, height, title, alt, "".join(body), STYLE), 1, alt, terms_table(tree), tuple(details))


def chosen_terms(tree: LiftingTree) -> tuple[list[Node], tuple[int, float]]:
    """(the heaviest terms in alphabetical order, (how many more, their share of p)): at most ten rows, and no more than are
    needed to leave out less than 2.5% of p."""
    last = len(tree.observation)
    nodes = [node for node in tree.column(last) if not node.rest]
    if len(nodes) > _MOST_ROWS or len(nodes) < tree.sizes[last]:
        heavy = sorted(nodes, key=lambda node: (-node.filtered, node.latent))
        kept, share = 0, 0.0
        while kept < min(_MOST_ROWS, len(heavy)) and share < 1 - _LEFT_OUT:
            share += heavy[kept].filtered
            kept += 1
        nodes = sorted(heavy[:kept], key=lambda node: node.index)
    left = tree.sizes[last] - len(nodes)
    return nodes, (left, left_over(node.filtered for node in nodes) if left else 0.0)


def _terms(
    tree: LiftingTree,
    f: Frame,
    colours: Palette,
    shown: list[Node],
    rest: tuple[int, float],
    details: list[dict[str, Any]],
) -> list[str]:
    """The rows, the slices, and what ties each row to its slice; the first row is the topmost slice."""
    left, left_out = rest
    lines = len(shown) + bool(left)
    step = min(44.0, (f.bottom - 12) / max(lines, 1))
    size = min(14.0 if f.narrow else 18.0, step * 0.55)
    middle = f.y(0.5)  # the stack reaches from 0 to p
    first = min(max(middle - step * (lines - 1) / 2, f.top + 4), f.bottom - step * (lines - 1) - 6)
    tie = 26.0 if f.narrow else 62.0
    far_p, room = _columns(f, f.bar - tie - 4, [*shown], left_out, size)
    axis = f'data-full="{number(f.bottom - f.top)}" data-top="2" data-zero="{number(f.bottom)}" data-log="{tree.log_p[-1]:.6g}"'
    out, level = [f'<g class="hush" {axis}>'], 1.0
    for row, node in enumerate([*shown, None] if left else shown):
        share = node.filtered if node else left_out
        y, above, below = first + step * row, f.y(level), f.y(level - share)
        level -= share
        slice_ = f'data-bar="stack {share:.6g} {max(level, 0.0):.6g}"'
        kind, fill, label, tip = _row(tree, colours, node, left, (room if node or far_p is None else far_p) / size)
        value = percent(share)
        half = max(1.2, min(step * 0.42, (below - above) / 2))
        near, far, a, b = f.bar - tie * 0.4, f.bar - tie * 0.55, number(f.bar), number(f.bar - tie)
        flow = (
            f"M{b} {number(y - half)}C{number(near)} {number(y - half)} {number(far)} {number(above)} {a} {number(above)}V{number(below)}"
            f"C{number(far)} {number(below)} {number(near)} {number(y + half)} {b} {number(y + half)}z"
        )
        texts = f'<text x="0" y="{number(y)}" dy=".35em" font-size="{number(size)}">{label}</text>'
        if node and far_p is not None:
            texts += (
                f'<text class="soft end" x="{number(far_p)}" y="{number(y)}" dy=".35em" font-size="{number(size * 0.88)}" '
                f'data-x="">P = {probability(node.log_p)}</text>'
            )
        out.append(
            f'<g class="row slice {kind}" data-i="{len(details)}" data-walk="{row}"><path class="tie" d="{flow}"/>'
            f'<g class="stack"><rect {slice_} x="{a}" y="{number(above)}" width="{number(f.thick)}" '
            f'height="{number(max(below - above, 0.8))}"{fill}/></g>{texts}'
            f'<text class="b end" x="{number(f.bar - tie - 4)}" y="{number(y)}" dy=".35em" font-size="{number(size)}" '
            f'data-x="">{value}</text></g>'
        )
        name = written(node.latent) if node else f"{plural(left, 'more string')}"
        entry: dict[str, Any] = {"t": 0, "parent": -1, "name": name, "q": share, "tip": f"{tip}{value} of p"}
        if node:
            entry["z"] = list(node.latent)
        else:
            entry["rest"] = left
        details.append(entry)
    return [*out, "</g>"]


def _columns(f: Frame, right: float, shown: list[Node], left_out: float, size: float) -> tuple[float | None, float]:
    """(where the probabilities end, the room for the strings before them), the shares ending at `right`. No probabilities where the
    strings would be cut to less than five ems."""
    shares = [percent(share) for share in (left_out, *(node.filtered for node in shown))]
    end = right - size * max(map(sans_width, shares)) - 10
    if f.roomy and shown:
        room = end - 0.88 * size * max(sans_width(f"P = {probability(node.log_p)}") for node in shown) - 10
        if room >= size * min(5.0, max(width(written(node.latent)) for node in shown)):
            return end, room
    return None, end


def _row(tree: LiftingTree, colours: Palette, node: Node | None, left: int, room: float) -> tuple[str, str, str, str]:
    """(colour class, fill of the slice, the words of the row in so many ems, the beginning of its tip)."""
    if node is None:
        return (
            "c7",
            ' fill="var(--stub)" style="fill:var(--stub)"',
            f'<tspan fill="var(--soft)">{more(left, f"{count(left)} more", room)}</tspan>',
            "",
        )
    kind = f"c{colours.colour(tree.observation[-1])}" if tree.observation else ""
    outline = colours.outline(node.state)
    fill = f' style="fill:{colours.hatch(tree.observation[-1], outline)}"' if outline and tree.observation else ""
    return (
        kind,
        fill,
        f'<tspan class="m">{string(tree, node, colours, room)}</tspan>',
        f"P = {probability(node.log_p)}, ",
    )


def _marks(log_p: float) -> list[tuple[float, str]]:
    """0, ½p, p, 1½p, 2p: (ratio to p, as it is written)."""
    possible = log_p > -math.inf
    return [(0.0, "0")] + [
        (ratio, probability(log_p + math.log(ratio), 3) if possible else "") for ratio in (0.5, 1.0, 1.5, 2.0)
    ]


def _axis(f: Frame, marks: list[tuple[float, str]], size: int) -> list[str]:
    """The marks at the right edge."""
    out = []
    for ratio, value in marks:
        y = number(f.y(ratio))
        out.append(f'<path class="axis hush" d="M{number(f.bar - 6)} {y}H{number(f.right)}"/>')
        if not (f.narrow and ratio in (0.5, 1.5)):
            kind = "b hush" if ratio == 1 else "soft hush"  # where p stands on it would tell p
            out.append(
                f'<text class="{kind}" x="{number(f.right + _AXIS_GAP)}" y="{y}" dy=".35em" font-size="{size}" '
                f'data-x="">{value}</text>'
            )
    return out


def _exact(f: Frame, log_p: float, tree: LiftingTree) -> str:
    """The exact line, and above all the sum that it is."""
    y, value = number(f.y(1)), probability(log_p)
    terms = "" if f.narrow else f" · the sum of {plural(tree.sizes[-1], 'term')}"
    name = shorten(written(tree.observation), 10, keep="end")
    name, size = titled(name, f" = {value}{terms}", 15 if f.narrow else 19, f.width)
    return (
        f'<path class="exact hush" d="M{number(f.bar)} {y}H{number(f.right)}"/>'
        f'<text class="b" x="0" y="18" font-size="{number(size)}">{STARTS}<tspan class="it">p</tspan>({escape(name)}) = '
        f'<tspan data-x="">{value}</tspan><tspan class="soft">{terms}</tspan></text>'
    )


def terms_table(tree: LiftingTree) -> tuple[Row, ...]:
    """The table twin: every drawn string of the lifting with P and its share of p; header first."""
    body = (
        (" ".join(node.latent) if not node.rest else f"{node.rest} more", math.exp(node.log_p), node.filtered)
        for node in tree.column(len(tree.observation))
    )
    return (("latent string", "P", "share of p"), *body)


def _alternative(
    tree: LiftingTree, shown: list[Node], rest: tuple[int, float], log_running: Sequence[float], chi2: float | None
) -> str:
    x, log_p = written(tree.observation), tree.log_p[-1]
    if log_p == -math.inf:
        return f"p({x}) = 0: no latent string of positive probability shows it."
    terms = [f"{written(node.latent)} {probability(node.log_p)} ({percent(node.filtered)})" for node in shown]
    more, share = rest
    if more:
        terms.append(f"{plural(more, 'more string')} ({percent(share)})")
    text = f"p({x}) = {probability(log_p)} is the sum of " + ", ".join(terms) + "."
    if len(log_running):
        text += f" Estimate from {plural(len(log_running), 'draw')}: {probability(float(log_running[-1]))}."
        if chi2 is not None and math.isfinite(chi2):
            text += f" Predicted relative error √(χ²/n) = {figures(math.sqrt(chi2 / len(log_running)), 3)}."
    return text
