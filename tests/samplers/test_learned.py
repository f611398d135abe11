"""A learned sampler: its law sums to one, what it is told to have lost is the divergence listed string by string, and it learns
(docs/theory.md §5)."""

import math

import numpy as np
import pytest

import lift_core as lc
from lift_core.learning.learned import Learned, train_sampler
from tests.projected.test_projected import switching_coin

X = "HHTT"
STEPS = 20


@pytest.fixture(scope="module")
def d():
    return switching_coin()


def listed(d: lc.Projected, sampler: Learned) -> list[tuple[float, float]]:
    """(Q*(z|x), Q(z|x)) for each string of the lifting."""
    return [(q, math.exp(sampler.log_prob(X, z))) for z, q in d.posterior(X).items()]


DIVERGENCES = {
    "forward": lambda pairs: math.fsum(true * math.log(true / q) for true, q in pairs),
    "reverse": lambda pairs: math.fsum(q * math.log(q / true) for true, q in pairs),
}


@pytest.mark.parametrize("objective", DIVERGENCES)
def test_the_loss_is_the_divergence(d, objective):
    """The loss before step STEPS + 1 is that of the sampler which STEPS steps made; the seed decides all else."""
    made = train_sampler(d, [X], objective, steps=STEPS)
    told = train_sampler(d, [X], objective, steps=STEPS + 1).losses
    pairs = listed(d, made.sampler)
    assert math.fsum(q for _, q in pairs) == pytest.approx(1)
    assert told[:STEPS] == made.losses
    assert told[STEPS] == pytest.approx(DIVERGENCES[objective](pairs), rel=1e-4, abs=1e-5)  # of a network in 32 bits
    assert told[STEPS] < told[0]


def test_it_beats_the_sampler_that_does_not_look_ahead(d):
    trained = train_sampler(d, [X], steps=150)
    assert lc.chi2(d, X, trained.sampler) < lc.chi2(d, X, lc.samplers.Lookahead(d, 0)) / 4
    found = lc.estimate(d, X, trained.sampler, 400, np.random.default_rng(1))
    assert abs(found.value - 0.065124) < 5 * found.standard_error and not found.dead


def test_it_stops_when_asked_and_says_so(d):
    seen = []
    trained = train_sampler(d, [X], on_progress=lambda *step: seen.append(step), should_stop=lambda: len(seen) == 3)
    assert trained.stopped and len(trained.losses) == 3
    assert seen == [(k + 1, 300, loss) for k, loss in enumerate(trained.losses)]


def test_what_cannot_be_learned_is_refused(d):
    with pytest.raises(lc.LiftError, match=r"'sideways'.*'forward', 'reverse'"):
        train_sampler(d, [X], "sideways")
    with pytest.raises(lc.LiftError, match="nothing to learn from"):
        train_sampler(d, [""])
    with pytest.raises(lc.NoExactValue):
        train_sampler(d, [X], steps=1).sampler.law(tuple(X), "exact")
