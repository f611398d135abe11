"""The address bar carries everything that matters: the page is its path, the scenario `s`, and the view the other parameters.

A reload is a new session that reads them again (`opening`). They are written after the page has run, because a change of
page clears them.
"""

from dataclasses import replace
from functools import lru_cache

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from lift_core.errors import LimitExceeded
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario
from ui import state, tally
from ui.opening import opened

LONGEST_SHARED = 2000  # characters: longer links are cut by some programs


def read() -> bool:
    """Open what the address names: in a new session, or where the person went back or forward to. False for a damaged link."""
    if not state.begun():
        return state.error(state.ADDRESS) is None
    query = st.query_params.to_dict()
    if not _went_back() or "s" not in query:
        return True
    if query.get("seed") == "auto":
        query["seed"] = str(state.scenario().seed)  # drawn already
    scenario, message = opened(query)
    if message:
        state.refuse(state.ADDRESS, message)
    else:
        state.show(scenario)
    return not message


def _went_back() -> bool:
    context = get_script_run_ctx()
    return bool(context and context.is_history_navigation)


@lru_cache(maxsize=256)
def code(scenario: Scenario) -> str | None:
    """The scenario's `s`; None when it is too large for an address."""
    try:
        return write_code(scenario.dump())
    except LimitExceeded:
        return None


def write() -> None:
    """Bring the address up to date; not while a knob is dragged, so that a drag is one step of the browser's history."""
    held = state.session()
    if held.dragging:
        return
    written = code(held.scenario)
    wanted = ({"s": written} if written else {}) | dict(sorted(held.view.items()))
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def shared(page: str, base: str) -> str | None:
    """The whole link of what is seen, or None when the scenario is too large for one. Whoever opens it is in no class's room."""
    view = {key: value for key, value in state.view().values.items() if key not in tally.KEYS}
    try:
        return replace(state.scenario(), view={**view, "page": page}).link(base)
    except LimitExceeded:
        return None
