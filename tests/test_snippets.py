"""Every snippet of "Copy as Python" runs as it stands and gives the numbers of its page."""

import contextlib
import io
import math
from fractions import Fraction

import pytest

from lift_core import gallery
from lift_core.scenarios import edits
from lift_core.scenarios.scenario import Scenario
from ui import compute, drift_numbers
from ui.drift_events import followed
from ui.likelihood_samplers import sampled
from ui.samplers_runs import Particles, divergence, runs, steady
from ui.snippet import sampler_key, sampler_names, snippet
from ui.state import View

CARDS = [name for name in gallery.cards() if name not in gallery.COUNTER_EXAMPLES]
PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers")


def names(page: str, scenario: Scenario, **view: str) -> dict:
    """The names that a page's snippet defines, and what it prints under `printed`."""
    text, found = snippet(page, scenario, View(view)), {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(text, "snippet", "exec"), found)
    return found | {"printed": printed.getvalue(), "text": text}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", gallery.COUNTER_EXAMPLES)
def test_of_a_counter_example_the_snippet_shows_the_diagnosis(name, page):
    found = names(page, gallery.scenario(name))
    assert found["report"].messages == compute.diagnosis(gallery.scenario(name)).value.messages
    assert "red" in found["printed"]


@pytest.mark.parametrize("name", CARDS)
def test_projection(name):
    scenario = gallery.scenario(name)
    assert names("projection", scenario)["report"] == compute.diagnosis(scenario).value


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("step", [None, "2"])
def test_lifting(name, step):
    scenario = gallery.scenario(name)
    seen = scenario.observation[: int(step) if step else None]
    tree, at = compute.tree(edits.with_observation(scenario, seen), 2000).value, len(seen)
    found = names("lifting", scenario, **({"step": step} if step else {}))
    assert found["p"] == pytest.approx(math.exp(tree.log_p[at]), rel=1e-9) and found["size"] == tree.sizes[at]
    if found["p"] > 0 and found["size"] <= 1000:
        assert {node.latent: node.filtered for node in tree.column(at)} == pytest.approx(found["posterior"], rel=1e-9)
        assert found["strings"] == [node.latent for node in sorted(tree.column(at), key=lambda node: node.latent)]


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize(
    ("sampler", "n"), [("causal", "100"), ("identity", "7"), ("lookahead-1", "230"), ("posterior", "1")]
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_likelihood(name, sampler, n):
    scenario, view = gallery.scenario(name), View({"sampler": sampler, "n": n})
    found = names("likelihood", scenario, **view.values)
    exact = compute.exact(scenario)
    assert found.get("exact") == (None if exact.problem else exact.value)
    if exact.problem or exact.value:
        page = sampled(scenario, sampler_key(scenario, view), int(n)).value
        assert found["log_estimate"] == pytest.approx(page.estimate.log_value, rel=1e-12, abs=1e-12)
        assert found["chi2"] == pytest.approx(page.chi2, abs=1e-11)
        if int(n) > page.estimate.dead and int(n) > 1:
            assert found["standard_error"] == pytest.approx(page.estimate.relative_error, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", CARDS)
def test_drift(name):
    scenario = gallery.scenario(name)
    if not scenario.observation or not compute.exact(scenario).value:
        return
    length, event = len(scenario.observation), followed(scenario, "").text
    found = names("drift", scenario, metric="kl")
    page = drift_numbers.values(scenario, event, "kl", 1, length).value
    assert found["triangle"].columns == page.triangle.columns and found["line"].one_step == page.one_step
    assert found["line"] == drift_numbers.curves(scenario, "kl").value


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_samplers(name):
    scenario = gallery.scenario(name)
    if not compute.exact(scenario).value:
        return
    found = names("samplers", scenario, n="5")
    for key, called in sampler_names(scenario, View({})).items():
        assert found["chi2"][called] == pytest.approx(divergence(steady(scenario), key).value, abs=1e-11)
        forty = runs(steady(scenario), key, Particles(), 5, scenario.seed, 40).value
        assert found["ratios"][called] == pytest.approx([run.ratio for run in forty], rel=1e-9, abs=1e-12)


def test_a_changed_card_is_named_with_its_changes():
    coin = edits.with_knob(gallery.scenario("switching-coin"), "swap", Fraction(1, 3))
    coin = edits.with_seed(edits.with_observation(coin, "HTH"), 5)
    found = names("likelihood", coin)
    assert found["scenario"].key == coin.key and "s=1." not in found["text"]


def test_a_machine_of_ones_own_is_in_the_snippet_as_a_link():
    coin = gallery.scenario("switching-coin")
    own = edits.with_model(coin, {**coin.model_source, "weights": [[[], {"H": "1", "h": "2"}]]})
    found = names("lifting", own)
    assert "load_scenario" in found["text"] and found["scenario"].key == own.key


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("observation", ["", "HHTT" * 12])
def test_short_and_long_observations(page, observation):
    names(page, edits.with_observation(gallery.scenario("switching-coin"), observation))


@pytest.mark.parametrize("page", PAGES)
def test_impossible_observations_and_odd_views(page):
    names(page, edits.with_observation(gallery.scenario("autocorrect"), "teh"))
    odd = {
        "step": "x",
        "n": "-1",
        "sampler": "none",
        "samplers": ",?",
        "event": "?",
        "metric": "?",
        "first": "-3",
        "ahead": "y",
    }
    names(page, gallery.scenario("xor"), **odd)
