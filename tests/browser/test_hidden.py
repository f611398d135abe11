"""With exact values hidden, nothing that a person can see, hear or take away gives them away.

The oracle is another machine: with other weights every number differs, and yet the hidden pictures are alike, pixel for pixel;
and none of the numbers of the page's table is among what a person can read, hover or hear.
"""

from fractions import Fraction

import pytest

from lift_core import gallery
from lift_core.plots.numerals import percent
from lift_core.scenarios.edits import with_knob
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario
from tests.browser.conftest import DESKTOP, PHONE, Tab
from ui import twin
from ui.state import View

# All that the page says, through shadow roots: texts that show, names, descriptions, tooltips; not the bar, which shows the knobs.
SAID = """() => { const out = [];
const visit = (node) => {
  if (node.nodeType === 3) { if (node.data.trim()) out.push(node.data.trim()); return; }
  if (node.nodeType !== 1 || ['STYLE', 'SCRIPT', 'DEFS'].includes(node.nodeName.toUpperCase())) return;
  const style = getComputedStyle(node);
  if (style.display === 'none' || node.matches('.bar, [data-testid=stCode], .st-key-strip')) return;
  if (style.visibility !== 'hidden')
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'data-tip'])
      if (node.getAttribute(name)) out.push(node.getAttribute(name));
  if (style.visibility === 'hidden' && !node.children.length) return;
  for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
};
visit(document.querySelector('[data-testid=stMain]'));
return out; }"""
FOLDS = {
    "lifting": ("next-segment map", "Size of the lifting"),
    "likelihood": ("The formula with its numbers", "on a log scale", "The terms as a table"),
    "drift": ("Hindsight", "The causal floor", "The numbers as a table"),
    "samplers": ("Look further ahead", "Against length", "All numbers as a table"),
}


def of(swap: str) -> Scenario:
    return with_knob(gallery.scenario("switching-coin"), "swap", Fraction(swap))


def seen(tab: Tab, path: str, scenario: Scenario, **query: str) -> tuple[list[bytes], str]:
    """The pictures of a page and all that it says: folds open, the menu's table too, the pointer on some parts of the picture."""
    tab.open(path, s=write_code(scenario.dump()), step="4", **query)
    for words in FOLDS.get(path, ()):
        tab.page.get_by_text(words).first.click()
        tab.settle()
    pictures = [part.screenshot() for part in tab.page.locator(".figure .canvas:visible").all()]
    said = tab.page.evaluate(SAID)
    for part in tab.page.locator(".canvas [data-i]:visible").all()[:4]:
        part.hover(force=True)
        said += tab.page.locator(".tip.shown, .panel:visible").all_inner_texts()
    return pictures, "\n".join(said)


def numbers(path: str, scenario: Scenario) -> set[str]:
    """The numbers of the page's table, as pages write them: those with three figures that matter."""
    _, *rows = twin.rows(path, scenario, View({}))
    values = {value for row in rows for value in row if isinstance(value, float) and 0 < value < 1}
    ways = {way for value in values for way in (percent(value), f"{value:.3f}", f"{value:.4g}", f"{value:.6f}")}
    return {way for way in ways if len(way.strip("0.%")) >= 3}


@pytest.mark.parametrize("path", ["", "lifting", "likelihood", "drift", "samplers"])
def test_no_number_is_said(tab, path):
    scenario = of("1/10")
    _, said = seen(tab, path, scenario, hide="1")
    assert said and not [number for number in numbers(path, scenario) if number in said]


def test_shown_numbers_are_said(tab):
    """The oracle hears what it must hear."""
    scenario = of("1/10")
    _, said = seen(tab, "lifting", scenario)
    assert sum(number in said for number in numbers("lifting", scenario)) >= 5


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("path", ["", "lifting", "drift"])
def test_two_machines_look_alike(tabs, path, size):
    tab = tabs(size)
    first, second = (seen(tab, path, of(swap), hide="1")[0] for swap in ("1/10", "1/9"))
    assert first and first == second
    if path == "lifting":
        assert first != seen(tab, path, of("1/10"))[0]  # the oracle sees what it must see
