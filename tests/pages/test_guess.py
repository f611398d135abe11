"""Chips on the next symbol: what the browser gets on every card, what it may send back, and what the session keeps of it."""

import math
from fractions import Fraction

import pytest
from streamlit.testing.v1 import AppTest

from lift_core import gallery
from lift_core.scenarios.edits import with_observation
from tests.pages.harness import PATIENCE, assert_calm, component_data, open_page
from ui.guess import KEY, placed

COIN = gallery.scenario("switching-coin")
POSSIBLE = [name for name in gallery.cards() if name not in gallery.COUNTER_EXAMPLES]


def test_the_coin():
    data = component_data(open_page("likelihood", COIN), KEY)
    law = {symbol["name"]: symbol["p"] for symbol in data["law"]}
    d = COIN.projected()
    assert law["H"] == pytest.approx(float(d.probability("HHTTH", "exact") / d.probability("HHTT", "exact")))
    assert sum(law.values()) == pytest.approx(1) and not data["alike"] and not data["on"] and data["about"] == "HHTT"
    by_two = {a: Fraction(n, 10) for a, n in (("H", 2), ("T", 8))}  # 23.9% and 76.1%
    assert data["best"] == pytest.approx(sum(p * math.log2(p / by_two[a]) for a, p in law.items()))


@pytest.mark.parametrize("name", POSSIBLE)
def test_every_card_can_be_guessed(name):
    at = assert_calm(open_page("likelihood", name, guess="1"))
    scenario, data = gallery.scenario(name), component_data(at, KEY)
    assert [symbol["name"] for symbol in data["law"]] == list(scenario.projection.observable)
    assert sum(symbol["p"] for symbol in data["law"]) == pytest.approx(1)
    assert data["on"] and data["alike"] == (len(data["law"]) > 8)
    assert data["best"] is None if data["alike"] else math.isfinite(data["best"])


def test_the_first_symbol_can_be_guessed_too():
    data = component_data(open_page("likelihood", with_observation(COIN, "")), KEY)
    assert data["about"] == "ε" and sum(symbol["p"] for symbol in data["law"]) == pytest.approx(1)


def test_nothing_to_predict_after_the_impossible():
    at = assert_calm(open_page("likelihood", with_observation(gallery.scenario("autocorrect"), "teh"), guess="1"))
    assert "no next symbol to predict" in at.info[0].value
    assert not [c for c in at.get("bidi_component") if c.proto.id.endswith(KEY)]


def test_long_observations_say_so():
    at = assert_calm(open_page("likelihood", with_observation(COIN, "HT" * 150), guess="1"))
    assert any("the next symbol are shown for at most 200" in caption.value for caption in at.caption)


@pytest.mark.parametrize(
    "report",
    [
        {},
        {"chips": None},
        {"chips": [5, 5, 0], "alike": 0},
        {"chips": [5, 4], "alike": 0},
        {"chips": [11, -1], "alike": 0},
        {"chips": ["5", 5], "alike": 0},
        {"chips": [5, 5], "alike": "0"},
        {"chips": [1e400, 5]},
        "10",
    ],
)
def test_what_a_browser_may_not_send(report):
    assert placed(report if isinstance(report, dict) else {"chips": report}, ("H", "T")) is None


def test_chips_that_arrive():
    assert placed({"chips": [8, 2], "alike": 0}, ("H", "T")) == {"H": 0.8, "T": 0.2}
    assert placed({"chips": [7, 2], "alike": 1}, ("H", "T")) == {"H": 0.75, "T": 0.25}


def revealing() -> None:
    """A page that hears of a revealed guess, then of another observation."""
    import streamlit as st

    from lift_core.scenarios.edits import with_observation
    from ui import guess, state

    guess.heard({"on": True, "chips": [0, 10], "alike": 0})
    found = guess.told()
    st.session_state["first"] = (found, state.view().get("guess"))
    state.edit(lambda s: with_observation(s, "HHT"))
    st.session_state["second"] = guess.told()
    guess.heard({"on": False, "chips": None, "alike": 0})
    st.session_state["third"] = state.view().get("guess")


def test_the_session_keeps_a_revealed_guess_until_its_question_changes():
    at = assert_calm(AppTest.from_function(revealing, default_timeout=PATIENCE).run())
    told, view = at.session_state["first"]
    h = float(COIN.projected().next_symbol("HHTT", "exact")["H"])
    assert told.law == {"H": 0.0, "T": 1.0} and view == "1"
    assert told.bits == math.inf and told.variation == pytest.approx(h)
    assert at.session_state["second"] is None and at.session_state["third"] == ""
