"""The room of the cat beside its triangle: it follows the triangle's steps inside the browser."""

import streamlit as st

from lift_core.plots.room import Room, room_drawing
from lift_core.projected.events import State, parse_event
from lift_core.projected.flows import Flow, flows
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.scenario import Scenario
from ui import state
from ui.compute import computed
from ui.drift_events import Followed
from ui.figure import figure, figure_state
from ui.notice import problem

KEY = "drift-room"
LONGEST = 16  # symbols


def offered(scenario: Scenario) -> bool:
    """Whether the scenario's states are tiles of a room, a1 … e5."""
    projection = scenario.projection
    return (
        isinstance(projection, Transducer)
        and projection.name == "cat"
        and all(
            isinstance(name, str) and len(name) == 2 and name[0] in "abcde" and name[1] in "12345"
            for name in projection.states
        )
    )


@computed(max_entries=32)
def beliefs(scenario: Scenario) -> tuple[tuple[Flow, ...], ...]:
    """The flows after 0, 1, … symbols."""
    d, x = scenario.projected(), scenario.observation
    return tuple(flows(d, x[:t]) for t in range(len(x) + 1))


def picture(chosen: Followed) -> None:
    scenario, view = state.scenario(), state.view()
    if len(scenario.observation) > LONGEST:
        st.caption(f"The room is drawn for observations of at most {LONGEST} symbols.")
        return
    answer = beliefs(scenario)
    if answer.problem:
        problem(answer.problem)
        return
    projection = scenario.projection
    event = parse_event(chosen.text, projection)
    room = Room(
        {name: ("abcde".index(name[0]), int(name[1]) - 1) for name in projection.states},
        projection.start,
        event.names if isinstance(event, State) else frozenset(),
    )
    size = figure_state(KEY).size(632, 520)
    figure(
        room_drawing(
            scenario.observation,
            answer.value,
            room,
            words=chosen.words.event,
            unit=chosen.words.unit,
            width=size["width"],
        ),
        key=KEY,
        observation=scenario.observation,
        step=view.step,
        hide=view.hide,
        controls={"follow", "export"},
        name="the room",
    )
