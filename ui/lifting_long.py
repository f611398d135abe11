"""The Lifting page for an observation too long for one tree: exact size, a window of its columns, the best explanations of all of it."""

from typing import Any

import streamlit as st

from lift_core.plots import Drawing
from lift_core.plots.numerals import count, figures
from lift_core.projected.tree import LiftingTree, lifting_window
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import show_string
from ui import compute, lifting_numbers, state
from ui.compute import Answer, computed
from ui.figure import TREE, figure_state
from ui.lifting_absent import absent
from ui.notice import exact_fold, notice, problem
from ui.scenario_figure import scenario_figure
from ui.state import View

KEY = "lifting-window"
READABLE = 24  # columns: of a longer observation a window is drawn
COLUMNS, MOST_COLUMNS = 8, 60
BEST, LONGEST, TAIL = 8, 10_000, 60  # explanations, symbols of x, tokens shown of each


@computed(max_entries=16, longest=LONGEST)
def window(scenario: Scenario, first: int, last: int, limit: int) -> LiftingTree:
    """The columns `first` … `last` of the tree of all of x."""
    return lifting_window(scenario.projected(), scenario.observation, first, last, limit)


@computed(max_entries=16, longest=LONGEST)
def drawing(scenario: Scenario, first: int, last: int, limit: int, width: float, height: float) -> Drawing:
    """The window drawn."""
    return lifting_numbers.drawn(scenario, window(scenario, first, last, limit).value, width, height)


@computed(max_entries=8, longest=LONGEST)
def best(scenario: Scenario, k: int) -> tuple[tuple[tuple[str, ...], float], ...]:
    """The k likeliest explanations of all of x with their posterior probabilities."""
    return tuple(scenario.projected().best(scenario.observation, k))


def page(nodes: int) -> None:
    """Picture of the window, sentence, where the window stands, fold."""
    scenario = state.scenario()
    size = compute.size(scenario)
    if size.problem:
        absent(size.problem)
        return
    length = len(scenario.observation)
    first, last = span = place(state.view(), length)
    answer = drawing(scenario, *span, strings(span, nodes), **figure_state(KEY).size(1000, 600))
    if answer.problem:
        problem(answer.problem)
    else:
        picture(scenario, span, answer)
    notice(sentence(length, first + 1, last - first, size.value))
    _place(length, first + 1, last - first)
    explanations()


def place(view: View, length: int) -> tuple[int, int]:
    """(first, last) column of the window that the view names, the last ones where it names none."""
    columns = min(view.number("window", 1, MOST_COLUMNS, COLUMNS), length)
    begin = view.number("from", 1, length - columns + 1, length - columns + 1)
    return begin - 1, begin - 1 + columns


def strings(span: tuple[int, int], nodes: int) -> int:
    """How many strings of a column are drawn where `nodes` are drawn in all."""
    return max(BEST, nodes // (span[1] - span[0] + 1))


def picture(scenario: Scenario, span: tuple[int, int], answer: Answer[Drawing]) -> None:
    """At the end of the observation its keys go on with it."""
    first, last = span
    at_end = last == len(scenario.observation)
    scenario_figure(
        answer.value,
        key=KEY,
        what="window of the lifting",
        observation=scenario.observation[first:last],
        controls=TREE - ({"predict"} if at_end else {"keys", "predict"}),
        facts=lifting_numbers.facts(scenario),
    )


def sentence(length: int, begin: int, columns: int, size: int) -> str:
    """How many strings there are in all, and what is drawn.

    >>> sentence(10_000, 9_977, 24, 2)
    'all 10,000 symbols together have exactly 2 explanations; drawn are the ways to read symbols 9,977 to 10,000.'
    """
    drawn = f"drawn are the ways to read symbols {begin:,} to {begin + columns - 1:,}."
    if not size:
        return f"no latent string shows all {length:,} symbols; {drawn}"
    many = f"exactly {count(size)}" if size < 10**9 else f"about {count(size)} (counted, not estimated),"
    return f"all {length:,} symbols together have {many} explanations; {drawn}"


def _place(length: int, begin: int, columns: int) -> None:
    """Where the window stands; whatever it shows, its numbers know all symbols before it, and in hindsight those after it."""
    st.session_state["lifting-from"], st.session_state["lifting-columns"] = begin, columns
    with st.container(horizontal=True, vertical_alignment="bottom", key="lifting-place"):
        st.number_input(
            "From symbol", 1, length - columns + 1, step=columns, key="lifting-from", on_change=_move, width=180
        )
        st.number_input("Columns drawn", 1, MOST_COLUMNS, key="lifting-columns", on_change=_move, width=160)


def explanations() -> None:
    fold = exact_fold(f"The {BEST} likeliest explanations of all of x", key="lifting-best")
    if fold is None:
        return
    with fold:
        found = best(state.scenario(), BEST)
        if found.problem:
            st.caption(found.problem.message)
            return
        st.dataframe([_row(z, q) for z, q in found.value], hide_index=True, key="lifting-best-table")


def _row(z: tuple[str, ...], q: float) -> dict[str, Any]:
    return {
        "tokens": f"{len(z):,}",
        f"the last {TAIL} of them": ("…" if len(z) > TAIL else "") + show_string(z[-TAIL:]),
        "Q*(z|x)": figures(q) if q else "below 10⁻³⁰⁰",
    }


def _move() -> None:
    """Another window; the last one needs no place in the address."""
    columns = int(st.session_state["lifting-columns"] or COLUMNS)
    last = len(state.scenario().observation) - columns + 1
    begin = min(int(st.session_state["lifting-from"] or last), last)
    state.set_view(
        window=None if columns == COLUMNS else str(columns),
        step=None,
        chosen=None,
        **{"from": None if begin == last else str(begin)},
    )
