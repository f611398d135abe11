"""The strip, the session and the address, without a browser."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings

from lift_core import gallery
from lift_core.model.files import dump_model
from lift_core.projection.files import dump_projection
from lift_core.scenarios import edits
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario, load_scenario
from lift_core.sequences import show_string
from tests.pages.harness import assert_calm, messages, open_page, open_query
from tests.strategies import Example, instances
from ui.lesson import shipped
from ui.state import View, read_tokens, write_tokens


def session(at):
    return at.session_state["session"]


def observed(at):
    """The text box of the strip."""
    return next(box for box in at.text_input if box.key.startswith("strip-observation"))


def test_it_opens_on_the_switching_coin():
    at = assert_calm(open_query("start"))
    assert session(at).scenario == edits.with_view(gallery.scenario("switching-coin"), event=None)
    assert observed(at).value == "HHTT"


def test_typing_an_observation_is_an_edit_and_can_be_undone():
    at = open_page("start")
    observed(at).set_value("H T H").run()
    assert session(at).scenario.observation == ("H", "T", "H")
    assert load_scenario(f"?s={at.query_params['s']}").observation == ("H", "T", "H")
    at.button(key="strip-undo").click().run()
    assert observed(at).value == "HHTT"
    at.button(key="strip-redo").click().run()
    assert observed(at).value == "HTH"
    assert_calm(at)


def test_another_observation_is_seen_to_its_end():
    at = open_page("lifting", step="2")
    observed(at).set_value("HTH").run()
    assert "step" not in session(at).view


@pytest.mark.parametrize("text", ["X", "HHTTX", "H" * 20_001, "<script>", "`", "h"])
def test_a_refused_observation_keeps_the_last_and_what_was_typed(text):
    at = open_page("start")
    observed(at).set_value(text).run()
    assert session(at).scenario.observation == tuple("HHTT") and observed(at).value == text
    assert "last valid" in messages(at)
    observed(at).set_value("TT").run()
    assert session(at).scenario.observation == ("T", "T") and not messages(at)
    assert_calm(at)


def test_the_empty_observation_is_one():
    at = open_page("start")
    observed(at).set_value("").run()
    assert session(at).scenario.observation == () and not messages(at)


@pytest.mark.parametrize("name", gallery.cards())
def test_an_edit_undone_leaves_scenario_and_address_as_they_were(name):
    at = open_page("start", name)
    before, address = session(at).scenario, at.query_params["s"]
    observed(at).set_value(show_string(before.observation[:-1])).run()
    edited, elsewhere = session(at).scenario, at.query_params["s"]
    assert edited != before and elsewhere != address
    at.button(key="strip-undo").click().run()
    assert session(at).scenario == before and at.query_params["s"] == address
    at.button(key="strip-redo").click().run()
    assert session(at).scenario == edited and at.query_params["s"] == elsewhere


@given(instances(longest=4))
@settings(max_examples=40)
def test_any_scenario_comes_back_from_its_link_and_its_file(example: Example):
    """Random machines with random weights, beside the cards."""
    scenario = Scenario(
        "random", dump_projection(example.projection), dump_model(example.model), tuple(example.x), seed=11
    )
    for text in (scenario.link("http://here"), json.dumps(scenario.dump())):
        assert load_scenario(text) == scenario
        assert load_scenario(text).projected().probability(example.x, "exact") == example.projected.probability(
            example.x, "exact"
        )


def test_hide_is_in_the_address_and_numbers_are_hidden():
    at = open_page("start")
    assert "0.06512" in at.markdown[-100 if len(at.markdown) > 100 else 0].value or any(
        "0.06512" in m.value for m in at.markdown
    )
    at.toggle(key="strip-hide").set_value(True).run()
    assert at.query_params["hide"] == "1" and not any("0.06512" in m.value for m in at.markdown)


def test_a_card_of_the_start_page_loads_in_place():
    at = open_page("start")
    at.button(key="start-xor").click().run()
    assert session(at).scenario.name == "xor" and session(at).page == ""
    at.button(key="strip-undo").click().run()
    assert session(at).scenario.name == "switching-coin"


def test_a_file_named_in_the_environment_is_opened(tmp_path, monkeypatch):
    scenario = edits.with_knob(gallery.scenario("switching-coin"), "swap", Fraction(1, 2))
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(scenario.dump()), encoding="utf-8")
    monkeypatch.setenv("LIFT_FILE", str(file))
    assert session(open_query("start")).scenario.knobs == scenario.knobs
    file.write_text("{", encoding="utf-8")
    assert "broken at line 1" in messages(assert_calm(open_query("start")))


def test_view_parameters_without_a_scenario():
    at = assert_calm(open_query("start", hide="1", step="2"))
    assert session(at).view == {"event": "state:B", "hide": "1", "step": "2"}


def test_the_undo_stack_is_bounded():
    at = open_page("start")
    for number in range(60):
        observed(at).set_value("HT" * (number % 3 + 1) + "H" * (number % 2)).run()
    assert len(session(at).undo) <= 50


def test_a_scenario_too_large_for_the_address_says_so():
    tokens = [f"token {number} {hash(str(number)) % 10**9}" for number in range(6000)]
    projection = {
        "format": "lift-projection/1",
        "latent": tokens,
        "observable": ["a"],
        "start": "q",
        "arcs": [["q", t, "q", ["a"]] for t in tokens],
    }
    model = {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], {tokens[0]: "1"}]]}
    at = open_page("start")
    session(at).scenario = load_scenario({"projection": projection, "model": model, "observation": ["a"]})
    assert "save it as a file" in messages(assert_calm(at.run())) and "s" not in at.query_params


@pytest.mark.parametrize(
    "tokens", [(), ("H", "~", "t"), ("a b", "c"), ("[",), ('["x"]',), ("\u3000",), ("é", "思", "🙂")]
)
def test_chosen_strings_as_text(tokens):
    assert read_tokens(write_tokens(tokens)) == tokens


def test_a_view_that_does_not_parse():
    view = View({"step": "x", "n": "1e9", "hide": "yes"})
    assert view.step is None and view.number("n", 0, 10, 5) == 5 and view.chosen is None and not view.hide
    assert View({"step": "3", "chosen": "H ~ t", "hide": "1"}).chosen == ("H", "~", "t")


def test_links_of_the_gallery_are_what_the_address_says():
    for name in ("xor", "tokens"):
        assert open_page("start", name).query_params["s"] == write_code(gallery.scenario(name).dump())


def test_a_lesson_is_played_by_its_link():
    at = assert_calm(open_page("lifting", lesson="what-is-a-lifting", at="2"))
    assert at.button(key="lesson-next").label == "Next ›"
    for wrong in ("77", "x", "-1"):
        assert_calm(open_page("lifting", lesson="what-is-a-lifting", at=wrong))
    assert_calm(open_page("lifting", lesson="no-such-lesson", at="1"))


def test_a_lessons_link_without_a_scenario_opens_the_steps_own_and_with_one_that():
    steps = shipped()["what-is-a-lifting"].steps
    number, step = next((n, s) for n, s in enumerate(steps, 1) if s.view.get("hide"))
    at = assert_calm(open_query("lifting", lesson="what-is-a-lifting", at=str(number)))
    assert at.query_params["s"] in (code := write_code(step.build().dump()), [code])
    assert at.query_params["hide"] in ("1", ["1"])
    for beyond, nearest in (("99", steps[-1]), ("x", steps[0])):
        at = open_query("lifting", lesson="what-is-a-lifting", at=beyond)
        assert at.query_params["s"] in (code := write_code(nearest.build().dump()), [code])
    given = write_code(gallery.scenario("xor").dump())
    at = assert_calm(open_query("lifting", s=given, lesson="what-is-a-lifting", at=str(number)))
    assert at.query_params["s"] in (given, [given]) and "hide" not in at.query_params
    at = assert_calm(open_query("lifting", lesson="no-such-lesson", at="1"))
    assert at.query_params["s"] in (code := write_code(gallery.scenario("switching-coin").dump()), [code])


def test_the_list_of_lessons_opens_a_step_and_the_next_one_follows():
    at = assert_calm(open_page("lessons"))
    at = assert_calm(at.button(key="play-what-is-a-lifting").click().run())
    assert at.query_params["at"] in ("1", ["1"])
    at = assert_calm(at.button(key="lesson-next").click().run())
    assert at.query_params["at"] in ("2", ["2"])


@pytest.mark.long
@pytest.mark.parametrize("name", shipped())
def test_every_step_of_every_lesson_opens(name):
    for number, step in enumerate(shipped()[name].steps, 1):
        assert_calm(open_page(step.page, step.build(), **step.view, lesson=name, at=str(number)))


def test_what_comes_into_the_menu_is_told_at_its_field_and_a_new_attempt_clears_it():
    at = open_page("start")
    at.session_state["strip-name"] = True
    at.run()
    at.file_uploader(key="strip-file").set_value(("x.json", b"null", "application/json")).run()
    assert "does not begin with" in messages(assert_calm(at)) and "path" not in messages(at)
    at.text_input(key="strip-link").set_value("nonsense").run()
    assert len(at.error) == 1 and "does not begin" not in messages(at)
    at.text_input(key="strip-link").set_value("").run()
    assert not messages(assert_calm(at))


def test_capitals_are_asked_for_where_they_would_do():
    at = open_page("start")
    observed(at).set_value("hh tt").run()
    said = messages(assert_calm(at)).replace("\\", "")
    assert "Use capitals: H, T. Showing the last valid observation." in said
    observed(at).set_value("xx").run()
    assert "'T'. Showing" in (said := messages(at).replace("\\", "")) and ".." not in said and "capitals" not in said


def test_each_card_and_step_that_is_opened_is_shown_from_its_top():
    at = open_page("start")
    assert not session(at).loads
    at.button(key="start-xor").click().run()
    assert session(at).loads == 1 and any("liftShown = 1" in html.proto.body for html in at.get("html"))
