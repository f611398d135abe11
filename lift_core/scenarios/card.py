"""How a card of the gallery is written: a scenario as a dict in `lift-scenario/1`, its weights in `lift-model/1`."""

from collections.abc import Mapping, Sequence
from typing import Any


def card(
    name: str,
    title: str,
    hidden: str,
    story: str,
    observation: str,
    model: dict[str, Any],
    parameters: dict[str, Any] | None = None,
    knobs: Sequence[dict[str, str]] = (),
    view: dict[str, str] | None = None,
    projection: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A card around the gallery's entry of that name, or around another `projection`."""
    return {
        "format": "lift-scenario/1",
        "name": name,
        "title": title,
        "story": story,
        "hidden": hidden,
        "projection": projection or {"gallery": name} | ({"parameters": parameters} if parameters else {}),
        "model": {"format": "lift-model/1"} | model,
        "observation": observation.split(),
        "seed": 7,
        "knobs": list(knobs),
        "view": view or {},
    }


def independent(**weights: str) -> dict[str, Any]:
    return markov(0, {"": weights})


def markov(order: int, rows: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Rows {context, its tokens separated by spaces: {token: weight}}."""
    return {
        "kind": "markov",
        "order": order,
        "weights": [[context.split(), dict(row)] for context, row in rows.items()],
    }
