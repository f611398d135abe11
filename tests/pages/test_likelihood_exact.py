"""The arithmetic of the Likelihood page: decimal, fraction, and p(x) as a formula in the scenario's knobs."""

from fractions import Fraction
from typing import Any

import pytest

import lift_core as lc
from lift_core.plots.knob_curve import knob_curve
from lift_core.scenarios.edits import detached, with_knob, with_observation
from tests.pages.harness import assert_calm, messages, open_page
from tests.pages.test_lifting import notice, words
from ui.likelihood_symbolic import SYMBOLS, in_all_knobs, in_one_knob

COIN = lc.gallery.scenario("switching-coin")


def long_coin(length: int):
    return with_observation(COIN, (COIN.observation * length)[:length])


def metric(at) -> str:
    return at.metric[0].value


def test_fraction_is_the_default_and_decimal_stands_first_where_asked():
    exact = COIN.projected().probability(COIN.observation, "exact")
    assert metric(assert_calm(open_page("likelihood"))) == str(exact)
    assert float(metric(assert_calm(open_page("likelihood", arith="decimal")))) == pytest.approx(float(exact), rel=1e-3)
    assert metric(assert_calm(open_page("likelihood", arith="nonsense"))) == str(exact)


def test_the_switch_turns_to_symbols_and_is_kept_in_the_view():
    at = open_page("likelihood")
    at.segmented_control(key="likelihood-arithmetic").set_value("symbolic")
    assert notice(assert_calm(at.run())).startswith("**Notice:** likeliest swap = 0.2582")
    assert at.query_params["arith"] in ("symbolic", ["symbolic"])
    assert any("swap" in block.value for block in at.latex)


def test_the_button_turns_the_knob_to_where_p_is_largest():
    at = open_page("likelihood", arith="symbolic")
    at.button(key="likelihood-turn").click()
    assert "that is where the knob stands" in notice(assert_calm(at.run()))
    assert at.session_state["session"].scenario.knobs[1].value == Fraction(129, 500)
    assert at.button(key="likelihood-turn").disabled


def test_another_knob_is_chosen():
    at = open_page("likelihood", arith="symbolic")
    at.button(key="likelihood-in-bias").click()
    assert notice(assert_calm(at.run())).startswith("**Notice:** likeliest bias = 0.99")


def test_the_curve_is_p_at_each_value_of_the_knob():
    found = in_one_knob(COIN, "swap", SYMBOLS).value
    for value, p in found.curve[::40]:
        there = with_knob(COIN, "swap", Fraction(str(value)).limit_denominator(10**6))
        assert there.projected().probability(COIN.observation) == pytest.approx(p, rel=1e-9)
    assert found.likeliest is not None and found.likeliest[1] >= max(p for _, p in found.curve) - 1e-15
    figure: Any = knob_curve("swap", found.curve, found.present, found.likeliest)
    assert [trace.name for trace in figure.data] == ["p(x), exact", "now: swap = 0.1", "likeliest: swap = 0.2582"]
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("swap", "p(x)")


def test_equal_numbers_written_in_other_knobs_are_other_formulas():
    turned = in_one_knob(COIN, "swap", SYMBOLS).value
    assert in_one_knob(COIN, "bias", SYMBOLS).value.probability != turned.probability
    assert in_one_knob(detached(COIN), "swap", SYMBOLS).problem is not None


def test_without_knobs_and_while_hidden_there_is_a_calm_sentence():
    at = assert_calm(open_page("likelihood", detached(COIN), arith="symbolic"))
    assert "plain numbers" in notice(at) and not at.latex and not messages(at)
    at = assert_calm(open_page("likelihood", arith="symbolic", hide="1"))
    assert "hidden" in notice(at) and not at.latex and "0.2582" not in words(at)


def test_a_longer_observation_is_refused_with_the_number_and_can_be_allowed():
    at = assert_calm(open_page("likelihood", long_coin(SYMBOLS + 1), arith="symbolic"))
    assert any(f"x has {SYMBOLS + 1} symbols" in box.value for box in at.info) and not messages(at)
    at.button(key="likelihood-symbols").click()
    assert notice(assert_calm(at.run())).startswith("**Notice:** likeliest swap")
    assert in_all_knobs(long_coin(SYMBOLS)).problem is not None


@pytest.mark.parametrize("card", ["product", "cups", "xor", "swap"])
def test_other_cards_are_calm(card):
    assert not messages(assert_calm(open_page("likelihood", card, arith="symbolic")))


@pytest.mark.parametrize(
    ("weight", "x"), [("1e-300", "b" * 20), ("1e-1500", "b" * 4), ("0.1234567890123456789012345", "ab" * 99)]
)
def test_a_fraction_of_more_digits_than_python_writes_is_told_by_its_length(weight, x):
    machine = COIN.projection.__class__("ab", "ab", "q", [("q", "a", "q", "a"), ("q", "b", "q", "b")])
    scenario = lc.load_scenario(
        {
            "projection": lc.dump_projection(machine),
            "model": {
                "format": "lift-model/1",
                "kind": "markov",
                "order": 0,
                "weights": [[[], {"a": "1", "b": weight}]],
            },
            "observation": list(x),
        }
    )
    exact = scenario.projected().probability(scenario.observation, "exact")
    digits = sum(exact.denominator >= 10**power for power in range(9_000))
    at = assert_calm(open_page("likelihood", scenario))
    assert any(f"a fraction with {digits:,} digits" in caption.value for caption in at.caption)
    assert at.button(key="draw-100") is not None
