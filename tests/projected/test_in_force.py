"""The probabilities in force against the definition: weights of what is allowed, divided by their sum."""

import pytest
from hypothesis import given

import lift_core as lc
from lift_core.projected.in_force import in_force
from tests import oracles
from tests.strategies import Example, instances


@given(instances())
def test_each_row_is_the_masked_and_normalised_law(example: Example):
    assert example.weights is not None
    table = in_force(example.projection, example.model, limit=1000)
    assert not table.more
    for row in table.rows:
        context = () if row.context == "ε" else tuple(row.context)
        allowed = oracles.tokens(example.machine, row.state)
        weights = {token: example.weights[context][token] for token in allowed}
        assert row.law == {token: float(weight / sum(weights.values())) for token, weight in weights.items()}


def test_the_switching_coin_after_a_swap():
    scenario = lc.gallery.scenario("switching-coin")
    rows = {row.state: row.law for row in in_force(scenario.projection, scenario.model).rows}
    assert rows["A"] == {"H": 0.81, "T": 0.09, "~": 0.1}
    assert rows["B!"] == {"h": 0.1, "t": 0.9}


def test_a_row_without_a_law_says_why():
    machine = lc.gallery.build("identity", observable="ab")
    table = in_force(machine, lc.Markov("ab", 1, {(): {"a": 1, "b": 1}, ("a",): {"a": 0, "b": 0}}))
    assert [row.law is None for row in table.rows] == [False, True, True]
    assert "every allowed token" in table.rows[1].reason
    assert "add a row" in table.rows[2].reason


def test_models_of_other_kinds_and_the_limit():
    weather = lc.gallery.scenario("product")
    rows = in_force(weather.projection, weather.model).rows
    assert [row.context for row in rows] == ["first", "rain", "sun"]
    assert all(sum(row.law.values()) == pytest.approx(1) for row in rows if row.law)
    machine = lc.gallery.build("identity", observable="ab")
    history = in_force(machine, lc.Generic("ab", 3), limit=5)
    assert history.more and [row.context for row in history.rows] == ["ε", "a", "b", "aa", "ab"]
