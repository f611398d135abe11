"""`lift-projection/1`: round trips, and an error that names the place for every way a file can be wrong."""

import json

import pytest
from hypothesis import given

import lift_core as lc
from lift_core.projection.files import state_names
from tests.strategies import machines

GOOD = {
    "format": "lift-projection/1",
    "name": "product",
    "latent": ["a|1", "a|2", "b|1", "b|2"],
    "observable": ["a", "b"],
    "start": "q",
    "arcs": [[*"q", "a|1", "q", ["a"]], ["q", "a|2", "q", ["a"]], ["q", "b|1", "q", ["b"]], ["q", "b|2", "q", ["b"]]],
    "labels": {"a|1": "1", "a|2": "2", "b|1": "1", "b|2": "2"},
}


def changed(**fields):
    """The good file with some fields changed; None takes a field away."""
    return {name: value for name, value in {**GOOD, **fields}.items() if value is not None}


def test_a_path_a_text_or_a_dict(tmp_path):
    path = tmp_path / "product.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    loaded = [
        lc.load_projection(source) for source in (GOOD, path, str(path), json.dumps(GOOD), "\n " + json.dumps(GOOD))
    ]
    assert set(loaded) == {lc.gallery.build("product", observable="ab", hidden="12")}
    assert lc.dump_projection(loaded[0]) == GOOD


@given(machines(closed=False))
def test_round_trip(example):
    projection = example.projection
    dumped = lc.dump_projection(projection)
    assert json.loads(json.dumps(dumped)) == dumped
    assert lc.load_projection(dumped) == projection and lc.dump_projection(lc.load_projection(dumped)) == dumped


def test_what_trimming_removes_stays_in_the_file():
    document = changed(arcs=[*GOOD["arcs"], ["lost", "a|1", "q", []]], latent=[*GOOD["latent"], "unused"])
    projection = lc.load_projection(document)
    assert lc.dump_projection(projection) == document
    assert lc.diagnose(projection).trimmed == ("lost",)


def test_name_and_labels_may_be_absent():
    projection = lc.load_projection(changed(name=None, labels=None))
    assert projection.name == "" and projection.labels is None
    assert lc.dump_projection(projection) == changed(name="", labels=None)


def test_odd_tokens_are_kept():
    odd = ["🙂", " ", '"', "\n", "́", "א", "a|b"]
    projection = lc.Transducer(odd, odd, "⊥", [("⊥", token, "⊥", [token] * 1000) for token in odd])
    assert lc.load_projection(json.dumps(lc.dump_projection(projection))) == projection


def test_state_names_are_readable_and_all_different():
    states = ["q", ("q",), "q (2)", 1, "1", (1, ("a", "b")), None, (), "", frozenset({"x"})]
    names = state_names(states)
    assert len(set(names.values())) == len(states) and list(names) == states
    assert [names[state] for state in ("q", ("q",), 1, (1, ("a", "b")), ())] == ["q", "q (3)", "1 (2)", "1,ab", "ε"]


@pytest.mark.parametrize(
    ("source", "place", "says"),
    [
        ("{not json", "line 1", "broken at line 1, column 2"),
        ('{"format": "lift-projection/1",\n "latent": [}', "line 2", "broken at line 2"),
        ("[1, 2]", "", "got a list"),
        ("{" * 100_000, "line 1", "broken"),
        ('{"a":' * 100_000, "", "nested too deeply"),
        (3, "", "got a number"),
        ("", "", "got an empty text"),
        (None, "", "path, a JSON text or a dict"),
        ({}, "format", 'no field "format"'),
        (changed(format="lift-projection/2"), "format", 'its version is "lift-projection/2"; this library reads "lift-projection/1"'),
        (changed(format="lift-model/1"), "format", "its format is 'lift-model/1'"),
        (changed(format=1), "format", "its format is 1"),
        (changed(latent=None), "latent", "no field 'latent'"),
        (changed(observable=None), "observable", "no field 'observable'"),
        (changed(start=None), "start", "no field 'start'"),
        (changed(arcs=None), "arcs", "no field 'arcs'"),
        (changed(lables={}), "lables", "no field 'lables'"),
        (changed(latent="ab"), "latent", "needed a list, got a text"),
        (changed(latent=["a|1", 2]), "latent[1]", "needed a text, got a number"),
        (changed(start=0), "start", "needed a text"),
        (changed(name=7), "name", "needed a text"),
        (changed(arcs={}), "arcs", "needed a list"),
        (changed(arcs=[["q", "a|1", "q"]]), "arcs[0]", "got 3 entries"),
        (changed(arcs=[["q", "a|1", "q", ["a"]], ["q", "a|2", "q", "a"]]), "arcs[1][3]", "needed a list"),
        (changed(arcs=[["q", "a|1", "q", [None]]]), "arcs[0][3][0]", "needed a text"),
        (changed(arcs=[["q", "a|1", 1, ["a"]]]), "arcs[0][2]", "needed a text"),
        (changed(arcs=["qaqa"]), "arcs[0]", "needed a list"),
        (changed(labels=["1"]), "labels", "needed an object"),
        (changed(labels={"a|1": 1}), "labels['a|1']", "needed a text"),
    ],
)  # fmt: skip
def test_broken_files(source, place, says):
    with pytest.raises(lc.FormatError) as error:
        lc.load_projection(source)
    assert says in str(error.value) and error.value.place == place


@pytest.mark.parametrize(
    ("document", "place", "says"),
    [
        (
            changed(arcs=[["q", "a|1", "q", ["a"]], ["q", "a|1", "q", ["b"]]]),
            "arc ('q', 'a|1')",
            "a projection writes one thing per token. Put the choice into the token",
        ),
        (changed(arcs=[["q", "a|1", "nowhere", ["a"]]]), "arc ('q', 'a|1')", "leads to 'nowhere'"),
        (changed(arcs=[["q", "c", "q", ["a"]]]), "arc ('q', 'c')", "not in the latent alphabet"),
        (changed(arcs=[["q", "a|1", "q", ["c"]]]), "arc ('q', 'a|1')", "not in the observable alphabet"),
        (changed(arcs=[["q", "a|1", "q", []]]), "state 'q'", "dies"),
        (changed(latent=[]), "latent", "empty"),
        (changed(observable=["a", "a"]), "observable", "twice"),
        (changed(labels={"z": "1"}), "label of 'z'", "not in the latent alphabet"),
    ],
)  # fmt: skip
def test_broken_machines(document, place, says):
    with pytest.raises(lc.ProjectionError) as error:
        lc.load_projection(document)
    assert says in str(error.value) and error.value.place == place


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    for path, why in [("missing.json", "there is no such file"), ("", "directory"), ("bytes.json", "not UTF-8")]:
        with pytest.raises(lc.FormatError, match=why):
            lc.load_projection(tmp_path / path)
    for text in ("no/such/file.json", "x" * 10_000, "a\0b"):
        with pytest.raises(lc.FormatError, match="cannot read a projection from the file"):
            lc.load_projection(text)
