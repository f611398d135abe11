"""What the scenario is called and the sentence that tells it, as fields: both travel in its link and its file."""

from dataclasses import replace

import streamlit as st

from lift_core.scenarios.scenario import LONGEST_TEXT, Scenario
from ui.projection_drafts import STORY, TITLE
from ui.projection_fresh import edit, editor, message
from ui.typed import within

LONGEST = {TITLE: 80, STORY: LONGEST_TEXT}


def names(scenario: Scenario) -> None:
    """Title and story, each taken when the person leaves its field."""
    for place, help in (
        (TITLE, "Stands at the top of every page. Empty: the machine's own name"),
        (STORY, "A sentence or two in plain text: what is hidden, what is seen"),
    ):
        held = editor(place, getattr(scenario, place), lambda place=place: getattr(scenario, place))
        st.text_input(
            place.capitalize(),
            value=held.base,
            key=held.key,
            help=help,
            on_change=_changed,
            args=(place, held.key),
        )
        message(place)


def _changed(place: str, key: str) -> None:
    typed = st.session_state.get(key) or ""
    text = " ".join(typed.split())
    edit(
        place,
        lambda s: replace(s, **{place: within(text, LONGEST[place], f"the {place}")}),
        lambda s: getattr(s, place),
        typed,
    )
