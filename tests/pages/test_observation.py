"""Changes of the observation that meet: what is typed, and what the keys of the picture do at the same moment."""

import pytest

from lift_core import gallery
from ui import observation, state
from ui.figure import FigureState


@pytest.fixture
def box(monkeypatch) -> dict:
    """The session's widget values, over a session that shows HHTT of the switching coin."""
    values: dict = {}
    monkeypatch.setattr(observation.st, "session_state", values)
    values["session"] = state.Session(gallery.scenario("switching-coin"), {}, [], [], {})
    values[observation.text_key()] = "HHTT"
    return values


def shown(box) -> str:
    return "".join(box["session"].scenario.observation)


def touched(after: str, before: str = "HHTT", since: int = 0, kept: int | None = None) -> FigureState:
    """What the keys made of it; without `kept`, in the shortest way."""
    common = next((i for i in range(len(before)) if after[i : i + 1] != before[i]), len(before))
    return FigureState(observation=tuple(after), base=len(before), kept=common if kept is None else kept, since=since)


def test_a_key_goes_on_with_a_text_that_came_with_it_in_either_order(box):
    box[observation.text_key()] = "TH"
    observation.figure_edit(touched("HHTTH"))
    observation.take_text()
    assert shown(box) == "THH"


def test_a_key_goes_on_with_a_text_that_came_before_the_picture_had_it(box):
    box[observation.text_key()] = "TH"
    observation.take_text()
    observation.figure_edit(touched("HHT"))
    assert shown(box) == "T"


def test_edits_since_the_last_news_are_summed_and_counted_once(box):
    observation.figure_edit(touched("HHTTH"))
    observation.figure_edit(touched("HHTTHT"))  # the picture had not yet had news of the first
    assert shown(box) == "HHTTHT"
    observation.figure_edit(touched("HHTTHT", before="HHTTHT", since=2))  # a knob alone
    observation.figure_edit(touched("HHTT", before="HHTTHT", since=2))
    assert shown(box) == "HHTT"


def test_keys_that_lead_back_to_where_the_picture_was_still_change_the_text(box):
    box[observation.text_key()] = "HHHH"
    observation.figure_edit(touched("HHTT", kept=3))  # T, back, back, T
    assert shown(box) == "HHHT"


def test_of_a_longer_observation_a_window_at_its_end_changes_the_end_and_a_knob_in_any_window_nothing(box):
    observation.figure_edit(touched("TTHH", before="TT"))
    assert shown(box) == "HHTTHH"
    observation.figure_edit(touched("HT", before="HT", since=1))
    assert shown(box) == "HHTTHH"


def test_taking_back_more_than_there_is_leaves_nothing(box):
    box[observation.text_key()] = "T"
    observation.figure_edit(touched("H"))
    assert shown(box) == ""


def test_a_knob_leaves_a_text_that_cannot_be_read_and_its_message(box):
    box[observation.text_key()] = "HHX"
    observation.take_text()
    observation.figure_edit(touched("HHTT"))
    assert "X" in state.error(observation.OBSERVATION) and shown(box) == "HHTT"
    observation.figure_edit(touched("HHTTT"))
    assert state.error(observation.OBSERVATION) is None and shown(box) == "HHTTT"
