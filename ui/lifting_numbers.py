"""What the Lifting page keeps: drawings, sizes of liftings along the observation, and on average over all words."""

from fractions import Fraction

from lift_core.lifting.sizes import average_sizes, lifting_sizes
from lift_core.plots import Drawing, tree_drawing
from lift_core.scenarios.scenario import Scenario
from ui import compute
from ui.compute import computed

SHORTEST_CURVE = 12  # symbols; the mean over all words is drawn at least so far
MOST_AVERAGED = 60


@computed(max_entries=32)
def drawing(scenario: Scenario, nodes: int, width: float, height: float) -> Drawing:
    """The lifting tree drawn, with about that many nodes."""
    projection, tree = scenario.projection(), compute.tree(scenario, nodes, nodes).value
    names = {"symbols": projection.observable, "states": compute.state_names(projection)}
    return tree_drawing(tree, **names, width=width, height=height)


@computed(max_entries=64)
def sizes(scenario: Scenario) -> tuple[int, ...]:
    """|lifting(x_1…x_t)|, t = 0…T."""
    return lifting_sizes(scenario.projection(), scenario.observation)


@computed(max_entries=64)
def averages(scenario: Scenario) -> tuple[Fraction, ...]:
    """The mean of |lifting(y)| over all words of length t."""
    length = min(max(SHORTEST_CURVE, len(scenario.observation)), MOST_AVERAGED)
    return average_sizes(scenario.projection(), length)
