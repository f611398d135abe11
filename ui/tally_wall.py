"""The wall of a class: the numbers that the phones have sent, refreshed while they come in, over the page of the one who asked."""

import math

import streamlit as st

from lift_core.errors import ImpossibleObservation, LiftError
from lift_core.plots.drawing import Drawing
from lift_core.plots.tally import TallyRow, tally_drawing
from lift_core.scenarios.scenario import Scenario
from ui import modes, state
from ui.figure import figure, figure_state
from ui.likelihood_samplers import NAMES, split
from ui.notice import plain, problem
from ui.samplers_runs import Particles, divergence, name_of, steady, truth
from ui.sentences import code
from ui.tally import DRAWS, GUESS, MOST_ANSWERS, ROOM, ROOMS, WALL, WORDS, Room

KEY = "tally-dots"
PAGES = ("", "likelihood", "samplers")  # where phones can send, and the wall stands
WIDE = 1408
EVERY = 2  # seconds between two looks
SAID = "tally-wall-said"  # what was refused last


def wall(page: str) -> None:
    """The picture and its buttons, where the view holds the key of an open room."""
    view = state.view()
    room_code, key = view.get(ROOM), view.get(WALL)
    if page not in PAGES or modes.current() == modes.EMBED or not owned(room_code, key):
        return
    with st.container(key="tally-wall", border=True, gap="xsmall"):
        _live(room_code)
        _buttons(room_code, key)


def owned(room_code: str, key: str) -> bool:
    """Whether the two open a room."""
    return bool(room_code and key) and ROOMS.owns(room_code, key)


def open_room() -> None:
    """A room for what is seen now, in the view. Raises LiftError."""
    room_code, key = ROOMS.open(question())
    state.set_view(**{ROOM: room_code, WALL: key})


def close_room() -> None:
    """End the room of the view, if it is this one's."""
    view = state.view()
    if owned(view.get(ROOM), view.get(WALL)):
        ROOMS.close(view.get(ROOM), view.get(WALL))
        state.set_view(**{ROOM: None, WALL: None})


def question() -> Scenario:
    """What is seen now, without a seed. Raises LiftError where its p(x) cannot be estimated."""
    found = steady(state.scenario())
    if truth(found).value == -math.inf:  # a problem raises here
        raise ImpossibleObservation(
            "This observation has probability 0: there is nothing to estimate. Change it, then ask."
        )
    return found


# The picture ----------------------------------------------------------------------------------------------------------


@st.fragment(run_every=EVERY)
def _live(room_code: str) -> None:
    try:
        room, minutes = ROOMS.find(room_code), ROOMS.minutes(room_code)
    except LiftError as error:
        st.info(plain(str(error)))
        return
    drawing = drawn(room, state.view().hide, figure_state(KEY, WIDE).size(WIDE)["width"])
    figure(drawing, key=KEY, controls={"export"}, name="what the class has sent", room=WIDE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f"Each phone sends {WORDS[room.asks]}. The room is open for {minutes} minutes more.")
        with st.popover("Numbers", key="tally-numbers", on_change="rerun") as numbers:
            if numbers.open:
                st.code(drawing.csv(), language=None, height=260)
                st.download_button(
                    "Save CSV",
                    data=drawing.csv,
                    file_name="class.csv",
                    mime="text/csv",
                    key="tally-csv",
                    on_click="ignore",
                )


def drawn(room: Room, hide: bool, width: float) -> Drawing:
    """The picture of a room. The exact value and χ² come from the cache of all sessions."""
    kinds: dict[str, list[float]] = {}
    for answer in room.answers.values():
        kinds.setdefault(answer.kind, []).append(answer.log_value)
    rows = [
        TallyRow("guesses", tuple(kinds[kind]))
        if kind == GUESS
        else TallyRow(name_of(kind, Particles()), tuple(kinds[kind]), _spread(room.question, kind))
        for kind in sorted(kinds, key=lambda kind: (kind != GUESS, list(NAMES).index(split(kind)[0]), kind))
    ]
    exact = None if hide else truth(room.question).found
    return tally_drawing(rows, room.question.observation, exact, draws=DRAWS, most=MOST_ANSWERS, width=width)


def _spread(asked: Scenario, kind: str) -> float | None:
    """√(χ²/25), or None where χ² is not known."""
    found = divergence(asked, kind)
    return None if found.problem else math.sqrt(found.value / DRAWS)


# The buttons: outside the fragment, since they change the whole page --------------------------------------------------


def _buttons(room_code: str, key: str) -> None:
    hide = state.view().hide
    room = ROOMS.find(room_code)
    with st.container(key="tally-buttons", horizontal=True, gap="small"):
        st.button(
            "**Reveal the exact value**" if hide else "Hide the exact value",
            key="tally-reveal",
            type="primary" if hide else "secondary",
            on_click=state.set_view,
            kwargs={"hide": not hide},
        )
        st.button("Clear", key="tally-clear", on_click=_ask, args=(room_code, key, room.question, room.asks))
        if steady(state.scenario()).key != room.question.key:
            st.button(
                f"Ask about {code(state.scenario().observation, 24)} instead",
                key="tally-ask",
                help="The wall is cleared. Phones are led to the new question within seconds.",
                on_click=ask,
                args=(room.asks,),
            )
    if said := st.session_state.pop(SAID, None):
        problem(said)


def ask(asks: str) -> None:
    """Put what is seen now to the room of the view."""
    view = state.view()
    _ask(view.get(ROOM), view.get(WALL), None, asks)


def _ask(room_code: str, key: str, asked: Scenario | None, asks: str) -> None:
    try:
        ROOMS.ask(room_code, key, asked or question(), asks)
    except LiftError as error:
        st.session_state[SAID] = str(error)
