"""Bounding silent runs: closed afterwards, every arc of the trimmed machine kept, and no smaller bound keeps them all."""

from hypothesis import given

from lift_core.errors import ProjectionError
from lift_core.projection import gallery
from lift_core.projection.bounded import bounded, least_bound
from lift_core.projection.transducer import Transducer
from tests.strategies import Example, machines


def kept(machine: Transducer, original: Transducer) -> set[tuple[str, str]]:
    """The arcs (state, token) of the original that the trimmed bounded machine still has; its states are named `state+run`."""
    return {
        (state.split("+")[0], token) for state in map(str, machine.live_states) for token in machine.tokens(state)
    } & {(str(state), token) for state in original.live_states for token in original.tokens(state)}


def all_arcs(machine: Transducer) -> set[tuple[str, str]]:
    return {(str(state), token) for state in machine.live_states for token in machine.tokens(state)}


def test_the_counter_examples_are_cured():
    erasure = bounded(gallery.build("unbounded-erasure"))
    assert erasure.closed and erasure.tokens("q") == ("a", "b", "·") and erasure.tokens("q+1") == ("a", "b")
    thought = bounded(gallery.build("unbounded-thought"))
    assert thought.closed and kept(thought, gallery.build("unbounded-thought")) == all_arcs(
        gallery.build("unbounded-thought")
    )


@given(machines(closed=False))
def test_every_arc_is_kept_by_the_least_bound_and_by_no_smaller_one(example: Example):
    machine = example.projection
    most = least_bound(machine)
    cured = bounded(machine)
    assert cured.closed
    assert kept(cured, machine) == all_arcs(machine)
    if most:
        try:
            shorter = kept(bounded(machine, most - 1), machine)
        except ProjectionError:  # the start state gets stuck
            shorter = set()
        assert shorter != all_arcs(machine)


def test_a_machine_that_is_bounded_already_allows_what_it_did():
    coin = gallery.build("switching-coin")
    assert least_bound(coin) == 1
    assert kept(bounded(coin), coin) == all_arcs(coin)
