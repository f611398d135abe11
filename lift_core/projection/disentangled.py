"""Thought labels, and whether a projection is disentangled (docs/theory.md §5).

Every arc carries a label: a silent arc its token, a writing arc the one that the projection's `labels` give its token, else one shared
label. Disentangled: in each state a label holds exactly one silent arc, or exactly one arc for each observable symbol that writes
just that symbol. Then a thought can be drawn without looking at the symbol that must come next.
"""

from collections import Counter
from typing import Any, NamedTuple

from lift_core.errors import LimitExceeded
from lift_core.projection.transducer import Projection, Transducer

STATES_LIMIT = 10_000  # states of a lazy projection that are looked at


class Label(NamedTuple):
    """`kind` is "silent" (name: the token), "writes" (the shared label, no name) or "label" (name: from the projection's labels)."""

    kind: str
    name: str = ""


def label(projection: Projection, state: Any, token: str) -> Label:
    """The thought label of the arc (state, token), which must be allowed."""
    arc = projection.step(state, token)
    if arc is None:
        raise ValueError(f"token {token!r} is not allowed in state {state!r}")
    if not arc[1]:
        return Label("silent", token)
    named = (projection.labels or {}).get(token)
    return Label("writes") if named is None else Label("label", named)


def tangled_at(projection: Projection, state: Any) -> str | None:
    """A token of `state` whose label breaks the rule; None if all labels there hold to it."""
    groups: dict[Label, list[str]] = {}
    for token in projection.tokens(state):
        groups.setdefault(label(projection, state, token), []).append(token)
    symbols = Counter((symbol,) for symbol in projection.observable)
    for which, tokens in groups.items():
        if which.kind == "silent":
            continue
        written = {token: arc[1] for token in tokens if (arc := projection.step(state, token)) is not None}
        found = Counter(written.values())
        if found != symbols:
            return next((t for t, output in written.items() if len(output) != 1 or found[output] > 1), tokens[0])
    return None


def disentangled(projection: Projection, limit: int = STATES_LIMIT) -> tuple[Any, str] | None:
    """None if the projection is disentangled, else the first (state, token) that forbids it.

    Raises LimitExceeded when a lazy projection has more than `limit` states and the first `limit` are in order.

    >>> tokens = Transducer(["a", "b", "ab"], "ab", "q", [("q", "a", "q", "a"), ("q", "b", "q", "b"), ("q", "ab", "q", "ab")])
    >>> disentangled(tokens)
    ('q', 'ab')
    """
    queue = list(projection.live_states) if isinstance(projection, Transducer) else [projection.start]
    known = set(queue)
    for state in queue:
        token = tangled_at(projection, state)
        if token is not None:
            return state, token
        for follower in projection.tokens(state):
            arc = projection.step(state, follower)
            if arc is not None and arc[0] not in known:
                known.add(arc[0])
                queue.append(arc[0])
        if len(known) > limit and not isinstance(projection, Transducer):
            raise LimitExceeded(f"more than {limit:,} states; no tangled one among the first", limit)
    return None
