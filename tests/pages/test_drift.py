"""The Posterior drift page: its sentence, events, metrics, long and impossible observations, hidden numbers, random models."""

import re
from fractions import Fraction

import numpy as np
import pytest

import lift_core as lc
from lift_core import gallery
from lift_core.projected.random_models import driftless_model
from lift_core.scenarios.edits import with_knob, with_model, with_observation
from lift_core.scenarios.scenario import Scenario
from tests.pages.harness import assert_calm, messages, open_page
from ui.drift_events import followed, offered
from ui.drift_numbers import window

LATE = ("cat", "cups", "nowhere", "rewrite")


def notice(at) -> str:
    """The sentence under the picture, without the markup that explains words."""
    text = next(block.value for block in at.markdown if block.value.startswith("**Notice:**"))
    return re.sub(r"</?dfn[^>]*>", "", text)


def opened(scenario: str | Scenario = "switching-coin", **view: str):
    return assert_calm(open_page("drift", scenario, **view))


def test_the_sentence_speaks_of_the_coin():
    text = notice(opened())
    assert "raises the probability of coin B at flip 3 from 52.9% to 83.6%" in text
    assert "`H` would have made it 19.8%" in text and "a drift of 0.308 in total variation, more than any other" in text


@pytest.mark.parametrize(("step", "drift"), [("2", "0.009"), ("3", "0.045"), ("4", "0.308")])
def test_the_sentence_follows_the_step(step, drift):
    assert f"a drift of {drift}" in notice(opened(step=step))


def test_swapping_half_of_the_time_nothing_drifts():
    text = notice(opened(with_knob(gallery.scenario("switching-coin"), "swap", Fraction(1, 2))))
    assert "no symbol changes an earlier belief: the drift is 0 at every step" in text


@pytest.mark.parametrize(
    ("metric", "words"), [("kl", "nats (KL)"), ("chi2", "in χ²"), ("nonsense", "in total variation")]
)
def test_metrics(metric, words):
    assert words in notice(opened(metric=metric))


def test_another_event_is_followed_and_kept_in_the_address():
    at = opened()
    box = next(box for box in at.selectbox if box.label.startswith("Follow"))
    assert box.value == "state:B" and "contains:~" in offered(gallery.scenario("switching-coin"))
    box.set_value("contains:~")
    assert_calm(at.run())
    assert at.query_params["event"] == "contains:~" and "a swap at flip" in notice(at)
    assert "segment `~t` at flip" in notice(opened(event="segment:~ t"))  # typed: no option of the list


def test_an_event_that_cannot_be_read_is_told_calmly():
    at = opened(event="state:nowhere")
    assert not messages(at) and "coin B at flip 3" in notice(at)
    (said,) = [c.value for c in at.caption if "cannot be met" in c.value]
    assert said.startswith("Followed is coin B.") and "needed some of the states" in said
    at.session_state["drift-typed"] = "state:nowhere"
    at.run()
    assert "needed some of the states" in messages(at)  # of what is typed here it is said in full, where it was typed


def test_hidden_numbers_stay_hidden():
    at = opened(hide="1")
    assert not re.search(r"\d\d", notice(at)) and "Guess" in notice(at)


def test_too_few_symbols():
    coin = gallery.scenario("switching-coin")
    assert "drift begins with the second" in notice(opened(with_observation(coin, "H")))
    at = opened(with_observation(coin, ""))
    assert "no belief that could drift" in at.info[0].value


def test_an_impossible_observation_has_a_way_back():
    at = opened(with_observation(gallery.scenario("autocorrect"), "teh"))
    assert "`h` cannot follow `te`" in notice(at)
    next(button for button in at.button if button.key == "drift-back").click()
    assert_calm(at.run())
    assert at.session_state["session"].scenario.observation == ("t", "e")
    rows = [[[], {"H": "1", "T": "0", "h": "1", "t": "0", "~": "1"}]]
    never = with_model(
        gallery.scenario("switching-coin"), {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": rows}
    )
    assert "`T` cannot follow `HH`" in notice(opened(never))


@pytest.mark.parametrize("name", gallery.COUNTER_EXAMPLES)
def test_counter_examples_say_why(name):
    assert "No lifting here" in "".join(block.value for block in opened(name).markdown)


def test_long_observations_are_drawn_in_windows():
    assert window(200, None, 12) == (189, 200) and window(200, 1, 12) == (1, 12)
    for step in range(1, 201):
        first, last = window(200, step, 12)
        assert first <= step <= last and last - first == 11
    opened(with_observation(gallery.scenario("switching-coin"), "HHT" * 30), step="45")


@pytest.mark.parametrize("name", LATE)
def test_cards_in_which_something_late_decides(name):
    scenario = gallery.scenario(name)
    d, x = scenario.projected(), scenario.observation
    assert max(lc.drift_line(d, x).one_step) >= 0.24
    chosen = followed(scenario, scenario.view["event"])
    assert not chosen.refused
    assert chosen.told.event in notice(opened(name)) or "…" in chosen.told.event
    assert len(scenario.link("http://127.0.0.1:8501")) < 300
    assert scenario.story.count(".") + scenario.story.count("?") >= 1


def test_the_second_glance_tells_which_way_the_cat_had_come():
    scenario = gallery.scenario("cat")
    triangle = scenario.projected().marginals(scenario.observation, scenario.view["event"], "exact")
    assert [round(float(triangle.at(3, t)), 3) for t in (7, 8, 10)] == [0.416, 0.5, 0.183]


@pytest.mark.parametrize("name", [name for name in gallery.cards() if name not in gallery.COUNTER_EXAMPLES])
def test_every_card_has_events_that_can_be_followed(name):
    scenario = gallery.scenario(name)
    texts = offered(scenario)
    assert texts
    for text in texts:
        assert followed(scenario, text).refused == ""
        scenario.projected().marginals(scenario.observation, text)


def test_random_models_come_in_pieces_and_are_told_as_measured():
    at = opened(tab="models")
    for _ in range(60):
        assert_calm(at.run())
        if at.session_state["drift-random-done"] >= 240:
            break
    text = notice(at)
    assert (
        "200 of 200 random models drift along `HHTT`" in text and "40 of 40 have drift exactly 0, in fractions" in text
    )
    told = "".join(block.value for block in at.markdown)
    assert "Theorem 15" in told and "Proposition 16" in told and "swap = 1/2" in told


def test_random_models_can_be_stopped():
    at = opened("pause-to-think", tab="models")
    stops = [button for button in at.button if button.key == "drift-random-stop"]
    if not stops:
        pytest.skip("all models were there at once")
    stops[0].click()
    assert_calm(at.run())
    done = at.session_state["drift-random-done"]
    assert_calm(at.run())
    assert at.session_state["drift-random-done"] == done < 240


def test_a_model_of_the_family_opened_on_the_page():
    scenario = gallery.scenario("switching-coin")
    model = driftless_model(scenario.projection, np.random.default_rng(5))
    assert "no symbol changes an earlier belief" in notice(opened(with_model(scenario, lc.dump_model(model))))
