"""The Samplers page: forty runs per sampler that Likelihood reproduces, predicted numbers, folds, dead draws, hidden numbers."""

import math

import pytest

import lift_core as lc
from lift_core.plots.dots_rows import DotRow
from lift_core.plots.sampler_curves import root_mean_square
from lift_core.scenarios.edits import with_observation, with_seed
from tests.pages.harness import assert_calm, messages, open_page
from tests.pages.test_lifting import notice, unfolded
from ui.likelihood_samplers import draws_for, sampled
from ui.samplers_rows import too_many
from ui.samplers_runs import (
    FORTY,
    SMC,
    WITHOUT,
    Particles,
    cost,
    divergence,
    kinds,
    measured,
    place,
    runs,
    steady,
    truth,
)
from ui.samplers_words import facts, meaning, mine, sentence

HOW = Particles()
COIN = lc.gallery.scenario("switching-coin")
LAWS = ("uniform", "uniform-local", "identity", "causal", "lookahead-1", "posterior")


def forty(key: str, n: int, scenario=COIN, how: Particles = HOW, first: int = 7):
    return runs(steady(scenario), key, how, n, first, FORTY).value


def row(key: str, n: int, scenario=COIN) -> DotRow:
    chi2 = divergence(steady(scenario), key).value
    return DotRow(key, key.replace("-", " "), "", forty(key, n, scenario), chi2, needed=draws_for(0.1, chi2), cost=1.0)


# Runs -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("n", [3, 10, 100, 130])
def test_a_dot_is_the_run_that_likelihood_shows(key, n):
    for run in forty(key, n)[:3]:
        there = sampled(with_seed(COIN, run.seed), key, n).value
        assert there.estimate.n == n
        assert there.estimate.log_value == run.log_value
        assert there.estimate.effective_sample_size == run.effective
        assert there.estimate.relative_error == pytest.approx(run.relative_error, nan_ok=True)


@pytest.mark.parametrize("key", LAWS)
def test_dots_scatter_as_predicted(key):
    found, predicted = forty(key, 100), divergence(steady(COIN), key).value
    value, error = root_mean_square([run.ratio for run in found])
    assert abs(value - math.sqrt(predicted / 100)) <= 4 * error + 1e-9


@pytest.mark.parametrize(("key", "how"), [(SMC, Particles("identity", "residual", 1.0)), (SMC, HOW), (WITHOUT, HOW)])
@pytest.mark.parametrize("n", [3, 10])
def test_populations_are_right_on_average(key, how, n):
    ratios = [run.ratio for run in forty(key, n, how=how)]
    mean = math.fsum(ratios) / FORTY
    spread = math.sqrt(math.fsum((ratio - mean) ** 2 for ratio in ratios) / (FORTY - 1) / FORTY)
    assert abs(mean - 1) <= 4 * spread


def test_without_replacement_is_exact_once_all_strings_are_drawn():
    assert measured(forty(WITHOUT, 16)) == 0
    assert all(run.holds and run.n <= 16 for run in forty(WITHOUT, 100))


def test_own_intervals_of_ten_identity_draws_cover_far_less_than_they_claim():
    held = sum(run.holds for first in (7, 47, 87, 127, 167) for run in forty("identity", 10, first=first))
    assert 0.4 < held / (5 * FORTY) < 0.66  # 53% in the long run
    assert row("identity", 10).holding == (16, 40)


def test_the_heaviest_string_and_its_share():
    run = forty("identity", 100)[0]
    draws = sampled(with_seed(COIN, run.seed), "identity", 100).value.draws
    mass: dict[tuple[str, ...], float] = {}
    for z, weight in zip(draws.latents, draws.log_weights.tolist(), strict=True):
        mass[z] = mass.get(z, 0.0) + math.exp(weight)
    best = max(mass, key=lambda z: mass[z])
    assert run.heaviest == best and run.share == pytest.approx(mass[best] / sum(mass.values()))


@pytest.mark.parametrize("n", [3, 10, 100])
def test_dead_draws_count_and_nothing_is_nan(n):
    swap = lc.gallery.scenario("swap")
    found = forty("causal", n, swap)
    assert divergence(steady(swap), "causal").value == pytest.approx(77 / 8)
    assert any(run.dead for run in found) and not any(math.isnan(run.ratio) for run in found)
    dead = [run for run in found if run.dead == n]
    assert all(run.ratio == 0 and run.interval is None and run.heaviest == () for run in dead)
    assert not any(math.isnan(run.relative_error) for run in found)


# What is known of a sampler ----------------------------------------------------------------------------------------------


def test_places_in_the_hierarchy():
    found = {key: place(steady(COIN), key).value[0] for key in LAWS}
    assert found == {
        "uniform": "predictive",
        "uniform-local": "predictive",
        "identity": "identity",
        "causal": "causal",
        "lookahead-1": "explanatory",
        "posterior": "explanatory",
    }
    codons = steady(lc.gallery.scenario("codons"))  # too many observations to try
    assert place(codons, "causal").value[0] == "causal" and "definition" in place(codons, "uniform").value[1]


@pytest.mark.parametrize("key", [*LAWS, SMC, WITHOUT])
def test_a_draw_has_a_cost(key):
    assert 0 < cost(steady(COIN), key, HOW).value < 10_000


def test_what_the_projection_cannot_have_is_named():
    found = {kind.key: kind.reason for kind in kinds(lc.gallery.scenario("tokens"), 1, HOW).value}
    assert "state 'q'" in found["identity"] and "token" in found["identity"]
    assert [key for key, reason in found.items() if reason] == ["identity"]


# Words ----------------------------------------------------------------------------------------------------------------


def test_the_sentence_comes_from_the_numbers():
    rows = tuple(row(key, 10) for key in ("identity", "causal", "posterior"))
    text = sentence(rows, False)
    assert "660 draws" in text and "78" in text and "Only 16 of 40 identity runs" in text
    assert "95%" not in text
    assert not any(letter.isdigit() for letter in sentence(rows, True).replace("10 draws, 40", ""))
    assert "exact" in sentence((row("posterior", 10),), False)


def test_more_lookahead_can_be_worse_and_the_sentence_says_so():
    xor = lc.gallery.scenario("xor")
    text = sentence(tuple(row(key, 10, xor) for key in ("causal", "lookahead-1")), False)
    assert "further ahead is worse" in text and "0.0481" in text


def test_words_for_my_estimate():
    known = row("identity", 10)
    run = known.runs[0]
    assert "81.3%" in mine("identity", run, known, 0, False)
    assert "81" not in mine("identity", run, known, 0, True)
    assert ("for 10% error", "660 draws") in facts(known)
    dead = row("causal", 3, lc.gallery.scenario("swap"))
    assert "dead ends" in mine("causal", next(run for run in dead.runs if run.dead == 3), dead, 0, False)


# The page -------------------------------------------------------------------------------------------------------------


def test_the_page_opens_on_ten_draws():
    at = assert_calm(open_page("samplers"))
    assert "10 draws of uniform are off by about 89.2%" in notice(at)
    assert at.button(key="samplers-new").label == "**Forty new**"


def test_forty_new_seeds_and_another_n():
    at = open_page("samplers")
    first = notice(at)
    assert_calm(at.button(key="samplers-new").click().run())
    assert at.query_params["first"] == "47" and notice(at) != first
    assert_calm(at.select_slider(key="samplers-n").set_value(100).run())
    assert at.query_params["n"] == "100" and "100 draws of uniform" in notice(at)


def test_the_limit_can_be_raised():
    at = open_page("samplers")
    assert max(map(int, (o.replace(",", "") for o in at.select_slider(key="samplers-n").options))) == 1000
    assert_calm(at.button(key="samplers-raise").click().run())
    assert max(map(int, (o.replace(",", "") for o in at.select_slider(key="samplers-n").options))) == 10_000


def test_what_takes_too_long_says_so():
    long = with_observation(COIN, "HT" * 100)
    at = assert_calm(open_page("samplers", long, n="1000", samplers="causal,without"))
    assert "causal" in notice(at)
    assert "above 20,000" in too_many(long, WITHOUT, 1000) and not too_many(COIN, WITHOUT, 1000)


def test_stopped_work_keeps_what_is_done_and_goes_on():
    at = open_page("samplers")
    held = at.session_state["work-forty"]
    held["stopped"] = held["wanted"]
    held["done"] = dict(list(held["done"].items())[:4])
    assert_calm(at.run())
    assert any("Stopped after 4 of" in caption.value for caption in at.caption)
    assert_calm(at.button(key="go-on-forty").click().run())
    assert not any("Stopped" in caption.value for caption in at.caption)


def test_where_identity_is_unavailable_the_page_says_why():
    at = assert_calm(open_page("samplers", "tokens"))
    assert "uniform local" in notice(at)
    assert any("identity" in caption.value and "'q'" in caption.value for caption in at.caption)
    assert not any("\\\\" in caption.value for caption in at.caption)  # escaped once, or a backslash shows


@pytest.mark.parametrize("n", ["1", "3"])
def test_all_draws_dead_is_said_calmly(n):
    at = assert_calm(open_page("samplers", "swap", n=n))
    assert "dead end" in notice(at) and "nan" not in notice(at)
    assert not messages(at)


def test_an_impossible_observation_leads_back():
    at = assert_calm(open_page("samplers", with_observation(lc.gallery.scenario("autocorrect"), "teh")))
    assert "has probability 0" in notice(at)
    assert_calm(at.button(key="samplers-back").click().run())
    assert "off by" in notice(at) or "exact" in notice(at)


def test_hidden_numbers_stay_hidden():
    at = assert_calm(open_page("samplers", hide="1"))
    said = " ".join(element.value for element in [*at.markdown, *at.caption])
    assert "795" not in said and "89.2" not in said and "Guess" in said


def test_the_surprise_of_looking_ahead():
    at = unfolded(open_page("samplers", "xor"), "samplers-ahead")
    assert any("0.0020 → 0.0481" in text.value for text in assert_calm(at).markdown)
    coin = unfolded(open_page("samplers"), "samplers-ahead")
    assert_calm(coin.button(key="samplers-xor").click().run())
    assert coin.session_state["session"].scenario.name == "xor"


def test_a_lookahead_of_two_has_a_row():
    at = unfolded(open_page("samplers"), "samplers-ahead")
    assert_calm(at.slider(key="samplers-k").set_value(2).run())
    assert at.query_params["ahead"] == "2"
    assert "lookahead-2" in at.session_state["samplers-chosen"]


def test_chi2_against_length():
    at = assert_calm(unfolded(open_page("samplers"), "samplers-length"))
    table = next(frame.value for frame in at.dataframe if "4 symbols" in frame.value.columns).set_index("sampler")
    assert table.loc["identity"].tolist() == ["6.6", "86.4", "1,134", "14,915"]
    assert table.loc["causal"].tolist() == ["0.776", "1.72", "3.5", "6.48"]


@pytest.mark.parametrize("fold", ["samplers-n-fold", "samplers-smc", "samplers-table"])
def test_folds_open(fold):
    at = assert_calm(unfolded(open_page("samplers", samplers="causal,posterior,smc"), fold))
    assert len(at.dataframe) >= 1


def test_counter_examples_are_refused_calmly():
    at = assert_calm(open_page("samplers", "unbounded-erasure"))
    assert any("nothing to draw from" in caption.value for caption in at.caption)
    assert truth(steady(lc.gallery.scenario("unbounded-erasure"))).problem


@pytest.mark.parametrize("name", lc.gallery.cards())
def test_every_sampler_says_what_it_does(name):
    offered = kinds(lc.gallery.scenario(name), 1, Particles())
    assert all(meaning(kind.key) for kind in offered.value or ())
