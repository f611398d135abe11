"""Cached exact values of the Likelihood page: p(x) as decimal and fraction, and the law of the next symbol."""

from lift_core.plots.formula import short_fraction
from lift_core.plots.numerals import probability
from lift_core.projected.tree import LiftingTree
from lift_core.scenarios.scenario import Scenario
from ui import compute
from ui.compute import computed
from ui.lifting_words import code

WIDE = 16  # characters of a fraction that is shown large


@computed(max_entries=128)
def next_symbol(scenario: Scenario) -> dict[str, float]:
    """{a: (proj#P)(a|x)}."""
    return scenario.projected().next_symbol(scenario.observation)


def exact_value(scenario: Scenario, tree: LiftingTree, hide: bool) -> tuple[str, str, str]:
    """The name of p(x), its value large, and a note: fraction and decimal where the fraction can be read, else the decimal."""
    name, decimal = f"p({code(tree.observation, 24)}), exact", probability(tree.log_p[-1])
    if hide:
        return name, "?", "hidden"
    found = compute.exact(scenario)
    if found.problem:
        return name, decimal, "no fraction: this model has no exact weights"
    fraction = str(found.value)
    if len(fraction) <= WIDE:
        return name, fraction, f"= {decimal}" if "/" in fraction else "exactly"
    if short_fraction(found.value):
        return name, decimal, f"= {fraction}"
    return name, decimal, f"a fraction with {len(str(found.value.denominator)):,} digits under the line"
