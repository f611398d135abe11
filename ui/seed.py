"""The seed of the scenario as a field of a page: a whole number, or a message that says what was typed instead."""

import streamlit as st

from lift_core.errors import FormatError
from lift_core.scenarios.edits import with_seed
from lift_core.scenarios.scenario import Scenario
from ui import state
from ui.notice import refused

PLACE = "seed"  # of the message of a refused seed
LONGEST = 19  # digits of the largest


def seed_field(key: str, width: int) -> None:
    """The field; what cannot be read stays in it."""
    if key not in st.session_state or not state.error(PLACE):
        st.session_state[key] = str(state.scenario().seed)
    st.text_input("seed", key=key, on_change=_typed, args=(key,), width=width, help="A whole number, 0 or more")


def seed_message() -> None:
    """What was refused in the field, for the line under it."""
    refused(PLACE)


def _typed(key: str) -> None:
    text = (st.session_state.get(key) or "").strip()

    def change(scenario: Scenario) -> Scenario:
        if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
            raise FormatError(f"seed: got {text[:40]!r}; needed a whole number from 0 to 2^63 - 1, such as 7", PLACE)
        return with_seed(scenario, int(text))

    state.edit(change, place=PLACE)
