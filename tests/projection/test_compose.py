"""proj_second ∘ proj_first, against running one machine after the other."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import lift_core as lc
from lift_core.projection.compose import Composed
from tests import oracles
from tests.strategies import machines


def run(projection, state, word):
    """(state, output) after a word; None where it is not allowed."""
    written = ()
    for token in word:
        arc = projection.step(state, token)
        if arc is None:
            return None
        state, written = arc[0], written + tuple(arc[1])
    return state, written


@given(machines(), machines(), st.data())
def test_the_second_reads_what_the_first_writes(first, second, data):
    renamed = dict(zip(first.observable, second.latent, strict=False))
    assume(len(renamed) == len(first.observable))
    arcs = {arc: (q, tuple(renamed[a] for a in out)) for arc, (q, out) in first.arcs.items()}
    one, two = lc.Transducer(first.latent, renamed.values(), first.start, arcs), second.projection
    try:
        both = lc.compose(one, two)
    except lc.ProjectionError:
        assume(False)
        raise
    assert (both.latent, both.observable) == (one.latent, two.observable)
    lazy = Composed(one, two)
    for word in itertools.product(both.latent, repeat=3):
        straight = run(one, one.start, word)
        expected = straight and run(two, two.start, straight[1])
        got = run(lazy, lazy.start, word)
        assert (got and got[1]) == (expected and expected[1])
        trimmed = run(both, both.start, word)
        assert trimmed is None or trimmed == got
    x = data.draw(st.lists(st.sampled_from(both.observable), max_size=2).map(tuple))
    machine = oracles.build(
        {(str(s), t): (str(q), out) for s, t, q, out in both.arc_rows()}, str(both.start), both.observable
    )
    try:
        assert lc.lifting(both, x) == list(oracles.lifting(machine, x))
    except oracles.TooBig:
        assume(False)


def test_swapping_twice_is_the_identity():
    swap = lc.gallery.build("swap")
    both = lc.compose(swap, swap)
    for x in ("ab", "abba"):
        assert lc.lifting(both, x) == [tuple(x)]


def test_tokens_then_thoughts():
    """A vocabulary whose tokens spell thoughts: the same word said with or without thinking, in several tokenisations."""
    spell = lc.gallery.build("tokens", vocabulary=["a", "b", "ab"])
    spell = lc.Transducer(
        (*spell.latent, "<s>", "</s>"),
        (*spell.observable, "<s>", "</s>"),
        "q",
        [*spell.arc_rows(), ("q", "<s>", "q", ["<s>"]), ("q", "</s>", "q", ["</s>"])],
    )
    both = lc.compose(spell, lc.gallery.build("pause-to-think", bound=1))
    assert ("<s>", "a", "</s>", "ab") in lc.lifting(both, "ab") and both.closed
    lazy = lc.compose(spell, lc.gallery.build("pause-to-think", bound=lambda t: t))
    assert isinstance(lazy, Composed)
    assert lc.lifting(lazy, "a") == lc.lifting(both, "a")


def test_large_products_stay_lazy_and_answer_alike():
    first, second = lc.gallery.build("erasure", observable="01", run=1), lc.gallery.build("xor")
    eager, lazy = lc.compose(first, second), lc.compose(first, second, max_states=2)
    assert isinstance(eager, lc.Transducer) and isinstance(lazy, Composed)
    assert lazy == lc.compose(first, second, max_states=2) and hash(lazy) == hash(
        lc.compose(first, second, max_states=2)
    )
    for x in ("0", "0110"):
        assert lc.lifting(lazy, x) == lc.lifting(eager, x) != []


def test_alphabets_must_fit():
    with pytest.raises(lc.AlphabetError, match=r"can write 'H', 'T', which the second \(xor\) does not read"):
        lc.compose(lc.gallery.build("switching-coin"), lc.gallery.build("xor"))


def test_nothing_left_is_an_error():
    writes_b = lc.Transducer("ab", "ab", "q", [("q", "b", "q", "b")])
    reads_a = lc.Transducer("ab", "ab", "q", [("q", "a", "q", "a")])
    with pytest.raises(lc.ProjectionError, match="no infinite run"):
        lc.compose(writes_b, reads_a)


def test_a_part_that_is_not_closed_is_refused_in_lazy_form_too():
    lazy = Composed(lc.gallery.build("identity"), lc.gallery.build("unbounded-backspace"))
    with pytest.raises(lc.NotClosed):
        lc.lifting(lazy, "a")
    both = lc.compose(lc.gallery.build("identity", observable="ab·"), lc.gallery.build("unbounded-erasure"))
    assert not lc.diagnose(both).closed


def test_a_stuck_lazy_state_is_named():
    narrow = lc.Transducer("ab", "ab", "q", [("q", "a", "p", "a"), ("p", "b", "q", "b")])
    only_a = lc.Transducer("ab", "ab", "q", [("q", "a", "q", "a")])
    with pytest.raises(lc.ProjectionError, match="refuses all"):
        lc.lifting(Composed(narrow, only_a), "aa")
