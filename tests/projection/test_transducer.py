"""Transducers: what trimming leaves, silent cycles, and the input that is refused with its place."""

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.strategies import Example, machines

GOOD = {("q", "a"): ("q", "a"), ("q", "b"): ("r", ""), ("r", "a"): ("q", "ba")}


@given(machines(closed=False))
def test_trimming_keeps_what_can_write_for_ever(example: Example):
    machine, kept = example.projection, example.machine.arcs
    states = {q for q, _ in kept}
    assert set(machine.trimmed) == {q for arc, (r, _) in example.arcs.items() for q in (arc[0], r)} - states
    for state in states:
        assert list(machine.tokens(state)) == oracles.tokens(example.machine, state)
    for (state, token), (target, output) in kept.items():
        assert machine.step(state, token) == (target, output)
    assert all(machine.step(q, t) is None for q in states for t in example.latent if (q, t) not in kept)


@given(machines(closed=False))
def test_nothing_is_lost_by_trimming(example: Example):
    assert {(q, t): (r, out) for q, t, r, out in example.projection.arc_rows()} == example.arcs
    assert dict(example.projection.arcs) == example.arcs


@given(machines(closed=False))
def test_closed_unless_silent_arcs_go_round(example: Example):
    machine = example.projection
    assert machine.closed is not oracles.has_silent_cycle(example.machine)
    assert (machine.silent_cycle is None) is machine.closed
    if machine.silent_cycle:
        assert_is_a_silent_cycle(example, machine.silent_cycle)


def assert_is_a_silent_cycle(example: Example, cycle):
    for (state, token, target), (following, *_) in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        assert example.machine.arcs[state, token] == (target, ())
        assert target == following


def test_arcs_may_be_rows_or_a_mapping_and_outputs_texts_or_lists():
    mapping = lc.Transducer("ab", "ab", "q", GOOD)
    rows = lc.Transducer("ab", "ab", "q", [(q, t, r, list(out)) for (q, t), (r, out) in GOOD.items()])
    assert mapping.arc_rows() == rows.arc_rows()
    assert mapping.step("r", "a") == ("q", ("b", "a"))
    assert mapping == rows


def test_a_transducer_is_a_value():
    machine = lc.Transducer("ab", "ab", "q", GOOD)
    with pytest.raises(dataclasses.FrozenInstanceError):
        machine.start = "r"
    with pytest.raises(TypeError):
        machine.arcs["q", "b"] = ("q", "")
    with pytest.raises(TypeError):
        machine.arcs["q", "a"][1][0] = "b"
    assert len({machine, lc.Transducer("ab", "ab", "q", GOOD)}) == 1


def test_the_caller_s_table_is_not_kept():
    table = dict(GOOD)
    machine = lc.Transducer("ab", "ab", "q", table)
    table["q", "a"] = ("r", "")
    assert machine.step("q", "a") == ("q", ("a",))


# bad input: an error of its own, with the place ---------------------------------------------------------------------


def refused(match: str, latent="ab", observable="ab", start="q", arcs=None, **more) -> lc.ProjectionError:
    with pytest.raises(lc.ProjectionError, match=match) as caught:
        lc.Transducer(latent, observable, start, GOOD if arcs is None else arcs, **more)
    assert caught.value.place, "the place is missing"
    return caught.value


def test_two_outputs_on_one_token():
    rows = [("q", "a", "q", "a"), ("q", "b", "q", "b"), ("q", "a", "q", "b")]
    message = str(refused(r"q.*a", arcs=rows))
    assert "one thing per token" in message
    assert "a>a" in message
    assert "a>b" in message


def test_two_targets_on_one_token():
    refused("twice", arcs=[("q", "a", "q", "a"), ("q", "a", "r", "a"), ("r", "b", "q", "b")])


def test_an_unknown_token_or_symbol_in_an_arc():
    assert "q" in refused("'c'", arcs=GOOD | {("q", "c"): ("q", "a")}).place
    assert "q" in refused("'z'", arcs=GOOD | {("q", "a"): ("q", "az")}).place


def test_an_arc_to_nowhere():
    error = refused("nowhere", arcs=GOOD | {("r", "b"): ("nowhere", "a")})
    assert "r" in error.place
    assert "b" in error.place


@pytest.mark.parametrize(("latent", "observable", "place"), [("", "ab", "latent"), ("ab", "", "observable")])
def test_an_empty_alphabet(latent, observable, place):
    assert place in refused("empty", latent=latent, observable=observable).place


@pytest.mark.parametrize(
    ("latent", "observable"), [("aab", "ab"), ("ab", "abb"), (["a", "b", ""], "ab"), (["a", 1], "ab")]
)
def test_alphabets_list_each_token_once_as_text(latent, observable):
    refused("alphabet", latent=latent, observable=observable)


def test_a_start_state_that_dies():
    refused("start.*'q'", arcs={("q", "a"): ("r", "a"), ("r", "a"): ("r", "")})
    refused("start", arcs={("q", "a"): ("q", "")})
    refused("start", start="elsewhere")
    refused("arc", arcs={})


def test_labels_name_tokens():
    refused("label.*'c'", labels={"c": "1"})
    refused("label", labels={"a": ""})


# odd input that is right --------------------------------------------------------------------------------------------


def test_two_tokens_that_write_the_same():
    machine = lc.Transducer("abc", "xy", "q", {("q", "a"): ("q", "x"), ("q", "b"): ("q", "x"), ("q", "c"): ("q", "y")})
    assert lc.lifting(machine, "xyx") == [tuple(z) for z in ("aca", "acb", "bca", "bcb")]


def test_a_row_given_twice_alike_is_one_row():
    assert lc.Transducer("a", "a", "q", [("q", "a", "q", "a"), ("q", "a", "q", "a")]).arc_rows() == [
        ("q", "a", "q", ("a",))
    ]


def test_tokens_from_any_script():
    tokens = ["ж", "漢字", "👩‍👩‍👧", "é", "e\u0301", " ", "|", "<s>"]
    machine = lc.Transducer(tokens, tokens, "início", [("início", t, "início", [t]) for t in tokens])
    d = lc.Projected(machine, lc.Markov(tokens, 0, {(): dict.fromkeys(tokens, 1)}))
    assert lc.lifting(machine, tokens) == [tuple(tokens)]
    assert d.probability(tokens, arithmetic="exact") == Fraction(1, 8**8)
    assert lc.load_projection(lc.dump_projection(machine)).arc_rows() == machine.arc_rows()


def test_states_may_be_any_hashable_value():
    machine = lc.Transducer("ab", "ab", (0, "x"), {((0, "x"), "a"): (1, "a"), (1, "b"): ((0, "x"), "b")})
    assert lc.lifting(machine, "aba") == [()]
    assert lc.prefix_projection(machine, "a", limit=4) == tuple("abab")


def test_a_small_machine_prints_as_what_builds_it_and_a_large_one_as_its_counts():
    small = lc.Transducer("ab", "ab", "q", [("q", "a", "q", "ab"), ("q", "b", "q", "b")], {"a": "1"}, "two")
    again = eval(repr(small), {"Transducer": lc.Transducer})
    assert (again.arc_rows(), again.labels, again.name) == (small.arc_rows(), small.labels, small.name)
    tokens = [f"t{number}" for number in range(500)]
    large = lc.Transducer(tokens, "a", "q", [("q", token, "q", "a") for token in tokens], name="large")
    assert repr(large) == "<Transducer 'large': 1 states, 500 arcs, start 'q'>"
