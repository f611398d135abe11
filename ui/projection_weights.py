"""Weights, editable, and beside them the probabilities in force, which are what the weights come to where a token is allowed.

A row of weights belongs to a context, the last tokens read (docs/theory.md §2). Editing one writes the knobs' values into
all of them: the knobs are detached, and undo brings them back.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from lift_core.documents import read_json
from lift_core.errors import FormatError
from lift_core.plots.drawing import visible
from lift_core.plots.numerals import figures
from lift_core.projected.in_force import InForce, in_force
from lift_core.projection.files import state_names
from lift_core.scenarios.edits import detached, lost_knobs, with_model
from lift_core.scenarios.scenario import Scenario
from ui import state
from ui.compute import LONGEST_READ, computed
from ui.notice import HIDDEN, plain, problem
from ui.projection_arcs import edited_rows
from ui.projection_drafts import WEIGHTS
from ui.projection_fresh import afresh, edit, editor, edits, message
from ui.projection_weight_rows import AFTER, read_weights, weight_rows, with_order
from ui.typed import within

MOST_ROWS = 60
MOST_COLUMNS = 40  # tokens shown side by side
MOST_FIELDS = 12
LONGEST_FILE = 200_000  # characters
NOT_ALLOWED = "—"


def weights(scenario: Scenario, narrow: bool = False) -> None:
    """The weights of a Markov model as a table (on a phone: a field for each); a model of another kind as its file."""
    if scenario.knobs:
        st.caption(
            f"In force with {', '.join(f'{knob.name} = {knob.value}' for knob in scenario.knobs)}. Editing a weight detaches the knobs."
        )
    elif lost_knobs(scenario):
        st.caption("Knobs detached: the weights are numbers of their own now. Undo brings the knobs back.")
    model = detached(scenario).model_source
    if model.get("kind") != "markov":
        _file(scenario, model)
    else:
        _order(model)
        if narrow and len(model["weights"]) == 1 and len(scenario.projection.latent) <= MOST_FIELDS:
            _fields(scenario, model)
        elif narrow:
            _file(scenario, model)
        else:
            _table(scenario, model)
    message(WEIGHTS)


def probabilities(scenario: Scenario, narrow: bool = False) -> None:
    """The table of probabilities in force, read only; on a phone a line for each row."""
    answer = _in_force(scenario, MOST_ROWS)
    if answer.problem:
        problem(answer.problem)
        return
    found = answer.value
    tokens = found.tokens[:MOST_COLUMNS]
    if narrow:
        _lines(found, state.view().hide)
        return
    st.dataframe(
        _frame(found, tokens, state.view().hide),
        hide_index=True,
        width="stretch",
        height="content" if len(found.rows) < 12 else 455,
        column_config={
            f"w{n}": st.column_config.TextColumn(visible(token), width="small") for n, token in enumerate(tokens)
        },
        alt="Probabilities in force",
    )
    for row in found.rows:
        if row.law is None:
            st.error(plain(row.reason))
            break
    if found.more or len(found.tokens) > MOST_COLUMNS:
        st.caption(f"The first {len(found.rows)} rows and {len(tokens)} of {len(found.tokens)} tokens.")


def _lines(found: InForce, hide: bool) -> None:
    names = state_names(dict.fromkeys(row.state for row in found.rows))
    for row in found.rows:
        shares = [f"{plain(visible(token))} {HIDDEN if hide else figures(p)}" for token, p in (row.law or {}).items()]
        after = "" if row.context == "ε" else f" after {plain(row.context)}"
        st.markdown(f"**{plain(names[row.state])}**{after}: {', '.join(shares) or plain(row.reason)}")


def plain_model(scenario: Scenario) -> dict[str, Any]:
    """The model's file at the knobs' values."""
    return dict(detached(scenario).model_source)


@computed(max_entries=64, longest=LONGEST_READ)
def _in_force(scenario: Scenario, limit: int) -> InForce:
    return in_force(scenario.projection, scenario.model, limit)


def _frame(found: InForce, tokens: Sequence[str], hide: bool) -> pd.DataFrame:
    names = state_names(dict.fromkeys(row.state for row in found.rows))
    rows = []
    for row in found.rows:
        law = row.law or {}
        shown = [NOT_ALLOWED if token not in law else HIDDEN if hide else figures(law[token]) for token in tokens]
        rows.append(
            {"in state": names[row.state], AFTER: row.context} | {f"w{n}": value for n, value in enumerate(shown)}
        )
    return pd.DataFrame(rows, dtype="str")


# The table of weights -------------------------------------------------------------------------------------------------


def _table(scenario: Scenario, model: Mapping[str, Any]) -> None:
    latent = scenario.projection.latent
    if len(latent) > MOST_COLUMNS:
        _file(scenario, model)
        return
    held = editor(WEIGHTS, _text(scenario), lambda: weight_rows(model, latent))
    order = model["order"]
    st.data_editor(
        pd.DataFrame(held.base, dtype="str"),
        key=held.key,
        num_rows="dynamic" if order else "fixed",
        hide_index=True,
        width="stretch",
        height="content" if len(held.base) < 12 else 455,
        placeholder="",
        column_order=None if order else [f"w{n}" for n in range(len(latent))],
        column_config={
            AFTER: st.column_config.TextColumn(
                AFTER, width="small", help="The last tokens read; empty at the beginning"
            )
        }
        | {f"w{n}": st.column_config.TextColumn(visible(token), width="small") for n, token in enumerate(latent)},
        alt="Weights of the model",
        on_change=_table_changed,
        args=(held.key, held.base),
    )


def _table_changed(key: str, base: list[dict[str, str]]) -> None:
    columns = list(base[0]) if base else [AFTER]
    rows = edited_rows(base, edits(key), columns)

    def change(scenario: Scenario) -> Scenario:
        model = detached(scenario).model_source
        return with_model(scenario, read_weights(rows, model, scenario.projection.latent))

    edit(WEIGHTS, change, _text, rows)


def _fields(scenario: Scenario, model: Mapping[str, Any]) -> None:
    latent = scenario.projection.latent
    held = editor(WEIGHTS, _text(scenario), lambda: weight_rows(model, latent))
    keys = [f"{held.key}-{n}" for n in range(len(latent))]
    for n, token in enumerate(latent):
        st.text_input(
            plain(visible(token)),
            value=held.base[0][f"w{n}"],
            key=keys[n],
            on_change=_fields_changed,
            args=(keys,),
        )


def _fields_changed(keys: list[str]) -> None:
    row = {AFTER: ""} | {f"w{n}": str(st.session_state.get(key) or "") for n, key in enumerate(keys)}

    def change(scenario: Scenario) -> Scenario:
        model = detached(scenario).model_source
        return with_model(scenario, read_weights([row], model, scenario.projection.latent))

    edit(WEIGHTS, change, _text, [row])


def _order(model: Mapping[str, Any]) -> None:
    st.segmented_control(
        "Tokens remembered",
        [0, 1, 2],
        default=model["order"] if model["order"] in (0, 1, 2) else None,
        key=editor("order", f"{model['order']}", lambda: None).key,
        on_change=_order_changed,
        help="How many of the last tokens the weights may depend on",
    )


def _order_changed() -> None:
    key = editor("order", f"{detached(state.scenario()).model_source.get('order')}", lambda: None).key
    order = st.session_state.get(key)
    if order is not None:
        state.edit(
            lambda s: with_model(s, with_order(detached(s).model_source, s.projection.latent, order)), place=WEIGHTS
        )
    afresh("order", *(() if state.error(WEIGHTS) else (WEIGHTS,)))


def _file(scenario: Scenario, model: Mapping[str, Any]) -> None:
    held = editor(WEIGHTS, _text(scenario), lambda: json.dumps(model, ensure_ascii=False, indent=1))
    st.text_area(
        "The model's file",
        value=held.base,
        key=held.key,
        height=260,
        on_change=_file_changed,
        args=(held.key,),
    )


def _file_changed(key: str) -> None:
    text = st.session_state.get(key) or ""

    def change(scenario: Scenario) -> Scenario:
        model = read_json(within(text, LONGEST_FILE, "the model's text"), "the model's text")
        if not isinstance(model, dict):
            raise FormatError("This is not a JSON object {…}. Needed: a model in lift-model/1.")
        return with_model(scenario, model)

    edit(WEIGHTS, change, _text, text)


def _text(scenario: Scenario) -> str:
    """What the table of weights shows, as a text: the model at the knobs' values."""
    return repr((detached(scenario).model_source, scenario.projection.latent))
