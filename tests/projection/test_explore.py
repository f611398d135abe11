"""A Python function as a transducer, and projections in lazy form."""

import pytest

import lift_core as lc
from lift_core.projection.lazy import Lazy, Witness


def bounded_run(run, token):
    if token != ".":
        return 0, token
    return (run + 1, "") if run < 2 else None


def test_states_are_kept_as_they_are_and_named_in_files():
    projection = lc.explore((0, "x"), lambda s, t: (((s[0] + 1) % 2, "x"), [t]), "ab", "ab", name="turn")
    assert projection.states == ((0, "x"), (1, "x")) and projection.name == "turn"
    dumped = lc.dump_projection(projection)
    assert dumped["start"] == "0,x" and lc.load_projection(dumped).states == ("0,x", "1,x")


def test_equals_the_gallery():
    explored = lc.load_projection(lc.dump_projection(lc.explore(0, bounded_run, "ab.", "ab", name="erasure")))
    assert explored == lc.gallery.build("erasure", filler=".")


def test_more_states_than_allowed():
    with pytest.raises(lc.LimitExceeded, match="max_states") as met:
        lc.explore(0, lambda n, token: (n + 1, token), "a", "a", max_states=50)
    assert met.value.limit == 50
    assert len(lc.explore(0, lambda n, token: ((n + 1) % 50, token), "a", "a", max_states=50).states) == 50


def test_dead_ends_are_left_out():
    def step(state, token):
        return {("q", "a"): ("q", "a"), ("q", "b"): ("p", "b"), ("p", "a"): ("end", "a")}.get((state, token))

    assert lc.explore("q", step, "ab", "ab").arc_rows() == [("q", "a", "q", ("a",))]
    with pytest.raises(lc.ProjectionError, match="gets stuck"):
        lc.explore("p", step, "ab", "ab")


@pytest.mark.parametrize(
    "answer",
    ["q", ("q",), ("q", "a", "b"), (["unhashable"], "a"), ("q", 3)],
    ids=["text", "one", "three", "state", "output"],
)
def test_step_must_give_a_state_and_an_output(answer):
    with pytest.raises(lc.ProjectionError) as refusal:
        lc.explore("q", lambda state, token: answer, "a", "a")
    assert refusal.value.place == "arc ('q', 'a')"


def test_unknown_symbols_are_named():
    with pytest.raises(lc.ProjectionError, match="writes 'z'"):
        lc.explore("q", lambda state, token: ("q", "z"), "a", "a")


def counter(n, token):
    """Between two symbols at most n fillers, where n symbols are written."""
    written, run = n
    if token != ".":
        return (written + 1, 0), token
    return ((written, run + 1), "") if run < written else None


def test_a_lazy_projection_has_liftings():
    lazy = Lazy(("a", "b", "."), ("a", "b"), (0, 0), counter, name="counter")
    assert lazy.tokens((0, 0)) == ("a", "b") and lazy.tokens((1, 0)) == (".", "a", "b")
    assert [lc.lifting_size(lazy, "ab" * t) for t in (0, 1, 2)] == [1, 2, 24]
    assert lc.lifting(lazy, "aba") == [
        ("a", ".", "b", ".", ".", "a"),
        ("a", ".", "b", ".", "a"),
        ("a", ".", "b", "a"),
    ] + [
        ("a", "b", ".", ".", "a"),
        ("a", "b", ".", "a"),
        ("a", "b", "a"),
    ]


def test_a_lazy_projection_with_few_states_is_diagnosed_in_full():
    lazy = Lazy(("a", "b", "."), ("a", "b"), 0, bounded_run)
    assert lc.diagnose(lazy) == lc.diagnose(lc.explore(0, bounded_run, "ab.", "ab"))


def test_a_witness_is_found_without_an_end_of_states():
    def step(n, token):
        return (n + 1, "ab" if token == "a" else "b")

    report = lc.diagnose(Lazy(("a", "b"), ("a", "b"), 0, step))
    assert report.onto is False and report.shortest_unreachable == ("a", "a") and report.tangled == (0, "a")
    assert report.closed is None and report.usable


def test_a_prepared_witness_refuses():
    lazy = Lazy(("a", "b"), ("a", "b"), 0, lambda n, t: (n, ""), witness=Witness("It never writes.", "Let it write."))
    with pytest.raises(lc.NotClosed, match=r"It never writes\. Let it write\."):
        lc.lifting(lazy, "a")
    with pytest.raises(lc.NotClosed):
        lc.prefix_projection(lazy, "a")
    assert [(str(m), m.severity, m.remedy) for m in lc.diagnose(lazy).messages] == [
        ("It never writes.", "red", "Let it write.")
    ]


@pytest.mark.parametrize("write", [lc.dump_projection, lc.format_rules])
def test_lazy_projections_are_not_written_out(write):
    with pytest.raises(lc.FormatError, match="on demand"):
        write(lc.gallery.build("pause-to-think", bound=lambda t: t))
