"""Every page with every scenario of the gallery: calm, and counter-examples say why they are refused."""

import pytest

from lift_core import gallery
from lift_core.scenarios import edits
from lift_core.scenarios.link import write_code
from tests.pages.harness import PAGES, assert_calm, messages, open_page, open_query


@pytest.mark.parametrize("page", PAGES)
def test_every_scenario(page):
    """One session goes through the whole gallery, which is far quicker than a new one for each."""
    at = open_page(page)
    for name in gallery.cards():
        at.session_state["session"].scenario = edits.with_view(gallery.scenario(name), event=None)
        at.session_state["session"].epoch += 1
        assert_calm(at.run())


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", gallery.cards())
def test_every_link(page, name):
    at = assert_calm(open_page(page, name))
    assert at.query_params["s"] == write_code(gallery.scenario(name).dump())


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("observation", ["", "H", "T" * 40, "H" * 300])
def test_short_and_long_observations(page, observation):
    assert_calm(open_page(page, edits.with_observation(gallery.scenario("switching-coin"), observation)))


@pytest.mark.parametrize("page", PAGES)
def test_impossible_observations(page):
    """In nobody's image, and with weights that make the observation impossible."""
    assert_calm(open_page(page, edits.with_observation(gallery.scenario("autocorrect"), "teh")))
    coin = gallery.scenario("switching-coin")
    rows = [[[], {"H": "1", "T": "0", "h": "1", "t": "0", "~": "1"}]]
    never = edits.with_model(coin, {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": rows})
    assert_calm(open_page(page, never))


@pytest.mark.parametrize("page", PAGES)
def test_any_view(page):
    assert_calm(
        open_page(
            page,
            step="x",
            chosen="[1,",
            hide="2",
            sampler="none",
            n="-1",
            event="?",
            seed="9" * 300,
            layout="",
            metric="x",
        )
    )
    assert_calm(open_page(page, step="99999", chosen='["H"]', hide="1", n="1" * 200))


@pytest.mark.parametrize("link", ["", "x", "1.", "1.x", "2.abc", "1." + "A" * 5000, "1.eNqrVspLzE1VslIqLs"])
def test_a_damaged_link_opens_the_start_page(link):
    at = assert_calm(open_query("lifting", s=link))
    assert at.session_state["session"].page == "" and "link" in messages(at)
    assert at.query_params["s"] == write_code(gallery.scenario("switching-coin").dump())
