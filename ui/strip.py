"""The strip over every page: which scenario, what is observed, hidden numbers, undo, redo, and the menu ⋯."""

from collections.abc import Callable

import streamlit as st

from lift_core import gallery
from lift_core.errors import FormatError, LiftError
from lift_core.scenarios.edits import edited, lost_knobs
from lift_core.scenarios.scenario import load_scenario
from lift_core.sequences import read_string
from ui import address, menu, observation, state
from ui.compute import LONGEST_READ
from ui.notice import plain, refused, told
from ui.opening import with_own_seed

WAYS = "file", "link", "text"  # into the app from outside, each with a message of its own


def strip(page: str) -> None:
    """Draw the strip of the page with that name."""
    with st.container(key="strip", horizontal=True, vertical_alignment="center", gap="small"):
        with st.popover(_name(), key="strip-name", on_change="rerun") as names:
            if names.open:
                with st.container(key="gallery-menu"):
                    _gallery()
        observation.box()
        menu.hide("strip-hide")
        st.button(
            "↶", key="strip-undo", help="Undo", shortcut="Mod+Z", on_click=state.undo, disabled=not state.session().undo
        )
        st.button(
            "↷",
            key="strip-redo",
            help="Redo",
            shortcut="Mod+Shift+Z",
            on_click=state.redo,
            disabled=not state.session().redo,
        )
        with st.popover("⋯", key="strip-menu", on_change="rerun") as more:
            if more.open:
                with st.container(key="menu"):
                    menu.contents(page)
    _messages()


def _name() -> str:
    scenario = state.scenario()
    return plain(scenario.title[:40]) + (" · edited" if edited(scenario) or lost_knobs(scenario) else "")


def _gallery() -> None:
    with st.container(key="gallery-cards", gap="small"):
        _cards()
    st.file_uploader(
        "Open a file (a scenario or a projection, JSON)", type=["json"], key="strip-file", on_change=_open_file
    )
    refused("file")
    st.text_input("Open a link", key="strip-link", placeholder="paste a link of this app", on_change=_open_link)
    refused("link")
    st.file_uploader(
        f"A long observation from a text file (at most {LONGEST_READ:,} symbols)",
        type=["txt"],
        key="strip-text",
        on_change=_open_text,
    )
    refused("text")


def _cards() -> None:
    for heading, names in (
        *((f"Hidden: {row}", names) for row, names in gallery.ROWS.items()),
        ("Counter-examples", gallery.COUNTER_EXAMPLES),
    ):
        st.caption(heading)
        with st.container(horizontal=True, gap="small"):
            for name in names:
                st.button(
                    gallery.scenario(name).title, key=f"open-{name}", type="tertiary", on_click=_open, args=(name,)
                )


def _open(name: str) -> None:
    state.load(gallery.scenario(name))
    st.session_state["strip-name"] = False


def _attempted() -> None:
    """A new attempt, or an emptied field: what was said of the ones before is gone."""
    for place in WAYS:
        state.session().errors.pop(place, None)


def _open_file() -> None:
    _attempted()
    upload = st.session_state.get("strip-file")
    if upload is not None:
        _try("file", lambda: _object(upload.getvalue().decode("utf-8-sig")), upload.name)


def _object(text: str) -> str:
    """The text of a file, which is no path and no link whatever it holds."""
    if not text.lstrip().startswith("{"):
        raise FormatError(
            "no scenario and no projection: it does not begin with {. Needed: a file saved by this app (⋯ → Save scenario), "
            "or a projection in JSON."
        )
    return text


def _open_text() -> None:
    _attempted()
    upload = st.session_state.get("strip-text")
    if upload is None:
        return
    try:
        text = upload.getvalue().decode("utf-8-sig")
    except UnicodeDecodeError:
        state.refuse(
            "text",
            f"{upload.name}: not text. Needed: symbols, run together or with spaces or line ends between them.",
        )
        return
    if state.edit(lambda s: state.observed(s, read_string(text, s.projection.observable)), place="text"):
        st.session_state["strip-name"] = False
    else:
        state.refuse("text", f"{upload.name}: {state.error('text')}")


def _open_link() -> None:
    _attempted()
    link = st.session_state.get("strip-link", "").strip()
    if link:
        _try("link", lambda: link if "?" in link else f"?s={link}")


def _try(place: str, read: Callable[[], str], name: str = "") -> None:
    """Open what is read there; a message of a file begins with its name, since an older message may stand beside another file."""
    start = f"{name}: " * bool(name)
    try:
        state.load(with_own_seed(load_scenario(read())))
        st.session_state["strip-name"] = False
    except LiftError as error:
        state.refuse(place, f"{start}{error}")
    except UnicodeDecodeError:
        state.refuse(place, f"{start}not text. Needed: a scenario or projection saved as JSON.")


def _messages() -> None:
    """What was refused in the strip or the address: over the page, which shows the last valid scenario."""
    if message := state.error(state.ADDRESS):
        st.error(f"{told(message)} The switching coin is shown instead." if not state.session().undo else told(message))
    if message := state.error(state.OBSERVATION):
        st.error(f"{told(message.rstrip('.'))}. Showing the last valid observation.")
    if address.code(state.scenario()) is None:
        st.warning("This scenario is too large for the address bar: save it as a file (⋯) before you reload.")
