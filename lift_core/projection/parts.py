"""What a transducer is built from, checked: alphabets, arcs, thought labels (docs/theory.md §1).

Each check gives the part as the transducer keeps it, or raises ProjectionError whose `place` names the arc or field at fault.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from lift_core.arguments import entries, hashable, repeated, shown
from lift_core.errors import ProjectionError
from lift_core.sequences import String, listed

Arcs = Mapping[tuple[Any, str], tuple[Any, Iterable[str]]]
Row = tuple[Any, str, Any, Iterable[str]]
SHAPE = "arcs are {(state, token): (next state, output)} or rows (state, token, next state, output)"


def checked_alphabet(tokens: Iterable[str], which: str) -> tuple[str, ...]:
    """The tokens in their order: at least one, each a text, each once."""
    needed = "a text, one character each, or a list of texts"
    alphabet = entries(tokens, f"{which} alphabet", needed, lambda message, _: ProjectionError(message, which))
    if not alphabet:
        raise ProjectionError(
            f"the {which} alphabet is empty; name at least one {'token' if which == 'latent' else 'symbol'}", which
        )
    for token in alphabet:
        if not isinstance(token, str) or not token:
            raise ProjectionError(
                f"{which} alphabet: got {token!r}; each entry must be a text of at least one character", which
            )
    if twice := repeated(alphabet):
        raise ProjectionError(f"{which} alphabet names {twice!r} twice; list each once", which)
    return alphabet


def checked_arcs(
    arcs: Arcs | Iterable[Row], start: Any, latent: tuple[str, ...], observable: tuple[str, ...]
) -> dict[tuple[Any, str], tuple[Any, String]]:
    """{(state, token): (next state, output)}: one arc for each, and every state that is led to has arcs."""
    tokens, symbols = frozenset(latent), frozenset(observable)
    checked: dict[tuple[Any, str], tuple[Any, String]] = {}
    for state, token, target, output in _rows(arcs):
        place = f"arc ({state!r}, {token!r})"
        checked_state(state, place)
        checked_state(target, place)
        if not isinstance(token, str) or token not in tokens:
            raise ProjectionError(f"{place}: token {token!r} is not in the latent alphabet {listed(latent)}", place)
        output = entries(output, place, "a string of symbols as what it writes, '' for none", ProjectionError)
        for symbol in output:
            if not isinstance(symbol, str) or symbol not in symbols:
                raise ProjectionError(
                    f"{place} writes {symbol!r}, which is not in the observable alphabet {listed(observable)}", place
                )
        if (state, token) in checked and checked[state, token] != (target, output):
            first = "".join(checked[state, token][1]) or "ε"
            raise ProjectionError(
                f"{place} is given twice, writing {first!r} and {''.join(output) or 'ε'!r}: a projection writes one thing per token. "
                f"Put the choice into the token, e.g. {token}>{first} and {token}>{''.join(output) or 'ε'}.",
                place,
            )
        checked[state, token] = (target, output)
    if not checked:
        raise ProjectionError("there are no arcs; give at least one, e.g. {('q', 'a'): ('q', 'a')}", "arcs")
    sources = {state for state, _ in checked}
    if start not in sources:
        raise ProjectionError(
            f"start state {start!r} has no arcs; the states with arcs are {listed(map(str, sources))}", "start"
        )
    for (state, token), (target, _) in checked.items():
        if target not in sources:
            place = f"arc ({state!r}, {token!r})"
            raise ProjectionError(
                f"{place} leads to {target!r}, a state that has no arcs. Give it arcs, or correct its name.", place
            )
    return checked


def checked_state(state: Any, place: str) -> Any:
    """A state: anything that can be a key of a dict, but for None."""
    if state is None:
        raise ProjectionError(f"{place}: None is no state; needed a text, a number or a tuple of them", place)
    return hashable(state, place, ProjectionError)


def _rows(arcs: Any) -> list[Row]:
    """The arcs as rows of four. Raises ProjectionError that shows the one that is not."""
    given: Any
    if isinstance(arcs, Mapping):
        given = [(*key, *arc) if _pair(key) and _pair(arc) else (key, arc) for key, arc in arcs.items()]
    else:
        given = entries(arcs, "arcs", SHAPE, ProjectionError)
    for number, row in enumerate(given, 1):
        if not isinstance(row, (tuple, list)) or len(row) != 4:
            raise ProjectionError(f"arc {number} is {shown(row)}; {SHAPE}", f"arc {number}")
    return given


def _pair(value: object) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2


def checked_labels(labels: Mapping[str, str] | None, latent: tuple[str, ...]) -> Mapping[str, str] | None:
    """{token: thought label}, or None."""
    if labels is None:
        return None
    if not isinstance(labels, Mapping):
        raise ProjectionError(f"labels: got {shown(labels)}; needed {{token: thought label}} or None", "labels")
    for token, label in labels.items():
        if token not in latent:
            raise ProjectionError(
                f"labels: token {token!r} is not in the latent alphabet {listed(latent)}", f"label of {token!r}"
            )
        if not isinstance(label, str) or not label:
            raise ProjectionError(
                f"labels: the label of {token!r} is {label!r}; it must be a text", f"label of {token!r}"
            )
    return MappingProxyType(dict(labels))
