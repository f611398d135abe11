"""What the Lifting page keeps: drawings, sizes of liftings along the observation, and on average over all words."""

import math
from fractions import Fraction

from lift_core.lifting.sizes import average_sizes, lifting_sizes
from lift_core.plots import Drawing, tree_drawing
from lift_core.plots.numerals import figures
from lift_core.projected.tree import LiftingTree
from lift_core.scenarios.scenario import Scenario
from ui import compute
from ui.compute import LONGEST_READ, computed

SHORTEST_CURVE = 12  # symbols; the mean over all words is drawn at least so far
MOST_AVERAGED = 60


@computed(max_entries=32)
def drawing(scenario: Scenario, nodes: int, width: float, height: float) -> Drawing:
    """The lifting tree drawn, with about that many nodes."""
    return drawn(scenario, compute.tree(scenario, nodes, nodes).value, width, height)


def drawn(scenario: Scenario, tree: LiftingTree, width: float, height: float) -> Drawing:
    """A tree of the scenario, in the colours and outlines that its projection gives to symbols and states."""
    projection = scenario.projection
    names = {"symbols": projection.observable, "states": compute.state_names(projection)}
    return tree_drawing(tree, **names, width=width, height=height)


@computed(max_entries=64)
def sizes(scenario: Scenario) -> tuple[int, ...]:
    """|lifting(x_1…x_t)|, t = 0…T."""
    return lifting_sizes(scenario.projection, scenario.observation)


@computed(max_entries=64)
def averages(scenario: Scenario) -> tuple[Fraction, ...]:
    """The mean of |lifting(y)| over all words of length t."""
    length = min(max(SHORTEST_CURVE, len(scenario.observation)), MOST_AVERAGED)
    return average_sizes(scenario.projection, length)


@computed(max_entries=64, longest=LONGEST_READ)
def uncertainty(scenario: Scenario) -> tuple[float, float]:
    """The entropy of the posterior in nats, and its mean number of silent tokens. Raises ImpossibleObservation."""
    d, x = scenario.projected(), scenario.observation
    return d.entropy(x), float(d.expected(x, "silent"))


def facts(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Both, for the panel beside the tree; none where x is impossible."""
    found = uncertainty(scenario)
    return () if found.problem else uncertain_words(*found.value)


def uncertain_words(entropy: float, silent: float) -> tuple[tuple[str, str], ...]:
    """
    >>> uncertain_words(math.log(4), 1.5)[0]
    ('entropy of the posterior', '1.386 nats: as uncertain as 4 equally likely strings')
    >>> uncertain_words(math.log(4), 1.5)[1]
    ('silent tokens in a string, on average', '1.5')
    """
    entropy, silent = round(entropy, 9) + 0.0, round(silent, 9) + 0.0
    equal = f": as uncertain as {figures(math.exp(entropy), 3)} equally likely strings" if 0 < entropy < 30 else ""
    return (
        ("entropy of the posterior", f"{figures(entropy)} nats{equal}"),
        ("silent tokens in a string, on average", figures(silent)),
    )
