"""Start: the lifting tree of the scenario, three ways on, and nine cards in three rows named by what is hidden."""

import streamlit as st

from lift_core import gallery
from lift_core.plots.numerals import plural
from ui import compute, lesson_player, lifting_numbers, state, tally_card
from ui.figure import BAR, PLAIN, figure, figure_state
from ui.lifting_absent import too_long
from ui.notice import notice, plain, problem
from ui.observation import figure_edit
from ui.sentences import of_tree

KEY, WIDE = "start-tree", 900
WORDS = """
### Liftings

A **projection** reads a hidden sequence from left to right and writes the part you see.

The **lifting** of what you see: the shortest hidden beginnings that already make it certain. Each leaf of the tree is one.

Every hidden sequence that shows it starts with exactly one of them, so **its probability is the sum of theirs**.
"""


def picture() -> None:
    scenario = state.scenario()
    answer = compute.tree(scenario)
    if answer.problem and answer.problem.kind == compute.TOO_LONG:
        too_long()
        return
    if answer.problem:
        problem(answer.problem)
        return
    view = state.view()
    size = figure_state(KEY, WIDE).size(WIDE, 460, phone=430)
    figure(
        lifting_numbers.drawn(scenario, answer.value, **size),
        key=KEY,
        symbols=scenario.projection.observable,
        observation=scenario.observation,
        step=view.step,
        hide=view.hide,
        controls=(BAR | PLAIN) - {"knobs", "hide", "zoom", "export"},
        stale=state.stale(),
        autoplay=view.step is None and not state.session().undo,
        name="lifting tree",
        room=WIDE,
        on_edit=figure_edit,
    )
    notice(of_tree(answer.value, view.hide))
    tally_card.card()


def doors() -> None:
    st.markdown(WORDS)
    with st.container(key="doors"):
        st.page_link("pages/lifting.py", label="**Change what is seen** · type, step, look inside")
        st.page_link("pages/projection.py", label="**Change the machine** · states, arcs, weights")
        if st.button("**Two-minute tour** · the juggler and his coins", key="start-tour", type="tertiary"):
            lesson_player.go(lesson_player.TOUR, 1)


def card(name: str) -> None:
    scenario = gallery.scenario(name)
    size = compute.size(scenario)
    found = plural(size.value, "hidden string") if not size.problem else "refused: liftings would be infinite"
    shown = " ".join(scenario.observation) if max(map(len, scenario.observation)) > 1 else "".join(scenario.observation)
    with st.container(key=f"card-{name}", border=True, gap="xsmall"):
        st.button(scenario.title, key=f"start-{name}", type="tertiary", on_click=state.load, args=(scenario,))
        st.markdown(plain(scenario.story))
        st.caption(f"`{shown}` · {found}" + (" · **open now**" if state.scenario().name == name else ""))


def cards() -> None:
    for row, names in gallery.ROWS.items():
        st.subheader(f"Hidden: {row}", anchor=False)
        for column, name in zip(st.columns(gallery.ON_START), names[: gallery.ON_START], strict=True):
            with column:
                card(name)
    with st.expander("More, and three that are no projections"):
        others = [name for names in gallery.ROWS.values() for name in names[gallery.ON_START :]]
        for column, name in zip(st.columns(3) * 4, [*others, *gallery.COUNTER_EXAMPLES], strict=True):
            with column:
                card(name)


left, right = st.columns([900, 476], gap="medium")
with left:
    picture()
with right:
    doors()
with st.container(key="cards"):
    cards()
