"""Weights, editable, and beside them the probabilities in force, which are what the weights come to where a token is allowed.

A row of weights belongs to a context, the last tokens read (docs/theory.md §2). Editing one writes the knobs' values into
all of them: the knobs are detached, and undo brings them back.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pandas as pd
import streamlit as st

from lift_core.errors import LiftError, LimitExceeded, WeightError
from lift_core.plots.drawing import visible
from lift_core.projected.in_force import InForce, in_force
from lift_core.projection.files import state_names
from lift_core.scenarios.edits import detached, lost_knobs, with_model
from lift_core.scenarios.knobs import evaluate
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import read_string, show_string
from ui import state
from ui.compute import attempt, computed
from ui.notice import HIDDEN, plain, problem
from ui.projection_arcs import edited_rows, read_name
from ui.projection_fresh import afresh, edit, editor, edits

WEIGHTS = "weights"  # place of messages
AFTER = "after"  # column of the context; the others are named w0, w1, … since a token may be called anything
MOST_CONTEXTS = 400
MOST_ROWS = 60
MOST_COLUMNS = 40  # tokens shown side by side
NOT_ALLOWED = "—"


def weights(scenario: Scenario) -> None:
    """The weights of a Markov model as a table; a model of another kind as its file."""
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
        _order(scenario, model)
        _table(scenario, model)
    if message := state.error(WEIGHTS):
        st.error(plain(message))


def probabilities(scenario: Scenario) -> None:
    """The table of probabilities in force, read only."""
    answer = _in_force(scenario, MOST_ROWS)
    if answer.problem:
        problem(answer.problem)
        return
    found = answer.value
    tokens = found.tokens[:MOST_COLUMNS]
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


def plain_model(scenario: Scenario) -> dict[str, Any]:
    """The model's file at the knobs' values."""
    return dict(detached(scenario).model_source)


@computed(max_entries=64)
def _in_force(scenario: Scenario, limit: int) -> InForce:
    return in_force(scenario.projection(), scenario.model(), limit)


def _frame(found: InForce, tokens: Sequence[str], hide: bool) -> pd.DataFrame:
    names = state_names(dict.fromkeys(row.state for row in found.rows))
    rows = []
    for row in found.rows:
        law = row.law or {}
        shown = [NOT_ALLOWED if token not in law else HIDDEN if hide else f"{law[token]:.4g}" for token in tokens]
        rows.append(
            {"in state": names[row.state], AFTER: row.context} | {f"w{n}": value for n, value in enumerate(shown)}
        )
    return pd.DataFrame(rows, dtype="str")


# The table of weights -------------------------------------------------------------------------------------------------


def weight_rows(model: Mapping[str, Any], latent: Sequence[str]) -> list[dict[str, str]]:
    """A row for each context: its tokens, then a weight for each token."""
    return [
        {AFTER: show_context(context)} | {f"w{n}": short(row.get(token, "0")) for n, token in enumerate(latent)}
        for context, row in model["weights"]
    ]


def show_context(context: Sequence[str]) -> str:
    return " ".join(token.replace(" ", "␣") for token in context)


def short(weight: Any) -> str:
    """A weight as a person writes it: a decimal number where it has a short one.

    >>> short("81/100"), short("1/3"), short("3")
    ('0.81', '1/3', '3')
    """
    try:
        value = Fraction(str(weight))
    except (ValueError, ZeroDivisionError):
        return str(weight)
    decimal = f"{float(value):.6f}".rstrip("0").rstrip(".") if value.denominator < 10**7 else ""
    return decimal if decimal and Fraction(decimal) == value else str(value)


def read_weights(rows: Sequence[Mapping[str, str]], model: Mapping[str, Any], latent: Sequence[str]) -> dict[str, Any]:
    """The rows as a Markov model. Raises WeightError; the place is `row 3` where a row is at fault."""
    found = []
    for number, row in enumerate(rows, 1):
        if not any(value.strip() for value in row.values()):
            continue
        place = f"row {number}"
        try:
            context = [read_name(piece) for piece in row.get(AFTER, "").replace("ε", "").split()]
            if any(token not in latent for token in context):
                context = list(read_string("".join(row.get(AFTER, "").split()), latent, "token"))
            law = {}
            for n, token in enumerate(latent):
                text = row.get(f"w{n}", "").strip()
                if text and (value := evaluate(text.replace(",", "."), {})):
                    place = f"row {number}, {token}"
                    if value < 0:
                        raise WeightError(f"got {text}, which is negative; a weight is 0 or more")
                    law[token] = str(value)
        except LiftError as error:
            raise WeightError(f"{place[0].upper()}{place[1:]}: {error}", place) from None
        if any(known == context for known, _ in found):
            raise WeightError(
                f"Row {number}: the context {show_string(context)} has a row already; give each context one.", place
            )
        found.append([context, law])
    longest = max((len(context) for context, _ in found), default=0)
    return {**model, "order": max(longest, model["order"]), "weights": found}


def with_order(model: Mapping[str, Any], latent: Sequence[str], order: int) -> dict[str, Any]:
    """The same weights for a model that remembers `order` tokens; a longer context starts with the weights of a shorter one."""
    old = {tuple(context): row for context, row in model["weights"]}
    contexts: list[tuple[str, ...]] = [()]
    for context in contexts:
        if len(context) < order:
            contexts += [(*context, token) for token in latent]
        if len(contexts) > MOST_CONTEXTS:
            raise LimitExceeded(
                f"A model that remembers {order} of {len(latent)} tokens has more than {MOST_CONTEXTS} contexts, too many for this table. "
                "Remember fewer tokens here, or load the model from a file.",
                MOST_CONTEXTS,
            )
    rows = []
    for context in contexts:
        known = next((context[k:] for k in range(len(context) + 1) if context[k:] in old), None)
        rows.append([list(context), dict(old[known]) if known is not None else dict.fromkeys(latent, "1")])
    return {**model, "order": order, "weights": rows}


def _table(scenario: Scenario, model: Mapping[str, Any]) -> None:
    latent = scenario.projection().latent
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
        return with_model(scenario, read_weights(rows, model, scenario.projection().latent))

    edit(WEIGHTS, change, _text)


def _order(scenario: Scenario, model: Mapping[str, Any]) -> None:
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
            lambda s: with_model(s, with_order(detached(s).model_source, s.projection().latent, order)), place=WEIGHTS
        )
    afresh("order", *(() if state.error(WEIGHTS) else (WEIGHTS,)))


def _file(scenario: Scenario, model: Mapping[str, Any]) -> None:
    held = editor(WEIGHTS, _text(scenario), lambda: json.dumps(model, ensure_ascii=False, indent=1))
    st.text_area(
        "The model's file",
        value=held.base,
        key=held.key,
        height=260,
        max_chars=200_000,
        on_change=_file_changed,
        args=(held.key,),
    )


def _file_changed(key: str) -> None:
    typed = attempt(lambda: json.loads(st.session_state.get(key) or ""))
    if typed.problem or not isinstance(typed.found, dict):
        state.refuse(WEIGHTS, "This is not a JSON object. Needed: a model in lift-model/1.")
        return
    edit(WEIGHTS, lambda s: with_model(s, typed.value), _text)


def _text(scenario: Scenario) -> str:
    """What the table of weights shows, as a text: the model at the knobs' values."""
    return repr((detached(scenario).model_source, scenario.projection().latent))
