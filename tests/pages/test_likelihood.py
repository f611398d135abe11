"""The Likelihood page: samplers and their draws, what is said of an estimate, impossible observations, formula, batch, hidden numbers."""

import csv
import io
import math
from fractions import Fraction

import numpy as np
import pytest

import lift_core as lc
from lift_core.plots.formula import estimate_formula, sum_formula, tex_string
from lift_core.plots.next_symbols import next_symbols_drawing
from lift_core.plots.running import log_running, running_curve
from lift_core.projected.tree import lifting_tree
from lift_core.scenarios.edits import with_model, with_observation, with_seed
from tests.pages.harness import assert_calm, messages, open_page
from tests.pages.test_lifting import notice, unfolded, words
from ui.likelihood_batch import HEADER, as_csv, batch
from ui.likelihood_samplers import MOST, draws_for, options, sampled, split
from ui.likelihood_words import own_account, sentence

FOLDS = ("likelihood-formula", "likelihood-log", "likelihood-batch", "likelihood-table")
COIN = lc.gallery.scenario("switching-coin")


def drawn(key: str, n: int = 100, scenario=COIN):
    return sampled(scenario, key, n).value


# Samplers and draws ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "chi2", "needed"),
    [
        ("uniform", 7.953, 795),
        ("identity", 6.605, 660),
        ("causal", 0.776, 78),
        ("lookahead-1", 0.0413, 4),
        ("posterior", 0, 1),
    ],
)
def test_predicted_numbers_of_the_switching_coin(key, chi2, needed):
    found = drawn(key)
    assert found.chi2 == pytest.approx(chi2, abs=6e-4)
    assert draws_for(0.1, found.chi2) == needed


def test_more_draws_add_to_those_before():
    few, many = drawn("identity", 100), drawn("identity", 300)
    assert many.draws.latents[:100] == few.draws.latents and len(many.draws) == 300
    assert many.log_running[:100].tolist() == few.log_running.tolist()
    assert many.draws.latents[100:200] != few.draws.latents


def test_the_seed_is_the_scenarios():
    other = with_seed(COIN, 8)
    assert drawn("identity", 100, other).draws.latents != drawn("identity").draws.latents
    assert drawn("identity", 100, with_seed(other, 7)).draws.latents == drawn("identity").draws.latents


@pytest.mark.parametrize("key", ["uniform", "uniform-local", "identity", "causal", "lookahead-1"])
def test_estimates_scatter_as_predicted(key):
    found, truth = drawn(key, 1000), COIN.projected().log_probability(COIN.observation)
    assert abs(math.expm1(found.estimate.log_value - truth)) < 4 * math.sqrt(found.chi2 / 1000)


def test_every_draw_of_the_posterior_is_exact():
    assert np.ptp(drawn("posterior").draws.log_weights) < 1e-9


def test_what_the_projection_cannot_have_is_named():
    found = {option.key: option.reason for option in options(lc.gallery.scenario("tokens")).value}
    assert "'q'" in found["identity"] and "token" in found["identity"]
    assert [key for key, reason in found.items() if reason] == ["identity"]
    assert not any(option.reason for option in options(COIN).value)


def test_keys_of_samplers_in_the_address():
    assert split("lookahead-2") == ("lookahead", 2) and split("lookahead-0") == ("causal", 0)
    assert [split(odd) for odd in ("", "lookahead", "lookahead-x", "lookahead-²", "POSTERIOR")] == [("causal", 0)] * 5


# Words ----------------------------------------------------------------------------------------------------------------


def test_the_sentence_compares_with_the_exact_value():
    log_p = COIN.projected().log_probability(COIN.observation)
    text = sentence(drawn("causal"), log_p, False)
    assert (
        text.startswith("100 causal draws give 0.0")
        and "the exact value" in text
        and "10% takes about 78 draws" in text
    )
    assert "95%" not in text
    hidden = sentence(drawn("causal"), log_p, True)
    assert "Guess" in hidden and "78" not in hidden and "%" not in hidden
    assert "one draw tells p(x)" in sentence(drawn("posterior"), log_p, False)


def test_dead_draws_are_told_and_counted():
    swap = lc.gallery.scenario("swap")
    found = drawn("causal", 500, swap)
    dead = found.estimate.dead
    assert 400 < dead < 500
    told = {name: value for name, value, _ in own_account(found, False)}
    assert told["dead draws"] == f"{dead} of 500"
    assert f"{dead} of them ran into a dead end" in sentence(found, swap.projected().log_probability("ab"), False)


def test_all_draws_dead():
    swap = with_observation(lc.gallery.scenario("swap"), "ab" * 6)
    found = drawn("causal", 100, swap)
    assert found.estimate.dead == 100 and "the estimate is 0" in sentence(found, -20.0, False)
    assert ("the draws' own standard error", "unknown") in [row[:2] for row in own_account(found, False)]
    at = assert_calm(open_page("likelihood", swap, sampler="causal"))
    assert "nan" not in words(at).lower().split() and "the estimate is 0" in notice(at)


# The page -------------------------------------------------------------------------------------------------------------


def test_everything_unfolded_is_calm_on_every_card():
    at = open_page("likelihood")
    at.session_state["likelihood-lines"] = "HH\nT\n??\n"
    for name in lc.gallery.cards():
        at.session_state["session"].scenario = lc.gallery.scenario(name)
        unfolded(at, *FOLDS)


def test_a_hundred_more():
    at = assert_calm(open_page("likelihood"))
    assert notice(at).startswith("**Notice:** 100 causal draws")
    at.button(key="draw-100").click().run()
    assert notice(at).startswith("**Notice:** 200 causal draws") and at.session_state["session"].view["n"] == "200"
    at.button(key="draw-1000").click().run()
    assert notice(at).startswith("**Notice:** 1,200 causal draws")
    at.button(key="draw-again").click().run()
    assert notice(at).startswith("**Notice:** 100 causal draws") and "n" not in at.session_state["session"].view


def test_draws_are_bounded():
    at = assert_calm(open_page("likelihood", n=str(MOST)))
    assert at.button(key="draw-100").disabled and f"{MOST:,} causal draws" in notice(at)


def test_a_sampler_is_chosen_and_stays_in_the_address():
    at = open_page("likelihood")
    at.button(key="sampler-lookahead").click().run()
    assert at.session_state["session"].view["sampler"] == "lookahead-1" and "lookahead 1 draws" in notice(at)
    at.number_input(key="likelihood-k").set_value(3).run()
    assert "lookahead 3" in notice(at) or "one draw tells" in notice(at)
    at.button(key="sampler-uniform-local").click().run()
    assert "uniform local draws" in notice(assert_calm(at))


def test_an_unavailable_sampler_is_grey_with_its_reason():
    at = assert_calm(open_page("likelihood", "tokens", sampler="identity"))
    button = at.button(key="sampler-identity")
    assert button.disabled and "state" in button.help
    assert "causal draws" in notice(at)
    assert any("identity is unavailable" in caption.value and "'q'" in caption.value for caption in at.caption)


def test_the_seed_is_an_edit_that_can_be_undone():
    at = open_page("likelihood")
    before = notice(at)
    at.text_input(key="likelihood-seed").set_value("8").run()
    assert at.session_state["session"].scenario.seed == 8 and notice(at) != before
    at.button(key="strip-undo").click().run()
    assert notice(assert_calm(at)) == before and at.text_input(key="likelihood-seed").value == "7"
    assert_calm(open_page("likelihood", with_seed(COIN, 2**63 - 1)))


@pytest.mark.parametrize("text", ["3.7", "1e999", "-1", "", "x", "9" * 19])
def test_a_seed_that_is_no_whole_number_is_told_and_stays_in_its_field(text):
    at = open_page("likelihood")
    at.text_input(key="likelihood-seed").set_value(text).run()
    assert at.session_state["session"].scenario.seed == 7 and "seed" in messages(assert_calm(at))
    assert at.text_input(key="likelihood-seed").value == text
    at.text_input(key="likelihood-seed").set_value("12").run()
    assert at.session_state["session"].scenario.seed == 12 and not messages(at)


def test_impossible_observations_are_explained():
    at = assert_calm(open_page("likelihood", with_observation(lc.gallery.scenario("autocorrect"), "teh")))
    text = notice(at) + words(at)
    assert "`teh` has probability 0" in text and "`h` cannot follow it" in text and "its posterior is empty" in text
    assert "nan" not in text.lower()
    at.button(key="likelihood-back").click().run()
    assert at.session_state["session"].scenario.observation == ("t", "e") and "one draw tells p(x)" in notice(
        assert_calm(at)
    )


def test_weights_can_make_an_observation_impossible():
    rows = [[[], {"H": "1", "T": "0", "h": "1", "t": "0", "~": "1"}]]
    never = with_model(COIN, {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": rows})
    at = assert_calm(open_page("likelihood", never))
    assert "under these weights none of the 8 strings" in notice(at) and not messages(at)


def test_hidden_numbers_on_the_whole_page():
    at = open_page("likelihood", hide="1")
    at.session_state["likelihood-lines"] = "HHT"
    unfolded(at, *FOLDS)
    shown = words(at) + "".join(latex.value for latex in at.latex) + "".join(str(code.value) for code in at.code)
    for exact in ("0.0651", "16281", "8.81", "0.776", "73.4", "76.1"):
        assert exact not in shown


def test_starts_with_is_explained_where_p_stands():
    at = open_page("likelihood")
    assert "starts with" in at.metric[0].help


# Formula, batch, drawings ---------------------------------------------------------------------------------------------


def test_the_formula_has_its_numbers():
    tree = lifting_tree(COIN.projected(), COIN.observation)
    text = sum_formula(tree, Fraction(16281, 250000))
    assert r"\frac{16281}{250000}" in text and r"\text{12 more}" in text and "0.06512" in text
    assert r"\texttt{HH\textasciitilde{}tt}" in text
    assert not any(digit in sum_formula(tree, Fraction(16281, 250000), hide=True) for digit in ("16281", "0.0"))
    assert r"\sqrt{\frac{0.776}{78}}" in estimate_formula("causal", 78, -2.7, 0.776)
    assert r"\infty" in estimate_formula("causal", 78, -2.7, math.inf)


def test_letters_that_latex_would_eat():
    assert tex_string(("{", "$", "\\", "a b")) == r"\texttt{\{\ \$\ \textbackslash{}\ a\textvisiblespace{}b}"


def test_a_batch_says_what_is_wrong_line_by_line():
    lines = batch(COIN, "HHTT\n\n H H \nHXT\nH" + "T" * 300).value
    assert [line.text for line in lines][:3] == ["HHTT", "HH", "HXT"]
    assert (
        lines[0].exact == Fraction(16281, 250000)
        and lines[0].size == 16
        and lines[0].log_p == pytest.approx(math.log(0.065124))
    )
    assert "'X'" in lines[2].note and "at most" in lines[3].note
    rows = list(csv.reader(io.StringIO(as_csv(lines, False))))
    assert tuple(rows[0]) == HEADER and rows[1][:3] == ["HHTT", "0.06512", "16281/250000"]
    assert list(csv.reader(io.StringIO(as_csv(lines, True))))[1][1:4] == ["?"] * 3
    assert batch(COIN, "H\n" * 500).problem is not None


def test_an_impossible_line_of_a_batch():
    line = batch(lc.gallery.scenario("autocorrect"), "teh").value[0]
    assert line.row()[1:4] == ("0", "0", "−∞") and line.note == "nothing shows it"


def test_next_symbols_are_drawn_in_the_order_of_the_alphabet():
    law = COIN.projected().next_symbol(COIN.observation)
    drawing = next_symbols_drawing(COIN.observation, law, symbols=("H", "T"))
    assert drawing.table[1:] == (("H", law["H"]), ("T", law["T"])) and "76.1%" in drawing.svg
    many = {chr(0x4E00 + k): 1 / 40 for k in range(40)}
    crowded = next_symbols_drawing((), many)
    assert (
        "33 others, together" in crowded.svg
        and len(crowded.table) == 41
        and crowded.details[-1]["q"] == pytest.approx(33 / 40)
    )


def test_running_estimates_on_a_log_scale():
    weights = np.log(np.array([2.0, 0.0, 1.0, 1.0]), where=[True, False, True, True], out=np.full(4, -np.inf))
    running = log_running(weights)
    assert np.exp(running) == pytest.approx([2, 1, 1, 1])
    figure = running_curve(running, 0.8)
    assert figure.layout.xaxis.title.text == "draws, n" and "exact" in figure.layout.yaxis.title.text
    running_curve(np.full(3, -np.inf), math.inf)  # all dead, χ² beyond floats
