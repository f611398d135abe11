"""Knob expressions: exact values, refusals with their place, and nothing executed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core.errors import FormatError
from lift_core.scenarios.knobs import Knob, evaluate, read_knobs, substituted

VALUES = {"bias": Fraction(9, 10), "swap": Fraction(1, 10)}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("81", 81),
        ("1/2", Fraction(1, 2)),
        ("0.25", Fraction(1, 4)),
        (".1 + 1.", Fraction(11, 10)),
        (" bias*(1-swap) ", Fraction(81, 100)),
        ("(1-bias)**2", Fraction(1, 100)),
        ("2**-3", Fraction(1, 8)),
        ("-swap + 1", Fraction(9, 10)),
        ("1 - 2 - 3", -4),
        (0.1, Fraction(1, 10)),
        (7, 7),
    ],
)
def test_value(expression, value):
    assert evaluate(expression, VALUES) == value


@pytest.mark.parametrize(
    ("expression", "place"),
    [
        ("bias + drift", "character 8"),
        ("1/0", "character 1"),
        ("1 + 0**-1", "character 5"),
        ("9**9**9", "character 1"),
        ("2**0.5", "character 1"),
        ("1e9", "character 1"),
        ("1_000", "character 1"),
        ("swap if 1 else 2", "character 6"),
        ("(1", "character 1"),
        ("__import__('os').getcwd()", "character 1"),
        ("bias.real", "character 1"),
        ("'1'", "character 1"),
        ("1j", "character 1"),
    ],
)
def test_refused_with_its_place(expression, place):
    with pytest.raises(FormatError) as refusal:
        evaluate(expression, VALUES)
    assert refusal.value.place == place


@pytest.mark.parametrize(
    "expression",
    ["", " ", None, True, [], "1" * 201, "(" * 200, "\0", float("nan"), float("inf"), "=" * 90, "((2**64)**64)**64"],
)
def test_refused(expression):
    with pytest.raises(FormatError):
        evaluate(expression, VALUES)


@given(st.text(max_size=60))
def test_any_text_has_a_value_or_is_refused(text):
    try:
        assert isinstance(evaluate(text, VALUES), Fraction)
    except FormatError as error:
        assert str(error)


@given(st.fractions(max_denominator=1000), st.fractions(max_denominator=1000), st.sampled_from("+-*"))
def test_arithmetic_is_exact(a, b, operator):
    names = {"a": a, "b": b}
    assert evaluate(f"a {operator} b", names) == {"+": a + b, "-": a - b, "*": a * b}[operator]


def test_a_knob_keeps_within_its_ends():
    knob = Knob("swap", Fraction(1, 10), Fraction(0), Fraction(1, 2))
    assert knob.at(Fraction(1, 2)).value == Fraction(1, 2)
    for wrong in (
        lambda: knob.at(Fraction(2)),
        lambda: Knob("Swap", Fraction(0)),
        lambda: Knob("a", Fraction(0), Fraction(1), Fraction(0)),
    ):
        with pytest.raises(FormatError):
            wrong()


@pytest.mark.parametrize(
    "rows",
    [None, 3, [1], [{"name": "a"}], [{"name": "a", "value": "1/2"}] * 2, [{"name": c, "value": "1/2"} for c in "abcd"]],
)
def test_bad_rows_of_knobs(rows):
    with pytest.raises(FormatError):
        read_knobs(rows)


def test_substitution_reaches_every_weight_and_names_the_bad_one():
    hidden = {
        "kind": "hidden-markov",
        "initial": ["swap", "1-swap"],
        "transition": [["bias", "1-bias"]],
        "emission": [["1/2"]],
    }
    plain = substituted({"kind": "forgetful", "model": hidden}, VALUES)
    assert plain["model"]["initial"] == ["1/10", "9/10"]
    assert plain["model"]["transition"] == [["9/10", "1/10"]]
    with pytest.raises(FormatError, match=r"context \['a'\], token 'b'.*unknown name 'x'"):
        substituted({"kind": "markov", "weights": [[["a"], {"b": "x"}]]}, VALUES)
