"""The address bar carries everything that matters: the page is its path, the scenario `s`, and the view the other parameters.

A reload is a new session that reads them again. They are written after the page has run, because a change of page clears
them. A damaged link opens the default scenario on the Start page with a message.
"""

import logging
import os
from dataclasses import replace
from functools import lru_cache
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from lift_core import gallery
from lift_core.errors import LiftError, LimitExceeded
from lift_core.scenarios.link import read_view, write_code
from lift_core.scenarios.scenario import Scenario, load_scenario
from ui import state

DEFAULT = "switching-coin"
DAMAGED = "address"  # the place of the message
LONGEST_SHARED = 2000  # characters of `s`: longer links are cut by some programs
LOG = logging.getLogger("ui")


def read() -> bool:
    """Open what the address names: in a new session, or when the person went back or forward. False for a damaged link."""
    if state.begun() and not _went_back():
        return True
    query = st.query_params.to_dict()
    message = ""
    try:
        found = _opened(query)
    except LiftError as error:
        message = str(error)
    except Exception:
        LOG.exception("a link could not be read")
        message = "This link could not be read."
    if message:
        if not state.begun():
            state.begin(gallery.scenario(DEFAULT))
        state.refuse(DAMAGED, message)
        return False
    if not state.begun():
        state.begin(found)
    elif "s" in query:
        state.show(found)
    return True


def _opened(query: dict[str, str]) -> Scenario:
    if "s" in query:
        return load_scenario(f"?{urlencode(query)}")
    file = os.environ.get("LIFT_FILE", "")
    scenario = load_scenario(_path(file)) if file else gallery.scenario(DEFAULT)
    return replace(scenario, view={**scenario.view, **read_view(query)})


def _path(file: str):
    from pathlib import Path

    return Path(file)


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
    """Bring the address up to date; nothing while a knob is dragged, so that a drag is one step of the browser's history."""
    held = state.session()
    if held.dragging:
        return
    written = code(held.scenario)
    wanted = ({"s": written} if written else {}) | held.view
    if st.query_params.to_dict() != wanted:
        st.query_params.from_dict(wanted)


def shared(page: str) -> str | None:
    """The whole link of what is seen, or None when the scenario is too large for one."""
    here = urlsplit(st.context.url or "")
    base = f"{here.scheme}://{here.netloc}" if here.netloc else ""
    folder = here.path.rsplit("/", 1)[0] if here.path else ""
    try:
        return replace(state.scenario(), view={**state.view().values, "page": page}).link(base + folder)
    except LimitExceeded:
        return None
