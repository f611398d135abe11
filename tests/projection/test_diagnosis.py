"""diagnose: each verdict against its definition, each witness replayed (docs/theory.md §1, §5)."""

import math

import pytest
from hypothesis import given

import lift_core as lc
from lift_core.lifting.segments import counting_walk, segments
from tests import oracles
from tests.projection.test_transducer import assert_is_a_silent_cycle
from tests.strategies import Example, disentangled_instances, machines

WORDS_UP_TO = 4


@given(machines(closed=False))
def test_closed(example: Example):
    report = lc.diagnose(example.projection)
    assert report.continuous is True
    assert report.closed is not oracles.has_silent_cycle(example.machine)
    if not report.closed:
        assert_is_a_silent_cycle(example, report.silent_cycle)
        assert report.messages
    assert set(report.trimmed) == set(example.projection.trimmed)


@given(machines())
def test_onto(example: Example):
    report = lc.diagnose(example.projection)
    try:
        expected = oracles.shortest_unreachable(example.machine, WORDS_UP_TO)
    except oracles.TooBig:
        return
    if expected is not None:
        assert report.onto is False
        assert len(report.shortest_unreachable) == len(expected)
        assert oracles.lifting(example.machine, report.shortest_unreachable) == ()
    elif report.onto:
        assert report.shortest_unreachable is None
    else:
        assert len(report.shortest_unreachable) > WORDS_UP_TO
        assert oracles.lifting(example.machine, report.shortest_unreachable) == ()


def test_onto_is_not_decided_by_larger_sets_met_before():
    """After x two states may be reached, after z only the one that cannot write y."""
    rows = [("q", "a", "q", "x"), ("q", "b", "r", "x"), ("q", "c", "q", "y"), ("q", "d", "r", "z")]
    rows += [("r", "a", "r", "x"), ("r", "d", "r", "z")]
    assert lc.diagnose(lc.Transducer("abcd", "xyz", "q", rows)).shortest_unreachable == ("z", "y")


@given(machines())
def test_disentangled(example: Example):
    report = lc.diagnose(example.projection)
    assert report.disentangled is oracles.is_disentangled(example.machine)
    assert (report.tangled is None) is report.disentangled
    if report.tangled:
        state, token = report.tangled
        outputs = sorted(example.machine.arcs[state, t][1] for t in oracles.same_label(example.machine, state, token))
        assert outputs != [()]
        assert outputs != [(a,) for a in example.observable]


@given(disentangled_instances(longest=0))
def test_disentangled_machines_are_recognised(example: Example):
    assert lc.diagnose(example.projection).disentangled is True


# growth -----------------------------------------------------------------------------------------------------------


def tables_are_finitely_many(example: Example, cap: int) -> bool:
    """Bounded ⇔ the tables {configuration: number of strings} that words lead to are finitely many."""
    walk = counting_walk(example.projection)
    first = frozenset({(walk.start, 1)})
    seen, todo = {first}, [first]
    while todo and len(seen) <= cap:
        table = dict(todo.pop())
        for symbol in example.observable:
            after = frozenset(walk.read(table, symbol).items())
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen) <= cap


def some_configuration_has_two_loops(example: Example) -> bool:
    """Two runs side by side from one configuration, reading the same symbols, that differ and come back to it."""
    walk = counting_walk(example.projection)
    known, todo = {walk.start}, [walk.start]
    moves = {}
    while todo:
        c = todo.pop()
        moves[c] = {a: [after for _, after in segments(walk, c, a)] for a in example.observable}
        new = {after for row in moves[c].values() for after in row} - known
        known |= new
        todo += new

    def back(c) -> bool:
        seen, todo = {(c, c, False)}, [(c, c, False)]
        while todo:
            p, q, differ = todo.pop()
            for a in example.observable:
                for i, left in enumerate(moves[p][a]):
                    for j, right in enumerate(moves[q][a]):
                        now = (left, right, differ or p != q or i != j)
                        if now == (c, c, True):
                            return True
                        if now not in seen:
                            seen.add(now)
                            todo.append(now)
        return False

    return any(back(c) for c in known)


@given(machines())
def test_growth(example: Example):
    report = lc.diagnose(example.projection)
    assert (report.growth == "bounded") is tables_are_finitely_many(example, cap=1500)
    assert (report.growth == "exponential") is some_configuration_has_two_loops(example)
    assert (report.growth_loop is not None) is (report.growth == "exponential")


@given(machines())
def test_growth_loops_are_two_ways_round(example: Example):
    """Both latent loops lead from the configuration back to it and write the word: unread · written = word · unread."""
    report = lc.diagnose(example.projection)
    if report.growth_loop is None:
        return
    at, word, (first, second) = report.growth_loop
    assert first != second
    walk = counting_walk(example.projection)
    for loop in (first, second):
        assert [c for s, c in follow(walk, at, word) if s == loop] == [at]


def follow(walk, at, word):
    stories = [((), at)]
    for symbol in word:
        stories = [(z + s, after) for z, c in stories for s, after in segments(walk, c, symbol)]
    return stories


@given(machines())
def test_growth_rate_is_the_average_over_words(example: Example):
    """log of the mean size over all words of length t, divided by t, as t grows: compared between t = 200 and t = 400."""
    rate = lc.diagnose(example.projection).growth_rate
    walk = counting_walk(example.projection)
    table, logs = {walk.start: 1}, []
    for t in range(400):
        after = {}
        for symbol in example.observable:
            for c, count in walk.read(table, symbol).items():
                after[c] = after.get(c, 0) + count
        table = after
        if t + 1 in (200, 400):
            logs.append(math.log(sum(table.values())))
    assert rate == pytest.approx((logs[1] - logs[0]) / 200 - math.log(len(example.observable)), abs=0.02)


LADDER = [("p", "a", "p", "x"), ("p", "b", "q", "x"), ("q", "a", "q", "x"), ("p", "c", "p", "y"), ("q", "c", "q", "y")]


@pytest.mark.parametrize(
    ("projection", "growth", "rate"),
    [
        (lc.gallery.build("identity", observable="ab"), "bounded", 0),
        (lc.gallery.build("xor"), "bounded", 0),
        (lc.gallery.build("swap", observable="ab"), "bounded", None),
        (lc.gallery.build("product", observable="ab", hidden="123"), "exponential", math.log(3)),
        (lc.gallery.build("tokens", vocabulary=["a", "b", "ab"]), "exponential", None),
        (lc.gallery.build("fixed-thought", observable="ab", length=2), "exponential", math.log(4)),
        (lc.gallery.build("erasure", observable="ab", filler=".", run=2), "exponential", math.log(3)),
        (lc.Transducer("abc", "xy", "p", LADDER), "polynomial", 0),
    ],
    ids=lambda value: getattr(value, "name", None) or None,
)
def test_growth_of_known_machines(projection, growth, rate):
    report = lc.diagnose(projection)
    assert report.growth == growth
    if rate is not None:
        assert report.growth_rate == pytest.approx(rate, abs=1e-9)


def test_the_average_rate_can_be_negative():
    thin = lc.Transducer("a", "xy", "q", [("q", "a", "q", "x")])
    report = lc.diagnose(thin)
    assert report.growth == "bounded"
    assert report.growth_rate == pytest.approx(-math.log(2))


def test_a_clean_machine_has_nothing_to_say_against_it():
    report = lc.diagnose(lc.gallery.build("identity", observable="ab"))
    assert (report.continuous, report.closed, report.onto, report.disentangled) == (True, True, True, True)
    assert (report.trimmed, report.silent_cycle, report.shortest_unreachable, report.tangled) == ((), None, None, None)


def test_what_trimming_removes_is_named():
    rows = [("q", "a", "q", "a"), ("q", "b", "sink", ""), ("sink", "b", "sink", ""), ("island", "a", "q", "b")]
    report = lc.diagnose(lc.Transducer("ab", "ab", "q", rows))
    assert set(report.trimmed) == {"sink", "island"}
    assert any("sink" in message for message in report.messages)


@pytest.mark.parametrize("name", ["unbounded-erasure", "unbounded-thought", "unbounded-backspace"])
def test_counter_examples_are_diagnosed_and_refused(name):
    projection = lc.gallery.build(name)
    report = lc.diagnose(projection)
    assert report.closed is False
    assert report.messages
    if name == "unbounded-backspace":
        assert report.continuous is False
    else:
        assert report.continuous is True
        assert report.silent_cycle
    x = projection.observable[:1]
    model = lc.Markov(projection.latent, 0, {(): dict.fromkeys(projection.latent, 1)})
    for ask in (lc.lifting, lc.lifting_size, lambda p, x: lc.Projected(p, model).probability(x)):
        with pytest.raises(lc.NotClosed):
            ask(projection, x)
