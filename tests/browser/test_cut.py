"""No text of a picture is cut off at its edge or lies over another, whatever the card and however long or unlikely the observation: a
number that has lost its beginning or its exponent would be read as another one.

By default the cards whose pictures differ most (three minutes); with LIFT_EVERY_CARD=1 all of them and more observations (ten).
"""

import os
from collections.abc import Iterator

import pytest

from lift_core import gallery
from lift_core.plots.numerals import written
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import read_string
from tests.browser.conftest import DESKTOP, PHONE, Tab
from tests.browser.test_screens import CLASHES

PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers")
EVERY = bool(os.environ.get("LIFT_EVERY_CARD"))
SIZES = {"phone": PHONE, "desktop": DESKTOP}

SOME = ("switching-coin", "cat", "cups", "codons", "autocorrect", "rewrite")
EXTREME = (
    ("switching-coin", "H" * 1000),  # p is a power of ten
    ("switching-coin", "HHTT" * 30),
    ("autocorrect", "teh"),  # probability 0
    ("codons", "MLSLLRRSSM"),
)
FURTHER = (
    ("switching-coin", "HHTT" * 8),
    ("switching-coin", "HTHTHTHTHTHT"),
    ("switching-coin", "H"),
    ("switching-coin", ""),
    ("autocorrect", "thehethetheehttee"),
    ("erasure", "yes no no yes no yes yes yes no"),
    ("backspace", "aabbaabb"),
    ("tokens", "the" * 12),
    ("cat", " ".join("·" * 40)),
)

# Goes through the steps of every picture that has a scrubber: all of them, or of many the first and the last ones.
STEPS = """async () => { const out = new Set(), look = CLASHES;
const told = (at) => look().forEach((fault) => out.add(at + fault));
const roots = [...document.querySelectorAll('*')].map((host) => host.shadowRoot).filter(Boolean);
const scrubbers = roots.flatMap((root) => [...root.querySelectorAll('.scrubber input[type=range]')]);
told('');
for (const scrubber of scrubbers) {
  const last = Number(scrubber.max), steps = [...Array(last + 1).keys()];
  for (const step of steps.filter((t) => t < 4 || t > last - 6).concat(last)) {
    scrubber.value = step;
    scrubber.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise(requestAnimationFrame);
    told(`at step ${step}: `);
  }
}
return [...out]; }""".replace("CLASHES", CLASHES)

# Words on the page that do not fit their place and are hidden beyond it; a scenario's name may be, in the strip of a phone.
HIDDEN = """() => { const out = [];
const main = document.querySelector('[data-testid=stMain]');
const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e]);
for (const e of all(main)) {
  if (e instanceof SVGElement || e.closest('.st-key-strip-name')) continue;
  if (!e.clientWidth || e.scrollWidth <= e.clientWidth + 1 || !e.checkVisibility()) continue;
  if (getComputedStyle(e).overflowX !== 'hidden' || !e.textContent.trim()) continue;
  out.push(`hidden: ${e.textContent.trim().slice(0, 60)} (${e.className || e.tagName}, ${e.scrollWidth} in ${e.clientWidth})`);
}
return out; }"""


def cases() -> Iterator[Scenario]:
    """Cards with their own observations, then extreme ones."""
    every = [*(name for row in gallery.ROWS.values() for name in row), *gallery.COUNTER_EXAMPLES]
    yield from map(gallery.scenario, every if EVERY else SOME)
    for name, x in (*EXTREME, *FURTHER) if EVERY else EXTREME:
        card = gallery.scenario(name)
        yield with_observation(card, read_string(x, card.projection.observable))


def faults(tab: Tab) -> list[str]:
    return tab.page.evaluate(STEPS) + tab.page.evaluate(HIDDEN)


def still(tab: Tab) -> None:
    """Wait until the pictures are as wide as their places: the first is drawn before these are measured."""
    tab.settle()
    tab.page.wait_for_timeout(400)
    tab.settle()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "start")
@pytest.mark.parametrize("screen", SIZES)
def test_no_text_is_cut_or_covered(tabs, screen, path):
    tab, found = tabs(SIZES[screen]), []
    for scenario in cases():
        tab.page.goto(scenario.link(tab.address).replace("/?", f"/{path}?"))
        tab.page.locator(".st-key-strip").wait_for()
        still(tab)
        found += [f"{scenario.name} {written(scenario.observation)[:20]}: {fault}" for fault in faults(tab)]
    assert not found, "\n".join(found)
