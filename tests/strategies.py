"""Random small examples for Hypothesis: machines, Markov weights, observations.

An example holds plain values; the oracle reads its `machine` and `weigh`, the library its `projection` and `model`. The
machines include silent arcs, outputs of up to three symbols, words that nothing shows, output determined for ever,
states that trimming removes, and alphabets of one symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random

from hypothesis import strategies as st

import lift_core as lc
from tests import oracles

String = tuple[str, ...]
LARGEST_LIFTING = 120


@dataclass(frozen=True, eq=False)
class Example:
    latent: String
    observable: String
    start: str
    arcs: Mapping[tuple[str, str], tuple[str, String]]
    labels: Mapping[str, str] | None = None
    order: int = 0
    weights: Mapping[String, Mapping[str, Fraction]] | None = None
    x: String = ()

    @cached_property
    def machine(self) -> oracles.Machine:
        return oracles.build(self.arcs, self.start, self.observable, self.labels)

    @cached_property
    def projection(self):
        return lc.Transducer(self.latent, self.observable, self.start, dict(self.arcs), labels=self.labels)

    @cached_property
    def weigh(self) -> oracles.Model:
        assert self.weights is not None
        return oracles.markov(self.order, self.weights)

    @cached_property
    def model(self):
        return lc.Markov(self.latent, self.order, self.weights)

    @cached_property
    def projected(self):
        return lc.Projected(self.projection, self.model)

    def __repr__(self) -> str:
        rows = ", ".join(f"{q} -{t}-> {r} : {''.join(out) or 'ε'}" for (q, t), (r, out) in self.arcs.items())
        weights = {"".join(c): {t: str(w) for t, w in row.items()} for c, row in (self.weights or {}).items()}
        x = "".join(self.x)
        return f"Example(Σ={self.observable}, start {self.start}, [{rows}], {self.labels}, {weights}, {x=})"


def seeded(make: Callable[[Random], Example | None]) -> st.SearchStrategy[Example]:
    """Examples made from a seed: more varied than drawing choice by choice, and small enough to read unshrunk.

    `make` returns None for an example that is not wanted; then it is asked again.
    """

    def build(seed: int) -> Example:
        random = Random(seed)
        while (example := make(random)) is None:
            pass
        return example

    return st.integers(0, 2**40).map(build)


def some(random: Random, choices: Sequence[str], fewest: int = 1) -> list[str]:
    return random.sample(choices, random.randint(min(fewest, len(choices)), len(choices)))


def random_machine(random: Random, closed: bool = True) -> Example | None:
    """A machine whose start state lives. If `closed`, silent arcs lead to later states only: none lies on a cycle."""
    observable = tuple("xyz"[: random.choice([1, 2, 2, 2, 3])])
    latent = tuple("abc"[: random.choice([2, 3])])
    states = "pqrs"[: random.randint(1, 4)]
    fewest, longest = random.choice([1, 2, 3, 3]), random.choice([1, 1, 2, 3])
    arcs = {}
    for i, state in enumerate(states):
        for token in some(random, latent, fewest):
            target = random.choice(states)
            shortest = 1 if closed and states.index(target) <= i else 0
            output = random.choices(observable, k=random.randint(shortest, longest))
            arcs[state, token] = (target, tuple(output))
    start = random.choice(states)
    labels = {token: random.choice("12") for token in some(random, latent)} if random.random() < 0.5 else None
    return Example(latent, observable, start, arcs, labels) if start in oracles.live_states(arcs) else None


def random_disentangled(random: Random) -> Example:
    """In each state one or two full groups of writing arcs, or else silent arcs that lead on to a later state."""
    observable = tuple("xyz"[: random.choice([1, 2, 2, 3])])
    groups = {f"{a}{g}": (a, g) for a in observable for g in "12"}
    states = "pqrs"[: random.randint(1, 3)]
    arcs: dict[tuple[str, str], tuple[str, String]] = {}
    for i, state in enumerate(states):
        silent = some(random, "~-", 0) if i + 1 < len(states) else []
        for token in silent:
            arcs[state, token] = (random.choice(states[i + 1 :]), ())
        for g in some(random, "12", 0 if silent else 1):
            for token, (a, group) in groups.items():
                if group == g:
                    arcs[state, token] = (random.choice(states), (a,))
    return Example((*groups, "~", "-"), observable, "p", arcs, {token: g for token, (_, g) in groups.items()})


def with_weights(random: Random, example: Example) -> Example:
    """Markov weights of order 0–2; zeros, but never a state where everything allowed weighs nothing."""
    order = random.randint(0, 1 if len(example.latent) > 3 else 2)
    numbers = [Fraction(n) for n in (0, 1, 1, 2, 3, 7)] + [Fraction(1, 3)]
    weights = {}
    for length in range(order + 1):
        for context in product(example.latent, repeat=length):
            row = {token: random.choice(numbers) for token in example.latent}
            for state in sorted({state for state, _ in example.machine.arcs}):
                allowed = oracles.tokens(example.machine, state)
                if not any(row[token] for token in allowed):
                    row[allowed[-1]] = Fraction(1)
            weights[context] = row
    return replace(example, order=order, weights=weights)


def with_observation(random: Random, example: Example, longest: int) -> Example | None:
    """An observation, ε and words that nothing shows included. None if its liftings are long, or often if dull."""
    x = tuple(random.choices(example.observable, k=random.randint(0, longest)))
    if random.random() < 0.7:
        x = shown(random, example.machine, len(x))
    if not small(example.machine, x) or (len(oracles.lifting(example.machine, x)) == 1 and random.random() < 0.6):
        return None
    return replace(example, x=x)


def shown(random: Random, machine: oracles.Machine, length: int) -> String:
    """The first symbols that a random run writes."""
    state, written = machine.start, ()
    while len(written) < length:
        state, output = machine.arcs[state, random.choice(oracles.tokens(machine, state))]
        written += output
    return written[:length]


def small(machine: oracles.Machine, x: String) -> bool:
    """The liftings of x and of its one-symbol continuations are short to list."""
    try:
        words = [x, *((*x, a) for a in machine.observable)]
        return max(len(oracles.lifting(machine, word)) for word in words) <= LARGEST_LIFTING
    except oracles.TooBig:
        return False


def machines(closed: bool = True) -> st.SearchStrategy[Example]:
    return seeded(lambda random: random_machine(random, closed))


def instances(longest: int = 4) -> st.SearchStrategy[Example]:
    """Machine, weights and observation, all random."""

    def make(random: Random) -> Example | None:
        example = random_machine(random)
        return example and with_observation(random, with_weights(random, example), longest)

    return seeded(make)


def disentangled_instances(longest: int = 4) -> st.SearchStrategy[Example]:
    return seeded(lambda random: with_observation(random, with_weights(random, random_disentangled(random)), longest))
