"""Scenarios: every card opens, round trips through file and link, and edits that leave the old value alone."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from lift_core import gallery
from lift_core.errors import AlphabetError, FormatError, LiftError, NotClosed, ProjectionError, WeightError
from lift_core.projection.files import dump_projection
from lift_core.scenarios import edits
from lift_core.scenarios.cards import CARDS, COUNTER_EXAMPLES, ON_START, ROWS
from lift_core.scenarios.scenario import Scenario, load_scenario

CASES = Path(__file__).parent.parent / "cases"


@pytest.fixture(name="coin")
def coin_scenario() -> Scenario:
    return gallery.scenario("switching-coin")


def test_every_entry_of_the_gallery_has_a_card_and_a_row():
    assert set(gallery.names()) <= set(CARDS)
    assert sorted(CARDS) == sorted([*(name for row in ROWS.values() for name in row), *COUNTER_EXAMPLES])
    assert all(len(row) >= ON_START for row in ROWS.values())


@pytest.mark.parametrize("name", CARDS)
def test_round_trips(name, tmp_path):
    scenario = gallery.scenario(name)
    file = tmp_path / "scenario.json"
    scenario.save(file)
    link = scenario.link("http://127.0.0.1:8501")
    assert scenario.dump() == CARDS[name]
    assert (
        load_scenario(file)
        == load_scenario(str(file))
        == load_scenario(scenario.dump())
        == load_scenario(link)
        == scenario
    )
    assert load_scenario(json.dumps(scenario.dump())) == scenario
    assert len(link) < 300
    assert scenario.story.endswith(("?", ".")) and scenario.hidden and scenario.title


def test_a_scenario_that_cannot_be_saved_says_why(coin, tmp_path):
    for path, why in (
        (tmp_path / "no" / "folder.json", "folder that exists"),
        (tmp_path, "directory"),
        ("a\0b", "null"),
    ):
        with pytest.raises(FormatError, match=why):
            coin.save(path)


@pytest.mark.parametrize("name", CARDS)
def test_a_card_can_be_computed_or_says_why_not(name):
    scenario = gallery.scenario(name)
    if name in COUNTER_EXAMPLES:
        with pytest.raises(NotClosed):
            scenario.projected()
    else:
        assert 0 < scenario.projected().probability(scenario.observation, "exact") <= 1


def test_the_coin_is_the_case(coin):
    case = json.loads((CASES / "switching-coin.json").read_text(encoding="utf-8"))
    assert coin.projection == load_scenario(case).projection
    assert coin.projected().probability("HHTT", "exact") == Fraction(16281, 250000)
    weights = coin.model.weights(())
    assert [weights[token] * 100 for token in ("H", "T", "h", "t", "~")] == [81, 9, 9, 81, 10]


def test_equal_sources_share_their_objects(coin):
    other = edits.with_observation(coin, "HT")
    assert other.projection is coin.projection and other.projected() is coin.projected()
    assert other.key != coin.key and coin.observation == ("H", "H", "T", "T")
    assert edits.with_view(coin, step=2).key == coin.key


def test_knobs_turn_the_weights_and_detaching_keeps_them(coin):
    turned = edits.with_knob(coin, "swap", Fraction(1, 2))
    assert turned.model.weights(())["H"] == Fraction(9, 20)
    loose = edits.detached(turned)
    assert loose.knobs == () and loose.model.table == turned.model.table and edits.lost_knobs(loose)
    assert load_scenario(turned.link()) == turned and len(turned.link("http://127.0.0.1:8501")) < 300
    for name, value in (("swap", Fraction(2)), ("drift", Fraction(1))):
        with pytest.raises(FormatError):
            edits.with_knob(coin, name, value)


def test_editing_weights_detaches_the_knobs(coin):
    rows = [[[], {"H": "1", "T": "1", "h": "1", "t": "1", "~": "1"}]]
    edited = edits.with_model(coin, {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": rows})
    assert edits.edited(edited) and edits.lost_knobs(edited) and not edits.edited(coin)
    assert load_scenario(edited.link()) == edited
    with pytest.raises(WeightError):
        edits.with_model(coin, {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], {"H": "-1"}]]})


def test_editing_the_projection_fits_the_rest(coin):
    source = dump_projection(coin.projection)
    same = edits.with_projection(
        coin,
        source | {"arcs": [["A", "T", "A", ["T", "T"]] if row[:2] == ["A", "T"] else row for row in source["arcs"]]},
    )
    assert same.knobs and len(same.projected().posterior("HHTT")) == 14
    wider = edits.with_projection(
        coin, source | {"latent": [*source["latent"], "x"], "arcs": [*source["arcs"], ["A", "x", "A", ["H"]]]}
    )
    assert not wider.knobs and wider.model.weights(())["x"] == 1 and wider.model.weights(())["H"] == Fraction(81, 100)
    narrower = {"format": "lift-projection/1", "latent": ["H", "k"], "observable": ["H", "K"], "start": "q"}
    narrower["arcs"] = [["q", "H", "q", ["H"]], ["q", "k", "q", ["K"]]]
    small = edits.with_projection(coin, narrower)
    assert small.observation == ("H", "H") and dict(small.model.weights(())) == {"H": Fraction(81, 100), "k": 1}
    with pytest.raises(ProjectionError):
        edits.with_projection(coin, narrower | {"arcs": [["q", "H", "r", ["H"]]]})


@pytest.mark.parametrize("name", [name for name in CARDS if name not in COUNTER_EXAMPLES])
def test_every_card_takes_a_new_token_or_says_why_not(name):
    scenario = gallery.scenario(name)
    source = dump_projection(scenario.projection)
    wider = source | {
        "latent": [*source["latent"], "new"],
        "arcs": [*source["arcs"], [source["start"], "new", source["start"], [source["observable"][0]]]],
    }
    try:
        edited = edits.with_projection(scenario, wider)
    except FormatError:
        assert scenario.model_source["kind"] == "hidden-markov"
    else:
        assert 0 < edited.projected().probability(scenario.observation[:1]) <= 1


def test_a_projection_alone_opens_with_equal_weights(coin):
    opened = load_scenario(dump_projection(coin.projection))
    assert opened.name == "switching coin" and set(opened.model.weights(()).values()) == {1}
    assert opened.projected().probability(opened.observation) > 0 and opened.observation


def test_the_view_is_short_texts(coin):
    seen = edits.with_view(coin, step=3, hide=True, chosen="H H ~", page="lifting")
    assert seen.view == {"event": "state:B", "step": "3", "hide": "1", "chosen": "H H ~", "page": "lifting"}
    link = seen.link("http://host:1/folder/")
    assert link.startswith("http://host:1/folder/lifting?s=1.") and load_scenario(link) == seen
    assert edits.with_view(seen, step=None, hide=False, chosen=None, page=None) == coin
    for view in ({"S": "1"}, {"s": "1"}, {"step": "x" * 301}, {"step": ["1"]}, {3: "1"}):
        with pytest.raises(FormatError):
            replace(coin, view=view)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"format": "lift-scenario/2"}, FormatError),
        ({"format": None}, FormatError),
        ({"observation": ["H", "X"]}, AlphabetError),
        ({"observation": 3}, FormatError),
        ({"seed": -1}, FormatError),
        ({"seed": "7"}, FormatError),
        ({"seed": True}, FormatError),
        ({"title": "x" * 1001}, FormatError),
        ({"story": 7}, FormatError),
        ({"projection": []}, FormatError),
        ({"projection": {"gallery": "no-such"}}, LiftError),
        ({"projection": {"gallery": ["xor"]}}, FormatError),
        ({"projection": {"gallery": "xor", "more": 1}}, FormatError),
        ({"projection": {"gallery": "pause-to-think", "parameters": {"bound": 10**9}}}, FormatError),
        ({"projection": {"gallery": "backspace", "parameters": {"pending": 30}}}, FormatError),
        ({"model": {"format": "lift-model/2"}}, FormatError),
        ({"model": {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], {"Q": "1"}]]}}, LiftError),
        ({"knobs": [{"name": "bias", "value": "2"}]}, FormatError),
        ({"knobs": []}, FormatError),
        ({"view": {"s": "1"}}, FormatError),
    ],
)
def test_a_broken_part_is_refused_by_its_kind(coin, change, error):
    with pytest.raises(error):
        load_scenario(coin.dump() | change)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "no such file",
        "{",
        "[]",
        "[" * 100_000,
        '{"format": "lift-model/1"}',
        b"x",
        None,
        7,
        "\0",
        "http://[",
        "?s=",
        "1" * 5000,
    ],
)
def test_what_is_no_scenario_is_refused(source):
    with pytest.raises(FormatError):
        load_scenario(source)


@pytest.mark.parametrize("field", ["projection", "model", "observation"])
def test_a_missing_field_is_named(coin, field):
    data = coin.dump()
    del data[field]
    with pytest.raises(FormatError) as refusal:
        load_scenario(data)
    assert refusal.value.place == field


def test_a_field_that_nothing_reads_is_named_with_those_there_are():
    coin = gallery.scenario("switching-coin").dump()
    with pytest.raises(
        FormatError, match=r"a scenario has no field 'observations'; its fields are .*observation, seed, knobs"
    ):
        load_scenario(coin | {"observations": ["HT"]})
    with pytest.raises(FormatError, match=r"a knob has no field 'hi'; its fields are name, value, low, high, label"):
        load_scenario(coin | {"knobs": [coin["knobs"][0] | {"hi": "1"}, coin["knobs"][1]]})
    with pytest.raises(FormatError, match=r"a markov model has no field 'orders'"):
        load_scenario(coin | {"model": coin["model"] | {"orders": 1}})
    assert load_scenario(coin | {"view": {"mine": "1"}}).view == {"mine": "1"}  # a view holds names of anybody's own


@pytest.mark.parametrize("without", [{"knobs": []}, {"knobs": None}])
def test_weights_in_knobs_where_there_are_none_say_so(without):
    data = {
        key: value for key, value in (gallery.scenario("switching-coin").dump() | without).items() if value is not None
    }
    with pytest.raises(
        FormatError, match=r"token 'H': 'bias\*\(1-swap\)' is written in 'bias', and the scenario has no knobs"
    ) as caught:
        load_scenario(data)
    assert caught.value.place == "knobs" and '"knobs": [{"name": "bias"' in str(caught.value)


@pytest.mark.parametrize("empty", ["", "  \n"])
def test_an_empty_text_is_called_so(empty):
    with pytest.raises(FormatError, match="got an empty text; needed a path"):
        load_scenario(empty)
