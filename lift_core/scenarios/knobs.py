"""Knobs: up to three named rational numbers that the weights of a scenario may be written in, as in `bias*(1-swap)`.

Expressions are those of `lift_core/model/expressions.py`; at the knobs' values each is an exact fraction.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from lift_core.documents import refuse_other_fields
from lift_core.errors import FormatError, LiftError
from lift_core.model.expressions import NOT_NAMES, PLAIN_NUMBER, evaluate, names_in

MOST_KNOBS = 3
NAME = re.compile(r"[a-z][a-z0-9_]{0,15}\Z")


@dataclass(frozen=True)
class Knob:
    """A named rational number between `low` and `high`; `label` says what it is."""

    name: str
    value: Fraction
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)
    label: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not NAME.match(self.name):
            raise FormatError(
                f"knob name {str(self.name)[:40]!r}; needed a small letter, then at most 15 letters, digits or _",
                "knobs",
            )
        place = f"knob {self.name}"
        if not self.low < self.high:
            raise FormatError(
                f"{place} goes from {self.low} to {self.high}; its low end must be less than its high end", place
            )
        if not self.low <= self.value <= self.high:
            raise FormatError(f"{place} is {self.value}; needed a number from {self.low} to {self.high}", place)

    def at(self, value: Fraction) -> "Knob":
        """The same knob turned to another value. Raises FormatError outside low … high."""
        return replace(self, value=value)


def read_knobs(rows: Any) -> tuple[Knob, ...]:
    """Knobs from the rows of a file: {"name", "value", "low", "high", "label"}, numbers as text."""
    if not isinstance(rows, (list, tuple)) or not all(
        isinstance(row, Mapping) and "name" in row and "value" in row for row in rows
    ):
        raise FormatError("knobs: needed a list of objects with at least a name and a value", "knobs")
    if len(rows) > MOST_KNOBS:
        raise FormatError(
            f"knobs: got {len(rows)}, needed at most {MOST_KNOBS}; write the others as numbers into the weights",
            "knobs",
        )
    numbers = ("value", "low", "high")
    for row in rows:
        refuse_other_fields(row, ("name", "value", "low", "high", "label"), "knob")
    knobs = tuple(
        Knob(
            row["name"],
            label=str(row.get("label", ""))[:80],
            **{key: _end(row, key) for key in numbers if key in row},
        )
        for row in rows
    )
    if len({knob.name for knob in knobs}) < len(knobs):
        raise FormatError("knobs: a name stands twice; give each knob its own", "knobs")
    return knobs


def _end(row: Mapping[str, Any], key: str) -> Fraction:
    place = f"knob {str(row['name'])[:40]}"
    try:
        return evaluate(row[key], {})
    except LiftError as error:
        raise FormatError(f"{place}, {key}: {error}", place) from None


def dump_knobs(knobs: tuple[Knob, ...]) -> list[dict[str, str]]:
    """The rows of a file."""
    return [
        {"name": k.name, "value": str(k.value), "low": str(k.low), "high": str(k.high), "label": k.label} for k in knobs
    ]


def substituted(model: Mapping[str, Any], values: Mapping[str, Fraction]) -> dict[str, Any]:
    """A `lift-model/1` dict whose weights are plain rationals: every expression replaced by its value.

    Without knobs the weights are left as they are, and the model's own reader judges them. Raises FormatError that names the
    weight at fault, one written in knobs where there are none, for example.
    """
    plain = dict(model)
    if isinstance(model.get("model"), Mapping):
        plain["model"] = substituted(model["model"], values)
    for name in ("initial", "transition", "emission"):
        if name in plain:
            plain[name] = _numbers(plain[name], values, name)
    if isinstance(plain.get("weights"), list):
        plain["weights"] = [_row(row, values) for row in plain["weights"]]
    return plain


def _row(row: Any, values: Mapping[str, Fraction]) -> Any:
    if not (isinstance(row, (list, tuple)) and len(row) == 2 and isinstance(row[1], Mapping)):
        return row  # the model's own reader says what is wrong with it
    context, weights = row
    return [
        context,
        {token: _number(weight, values, f"context {context}, token {token!r}") for token, weight in weights.items()},
    ]


def _numbers(entry: Any, values: Mapping[str, Fraction], place: str) -> Any:
    if isinstance(entry, (list, tuple)):
        return [_numbers(inner, values, f"{place}, entry {number}") for number, inner in enumerate(entry, 1)]
    return _number(entry, values, place)


def _number(weight: Any, values: Mapping[str, Fraction], place: str) -> Any:
    if not values:
        if name := _first_name(weight):
            raise FormatError(
                f"{place}: {weight[:40]!r} is written in {name!r}, and the scenario has no knobs. Give it the field "
                f'"knobs": [{{"name": "{name}", "value": "1/2"}}], or write numbers for weights.',
                "knobs",
            )
        return weight
    try:
        return str(evaluate(weight, values))
    except LiftError as error:
        raise FormatError(f"{place}: {error}", place) from None


def _first_name(weight: Any) -> str:
    """The first name in a weight that is an expression; "" in any other."""
    if not isinstance(weight, str) or PLAIN_NUMBER.fullmatch(weight.strip()):
        return ""
    try:
        return min((name for name in names_in(weight) if NAME.match(name) and name not in NOT_NAMES), default="")
    except LiftError:
        return ""
