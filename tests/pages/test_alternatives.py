"""Every picture says in words what it shows: its text alternative holds the main numbers of the page's table twin."""

import json
import math
import re

import pytest

from lift_core import gallery
from tests.pages.harness import assert_calm, open_page
from ui import twin
from ui.state import View

SCENARIOS = ("switching-coin", "product", "cat", "tokens")
FOLDS = {
    "lifting": ["lifting-sizes"],
    "likelihood": ["likelihood-log"],
    "drift": ["drift-hindsight"],
    "samplers": ["samplers-ahead"],
}


def pictures(at) -> list[str]:
    """The text alternatives of the page's drawings and charts, "" where one has none."""
    found = [json.loads(element.proto.bytes) for element in at.get("bidi_component")]
    drawn = [data["alt"] for data in found if data.get("svg")]
    return [*drawn, *(chart.proto.alt for chart in at.get("plotly_chart"))]


def says(words: str, value: float) -> bool:
    """Whether a number of the text is the value, or the value in percent, to the figures that the text gives."""
    found = re.findall(r"(\d[\d,]*(?:\.\d+)?)(?:·10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?", words)
    numbers = [float(text.replace(",", "")) * 10.0 ** int(power.translate(LOWERED) or 0) for text, power in found]
    wanted = (value, 100 * value)
    return any(math.isclose(number, one, rel_tol=6e-3) for number in numbers for one in wanted)


LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def main_numbers(page: str, name: str, words: str) -> list[float]:
    """p and the leading posterior; of drift, the last belief of the first segment and the largest step; of samplers, χ² of each."""
    scenario = gallery.scenario(name)
    header, *rows = twin.rows({"start": ""}.get(page, page), scenario, View({}))
    if page == "samplers":
        return [row[1] for row in rows if f" {row[0]}: χ²" in words and 0 < row[1] < math.inf]
    if page == "drift":
        return [rows[-1][2], max(row[3] for row in rows if row[3] != "")]
    shown = [row for row in rows if page == "likelihood" or row[0] == rows[-1][0]]
    p, share = ("P", "share of p") if page == "likelihood" else ("P", "Q* so far")
    return [sum(row[header.index(p)] for row in shown), max(row[header.index(share)] for row in shown)]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("page", ["start", "lifting", "likelihood", "drift", "samplers"])
def test_the_words_hold_the_numbers(page, name):
    words, *others = pictures(assert_calm(open_page(page, name)))
    assert all(others)
    wanted = main_numbers(page, name, words)
    missing = [value for value in wanted if not says(words, value)]
    assert len(wanted) >= 2 and not missing, f"{missing} not in: {words}"


def test_a_number_that_is_not_there_is_missed():
    assert says("p = 0.06512, HH~tt 73.4%", 0.734) and not says("p = 0.06512, HH~tt 73.4%", 0.74)
    assert says("p = 2.6·10⁻⁵", 2.6e-5) and not says("p = 2.6·10⁻⁵", 2.6)


def test_the_state_diagram_is_told_arc_by_arc():
    at = assert_calm(open_page("projection"))
    (chart,) = at.get("graphviz_chart")
    for _, token, _, writes in twin.rows("projection", gallery.scenario("switching-coin"), View({}))[1:]:
        assert re.search(
            rf"{re.escape(str(token))}\b.* writes {writes or 'nothing'}|~ writes nothing", chart.proto.alt
        ), token


@pytest.mark.parametrize("page", FOLDS)
def test_charts_in_folds_have_words_too(page):
    at = open_page(page)
    for key in FOLDS[page]:
        at.session_state[key] = True
    words = [chart.proto.alt for chart in assert_calm(at.run()).get("plotly_chart")]
    assert len(words) == len(FOLDS[page])
    assert all(re.match(r"Chart of .+ against .+\. .+: [\d.e-]+ at", said) for said in words), words
