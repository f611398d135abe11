"""forgetful(P) = P on a history without past thoughts, the current thought kept (docs/theory.md §2)."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

import lift_core as lc
from tests import oracles
from tests.strategies import Example, disentangled_instances, instances


def forgetful(example: Example):
    return lc.Projected(example.projection, lc.Forgetful(example.model, example.projection))


@given(instances(longest=3))
def test_forgetful_is_its_definition(example: Example):
    weigh = oracles.forgetful(example.machine, example.weigh)
    posterior = oracles.posterior(example.machine, weigh, example.x)
    assert forgetful(example).posterior(example.x, arithmetic="exact") == posterior


@given(disentangled_instances(longest=3))
def test_where_thoughts_are_frequent(example: Example):
    weigh = oracles.forgetful(example.machine, example.weigh)
    expected = oracles.probability(example.machine, weigh, example.x)
    assert forgetful(example).probability(example.x, arithmetic="exact") == expected
    assert forgetful(example).probability(example.x) == pytest.approx(float(expected), rel=1e-12, abs=0)


def test_a_past_thought_leaves_no_trace():
    pause = lc.gallery.build("pause-to-think", observable="ab", bound=1)
    generic = lc.Generic(pause.latent, 2)
    forgets = lc.Forgetful(generic, pause)

    def after(model, z):
        state = model.start
        for token in z:
            state = model.step(state, token)
        return model.log_probs(state)

    assert after(forgets, ["<s>", "a", "</s>", "b"]) == after(forgets, ["b"]) == generic.log_probs(("b",))
    assert after(forgets, ["a", "<s>", "b"]) == generic.log_probs(("a", "<s>", "b"))
    assert after(forgets, ["<s>", "a", "</s>", "b", "<s>"]) == generic.log_probs(("b", "<s>"))


def test_without_fractions_underneath_there_are_none():
    pause = lc.gallery.build("pause-to-think", observable="ab", bound=1)
    d = lc.Projected(pause, lc.Forgetful(lc.Generic(pause.latent, 2), pause))
    with pytest.raises(lc.NoExactValue):
        d.probability("ab", arithmetic="exact")
    assert math.isclose(sum(d.probability(x) for x in ("aa", "ab", "ba", "bb")), 1, rel_tol=1e-12)


def test_a_persistent_model_is_not_forgetful():
    """Order 2 sees the closing mark before the last symbol, unless thoughts are forgotten."""
    pause = lc.gallery.build("pause-to-think", observable="ab", bound=1)
    even = dict.fromkeys(pause.latent, Fraction(1))
    contexts = [(), *((t,) for t in pause.latent), *product(pause.latent, repeat=2)]
    model = lc.Markov(pause.latent, 2, dict.fromkeys(contexts, even) | {("</s>", "a"): even | {"a": Fraction(9)}})
    persistent, forgets = lc.Projected(pause, model), lc.Projected(pause, lc.Forgetful(model, pause))
    assert persistent.probability("aa", arithmetic="exact") > forgets.probability("aa", arithmetic="exact")
