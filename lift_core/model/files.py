"""Model files, `lift-model/1` (docs/theory.md §2): kinds markov, hidden-markov, generic, forgetful."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from lift_core.arguments import shown
from lift_core.documents import read_document, refuse_other_fields
from lift_core.errors import AlphabetError, FormatError
from lift_core.model.forgetful import Forgetful
from lift_core.model.generic import Generic
from lift_core.model.hidden_markov import HiddenMarkov
from lift_core.model.markov import Markov
from lift_core.projection.transducer import Projection, require_projection
from lift_core.sequences import listed

FORMAT = "lift-model/1"
FIELDS = {
    "markov": ("order", "weights"),
    "hidden-markov": ("observable", "hidden", "initial", "transition", "emission"),
    "generic": ("latent", "seed"),
    "forgetful": ("model",),
}
KINDS = {list: "a list", dict: "an object", int: "a whole number"}


def load_model(source: Any, projection: Projection | None = None, symbols: Iterable[str] = ()) -> Any:
    """A model from a path, JSON text or dict. Given the projection, unknown tokens raise AlphabetError at once; "forgetful" needs it.

    Weights are numbers, or expressions in the names that `symbols` allows. Raises FormatError that names the field; WeightError for
    bad weights.
    """
    if projection is not None:
        require_projection(projection)
    data = read_document(source, FORMAT, "latent model")
    kind = data.get("kind")
    if isinstance(kind, str) and kind in FIELDS:
        refuse_other_fields(data, ("format", "kind", *FIELDS[kind]), f"{kind} model")
    if kind == "markov":
        model: Any = _markov(data, projection, symbols)
    elif kind == "hidden-markov":
        fields = [_field(data, name, list) for name in FIELDS[kind]]
        _texts(fields[0], "observable")
        _texts(fields[1], "hidden")
        model = HiddenMarkov(*fields, symbols=symbols)
    elif kind == "generic":
        model = Generic(_texts(_field(data, "latent", list), "latent"), _field(data, "seed", int))
    elif kind == "forgetful":
        if projection is None:
            raise FormatError("a forgetful model forgets by a projection: call load_model(source, projection)", "kind")
        model = Forgetful(load_model(_field(data, "model", dict), projection, symbols), projection)
    else:
        raise FormatError(f"model kind {shown(kind)}; needed one of {', '.join(map(repr, FIELDS))}", "kind")
    if projection is not None:
        check_tokens(model, projection)
    return model


def check_tokens(model: Any, projection: Projection) -> None:
    """Raise AlphabetError if the model names a token that the projection does not have."""
    unknown = sorted(set(getattr(model, "latent", ())) - set(projection.latent))
    if unknown:
        raise AlphabetError(
            f"the model names token {unknown[0]!r}, which is not one of the projection's {listed(projection.latent)}"
        )


def dump_model(model: Any) -> dict[str, Any]:
    """The dict of `lift-model/1`; load_model reads it back. Raises FormatError for a model of one's own, which has no file form."""
    head = {"format": FORMAT}
    if isinstance(model, Markov):
        rows = [[list(context), {t: str(w) for t, w in row.items()}] for context, row in model.table.items()]
        return head | {"kind": "markov", "order": model.order, "weights": rows}
    if isinstance(model, HiddenMarkov):
        initial, transition, emission = model.entries
        return head | {
            "kind": "hidden-markov",
            "observable": list(model.observable),
            "hidden": list(model.hidden),
            "initial": _plain(initial),
            "transition": [_plain(row) for row in transition],
            "emission": [_plain(row) for row in emission],
        }
    if isinstance(model, Generic):
        return head | {"kind": "generic", "latent": list(model.latent), "seed": model.seed}
    if isinstance(model, Forgetful):
        return head | {"kind": "forgetful", "model": dump_model(model.model)}
    raise FormatError(
        f"{type(model).__name__} has no file form; only markov, hidden-markov, generic and forgetful models have"
    )


def _plain(row: Any) -> list[Any]:
    return [float(entry) if isinstance(entry, (int, float, np.number)) else str(entry) for entry in row]


def _markov(data: Mapping[str, Any], projection: Projection | None, symbols: Iterable[str]) -> Markov:
    rows = _field(data, "weights", list)
    for number, row in enumerate(rows, 1):
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], list) and isinstance(row[1], dict)):
            raise FormatError(
                f"weights row {number}: got {shown(row)}; needed [[context tokens], {{token: weight}}]",
                f"weights row {number}",
            )
    named = dict.fromkeys(t for context, row in rows for t in (*context, *row) if isinstance(t, str))
    latent = tuple(named)
    if projection is not None and set(latent) <= set(projection.latent):
        latent = projection.latent
    return Markov(latent, _field(data, "order", int), rows, symbols)


def _texts(entries: list[Any], place: str) -> list[str]:
    odd = next((entry for entry in entries if not isinstance(entry, str) or not entry), None)
    if odd is not None:
        raise FormatError(f"{place}: got {shown(odd)}; needed a list of texts of at least one character", place)
    return entries


def _field(data: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in data:
        raise FormatError(f"field {name!r} is missing; needed {KINDS[kind]}", name)
    if not isinstance(data[name], kind) or isinstance(data[name], bool):
        raise FormatError(f"field {name!r} is {shown(data[name])}; needed {KINDS[kind]}", name)
    return data[name]
