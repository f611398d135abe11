"""Nothing is called the largest of several that differ by rounding alone."""

import re

import numpy as np
import pytest

import lift_core as lc
from lift_core.scenarios.edits import with_observation
from tests.pages.harness import assert_calm, open_page
from tests.pages.test_lifting import notice
from ui.likelihood_long import Long, sentence
from ui.sentences import largest


@pytest.mark.parametrize(
    ("surprisals", "said"),
    [
        ([0.1, 0.5, 0.1], "; the most surprising is symbol 2, whose probability was 0.607."),
        ([0.1, 0.3, 0.1 + 0.2, 0.3], "; the most surprising are all from symbol 2 on, each with p = 0.741."),
        ([0.3, 0.1, 0.1 + 0.2, 0.1], "; the most surprising are symbol 1 and 1 more, each with p = 0.741."),
        ([0.3, 0.1 + 0.2], ", and none of them more than another."),
    ],
)
def test_no_symbol_is_called_the_most_surprising_by_rounding(surprisals, said):
    assert sentence(Long(np.array(surprisals), None), len(surprisals), False).endswith(said)


def test_a_symbol_repeated_surprises_alike_in_the_end():
    scenario = with_observation(lc.gallery.scenario("switching-coin"), "H" * 300)
    said = notice(assert_calm(open_page("likelihood", scenario)))
    assert re.search(r"the most surprising are all from symbol \d+ on, each with p = 0\.\d+\.", said), said


def test_the_largest_of_negative_values_and_of_zeros():
    assert largest([-0.3, -0.1 - 0.2, -0.4]) == [0, 1] and largest([0.0, 0.0]) == [0, 1]
