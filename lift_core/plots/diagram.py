"""The state diagram of a projection as a graph in the DOT language: states, and arcs `token : output` (docs/theory.md §1).

States are listed in the order of first mention, the start first, so that a change of an arc moves as little as possible.
Arcs between the same two states share an arrow, one line each (in large machines one for each output); silent arcs have
an arrow of their own, thin with an open head, and their lines show the token alone. A symbol has its colour, a state its outline.
Under a state stands what it is bound to write (`sure: x`). A lazy projection is drawn as far as `MOST_STATES`.
"""

import html
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lift_core.plots.drawing import visible
from lift_core.plots.numerals import plural, shorten, written
from lift_core.plots.numerals import width as text_width
from lift_core.plots.palette import COLOURS, palette
from lift_core.projection.files import state_names
from lift_core.projection.transducer import Projection, Transducer
from lift_core.sequences import String, Word

MOST_STATES = 40
MOST_LAZY = 9
MOST_LINES = 8  # written on one arrow
MANY = 10  # states, beyond which the drawing is denser
MOST_BEFORE = 4  # states that lead to the one looked at, if all of them are to be drawn
OUTLINES = ("solid", "dashed", "bold", "dotted")  # in the place of the four hatches of palette.py
# on light paper, on dark paper
INK, SOFT, RULE = ("#1d2330", "#eef1f6"), ("#5b6472", "#a7b0be"), ("#c9ced6", "#515a68")
HERE, CHOSEN, ALARM, TAKEN = (
    ("#d9ebf8", "#12405e"),
    ("#ffe9a8", "#5a4a0c"),
    ("#c62828", "#ff8a80"),
    ("#0066a0", "#7cc6f0"),
)

Row = tuple[Any, str, Any, String]


@dataclass(frozen=True)
class Machine:
    """The part of a projection that is drawn: arcs, states in order, those that trimming removes, those with arcs left out."""

    rows: tuple[Row, ...]
    states: tuple[Any, ...]
    trimmed: frozenset[Any] = frozenset()
    open: frozenset[Any] = frozenset()


@dataclass(frozen=True)
class Arrow:
    """`lines` are its lines from top to bottom, each the indices into `Machine.rows` of the arcs it stands for.

    The arcs `left_out` are not written.
    """

    source: Any
    target: Any
    lines: tuple[tuple[int, ...], ...]
    left_out: tuple[int, ...] = ()

    @property
    def arcs(self) -> tuple[int, ...]:
        """All of its arcs."""
        return (*chain.from_iterable(self.lines), *self.left_out)


@dataclass(frozen=True)
class Diagram:
    """`dot` is the graph, its arrow number i with the id `lift-arrow-i`; `alt` says it in words."""

    dot: str
    alt: str
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True)
class Marks:
    """What is picked out: the state that the tape has reached, the arc it took last, a chosen arc, the arcs of a silent cycle."""

    here: Any = None
    taken: int | None = None
    chosen: int | None = None
    alarm: frozenset[int] = frozenset()


NO_MARKS = Marks()


def machine(projection: Projection, most_states: int | None = None) -> Machine:
    """What is drawn of a projection: all of it if it is small enough, else the states reached first, breadth first.

    >>> from lift_core.projection import gallery
    >>> len(machine(gallery.build("xor")).rows), machine(gallery.build("unbounded-backspace"), 3).states
    (6, ((), ('a',), ('b',)))
    """
    finite = isinstance(projection, Transducer)
    most = (MOST_STATES if finite else MOST_LAZY) if most_states is None else most_states
    if isinstance(projection, Transducer) and len(projection.states) <= most:
        return Machine(tuple(projection.arc_rows()), projection.states, frozenset(projection.trimmed))
    rows: list[Row] = []
    states, open_states = [projection.start], set()
    for state in states:
        for token in projection.tokens(state):
            arc = projection.step(state, token)
            if arc is None:
                continue
            if arc[0] not in states and len(states) < most:
                states.append(arc[0])
            if arc[0] in states:
                rows.append((state, token, *arc))
            else:
                open_states.add(state)
    return Machine(tuple(rows), tuple(states), open=frozenset(open_states))


def near(of: Machine, state: Any, start: Any) -> Machine:
    """What lies around a state of a large machine: where its arcs lead, the states that lead to it if they are few, and the start.

    >>> from lift_core.projection import gallery
    >>> near(machine(gallery.build("codons")), "UA", "start").states
    ('start', 'U', 'UA')
    """
    after = dict.fromkeys(target for source, _, target, _ in of.rows if source == state)
    before = dict.fromkeys(source for source, _, target, _ in of.rows if target == state)
    kept = {start, state, *list(after)[:MANY], *(before if len(before) <= MOST_BEFORE else ())}
    rows = tuple(row for row in of.rows if row[0] in kept and row[2] in kept)
    left_out = {row[0] for row in of.rows if row[0] in kept and row[2] not in kept}
    return Machine(rows, tuple(s for s in of.states if s in kept), of.trimmed & kept, of.open & kept | left_out)


def arrows(of: Machine) -> tuple[Arrow, ...]:
    """The arcs of a machine gathered into arrows, in order of first mention."""
    groups: dict[tuple[Any, Any, bool], dict[Any, list[int]]] = {}
    for index, (state, _, target, output) in enumerate(of.rows):
        line = output if len(of.states) > MANY else index
        groups.setdefault((state, target, bool(output)), {}).setdefault(line, []).append(index)
    drawn = []
    for (source, target, _), found in groups.items():
        lines = tuple(map(tuple, found.values()))
        most = MOST_LINES if len(lines) <= MOST_LINES else MOST_LINES - 1
        drawn.append(Arrow(source, target, lines[:most], tuple(chain.from_iterable(lines[most:]))))
    return tuple(drawn)


def state_diagram(
    of: Machine,
    *,
    start: Any,
    symbols: tuple[str, ...],
    determined: Mapping[Any, Word] | None = None,
    marks: Marks = NO_MARKS,
    dark: bool = False,
    upright: bool = False,
) -> Diagram:
    """The diagram. `symbols` is the observable alphabet (colours follow its order); `determined` what states must write next.

    `upright` draws from top to bottom, for a narrow screen.
    """
    names = state_names(of.states)
    numbers = {state: number for number, state in enumerate(of.states)}
    drawn = arrows(of)
    many = len(of.states) > MANY
    shade = int(dark)
    loops = [arrow.source for arrow in drawn if arrow.source == arrow.target]
    twice = {state for state in loops if loops.count(state) > 1}
    lines = [
        f"graph [bgcolor=transparent, rankdir={'TB' if upright != many else 'LR'}, nodesep={0.3 if many else 0.5}, "
        f"ranksep={0.4 if upright else 0.55 if many else 0.75}, pad=0.06, forcelabels=true]",
        f'node [shape=circle, margin=0.04, width={0.5 if many else 0.68}, fontname="Courier", fontsize={15 if many else 18}, '
        f'fontcolor="{INK[shade]}", color="{INK[shade]}", penwidth=1.8]',
        f'edge [fontname="Courier", fontsize=15, arrowsize=0.75, fontcolor="{INK[shade]}", color="{INK[shade]}", penwidth=1.5]',
        'begin [shape=none, label="", width=0.1, height=0.1, margin=0]',
    ]
    for number, state in enumerate(of.states):
        lines.append(_node(number, state, names[state], of, (determined or {}).get(state), marks, shade))
    lines.append(f"begin -> s{numbers[start]} [penwidth=1.8]")
    tints = palette(symbols)
    for index, arrow in enumerate(drawn):
        body = [_line(of, line, tints.colour, marks, shade) for line in arrow.lines]
        if arrow.left_out:
            span = "3" if of.rows[arrow.left_out[0]][3] else "1"
            more = f'<FONT COLOR="{SOFT[shade]}">+ {len(arrow.left_out):,} more</FONT>'
            body.append(f'<TR><TD COLSPAN="{span}">{more}</TD></TR>')
        lines.append(
            f"s{numbers[arrow.source]} -> s{numbers[arrow.target]} "
            f'[id="lift-arrow-{index}", {_stroke(arrow, of, marks, shade)}{_side(arrow, of, upright != many, twice)}, '
            f'label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(body)}</TABLE>>]'
        )
    for number, state in enumerate(of.states):
        if state in of.open:
            lines.append(f'more{number} [shape=none, label="…", width=0.3, height=0.3, margin=0]')
            lines.append(f's{number} -> more{number} [color="{RULE[shade]}"]')
    body = "\n  ".join(lines)
    return Diagram(f"digraph {{\n  {body}\n}}", _words(of, start, names, drawn), drawn)


def _node(number: int, state: Any, name: str, of: Machine, sure: Word | None, marks: Marks, shade: int) -> str:
    label = html.escape(shorten(visible(name), 7.3))
    bound = sure is not None and bool(sure.head or sure.period)
    if sure and bound:
        ahead = shorten(written(sure.take(4)), 3.1) + ("…" if sure.infinite or len(sure.head) > 4 else "")
        label += f'<BR/><FONT POINT-SIZE="12" COLOR="{SOFT[shade]}">sure: {html.escape(ahead)}</FONT>'
    styles: list[str] = []
    attributes = {"id": f'"lift-state-{number}"', "label": f"<{label}>"}
    if bound or text_width(name) > 1.9:  # always an ellipse: the browser's redraw cannot turn one shape into another
        attributes |= {"shape": "ellipse", "height": "0.62", "margin": '"0.01,0.01"'}
    if len(of.states) > 1:
        styles.append(OUTLINES[number % len(OUTLINES)])
    if "bold" in styles or "dotted" in styles:
        attributes["penwidth"] = "3.6" if "bold" in styles else "2.6"
    if state in of.trimmed:
        attributes |= {"color": f'"{RULE[shade]}"', "fontcolor": f'"{SOFT[shade]}"'}
    if state == marks.here:
        styles.append("filled")
        attributes |= {"fillcolor": f'"{HERE[shade]}"', "color": f'"{TAKEN[shade]}"'}
    if styles:
        attributes["style"] = f'"{",".join(styles)}"'
    return f"s{number} [{', '.join(f'{key}={value}' for key, value in attributes.items())}]"


def _line(of: Machine, line: tuple[int, ...], colour: Any, marks: Marks, shade: int) -> str:
    """A line in three cells, so that letters of a width that Graphviz misjudges move nothing else."""
    text = html.escape(" ".join(shorten(visible(of.rows[arc][1]), 9.1) for arc in line[:MOST_LINES]))
    text += " …" if len(line) > MOST_LINES else ""
    if marks.alarm & set(line):
        text = f'<FONT COLOR="{ALARM[shade]}"><B>{text}</B></FONT>'
    output = of.rows[line[0]][3]
    shown = (" " if any(len(symbol) > 1 for symbol in output[:6]) else "").join(
        f'<FONT COLOR="{COLOURS[colour(symbol)][shade][1]}"><B>{html.escape(shorten(visible(symbol), 6.1))}</B></FONT>'
        for symbol in output[:6]
    )
    cells = (
        (("RIGHT", text), ("CENTER", ":"), ("LEFT", shown + ("…" if len(output) > 6 else "")))
        if output
        else (("CENTER", text),)
    )
    return _cells(cells, CHOSEN[shade] if marks.chosen in line else HERE[shade] if marks.taken in line else "")


def _cells(cells: tuple[tuple[str, str], ...], back: str = "") -> str:
    ground = f' BGCOLOR="{back}"' if back else ""
    return "<TR>" + "".join(f'<TD ALIGN="{side}"{ground}>{text}</TD>' for side, text in cells) + "</TR>"


def _stroke(arrow: Arrow, of: Machine, marks: Marks, shade: int) -> str:
    silent = not of.rows[arrow.lines[0][0]][3]
    colour = SOFT[shade] if silent else INK[shade]
    if arrow.source in of.trimmed or arrow.target in of.trimmed:
        colour = RULE[shade]
    if marks.alarm & set(arrow.arcs):
        colour = ALARM[shade]
    elif marks.taken in arrow.arcs:
        colour = TAKEN[shade]
    return f'color="{colour}", penwidth={1.1 if silent else 1.5}, arrowhead={"empty" if silent else "normal"}'


def _side(arrow: Arrow, of: Machine, down: bool, twice: set[Any]) -> str:
    """Where a state has loops of both kinds, those that write go on one side of it and the silent ones on the other."""
    if arrow.source != arrow.target or arrow.source not in twice:
        return ""
    port = ("e" if down else "n") if of.rows[arrow.lines[0][0]][3] else ("w" if down else "s")
    return f", headport={port}, tailport={port}"


def _words(of: Machine, start: Any, names: Mapping[Any, str], drawn: tuple[Arrow, ...]) -> str:
    text = f"State diagram: {plural(len(of.states), 'state')}, {plural(len(of.rows), 'arc')}, start {names[start]}."
    for arrow in drawn[:12]:
        arcs = "; ".join(
            f"{visible(of.rows[arc][1])} writes {written(of.rows[arc][3]) if of.rows[arc][3] else 'nothing'}"
            for arc in arrow.arcs[:MOST_LINES]
        )
        more = f"; and {len(arrow.arcs) - MOST_LINES} more" if len(arrow.arcs) > MOST_LINES else ""
        text += f" {names[arrow.source]} to {names[arrow.target]}: {arcs}{more}."
    return text + (" And more arrows." if len(drawn) > 12 else "")
