"""What was typed into an editor of the machine and is not taken yet: kept, with its message, until it is accepted, undone or
discarded, and said on every page meanwhile."""

from typing import Any

import streamlit as st

from ui import state
from ui.notice import told

ARCS, RULES, LABELS, WEIGHTS, TITLE, STORY = (
    "arcs",
    "rules",
    "labels",
    "weights",
    "title",
    "story",
)  # places of messages
PAGE = "projection"
NAMES = {
    ARCS: "table of arcs is",
    RULES: "rules are",
    LABELS: "thought labels are",
    WEIGHTS: "weights are",
    TITLE: "title is",
    STORY: "story is",
}


def keep(place: str, content: Any) -> None:
    """Keep what an editor holds, after it was refused there."""
    message = state.error(place)
    if message and place in NAMES:
        state.session().drafts[place] = (message, content)


def waiting(place: str) -> bool:
    """Whether something that was typed there is not taken yet."""
    return place in state.session().drafts


def fits(place: str, base: Any) -> bool:
    """Whether what waits there is of the form of `base`, with which the editor would start: a text, or rows with these columns."""
    if not waiting(place) or not isinstance(draft := content(place), type(base)):
        return False
    return isinstance(base, str) or {key for row in draft for key in row} <= {key for row in base for key in row}


def content(place: str) -> Any:
    """What a new editor of that place starts from, while something waits there."""
    return state.session().drafts[place][1]


def said(place: str) -> None:
    """One amber line for what waits in an editor that is out of sight."""
    st.warning(f"Your {NAMES[place]} not taken yet: {told(state.session().drafts[place][0])}")


def banner(page: str) -> None:
    """Over every page but the Projection page, where the editors are: what waits, and the way back to it."""
    place = next(iter(state.session().drafts), None)
    if place and page != PAGE:
        with st.container(key="draft-line", horizontal=True, vertical_alignment="center"):
            said(place)
            st.page_link(f"pages/{PAGE}.py", label="Back to it")
