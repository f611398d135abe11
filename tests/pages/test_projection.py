"""The Projection page: its tape, its editors and what is typed into them, its findings and their buttons."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core import gallery
from lift_core.errors import LiftError, ProjectionError
from lift_core.projection.files import dump_projection, load_projection
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.edits import detached, with_model, with_projection
from lift_core.scenarios.scenario import load_scenario
from tests.pages.harness import assert_calm, messages, open_page
from ui.projection_arcs import COLUMNS, cells, edited_rows, read_arcs
from ui.projection_weight_rows import read_weights, weight_rows, with_order
from ui.projection_weights import plain_model

FINITE = [name for name in gallery.cards() if isinstance(gallery.scenario(name).projection, Transducer)]


def key(at, name):
    return next(button for button in at.button if button.key == name)


def named(elements, start):
    return next(element for element in elements if element.key and element.key.startswith(start))


def scenario(at):
    return at.session_state["session"].scenario


# The tape -------------------------------------------------------------------------------------------------------------


def test_it_opens_with_the_likeliest_explanation_and_takes_allowed_tokens_only():
    at = assert_calm(open_page("projection"))
    assert any("of `HH~tt` only `HHTT` is seen" in text.value for text in at.markdown)
    assert [key(at, f"key-{n}").disabled for n in range(5)] == [True, True, False, False, False]
    key(at, "key-4").click().run()
    assert at.query_params["tape"] == "H H ~ t t ~"
    assert [key(at, f"key-{n}").disabled for n in range(5)] == [False, False, True, True, True]
    key(at, "key-back").click().run()
    key(at, "key-clear").click().run()
    assert at.query_params["tape"] == "[]" and key(at, "key-back").disabled


def test_a_tape_in_the_link_is_read_as_far_as_it_goes():
    at = assert_calm(open_page("projection", tape="H ~ t t H H"))
    assert any("of `H~tt` only `HTT` is seen" in text.value for text in at.markdown)
    assert_calm(open_page("projection", tape="[1, 2", arc="99"))
    assert_calm(open_page("projection", tape="nonsense", arc="-1"))


def test_what_is_certain_is_said():
    at = assert_calm(open_page("projection", "codons", tape="G G"))
    assert any("`G` is certain already" in text.value for text in at.markdown)


def test_a_large_machine_is_drawn_around_the_present_state():
    at = assert_calm(open_page("projection", "codons"))
    named(at.toggle, "whole").set_value(True).run()
    assert assert_calm(at).query_params["whole"] == "1"


def test_an_arc_can_be_picked_out_in_the_link():
    assert_calm(open_page("projection", arc="B! h"))
    at = assert_calm(open_page("projection", "tokens"))
    next(button for button in at.button if button.label == "Show the arc").click().run()
    assert assert_calm(at).query_params["arc"] == "q et"


# Presets and findings -------------------------------------------------------------------------------------------------


def test_a_counter_example_is_diagnosed_and_bounded():
    at = assert_calm(open_page("projection"))
    named(at.selectbox, "preset").set_value("unbounded-thought").run()
    assert scenario(at).name == "unbounded-thought"
    assert any("writes nothing" in text.value for text in at.markdown)
    next(button for button in at.button if button.label == "Bound it").click().run()
    assert_calm(at)
    assert scenario(at).projection.closed
    key(at, "projection-undo").click().run()
    assert not scenario(at).projection.closed
    named(at.selectbox, "preset").set_value("unbounded-backspace").run()
    next(button for button in at.button if button.label == "Bound it").click().run()
    assert scenario(assert_calm(at)).name == "backspace"


def test_what_is_never_shown_can_be_observed():
    at = assert_calm(open_page("projection", "autocorrect"))
    next(button for button in at.button if button.label == "Observe teh").click().run()
    assert "".join(scenario(assert_calm(at)).observation) == "teh"


def test_what_is_left_out_can_be_deleted():
    coin = gallery.scenario("switching-coin")
    rows = cells(coin.projection)
    rows[2]["goes to"] = "A"
    at = assert_calm(open_page("projection", with_projection(coin, read_arcs(rows, coin.projection))))
    next(button for button in at.button if button.label == "Delete").click().run()
    assert scenario(assert_calm(at)).projection.states == ("A",)


# Rules ----------------------------------------------------------------------------------------------------------------


def as_rules(at):
    next(group for group in at.button_group if group.key.startswith("form")).set_value("Rules").run()
    return named(at.text_area, "rules")


def test_rules_change_the_machine():
    at = open_page("projection")
    as_rules(at).set_value("q --a--> q : a\nq --b--> q : ab").run()
    assert_calm(at)
    assert dump_projection(scenario(at).projection)["arcs"] == [["q", "a", "q", ["a"]], ["q", "b", "q", ["a", "b"]]]
    assert scenario(at).observation == () and not scenario(at).knobs


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "q --a--> : a",
        "q --a--> r : a",
        "for c in a..z: q --{d}--> q : {c}",
        "q --a--> q :",
        "q --a--> q : a\nq --a--> q : b",
        "for a in a..z: " * 9 + "q --{a}--> q : a",
        "start: nowhere\nq --a--> q : a",
        "\x00\ufffe{}[]:::-->",
        "名 --思--> 名 🪙",
    ],
)
def test_broken_rules_say_so_and_change_nothing(text):
    at = open_page("projection")
    before = scenario(at)
    as_rules(at).set_value(text).run()
    assert_calm(at)
    assert scenario(at) == before and messages(at)


# The table of arcs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FINITE)
def test_the_table_says_what_the_machine_is(name):
    machine = gallery.scenario(name).projection
    assert load_projection(read_arcs(cells(machine), machine)) == load_projection(dump_projection(machine))


def changed(row, **cell):
    coin = gallery.build("switching-coin")
    base = cells(coin)
    names = {"state": COLUMNS[0], "token": COLUMNS[1], "target": COLUMNS[2], "writes": COLUMNS[3]}
    return read_arcs(edited_rows(base, {"edited_rows": {str(row): {names[k]: v for k, v in cell.items()}}}), coin)


def test_one_cell():
    assert ["A", "T", "A", ["T", "T"]] in changed(1, writes="TT")["arcs"]
    assert changed(1, writes=None)["arcs"][1] == ["A", "T", "A", []]


def test_new_names_join_the_alphabets_and_those_whose_last_arc_is_gone_leave():
    assert changed(1, writes="X")["observable"] == ["H", "T", "X"]
    assert changed(2, token="!")["latent"] == ["H", "T", "h", "t", "~", "!"]
    assert changed(7, token="!")["latent"] == ["H", "T", "h", "t", "~", "!"]
    coin = gallery.build("switching-coin")
    gone = read_arcs([row for row in cells(coin) if row["reads"] != "~"], coin)
    assert gone["latent"] == ["H", "T", "h", "t"]


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ({"target": "nowhere"}, "Row 2. In state A, T leads to 'nowhere'"),
        ({"token": "H"}, "Row 2. State A reads H here and in row 1 as well"),
        ({"token": ""}, "Row 2. “reads” is empty"),
        ({"state": None}, "Row 2. “in state” is empty"),
    ],
)
def test_a_message_names_the_row_the_rule_and_the_fix(cell, says):
    if "token" in cell and cell["token"] == "H":
        cell["writes"] = "T"
    with pytest.raises(ProjectionError) as refused:
        changed(1, **cell)
    assert str(refused.value).startswith(says) and refused.value.place == "row 2"


def test_added_deleted_and_empty_rows():
    coin = gallery.build("switching-coin")
    added = [{COLUMNS[0]: "A", COLUMNS[1]: "x", COLUMNS[2]: "A", COLUMNS[3]: "H"}, {}]
    rows = edited_rows(cells(coin), {"added_rows": added, "deleted_rows": [1]})
    document = read_arcs(rows, coin)
    assert len(document["arcs"]) == 10 and document["arcs"][-1] == ["A", "x", "A", ["H"]]
    with pytest.raises(ProjectionError, match="no arcs left"):
        read_arcs([], coin)


def test_symbols_of_several_letters_and_white_space():
    words = Transducer(
        ["a b", " "], ["walk", "a walk"], "q", [("q", "a b", "q", ("walk", "a walk")), ("q", " ", "q", ("walk",))]
    )
    assert load_projection(read_arcs(cells(words), words)) == load_projection(dump_projection(words))


TYPED = st.text(st.sampled_from('AHTx ~␣ε|<>{}"\\\u0000思🪙\n'), max_size=6) | st.none() | st.just("A")


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(COLUMNS, TYPED)), max_size=6), st.booleans())
def test_whatever_is_typed_is_a_machine_or_a_message(rows, keep):
    coin = gallery.build("switching-coin")
    try:
        document = read_arcs([*(cells(coin) if keep else []), *rows], coin)
    except LiftError as error:
        assert str(error)
    else:
        assert load_projection(json.loads(json.dumps(document)))


# Weights --------------------------------------------------------------------------------------------------------------


COIN = {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], {"H": "81/100", "T": "1/3"}]]}


def test_weights_read_back_as_they_are_shown():
    rows = weight_rows(COIN, "HT")
    assert rows == [{"after": "", "w0": "0.81", "w1": "1/3"}]
    assert read_weights(rows, COIN, "HT")["weights"] == [[[], {"H": "81/100", "T": "1/3"}]]


@pytest.mark.parametrize("text", ["x", "-1", "1/0", "1e5", "nan", "", "9**99999", "٣", "1,5"])
def test_any_weight_is_a_number_or_a_message(text):
    try:
        model = read_weights([{"after": "", "w0": text, "w1": "1"}], COIN, "HT")
    except LiftError as error:
        assert "Row 1" in str(error)
    else:
        assert all(Fraction(weight) > 0 for weight in model["weights"][0][1].values())


@pytest.mark.parametrize("text", ["1e999", "1e99999999", "9**64 * 9**64 * 9**64 * 9**64 * 9**64"])
def test_a_weight_that_is_too_large_is_called_so_in_the_table_and_in_a_file(text):
    with pytest.raises(LiftError, match=r"Row 1, H: .* too large"):
        read_weights([{"after": "", "w0": text, "w1": "1"}], COIN, "HT")
    coin = detached(gallery.scenario("switching-coin")).dump()
    coin["model"]["weights"][0][1]["H"] = text
    with pytest.raises(LiftError, match="too large"):
        load_scenario(coin)


def test_a_weight_of_more_digits_than_python_writes_is_called_so_where_it_was_typed():
    with pytest.raises(LiftError, match=r"Row 1, H: .*more than 4,000 digits") as caught:
        read_weights([{"after": "", "w0": "1e-9999", "w1": "1"}], COIN, "HT")
    assert caught.value.place == "row 1"


def test_a_file_with_a_number_too_large_is_refused():
    text = json.dumps(gallery.scenario("xor").dump()).replace('"seed": 7', '"seed": 1e999')
    assert "1e999" in text
    with pytest.raises(LiftError, match="too large"):
        load_scenario(text)


def test_a_longer_memory_begins_with_the_same_law():
    coin = gallery.scenario("switching-coin")
    longer = with_model(coin, with_order(json.loads(json.dumps(plain_model(coin))), coin.projection.latent, 1))
    assert longer.projected().probability("HHTT", "exact") == coin.projected().probability("HHTT", "exact")
    with pytest.raises(LiftError, match="contexts"):
        with_order(plain_model(coin), [str(n) for n in range(30)], 2)


def test_tokens_remembered_detach_the_knobs_and_undo_brings_them_back():
    at = open_page("projection")
    next(group for group in at.button_group if group.key.startswith("order")).set_value(1).run()
    assert_calm(at)
    assert scenario(at).model_source["order"] == 1 and not scenario(at).knobs
    assert any("Knobs detached" in text.value for text in at.caption)
    key(at, "projection-undo").click().run()
    assert scenario(at).knobs and any("Editing a weight detaches" in text.value for text in at.caption)


def test_exact_values_can_be_hidden():
    at = assert_calm(open_page("projection", hide="1"))
    table = next(frame.value for frame in at.dataframe if "in state" in frame.value and "after" in frame.value)
    assert set(table["w0"]) == {"?", "—"}
