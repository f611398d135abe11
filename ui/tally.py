"""The class tally: a room collects one number from each phone, for the picture on the wall.

A room is a question, which is a scenario with its observation, and at most 200 answers: nothing but what kind of number each is
and its logarithm. Rooms live in this process alone, for two hours. The code lets a phone send; the key, which stays with the
one who opened the room, lets the wall clear and close it.
"""

import math
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock

from lift_core.errors import FormatError, LimitExceeded, WeightError
from lift_core.model.protocol import log_fraction, rational
from lift_core.scenarios.scenario import Scenario
from ui.typed import within

ROOM, WALL, ME = KEYS = ("room", "wall", "me")  # names in the view: the code, the wall's key, the phone's own word
GUESS, ESTIMATE = ASKS = ("guess", "estimate")
DRAWS = 25  # of an estimate
WORDS = {GUESS: "a guess of p(x)", ESTIMATE: f"an estimate from {DRAWS} draws"}
MOST_ANSWERS = 200  # of a room
MOST_ROOMS = 50
LASTS = 2 * 60 * 60  # seconds
BYTES = 12  # of chance in a code: 96 bits
LARGEST_LOG = 700.0  # nats: an estimate beyond e^700 is no number that a float holds
LONGEST_TYPED = 40  # characters of a guess
GONE = (
    "This room is closed: rooms last two hours and end with the server. What you see still works; "
    "to send numbers again, scan the code that is now on the wall."
)


@dataclass(frozen=True)
class Answer:
    """One number: `kind` is "guess", or the key of the sampler that made the estimate; `log_value` in nats, −inf for 0."""

    kind: str
    log_value: float


@dataclass(frozen=True)
class Room:
    """A question, what is asked of it ("guess" or "estimate"), and the answers so far by the words of those who sent them."""

    question: Scenario
    asks: str
    key: str = field(repr=False)
    ends: float
    answers: dict[str, Answer] = field(default_factory=dict, repr=False)

    def opened_by(self, key: str) -> bool:
        """Whether the key is this room's."""
        return secrets.compare_digest(self.key.encode(), key.encode())


class Rooms:
    """All rooms of this process. Every method may be called from any thread; `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._rooms: dict[str, Room] = {}
        self._lock = Lock()

    def open(self, question: Scenario, asks: str = ESTIMATE) -> tuple[str, str]:
        """A new room: its code and its key. Raises LimitExceeded where there are too many."""
        with self._lock:
            self._sweep()
            if len(self._rooms) >= MOST_ROOMS:
                first = min(room.ends for room in self._rooms.values())
                raise LimitExceeded(
                    f"There are {MOST_ROOMS} rooms open on this server, the most it keeps. Close one that is not needed, "
                    f"or wait: the oldest ends in {math.ceil((first - self.clock()) / 60)} minutes.",
                    MOST_ROOMS,
                )
            code, key = secrets.token_urlsafe(BYTES), secrets.token_urlsafe(BYTES)
            self._rooms[code] = Room(question, _known(asks), key, self.clock() + LASTS)
            return code, key

    def find(self, code: str) -> Room:
        """The room as it is now; it does not change afterwards. Raises FormatError for one that is not open."""
        with self._lock:
            return self._open(code)

    def owns(self, code: str, key: str) -> bool:
        """Whether the key is that of an open room."""
        with self._lock:
            room = self._rooms.get(code)
            return room is not None and room.opened_by(key)

    def minutes(self, code: str) -> int:
        """How long the room is still open."""
        return math.ceil((self.find(code).ends - self.clock()) / 60)

    def send(self, code: str, who: str, answer: Answer) -> None:
        """Keep somebody's answer in place of the one before. Raises FormatError for no room or no such number, LimitExceeded
        for the 201st."""
        with self._lock:
            room = self._open(code)
            _check(answer)
            if (answer.kind == GUESS) != (room.asks == GUESS):
                raise FormatError(
                    f"The class is asked for {WORDS[room.asks]} now: reload this page, then send one.", "kind"
                )
            if who not in room.answers and len(room.answers) >= MOST_ANSWERS:
                raise LimitExceeded(
                    f"The room is full: it takes {MOST_ANSWERS} numbers. Ask for the wall to be cleared, then send again.",
                    MOST_ANSWERS,
                )
            self._rooms[code] = replace(room, answers=room.answers | {who: answer})

    def ask(self, code: str, key: str, question: Scenario, asks: str) -> None:
        """Put a question to the room, without any answers yet. Raises FormatError where code and key do not fit."""
        with self._lock:
            room = self._owned(code, key)
            self._rooms[code] = replace(room, question=question, asks=_known(asks), answers={})

    def close(self, code: str, key: str) -> None:
        """End the room; nothing happens where it has ended."""
        with self._lock:
            room = self._rooms.get(code)
            if room is not None and room.opened_by(key):
                del self._rooms[code]

    def _open(self, code: str) -> Room:
        self._sweep()
        if code not in self._rooms:
            raise FormatError(GONE, ROOM)
        return self._rooms[code]

    def _owned(self, code: str, key: str) -> Room:
        room = self._open(code)
        if not room.opened_by(key):
            raise FormatError(
                "Only the wall that opened this room can do that. Open a room of your own in the menu ⋯.", WALL
            )
        return room

    def _sweep(self) -> None:
        now = self.clock()
        self._rooms = {code: room for code, room in self._rooms.items() if room.ends > now}


def _known(asks: str) -> str:
    if asks not in ASKS:
        raise FormatError(f"a room asks for {asks[:40]!r}; needed {' or '.join(ASKS)}", "asks")
    return asks


def _check(answer: Answer) -> None:
    """Refuse what is no number on the wall's axis."""
    most, words = (
        (0.0, "a probability, 0 to 1") if answer.kind == GUESS else (LARGEST_LOG, "a finite number, 0 or more")
    )
    if not answer.log_value <= most:  # nan is not either
        raise FormatError(f"got a number of logarithm {answer.log_value:.6g}; needed {words}", "number")


def read_guess(text: str) -> float:
    """The logarithm of a probability as a person types it. Raises LiftError.

    >>> round(math.exp(read_guess("1/16")), 6), round(math.exp(read_guess(" 6,5 % ")), 6), read_guess("0")
    (0.0625, 0.065, -inf)
    """
    needed = "a probability between 0 and 1, such as 0.06, 1/16 or 6%"
    bare = within(text.strip(), LONGEST_TYPED, "this guess", f"Write {needed}.").replace(",", ".")
    number, percent, rest = bare.partition("%")
    try:
        value = rational(number.strip(), "guess") / (100 if percent else 1)
    except WeightError:
        value = None
    if value is None or value > 1 or rest:
        raise FormatError(f"got {text.strip()!r}; needed {needed}", "guess")
    return log_fraction(value) if value else -math.inf


ROOMS = Rooms()
