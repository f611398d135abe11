"""What the scenario is called and the sentence that tells it, as fields: both travel in its link and its file."""

from dataclasses import replace

import streamlit as st

from lift_core.scenarios.scenario import LONGEST_TEXT, Scenario
from ui.projection_fresh import edit, editor, message

TITLE, STORY = "title", "story"
LONGEST_TITLE = 80


def names(scenario: Scenario) -> None:
    """Title and story, each taken when the person leaves its field."""
    for place, longest, help in (
        (TITLE, LONGEST_TITLE, "Stands at the top of every page. Empty: the machine's own name"),
        (STORY, LONGEST_TEXT, "A sentence or two in plain text: what is hidden, what is seen"),
    ):
        held = editor(place, getattr(scenario, place), lambda place=place: getattr(scenario, place))
        st.text_input(
            place.capitalize(),
            value=held.base,
            key=held.key,
            max_chars=max(longest, len(held.base)),
            help=help,
            on_change=_changed,
            args=(place, held.key),
        )
        message(place)


def _changed(place: str, key: str) -> None:
    text = " ".join((st.session_state.get(key) or "").split())
    edit(place, lambda s: replace(s, **{place: text}), lambda s: getattr(s, place))
