"""p(x) as a function of a knob, against the scenario with the knob turned, in fractions."""

from fractions import Fraction

import pytest
import sympy

import lift_core as lc
from lift_core.scenarios.edits import with_knob
from lift_core.scenarios.knob_likelihood import knob_likelihood, with_symbols

WITH_KNOBS = [name for name in lc.gallery.names() if lc.gallery.scenario(name).knobs]


@pytest.mark.parametrize("name", WITH_KNOBS)
def test_its_values_are_those_of_the_turned_scenario(name):
    scenario = lc.gallery.scenario(name)
    for knob in scenario.knobs:
        found = knob_likelihood(scenario, knob.name)
        values = [knob.low + (knob.high - knob.low) * Fraction(i, 7) for i in range(8)]
        turned = [with_knob(scenario, knob.name, value) for value in values]
        exact = [each.projected().probability(each.observation, arithmetic="exact") for each in turned]
        assert found.at(values) == [float(p) for p in exact]
        symbol = sympy.Symbol(knob.name)
        at = sympy.Rational(values[3].numerator, values[3].denominator)
        value = found.probability.subs(symbol, at)
        assert Fraction(int(value.p), int(value.q)) == exact[3]
        if found.likeliest is not None:
            assert knob.low <= Fraction(str(found.likeliest)) <= knob.high
            assert found.at([found.likeliest])[0] >= max(map(float, exact)) * (1 - 1e-12)


def test_the_switching_coin():
    """HHTT is likeliest with coins as biased as can be; HHTHTTHTTT with swaps rarer, but not too rare: there the slope is zero."""
    scenario = lc.gallery.scenario("switching-coin")
    assert knob_likelihood(scenario, "bias").likeliest == 0.99
    mixed = lc.load_scenario(scenario.dump() | {"observation": list("HHTHTTHTTT")})
    inside = knob_likelihood(mixed, "swap")
    grid = [Fraction(i, 100) for i in range(1, 91)]
    best = grid[max(range(90), key=lambda i: inside.at(grid)[i])]
    assert inside.likeliest == pytest.approx(float(best), abs=0.01)
    assert 0.01 < inside.likeliest < 0.9
    assert abs(inside.derivative.subs("swap", inside.likeliest)) < 1e-9
    found = knob_likelihood(scenario, "bias")
    both = with_symbols(scenario).probability(scenario.observation, arithmetic="symbolic")
    assert both.free_symbols == set(sympy.symbols("bias swap"))
    assert both.subs({"swap": sympy.Rational(1, 10)}).equals(found.probability)


def test_a_knob_that_does_not_matter_has_no_likeliest_value():
    scenario = lc.gallery.scenario("switching-coin")
    silent = lc.load_scenario(scenario.dump() | {"observation": []})
    assert knob_likelihood(silent, "swap").likeliest is None
    with pytest.raises(lc.FormatError, match="bias, swap"):
        knob_likelihood(scenario, "drift")
