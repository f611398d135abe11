"""Expectations under the posterior Q*(·|x): the walk over pairs (mass, mean), and over (mass, entropy) (docs/theory.md §3).

A cost of a latent string is a sum over its tokens, or the number of its segments with an event. The entropy in nats is
H = −Σ_z Q*(z|x) log Q*(z|x) = log p(x) − E log P(z); added up choice by choice, it loses nothing where both terms are large.
"""

import math
from collections.abc import Callable
from typing import Any

from lift_core.arguments import shown
from lift_core.errors import FormatError
from lift_core.lifting.walk import Memory, Table, Walk
from lift_core.projected.events import Event, Thinks, as_event
from lift_core.projected.marginals import Judged
from lift_core.projection.transducer import Projection
from lift_core.semirings import ENTROPY, EXPECTATION, FRACTION, MOMENT
from lift_core.sequences import String

Cost = Callable[[Any, str], Any]  # of a token read in a state of the projection
RESCALED_EVERY = 16  # symbols


def expected(walk: Walk, x: String, what: Any) -> Any:
    """E[what] under Q*(·|x), x possible: "tokens", "silent" (tokens), "thoughts" (segments with a silent token), an event, or a cost."""
    projection = walk.onward.projection
    if what == "tokens":
        return expected_cost(walk, x, tokens)
    if what == "silent":
        return expected_cost(walk, x, silent_tokens(projection))
    if isinstance(what, (str, Event)):
        return expected_segments(walk, x, Thinks() if what == "thoughts" else as_event(what, projection))
    if not callable(what):
        raise FormatError(
            f"got {shown(what)}; needed 'tokens', 'silent', 'thoughts', an event or a function of (state, token)",
            "what",
        )
    return expected_cost(walk, x, what)


def tokens(state: Any, token: str) -> int:
    """A cost of 1 for each token: the length of the latent string."""
    return 1


def silent_tokens(projection: Projection) -> Cost:
    """A cost of 1 for each token that writes nothing: the length of all thoughts together."""

    def cost(state: Any, token: str) -> int:
        arc = projection.step(state, token)
        return int(arc is not None and not arc[1])

    return cost


class Costed:
    """A law whose values carry a cost: (log-probability, cost), or (probability, probability · cost) in fractions."""

    def __init__(self, law: Memory, cost: Cost, exact: bool) -> None:
        self.law: Any = law
        self.cost, self.exact = cost, exact

    @property
    def start(self) -> Any:
        return self.law.start

    @property
    def batched(self) -> bool:
        return getattr(self.law, "batched", False)

    def prepare(self, memories: list[Any]) -> None:
        """Ask the law at once for all these states, where it answers in batches."""
        self.law.prepare(memories)

    def step(self, memory: Any, token: str) -> Any:
        return self.law.step(memory, token)

    def values(self, state: Any, memory: Any) -> dict[str, tuple[Any, Any]]:
        law = self.law.values(state, memory) or {}
        return {token: _carrying(value, self.cost(state, token), self.exact) for token, value in law.items()}


def _carrying(value: Any, cost: Any, exact: bool) -> tuple[Any, Any]:
    return (value, value * cost) if exact else (value, float(cost))


def expected_cost(walk: Walk, x: String, cost: Cost) -> Any:
    """E[Σ cost of the tokens of z] under Q*(·|x), x possible; a Fraction if the walk is over fractions and so is the cost."""
    exact = walk.semiring is FRACTION
    semiring = MOMENT if exact else EXPECTATION
    costed = Walk(walk.onward.projection, Costed(walk.memory, cost, exact), semiring, walk.limit)
    return _mean(costed.total(_last(costed, x)), exact)


def expected_segments(walk: Walk, x: String, event: Event) -> Any:
    """E[number of segments of z with the event] under Q*(·|x), x possible: the sum of the smoother, in one pass."""
    exact = walk.semiring is FRACTION
    semiring = MOMENT if exact else EXPECTATION
    judged = Judged(walk, event)
    table: Table = {walk.start: semiring.one}
    for read, symbol in enumerate(x, 1):
        after: Table = {}
        for before, value in table.items():
            for c, worth, holds in judged.row(before, symbol):
                product = semiring.multiply(value, _carrying(worth, holds, exact))
                after[c] = semiring.add(after[c], product) if c in after else product
        table = after if exact or read % RESCALED_EVERY else _rescaled(after)
    total = semiring.zero
    for value in table.values():
        total = semiring.add(total, value)
    return _mean(total, exact)


def entropy(walk: Walk, x: String) -> float:
    """H(Q*(·|x)) in nats, x possible; `walk` is in logs."""
    mixing = Walk(walk.onward.projection, Costed(walk.memory, lambda state, token: 0, False), ENTROPY, walk.limit)
    return max(0.0, mixing.total(_last(mixing, x))[1])


def _last(walk: Walk, x: String) -> Table:
    """The table after x; in logs mass is set aside every few symbols, so that rounding errors do not grow with |x|²."""
    table: Table = {walk.start: walk.semiring.one}
    for read, symbol in enumerate(x, 1):
        table = walk.read(table, symbol)
        if read % RESCALED_EVERY == 0 and walk.semiring is not MOMENT:
            table = _rescaled(table)
    return table


def _rescaled(table: Table) -> Table:
    top = max((log_mass for log_mass, _ in table.values()), default=-math.inf)
    return {c: (log_mass - top, mean) for c, (log_mass, mean) in table.items()}


def _mean(total: tuple[Any, Any], exact: bool) -> Any:
    return total[1] / total[0] if exact else total[1]
