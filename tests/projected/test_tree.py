"""The lifting tree: column t is lifting(x_1…x_t), its edges are the segments of Φ, its numbers filter and smoother."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, instances

USABLE = [name for name in lc.gallery.names() if not name.startswith("unbounded-")]


def assert_columns_are_liftings(projection, tree, x):
    for t in range(len(x) + 1):
        column = [node for node in tree.nodes if node.column == t]
        assert [node.latent for node in column] == lc.lifting(projection, x[:t])
        assert tree.sizes[t] == len(column)
    for node in tree.nodes:
        assert tree.nodes[node.index] is node
        children = [child for child in tree.nodes if child.parent == node.index]
        if node.column < len(x):
            following = lc.next_segments(projection, x[: node.column], node.latent, x[node.column : node.column + 1])
            assert [child.segment for child in children] == following
        for child in children:
            assert child.latent == node.latent + child.segment
            assert child.column == node.column + 1


@given(instances(longest=3))
def test_columns_edges_and_numbers(example: Example):
    x, d = example.x, example.projected
    tree = lc.lifting_tree(d, x)
    assert_columns_are_liftings(example.projection, tree, x)
    for t in range(len(x) + 1):
        column = [node for node in tree.nodes if node.column == t]
        masses = [float(oracles.latent_probability(example.machine, example.weigh, node.latent)) for node in column]
        assert [math.exp(node.log_p) for node in column] == pytest.approx(masses)
        assert math.exp(tree.log_p[t]) == pytest.approx(sum(masses))
        filtered = oracles.posterior(example.machine, example.weigh, x[:t])
        smoothed = oracles.restricted(example.machine, example.weigh, x[:t], x[t:])
        for node in column:
            assert node.filtered == pytest.approx(float(filtered.get(node.latent, 0)), abs=1e-12)
            assert node.smoothed == pytest.approx(float(smoothed[node.latent]), abs=1e-12)


@given(instances(longest=3))
def test_state_unread_and_what_leaves(example: Example):
    x = example.x
    tree = lc.lifting_tree(example.projected, x)
    for node in tree.nodes:
        seen = x[: node.column]
        place = oracles.run(example.machine, node.latent)
        assert node.state == place[0]
        certain = oracles.prefix_projection(example.machine, node.latent, len(seen) + 4)
        assert seen + node.unread.take(4) == certain
        mass = oracles.latent_probability(example.machine, example.weigh, node.latent)
        if not mass:
            continue
        law = {a: oracles.predict(example.machine, example.weigh, seen, node.latent, (a,)) for a in example.observable}
        assert {c.symbol: c.probability for c in node.continuations} == pytest.approx(
            {a: float(p) for a, p in law.items()}
        )
        if node.column < len(x):
            leaving = {a: float(mass * p) for a, p in law.items() if a != x[node.column] and p}
            assert dict(node.stubs) == pytest.approx(leaving)


@pytest.mark.parametrize("name", lc.gallery.names())
def test_every_scenario_s_columns_are_liftings(name):
    scenario = lc.gallery.scenario(name)
    projection, x = scenario.projection, tuple(scenario.observation)
    if name not in USABLE:
        with pytest.raises(lc.NotClosed):
            lc.lifting(projection, x)
        return
    tree = lc.lifting_tree(scenario.projected(), x, limit=5000)
    assert max(tree.sizes) <= 5000, "the card's observation is too long to look at"
    assert_columns_are_liftings(projection, tree, x)
    last = [node for node in tree.nodes if node.column == len(x)]
    possible = tree.log_p[-1] > -math.inf
    assert sum(node.filtered for node in last) == pytest.approx(1 if possible else 0)


def test_beyond_the_limit_the_rest_is_one_node_that_says_what_it_holds():
    d, x = switching_coin(), tuple("HHTTHHTT")
    tree = lc.lifting_tree(d, x, limit=20)
    assert tree.sizes == tuple(2**t for t in range(9))
    for t in range(9):
        column = [node for node in tree.nodes if node.column == t]
        rest = [node for node in column if node.rest]
        assert len(column) - len(rest) <= 20
        assert len(column) - len(rest) + sum(node.rest for node in rest) == 2**t
        assert all(node is column[-1] for node in rest)
        assert sum(node.filtered for node in column) == pytest.approx(1)
        assert sum(node.smoothed for node in column) == pytest.approx(1)
    drawn = {node.latent for node in tree.nodes if node.column == 8 and not node.rest}
    assert drawn == {z for z, _ in d.best(x, 20)}


def test_the_tree_of_an_impossible_observation():
    teh = lc.gallery.build("autocorrect")
    d = lc.Projected(teh, lc.Markov(teh.latent, 0, {(): dict.fromkeys(teh.latent, 1)}))
    tree = lc.lifting_tree(d, "teh")
    assert tree.sizes[-1] == 0
    assert tree.log_p[-1] == -math.inf
    assert not [node for node in tree.nodes if node.column == 3]
    assert all(node.smoothed == 0 for node in tree.nodes)
    assert not any(math.isnan(value) for node in tree.nodes for value in (node.log_p, node.filtered, node.smoothed))


def test_weights_move_no_node():
    coin = lc.gallery.build("switching-coin")
    other = lc.Projected(coin, lc.Markov(coin.latent, 0, {(): {"H": 1, "T": 9, "h": 9, "t": 1, "~": 50}}))
    places = [
        [(node.index, node.latent, node.parent) for node in lc.lifting_tree(d, "HHTT").nodes]
        for d in (other, switching_coin())
    ]
    assert places[0] == places[1]


def read_since(example: Example, x, first: int, t: int) -> dict[tuple[str, ...], float]:
    """The probability of what strings of lifting(x_1…x_t) read after their beginning in lifting(x_1…x_first), by brute force."""
    beginnings, out = set(oracles.lifting(example.machine, x[:first])), {}
    for z in oracles.lifting(example.machine, x[:t]):
        begins = next(length for length in range(len(z) + 1) if z[:length] in beginnings)
        p = float(oracles.latent_probability(example.machine, example.weigh, z))
        out[z[begins:]] = out.get(z[begins:], 0.0) + p
    return {read: p for read, p in out.items() if p}


@given(instances(longest=4), st.data())
def test_a_window_sums_over_what_was_read_before(example: Example, data):
    x, d = example.x, example.projected
    if not x or d.log_probability(x) == -math.inf:
        return
    first = data.draw(st.integers(0, len(x) - 1))
    last = data.draw(st.integers(first + 1, len(x)))
    window = lc.lifting_window(d, x, first, last)
    assert window.before == first and window.observation == tuple(x[first:last])
    for t in range(first, last + 1):
        drawn: dict[tuple[str, ...], float] = {}
        for node in window.column(t - first):
            if node.log_p > -math.inf:
                drawn[node.latent] = drawn.get(node.latent, 0.0) + math.exp(node.log_p)
        assert drawn == pytest.approx(read_since(example, x, first, t))
        assert math.fsum(node.filtered for node in window.column(t - first)) == pytest.approx(1)
        assert math.fsum(node.smoothed for node in window.column(t - first)) == pytest.approx(1)
        assert len(window.column(t - first)) == window.sizes[t - first]


@pytest.mark.parametrize("name", USABLE)
def test_the_window_of_all_columns_is_the_tree(name):
    scenario = lc.gallery.scenario(name)
    d, x = scenario.projected(), scenario.observation
    tree, window = lc.lifting_tree(d, x), lc.lifting_window(d, x, 0, len(x))
    assert (window.log_p, window.sizes) == (tree.log_p, tree.sizes)
    for ours, other in zip(window.nodes, tree.nodes, strict=True):
        assert ours == other


def test_a_narrow_window_keeps_the_heaviest_readings_and_counts_the_rest():
    d, x = switching_coin(), "HHTT" * 50
    whole, narrow = (lc.lifting_window(d, x, 192, 200, limit) for limit in (10_000, 20))
    heaviest = sorted((node.smoothed for node in whole.column(8)), reverse=True)[:20]
    kept = [node for node in narrow.column(8) if not node.rest]
    assert sorted((node.smoothed for node in kept), reverse=True) == pytest.approx(heaviest)
    rest = next(node for node in narrow.column(8) if node.rest)
    assert rest.rest == whole.sizes[8] - 20 and rest.smoothed == pytest.approx(1 - math.fsum(heaviest))


@pytest.mark.parametrize(("first", "last"), [(2, 2), (-1, 2), (0, 5), (3, 1)])
def test_a_window_outside_the_observation_is_refused(first, last):
    with pytest.raises(lc.LiftError, match="needed: 0 <= first < last <= 4"):
        lc.lifting_window(switching_coin(), "HHTT", first, last)


def test_a_window_needs_a_possible_beginning():
    d = lc.gallery.scenario("nowhere").projected()
    assert d.log_probability("hh") == -math.inf
    with pytest.raises(lc.ImpossibleObservation):
        lc.lifting_window(d, "hhe", 2, 3)


@pytest.mark.parametrize("arguments", [(0.5, 2), ("0", 2), (0, 2, 0), (0, 2, 1.5), (0, True)])
def test_a_window_of_no_whole_numbers_is_refused(arguments):
    with pytest.raises(lc.LiftError, match="whole number"):
        lc.lifting_window(switching_coin(), "HHTT", *arguments)


def test_what_is_left_out_of_an_impossible_observation_has_no_share():
    d = lc.gallery.scenario("nowhere").projected()
    for node in lc.lifting_tree(d, "hh", limit=1).nodes:
        assert node.smoothed == 0.0


def test_weights_that_x_does_not_need_may_be_missing():
    """After `A-` the second symbol is certain to be b, and nothing is known of the third: the tree of ab is whole, beyond it is nan."""
    arcs = [("q", "A", "q", "a"), ("q", "B", "r", "b"), ("q", "-", "s", ""), ("s", "B", "q", "b"), ("s", "u", "q", "b")]
    machine = lc.Transducer("AB-u", "ab", "q", [*arcs, ("r", "A", "q", "a"), ("r", "B", "q", "b")])
    rows = {(): {"A": 1, "B": 1}, ("A",): {"A": 1, "B": 1, "-": 1}, ("B",): {"A": 1, "B": 1}, ("-",): {"A": 1}}
    d = lc.Projected(machine, lc.Markov("AB-u", 1, rows))
    assert d.probability("ab", "exact") == Fraction(1, 3)
    for tree in (lc.lifting_tree(d, "ab"), lc.lifting_window(d, "ab", 1, 2)):
        assert [math.exp(p) for p in tree.log_p] == pytest.approx([1, 1 / 2, 1 / 3][-len(tree.log_p) :])
        thought, read = tree.column(2 - tree.before)
        assert (thought.latent[-1], read.latent[-1]) == ("-", "B")
        assert thought.filtered == thought.smoothed == pytest.approx(1 / 2)
        ways = [len(lc.next_segments(machine, "ab", ["A", "-"], symbol)) for symbol in "ab"]
        assert [after.count for after in thought.continuations] == ways
        assert all(math.isnan(after.probability) for after in thought.continuations)
        assert [after.probability for after in read.continuations] == pytest.approx([1 / 2, 1 / 2])
    with pytest.raises(lc.WeightError, match="'s'"):
        lc.lifting_tree(d, "abb")
