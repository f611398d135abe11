"""What is typed or pasted into a field is taken, or refused beside the field with what was got and kept there; never lost in silence."""

import pytest

from lift_core import gallery
from lift_core.projection.files import dump_projection
from lift_core.projection.rules import parse_rules
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import alone
from tests.pages.harness import ROOT, assert_calm, messages, open_page, open_query
from tests.pages.test_projection import as_rules, named, scenario
from ui.lifting_guesses import TEXT
from ui.likelihood_batch import batch
from ui.notice import told

LONG = {"title": 81, "story": 1_001}


def test_no_field_cuts_a_paste_in_the_browser():
    """There a longer paste is dropped without a word."""
    assert not [
        file for folder in ("ui", "pages") for file in (ROOT / folder).glob("*.py") if "max_chars" in file.read_text()
    ]


@pytest.mark.parametrize("field", LONG)
def test_a_long_title_or_story_is_refused_with_its_length_and_kept(field):
    at = open_page("projection")
    before, long = scenario(at), "x" * LONG[field]
    named(at.text_input, field).set_value(long).run()
    said = messages(assert_calm(at)).replace("\\", "")
    assert f"the {field} has {len(long):,} characters; needed at most {len(long) - 1:,}. Shorten it." in said
    assert scenario(at) == before and named(at.text_input, field).value == long
    assert f"Your {field} is not taken yet" in messages(at.switch_page("pages/lifting.py").run())
    at.switch_page("pages/projection.py").run()
    assert named(at.text_input, field).value == long
    named(at.text_input, field).set_value(long[1:]).run()
    assert getattr(scenario(at), field) == long[1:] and not messages(assert_calm(at))


def test_long_rules_are_refused_with_their_length_and_kept():
    at, long = open_page("projection"), "q --a--> q : a\n" * 5_000
    as_rules(at).set_value(long).run()
    assert "the rules' text has 75,000 characters" in messages(assert_calm(at)).replace("\\", "")
    assert named(at.text_area, "rules").value == long


def test_a_long_model_is_refused_with_its_length_and_kept():
    at, long = open_page("projection", "product"), " " * 200_001
    named(at.text_area, "weights").set_value(long).run()
    assert "the model's text has 200,001 characters" in messages(assert_calm(at)).replace("\\", "")
    assert named(at.text_area, "weights").value == long


def test_a_long_guess_of_a_string_is_refused_with_its_length_and_kept():
    at, long = open_page("lifting", predict="1"), "H" * 2_001
    at.text_input(key=TEXT).set_value(long).run()
    assert "this string has 2,001 characters" in messages(assert_calm(at)).replace("\\", "")
    assert at.text_input(key=TEXT).value == long


LETTERS = alone(
    dump_projection(parse_rules("for c in a..z: q --{c}--> r : {c}\nfor c in a..z: r --{c}--> r : {c}\nr --.--> r : ."))
)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a" * 61, "61 tokens, 121 characters; the tape has room for 60 tokens and 300 characters"),
        ("A", "A"),
        (".a", "at the beginning the token '.' is not allowed"),
    ],
)
def test_a_tape_says_where_it_ends_and_what_it_has_no_room_for(typed, said):
    at = open_page("projection", LETTERS)
    at.text_input(key="tape-typed").set_value(typed).run()
    assert said in messages(assert_calm(at)).replace("\\", "") and at.text_input(key="tape-typed").value == typed
    at.text_input(key="tape-typed").set_value("ab.").run()
    assert not messages(assert_calm(at)) and at.query_params["tape"] == "a b ."


# Messages say what was got --------------------------------------------------------------------------------------------


def test_a_rule_error_shows_code_as_code_and_the_dash_that_is_missing():
    at = open_page("projection")
    as_rules(at).set_value("q -a--> q : a").run()
    (said,) = [error.value for error in assert_calm(at).error]
    assert "`--token-->`" in said and "\\-a\\-\\-\\>" in said and "two dashes, the token" in said


def test_backticks_of_a_message_make_code_only_in_pairs():
    assert told("`![a](b)` and `") == "\\`\\!\\[a\\]\\(b\\)\\` and \\`"
    assert told("`![a](b)` and ![a](b)") == "`![a](b)` and \\!\\[a\\]\\(b\\)"


def test_the_message_of_a_damaged_link_is_a_sentence_of_its_own():
    knob = {"name": "swap", "value": "1/0"}
    code = write_code(gallery.scenario("switching-coin").dump() | {"knobs": [knob]})
    said = messages(assert_calm(open_query("start", s=code))).replace("\\", "")
    assert "knob swap, value: a division by zero" in said and ". The switching coin is shown instead." in said


def test_a_batch_says_how_many_symbols_it_got():
    coin = gallery.scenario("switching-coin")
    assert "4,002 characters in all; at most 4,000" in batch(coin, "H" * 2_001 + "\n" + "T" * 2_001).problem.message
    (line,) = batch(coin, "H" * 201).value
    assert line.note == "201 symbols; at most 200 here"
