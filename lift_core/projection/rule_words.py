"""The words of a line of rules: cut at spaces; "quoted" stretches are JSON texts, taken as they stand; `#` begins a comment.

In what is not quoted `{c}` stands for the value of c, and `{n+1}` for the number after n. A list of values is one word taken letter by
letter (`abc`), several words (`the cat`), or ranges (`a..z`, `0..12`).
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lift_core.errors import FormatError

_CHUNK = re.compile(r'"(?:\\.|[^"\\])*"|[^\s"]+|\s+|"')
_NAMED = re.compile(r"\{([^\W\d]\w*)(?:([+-])(\d+))?\}")
_RANGE = re.compile(r"(.+)\.\.(.+)")
LONGEST_RANGE = 100_000


@dataclass(frozen=True)
class Word:
    """Chunks of one word: (text, whether it was quoted)."""

    chunks: tuple[tuple[str, bool], ...]

    @property
    def plain(self) -> str | None:
        """The text, if nothing of it was quoted."""
        return self.chunks[0][0] if len(self.chunks) == 1 and not self.chunks[0][1] else None

    @property
    def quoted(self) -> bool:
        """Whether the whole word was quoted."""
        return len(self.chunks) == 1 and self.chunks[0][1]

    def between(self, before: str, after: str) -> "Word | None":
        """What stands between two marks that begin and end the word, neither quoted; None if they do not."""
        chunks = list(self.chunks)
        if before:
            if chunks[0][1] or not chunks[0][0].startswith(before):
                return None
            chunks[0] = (chunks[0][0][len(before) :], False)
        if chunks[-1][1] or not chunks[-1][0].endswith(after):
            return None
        chunks[-1] = (chunks[-1][0][: len(chunks[-1][0]) - len(after)], False)
        return Word(tuple(chunk for chunk in chunks if chunk[0] or chunk[1]))

    def filled(self, values: Mapping[str, str]) -> str:
        """The text with every {name} outside quotes replaced. Raises FormatError for a name without a value."""
        return "".join(
            text if quoted else _NAMED.sub(lambda named: _value(named, values), text) for text, quoted in self.chunks
        )


def _value(named: "re.Match[str]", values: Mapping[str, str]) -> str:
    name, sign, step = named.groups()
    if name not in values:
        known = f"it has {', '.join(values)}" if values else "it has none"
        raise FormatError(
            f"{named[0]} needs `for {name} in …:` before it on the line ({known}); quote it to mean the text itself"
        )
    if sign is None:
        return values[name]
    try:
        return str(int(values[name]) + int(sign + step))
    except ValueError:
        raise FormatError(f"{named[0]} needs a number; {name} is {values[name]!r}") from None


def words_of(line: str) -> list[Word]:
    """The words of a line without its comment. Raises FormatError for a quote that does not end."""
    words: list[list[tuple[str, bool]]] = [[]]
    for found in _CHUNK.finditer(line):
        text = found[0]
        if text.isspace():
            words.append([])
        elif text.startswith('"'):
            try:
                words[-1].append((json.loads(text, strict=False), True))
            except json.JSONDecodeError:
                begin = line[found.start() :][:20]
                raise FormatError(
                    f'the quoted text {begin!r} does not end, or is no JSON text; write \'"\' as "\\""'
                ) from None
        elif text.startswith("#") and not words[-1]:
            break
        else:
            words[-1].append((text, False))
    return [Word(tuple(chunks)) for chunks in words if chunks]


def listed_values(words: Iterable[Word], values: Mapping[str, str]) -> list[str]:
    """The values that a list of words names.

    >>> listed_values(words_of("abc"), {}), listed_values(words_of('the cat "a b" 9..11'), {})
    (['a', 'b', 'c'], ['the', 'cat', 'a b', '9', '10', '11'])
    """
    words = list(words)
    found: list[str] = []
    for word in words:
        text = word.filled(values)
        ends = _RANGE.fullmatch(text) if word.plain is not None else None
        if ends:
            found += _range(ends[1], ends[2])
        elif len(words) == 1 and not word.quoted:
            found += text
        else:
            found.append(text)
    return found


def _range(first: str, last: str) -> list[str]:
    if first.isdecimal() and last.isdecimal():
        numbers = range(int(first), int(last) + 1)
        show = str
    elif len(first) == len(last) == 1:
        numbers = range(ord(first), ord(last) + 1)
        show = chr
    else:
        raise FormatError(
            f"{first}..{last}: a range is of letters (a..z) or of numbers (0..12); quote it to mean the text itself"
        )
    if len(numbers) > LONGEST_RANGE:
        raise FormatError(f"{first}..{last} has {len(numbers):,} values; at most {LONGEST_RANGE:,}")
    return [show(number) for number in numbers]


def written(text: str, alone: bool = False) -> str:
    """The text as a word that reads back as itself: quoted where it must be. `alone`: as the only word of a list of values."""
    plain = (
        text and not re.search(r'[\s"]|\.\.', text) and not _NAMED.search(text) and text[0] != "#" and text[-1] != ":"
    )
    return text if plain and not (alone and len(text) > 1) else json.dumps(text, ensure_ascii=False)
