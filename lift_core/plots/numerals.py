"""How numbers are written on pictures: three figures that matter, never a zero that is not one, never nan."""

import math
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from lift_core.plots.drawing import visible
from lift_core.sequences import String


@lru_cache(maxsize=4096)
def percent(q: float) -> str:
    """A probability as a percentage.

    >>> percent(0.734), percent(0.0816), percent(0.0091), percent(0.000012), percent(3e-8), percent(1.0), percent(0.0), percent(0.9998)
    ('73.4%', '8.16%', '0.91%', '0.0012%', '3·10⁻⁶%', '100%', '0', '>99.9%')
    """
    if math.isnan(q):
        return "—"
    if q <= 0:
        return "0"
    if q >= 0.9995:
        return "100%" if q >= 1 - 1e-9 else ">99.9%"
    if q < 1e-6:
        return power(math.log(q * 100)) + "%"
    if q >= 0.00995:
        return f"{q * 100:.{1 if q >= 0.09995 else 2}f}%"
    return f"{q * 100:.{1 - math.floor(math.log10(q * 100))}f}%"


def probability(log_p: float, figures: int = 4) -> str:
    """A probability from its logarithm (nats), also where it is too small for a float.

    >>> probability(math.log(0.065124)), probability(-2000.0), probability(-math.inf), probability(0.0)
    ('0.06512', '2.58·10⁻⁸⁶⁹', '0', '1')
    """
    if math.isnan(log_p):
        return "—"
    if log_p == -math.inf:
        return "0"
    if log_p < math.log(1e-4):
        return power(log_p)
    return f"{math.exp(log_p):.{figures}g}"


def figures(value: float, n: int = 4) -> str:
    """A number to n figures; its whole part is never rounded away, and one that is very large or small is a power of ten.

    >>> figures(0.77591), figures(14915.4), figures(9999.7), figures(1.84e10), figures(4e-5, 1), figures(-2.5), figures(0.0)
    ('0.7759', '14,915', '10,000', '1.84·10¹⁰', '4·10⁻⁵', '−2.5', '0')
    """
    if math.isnan(value):
        return "—"
    sign, size = "−" if value < 0 else "", abs(value)
    if math.isinf(size):
        return f"{sign}∞"
    if size and not 1e-4 <= size < 1e9:
        return sign + power(math.log(size), min(n, 3))
    return sign + (f"{size:,.0f}" if size >= 10**n - 0.5 else f"{size:,.{n}g}")


def power(log_value: float, n: int = 3) -> str:
    """exp(log_value) as a number times a power of ten, to n figures."""
    exponent = math.floor(log_value / math.log(10))
    mantissa = f"{math.exp(log_value - exponent * math.log(10)):.{n}g}"
    if float(mantissa) >= 10:
        mantissa, exponent = "1", exponent + 1
    return f"{mantissa}·10{str(exponent).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def count(n: int) -> str:
    """A whole number with its thousands apart; a very large one as a power of ten.

    >>> count(16281), count(10**40)
    ('16,281', '1·10⁴⁰')
    """
    if n < 10**9:
        return f"{n:,}"
    return power(math.log(n))


_UNITS = (
    ("µs", 1.0, 1e3),
    ("ms", 1e3, 1e6),
    ("s", 1e6, 1.2e8),
    ("min", 6e7, 7.2e9),
    ("h", 3.6e9, 1.7e11),
    ("d", 8.64e10, 3.1e13),
    ("y", 3.156e13, math.inf),
)


def duration(microseconds: float) -> str:
    """A time in the unit that suits it.

    >>> duration(0.52), duration(41.3), duration(2400), duration(3.1e6), duration(9e9), duration(3e24)
    ('0.52 µs', '41 µs', '2.4 ms', '3.1 s', '2.5 h', '9.5·10¹⁰ y')
    """
    unit, size, _ = next(entry for entry in _UNITS if microseconds < entry[2] or entry[2] == math.inf)
    value = microseconds / size
    return f"{value:.2g} {unit}" if value < 99.5 else f"{figures(value, 2)} {unit}"


def plural(n: int, noun: str) -> str:
    """
    >>> plural(1, "string"), plural(1200, "string")
    ('1 string', '1,200 strings')
    """
    return f"{count(n)} {noun}{'' if n == 1 else 's'}"


def pieces(tokens: String) -> list[str]:
    """The tokens of a string as they are written one after another, white space shown: run together where all are single
    letters, else with a space between two of them, but none beside a tag such as <s>.

    >>> pieces(("th", "e")), pieces(("<s>", "a", "</s>", "ab"))
    (['th', ' e'], ['<s>', 'a', '</s>', 'ab'])
    """
    if all(len(token) == 1 for token in tokens):
        return [*map(visible, tokens)]
    return [
        visible(token) if not index or _tag(token) or _tag(tokens[index - 1]) else " " + visible(token)
        for index, token in enumerate(tokens)
    ]


def _tag(token: str) -> bool:
    return len(token) > 2 and token[0] == "<" and token[-1] == ">"


@lru_cache(maxsize=8192)
def written(tokens: String) -> str:
    """A string of tokens on a picture; ε for the empty one.

    >>> written(("H", "~", "t")), written(("th", "e")), written(())
    ('H~t', 'th e', 'ε')
    """
    return "".join(pieces(tokens)) or "ε"


def fitted(tokens: String, room: float) -> str:
    """As much of a string as `room` ems hold, cut between tokens: all of it, or its first token, "…" and its last ones.

    >>> fitted(("<s>", "a", "b", "</s>", "x"), 5), fitted(("walk|rain", "shop|sun"), 6), fitted(("walk|rain",), 4)
    ('<s>…x', '…shop|sun', 'wal…in')
    """
    text = written(tokens)
    if width(text) <= room:
        return text
    for head in (1, 0):
        for start in range(head + 1, len(tokens)):
            text = written(tokens[:head]) * head + "…" + written(tokens[start:])
            if width(text) <= room:
                return text
    return shorten(written(tokens[-1:]), room)


@lru_cache(maxsize=4096)
def width(text: str) -> float:
    """The width of text in the code font, in ems: 0.6 for a letter, 1.2 for a wide one or an emoji, 0 for a mark on another.

    >>> round(width("HH~tt"), 6), round(width("思"), 6)
    (3.0, 1.2)
    """
    if text.isascii():
        return 0.6 * len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    marks = sum(unicodedata.combining(letter) > 0 or letter in "\u200d\ufe0f" for letter in text)
    return 0.6 * (len(text) + wide - marks)


# Ems of the letters of DejaVu Sans in half-bold, the widest of the fonts that the app's may be.
_SANS = {
    letter: ems
    for letters, ems in (
        (" !'.,:;I|ijl/·J", 0.4),
        ("()[]-frt⁰¹²³⁴⁵⁶⁷⁸⁹", 0.48),
        ('⁻*_cs"?', 0.6),
        ("+=−×÷≈±<>~ACDGHNOQUVw#&", 0.85),
        ("%…—½mMW@", 1.05),
    )
    for letter in letters
}


@lru_cache(maxsize=8192)
def sans_width(text: str) -> float:
    """The width of text in the app's own font, in ems: no less than in any font that it may be shown in, half-bold or not.

    >>> round(sans_width("1.44·10⁻⁹¹"), 2), round(sans_width("2 others 11.1%"), 2), round(sans_width("思"), 2)
    (5.96, 8.85, 1.2)
    """
    return sum(_SANS.get(letter) or (0.72 if letter.isascii() else width(letter)) for letter in text)


def shorten(text: str, room: float, keep: str = "both", measure: Callable[[str], float] = width) -> str:
    """The text, or as much of it as `room` ems hold by its font's `measure`: its end (`keep="end"`) or its beginning and its end, "…"
    for the rest.

    >>> shorten("abracadabra", 4.3), shorten("HHTTHHTT", 3.1, keep="end"), shorten("ab", 3)
    ('abr…bra', '…HHTT', 'ab')
    """
    if measure(text) <= room:
        return text
    for letters in range(min(len(text) - 1, int(room / 0.4)), 0, -1):
        tail = letters if keep == "end" else letters // 2
        short = text[: letters - tail] + "…" + (text[-tail:] if tail else "")
        if measure(short) <= room + 1e-9:
            return short
    return "…"


def fit(text: str, size: float, room: float) -> float:
    """The font size at which text in the app's own font has room: that size, or smaller.

    >>> fit("1.44·10⁻⁹¹", 14, 200), round(fit("1.44·10⁻⁹¹", 14, 50), 1)
    (14, 8.4)
    """
    return min(size, room / max(sans_width(text), 0.1))


def more(n: int, told: str, room: float) -> str:
    """ "+ " and what is told of n others, or n alone, in the longest way that `room` ems hold: a number is never cut.

    >>> [more(134217726, "134,217,726 strings", room) for room in (14, 9, 6, 3)]
    ['+ 134,217,726 strings', '+ 134,217,726', '+ 1.3·10⁸', '+ …']
    """
    ways = (f"+ {told}", f"+ {count(n)}", f"+ {power(math.log(n), 2)}")
    return next((way for way in ways if sans_width(way) <= room), "+ …")


def titled(observed: str, rest: str, size: float, room: float) -> tuple[str, float]:
    """(as much of the end of what is seen as fits into "p(…)" and the rest, the font size): smaller where hardly a letter would fit.

    >>> titled("HHTTHHTT", " = 1.44·10⁻⁹¹", 14, 170)
    ('…TT', 14)
    """
    free = room / size - sans_width(f"p(){rest}")
    name = shorten(observed, max(free, 2.0), keep="end", measure=sans_width)
    return name, fit(f"p({name}){rest}", size, room)
