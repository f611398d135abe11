"""A model's file for the machine at hand, on the Projection page."""

import json

import pytest

from lift_core import gallery
from tests.pages.harness import assert_calm, messages, open_page
from tests.pages.test_projection import key, scenario

COIN, XOR = gallery.scenario("switching-coin"), gallery.scenario("xor")


def opened(content: bytes):
    at = open_page("projection")
    at.file_uploader(key="model-file").set_value([("mine.json", content, "application/json")]).run()
    return assert_calm(at)


def test_a_model_s_file_takes_the_place_of_the_model_and_undo_brings_it_back():
    rows = [[[], {"H": "1", "T": "2", "h": "3", "t": "4", "~": "5"}]]
    model = {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": rows}
    at = opened(json.dumps(model).encode())
    assert scenario(at).model_source == model and not messages(at)
    key(at, "projection-undo").click().run()
    assert scenario(at).model_source == COIN.model_source and scenario(at).knobs == COIN.knobs


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps(XOR.model_source).encode(), "the model names token"),
        (b"[1]", "mine.json is no JSON object"),
        (b"\xff\xfe\xff", "mine.json is not text"),
        (b"{", "mine.json is broken at line 1"),
        (json.dumps(COIN.dump()).encode(), "its format is 'lift-scenario/1'"),
    ],
)
def test_another_file_is_refused_and_the_model_stays(content, said):
    at = opened(content)
    assert said in messages(at).replace("\\", "") and scenario(at).model_source == COIN.model_source
