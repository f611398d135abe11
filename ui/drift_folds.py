"""The folded parts of the Posterior drift page: hindsight, the causal floor, the table twin."""

import streamlit as st

from lift_core.plots.drift_bars import UNITS, decimal
from lift_core.plots.drift_curves import drift_curves
from lift_core.plots.numerals import percent
from lift_core.plots.triangle import DriftValues
from lift_core.plots.triangle_cells import Words
from ui import drift_numbers, state
from ui.chart import chart
from ui.drift_words import floor_line
from ui.notice import HIDDEN, problem
from ui.sentences import code

MOST_ROWS = 400


def hindsight(metric: str) -> None:
    fold = st.expander(
        "Hindsight: each belief against all that is known in the end", key="drift-hindsight", on_change="rerun"
    )
    if not fold.open:
        return
    scenario = state.scenario()
    with fold:
        answer = drift_numbers.curves(scenario, metric)
        if answer.problem:
            problem(answer.problem)
        elif len(scenario.observation) < 2:
            st.caption("One symbol has no earlier belief to compare with.")
        elif state.view().hide:
            st.caption("Exact values are hidden.")
        else:
            chart(
                drift_curves(answer.value.one_step, answer.value.hindsight, UNITS[metric].removeprefix("in ")),
                key="drift-curves",
            )
            st.caption(
                "Two curves, two names: **one-step drift** is what the next symbol changes, **hindsight** what all later symbols change "
                "together. Hindsight can be smaller: later symbols may undo what one of them did."
            )


def causal_floor() -> None:
    fold = st.expander(
        "The causal floor: what no sampler can do that does not look ahead", key="drift-floor", on_change="rerun"
    )
    if not fold.open:
        return
    scenario, view = state.scenario(), state.view()
    t = len(scenario.observation) if view.step is None else min(view.step, len(scenario.observation))
    with fold:
        answer = drift_numbers.floor(scenario, t)
        if answer.problem:
            problem(answer.problem)
            return
        found, seen = answer.value, code(scenario.observation[:t], 24)
        st.metric(f"least mean χ² after {seen}", HIDDEN if view.hide else decimal(found.mean, 4))
        line = floor_line(found.mean, found.filter, found.worst, seen, view.hide)
        st.markdown(line[:1].upper() + line[1:])


def table(values: DriftValues, words: Words) -> None:
    fold = st.expander("The numbers as a table", key="drift-table", on_change="rerun")
    if not fold.open:
        return
    hide, triangle = state.view().hide, values.triangle
    length = len(triangle.observation)
    rows = [
        {words.unit: s, "symbols seen": t, f"P({words.event})": HIDDEN if hide else percent(float(triangle.at(s, t)))}
        for t in range(1, length + 1)
        for s in range(1, t + 1)
    ]
    with fold:
        st.dataframe(rows[:MOST_ROWS], hide_index=True, key="drift-rows")
        if len(rows) > MOST_ROWS:
            st.caption(f"The first {MOST_ROWS} of {len(rows):,} rows.")
