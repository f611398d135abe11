"""Strings of tokens, and words that may be infinite (docs/theory.md §1).

A string is a tuple of `str`; one token may have several characters. A `Word` is a finite string, or an infinite one that
repeats a period for ever: what a finite machine is bound to write next is always one of the two.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lift_core.arguments import counted
from lift_core.errors import AlphabetError, FormatError

String = tuple[str, ...]
Typed = str | Sequence[str]


class Word(NamedTuple):
    """head · period^ω, or just head where period is empty; always in the form with the shortest period, then head.

    Build one with `word`, which normalises, so that equal words compare equal.
    """

    head: String
    period: String = ()

    @property
    def infinite(self) -> bool:
        return bool(self.period)

    @property
    def first(self) -> str | None:
        """The first symbol; None for the empty word."""
        if self.head:
            return self.head[0]
        return self.period[0] if self.period else None

    def rest(self) -> "Word":
        """The word without its first symbol."""
        if self.head:
            return Word(self.head[1:], self.period)
        return Word((), self.period[1:] + self.period[:1])

    def drop(self, count: int) -> "Word":
        """The word without its first `count` symbols."""
        if count <= len(self.head):
            return Word(self.head[count:], self.period)
        if not self.period:
            return EMPTY
        turn = (count - len(self.head)) % len(self.period)
        return Word((), self.period[turn:] + self.period[:turn])

    def take(self, count: int) -> String:
        """The first `count` symbols, fewer where the word ends before."""
        taken = self.head[:count]
        missing = count - len(taken)
        if missing and self.period:
            taken += (self.period * (missing // len(self.period) + 1))[:missing]
        return taken


EMPTY = Word(())


def word(head: Sequence[str], period: Sequence[str] = ()) -> Word:
    """Normalise head · period^ω.

    >>> word("ab", "bab") == word("a", "bba"), word("a", "aa")
    (True, Word(head=(), period=('a',)))
    """
    head, period = tuple(head), tuple(period)
    for length in range(1, len(period)):
        if len(period) % length == 0 and period[:length] * (len(period) // length) == period:
            period = period[:length]
            break
    while head and period and head[-1] == period[-1]:
        head, period = head[:-1], period[-1:] + period[:-1]
    return Word(head, period)


def as_string(x: Typed, alphabet: Iterable[str], what: str = "symbol") -> String:
    """x as a tuple, every token checked against the alphabet. A plain `str` is read character by character.

    Raises AlphabetError that names the token, its position and the alphabet.
    """
    if not isinstance(x, Iterable):
        raise AlphabetError(f"got {x!r}, a {type(x).__name__}; needed a string of {what}s: a text, a list or a tuple")
    string = tuple(x)
    allowed = alphabet if isinstance(alphabet, (set, frozenset, dict)) else frozenset(alphabet)
    for position, token in enumerate(string, 1):
        if not isinstance(token, str):
            raise AlphabetError(
                f"{what} {position} is {token!r}, a {type(token).__name__}; a string of tokens holds str only"
            )
        if token not in allowed:
            hint = ""
            if isinstance(x, str) and any(len(letter) > 1 for letter in allowed):
                hint = " A plain text is read one character at a time; give longer tokens as a list."
            hint = _other_case(token, allowed) or hint
            raise AlphabetError(f"{what} {position} is {token!r}, which is not one of {listed(allowed)}.{hint}")
    return string


def read_string(text: str, alphabet: Iterable[str], what: str = "symbol") -> String:
    """What a person typed: separated by spaces, or run together where it can be cut into tokens in just one way.

    >>> read_string("HHTT", "HT"), read_string("a|1 b|2", ["a|1", "b|2"])
    (('H', 'H', 'T', 'T'), ('a|1', 'b|2'))
    """
    alphabet = tuple(alphabet)
    string: list[str] = []
    for piece in text.split():
        if piece in alphabet:
            string.append(piece)
        else:
            string.extend(_cut(piece, alphabet, what, len(string)))
    return tuple(string)


def _cut(piece: str, alphabet: tuple[str, ...], what: str, before: int) -> list[str]:
    if all(len(token) == 1 for token in alphabet):
        return list(as_string(piece, alphabet, f"{what} {before}+" if before else what))
    ways: list[int] = [1] + [0] * len(piece)  # ways[i]: how many cuts piece[:i] has, and its last token
    last: list[str] = [""] * (len(piece) + 1)
    for end in range(1, len(piece) + 1):
        for token in alphabet:
            start = end - len(token)
            if start >= 0 and ways[start] and piece.startswith(token, start):
                ways[end] += ways[start]
                last[end] = token
    if ways[-1] == 0:
        stop = max(index for index, count in enumerate(ways) if count)
        hint = _other_case(piece[stop], alphabet)
        raise AlphabetError(
            f"{piece!r}: no {what} starts at {piece[stop:]!r}; it must be one of {listed(alphabet)}{hint and '.'}{hint}"
        )
    if ways[-1] > 1:
        raise FormatError(f"{piece!r} can be cut into {what}s in {counted(ways[-1])} ways; put spaces between them")
    tokens, end = [], len(piece)
    while end:
        tokens.append(last[end])
        end -= len(last[end])
    return tokens[::-1]


def _other_case(token: str, alphabet: Iterable[str]) -> str:
    """What to write where a token is there in the other case only."""
    for name, change in (("capitals", str.upper), ("small letters", str.lower)):
        meant = [other for other in sorted(alphabet) if other == change(other) != other.swapcase()]
        if change(token) in meant:
            return f" Use {name}: {', '.join(meant[:12])}"
    return ""


def show_string(string: Iterable[str]) -> str:
    """A string as a person reads it: run together where every token is one character, else with spaces; ε when empty."""
    tokens = tuple(string)
    return ("" if all(len(token) == 1 for token in tokens) else " ").join(tokens) if tokens else "ε"


def show_word(unread: Word) -> str:
    """A word as a person reads it; an infinite one with its period in brackets: `a(ba)^ω`."""
    if not unread.infinite:
        return show_string(unread.head)
    head = show_string(unread.head) if unread.head else ""
    return f"{head}({show_string(unread.period)})^ω"


def listed(tokens: Iterable[str], most: int = 12) -> str:
    """An alphabet inside a message: sorted, the first few.

    >>> listed("ba")
    "'a', 'b'"
    """
    ordered = sorted(tokens)
    more = f" … ({len(ordered)} in all)" if len(ordered) > most else ""
    return (", ".join(map(repr, ordered[:most])) + more) or "(none)"
