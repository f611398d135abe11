"""Why a string is in a lifting or not, in one sentence with its own tokens and symbols (docs/theory.md §1)."""

from lift_core.lifting.guesses import Judgement, Kind
from lift_core.plots.details import ordinal
from lift_core.plots.numerals import plural, shorten, written
from lift_core.sequences import String

_WRITTEN = 12  # symbols of x that are written out; of a longer x its end
_LISTED = 6  # tokens that may follow


def reason(found: Judgement, stem: String = ()) -> str:
    """The sentence; a `stem` that all strings at hand start with is written "…".

    >>> from lift_core import gallery, judge
    >>> coin = gallery.build("switching-coin")
    >>> for z in ("HH~t", "HH~~", "HH~h", "HH~", "HHTT"):
    ...     print(reason(judge(coin, "HHT", z)))
    HH~ alone does not make HHT certain; with t it is.
    After HH~ the token ~ is not allowed, only h and t.
    HH~h shows HHH, not HHT.
    HH~ alone does not show the third symbol yet; 1 string of the lifting goes on from it.
    HHT already makes HHT certain.
    """

    def name(z: String) -> str:
        return "…" + written(z[len(stem) :]) * (z != stem) if stem and z[: len(stem)] == stem else written(z)

    x, decided = _end(found.observation), name(found.latent[: found.at])
    match found.kind:
        case Kind.IN if not found.observation:
            return "Nothing is seen yet, and the empty string already shows nothing: it is the whole lifting."
        case Kind.IN if not found.latent:
            return f"Nothing need be read: {x} is certain from the start."
        case Kind.IN:
            return (
                f"{name(found.latent[:-1])} alone does not make {x} certain; with {written(found.latent[-1:])} it is."
            )
        case Kind.LONG if not found.observation:
            return "Nothing is seen yet, and ε already shows that."
        case Kind.LONG:
            return f"{decided} already makes {x} certain."
        case Kind.SHORT:
            here = f"{decided} alone does not show the {ordinal(len(found.shown) + 1)} symbol yet"
            return f"{here}; {plural(found.members, 'string')} of the lifting {'goes' if found.members == 1 else 'go'} on from it."
        case Kind.OTHER:
            return _other(found, decided, x)
    token = written(found.latent[found.at : found.at + 1])
    place = f"After {decided} the token {token} is not allowed" if found.at else f"No string begins with {token}"
    return f"{place}, only {_listed(found.allowed)}."


def _other(found: Judgement, decided: str, x: str) -> str:
    t = len(found.shown)
    wished = found.observation[:t]
    if found.shown == wished:
        return f"{decided} shows {_end(found.shown)} so far, but whatever follows, never {x}."
    if t > _WRITTEN:
        return (
            f"The {ordinal(t)} symbol that {decided} shows is {written(found.shown[-1:])}, not {written(wished[-1:])}."
        )
    return f"{decided} shows {written(found.shown)}, not {written(wished)}."


def _end(x: String) -> str:
    """x, or its end where it is long; ε is nothing."""
    text = written(x) if x else "nothing"
    return text if len(x) <= _WRITTEN else shorten(text, 0.6 * (_WRITTEN + 1), keep="end")


def _listed(tokens: tuple[str, ...]) -> str:
    names = [written((token,)) for token in tokens[:_LISTED]]
    more = len(tokens) - len(names)
    if more:
        return ", ".join(names) + f" and {more} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
