"""The Lifting page for an observation too long for one tree: exact size, the tree of its first columns, the best explanations."""

import math
from typing import Any

import streamlit as st

from lift_core.plots import Drawing
from lift_core.plots.numerals import count
from lift_core.scenarios.edits import with_knob, with_observation
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import show_string
from ui import compute, lifting_guesses, lifting_numbers, state
from ui.compute import LONGEST, Answer, computed
from ui.figure import TREE, figure, figure_state
from ui.lifting_absent import absent
from ui.notice import notice, problem

KEY = "lifting-window"
COLUMNS = 12
BEST, MOST_BEST, TAIL = 3, 10_000, 60  # explanations, symbols of x, tokens shown of each


def window(scenario: Scenario, columns: int) -> Scenario:
    """The scenario of the first symbols alone."""
    return with_observation(scenario, scenario.observation[:columns])


@computed(max_entries=8, longest=MOST_BEST)
def best(scenario: Scenario, k: int) -> tuple[tuple[tuple[str, ...], float], ...]:
    """The k likeliest explanations of all of x with their posterior probabilities."""
    return tuple(scenario.projected().best(scenario.observation, k))


def page(nodes: int) -> None:
    """Picture of the first columns, sentence, numbers, fold."""
    scenario = state.scenario()
    size = compute.size(scenario)
    if size.problem:
        absent(size.problem)
        return
    columns = state.view().number("window", 1, LONGEST, COLUMNS)
    first = window(scenario, columns)
    answer = lifting_numbers.drawing(first, nodes, **figure_state(KEY).size(1000, 600))
    if answer.problem:
        problem(answer.problem)
    else:
        picture(first, answer)
        if lifting_guesses.number():
            lifting_guesses.below(first)
            return
    notice(sentence(len(scenario.observation), columns, size.value))
    st.session_state["lifting-columns"] = columns
    st.number_input("Columns drawn", 1, LONGEST, key="lifting-columns", on_change=_widen, width=160)
    explanations()


def picture(first: Scenario, answer: Answer[Drawing]) -> None:
    view = state.view()
    figure(
        answer.value,
        key=KEY,
        knobs=first.knobs,
        symbols=first.projection.observable,
        observation=first.observation,
        step=view.step,
        chosen=view.chosen,
        hide=view.hide,
        predict=lifting_guesses.number(),
        deals=lifting_guesses.deals(first),
        controls=TREE - {"keys"},
        facts=lifting_numbers.facts(state.scenario()),
        stale=state.stale(),
        name=f"first columns of the lifting of {first.name}",
        on_edit=_turned,
        on_view=state.figure_view,
    )


def sentence(length: int, columns: int, size: int) -> str:
    """How many strings there are in all, and what is drawn.

    >>> sentence(10_000, 24, 2)
    'all 10,000 symbols together have exactly 2 explanations; drawn are the first 24 columns, judged without what comes after.'
    """
    if not size:
        return f"no latent string shows all {length:,} symbols; drawn are the first {columns} columns."
    many = f"exactly {count(size)}" if size < 10**12 else f"about 10^{_log10(size):,.1f}, counted exactly,"
    drawn = f"drawn are the first {columns} columns, judged without what comes after."
    return f"all {length:,} symbols together have {many} explanations; {drawn}"


def _log10(size: int) -> float:
    bits = max(size.bit_length() - 64, 0)
    return math.log10(size >> bits) + bits * math.log10(2)


def explanations() -> None:
    fold = st.expander(f"The {BEST} likeliest explanations of all of x", key="lifting-best", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if state.view().hide:
            st.caption("Exact values are hidden.")
            return
        found = best(state.scenario(), BEST)
        if found.problem:
            st.caption(found.problem.message)
            return
        st.dataframe([_row(z, q) for z, q in found.value], hide_index=True, key="lifting-best-table")


def _row(z: tuple[str, ...], q: float) -> dict[str, Any]:
    return {
        "tokens": f"{len(z):,}",
        f"the last {TAIL} of them": ("…" if len(z) > TAIL else "") + show_string(z[-TAIL:]),
        "Q*(z|x)": f"{q:.4g}" if q else "below 10⁻³⁰⁰",
    }


def _widen() -> None:
    columns = int(st.session_state["lifting-columns"] or COLUMNS)
    state.set_view(window=None if columns == COLUMNS else str(columns))


def _turned(seen: Any) -> None:
    """Only knobs: the picture's own observation is the window."""

    def change(scenario: Scenario) -> Scenario:
        for knob in scenario.knobs:
            scenario = with_knob(scenario, knob.name, seen.knobs.get(knob.name, knob.value))
        return scenario

    state.edit(change, place="observation", settled=seen.settled)
