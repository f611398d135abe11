"""Observations of thousands of symbols: taken by the strip, worked out on Likelihood and Lifting, refused calmly elsewhere."""

import time
from typing import Any

import numpy as np
import pytest

import lift_core as lc
from lift_core.plots.surprisal_curve import MOST_POINTS, surprisal_curve
from lift_core.scenarios.edits import with_observation
from tests.pages.harness import PAGES, assert_calm, component_data, messages, open_page
from tests.pages.test_lifting import notice, unfolded
from ui import lifting_long
from ui.compute import LONGEST, LONGEST_READ
from ui.lifting_numbers import facts, uncertainty
from ui.likelihood_long import along
from ui.snippet import snippet
from ui.state import View

COIN = lc.gallery.scenario("switching-coin")


def long(length: int, card: str = "switching-coin"):
    scenario = lc.gallery.scenario(card)
    return with_observation(scenario, (scenario.observation * length)[:length])


def typed(at, text: str):
    box = next(box for box in at.text_input if box.key.startswith("strip-observation"))
    box.set_value(text)
    return at.run()


def test_the_strip_takes_ten_thousand_symbols_and_refuses_more_than_the_limit():
    at = assert_calm(typed(open_page("likelihood"), "HT" * 5_000))
    assert len(at.session_state["session"].scenario.observation) == 10_000 and not at.error
    at = assert_calm(typed(at, "H" * (LONGEST_READ + 1)))
    assert f"{LONGEST_READ:,}" in messages(at)
    assert len(at.session_state["session"].scenario.observation) == 10_000


def test_a_text_file_is_read():
    at = open_page("likelihood")
    at.session_state["strip-name"] = True
    at.run()
    at.file_uploader(key="strip-text").set_value(("x.txt", ("HHTT " * 100 + "\n").encode(), "text/plain"))
    assert_calm(at.run())
    assert at.session_state["session"].scenario.observation == tuple("HHTT" * 100)


def test_likelihood_tells_log_p_and_perplexity_within_a_second():
    scenario = long(10_000)
    along(long(9_999))  # compiled
    begun = time.perf_counter()
    found = along(scenario).value
    surprisal_curve(found.surprisals)
    assert time.perf_counter() - begun < 1
    assert found.log_p == pytest.approx(scenario.projected().log_probability(scenario.observation), rel=1e-12)
    at = assert_calm(open_page("likelihood", scenario))
    assert "10,000 symbols" in notice(at) and f"{found.perplexity:.4g}" in notice(at)
    assert [metric.value for metric in at.metric] == [f"−{-found.log_p:,.6g}", f"{found.perplexity:.4g}"]


def test_the_plot_has_few_points_and_says_so():
    figure: Any = surprisal_curve(np.ones(LONGEST_READ))
    assert sum(len(trace.x) for trace in figure.data) <= MOST_POINTS
    assert [trace.name for trace in figure.data] == ["largest of 20 symbols", "mean of 20 symbols"]
    every: Any = surprisal_curve(np.ones(MOST_POINTS))
    assert len(every.data[0].x) == MOST_POINTS


def test_a_long_impossible_observation_names_the_symbol_and_leads_back():
    scenario = lc.gallery.scenario("nowhere")
    words_ = long(400, "nowhere").observation
    for symbol in scenario.projection.observable:
        broken = with_observation(scenario, (*words_[:300], symbol, symbol, symbol, *words_[300:]))
        if along(broken).value.impossible:
            break
    else:
        pytest.skip("no impossible continuation")
    at = assert_calm(open_page("likelihood", broken))
    assert "probability 0" in notice(at)
    at.button(key="likelihood-possible").click()
    assert "probability 0" not in notice(assert_calm(at.run()))


def test_lifting_counts_all_and_draws_the_first_columns():
    at = assert_calm(open_page("lifting", long(1_000)))
    assert "all 1,000 symbols together have about 1.07·10³⁰¹ (counted, not estimated)" in notice(
        at
    ) and "symbols 993 to 1,000" in notice(at)
    assert "nats" in dict(facts(long(1_000)))["entropy of the posterior"]
    unfolded(at, "lifting-best")
    assert len(at.dataframe[0].value) == 8
    at.number_input(key="lifting-columns").set_value(12)
    assert "symbols 989 to 1,000" in notice(assert_calm(at.run()))
    at.number_input(key="lifting-from").set_value(1)
    assert "symbols 1 to 12" in notice(assert_calm(at.run()))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("hide", [{}, {"hide": "1"}])
def test_every_page_is_calm(page, hide):
    at = assert_calm(open_page(page, long(LONGEST + 300), **hide))
    assert not at.error


@pytest.mark.parametrize("page", ["drift", "samplers"])
def test_pages_that_cannot_draw_it_say_so_and_lead_back(page):
    at = assert_calm(open_page(page, long(1_000)))
    assert f"at most {LONGEST} symbols, and this one has 1,000" in notice(at)
    at.button(key="keep-first").click()
    assert len(assert_calm(at.run()).session_state["session"].scenario.observation) == 24


def test_entropy_and_silent_tokens_are_those_of_the_posterior():
    d, x = COIN.projected(), COIN.observation
    law = d.posterior(x)
    entropy, silent = uncertainty(COIN).value
    assert entropy == pytest.approx(-sum(q * np.log(q) for q in law.values() if q))
    assert silent == pytest.approx(sum(q * z.count("~") for z, q in law.items()))
    told = dict(facts(COIN))
    assert told["entropy of the posterior"].startswith(f"{entropy:.4g} nats")
    assert told["silent tokens in a string, on average"] == f"{silent:.4g}"


@pytest.mark.parametrize("page", ["lifting", "likelihood"])
def test_the_python_of_a_long_observation_runs(page, capsys):
    scenario = long(1_000)
    exec(snippet(page, scenario, View({})), {})
    assert f"{scenario.projected().log_probability(scenario.observation):.6f}"[:9] in capsys.readouterr().out


def test_beyond_a_readable_tree_a_window_is_drawn_and_its_keys_go_on_with_the_whole_observation():
    scenario = long(lifting_long.READABLE + 6)
    at = assert_calm(open_page("lifting", scenario))
    assert "symbols 23 to 30" in notice(at)
    assert "keys" in component_data(at, lifting_long.KEY)["controls"]
    at = assert_calm(open_page("lifting", scenario, **{"from": "1", "window": "8"}))
    assert "symbols 1 to 8" in notice(at) and "keys" not in component_data(at, lifting_long.KEY)["controls"]
