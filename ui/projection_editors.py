"""The arcs of the machine, editable: as a table, or as rules text; and its thought labels.

Each starts from the machine in force and then keeps what the person typed, right or wrong (`projection_fresh`).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from lift_core.errors import LimitExceeded
from lift_core.projection.files import dump_projection, state_names
from lift_core.projection.rules import format_rules, parse_rules
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.defaults import uniform_model
from lift_core.scenarios.edits import with_own_projection, with_projection
from lift_core.scenarios.scenario import Scenario, build_projection
from ui import state
from ui.projection_arcs import (
    COLUMNS,
    NEXT,
    STATE,
    TOKEN,
    WRITES,
    Cells,
    cells,
    edited_rows,
    read_arcs,
    read_name,
    shown,
)
from ui.projection_drafts import ARCS, LABELS, RULES
from ui.projection_fresh import edit, editor, edits, message
from ui.typed import within

START = "start"  # place of messages
MOST_ARCS = 3000  # that the page takes
MOST_TEXT = 60_000
TALLEST = 11  # rows of the table before it scrolls


def arcs_table(scenario: Scenario, machine: Transducer) -> None:
    """The arcs as a table with the message of the row at fault under it."""
    key, base = _table(scenario, machine)
    with st.container(key="arcs"):
        st.data_editor(
            pd.DataFrame(base, columns=pd.Index(COLUMNS), dtype="str"),
            key=key,
            num_rows="dynamic",
            width="stretch",
            height="content" if len(base) < TALLEST else 36 + 35 * TALLEST,
            hide_index=True,
            placeholder="",
            column_config={
                STATE: st.column_config.TextColumn(STATE, width="small", help="The state that the arc leaves"),
                TOKEN: st.column_config.TextColumn(TOKEN, width="small", help="The latent token that it reads"),
                NEXT: st.column_config.TextColumn(NEXT, width="small", help="The state that it leads to"),
                WRITES: st.column_config.TextColumn(
                    WRITES,
                    width="small",
                    help="The symbols that it writes; empty: it is silent. New symbols join the alphabet",
                ),
            },
            alt="Arcs of the machine",
            on_change=_table_changed,
            args=(key, base),
        )
    message(ARCS)
    if _unfit():
        st.button("Take it with equal weights", key="arcs-equal", on_click=_with_equal_weights, args=(key, base))


def table_rows(scenario: Scenario, machine: Transducer) -> dict[tuple[Any, str], int]:
    """In which row of the table, counted from 0, each arc (state, token) stands."""
    key, base = _table(scenario, machine)
    where: dict[tuple[str, str], int] = {}
    for number, row in enumerate(edited_rows(base, edits(key))):
        where.setdefault((read_name(row.get(STATE)), read_name(row.get(TOKEN))), number)
    names = state_names(machine.states)
    found = {(state, token): where.get((names[state], token)) for state, token, _, _ in machine.arc_rows()}
    return {arc: row for arc, row in found.items() if row is not None}


def stale() -> bool:
    """Whether a refused edit of the machine stands in an editor: the last valid one is shown."""
    return any(state.error(place) for place in (ARCS, RULES, LABELS, START))


def bad_row() -> int | None:
    """The row of the table, counted from 0, that a message speaks of."""
    found = re.match(r"Row (\d+)\.", state.error(ARCS) or "")
    return int(found[1]) - 1 if found else None


def _table(scenario: Scenario, machine: Transducer) -> tuple[str, list[Cells]]:
    held = editor(ARCS, _machine_text(scenario), lambda: cells(machine))
    return held.key, held.base


def rules_text(scenario: Scenario, machine: Transducer) -> None:
    """The arcs as rules text, taken when the person leaves the field."""
    held = editor(RULES, _machine_text(scenario), lambda: format_rules(machine))
    st.text_area(
        "Rules",
        value=held.base,
        key=held.key,
        height=330,
        label_visibility="collapsed",
        on_change=_rules_changed,
        args=(held.key,),
        help="state --token--> state : output. With `for c in abc:` before it, a line stands for many arcs",
    )
    message(RULES)


def start_state(scenario: Scenario, machine: Transducer) -> None:
    """Where runs begin."""
    document = dump_projection(machine)
    states = list(dict.fromkeys(state for arc in document["arcs"] for state in (arc[0], arc[2])))
    key = editor(START, _machine_text(scenario), lambda: None).key
    st.selectbox(
        "start state",
        states,
        index=states.index(document["start"]),
        key=key,
        format_func=lambda name: f"start: {shown(name)}",
        label_visibility="collapsed",
        on_change=_start_changed,
        args=(key,),
    )


def labels_table(scenario: Scenario, machine: Transducer) -> None:
    """Thought labels: empty is the default, a silent arc its own token, all writing arcs one label together."""
    given = machine.labels or {}
    rows = [{"token": shown(token), "thought label": given.get(token, "")} for token in machine.latent]
    held = editor(LABELS, _machine_text(scenario), lambda: rows)
    st.data_editor(
        pd.DataFrame(held.base, dtype="str"),
        key=held.key,
        hide_index=True,
        disabled=["token"],
        placeholder="",
        width="stretch",
        height=36 + 35 * min(len(rows), TALLEST),
        alt="Thought labels of the tokens",
        on_change=_labels_changed,
        args=(held.key, held.base),
    )
    message(LABELS)


# What the editors do --------------------------------------------------------------------------------------------------


def _table_changed(key: str, base: list[Cells]) -> None:
    rows = edited_rows(base, edits(key))
    _edit(ARCS, lambda s: with_projection(s, _bounded(read_arcs(rows, s.projection))), rows)


def _with_equal_weights(key: str, base: list[Cells]) -> None:
    rows = edited_rows(base, edits(key))

    def change(scenario: Scenario) -> Scenario:
        document = _bounded(read_arcs(rows, scenario.projection))
        model = uniform_model(build_projection(document))
        return replace(scenario, projection_source=document, model_source=model, observation=(), knobs=())

    _edit(ARCS, change, rows)


def _rules_changed(key: str) -> None:
    text = st.session_state.get(key) or ""

    def change(scenario: Scenario) -> Scenario:
        within(text, MOST_TEXT, "the rules' text", "Let lines with `for` stand for many, or use lift_core.parse_rules.")
        return with_own_projection(scenario, _bounded(dump_projection(parse_rules(text))))

    _edit(RULES, change, text)


def _start_changed(key: str) -> None:
    start = st.session_state.get(key)
    _edit(START, lambda s: with_projection(s, {**dump_projection(s.projection), "start": start}))


def _labels_changed(key: str, base: list[Cells]) -> None:
    rows = edited_rows(base, edits(key))

    def change(scenario: Scenario) -> Scenario:
        document = dump_projection(scenario.projection)
        labels = {
            t: row["thought label"].strip()
            for t, row in zip(document["latent"], rows, strict=False)
            if row["thought label"].strip()
        }
        return with_projection(
            scenario, {**document, "labels": labels} if labels else {k: v for k, v in document.items() if k != "labels"}
        )

    _edit(LABELS, change, rows)


def _bounded(document: dict[str, Any]) -> dict[str, Any]:
    if len(document["arcs"]) > MOST_ARCS:
        raise LimitExceeded(
            f"These rules stand for {len(document['arcs']):,} arcs; this page takes at most {MOST_ARCS:,}. "
            "Use fewer values, or work with the machine in Python: lift_core.parse_rules.",
            MOST_ARCS,
        )
    return document


def _edit(name: str, change: Callable[[Scenario], Scenario], content: Any = None) -> None:
    edit(name, change, _machine_text, content)


def _unfit() -> bool:
    """Whether the edit in the table failed because the model cannot follow it."""
    return "cannot follow a change of the latent alphabet" in (state.error(ARCS) or "")


def _machine_text(scenario: Scenario) -> str:
    return repr(scenario.projection_source)
