"""(proj#P)(x) as a function of a scenario's knobs: the knobs become symbols of the walk (docs/theory.md §3).

With the other knobs at their values it is a rational function N/D of one knob; its slope is zero where N'D − ND' is. Between these
roots, isolated exactly, and the ends of the knob's range lies the likeliest value.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from lift_core.errors import FormatError
from lift_core.model.files import load_model
from lift_core.projected.projected import Projected
from lift_core.scenarios.knobs import Knob
from lift_core.scenarios.scenario import Scenario

WIDTH = sympy.Rational(1, 10**12)  # of the intervals that isolate roots


@dataclass(frozen=True)
class KnobLikelihood:
    """p(x) in one knob. `likeliest` is the value in the knob's range with the largest p(x); None where p(x) does not depend on it."""

    knob: Knob
    probability: Any  # SymPy
    derivative: Any
    likeliest: float | None
    numerator: tuple[Fraction, ...]  # coefficients, the highest power first
    denominator: tuple[Fraction, ...]

    def at(self, values: Iterable[Fraction | float]) -> list[float]:
        """p(x) at values of the knob, worked out in fractions: a polynomial of high degree loses all digits in floats."""
        points = [Fraction(str(value)) if isinstance(value, float) else Fraction(value) for value in values]
        return [float(_horner(self.numerator, value) / _horner(self.denominator, value)) for value in points]

    def defined_at(self, value: Fraction) -> bool:
        """Whether p(x) has a value there: weights that all vanish leave no law."""
        return _horner(self.denominator, value) != 0


def with_symbols(scenario: Scenario) -> Projected:
    """The projected distribution with every knob left as a symbol: ask it with arithmetic="symbolic"."""
    projection = scenario.projection
    names = [knob.name for knob in scenario.knobs]
    return Projected(projection, load_model(scenario.model_source, projection, names))


def knob_likelihood(scenario: Scenario, name: str) -> KnobLikelihood:
    """p(x) of the scenario's observation in the knob called `name`. Raises FormatError if there is none."""
    knob = next((knob for knob in scenario.knobs if knob.name == name), None)
    if knob is None:
        known = ", ".join(each.name for each in scenario.knobs) or "(none)"
        raise FormatError(f"there is no knob {name!r}; the knobs are {known}", "knobs")
    model = with_symbols(scenario).model
    others = {each.name: each.value for each in scenario.knobs if each.name != name and each.name in model.symbols}
    d = Projected(scenario.projection, model.substituted(others))
    probability = d.probability(scenario.observation, arithmetic="symbolic")
    symbol = sympy.Symbol(name)
    n, d = (sympy.Poly(part, symbol, domain="QQ") for part in sympy.fraction(sympy.together(probability)))
    slope = n.diff() * d - n * d.diff()
    found = KnobLikelihood(knob, probability, sympy.diff(probability, symbol), None, _coefficients(n), _coefficients(d))
    return found if slope.is_zero else replace(found, likeliest=_likeliest(found, slope))


def _likeliest(found: KnobLikelihood, slope: Any) -> float:
    knob = found.knob
    low, high = (sympy.Rational(end.numerator, end.denominator) for end in (knob.low, knob.high))
    roots: list[Any] = [(a + b) / 2 for (a, b), _ in slope.intervals(eps=WIDTH, inf=low, sup=high)]
    candidates = [Fraction(int(value.p), int(value.q)) for value in roots]
    defined = [value for value in (knob.low, knob.high, *candidates) if _horner(found.denominator, value)]
    return float(max(defined, key=lambda value: _horner(found.numerator, value) / _horner(found.denominator, value)))


def _coefficients(polynomial: Any) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(c.p), int(c.q)) for c in polynomial.all_coeffs())


def _horner(coefficients: tuple[Fraction, ...], value: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in coefficients:
        total = total * value + coefficient
    return total
