"""The file format `lift-projection/1`: a transducer as JSON, read and written without loss.

{"format": "lift-projection/1", "name": …, "latent": […], "observable": […], "start": state,
 "arcs": [[state, token, next state, [output symbols]], …], "labels": {token: label}}; `name` and `labels` may be absent.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from lift_core.documents import Source, kind_of, read_document, refuse_other_fields
from lift_core.errors import FormatError
from lift_core.projection.transducer import Projection, Transducer, require_projection
from lift_core.sequences import listed, show_string

FORMAT = "lift-projection/1"
FIELDS = ("format", "name", "latent", "observable", "start", "arcs", "labels")


def load_projection(source: Source) -> Transducer:
    """A path, a JSON text (it begins with `{`) or a dict as a transducer.

    Raises FormatError where the file is broken, ProjectionError where the machine is; `place` names the field or arc.

    >>> erase = load_projection('''{"format": "lift-projection/1", "latent": ["a", "."], "observable": ["a"], "start": "q",
    ...     "arcs": [["q", "a", "q", ["a"]], ["q", ".", "p", []], ["p", "a", "q", ["a"]]]}''')
    >>> erase.step("q", ".")
    ('p', ())
    """
    document = read_document(source, FORMAT, "projection")
    refuse_other_fields(document, FIELDS, "projection")
    labels = document.get("labels")
    return Transducer(
        latent=_texts(_field(document, "latent"), "latent"),
        observable=_texts(_field(document, "observable"), "observable"),
        start=_text(_field(document, "start"), "start"),
        arcs=[_arc(row, f"arcs[{index}]") for index, row in enumerate(_list(_field(document, "arcs"), "arcs"))],
        labels=None if labels is None else _labels(labels),
        name=_text(document.get("name", ""), "name"),
    )


def dump_projection(projection: Projection) -> dict[str, Any]:
    """The projection as a dict of `lift-projection/1`; states that are not texts get readable names, each its own.

    Raises FormatError for a lazy projection, which has no end of arcs to write.
    """
    require_projection(projection)
    if not isinstance(projection, Transducer):
        raise FormatError(
            f"the projection {projection.name!r} makes its states on demand and cannot be written out. "
            "If its states are finitely many, make it a Transducer by lift_core.explore first."
        )
    names = state_names(projection.states)
    document: dict[str, Any] = {
        "format": FORMAT,
        "name": projection.name,
        "latent": list(projection.latent),
        "observable": list(projection.observable),
        "start": names[projection.start],
        "arcs": [
            [names[state], token, names[target], list(output)] for state, token, target, output in projection.arc_rows()
        ],
    }
    if projection.labels is not None:
        document["labels"] = dict(projection.labels)
    return document


def state_names(states: Iterable[Any]) -> dict[Any, str]:
    """A text for each state: itself if it is one, else its parts; where two would be alike the later one is numbered.

    >>> state_names(["q", 3, ("ab", 1), (("a", "b"), 1), ()])
    {'q': 'q', 3: '3', ('ab', 1): 'ab,1', (('a', 'b'), 1): 'ab,1 (2)', (): 'ε'}
    """
    states = list(states)
    names: dict[Any, str] = {state: state for state in states if isinstance(state, str)}
    taken = set(names.values())
    for state in states:
        if state in names:
            continue
        plain = name = _shown(state)
        count = 1
        while name in taken:
            count += 1
            name = f"{plain} ({count})"
        names[state] = name
        taken.add(name)
    return {state: names[state] for state in states}


def _shown(state: Any) -> str:
    if isinstance(state, str):
        return state or "ε"
    if isinstance(state, tuple):
        return show_string(state) if all(isinstance(part, str) for part in state) else ",".join(map(_shown, state))
    return str(state)


def _field(document: Mapping[str, Any], name: str) -> Any:
    if name not in document:
        raise FormatError(f"the projection has no field {name!r}; it needs latent, observable, start and arcs", name)
    return document[name]


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise FormatError(f"{place}: needed a list, got {kind_of(value)}", place)
    return list(value)


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise FormatError(f"{place}: needed a text, got {kind_of(value)}", place)
    return value


def _texts(value: Any, place: str) -> tuple[str, ...]:
    return tuple(_text(entry, f"{place}[{index}]") for index, entry in enumerate(_list(value, place)))


def _arc(row: Any, place: str) -> tuple[str, str, str, tuple[str, ...]]:
    parts = _list(row, place)
    if len(parts) != 4:
        raise FormatError(
            f"{place}: an arc is [state, token, next state, [output symbols]]; got {len(parts)} entries", place
        )
    state, token, target = (_text(part, f"{place}[{index}]") for index, part in enumerate(parts[:3]))
    return state, token, target, _texts(parts[3], f"{place}[3]")


def _labels(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise FormatError(f"labels: needed an object {{token: label}}, got {kind_of(value)}", "labels")
    return {_text(token, "labels"): _text(label, f"labels[{listed([token])}]") for token, label in value.items()}
