"""The menu ⋯: share what is seen (link, class, slides), keep it (Python, CSV, LaTeX, JSON), undo, and the lecture mode."""

import json
from urllib.parse import urlencode, urlsplit

import streamlit as st

from lift_core import gallery
from lift_core.errors import LiftError
from lift_core.plots.formula import sum_formula
from lift_core.plots.numerals import plural
from lift_core.plots.tikz import diagram_tikz, tree_tikz
from lift_core.scenarios.scenario import OWN_TITLE, UNNAMED, Scenario
from ui import address, compute, lesson_player, share, state, twin
from ui.compute import attempt
from ui.modes import LECTURE
from ui.notice import problem, refused
from ui.snippet import snippet

PLACE = "menu"
MOST_ROWS = 200  # of a table that are shown for copying; the file has all
TIKZ = {"lifting": "The tree as TikZ", "projection": "The diagram as TikZ"}  # page: title
SHOW_P = ("", "lifting", "likelihood")  # pages whose number is p(x): the formula is theirs


def contents(page: str) -> None:
    """What stands in the open menu of a page."""
    link = share.link(page)
    _link(link)
    st.button("Link for the class (QR code)", key="menu-class", on_click=_class, width="stretch")
    hide("menu-hide")
    st.session_state["menu-lecture"] = state.view().get("mode") == LECTURE
    st.toggle("Lecture mode (Esc leaves it)", key="menu-lecture", on_change=_lecture)
    _python(page)
    _table(page)
    _formula(page)
    _tikz(page)
    _slides(link)
    _keep(page, link)
    refused(PLACE)


def hide(key: str) -> None:
    """The switch that hides exact values."""
    st.session_state[key] = state.view().hide
    st.toggle("Hide exact", key=key, on_change=lambda: state.set_view(hide=bool(st.session_state.get(key))))


# Share ----------------------------------------------------------------------------------------------------------------


def _link(link: str | None) -> None:
    if link is None:
        st.info("This scenario is too large for a link. Save it as a file and share the file.")
        return
    long = " (long: some programs cut it)" if len(link) > address.LONGEST_SHARED else ""
    st.caption(f"Share what you see: this link opens it{long}")
    st.code(link, language=None, wrap_lines=True)


def _class() -> None:
    st.session_state["strip-menu"] = False  # an open menu would lie over the dialog
    st.session_state["class-wanted"] = True


def class_dialog(page: str) -> None:
    """The link for a class, when it was asked for."""
    if st.session_state.pop("class-wanted", False):
        share.show(page)


def _slides(link: str | None) -> None:
    fold = st.expander("For slides or a course page", key="menu-slides", on_change="rerun")
    if fold.open and link is not None:
        with fold:
            if share.only_here(urlsplit(link).hostname or "localhost"):
                st.warning("Only this machine can open this address: on a course page, others see nothing.")
            st.caption("This page's figure alone, without navigation:")
            st.code(f'<iframe src="{link}&{urlencode({"embed": "true"})}" width="100%" height="640"></iframe>', "html")
            st.caption("The picture as SVG or PNG: the buttons under the figure.")


def _lecture() -> None:
    state.set_view(mode=LECTURE if st.session_state.get("menu-lecture") else None)
    st.session_state["strip-menu"] = False


def leave_lecture() -> None:
    """The one button of the lecture mode."""
    with st.container(key="lecture-leave"):
        st.button(
            "×",
            key="lecture-end",
            help="Leave the lecture mode",
            shortcut="Escape",
            on_click=state.set_view,
            kwargs={"mode": None},
        )


def own_seed(page: str) -> None:
    """The seed of a session that was opened with `seed=auto`, large. The Samplers page shows it in its picture."""
    if state.view().get("own") == "1" and page != "samplers":
        with st.container(key="own-seed"):
            st.markdown(f"Your seed **{state.scenario().seed}**")


# Keep -----------------------------------------------------------------------------------------------------------------


def _python(page: str) -> None:
    fold = st.expander("Copy as Python", key="menu-python", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if state.view().hide:
            st.caption("Exact values are hidden; running this shows them.")
        written = attempt(lambda: snippet(page, state.scenario(), state.view()))
        if written.problem:
            problem(written.problem)
        else:
            st.code(written.value, "python")


def _table(page: str) -> None:
    fold = st.expander("The numbers as CSV", key="menu-table", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if state.view().hide and page != "projection":
            st.caption("Exact values are hidden.")
            return
        found = attempt(lambda: twin.rows(page, state.scenario(), state.view()))
        if found.problem:
            problem(found.problem)
        elif not found.value:
            st.caption("This page's picture has no table here.")
        else:
            _csv(page, found.value)


def _csv(page: str, rows: tuple[twin.Row, ...]) -> None:
    st.code(twin.as_csv(rows[: MOST_ROWS + 1]), language=None, height=220)
    if len(rows) > MOST_ROWS + 1:
        st.caption(f"The first {MOST_ROWS} of {len(rows) - 1:,} rows; the file has all.")
    st.download_button(
        "Save CSV",
        data=lambda: twin.as_csv(rows),
        file_name=f"{page or 'start'}-{_file_name(_called(state.scenario()))}.csv",
        mime="text/csv",
        key="menu-csv",
        on_click="ignore",
    )


def _formula(page: str) -> None:
    if page not in SHOW_P:
        return
    fold = st.expander("The formula as LaTeX", key="menu-formula", on_change="rerun")
    if not fold.open:
        return
    with fold:
        tree, exact = compute.tree(state.scenario()), compute.exact(state.scenario())
        if tree.problem:
            problem(tree.problem)
            return
        formula = sum_formula(tree.value, None if exact.problem else exact.value, state.view().hide)
        st.latex(formula)
        st.code(formula, "latex", wrap_lines=True)


def _tikz(page: str) -> None:
    if page not in TIKZ:
        return
    fold = st.expander(TIKZ[page], key="menu-tikz", on_change="rerun")
    if not fold.open:
        return
    with fold:
        scenario, hide = state.scenario(), state.view().hide
        if page == "projection":
            drawn = attempt(lambda: diagram_tikz(scenario.projection))
        else:
            drawn = attempt(lambda: tree_tikz(compute.tree(scenario).value, hide=hide))
        if drawn.problem:
            problem(drawn.problem)
        else:
            st.code(drawn.value, "latex", height=220)


def _keep(page: str, link: str | None) -> None:
    scenario = state.scenario()
    _lesson(page, link)
    st.download_button(
        "Save scenario (JSON)",
        data=lambda: json.dumps(scenario.dump(), ensure_ascii=False, indent=1),
        file_name=f"{_file_name(_called(scenario))}.json",
        mime="application/json",
        key="strip-save",
        on_click="ignore",
        width="stretch",
    )
    with st.container(horizontal=True):
        st.button("Undo", key="menu-undo", on_click=state.undo, disabled=not state.session().undo)
        st.button("Redo", key="menu-redo", on_click=state.redo, disabled=not state.session().redo)
        st.button("Start over", key="menu-reset", on_click=_reset, disabled=scenario.name not in gallery.cards())


def _lesson(page: str, link: str | None) -> None:
    fold = st.expander("Caption and question of a step of my lesson", key="menu-lesson-words", on_change="rerun")
    if fold.open:
        with fold:
            st.text_area("Caption", key="step-caption", placeholder=state.scenario().story, height=90)
            st.text_input("Question (may be left out)", key="step-question")
            st.text_input("Its answer", key="step-answer")
    st.button(
        "Add this view to my lesson", key="menu-lesson", on_click=_add_to_lesson, args=(page, link), width="stretch"
    )


def _add_to_lesson(page: str, link: str | None) -> None:
    words = {name: (st.session_state.get(f"step-{name}") or "").strip() for name in ("caption", "question", "answer")}
    state.session().errors.pop(PLACE, None)
    try:
        lesson_player.add_view(page, link, words)
        st.session_state.update({f"step-{name}": "" for name in words})
        st.toast(f"Added: {plural(len(lesson_player.draft()), 'step')} on the Lessons page")
    except LiftError as error:
        state.refuse(PLACE, str(error))


def _called(scenario: Scenario) -> str:
    """What files of it are called after: its name, else its title, else what is observed."""
    if scenario.name != UNNAMED:
        return scenario.name
    own = scenario.title not in (UNNAMED, OWN_TITLE)
    return scenario.title if own else f"projection-{'-'.join(scenario.observation)}".rstrip("-")


def _file_name(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:60] or "scenario"


def _reset() -> None:
    state.load(gallery.scenario(state.scenario().name))
