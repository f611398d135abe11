"""The figure's controls: slider positions are exact fractions, and whatever a browser sends is read with care."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core.scenarios.knobs import Knob
from ui.figure import SCRIPTS, FigureState, _fraction, _sent, figure_state
from ui.scripts import ASSETS


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [("9/10", "0", "1"), ("1/10", "0", "1/2"), ("1/1000", "0", "1/100"), ("3", "1", "10"), ("1/3", "1/3", "1")],
)
def test_slider_positions_are_exact_and_reach_both_ends(value: str, low: str, high: str) -> None:
    sent = _sent(Knob("k", Fraction(value), Fraction(low), Fraction(high)))
    step, first = Fraction(*sent["step"]), Fraction(*sent["low"])
    assert first == Fraction(low) and first + sent["count"] * step == Fraction(high) and 20 <= sent["count"] <= 1000
    assert ((Fraction(value) - first) / step).denominator == 1  # the value in force has a position of its own


@given(
    st.one_of(
        st.none(), st.text(), st.integers(), st.lists(st.one_of(st.text(), st.integers(), st.none(), st.floats()))
    )
)
def test_rubbish_is_no_fraction(pair: object) -> None:
    value = _fraction(pair)
    assert value is None or isinstance(value, Fraction)


def test_fractions_from_the_browser() -> None:
    assert _fraction(["9", "10"]) == Fraction(9, 10)
    assert _fraction(["1", "0"]) is None and _fraction(["1", str(2**50)]) is None


def test_nothing_done_yet() -> None:
    assert figure_state("never drawn") == FigureState()


def test_sizes_follow_the_room() -> None:
    assert FigureState(room=1400).size() == {"width": 1000, "height": 600}
    assert FigureState(room=650).size() == {"width": 640, "height": 544}
    assert FigureState(narrow=True).size(phone=430) == {"width": 372, "height": 430}


def test_every_script_is_there() -> None:
    assert all((ASSETS / f"{name}.js").is_file() for name in SCRIPTS)
