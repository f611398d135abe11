"""The place of a sampler in identity ⊆ predictive ⊆ causal ⊆ explanatory, decided exactly on short observations (docs/theory.md §5).

Causal: the restriction of Q(·|xa) to lifting(x) is Q(·|x). Predictive: the law of the thought before x_t is the same whatever x_t and
what follows are. Identity: it is P's own law of thoughts.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from lift_core.errors import Unavailable
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.projection.disentangled import label
from lift_core.samplers.identity import Identity
from lift_core.samplers.law import Law, advance, require_sampler
from lift_core.samplers.segmentwise import Segmentwise, law_of
from lift_core.sequences import String

LENGTH = 3  # observations up to this length are tried


def is_causal(sampler: Segmentwise, length: int = LENGTH) -> bool:
    """Whether the restriction of Q(·|xa) to lifting(x) is Q(·|x) for all possible xa of at most `length` symbols, in fractions.

    Draws that die after z count for z. True says no more than that: longer observations were not tried.
    """
    require_sampler(sampler)
    law_of(sampler, ())
    d = sampler.d
    return all(
        _passing(sampler, word, t) == _passing(sampler, word[:t], t)
        for word in _possible(d, length)
        for t in range(1, len(word))
    )


def place_in_hierarchy(sampler: Segmentwise, length: int = LENGTH) -> str:
    """ "identity", "predictive", "causal" or "explanatory", the smallest class that holds the sampler on short observations."""
    if not is_causal(sampler, length):
        return "explanatory"
    try:
        identity = Identity(sampler.d)
    except Unavailable:
        return "causal"
    words = list(_possible(sampler.d, length))
    if not _predictive(sampler, words):
        return "causal"
    same = all(_passing(sampler, word, len(word)) == _passing(identity, word, len(word)) for word in words)
    return "identity" if same else "predictive"


def _possible(d: Projected, length: int) -> Iterator[String]:
    for size in range(1, length + 1):
        for word in product(d.projection.observable, repeat=size):
            if d.log_walk.last(word):
                yield word


def _passing(sampler: Segmentwise, word: String, t: int) -> dict[String, Fraction]:
    """{z: probability that a draw for `word` passes z}, z ∈ lifting(word_1…word_t)."""
    law, begun = sampler.law(word, "exact"), word[:t]
    found: dict[String, Fraction] = {}
    first = advance(begun, 0, sampler.d.log_walk.start)
    stack: list[tuple[String, tuple[int, Configuration] | None, Fraction]] = [((), first, Fraction(1))]
    while stack:
        latent, place, mass = stack.pop()
        if place is None:
            continue
        if place[0] == t:
            found[latent] = mass
            continue
        for choice in law(*place):
            stack.append(((*latent, choice.token), advance(begun, place[0], choice.after), mass * choice.q))
    return {latent: mass for latent, mass in found.items() if mass}


def _predictive(sampler: Segmentwise, words: list[String]) -> bool:
    """Whether the law of labels at every place reached is the same for all words that begin alike."""
    seen: dict[tuple[String, Configuration], dict[Any, Fraction]] = {}
    for word in words:
        law = sampler.law(word, "exact")
        for t, at in _places(law, word, sampler.d.log_walk.start):
            thoughts: dict[Any, Fraction] = {}
            for choice in law(t, at):
                thought = label(sampler.d.projection, at.state, choice.token)
                thoughts[thought] = thoughts.get(thought, Fraction(0)) + choice.q
            if seen.setdefault((word[:t], at), thoughts) != thoughts:
                return False
    return True


def _places(law: Law, word: String, start: Configuration) -> list[tuple[int, Configuration]]:
    first = advance(word, 0, start)
    places = [first] if first and first[0] < len(word) else []
    known = set(places)
    for t, at in places:  # grows while it is read
        for choice in law(t, at):
            after = advance(word, t, choice.after)
            if choice.q and after and after[0] < len(word) and after not in known:
                known.add(after)
                places.append(after)
    return places
