"""The lifting tree and the state diagram as TikZ, to be typeset in a paper: a whole `tikzpicture`, with what its preamble needs
and what was left out said in comments (docs/theory.md §1)."""

import math

from lift_core.plots.diagram import Arrow, Machine, arrows, machine
from lift_core.plots.formula import HIDDEN, tex_number, tex_string
from lift_core.plots.numerals import percent, plural, probability
from lift_core.plots.palette import COLOURS, Palette, palette
from lift_core.projected.tree import LiftingTree, Node
from lift_core.projection.files import state_names
from lift_core.projection.transducer import Projection
from lift_core.sequences import String

MOST_LEAVES = 60
WIDE, ROW, BAR = 2.4, 0.62, 2.5  # cm: a column, the height of a leaf, the bar of probability 1
_LETTER = 0.21  # cm of a typewriter letter
_OUTLINES = ("", ", dashed", ", dash pattern=on 6pt off 2pt", ", dotted")
_TEXT = r"align=center, font=\small"
_SILENT = "gray, densely dashed"


def tree_tikz(tree: LiftingTree, *, hide: bool = False) -> str:
    """The tree by observed symbol: an edge is a segment, its tokens written on it and its width the share Q*_x that takes it; right
    of the leaves the bars of Q*(z | x). Of more than 60 leaves the heaviest; `hide` puts question marks for all numbers."""
    last = len(tree.observation)
    leaves = [node for node in tree.column(last) if not node.rest]
    kept = sorted(sorted(leaves, key=lambda node: (-node.filtered, node.index))[:MOST_LEAVES], key=lambda n: n.index)
    states = sorted({node.state for node in tree.nodes if not node.rest})
    colours = palette(tree.observable, states)
    heights = _heights(tree, kept)
    drawn = [tree.nodes[index] for index in sorted(heights)]
    left = tree.sizes[last] - len(kept)
    lines = ["% in the preamble: \\usepackage{tikz}"]
    if left > 0:
        share = (
            ""
            if hide
            else f", {percent(1 - math.fsum(node.filtered for node in kept)).replace('%', ' per cent')} of p(x)"
        )
        lines.append(f"% the {len(kept)} heaviest leaves; left out: {plural(left, 'string')}{share}")
    lines += ["% only what goes on to show all of x is drawn", r"\begin{tikzpicture}[x=1cm, y=1cm]"]
    lines += _defined(colours, tree.observation)
    top = max(heights.values(), default=0.0) + 0.9
    for t, symbol in enumerate(tree.observation, 1):
        lines.append(
            f"\\node[text={_hue(colours, symbol)}] at ({(t - 0.5) * WIDE:.2f}, {top:.2f}) {{${tex_string((symbol,))}$}};"
        )
    value = HIDDEN if hide else tex_number(probability(tree.log_p[last]))
    lines.append(
        f"\\node[right] at ({last * WIDE + 0.4:.2f}, {top:.2f}) {{$p({tex_string(tree.observation)}) = {value}$}};"
    )
    for node in drawn:
        x, y, outline = node.column * WIDE, heights[node.index], _OUTLINES[colours.outline(node.state)]
        hue = f", draw={_hue(colours, tree.observation[node.column - 1])}" if node.column else ""
        name = tex_string((node.state,)) if len(node.state) <= 2 and len(states) > 1 else ""
        lines.append(
            f"\\node[circle, draw, inner sep=1.5pt, minimum size=5mm, font=\\scriptsize{hue}{outline}] "
            f"(n{node.index}) at ({x:.2f}, {y:.2f}) {{{f'${name}$' if name else ''}}};"
        )
    lines += [_edge(tree, node, colours, hide) for node in drawn if node.parent is not None]
    longest = max((len(tex_plain(node.latent)) for node in kept), default=0)
    for node in kept:
        lines += _leaf(node, heights[node.index], last * WIDE + 0.5, longest, colours, tree, hide)
    return "\n".join([*lines, r"\end{tikzpicture}"])


def tex_plain(z: String) -> str:
    """A string as long as it is printed."""
    return ("" if all(len(token) == 1 for token in z) else " ").join(z)


def _heights(tree: LiftingTree, kept: list[Node]) -> dict[int, float]:
    """The heights of the leaves, the first on top, and of all that lead to them, in the middle of what follows them."""
    heights = {node.index: -ROW * row for row, node in enumerate(kept)}
    children: dict[int, list[float]] = {}
    for index in range(len(tree.nodes) - 1, -1, -1):  # a parent comes before its children
        if index in children:
            heights[index] = math.fsum(children[index]) / len(children[index])
        parent = tree.nodes[index].parent
        if index in heights and parent is not None:
            children.setdefault(parent, []).append(heights[index])
    return heights


def _edge(tree: LiftingTree, node: Node, colours: Palette, hide: bool) -> str:
    hue = _hue(colours, tree.observation[node.column - 1])
    share = 0.1 if hide or not 0 <= node.smoothed <= 1 else node.smoothed
    label = f"node[above, sloped, font=\\scriptsize] {{${tex_string(node.segment)}$}} " if node.segment else ""
    kind = "" if node.segment else ", loosely dotted"
    return f"\\draw[{hue}, line width={0.4 + 2.6 * math.sqrt(share):.2f}pt{kind}] (n{node.parent}) -- {label}(n{node.index});"


def _leaf(node: Node, y: float, x: float, longest: int, colours: Palette, tree: LiftingTree, hide: bool) -> list[str]:
    """The string, its bar and its number."""
    bar, share = x + 0.3 + _LETTER * max(longest, 1), 0.0 if hide else node.filtered
    hue = _hue(colours, tree.observation[-1]) if tree.observation else "gray"
    number = HIDDEN if hide else tex_number(percent(node.filtered))
    return [
        f"\\node[right, inner sep=0pt] at ({x:.2f}, {y:.2f}) {{${tex_string(node.latent)}$}};",
        *(
            [f"\\fill[{hue}] ({bar:.2f}, {y - 0.14:.2f}) rectangle ({bar + BAR * share:.3f}, {y + 0.14:.2f});"]
            if share > 0
            else []
        ),
        f"\\node[right, font=\\scriptsize] at ({bar + BAR * share:.2f}, {y:.2f}) {{${number}$}};",
    ]


def diagram_tikz(projection: Projection) -> str:
    """The state diagram on a circle, the start at its left: arcs `token : output`, silent ones with their token alone, in grey.
    Large and lazy projections as far as the app draws them."""
    of = machine(projection)
    names, drawn = state_names(of.states), arrows(of)
    lines = ["% in the preamble: \\usepackage{tikz} \\usetikzlibrary{automata}"]
    if of.open:
        lines.append(
            f"% {plural(len(of.states), 'state')} drawn; {plural(len(of.open), 'state')} among them with arcs to others that are not"
        )
    if missing := sum(len(arrow.left_out) for arrow in drawn):
        lines.append(f"% {plural(missing, 'arc')} more than fit on their arrows: said there with an ellipsis")
    lines.append(
        r"\begin{tikzpicture}[->, auto, initial text={}, every state/.style={minimum size=9mm, inner sep=2pt}]"
    )
    lines += _defined(palette(projection.observable), projection.observable)
    order = sorted(range(len(of.states)), key=lambda n: of.states[n] != projection.start)  # the start first
    angles = {n: 180 - 360 * place / len(order) for place, n in enumerate(order)}
    radius = 0.0 if len(order) == 1 else max(2.2, 0.62 * len(order))
    for n, state in enumerate(of.states):
        kind = ", initial" if state == projection.start else ""
        kind += ", gray" if state in of.trimmed else ""
        name = names[state]
        shape = ", rectangle, rounded corners=4mm, inner sep=6pt" if len(name) > 3 else ""
        lines.append(
            f"\\node[state{kind}{shape}] (s{n}) at ({angles[n]:.1f}:{radius:.2f}) {{${tex_string((name,))}$}};"
        )
    numbers, seen = {state: n for n, state in enumerate(of.states)}, {}
    for arrow in drawn:
        ends = (numbers[arrow.source], numbers[arrow.target])
        seen[ends] = seen.get(ends, -1) + 1
        lines.append(_arrow(of, arrow, ends, seen[ends], angles[ends[0]], palette(projection.observable)))
    return "\n".join([*lines, r"\end{tikzpicture}"])


def _arrow(of: Machine, arrow: Arrow, ends: tuple[int, int], again: int, angle: float, colours: Palette) -> str:
    """An arrow; the second between the same two states bends further, and the second loop stands on the other side."""
    source, target = ends
    rows = [_label(of, line, colours) for line in arrow.lines] + ([r"$\ldots$"] if arrow.left_out else [])
    kind = "" if of.rows[arrow.lines[0][0]][3] else f"{_SILENT}, "
    written = r" \\ ".join(rows)
    if source != target:
        return f"\\path (s{source}) edge[{kind}bend left={15 + 25 * again}] node[{_TEXT}] {{{written}}} (s{target});"
    out = (
        90.0 if round(angle) % 360 == 180 else angle
    ) + 180 * again  # away from the others, and from the arrow of the start
    turn = f"out={out - 20:.1f}, in={out + 20:.1f}, looseness=8"
    beyond = f"{_TEXT}, auto=false, anchor={(out + 180) % 360:.1f}"
    return f"\\path (s{source}) edge[{kind}{turn}] node[{beyond}] {{{written}}} (s{target});"


def _label(of: Machine, line: tuple[int, ...], colours: Palette) -> str:
    """The tokens that share a line, and what they write in the colours of its symbols."""
    tokens = ", ".join(f"${tex_string((of.rows[arc][1],))}$" for arc in line)
    output = "".join(
        f"\\textcolor{{{_hue(colours, symbol)}}}{{${tex_string((symbol,))}$}}" for symbol in of.rows[line[0]][3]
    )
    return f"{tokens} : {output}" if output else tokens


def _hue(colours: Palette, symbol: str) -> str:
    return f"lift{colours.colour(symbol)}"


def _defined(colours: Palette, symbols: String) -> list[str]:
    """The colours of these symbols, as they are read on white paper."""
    used = sorted({colours.colour(symbol) for symbol in symbols})
    return [f"\\definecolor{{lift{hue}}}{{HTML}}{{{COLOURS[hue][0][1].lstrip('#')}}}" for hue in used]
