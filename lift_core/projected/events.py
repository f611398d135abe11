"""Events of a segment: what the triangle of docs/theory.md §4 follows through time.

The s-th segment is what the s-th symbol adds to a latent string; it may be empty, where that symbol was certain before. An event
reads a segment token by token (`start`, `step`) and says at its end whether it holds there (`holds`); so it rides along with the
walk, and no segment is listed. One's own event is such an object, or a function of (segment, configuration after it).
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from lift_core.arguments import entries, shown
from lift_core.errors import FormatError
from lift_core.projection.determined import Configuration
from lift_core.projection.disentangled import label
from lift_core.projection.transducer import Projection, Transducer
from lift_core.sequences import String, as_string, listed, read_string


@runtime_checkable
class Event(Protocol):
    """What `marginals` needs of an event."""

    @property
    def start(self) -> Hashable:
        """What is remembered before the segment."""
        ...

    def step(self, seen: Any, projection: Projection, state: Any, token: str) -> Hashable:
        """What is remembered after `token`, read in `state` of the projection."""
        ...

    def holds(self, seen: Any, at: Configuration) -> bool:
        """Whether the event is true of a segment remembered as `seen` that ends in configuration `at`."""
        ...


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise FormatError(f"an event names states and labels by texts; got {shown(name)}", "event")
    return name


@dataclass(frozen=True)
class State:
    """The projection's state after the segment is one of `names`; states that are not texts are named as they print."""

    names: frozenset[str]
    start = None

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", frozenset(map(_text, names)))

    def step(self, seen: None, projection: Projection, state: Any, token: str) -> None:
        return None

    def holds(self, seen: None, at: Configuration) -> bool:
        return str(at.state) in self.names

    def __str__(self) -> str:
        return "state:" + ",".join(sorted(self.names))


@dataclass(frozen=True)
class Label:
    """The thought label (docs/theory.md §5) of the segment's last token is `name`; no label holds of an empty segment."""

    name: str
    start = None

    def __post_init__(self) -> None:
        _text(self.name)

    def step(self, seen: Any, projection: Projection, state: Any, token: str) -> str:
        return label(projection, state, token).name

    def holds(self, seen: str | None, at: Configuration) -> bool:
        return seen == self.name

    def __str__(self) -> str:
        return f"label:{self.name}"


@dataclass(frozen=True)
class Segment:
    """The segment is exactly these tokens."""

    tokens: String

    def __init__(self, tokens: Any) -> None:
        needed = "the tokens of a segment: a text, a list or a tuple"
        object.__setattr__(self, "tokens", entries(tokens, "segment", needed, FormatError))

    @property
    def start(self) -> int:
        return 0

    def step(self, seen: int, projection: Projection, state: Any, token: str) -> int:
        """How many tokens agree so far; −1 once one does not."""
        return seen + 1 if 0 <= seen < len(self.tokens) and self.tokens[seen] == token else -1

    def holds(self, seen: int, at: Configuration) -> bool:
        return seen == len(self.tokens)

    def __str__(self) -> str:
        return f"segment:{' '.join(self.tokens)}"


@dataclass(frozen=True)
class Contains:
    """The segment contains this token."""

    token: str
    start = False

    def __post_init__(self) -> None:
        _text(self.token)

    def step(self, seen: bool, projection: Projection, state: Any, token: str) -> bool:
        return seen or token == self.token

    def holds(self, seen: bool, at: Configuration) -> bool:
        return seen

    def __str__(self) -> str:
        return f"contains:{self.token}"


@dataclass(frozen=True)
class Thinks:
    """The segment contains a silent token: something was thought before the symbol was shown."""

    start = False

    def step(self, seen: bool, projection: Projection, state: Any, token: str) -> bool:
        arc = projection.step(state, token)
        return seen or (arc is not None and not arc[1])

    def holds(self, seen: bool, at: Configuration) -> bool:
        return seen

    def __str__(self) -> str:
        return "thinks"


@dataclass(frozen=True)
class Listed:
    """An event given as a function of (segment, configuration after it)."""

    function: Callable[[String, Configuration], object]
    start = ()

    def step(self, seen: String, projection: Projection, state: Any, token: str) -> String:
        return (*seen, token)

    def holds(self, seen: String, at: Configuration) -> bool:
        return bool(self.function(seen, at))


def as_event(event: Any, projection: Projection) -> Event:
    """An event from an event, a text as `parse_event` reads, or a function; its tokens and states are checked.

    Raises AlphabetError for a token that the projection does not have, FormatError for a text or state that names nothing.
    """
    if isinstance(event, str):
        return parse_event(event, projection)
    if isinstance(event, (Contains, Segment)):
        as_string((event.token,) if isinstance(event, Contains) else event.tokens, projection.latent, "token")
    if isinstance(event, State) and isinstance(projection, Transducer):
        known = {str(state) for state in projection.states}
        unknown = sorted(event.names - known)
        if unknown or not event.names:
            got = repr(unknown[0]) if unknown else "no state at all"
            raise FormatError(f"the event follows {got}; needed some of the states {listed(known)}", "event")
    if isinstance(event, Event):
        return event
    if callable(event):
        return Listed(event)
    raise FormatError(
        f"got {event!r} as an event; needed State, Label, Segment, Contains or Thinks, a text such as 'state:B', or a function of "
        "(segment, configuration after it)",
        "event",
    )


def parse_event(text: str, projection: Projection) -> Event:
    """`state:B` or `state:A,B`, `label:1`, `segment:~ t`, `contains:~`, `thinks`: what scenarios keep and `str(event)` writes.

    >>> from lift_core.projection import gallery
    >>> str(parse_event("segment:~t", gallery.build("switching-coin")))
    'segment:~ t'
    """
    kind, colon, rest = text.partition(":")
    if kind.strip() == "thinks" and not rest.strip():
        return Thinks()
    if colon and kind == "state":
        whole = {str(state) for state in projection.states} if isinstance(projection, Transducer) else {rest}
        return as_event(State(rest) if rest in whole else State(*map(str.strip, rest.split(","))), projection)
    if colon and kind == "label":
        return Label(rest)
    if colon and kind == "contains":
        return as_event(Contains(rest if rest in projection.latent else rest.strip()), projection)
    if colon and kind == "segment":
        return Segment(read_string(rest, projection.latent, "token"))
    raise FormatError(
        f"cannot read the event {text[:40]!r}; needed state:NAME, label:NAME, segment:TOKENS, contains:TOKEN or thinks",
        "event",
    )
