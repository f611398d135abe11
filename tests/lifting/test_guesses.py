"""The five verdicts on a guessed string against brute force, and what a deal holds."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from lift_core.lifting.deal import EACH, FEWEST, LONGEST, MOST, deal
from lift_core.lifting.guesses import Kind, judge
from tests import oracles
from tests.strategies import Example, instances


def verdict(machine: oracles.Machine, x: tuple[str, ...], z: tuple[str, ...]) -> str:
    """From the definition: by which infinite sequences start with z, and with its beginnings, and by the lifting listed."""
    if oracles.run(machine, z) is None:
        return "cannot happen"
    if any(oracles.certain(machine, z[:length], x) for length in range(len(z))):
        return "too long"
    if oracles.certain(machine, z, x):
        return "in the lifting"
    if any(member[: len(z)] == z for member in oracles.lifting(machine, x)):
        return "too short"
    return "shows something else"


def strings(example: Example, longest: int):
    return [z for length in range(longest + 1) for z in product(example.latent, repeat=length)]


@given(instances(longest=4))
def test_every_string_is_judged_as_the_definition_says(example: Example):
    machine, x = example.machine, example.x
    lifting = oracles.lifting(machine, x)
    for z in strings(example, 5 if len(example.latent) == 2 else 4):
        found = judge(example.projection, x, z)
        assert found.kind == verdict(machine, x, z), z
        assert found.members == (0 if found.kind == "too long" else sum(m[: len(z)] == z for m in lifting))


@given(instances(longest=4))
def test_what_a_judgement_says_of_a_string(example: Example):
    machine, x = example.machine, example.x
    for z in strings(example, 4):
        found = judge(example.projection, x, z)
        decided = z[: found.at]
        determined = oracles.prefix_projection(machine, decided, len(x))
        if found.kind == "cannot happen":
            place = oracles.run(machine, decided)
            assert place is not None and found.allowed == tuple(oracles.tokens(machine, place[0]))
            assert z[found.at] not in found.allowed
            continue
        assert determined[: len(found.shown)] == found.shown
        if found.kind in ("in the lifting", "too long"):
            assert decided in oracles.lifting(machine, x) and found.shown == x
        elif found.shown == x[: len(found.shown)]:
            assert decided == z and determined == found.shown and len(determined) < len(x)
        else:
            assert found.kind == "shows something else" and found.shown[:-1] == x[: len(found.shown) - 1]
            assert not found.at or oracles.compatible(oracles.prefix_projection(machine, z[: found.at - 1], len(x)), x)


@given(instances(longest=4), st.integers(0, 2**20))
def test_a_deal_is_a_fair_mixture(example: Example, seed: int):
    machine, x = example.machine, example.x
    lifting = oracles.lifting(machine, x)
    dealt = deal(example.projection, x, np.random.default_rng(seed))
    assert dealt == deal(example.projection, x, np.random.default_rng(seed))
    assert dealt.size == len(lifting)
    latents = [found.latent for found in dealt.strings]
    assert len(set(latents)) == len(latents) <= MOST + 4 * EACH
    for found in dealt.strings:
        assert found == judge(example.projection, x, found.latent)
        assert found.latent[: len(dealt.stem)] == dealt.stem
        assert len(found.latent) - len(dealt.stem) <= 2 * LONGEST
    reachable = [z for z in lifting if z[: len(dealt.stem)] == dealt.stem]
    members = [found.latent for found in dealt.strings if found.kind is Kind.IN]
    assert dealt.members == len(reachable) and set(members) <= set(reachable)
    assert len(members) == len(reachable) if len(reachable) <= MOST else FEWEST <= len(members) <= MOST
    assert len(dealt.strings) > len(members)  # never all right
    most = max(sum(found.kind is kind for found in dealt.strings) for kind in Kind if kind is not Kind.IN)
    assert most <= EACH or len(dealt.strings) <= MOST


def test_determined_is_not_written():
    arcs = [[q, a, r, list(out)] for q, a, r, out in COIN_TT]
    machine = lc.load_projection(
        {"format": "lift-projection/1", "latent": list("HTht~"), "observable": ["H", "T"], "start": "A", "arcs": arcs}
    )
    kinds = {z: str(judge(machine, "HHTT", z).kind) for z in ("HHT", "HHTT", "HH~", "HH~t", "HH~tt", "HHH", "HH~~")}
    assert kinds == {
        "HHT": "in the lifting",
        "HHTT": "too long",
        "HH~": "too short",
        "HH~t": "too short",
        "HH~tt": "in the lifting",
        "HHH": "shows something else",
        "HH~~": "cannot happen",
    }


COIN_TT = [
    ("A", "H", "A", "H"), ("A", "T", "A", "TT"), ("A", "~", "B!", ""),
    ("B!", "h", "B", "H"), ("B!", "t", "B", "T"),
    ("B", "h", "B", "H"), ("B", "t", "B", "T"), ("B", "~", "A!", ""),
    ("A!", "H", "A", "H"), ("A!", "T", "A", "T"),
]  # fmt: skip


def test_an_empty_lifting_is_dealt_without_a_member():
    projection = lc.gallery.build("autocorrect")
    assert lc.lifting(projection, "teh") == []
    dealt = deal(projection, "teh", np.random.default_rng(1))
    assert dealt.size == dealt.members == 0
    assert {found.kind for found in dealt.strings} == {Kind.OTHER} and len(dealt.strings) == MOST
    assert judge(projection, "teh", "te").kind is Kind.OTHER  # compatible so far, but nothing that follows shows it


def test_long_strings_share_their_beginning():
    dealt = deal(lc.gallery.build("switching-coin"), "HHTT" * 40, np.random.default_rng(3))
    assert dealt.size == 2**160 and len(dealt.stem) > 140
    assert all(len(found.latent) - len(dealt.stem) <= 2 * LONGEST for found in dealt.strings)
    assert {found.kind for found in dealt.strings} == set(Kind)


def test_members_are_drawn_uniformly():
    projection, x = lc.gallery.build("pause-to-think", observable="ab", bound=1), "ab"
    lifting = lc.lifting(projection, x)
    assert len(lifting) == 9
    drawn = dict.fromkeys(lifting, 0)
    for seed in range(600):
        for found in deal(projection, x, np.random.default_rng(seed)).strings:
            if found.kind is Kind.IN:
                drawn[found.latent] += 1
    total = sum(drawn.values())
    spread = (total / 9 * (1 - 1 / 9)) ** 0.5  # drawn without replacement: less than this
    assert all(abs(number - total / 9) < 4 * spread for number in drawn.values())


def test_refused_as_everywhere_else():
    coin = lc.gallery.build("switching-coin")
    with pytest.raises(lc.AlphabetError, match="token 3"):
        lc.judge(coin, "HH", "HHx")
    with pytest.raises(lc.AlphabetError, match="symbol 2"):
        lc.judge(coin, "Hx", "HH")
    with pytest.raises(lc.NotClosed):
        lc.judge(lc.gallery.build("unbounded-erasure"), "a", "a")
    with pytest.raises(lc.NotClosed):
        deal(lc.gallery.build("unbounded-thought"), "a", np.random.default_rng(1))
