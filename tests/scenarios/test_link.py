"""Links: lossless for any scenario, and a clear refusal, within two seconds, of whatever else stands in an address."""

import base64
import json
import random
import re
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lift_core import gallery
from lift_core.errors import FormatError, LiftError, LimitExceeded
from lift_core.scenarios.link import LARGEST, LONGEST_LINK, read_code, read_view
from lift_core.scenarios.scenario import load_scenario


def code(data: bytes) -> str:
    return "1." + base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


COIN = gallery.scenario("switching-coin").link()

names = st.text(st.characters(exclude_categories=["Cs", "Z", "C"]), min_size=1, max_size=3)
numbers = st.fractions(0, 5, max_denominator=50).map(str)


@st.composite
def scenarios(draw):
    """A letter map with any tokens, weights and view."""
    latent = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    weights = {token: draw(numbers) for token in latent} | {latent[0]: "1"}
    knobs = [{"name": "knob", "value": "1/2", "label": draw(st.text(max_size=5))}] if draw(st.booleans()) else []
    return {
        "format": "lift-scenario/1",
        "name": draw(st.sampled_from(["mine", "lumping", "ε&=?#"])),
        "projection": {
            "format": "lift-projection/1",
            "latent": latent,
            "observable": [draw(names)],
            "start": "q",
            "arcs": [["q", token, "q", draw(st.sampled_from([[], ["x"], ["x", "x"]]))] for token in latent],
        },
        "model": {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], weights]]},
        "observation": draw(st.lists(st.just("x"), max_size=4)),
        "seed": draw(st.integers(0, 2**63 - 1)),
        "knobs": knobs,
        "view": draw(
            st.dictionaries(
                st.sampled_from(["step", "chosen", "page"]),
                st.text(min_size=1, max_size=40).filter(lambda t: max(t) < "\ud800"),
            )
        ),
    } | {"title": draw(st.text(max_size=20))}


@given(scenarios())
def test_round_trip(data):
    data["projection"]["observable"] = ["x"]
    data["projection"]["arcs"][0][3] = ["x"]
    scenario = load_scenario(data)
    assert load_scenario(scenario.link("https://example.org/app")) == scenario
    assert load_scenario(json.dumps(scenario.dump())) == scenario


@given(st.text(max_size=200))
def test_any_text_after_the_question_mark(text):
    with pytest.raises(LiftError):
        load_scenario("?s=" + text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "name",
                        "projection",
                        "model",
                        "gallery",
                        "observation",
                        "knobs",
                        "values",
                        "view",
                        "seed",
                        "format",
                        "kind",
                        "weights",
                        "arcs",
                    ]
                ),
                inner,
                max_size=6,
            )
        ),
        max_leaves=20,
    )
)
def test_any_content(content):
    try:
        load_scenario("?s=" + code(json.dumps(content).encode()))
    except LiftError as error:
        assert str(error)


@given(st.integers(0, 10**6))
def test_one_character_changed(seed):
    rng = random.Random(seed)
    link = list(gallery.scenario(rng.choice(gallery.cards())).link())
    link[rng.randrange(len("/?s=1."), len(link))] = rng.choice("abcXYZ019-_%&=. ")
    try:
        load_scenario("".join(link))
    except LiftError as error:
        assert str(error)


PROJECTION = {"format": "lift-projection/1", "latent": ["a"], "observable": ["a"], "start": "0"}
MODEL = {"format": "lift-model/1", "kind": "markov", "order": 0}


def written(name: str, **fields: object) -> str:
    return code(json.dumps({"name": name} | fields).encode())


HOSTILE = {
    "bomb": code(b" " * 50_000_000),
    "deep": code(b"[" * 200_000),
    "deep object": code(b'{"name":"a","projection":' + b'{"a":' * 30_000 + b"1" + b"}" * 30_000 + b"}"),
    "digits": code(b'{"name":"switching-coin","seed":' + b"9" * 200_000 + b"}"),
    "long": "1." + "A" * 10**6,
    "two streams": "1." + base64.urlsafe_b64encode(zlib.compress(b'{"name":"xor"}') + b"x" * 20).decode()[:-1],
    "other version": "2.abc",
    "cut": COIN[len("/?s=") : -20],
    "not text": code(b"\xff\xfe"),
    "many tokens": written(
        "product", projection={"gallery": "product", "parameters": {"observable": "ab", "hidden": "x" * 200_000}}
    ),
    "one token many times": written("xor", projection=PROJECTION | {"latent": ["a"] * 50_000, "arcs": []}),
    "many arcs": written(
        "xor", projection=PROJECTION | {"arcs": [[str(i), "a", str(i + 1), ["a"]] for i in range(9_000)]}
    ),
    "long observation": written("xor", observation=["0"] * 50_000),
    "powers": written(
        "switching-coin", model=MODEL | {"weights": [[[str(i)], {"H": "(bias**64)**60"}] for i in range(6_000)]}
    ),
    "knob": written("switching-coin", values={"bias": "9**9**9"}),
    "values": written("switching-coin", values=[1]),
}


@pytest.mark.parametrize("which", HOSTILE)
def test_hostile_links_are_refused_at_once(which):
    began = time.perf_counter()
    try:
        load_scenario("http://127.0.0.1/?s=" + HOSTILE[which])
    except LiftError as error:
        assert str(error) and len(str(error)) < 1000
    else:
        assert which in ("two streams", "long observation")  # odd, and well formed
    assert time.perf_counter() - began < 2


def test_limits():
    assert len(HOSTILE["bomb"]) < LONGEST_LINK * 3
    with pytest.raises(FormatError, match="version 2"):
        read_code("2.abc")
    noise = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=60_000))
    tokens = sorted({noise[i : i + 6] for i in range(0, 60_000, 6)})
    large = {
        "projection": {
            "format": "lift-projection/1",
            "latent": tokens,
            "observable": ["a"],
            "start": "q",
            "arcs": [["q", t, "q", ["a"]] for t in tokens],
        },
        "model": {"format": "lift-model/1", "kind": "generic", "latent": tokens, "seed": 1},
        "observation": ["a"],
    }
    with pytest.raises(LimitExceeded, match="file"):
        load_scenario(large).link()
    assert LARGEST > 8 * LONGEST_LINK - 1


def test_the_view_of_an_address_passes_over_what_is_no_view():
    query = {"s": "1.x", "embed": "true", "step": "2", "Step": "2", "utm_source": "x" * 400, "room": "r1"}
    assert read_view(query, "lifting") == {"step": "2", "room": "r1", "page": "lifting"}


@pytest.mark.parametrize("arcs", [6, 20, 50])
def test_an_ordinary_machine_of_ones_own_has_a_short_link(arcs):
    rng = random.Random(arcs)
    tokens, states = [f"token{i}" for i in range(10)], [f"state{i}" for i in range(5)]
    places = rng.sample([(state, token) for state in states for token in tokens], arcs)
    rows = [[state, token, rng.choice(states), rng.choices("xyz", k=rng.randint(1, 2))] for state, token in places]
    rows += [[state, "end", state, ["x"]] for state in states]
    weights = [
        [[t] if t else [], {u: f"{rng.randint(1, 99)}/100" for u in (*tokens, "end")}] for t in ("", *tokens, "end")
    ]
    mine = {
        "name": "mine",
        "story": "A machine of my own, to see what it makes of a typed word.",
        "projection": PROJECTION
        | {"latent": [*tokens, "end"], "observable": ["x", "y", "z"], "start": "state0", "arcs": rows},
        "model": MODEL | {"order": 1, "weights": weights},
        "observation": list("xyzx"),
    }
    assert len(load_scenario(mine).link("http://127.0.0.1:8501")) < 2_000


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"format": "lift-scenario/9"}, "format is 'lift-scenario/9'; this reads 'lift-scenario/1'"),
        ({"format": 9}, "format is '9'"),
        ({"values": {"bais": "1/2"}}, "there is no knob 'bais'; the knobs of 'switching-coin' are 'bias', 'swap'"),
        ({"values": {"bias": "1/2"}, "knobs": [3]}, "give it knobs or values"),
        ({"colour": "red"}, "a scenario has no field 'colour'"),
    ],
)
def test_what_a_link_holds_is_read_or_refused(fields, why):
    with pytest.raises(FormatError, match=re.escape(why)):
        load_scenario(f"http://localhost/?s={written('switching-coin', **fields)}")


def test_a_link_may_name_its_own_format():
    address = f"http://localhost/?s={written('switching-coin', format='lift-scenario/1', values={'bias': '3/5'})}"
    assert [str(knob.value) for knob in load_scenario(address).knobs] == ["3/5", "1/10"]
