"""The state diagram on the page, and the line under it: hover an arc and read it, click it and the tape takes it.

Streamlit draws the graph in the browser; a script beside it (`assets/diagram.js`) ties its arcs to the rows of the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from lift_core.plots.diagram import Diagram, Machine, Marks, machine, near, state_diagram
from lift_core.plots.drawing import visible
from lift_core.plots.numerals import written
from lift_core.projection.files import state_names
from lift_core.scenarios.scenario import Scenario
from ui.compute import LONGEST_READ, computed
from ui.projection_tape import sure_of
from ui.scripts import ASSETS, scripted

LINK = "arc-link"

_link = scripted("diagram", ("dom", "diagram"), (), isolate_styles=False)


def style() -> None:
    """The page's own style sheet."""
    st.html(ASSETS / "diagram.css")


@computed(max_entries=64, longest=LONGEST_READ)
def drawn(scenario: Scenario, around: Any = None) -> Machine:
    """The part of the machine that is drawn: all of it, or what lies around a state."""
    projection = scenario.projection
    of = machine(projection)
    return of if around is None else near(of, around, projection.start)


@computed(max_entries=256, longest=LONGEST_READ)
def diagram(scenario: Scenario, of: Machine, marks: Marks, dark: bool, upright: bool) -> Diagram:
    """The diagram of that part with what is picked out."""
    projection = scenario.projection
    return state_diagram(
        of,
        start=projection.start,
        symbols=projection.observable,
        determined=sure_of(projection, of.states),
        marks=marks,
        dark=dark,
        upright=upright,
    )


def show(picture: Diagram, stale: bool) -> None:
    """The graph itself; dimmed while a refused edit stands somewhere."""
    with st.container(key="diagram"):
        st.graphviz_chart(picture.dot, width="stretch", alt=picture.alt)
    if stale:
        st.html("<style>.st-key-diagram .stGraphVizChart, .st-key-written{opacity:.6}</style>")


def link(
    of: Machine,
    picture: Diagram,
    *,
    rows: Mapping[tuple[Any, str], int],
    bad: int | None,
    idle: str,
    on_pick: Callable[[Any, str], None],
) -> None:
    """The line that reads arcs. `rows` says in which row of the table an arc (state, token) stands.

    `on_pick` gets the arc that was clicked.
    """
    names = state_names(of.states)
    places = [rows.get((state, token)) for state, token, _, _ in of.rows]
    arcs = [{"text": sentence(of, arc, names, row), "row": row} for arc, row in enumerate(places)]
    data = {
        "arrows": [{"lines": [*arrow.lines, *([arrow.left_out] if arrow.left_out else [])]} for arrow in picture.arrows]
    }
    _link(
        key=LINK,
        data=data | {"arcs": arcs, "bad": bad, "idle": idle},
        on_picked_change=lambda: _picked(of, on_pick),
    )


def sentence(of: Machine, arc: int, names: Mapping[Any, str] | None = None, row: int | None = None) -> str:
    """An arc in words."""
    state, token, target, output = of.rows[arc]
    names = names or state_names(of.states)
    place = "" if row is None else f"Row {row + 1}: "
    moves = f"stays in {names[state]}" if state == target else f"goes to {names[target]}"
    return f"{place}in {names[state]}, {visible(token)} {moves} and writes {written(output) if output else 'nothing'}"


def _picked(of: Machine, on_pick: Callable[[Any, str], None]) -> None:
    held = st.session_state.get(LINK)
    picked = held.get("picked") if isinstance(held, Mapping) else getattr(held, "picked", None)
    arc = picked.get("arc") if isinstance(picked, Mapping) else None
    if isinstance(arc, int) and 0 <= arc < len(of.rows):
        on_pick(of.rows[arc][0], of.rows[arc][1])
