"""diagnose(projection): continuous, closed, onto, disentangled? How fast do liftings grow? A witness for each no (docs/theory.md §1, §5).

It stands beside the liftings, not the projections, because growth reads the configuration graph that the walk over liftings makes.
"""

from dataclasses import dataclass, replace
from typing import Any

from lift_core.arguments import whole
from lift_core.errors import LimitExceeded, NotClosed
from lift_core.lifting.growth import Growth, Ladder, Loop, growth
from lift_core.projection.disentangled import disentangled
from lift_core.projection.explore import explore
from lift_core.projection.lazy import Witness
from lift_core.projection.onto import shortest_unreachable
from lift_core.projection.transducer import Projection, Transducer, require_closed, require_projection
from lift_core.sequences import String, listed, show_string


class Message(str):
    """One sentence of a diagnosis.

    `severity`: "red" (cannot be used), "amber" (usable with a consequence), "grey" (something is unavailable or undecided);
    `remedy`: what to do about it, in a few words.
    """

    severity: str
    remedy: str

    def __new__(cls, text: str, severity: str, remedy: str = "") -> "Message":
        message = super().__new__(cls, text)
        message.severity = severity
        message.remedy = remedy
        return message

    def __reduce__(self) -> tuple[type["Message"], tuple[str, str, str]]:
        return Message, (str(self), self.severity, self.remedy)


@dataclass(frozen=True)
class Report:
    """What `diagnose` found; None means undecided, and a message says why."""

    continuous: bool
    closed: bool | None
    onto: bool | None
    disentangled: bool | None
    trimmed: tuple[Any, ...]
    silent_cycle: tuple[tuple[Any, str, Any], ...] | None
    shortest_unreachable: String | None
    tangled: tuple[Any, str] | None
    growth: str | None
    growth_loop: Loop | None
    growth_ladder: Ladder | None
    growth_rate: float | None
    messages: list[Message]

    @property
    def usable(self) -> bool:
        """Liftings are finite: nothing red."""
        return not any(message.severity == "red" for message in self.messages)


def diagnose(projection: Projection, limit: int = 2_000) -> Report:
    """Everything that can be decided within `limit` states, sets of states (onto) or configurations (growth).

    A lazy projection is diagnosed in full if no more than `limit` states are reached.

    >>> from lift_core.projection.transducer import Transducer
    >>> report = diagnose(Transducer("ab", "ab", "q", [("q", "a", "q", "ab"), ("q", "b", "q", "b")]))
    >>> report.onto, report.messages[0], report.messages[0].severity
    (False, 'aa has probability 0: no latent string shows it.', 'amber')
    """
    require_projection(projection)
    limit = whole(limit, "limit", 1)
    witness = getattr(projection, "witness", None)
    if isinstance(witness, Witness):
        return _refused(witness)
    if isinstance(projection, Transducer):
        return _diagnosed(projection, limit)
    try:
        finite = explore(
            projection.start, projection.step, projection.latent, projection.observable, limit, projection.labels
        )
        return _diagnosed(finite, limit)
    except LimitExceeded:
        return _glimpsed(projection, limit)


def _diagnosed(machine: Transducer, limit: int) -> Report:
    messages: list[Message] = []
    try:
        require_closed(machine)
    except NotClosed as refused:
        messages.append(Message(str(refused), "red", "Bound it"))
    onto, word = _onto(machine, limit, messages)
    plain, tangled = _disentangled(machine, limit, messages)
    size = growth(machine, limit) if machine.closed else Growth()
    if size.undecided:
        what = "How fast liftings grow" if size.kind is None else "The average rate of growth"
        messages.append(Message(f"{what} is undecided: {size.undecided}.", "grey"))
    messages += _left_out(machine)
    return Report(
        continuous=True,
        closed=machine.closed,
        onto=onto,
        disentangled=plain,
        trimmed=machine.trimmed,
        silent_cycle=machine.silent_cycle,
        shortest_unreachable=word,
        tangled=tangled,
        growth=size.kind,
        growth_loop=size.loop,
        growth_ladder=size.ladder,
        growth_rate=size.rate,
        messages=messages,
    )


def _glimpsed(projection: Projection, limit: int) -> Report:
    """The report on a projection whose states have no end in sight: taken as closed; a witness against the rest may be found."""
    more = f"more than {limit:,} states are made on demand"
    messages = [
        Message(f"The projection is taken as closed, not checked: {more}. How fast liftings grow is undecided.", "grey")
    ]
    onto, word = _onto(
        projection, limit // 40, messages
    )  # the sets grow without end; only a short witness can be found
    plain, tangled = _disentangled(projection, limit, messages)
    unknown = Report(True, None, onto, plain, (), None, word, tangled, None, None, None, None, messages)
    try:
        require_closed(projection)
    except NotClosed as refused:
        return replace(unknown, closed=False, messages=[Message(str(refused), "red", "Bound it"), *messages])
    return unknown


def _refused(witness: Witness) -> Report:
    """The report that a prepared witness stands for."""
    return Report(
        continuous=witness.continuous,
        closed=witness.closed,
        onto=None,
        disentangled=None,
        trimmed=(),
        silent_cycle=witness.silent_cycle,
        shortest_unreachable=None,
        tangled=None,
        growth=None,
        growth_loop=None,
        growth_ladder=None,
        growth_rate=None,
        messages=[Message(witness.text, "red", witness.remedy)],
    )


def _onto(projection: Projection, limit: int, messages: list[Message]) -> tuple[bool | None, String | None]:
    try:
        word = shortest_unreachable(projection, limit)
    except LimitExceeded as met:
        messages.append(Message(f"Whether every word is shown is undecided: {met}.", "grey"))
        return None, None
    if word is not None:
        shown = show_string(word)
        messages.append(Message(f"{shown} has probability 0: no latent string shows it.", "amber", f"Observe {shown}"))
    return word is None, word


def _disentangled(
    projection: Projection, limit: int, messages: list[Message]
) -> tuple[bool | None, tuple[Any, str] | None]:
    try:
        tangled = disentangled(projection, limit)
    except LimitExceeded as met:
        messages.append(Message(f"Whether the identity sampler is available is undecided: {met}.", "grey"))
        return None, None
    if tangled is not None:
        state, token = tangled
        text = (
            f"The identity sampler is unavailable: in state {state!r} the token {token!r} belongs to a thought label that is neither "
            "one silent token nor one token for each symbol."
        )
        messages.append(Message(text, "grey", "Start with uniform local and causal"))
    return tangled is None, tangled


def _left_out(machine: Transducer) -> list[Message]:
    """What trimming removes: states, and tokens that no arc is left for."""
    messages = []
    if machine.trimmed:
        one = len(machine.trimmed) == 1
        states = f"{'State' if one else 'States'} {listed(map(str, machine.trimmed))} {'is' if one else 'are'}"
        text = f"{states} left out: not reached, or unable to write for ever."
        messages.append(Message(text, "amber", "Delete, or give a writing arc"))
    used = {token for state in machine.live_states for token in machine.tokens(state)}
    unused = [token for token in machine.latent if token not in used]
    if unused:
        one = len(unused) == 1
        text = f"{'Token' if one else 'Tokens'} {listed(unused)} {'is' if one else 'are'} never allowed."
        messages.append(Message(text, "amber", "Delete, or give an arc"))
    return messages
