"""Sizes of liftings along an observation, and their average over all words of a length, against the definition."""

from fractions import Fraction

import pytest
from hypothesis import given

import lift_core as lc
from lift_core.lifting.sizes import average_sizes, lifting_sizes
from tests import oracles
from tests.strategies import Example, instances


@given(instances(longest=4))
def test_sizes_along_an_observation(example: Example):
    x = example.x
    assert lifting_sizes(example.projection, x) == tuple(
        len(oracles.lifting(example.machine, x[:t])) for t in range(len(x) + 1)
    )


@given(instances(longest=1))
def test_average_over_all_words(example: Example):
    for length, mean in enumerate(average_sizes(example.projection, 2)):
        words = oracles.words(example.observable, length)
        try:
            total = sum(len(oracles.lifting(example.machine, x)) for x in words)
        except oracles.TooBig:
            return
        assert mean == Fraction(total, len(words))


def test_a_limit_is_named():
    with pytest.raises(lc.LimitExceeded, match="more than 1 configurations"):
        average_sizes(lc.gallery.build("switching-coin"), 3, limit=1)
