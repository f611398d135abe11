"""Which way the belief moves: the questions of every card against exact triangles, what a browser may report, the step and the score."""

import pytest
from streamlit.testing.v1 import AppTest

from lift_core import gallery
from lift_core.scenarios.edits import with_observation
from tests.pages.harness import PATIENCE, assert_calm, component_data, open_page
from ui.guess_moves import KEY

COIN = gallery.scenario("switching-coin")
POSSIBLE = [name for name in gallery.cards() if name not in gallery.COUNTER_EXAMPLES]


def asked(scenario, **view: str) -> list[dict]:
    return component_data(assert_calm(open_page("drift", scenario, **view)), KEY)["questions"]


def components(at) -> list[str]:
    return [c.proto.id for c in at.get("bidi_component")]


def test_the_coin():
    last = asked(COIN)[-1]
    assert (last["seen"], last["symbol"], last["what"]) == ("After 3 flips", "T", "coin B at flip 3")
    assert (round(last["before"], 3), round(last["after"], 3)) == (0.529, 0.836)


def test_the_verdict_says_the_numbers_as_the_sentence_above_it_does():
    for t, question in enumerate(asked(COIN), 2):
        at = open_page("drift", COIN, step=str(t))
        assert "from {} to {}".format(*question["told"]) in "".join(str(text.value) for text in at.markdown)


def test_the_chosen_row_is_asked_about_once_it_is_there():
    exact = COIN.projected().marginals("HHTT", "state:B", "exact")
    first, second, third = asked(COIN, chosen="2 4")
    assert [q["what"] for q in (second, third)] == ["coin B at flip 2"] * 2 and first["what"] == "coin B at flip 1"
    assert third["before"] == pytest.approx(float(exact.at(2, 3))) and third["after"] == pytest.approx(
        float(exact.at(2, 4))
    )


@pytest.mark.parametrize("name", POSSIBLE)
def test_every_card_asks_of_every_symbol_that_follows_another(name):
    scenario = gallery.scenario(name)
    found = asked(scenario, moves="1")
    assert len(found) == len(scenario.observation) - 1
    assert all(0 <= q[when] <= 1 for q in found for when in ("before", "after"))


def test_a_long_observation_is_asked_about_to_its_end():
    assert len(asked(with_observation(COIN, "HHT" * 60))) == 179


@pytest.mark.parametrize(("name", "x"), [("switching-coin", ""), ("switching-coin", "H"), ("autocorrect", "teh")])
def test_where_nothing_can_move(name, x):
    at = assert_calm(open_page("drift", with_observation(gallery.scenario(name), x), moves="1"))
    assert not [key for key in components(at) if key.endswith(KEY)]


@pytest.mark.parametrize("odd", ['["x"]', "0 1", "-1", "99 100", "²"])
def test_an_odd_choice_asks_the_usual(odd):
    assert asked(COIN, chosen=odd) == asked(COIN)


def hearing() -> None:
    import streamlit as st

    from ui import guess_moves, state

    state.enter("drift")
    guess_moves.heard({"on": True, "step": 2, "right": 1, "asked": 2})
    st.session_state["first"] = (state.view().step, state.view().get("moves"), st.session_state["moves-score"])
    guess_moves.heard({"on": True, "step": -4, "right": 9, "asked": 2})
    guess_moves.heard({"on": True, "step": "x", "right": None, "asked": [1]})
    st.session_state["second"] = (state.view().step, st.session_state["moves-score"])


def test_step_and_score_come_back_to_the_session():
    at = assert_calm(AppTest.from_function(hearing, default_timeout=PATIENCE).run())
    assert at.session_state["first"] == (2, "1", (1, 2))
    assert at.session_state["second"] == (None, (0, 0))
