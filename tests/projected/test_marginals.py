"""The triangle P(event of segment s | x_1…x_t) against segments cut out of every latent string (docs/theory.md §4)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from lift_core.projected.events import Contains, Label, Segment, State, Thinks
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, disentangled_instances, instances


def literal(example: Example, kind: str, name):
    """The event as a function of (latent string up to the end of the segment, segment)."""
    machine = example.machine

    def last_label(prefix, segment):
        if not segment:
            return None
        place = oracles.run(machine, prefix[:-1])
        assert place is not None
        return oracles.label(machine, place[0], segment[-1])[1]

    def thinks(prefix, segment):
        begin = len(prefix) - len(segment)
        places = [oracles.run(machine, prefix[: begin + i]) for i in range(len(segment))]
        return any(not machine.arcs[place[0], token][1] for place, token in zip(places, segment, strict=True))

    return {
        "state": lambda prefix, segment: oracles.run(machine, prefix)[0] == name,
        "segment": lambda prefix, segment: segment == name,
        "contains": lambda prefix, segment: name in segment,
        "label": lambda prefix, segment: last_label(prefix, segment) == name,
        "thinks": thinks,
    }[kind]


def assert_triangle(example: Example, data):
    x, d = example.x, example.projected
    kind = data.draw(st.sampled_from(["state", "segment", "contains", "label", "thinks"]))
    tokens = st.sampled_from(sorted({token for _, token in example.machine.arcs}))
    name = {
        "state": st.sampled_from(sorted({q for q, _ in example.machine.arcs})),
        "segment": st.lists(tokens, max_size=2).map(tuple),
        "contains": tokens,
        "label": tokens | st.sampled_from("12"),
        "thinks": st.none(),
    }[kind]
    name = data.draw(name)
    event = {"state": State, "segment": Segment, "contains": Contains, "label": Label}.get(kind)
    event = event(name) if event else Thinks()
    if not oracles.probability(example.machine, example.weigh, x):
        with pytest.raises(lc.ImpossibleObservation):
            d.marginals(x, event)
        return
    exact, floats = d.marginals(x, event, arithmetic="exact"), d.marginals(x, event)
    for t in range(1, len(x) + 1):
        for s in range(1, t + 1):
            expected = oracles.event_probability(example.machine, example.weigh, x[:t], s, literal(example, kind, name))
            assert exact.at(s, t) == expected
            assert floats.at(s, t) == pytest.approx(float(expected), abs=1e-12)


@given(instances(longest=4), st.data())
def test_triangle(example: Example, data):
    assert_triangle(example, data)


@given(disentangled_instances(longest=3), st.data())
def test_triangle_where_there_are_thoughts(example: Example, data):
    assert_triangle(example, data)


def test_coin_b_at_flip_3():
    d = switching_coin()
    for event in (State("B"), "state:B", lambda segment, at: at.state == "B"):
        triangle = d.marginals("HHTT", event)
        assert [round(triangle.at(3, t), 3) for t in (3, 4)] == [0.529, 0.836]
    assert round(d.marginals("HHTH", "state:B").at(3, 4), 3) == 0.198
    assert triangle.filter == tuple(triangle.at(t, t) for t in (1, 2, 3, 4))
    assert triangle.smoother == tuple(triangle.at(s, 4) for s in (1, 2, 3, 4))
    assert math.isnan(triangle.array()[3, 0])


def test_long_triangles_do_not_underflow():
    d = switching_coin()
    x = "HHTT" * 100
    triangle = d.marginals(x, "state:B")
    line = d.smoother(x)
    smoothed = line.of(lambda c: c.state == "B")
    assert triangle.smoother == pytest.approx(smoothed.tolist(), abs=1e-9)


@pytest.mark.parametrize("event", ["state:nowhere", "weather:rain", "contains:x", "segment:x", "", 7])
def test_events_that_name_nothing_are_refused(event):
    with pytest.raises(lc.LiftError):
        switching_coin().marginals("HT", event)
