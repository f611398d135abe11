"""`lift-model/1`: every kind comes back as it was written; what is broken is refused with its place."""

import json

import pytest

import lift_core as lc
from tests.model.test_models import EMISSION, INITIAL, TRANSITION, Parity

MARKOV = {
    "format": "lift-model/1",
    "kind": "markov",
    "order": 1,
    "weights": [
        [[], {"a": "3", "b": "1", "ab": "2"}],
        [["a"], {"a": "1", "b": "1/2", "ab": "0.25"}],
        [["b"], {"a": "1"}],
        [["ab"], {"b": "7"}],
    ],
}
HIDDEN = {
    "format": "lift-model/1",
    "kind": "hidden-markov",
    "observable": ["a", "b"],
    "hidden": ["1", "2"],
    "initial": INITIAL,
    "transition": TRANSITION,
    "emission": EMISSION,
}
GENERIC = {"format": "lift-model/1", "kind": "generic", "latent": ["a", "b", "ab"], "seed": 4}
FORGETFUL = {"format": "lift-model/1", "kind": "forgetful", "model": MARKOV}


def tokens():
    return lc.gallery.build("tokens", vocabulary=["a", "b", "ab"])


def projection_for(data):
    return lc.gallery.build("product", observable="ab", hidden="12") if data["kind"] == "hidden-markov" else tokens()


@pytest.mark.parametrize("data", [MARKOV, HIDDEN, GENERIC, FORGETFUL], ids=lambda data: data["kind"])
def test_there_and_back(data, tmp_path):
    projection = projection_for(data)
    model = lc.load_model(data, projection)
    dumped = lc.dump_model(model)
    json.dumps(dumped)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(dumped), encoding="utf-8")
    for source in (dumped, json.dumps(dumped), path, str(path)):
        again = lc.load_model(source, projection)
        assert lc.dump_model(again) == dumped
        assert lc.Projected(projection, again).posterior("ab") == lc.Projected(projection, model).posterior("ab")


def test_markov_reads_rationals_exactly():
    model = lc.load_model(MARKOV, tokens())
    assert {t: str(w) for t, w in model.weights(("a",)).items()} == {"a": "1", "b": "1/2", "ab": "1/4"}


def test_markov_without_a_projection():
    assert set(lc.load_model(MARKOV).latent) == {"a", "b", "ab"}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "lift-model/2"}, "lift-model/2"),
        ({"format": "lift-projection/1"}, "lift-projection/1"),
        ({"kind": "markovian"}, "markovian"),
        ({"order": "one"}, "order"),
        ({"weights": {"a": 1}}, "weights"),
        ({"weights": [["a", 1]]}, "row 1"),
        ({"weights": [[[], {"a": "1"}], [["a"]]]}, "row 2"),
    ],
)
def test_a_broken_file_names_the_field(change, place):
    with pytest.raises(lc.FormatError, match=place):
        lc.load_model(MARKOV | change, tokens())


@pytest.mark.parametrize("field", ["format", "kind", "order", "weights"])
def test_a_missing_field_is_named(field):
    with pytest.raises(lc.FormatError, match=field):
        lc.load_model({name: value for name, value in MARKOV.items() if name != field}, tokens())


@pytest.mark.parametrize("source", ["{not json", "[1, 2]", "no/such/file.json", 7, None, b"\xff"])
def test_what_is_no_model_at_all(source):
    with pytest.raises(lc.FormatError):
        lc.load_model(source, tokens())


def test_bad_weights_and_tokens_in_a_file():
    for weight in ("-1", "heavy"):
        with pytest.raises(lc.WeightError, match=r"context ab.*'b'"):
            lc.load_model(MARKOV | {"weights": [*MARKOV["weights"][:3], [["ab"], {"b": weight}]]}, tokens())
    with pytest.raises(lc.AlphabetError, match="'c'"):
        lc.load_model(MARKOV | {"weights": [[[], {"c": "1"}]]}, tokens())
    with pytest.raises(lc.AlphabetError, match=r"context \[1\]"):
        lc.load_model(MARKOV | {"weights": [[[], {"a": "1"}], [[1], {"a": "1"}]]})


def test_a_forgetful_model_needs_its_projection():
    with pytest.raises(lc.LiftError, match="projection"):
        lc.load_model(FORGETFUL)


def test_a_model_of_ones_own_has_no_file():
    with pytest.raises(lc.FormatError, match="Parity"):
        lc.dump_model(Parity())


@pytest.mark.parametrize("data", [MARKOV, HIDDEN, GENERIC, FORGETFUL], ids=lambda data: data["kind"])
def test_a_field_that_nothing_reads_is_named(data):
    fields = ", ".join(["format", "kind", *(name for name in data if name not in ("format", "kind"))])
    with pytest.raises(
        lc.FormatError, match=f"a {data['kind']} model has no field 'ordre'; its fields are {fields}$"
    ) as caught:
        lc.load_model(data | {"ordre": 1}, projection_for(data))
    assert caught.value.place == "ordre"


def test_an_empty_text_is_no_file():
    with pytest.raises(lc.FormatError, match="got an empty text"):
        lc.load_model("")
