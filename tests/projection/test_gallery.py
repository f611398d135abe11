"""Every row of the table in docs/theory.md §1: the sizes of liftings in closed form, the stated liftings, and the oracle on each entry."""

import itertools
import json
import math
from pathlib import Path

import pytest

import lift_core as lc
from lift_core.projection.lazy import Lazy
from tests import oracles

API_NAMES = """identity product pause-to-think fixed-thought query-thought tokens codons xor swap rewrite backspace erasure lumping
autocorrect switching-coin unbounded-erasure unbounded-thought unbounded-backspace""".split()
REFUSED = [name for name in API_NAMES if name.startswith("unbounded")]
USABLE = [name for name in API_NAMES if name not in REFUSED]


def words(projection, longest):
    return itertools.chain.from_iterable(itertools.product(projection.observable, repeat=t) for t in range(longest + 1))


def machine(projection):
    arcs = {(s, t): (q, out) for s, t, q, out in projection.arc_rows()}
    return oracles.build(arcs, projection.start, projection.observable, projection.labels)


def test_names_are_those_that_files_rely_on():
    assert sorted(lc.gallery.names()) == sorted(API_NAMES)


@pytest.mark.parametrize("name", API_NAMES)
def test_entries_are_told(name):
    entry = lc.gallery.entry(name)
    assert entry.name == name and entry.title and entry.story.endswith(".")
    assert entry.hidden in ("nothing", "a state", "a thought", "a cut")
    assert entry.counter_example == (name in REFUSED)
    assert lc.gallery.build(name, **entry.parameters).name == lc.gallery.build(name).name != ""


@pytest.mark.parametrize("name", USABLE)
def test_liftings_are_those_of_the_definition(name):
    projection = lc.gallery.build(name)
    for x in words(projection, 1 if len(projection.observable) > 3 else 2):
        assert lc.lifting(projection, x) == list(oracles.lifting(machine(projection), x))


@pytest.mark.parametrize("name", USABLE)
def test_states_are_texts_and_files_keep_them(name):
    projection = lc.gallery.build(name)
    assert lc.load_projection(lc.dump_projection(projection)) == projection
    assert lc.parse_rules(lc.format_rules(projection)) == projection


@pytest.mark.parametrize(
    ("name", "parameters", "size"),
    [
        ("identity", {"observable": "abc"}, lambda x: 1),
        ("product", {"observable": "ab", "hidden": ["low", "mid", "high"]}, lambda x: 3 ** len(x)),
        ("pause-to-think", {"observable": "ab", "bound": 3}, lambda x: (1 + 2 + 4 + 8) ** len(x)),
        ("pause-to-think", {"observable": "abc", "bound": 0}, lambda x: 1),
        ("pause-to-think", {"observable": "ab", "bound": [0, 2, 1]}, lambda x: math.prod((1, 7, 3, 3, 3)[: len(x)])),
        (
            "pause-to-think",
            {"observable": "ab", "bound": lambda t: t},
            lambda x: math.prod(2 ** (t + 2) - 1 for t in range(len(x))),
        ),
        ("fixed-thought", {"observable": "abc", "length": 2}, lambda x: 9 ** len(x)),
        ("query-thought", {"observable": "ab", "bound": 2, "query": "?"}, lambda x: 13 ** x[:-1].count("?")),
        ("query-thought", {"observable": "ab", "bound": 2, "query": "b"}, lambda x: 7 ** x[:-1].count("b")),
        ("xor", {}, lambda x: 2 if x else 1),
        ("erasure", {"observable": "ab", "filler": "_", "run": 3}, lambda x: 4 ** len(x)),
        ("erasure", {"observable": "ab", "run": 0}, lambda x: 1),
        ("lumping", {"map": {"1": "a", "2": "a", "3": "a", "4": "b"}}, lambda x: 3 ** x.count("a")),
        ("swap", {"observable": "ab"}, lambda x: 2 if len(x) % 2 else 1),
        ("switching-coin", {}, lambda x: 2 ** len(x)),
    ],
)
def test_sizes_in_closed_form(name, parameters, size):
    projection = lc.gallery.build(name, **parameters)
    for x in words(projection, 4):
        assert lc.lifting_size(projection, x) == size(x), x


@pytest.mark.parametrize(
    "name", ["identity", "pause-to-think", "fixed-thought", "erasure", "swap", "product", "query-thought"]
)
def test_one_symbol_is_always_certain(name):
    parameters = {"query": "a"} if name == "query-thought" else {}
    projection = lc.gallery.build(name, observable="a", **parameters)
    assert lc.lifting(projection, "aaa") == [()]
    report = lc.diagnose(projection)
    assert (report.onto, report.growth, report.growth_rate) == (True, "bounded", 0.0)


def test_tokenisations():
    tokens = lc.gallery.build("tokens", vocabulary=["a", "b", "ab", "ba"])
    assert lc.lifting(tokens, "ab") == [("a", "b"), ("a", "ba"), ("ab",)]


def test_autocorrect():
    projection = lc.gallery.build("autocorrect")
    assert (len(projection.states), len(projection.arcs)) == (3, 9)
    assert {"".join(z) for z in lc.lifting(projection, "the")} == {"the", "teh"}
    assert {"".join(z) for z in lc.lifting(projection, "te")} == {"tee", "tet"}
    assert lc.lifting(projection, "teh") == []
    assert lc.diagnose(projection).shortest_unreachable == ("t", "e", "h")


def test_rewrite():
    projection = lc.gallery.build("rewrite")
    assert lc.lifting(projection, "c") == [("a", "b"), ("c",)]
    assert lc.diagnose(projection).shortest_unreachable == ("a", "b")


def test_codons():
    """The codon counts of the standard code, and the codons that everybody knows."""
    projection = lc.gallery.build("codons")
    table = "A4 R6 N2 D2 C2 Q2 E2 G4 H2 I3 L6 K2 M1 F2 P4 S6 T4 W1 Y2 V4 *3".split()
    counts = {entry[0]: int(entry[1]) for entry in table}
    assert set(projection.observable) == {*counts} and len(projection.arcs) == 4 + 16 + 64
    codons = list(itertools.product("ACGU", repeat=3))
    shown = {"".join(codon): lc.prefix_projection(projection, codon) for codon in codons}
    assert {symbol: list(shown.values()).count((symbol,)) for symbol in counts} == counts
    assert (shown["AUG"], shown["UGG"], shown["UUU"], shown["GGG"]) == (("M",), ("W",), ("F",), ("G",))
    assert [codon for codon, symbol in shown.items() if symbol == ("*",)] == ["UAA", "UAG", "UGA"]
    assert lc.lifting(projection, "A") == [("G", "C")], "four codons begin GC and all of them are alanine"


def test_backspace_counts_pending_and_deletions():
    def text(keys):
        shown = []
        for key in keys:
            shown = shown[:-1] if key == "<" else [*shown, key]
        return tuple(shown)

    for pending, deletions in [(1, 1), (2, 1), (2, 3)]:
        projection = lc.gallery.build("backspace", pending=pending, deletions=deletions)
        for keys in itertools.product("ab<", repeat=6):
            state, written, legal, since = [], 0, True, 0
            for key in keys:
                since = since + 1 if key == "<" else since
                legal = legal and (key != "<" or (len(state) > 0 and since <= deletions))
                state = state[:-1] if key == "<" else [*state, key]
                if len(state) > pending:
                    state, written, since = state[1:], written + 1, 0
            if legal:
                certain = lc.prefix_projection(projection, keys)
                assert len(certain) >= written and certain[:written] == text(keys)[:written]
                assert text(keys)[: len(certain)] == certain[: len(text(keys))]
            else:
                with pytest.raises(lc.LiftError):
                    lc.prefix_projection(projection, keys)


def test_switching_coin_is_the_case_file():
    case = json.loads((Path(__file__).resolve().parents[1] / "cases/switching-coin.json").read_text())
    assert lc.gallery.build("switching-coin") == lc.load_projection(case["projection"])


def test_product_labels_are_the_hidden_part():
    assert lc.gallery.build("product").labels == {"a|1": "1", "a|2": "2", "b|1": "1", "b|2": "2"}


def test_a_product_of_4096_tokens_is_quick():
    letters = [f"s{i}" for i in range(64)]
    assert lc.lifting_size(lc.gallery.build("product", observable=letters, hidden=letters), letters) == 64**64


@pytest.mark.parametrize(
    ("name", "parameters", "place", "says"),
    [
        ("identiti", {}, "name", "Did you mean 'identity'"),
        ("identity", {"observables": "ab"}, "observables", "Did you mean 'observable'"),
        ("xor", {"bound": 2}, "bound", "has none"),
        ("identity", {"observable": ""}, "observable", "at least one"),
        ("identity", {"observable": "aba"}, "observable", "'a' comes twice"),
        ("identity", {"observable": 3}, "observable", "got 3"),
        ("identity", {"observable": ["a", 1]}, "observable", "text"),
        ("product", {"observable": ["a|b"]}, "observable", '"|"'),
        ("product", {"hidden": ["x|y"]}, "hidden", '"|"'),
        ("pause-to-think", {"bound": -1}, "bound", "0 or more"),
        ("pause-to-think", {"bound": True}, "bound", "whole number"),
        ("pause-to-think", {"bound": "2"}, "bound", "whole number"),
        ("pause-to-think", {"bound": []}, "bound", "at least one"),
        ("pause-to-think", {"bound": 10**9}, "bound", "at most"),
        ("pause-to-think", {"observable": ["a", "<s>"]}, "observable", "'<s>'"),
        ("fixed-thought", {"length": 0}, "length", "1 or more"),
        ("query-thought", {"query": "<s>"}, "query", "other than"),
        ("query-thought", {"query": ""}, "query", "one token"),
        ("erasure", {"filler": "a"}, "filler", "not an observable symbol"),
        ("backspace", {"pending": 0}, "pending", "1 or more"),
        ("backspace", {"observable": "a<"}, "observable", "'<'"),
        ("lumping", {"map": {}}, "map", "at least one"),
        ("lumping", {"map": "ab"}, "map", "object"),
        ("lumping", {"map": {"a": ["b"]}}, "map", "text"),
        ("tokens", {"vocabulary": ["a", ""]}, "vocabulary", "at least one character"),
    ],
)
def test_refused_parameters(name, parameters, place, says):
    with pytest.raises(lc.ProjectionError) as refusal:
        lc.gallery.build(name, **parameters)
    assert refusal.value.place == place and says in str(refusal.value)


def test_counter_examples_load_are_diagnosed_and_have_no_liftings():
    for name in REFUSED:
        projection = lc.gallery.build(name)
        report = lc.diagnose(projection)
        assert (
            report.closed is False
            and report.silent_cycle
            and report.messages[0].severity == "red"
            and not report.usable
        )
        assert report.continuous == (name != "unbounded-backspace") and report.growth is None
        with pytest.raises(lc.NotClosed):
            lc.lifting(projection, "ab")
        with pytest.raises(lc.NotClosed):
            lc.lifting_size(projection, "ab")
        with pytest.raises(lc.NotClosed):
            lc.Projected(projection, lc.Generic(projection.latent, seed=1)).probability("ab")


def test_time_varying_bounds_are_lazy():
    endless = lc.gallery.build("pause-to-think", bound=lambda t: t)
    assert isinstance(endless, Lazy)
    report = lc.diagnose(endless)
    assert (report.closed, report.onto, report.growth) == (None, None, None)
    assert {message.severity for message in report.messages} == {"grey"}
    listed = lc.diagnose(lc.gallery.build("pause-to-think", bound=[2, 1]))
    assert (listed.closed, listed.onto, listed.disentangled, listed.growth) == (True, True, True, "exponential")


def test_a_bad_bound_met_later_is_named():
    projection = lc.gallery.build("pause-to-think", bound=lambda t: 1 if t < 3 else "many")
    with pytest.raises(lc.ProjectionError, match="bound at t = 3"):
        lc.lifting(projection, "abab")
