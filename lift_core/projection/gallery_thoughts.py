"""Examples that hide a thought: tokens that write nothing, between those that write (docs/theory.md §1).

A thought is `<s> y </s>` with y over Σ; after it one symbol must be written. Then pause tokens, and text with deletions.
"""

from collections.abc import Callable, Iterable
from typing import Any

from lift_core.projection.explore import explore
from lift_core.projection.files import state_names
from lift_core.projection.gallery_entry import CLOSE, OPEN, Entry, alphabet, emit, number, refused, think, token
from lift_core.projection.lazy import Lazy
from lift_core.projection.transducer import Projection, Row, Transducer
from lift_core.sequences import String

LONGEST = 2_000  # of a thought, a run of fillers
MOST_STATES = 20_000


def _thought(symbols: String, first: str, least: int, most: int) -> list[Row]:
    """The arcs of a thought of `least` to `most` tokens, opened in state `first`, and of the symbol written after it into "out"."""
    if most < 1:
        return []
    rows: list[Row] = [(first, OPEN, "in0", ())]
    for length in range(most):
        rows += think(symbols, f"in{length}", f"in{length + 1}")
    rows += [(f"in{length}", CLOSE, "closed", ()) for length in range(least, most + 1)]
    return rows


def pause_to_think(observable: Any, bound: Any) -> Projection:
    """Before x_t no thought or one of 1 to c_t tokens: ∏ (1 + Σ_{j≤c_t} |Σ|^j) strings.

    `bound` is c, or a list c_1, c_2, … whose last entry holds for ever, or a function t -> c_t (t = 1, 2, …); the last two in lazy form.
    """
    symbols = alphabet(observable, "observable", (OPEN, CLOSE))
    if callable(bound) or (isinstance(bound, Iterable) and not isinstance(bound, str)):
        return _varying_bound(symbols, bound)
    longest = _length(bound, "bound", 0)
    rows = [*emit(symbols, "out", "out"), *_thought(symbols, "out", 1, longest)]
    if longest:
        rows += emit(symbols, "closed", "out")
    return Transducer((*symbols, OPEN, CLOSE), symbols, "out", rows, name="pause-to-think")


def _varying_bound(symbols: String, bound: Any) -> Lazy:
    """States: (t, "out"), (t, length of the open thought), (t, "closed"). With a list t stays at its last entry."""
    bounds = [] if callable(bound) else [_length(c, "bound", 0) for c in bound]
    if not callable(bound) and not bounds:
        raise refused("bound", bound, "a list of at least one bound")
    allowed: Callable[[int], Any] = bound if callable(bound) else lambda t: bounds[t - 1]
    last = None if callable(bound) else len(bounds)
    tokens = frozenset(symbols)

    def rule(state: tuple[int, Any], read: str) -> tuple[tuple[int, Any], String] | None:
        t, phase = state
        longest = _length(allowed(t), f"bound at t = {t}", 0)
        if phase in ("out", "closed"):
            if read in tokens:
                return (t if t == last else t + 1, "out"), (read,)
            return ((t, 0), ()) if read == OPEN and phase == "out" and longest else None
        if read in tokens:
            return ((t, phase + 1), ()) if phase < longest else None
        return ((t, "closed"), ()) if read == CLOSE and phase else None

    return Lazy((*symbols, OPEN, CLOSE), symbols, (1, "out"), rule, name="pause-to-think")


def fixed_thought(observable: Any, length: Any) -> Transducer:
    """A thought of exactly c tokens before every symbol: |Σ|^(c|x|) strings."""
    symbols = alphabet(observable, "observable", (OPEN, CLOSE))
    longest = _length(length, "length", 1)
    rows = [*_thought(symbols, "out", longest, longest), *emit(symbols, "closed", "out")]
    return Transducer((*symbols, OPEN, CLOSE), symbols, "out", rows, name="fixed-thought")


def query_thought(observable: Any, bound: Any, query: Any) -> Transducer:
    """A thought of 1 to c tokens, or none, right after the end-of-query symbol and nowhere else; `query` is a symbol of Σ or joins it."""
    symbols = alphabet(observable, "observable", (OPEN, CLOSE))
    asked, longest = token(query, "query"), _length(bound, "bound", 1)
    if asked in (OPEN, CLOSE):
        raise refused("query", query, f"a token other than {OPEN} and {CLOSE}")
    symbols = symbols if asked in symbols else (*symbols, asked)
    rows = _thought(symbols, "asked", 1, longest)
    for state in ("out", "asked", "closed"):
        rows += [(state, symbol, "asked" if symbol == asked else "out", (symbol,)) for symbol in symbols]
    return Transducer((*symbols, OPEN, CLOSE), symbols, "out", rows, name="query-thought")


def erasure(observable: Any, filler: Any, run: Any) -> Transducer:
    """Fillers are dropped, at most r in a row: (r + 1)^|x| strings."""
    symbols, blank, longest = alphabet(observable, "observable"), token(filler, "filler"), _length(run, "run", 0)
    if blank in symbols:
        raise refused("filler", filler, "a token that is not an observable symbol")
    rows: list[Row] = []
    for length in range(longest + 1):
        rows += emit(symbols, str(length), "0")
        if length < longest:
            rows.append((str(length), blank, str(length + 1), ()))
    return Transducer((*symbols, blank), symbols, "0", rows, name="erasure")


def backspace(observable: Any, pending: Any, deletions: Any) -> Transducer:
    """What is left after deletions. The last d symbols are pending; the oldest is written when one more is typed.

    `<` takes the last pending one away, at most r times between two written symbols, never from an empty buffer.
    """
    symbols = alphabet(observable, "observable", ("<",))
    most, often = number(pending, "pending", 1), number(deletions, "deletions", 0)

    def step(state: tuple[String, int], read: str) -> tuple[tuple[String, int], String] | None:
        typed, deleted = state
        if read == "<":
            return ((typed[:-1], deleted + 1), ()) if typed and deleted < often else None
        if len(typed) < most:
            return ((*typed, read), deleted), ()
        return ((*typed[1:], read), 0), typed[:1]

    found = explore(((), 0), step, (*symbols, "<"), symbols, MOST_STATES)
    names = state_names(found.states)
    rows = [(names[state], read, names[target], output) for state, read, target, output in found.arc_rows()]
    return Transducer(found.latent, found.observable, names[found.start], rows, name="backspace")


def _length(value: Any, parameter: str, least: int) -> int:
    length = number(value, parameter, least)
    if length > LONGEST:
        raise refused(parameter, value, f"at most {LONGEST:,}")
    return length


ENTRIES = (
    Entry(
        "pause-to-think",
        "Pause to think",
        "Before each symbol the speaker may think a few words to itself: a reasoning model whose thoughts are not shown.",
        "a thought",
        pause_to_think,
        {"observable": "ab", "bound": 2},
    ),
    Entry(
        "fixed-thought",
        "A thought before every symbol",
        "Before every symbol comes a hidden thought of one fixed length.",
        "a thought",
        fixed_thought,
        {"observable": "ab", "length": 1},
    ),
    Entry(
        "query-thought",
        "Think only when asked",
        "Thoughts are allowed right after a question mark and nowhere else.",
        "a thought",
        query_thought,
        {"observable": "ab", "bound": 2, "query": "?"},
    ),
    Entry(
        "erasure",
        "Pause tokens",
        "Fillers between the symbols are dropped, and never more than a few stand in a row.",
        "a thought",
        erasure,
        {"observable": "ab", "filler": "·", "run": 2},
    ),
    Entry(
        "backspace",
        "Typing with a backspace",
        "You see the text that is left after the writer's deletions; only the last keys can still be taken back.",
        "a thought",
        backspace,
        {"observable": "ab", "pending": 1, "deletions": 1},
    ),
)
