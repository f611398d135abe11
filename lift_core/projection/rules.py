"""The text form of a transducer: one arc a line, and lines that stand for many (docs/theory.md §1).

    state --token--> state : output       nothing after the colon: a silent arc
    for c in abc: q --{c}--> q : {c}      one arc for each value; `for`s nest, and `if a != b:` or `if a == b:` keeps some of them
    label a|1 : 1                         the thought label of a writing token (docs/theory.md §5)
    name: …  start: …  latent: …  observable: …     may be left out: start is the first state named, the alphabets are what the arcs name

Outputs are cut into the symbols of the `observable:` line, without one into single characters; a "quoted" word is one symbol.
The words themselves are those of `rule_words`.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from lift_core.arguments import shown
from lift_core.errors import FormatError, LiftError, LimitExceeded, ProjectionError
from lift_core.projection.files import state_names
from lift_core.projection.rule_words import Word, listed_values, words_of, written
from lift_core.projection.transducer import Projection, Transducer, require_projection
from lift_core.sequences import String, read_string

MOST_ARCS = 200_000
SHAPE = (
    "needed `state --token--> state : output`, with `for c in abc:` or `if a != b:` before it, "
    "or a line name:, start:, latent:, observable: or label"
)
HEADERS = ("name:", "start:", "latent:", "observable:")
Values = Mapping[str, str]
Line = tuple[int, list[Word], Values]


def parse_rules(text: str, name: str = "") -> Transducer:
    """The transducer that a text describes; `name` is used where the text has no `name:` line.

    Raises FormatError, whose `place` is the line at fault, ProjectionError where the machine itself is badly built, LimitExceeded beyond
    MOST_ARCS arcs.

    Keystrokes with noise, 728 tokens and 1,430 arcs: a letter is typed as meant or as another one (`a>b`), missed (`a>`, never twice in
    a row), or one is typed that nobody meant (`>b`).

    >>> noise = parse_rules('''
    ...   for s in q missed: for a in a..z: for b in a..z: {s} --{a}>{b}--> q : {b}
    ...   for s in q missed: for b in a..z: {s} -->{b}--> q : {b}
    ...   for a in a..z: q --{a}>--> missed :
    ... ''')
    >>> len(noise.latent), len(noise.arcs), noise.step("missed", "a>b"), noise.step("missed", "a>")
    (728, 1430, ('q', ('b',)), None)
    """
    if not isinstance(text, str):
        raise FormatError(f"got {shown(text)}; the rules are a text, an arc a line: {SHAPE}")
    headers: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    lines: list[Line] = []
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        with _at_line(number):
            words = words_of(line)
            head = words[0].plain if words else None
            if head in HEADERS:
                if head in headers:
                    raise FormatError(f"a second line {head}; one is needed")
                headers[head] = _header(head, words[1:])
                places[head.removesuffix(":")] = number
            elif words:
                for plain, values in _expanded(words, {}):
                    lines.append((number, plain, values))
                    if len(lines) > MOST_ARCS:
                        raise LimitExceeded(
                            f"the rules stand for more than {MOST_ARCS:,} arcs; this is where they pass it", MOST_ARCS
                        )
    return _built(headers, lines, places, name)


@contextmanager
def _at_line(number: int) -> Iterator[None]:
    """Errors inside are told with the number of the line."""
    place = f"line {number}"
    try:
        yield
    except LimitExceeded as met:
        raise LimitExceeded(f"{place}: {met}", met.limit) from None
    except LiftError as error:
        raise FormatError(f"{place}: {error}", place) from None


def _expanded(words: list[Word], values: Values) -> Iterator[tuple[list[Word], Values]]:
    """The plain lines that a line stands for, each with the values of its `for`s."""
    keyword = words[0].plain if words else None
    if len(words) > 1 and words[1].between("--", "-->"):
        keyword = None  # a state may be called `for`
    if keyword == "for":
        variable = words[1].plain if len(words) > 1 else None
        if len(words) < 4 or variable is None or not variable.isidentifier() or words[2].plain != "in":
            raise FormatError("needed `for c in abc:` and then a rule")
        listed, rest = _up_to_colon(words[3:], "for c in abc:")
        for value in listed_values(listed, values):
            yield from _expanded(rest, {**values, variable: value})
    elif keyword == "if":
        sides, rest = _up_to_colon(words[1:], "if a != b:")
        sign = sides[1].plain if len(sides) == 3 else None
        if sign not in ("==", "!="):
            raise FormatError("needed `if a != b:` or `if a == b:` and then a rule")
        if (_side(sides[0], values) == _side(sides[2], values)) == (sign == "=="):
            yield from _expanded(rest, values)
    else:
        yield words, values


def _up_to_colon(words: list[Word], shape: str) -> tuple[list[Word], list[Word]]:
    """The words before the first one that ends with a colon, that one included without it, and the words after."""
    for index, word in enumerate(words):
        if word.between("--", "-->"):
            break  # the rule has begun
        before = word.between("", ":")
        if before is not None:
            rest = words[index + 1 :]
            if not rest:
                raise FormatError(f"nothing follows the colon; needed `{shape}` and then a rule on the same line")
            return words[:index] + ([before] if before.chunks else []), rest
    raise FormatError(f"no colon; needed `{shape}` and then a rule")


def _side(word: Word, values: Values) -> str:
    """One side of a condition: a name that a `for` binds, or a quoted text."""
    if word.quoted:
        return word.filled({})
    if word.plain in values:
        return values[word.plain or ""]
    raise FormatError(
        f"{word.filled({})} has no value here: bind it by a `for` before, or quote it to mean the text itself"
    )


def _header(head: str, words: list[Word]) -> list[str]:
    if head in ("latent:", "observable:"):
        return listed_values(words, {})
    if head == "start:" and len(words) != 1:
        raise FormatError(f"start: needed one state, got {len(words)} words; quote a name that has spaces")
    return [" ".join(word.filled({}) for word in words)]


def _built(headers: Mapping[str, list[str]], lines: list[Line], places: dict[str, int], name: str) -> Transducer:
    symbols = headers.get("observable:")
    rows: list[tuple[str, str, str, String]] = []
    labels: dict[str, str] = {}
    for number, words, values in lines:
        with _at_line(number):
            if words[0].plain == "label" and not (len(words) > 1 and words[1].between("--", "-->")):
                token, label = _label(words, values)
                if labels.setdefault(token, label) != label:
                    raise FormatError(f"a second label for {token!r}: {label!r} after {labels[token]!r}")
                places[f"label of {token!r}"] = number
            else:
                row = _arc(words, values, symbols)
                rows.append(row)
                places[f"arc ({row[0]!r}, {row[1]!r})"] = number
    if not rows:
        raise FormatError(f"there are no arcs; {SHAPE}")
    try:
        return Transducer(
            latent=headers.get("latent:", dict.fromkeys(row[1] for row in rows)),
            observable=dict.fromkeys(symbol for row in rows for symbol in row[3]) if symbols is None else symbols,
            start=headers.get("start:", [rows[0][0]])[0],
            arcs=rows,
            labels=labels or None,
            name=headers.get("name:", [name])[0],
        )
    except ProjectionError as error:
        if error.place not in places:
            raise
        place = f"line {places[error.place]}"
        raise ProjectionError(f"{place}: {error}", place) from None


def _label(words: list[Word], values: Values) -> tuple[str, str]:
    if len(words) != 4 or words[2].plain != ":":
        raise FormatError("needed `label token : name`")
    return words[1].filled(values), words[3].filled(values)


def _arc(words: list[Word], values: Values, symbols: list[str] | None) -> tuple[str, str, str, String]:
    token = words[1].between("--", "-->") if len(words) > 2 else None
    if token is None:
        arrow = words[1].plain or "" if len(words) > 1 else ""
        if arrow.startswith("-") or arrow.endswith(">"):
            raise FormatError(
                f"the arrow is {arrow[:40]!r}; an arrow is `--token-->`, without spaces: two dashes, the token, two dashes and >"
            )
        raise FormatError(f"this is no rule; {SHAPE}")
    if not token.chunks:
        raise FormatError(f"the arc reads no token; {SHAPE}")
    target, output = words[2], words[3:]
    glued = target.between("", ":")
    if glued is not None and glued.chunks:
        target = glued
    elif output and output[0].plain == ":":
        output = output[1:]
    else:
        if target.plain == ":":
            raise FormatError(f"no next state stands before the colon; {SHAPE}")
        raise FormatError(
            "needed a colon after the next state, and after it what the arc writes (nothing if it is silent)"
        )
    written_out: list[str] = []
    for word in output:
        written_out += _symbols(word, values, symbols)
    return words[0].filled(values), token.filled(values), target.filled(values), tuple(written_out)


def _symbols(word: Word, values: Values, symbols: list[str] | None) -> list[str] | String:
    text = word.filled(values)
    if word.quoted:
        return [text]
    return list(text) if symbols is None else read_string(text, symbols)


def format_rules(projection: Projection) -> str:
    """The text of a transducer, an arc a line; it parses back to an equal one (states that are not texts get names).

    >>> print(format_rules(parse_rules("for c in ab: q --{c}--> q : {c}")))
    q --a--> q : a
    q --b--> q : b
    """
    require_projection(projection)
    if not isinstance(projection, Transducer):
        raise FormatError(
            f"the projection {projection.name!r} makes its states on demand and has no end of arcs to write. "
            "If its states are finitely many, make it a Transducer by lift_core.explore first."
        )
    names = {state: written(name) for state, name in state_names(projection.states).items()}
    rows = projection.arc_rows()
    lines = []
    if projection.name:
        lines.append(f"name: {written(projection.name)}")
    if projection.start != rows[0][0]:
        lines.append(f"start: {names[projection.start]}")
    if list(projection.latent) != list(dict.fromkeys(token for _, token, _, _ in rows)):
        lines.append(f"latent: {_list(projection.latent)}")
    mentioned = list(dict.fromkeys(symbol for *_, output in rows for symbol in output))
    if list(projection.observable) != mentioned or any(len(symbol) > 1 for symbol in mentioned):
        lines.append(f"observable: {_list(projection.observable)}")
    for state, token, target, output in rows:
        lines.append(
            f"{names[state]} --{written(token)}--> {names[target]} : {' '.join(map(written, output))}".rstrip(" ")
        )
    lines += [f"label {written(token)} : {written(label)}" for token, label in (projection.labels or {}).items()]
    return "\n".join(lines)


def _list(entries: tuple[str, ...]) -> str:
    return " ".join(written(entry, alone=len(entries) == 1) for entry in entries)
