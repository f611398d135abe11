"""Predict, then reveal, on the server's side: what is sent to be tapped, a string of one's own, and what stands under the cover."""

import re

import pytest

import lift_core as lc
from lift_core.scenarios.edits import with_observation, with_seed
from lift_core.sequences import read_string
from tests.pages.harness import assert_calm, messages, open_page
from ui.lifting_guesses import MOST_OWN, OWN, TEXT, sent

COIN = lc.gallery.scenario("switching-coin")
OPEN = [name for name in lc.gallery.cards() if not name.startswith("unbounded")]


def text(at) -> str:
    return re.sub(
        r"<[^>]*>", "", "\n".join(str(element.value) for kind in (at.markdown, at.caption) for element in kind)
    )


def own(at) -> dict[int, tuple[tuple[str, ...], ...]]:
    return at.session_state[OWN][1]


def typed(at, string: str):
    return assert_calm(at.text_input(key=TEXT).set_value(string).run())


@pytest.mark.parametrize("name", OPEN)
def test_what_is_sent_agrees_with_the_lifting(name):
    scenario = lc.gallery.scenario(name)
    for t in range(len(scenario.observation) + 1):
        data = sent(scenario, t, 1)
        lifting = set(lc.lifting(scenario.projection, scenario.observation[:t]))
        strings = [
            (tuple(data["stem"]) + tuple(string["z"]), string["kind"], string["why"]) for string in data["strings"]
        ]
        assert 2 <= len(strings) <= 16 and len({z for z, _, _ in strings}) == len(strings)
        assert [kind == "in the lifting" for _, kind, _ in strings] == [z in lifting for z, _, _ in strings]
        assert all(why.endswith(".") for _, _, why in strings)
        inside = sum(z in lifting for z, _, _ in strings)
        if not data["stem"]:
            missing = len(lifting) - inside
            assert ("all are among these" if not missing else f"{missing:,} of them") in data["size"]
        assert data == sent(scenario, t, 1)
    assert (
        sent(scenario, len(scenario.observation), 1)["strings"]
        != sent(scenario, len(scenario.observation), 2)["strings"]
    )


def test_another_seed_deals_otherwise():
    assert sent(COIN, 4, 1)["strings"] != sent(with_seed(COIN, 8), 4, 1)["strings"]


def test_an_empty_lifting_says_so():
    data = sent(with_observation(lc.gallery.scenario("autocorrect"), "teh"), 3, 1)
    assert data["size"] == "The lifting is empty: no latent string shows teh."
    assert {string["kind"] for string in data["strings"]} == {"shows something else"}


def test_long_strings_are_sent_from_where_they_differ():
    data = sent(with_observation(COIN, "HHTT" * 50), 200, 1)
    assert len(data["stem"]) > 180 and all(len(string["z"]) <= 24 for string in data["strings"])
    assert "with this beginning" in data["size"]
    kept = tuple(data["stem"])
    assert sent(with_observation(COIN, "HHTT" * 50), 200, 1, (kept[:5],))["strings"][-1]["whole"] is True


@pytest.mark.parametrize("name", lc.gallery.cards())
def test_every_card_can_be_guessed(name):
    at = assert_calm(open_page("lifting", name, predict="1"))
    if name in OPEN:
        assert "is covered" in text(at)
        assert at.text_input(key=TEXT).label == "Or type one"
    else:
        assert "No lifting here" in text(at)


@pytest.mark.parametrize("observation", ["", "H" * 40, "HHTT" * 50])
def test_short_and_long_observations(observation):
    at = assert_calm(open_page("lifting", with_observation(COIN, observation), predict="3"))
    assert "is covered" in text(at)


def test_nothing_under_the_cover_tells():
    at = open_page("lifting", predict="1", hide="1")
    assert "HH~tt" not in text(at) and "strings explain" not in text(at)
    assert not [fold for fold in at.expander if "Φ" in fold.label]
    assert "strings explain" in text(open_page("lifting"))


def test_a_lecture_has_no_box():
    at = assert_calm(open_page("lifting", predict="1", mode="lecture"))
    assert "is covered" in text(at) and TEXT not in [box.key for box in at.text_input]


def test_a_string_of_ones_own():
    at = typed(open_page("lifting", predict="1"), "H H ~ t t H")
    assert own(at) == {4: (tuple("HH~ttH"),)} and at.text_input(key=TEXT).value == ""
    at = typed(at, "HH~x")
    assert "'x'" in messages(at) and at.text_input(key=TEXT).value == "HH~x"  # and what was typed is still there
    at = typed(at, "HH~ttH")
    assert "among the strings already" in messages(at).replace("\\", "")
    at = typed(at, "ε")
    assert own(at)[4][-1] == () and not messages(at)
    assert sent(COIN, 4, 1, own(at)[4])["strings"][-2]["kind"] == "cannot happen"


def test_a_string_of_ones_own_is_no_longer_missing():
    lifting = {"".join(z) for z in lc.lifting(COIN.projection, "HHTT")}
    dealt = {"".join(string["z"]) for string in sent(COIN, 4, 1)["strings"]}
    typed_in, typed_out = min(lifting - dealt), "HHTTH"
    left = len(lifting - dealt)
    for own, missing in ((typed_in,), left - 1), ((typed_out,), left), ((typed_in, typed_out), left - 1):
        text = sent(COIN, 4, 1, tuple(map(tuple, own)))["size"]
        assert text == f"The lifting has {len(lifting)} strings; {missing} of them are not among these."


def test_another_step_deal_or_observation_begins_anew():
    at = typed(open_page("lifting", predict="1", step="2"), "hhhh")
    assert own(at) == {2: (tuple("hhhh"),)}
    at.session_state["session"].view["predict"] = "2"
    assert own(assert_calm(at.run())) == {}
    at = typed(at, "hhhh")
    at.session_state["session"].scenario = with_observation(COIN, "HT")
    assert own(assert_calm(at.run())) == {}


def test_the_common_beginning_may_be_left_out():
    scenario = with_observation(COIN, "HHTT" * 10)
    at = typed(open_page("lifting", scenario, predict="1"), "…hhhh")
    stem = tuple(sent(scenario, 40, 1)["stem"])
    assert stem and own(at)[40] == ((*stem, *"hhhh"),)


def test_not_too_many_of_ones_own():
    at = open_page("lifting", predict="1")
    for length in range(MOST_OWN + 1):
        at = typed(at, "h" * (length + 10))
    assert len(own(at)[4]) == MOST_OWN and "Reveal" in messages(at)


def test_tokens_of_several_letters():
    at = typed(open_page("lifting", "product", predict="1"), "walk|rain walk|sun walk|rain")
    assert own(at)[3] == (
        read_string("walk|rain walk|sun walk|rain", lc.gallery.scenario("product").projection.latent),
    )
