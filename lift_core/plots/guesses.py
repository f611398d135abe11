"""Why a string is in a lifting or not, in one sentence with its own tokens and symbols (docs/theory.md §1)."""

from lift_core.lifting.guesses import Judgement, Kind
from lift_core.plots.details import ordinal
from lift_core.plots.numerals import plural, shorten, written
from lift_core.sequences import String

_WRITTEN = 12  # symbols of x that are written out; of a longer x its end
_LISTED = 6  # tokens that may follow


def reason(found: Judgement, stem: String = ()) -> str:
    """The sentence, strings in `backticks`; a `stem` that all strings at hand start with is written "…".

    >>> from lift_core import gallery, judge
    >>> coin = gallery.build("switching-coin")
    >>> for z in ("HH~t", "HH~~", "HH~h", "HH~", "HHTT"):
    ...     print(reason(judge(coin, "HHT", z)))
    `HH~` alone does not make `HHT` certain; with `t` it is.
    After `HH~` the token `~` is not allowed, only `h` and `t`.
    `HH~h` shows `HHH`, not `HHT`.
    `HH~` alone does not show the third symbol yet; 1 string of the lifting goes on from it.
    `HHT` already makes `HHT` certain.
    """

    def name(z: String) -> str:
        if not stem or z[: len(stem)] != stem:
            return _code(written(z))
        return _code("…" + (written(z[len(stem) :]) if z != stem else ""))

    x, decided = _code(ending(found.observation)), name(found.latent[: found.at])
    match found.kind:
        case Kind.IN if not found.observation:
            return "Nothing is seen yet, and the empty string already shows nothing: it is the whole lifting."
        case Kind.IN if not found.latent:
            return f"Nothing need be read: {x} is certain from the start."
        case Kind.IN:
            return f"{name(found.latent[:-1])} alone does not make {x} certain; with {_token(found.latent[-1])} it is."
        case Kind.LONG if not found.observation:
            return "Nothing is seen yet, and `ε` already shows that."
        case Kind.LONG:
            return f"{decided} already makes {x} certain."
        case Kind.SHORT:
            here = f"{decided} alone does not show the {ordinal(len(found.shown) + 1)} symbol yet"
            return f"{here}; {plural(found.members, 'string')} of the lifting {'goes' if found.members == 1 else 'go'} on from it."
        case Kind.OTHER:
            return _other(found, decided, x)
    token = _token(found.latent[found.at])
    place = f"After {decided} the token {token} is not allowed" if found.at else f"No string begins with {token}"
    return f"{place}, only {_listed(found.allowed)}."


def _other(found: Judgement, decided: str, x: str) -> str:
    t = len(found.shown)
    wished = found.observation[:t]
    if found.shown == wished:
        so_far = _code(ending(found.shown)) if found.shown else "nothing"
        return f"{decided} shows {so_far} so far, but whatever follows, never {x}."
    if t > _WRITTEN:
        return f"The {ordinal(t)} symbol that {decided} shows is {_token(found.shown[-1])}, not {_token(wished[-1])}."
    return f"{decided} shows {_code(written(found.shown))}, not {_code(written(wished))}."


def ending(x: String) -> str:
    """x as it is written, or its end where it is long."""
    return written(x) if len(x) <= _WRITTEN else shorten(written(x), 0.6 * (_WRITTEN + 1), keep="end")


def _listed(tokens: tuple[str, ...]) -> str:
    names = [_token(token) for token in tokens[:_LISTED]]
    more = len(tokens) - len(names)
    if more:
        return ", ".join(names) + f" and {more} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _token(token: str) -> str:
    return _code(written((token,)))


def _code(text: str) -> str:
    return "`" + text.replace("`", "ˋ") + "`"
