"""What the Likelihood page keeps: its two drawings; and p(x) as decimal and fraction."""

import math

from lift_core.plots import Drawing, terms_drawing
from lift_core.plots.formula import short_fraction
from lift_core.plots.next_symbols import next_symbols_drawing
from lift_core.plots.numerals import probability
from lift_core.projected.tree import LiftingTree
from lift_core.scenarios.scenario import Scenario
from ui import compute
from ui.compute import Answer, computed
from ui.guess import next_law
from ui.likelihood_samplers import sampled
from ui.sentences import code

BESIDE = 372.0  # the width of what stands beside the picture
TERMS = 2400  # nodes
WIDE = 16  # characters of a fraction that is shown large


def terms(scenario: Scenario) -> Answer[LiftingTree]:
    """The tree whose last column are the terms: more nodes than can be drawn, since a dozen of the column are wanted."""
    return compute.tree(scenario, compute.DRAWN, TERMS)


@computed(max_entries=64)
def drawing(scenario: Scenario, key: str, n: int, width: float, height: float) -> Drawing:
    """The terms with the estimates of the first n draws of a sampler, or without where there are none."""
    projection, answer = scenario.projection, sampled(scenario, key, n)
    found = None if answer.problem else answer.value
    return terms_drawing(
        terms(scenario).value,
        symbols=projection.observable,
        states=compute.state_names(projection),
        log_running=found.log_running.tolist() if found else (),
        chi2=found.chi2 if found else None,
        draws=found.told if found else (),
        width=width,
        height=height,
    )


@computed(max_entries=64)
def next_symbols(scenario: Scenario) -> Drawing:
    """(proj#P)(a|x) for every symbol a, drawn."""
    return next_symbols_drawing(scenario.observation, next_law(scenario).value, width=BESIDE)


def exact_value(scenario: Scenario, tree: LiftingTree, hide: bool, decimal_first: bool = False) -> tuple[str, str, str]:
    """The name of p(x), its value large, and a note: fraction and decimal where the fraction can be read, else the decimal."""
    name, decimal = f"p({code(tree.observation, 24)}), exact", probability(tree.log_p[-1])
    if hide:
        return name, "?", "hidden"
    found = compute.exact(scenario)
    if found.problem:
        return name, decimal, "no fraction: this model has no exact weights"
    if not short_fraction(found.value):
        digits = math.floor(math.log10(found.value.denominator)) + 1
        return name, decimal, f"a fraction with {digits:,} digits under the line"
    fraction = str(found.value)
    if len(fraction) <= WIDE and not decimal_first:
        return name, fraction, f"= {decimal}" if "/" in fraction else "exactly"
    return name, decimal, f"= {fraction}"
