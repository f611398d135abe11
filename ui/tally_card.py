"""The card on a phone of a class: my estimate from 25 draws, or my guess of p(x), sent to the wall; a later one replaces it."""

import secrets

import streamlit as st

from lift_core.errors import LiftError
from lift_core.plots.numerals import probability
from lift_core.scenarios.edits import with_seed
from lift_core.scenarios.scenario import Scenario
from ui import modes, state
from ui.likelihood_samplers import DEFAULT, LOOKAHEAD, split
from ui.notice import plain, problem
from ui.samplers_runs import Particles, name_of, runs, steady
from ui.sentences import code
from ui.tally import DRAWS, GUESS, ME, ROOM, ROOMS, WALL, Answer, Room, read_guess

SAID = "tally-said"  # what was refused last
EVERY = 4  # seconds between two looks at what the wall asks


def card(sampler: str = "") -> None:
    """The card, where the view names a room and is not its wall. `sampler` is that of the page, else of the view."""
    view = state.view()
    room_code = view.get(ROOM)
    if not room_code or modes.current() == modes.EMBED or ROOMS.owns(room_code, view.get(WALL)):
        return
    with st.container(key="tally-card", border=True, gap="xsmall"):
        try:
            room = ROOMS.find(room_code)
        except LiftError as error:
            st.info(plain(str(error)))
            st.button("Leave the room", key="tally-leave", on_click=leave)
            return
        if steady(state.scenario()).key != room.question.key:
            _elsewhere(room)
        elif room.asks == GUESS:
            _guess(room_code, room)
        else:
            _estimate(room_code, room, sampler or view.get("sampler", DEFAULT))
        if said := st.session_state.get(SAID):
            problem(said)
        _watch(room_code, room.question.key, _sent(room))


@st.fragment(run_every=EVERY)
def _watch(room_code: str, asked: str, sent: Answer | None) -> None:
    """Draw the page anew when the wall asks something else, is cleared, or ends."""
    try:
        room = ROOMS.find(room_code)
    except LiftError:
        st.rerun()
    if (room.question.key, _sent(room)) != (asked, sent):
        st.rerun()


def leave() -> None:
    """Forget the room."""
    state.set_view(**dict.fromkeys((ROOM, WALL, ME)))


def _elsewhere(room: Room) -> None:
    st.markdown(f"The class is asked about {code(room.question.observation, 24)}, {plain(room.question.title)}.")
    st.button("Go to the question", key="tally-follow", on_click=_follow, args=(room.question,))


def _follow(question: Scenario) -> None:
    state.edit(lambda scenario: with_seed(question, scenario.seed), place=state.OBSERVATION)


def _estimate(room_code: str, room: Room, key: str) -> None:
    scenario = state.scenario()
    option, ahead = split(key)
    key = f"{LOOKAHEAD}-{ahead}" if option == LOOKAHEAD else option
    found = runs(steady(scenario), key, Particles(), DRAWS, scenario.seed, 1)
    if found.problem:
        problem(found.problem)
        return
    answer = Answer(key, found.value[0].log_value)
    words = f"from {DRAWS} draws, {name_of(key, Particles())}, seed {scenario.seed}"
    st.markdown(f"My estimate {words}: **{probability(answer.log_value)}**")
    sent = _sent(room)
    st.button(
        "Sent" if sent == answer else "Send this instead" if sent else "**Send to the wall**",
        key="tally-send",
        type="secondary" if sent == answer else "primary",
        disabled=sent == answer,
        on_click=_send,
        args=(room_code, answer),
        width="stretch",
    )
    if sent:
        st.caption(f"On the wall: {probability(sent.log_value)}. Another sampler or seed gives another number to send.")


def _guess(room_code: str, room: Room) -> None:
    sent = _sent(room)
    with st.form("tally-form", border=False):
        st.text_input(
            f"My guess of p({code(room.question.observation, 24)})",
            key="tally-guess",
            placeholder="such as 0.06, 1/16 or 6%",
        )
        st.form_submit_button(
            "Change it" if sent else "**Send to the wall**",
            key="tally-send",
            type="primary",
            on_click=_send_guess,
            args=(room_code,),
            width="stretch",
        )
    if sent:
        st.caption(f"Sent: {probability(sent.log_value)}. It is on the wall.")


def _send_guess(room_code: str) -> None:
    try:
        answer = Answer(GUESS, read_guess(st.session_state.get("tally-guess", "")))
    except LiftError as error:
        st.session_state[SAID] = str(error)
    else:
        _send(room_code, answer)


def _send(room_code: str, answer: Answer) -> None:
    """Send under a word of this phone's own, which is kept in the view, so that a reload does not make two of one."""
    me = state.view().get(ME) or secrets.token_urlsafe(9)
    try:
        ROOMS.send(room_code, me, answer)
    except LiftError as error:
        st.session_state[SAID] = str(error)
    else:
        st.session_state.pop(SAID, None)
        state.set_view(**{ME: me})


def _sent(room: Room) -> Answer | None:
    return room.answers.get(state.view().get(ME))
