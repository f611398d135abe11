"""lifting(x), its size and the prefix projection against their definitions on random machines."""

from itertools import product

import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.strategies import Example, instances, machines

EXCLAMATION = [
    ("q", "a", "q", "a"),
    ("q", "b", "q", "b"),
    ("q", "!", "end", "!"),
    ("end", "a", "end", "a"),
    ("end", "b", "end", "a"),
]
CYCLE = [("q", "a", "q", "a"), ("q", "b", "q", "b"), ("q", "~", "r", ""), ("r", "~", "q", "")]


@given(instances(longest=5))
def test_lifting_is_its_definition(example: Example):
    expected = list(oracles.lifting(example.machine, example.x))
    assert lc.lifting(example.projection, example.x) == expected
    assert lc.lifting_size(example.projection, example.x) == len(expected)


@given(instances())
def test_liftings_cut_the_domain_into_cylinders(example: Example):
    """Prefix-free, and the liftings of all words of one length together start every infinite run exactly once."""
    words = oracles.words(example.observable, min(len(example.x), 2))
    if not all(oracles_can_list(example, x) for x in words):
        return
    leaves = [z for x in words for z in lc.lifting(example.projection, x)]
    longest = max(map(len, leaves))
    for z in runs(example.machine, longest):
        assert sum(z[: len(leaf)] == leaf for leaf in leaves) == 1


def oracles_can_list(example: Example, x: tuple[str, ...]) -> bool:
    try:
        return (
            len(oracles.lifting(example.machine, x)) <= 30
            and max(map(len, oracles.lifting(example.machine, x)), default=0) <= 6
        )
    except oracles.TooBig:
        return False


def runs(machine: oracles.Machine, length: int) -> list[tuple[str, ...]]:
    tokens = sorted({token for _, token in machine.arcs})
    return [z for z in product(tokens, repeat=length) if oracles.run(machine, z)]


@given(machines(closed=False))
def test_prefix_projection_is_what_all_continuations_share(example: Example):
    machine = example.machine
    for z in [z for length in range(4) for z in runs(machine, length)]:
        expected = oracles.prefix_projection(machine, z, 9)
        assert [lc.prefix_projection(example.projection, z, limit=n) for n in (0, 1, 9)] == [(), expected[:1], expected]


@given(machines(closed=False))
def test_prefix_projection_without_a_limit(example: Example):
    if oracles.determined_for_ever(example.machine, ()):
        with pytest.raises(lc.LimitExceeded):
            lc.prefix_projection(example.projection, ())
    else:
        assert lc.prefix_projection(example.projection, ()) == oracles.prefix_projection(example.machine, (), 10_000)


def test_infinite_determined_output():
    machine = lc.Transducer("ab!", "ab!", "q", EXCLAMATION)
    assert lc.lifting(machine, "b!aaa") == [("b", "!")]
    assert lc.prefix_projection(machine, "b!", limit=6) == tuple("b!aaaa")
    assert lc.lifting(machine, "!ab") == []
    with pytest.raises(lc.LimitExceeded, match=r"b!.*\ba\b"):
        lc.prefix_projection(machine, "b!")


def test_the_empty_observation_and_one_symbol():
    machine = lc.Transducer("ab", "x", "q", [("q", "a", "q", "x"), ("q", "b", "q", "xx")])
    assert [lc.lifting(machine, "x" * n) for n in (0, 1, 7)] == [[()]] * 3
    assert lc.lifting(lc.Transducer("ab!", "ab!", "q", EXCLAMATION), "") == [()]


def test_determined_without_being_read():
    codons = [
        ("q", "0", "0", ""),
        ("q", "1", "1", ""),
        ("0", "0", "q", "x"),
        ("0", "1", "q", "x"),
        ("1", "0", "q", "y"),
        ("1", "1", "q", "z"),
    ]
    assert lc.lifting(lc.Transducer("01", "xyz", "q", codons), "x") == [("0",)]


def test_sorted_by_code_points_token_by_token():
    tokens = ["b", "ab", "a", "Z", "é"]
    machine = lc.Transducer([*tokens, "y"], "xy", "q", [*(("q", t, "q", "x") for t in tokens), ("q", "y", "q", "y")])
    assert lc.lifting(machine, "x") == [("Z",), ("a",), ("ab",), ("b",), ("é",)]
    assert lc.lifting(machine, "xx") == sorted(product(tokens, repeat=2))


def test_a_limit_is_never_cut_silently():
    machine = lc.gallery.build("product", observable="ab", hidden="12")
    assert len(lc.lifting(machine, "abba", limit=16)) == 16
    with pytest.raises(lc.LimitExceeded, match="best") as caught:
        lc.lifting(machine, "abba", limit=15)
    assert caught.value.limit == 15
    assert "lifting_size" in str(caught.value)
    assert lc.lifting_size(machine, "ab" * 500) == 2**1000


@pytest.mark.parametrize(
    "ask",
    [
        lambda p: lc.lifting(p, "ab"),
        lambda p: lc.lifting_size(p, "ab"),
        lambda p: lc.next_segments(p, "a", ["a"], "b"),
        lambda p: lc.Projected(p, lc.Markov("ab~", 0, {(): {"a": 1, "b": 1, "~": 1}})).probability("a"),
    ],
    ids=["lifting", "lifting_size", "next_segments", "probability"],
)
def test_a_silent_cycle_is_refused_with_the_cycle(ask):
    with pytest.raises(lc.NotClosed, match=r"q.*~.*r"):
        ask(lc.Transducer("ab~", "ab", "q", CYCLE))


@given(machines(closed=False))
def test_refused_exactly_when_not_closed(example: Example):
    if oracles.has_silent_cycle(example.machine):
        with pytest.raises(lc.NotClosed):
            lc.lifting_size(example.projection, ())
    else:
        assert lc.lifting_size(example.projection, ()) == 1


def test_symbols_outside_the_alphabet_are_named():
    machine = lc.Transducer("ab!", "ab!", "q", EXCLAMATION)
    for ask in (lc.lifting, lc.lifting_size):
        with pytest.raises(lc.AlphabetError, match=r"3.*'c'"):
            ask(machine, "abc")
    with pytest.raises(lc.AlphabetError, match="'c'"):
        lc.prefix_projection(machine, "ac", limit=3)
    with pytest.raises(lc.LiftError, match="end"):
        lc.prefix_projection(machine, ["!", "!"], limit=3)


def test_observations_may_be_tuples_lists_or_text():
    machine = lc.Transducer("ab!", "ab!", "q", EXCLAMATION)
    assert lc.lifting(machine, "ab") == lc.lifting(machine, ["a", "b"]) == lc.lifting(machine, ("a", "b"))
