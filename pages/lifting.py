"""Lifting: the tree whose column t holds exactly lifting(x_1…x_t), the chosen string beside it; folded, Φ and the sizes."""

import streamlit as st

from lift_core.plots.size_curve import size_curve
from lift_core.projected.tree import LiftingTree
from ui import compute, lifting_guesses, lifting_long, lifting_numbers, state
from ui.chart import chart
from ui.figure import figure_state
from ui.lifting_absent import absent
from ui.lifting_tables import next_segment_rows
from ui.lifting_words import growth, sentence
from ui.notice import notice, problem
from ui.scenario_figure import scenario_figure

KEY = "lifting-tree"
FEWEST, MOST = 50, 3000  # nodes


def page() -> None:
    nodes = state.view().number("limit", FEWEST, MOST, compute.NODES)
    length, guessing = len(state.scenario().observation), lifting_guesses.number()
    if length > (compute.LONGEST if guessing else lifting_long.READABLE):  # a guess covers the tree, however wide it is
        lifting_long.page(nodes)
        if length <= compute.LONGEST:
            sizes()
        return
    answer = compute.tree(state.scenario(), nodes, nodes)
    if answer.problem:
        absent(answer.problem)
        return
    picture(nodes)
    if guessing:
        lifting_guesses.below(state.scenario())
        return
    notice(sentence(answer.value, state.view().step, state.view().hide))
    segments(answer.value)
    sizes()
    drawn(answer.value, nodes)


def picture(nodes: int) -> None:
    scenario = state.scenario()
    answer = lifting_numbers.drawing(scenario, nodes, **figure_state(KEY).size(1000, 600))
    if answer.problem:
        problem(answer.problem)
        return
    scenario_figure(
        answer.value,
        key=KEY,
        what="lifting",
        predict=lifting_guesses.number(),
        deals=lifting_guesses.deals(scenario),
        facts=lifting_numbers.facts(scenario),
    )


def segments(tree: LiftingTree) -> None:
    fold = st.expander("Φ, the next-segment map: how each string can go on", key="lifting-phi", on_change="rerun")
    if fold.open:
        rows = next_segment_rows(tree, state.view().step, state.view().hide)
        with fold:
            st.caption(
                "Strings that reach the same configuration (state, and what is certain beyond x) go on in the same ways. "
                "ε: nothing more need be read."
            )
            st.dataframe(rows, hide_index=True, key="lifting-phi-table")


def sizes() -> None:
    fold = st.expander(
        "Size of the lifting against the length of the observation", key="lifting-sizes", on_change="rerun"
    )
    if not fold.open:
        return
    scenario = state.scenario()
    counted, averaged, report = (
        lifting_numbers.sizes(scenario),
        lifting_numbers.averages(scenario),
        compute.diagnosis(scenario),
    )
    with fold:
        if counted.problem:
            problem(counted.problem)
            return
        averages = () if averaged.problem else averaged.value
        chart(size_curve(scenario.observation, counted.value, averages), key="lifting-size-curve")
        if not report.problem:
            st.markdown(growth(report.value))
        if averaged.problem:
            st.caption(averaged.problem.message)


def drawn(tree: LiftingTree, nodes: int) -> None:
    fold = st.expander("How much of a large lifting is drawn", key="lifting-limit", on_change="rerun")
    if not fold.open:
        return
    with fold:
        left = max((node.rest for node in tree.nodes), default=0)
        st.caption(
            f"Where the liftings hold more than {nodes:,} strings in all, the heaviest are drawn, and one node a column stands for "
            "the rest, with their number and their mass. All numbers are exact whatever is drawn; more than about 500 strings make a "
            f"carpet. {f'Up to {left:,} strings of a column are in it now.' if left else 'Nothing is left out now.'}"
        )
        st.session_state["lifting-limit-number"] = nodes
        st.number_input(
            "Strings drawn in all", FEWEST, MOST, step=100, key="lifting-limit-number", on_change=limited, width=220
        )


def limited() -> None:
    nodes = int(st.session_state["lifting-limit-number"] or compute.NODES)
    state.set_view(limit=None if nodes == compute.NODES else str(nodes))


page()
