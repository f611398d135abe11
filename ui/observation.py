"""The observation under the hand: the text box of the strip, and the keys of the picture's bar."""

import streamlit as st

from lift_core.errors import LiftError
from lift_core.scenarios.edits import with_knob, with_observation
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import read_string, show_string
from ui import state
from ui.figure import FigureState
from ui.notice import plain
from ui.state import OBSERVATION


def box() -> None:
    """The observation as text. What the person is typing is left alone while it says the same or cannot be read; else a new
    text box takes its place: into the old one the browser may still be sending."""
    scenario, held = state.scenario(), state.session()
    typed = st.session_state.get(text_key())
    if typed is not None and not state.error(OBSERVATION) and not _says(typed, scenario.observation):
        held.texts += 1
        typed = None
    if typed is None:
        st.session_state[text_key()] = show_string(scenario.observation) if scenario.observation else ""
    st.text_input(
        "What is observed",
        key=text_key(),
        label_visibility="collapsed",
        live="250ms",
        placeholder="observation, empty = nothing yet",
        help=f"What is observed, in the symbols {plain(show_string(scenario.projection.observable))}",
        on_change=take_text,
    )


def _says(text: str, observation: tuple[str, ...]) -> bool:
    try:
        return read_string(text, state.scenario().projection.observable) == observation
    except LiftError:
        return False


def text_key() -> str:
    """The key of the text box of the observation."""
    return f"strip-observation-{state.session().texts}"


def take_text() -> None:
    """Read what was typed as the observation, once."""
    held, key = state.session(), text_key()
    text = st.session_state.get(key)
    if text is not None and held.typed != (key, text):
        held.typed = key, text
        state.edit(lambda s: state.observed(s, read_string(text, s.projection.observable)), place=OBSERVATION)


def keep_first(length: int) -> None:
    """Go back to the beginning of the observation of that length."""
    state.edit(lambda s: with_observation(s, s.observation[:length]), place=OBSERVATION)


def figure_edit(seen: FigureState) -> None:
    """What the figure's bar changed (`on_edit`): the end of the observation, or a knob. A text that came with it is read first."""
    take_text()
    held = state.session()
    x, told = _followed(held, seen), held.errors.get(OBSERVATION)

    def change(scenario: Scenario) -> Scenario:
        scenario = scenario if x is None else state.observed(scenario, x)
        for knob in scenario.knobs:
            scenario = with_knob(scenario, knob.name, seen.knobs.get(knob.name, knob.value))
        return scenario

    state.edit(change, place=OBSERVATION, settled=seen.settled)
    if x is None and told:
        held.errors.setdefault(OBSERVATION, told)  # a knob leaves a text that could not be read where it stands


def _followed(held: state.Session, seen: FigureState) -> tuple[str, ...] | None:
    """The present observation with what the figure took from the end of the one that it knew, and added there; None if it changed
    nothing. It sends the sum of its edits since it last had news, of which some may have come before."""
    if seen.observation is None:
        return None
    before = held.followed[1] if held.followed and held.followed[0] == seen.since else seen.base
    held.followed = seen.since, len(seen.observation)
    taken, added, now = max(before - seen.kept, 0), seen.observation[seen.kept :], held.scenario.observation
    return now[: max(len(now) - taken, 0)] + added if taken or added else None
