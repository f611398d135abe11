"""What later symbols make of single explanations, flows of believed paths, and models drawn at random, against the definitions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from lift_core.projected.events import as_event
from lift_core.projected.explanations import slopes, slopes_along
from lift_core.projected.flows import flows
from lift_core.projected.random_models import driftless_model, random_model, random_order
from tests import oracles
from tests.strategies import Example, instances

ALL = 10_000  # more explanations than any example has


@given(instances(longest=3), st.data())
def test_slopes_are_posterior_and_restriction(example: Example, data):
    cut = data.draw(st.integers(0, len(example.x)))
    x, y, d = example.x[:cut], example.x[cut:], example.projected
    if not oracles.probability(example.machine, example.weigh, example.x):
        with pytest.raises(lc.ImpossibleObservation):
            slopes(d, x, y)
        return
    found = slopes(d, x, y, most=ALL)
    before, after = d.posterior(x, "exact"), oracles.restricted(example.machine, example.weigh, x, y)
    assert found.predicted == pytest.approx(float(d.conditional(y, given=x, arithmetic="exact")), rel=1e-9)
    for line in found.lines:
        assert line.before == pytest.approx(float(before[line.latent]), rel=1e-9)
        assert line.after == pytest.approx(float(after[line.latent]), rel=1e-9, abs=1e-15)
        predicted = oracles.predict(example.machine, example.weigh, x, line.latent, y)
        assert line.predicts == pytest.approx(float(predicted), rel=1e-9, abs=1e-15)
    assert found.more + len(found.lines) == len(oracles.lifting(example.machine, x))
    assert math.fsum(line.before for line in found.lines) + found.more_before == pytest.approx(1)


@given(instances(longest=3))
def test_strings_with_the_event_add_up_to_its_cells(example: Example):
    d, x = example.projected, example.x
    if not x or not oracles.probability(example.machine, example.weigh, x):
        return
    token = d.projection.latent[0]
    event = as_event(f"contains:{token}", d.projection)
    triangle = d.marginals(x, event)
    for (t, u), found in slopes_along(d, x, [(t, len(x)) for t in range(1, len(x) + 1)], event, ALL).items():
        left_out = found.more_before + found.more_after + 1e-9
        for s in range(1, t + 1):
            with_event = [line for line in found.lines if line.holds[s - 1]]
            assert math.fsum(line.before for line in with_event) == pytest.approx(triangle.at(s, t), abs=left_out)
            assert math.fsum(line.after for line in with_event) == pytest.approx(triangle.at(s, u), abs=left_out)


def test_the_coin_turns_over():
    """0.470 × 0.82 / 0.518 = 0.744: what the fourth flip makes of HH~t."""
    found = slopes(lc.gallery.scenario("switching-coin").projected(), "HHT", "T")
    line = found.lines[0]
    assert "".join(line.latent) == "HH~t"
    shown = [f"{value:.3f}" for value in (line.before, line.predicts, found.predicted, line.after)]
    assert shown == ["0.470", "0.820", "0.518", "0.744"]


@pytest.mark.parametrize("name", ["cat", "switching-coin", "nowhere", "cups"])
def test_flows_are_conserved_and_end_where_the_posterior_is(name):
    scenario = lc.gallery.scenario(name)
    d, x = scenario.projected(), scenario.observation
    found = flows(d, x)
    assert len(found) == len(x)
    smoothed, law = d.smoother(x), found
    for s, flow in enumerate(law):
        assert math.fsum(flow.values()) == pytest.approx(1)
        for state in {after for _, after in flow}:
            share = math.fsum(p for (_, after), p in flow.items() if after == state)
            assert share == pytest.approx(float(smoothed.of(lambda c, state=state: c.state == state)[s]))


def test_flows_of_the_coin_by_listing():
    scenario = lc.gallery.scenario("switching-coin")
    d, machine = scenario.projected(), scenario.projection
    expected: dict[tuple[str, str], Fraction] = {}
    for z, share in d.posterior("HHTT", "exact").items():
        state, shown, edges = machine.start, 0, []
        before = state
        for token in z:
            state, output = machine.step(state, token)
            if output:
                edges.append((before, state))
                before, shown = state, shown + 1
        expected[edges[2]] = expected.get(edges[2], Fraction(0)) + share
    found = flows(d, "HHTT")[2]
    assert found == pytest.approx({edge: float(share) for edge, share in expected.items()})


NAMES = [name for name in lc.gallery.names() if name not in lc.gallery.COUNTER_EXAMPLES]


@pytest.mark.parametrize("name", NAMES)
def test_the_family_has_no_drift_where_it_exists(name):
    scenario = lc.gallery.scenario(name)
    projection, x = scenario.projection, scenario.observation
    try:
        models = [driftless_model(projection, np.random.default_rng(seed)) for seed in range(4)]
    except lc.Unavailable as refusal:
        assert refusal.token is not None and "not disentangled" in str(refusal)
        return
    for model in models:
        d = lc.Projected(projection, model)
        assert all(lc.drift(d, x[:t], x[t:], arithmetic="exact") == 0 for t in range(1, len(x)))


def test_random_models_drift_and_equal_seeds_give_equal_models():
    scenario = lc.gallery.scenario("switching-coin")
    latent = scenario.projection.latent
    assert random_order(len(latent)) == 2
    drifts = [
        lc.drift(lc.Projected(scenario.projection, random_model(latent, np.random.default_rng(seed))), "HHT", "T")
        for seed in range(30)
    ]
    assert min(drifts) > 1e-6
    one, other = (random_model(latent, np.random.default_rng(3)) for _ in range(2))
    assert one.table == other.table
