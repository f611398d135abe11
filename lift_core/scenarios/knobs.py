"""Knobs: up to three named rational numbers that the weights of a scenario may be written in, as in `bias*(1-swap)`.

An expression is built from knob names, integers, decimals, + - * / ** and parentheses; its value is an exact fraction.
Python's own parser reads it, and only these nodes are evaluated: nothing is ever executed.
"""

import ast
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from lift_core.errors import FormatError, LiftError

MOST_KNOBS = 3
LONGEST = 200  # characters of an expression
LARGEST_POWER = 64
LARGEST_BITS = 4096  # of a numerator or denominator
NAME = re.compile(r"[a-z][a-z0-9_]{0,15}\Z")
NUMBER = re.compile(r"\d+|\d*\.\d+|\d+\.\d*")


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
    knobs = tuple(
        Knob(
            row["name"],
            label=str(row.get("label", ""))[:80],
            **{key: evaluate(row[key], {}) for key in numbers if key in row},
        )
        for row in rows
    )
    if len({knob.name for knob in knobs}) < len(knobs):
        raise FormatError("knobs: a name stands twice; give each knob its own", "knobs")
    return knobs


def dump_knobs(knobs: tuple[Knob, ...]) -> list[dict[str, str]]:
    """The rows of a file."""
    return [
        {"name": k.name, "value": str(k.value), "low": str(k.low), "high": str(k.high), "label": k.label} for k in knobs
    ]


def evaluate(expression: Any, values: Mapping[str, Fraction]) -> Fraction:
    """The exact value of an expression in knob names. Raises FormatError, whose place is the character at fault.

    >>> evaluate("bias*(1-swap)", {"bias": Fraction(9, 10), "swap": Fraction(1, 10)}), evaluate("0.25 + 1/2", {})
    (Fraction(81, 100), Fraction(3, 4))
    """
    if (
        isinstance(expression, (int, float, Fraction))
        and not isinstance(expression, bool)
        and math.isfinite(expression)
    ):
        return Fraction(str(expression))
    if not isinstance(expression, str) or not expression.strip():
        raise FormatError(f"got {str(expression)[:40]!r}; needed a number or an expression such as 1/2 or 1-swap")
    if len(expression) > LONGEST:
        raise FormatError(f"an expression of {len(expression)} characters; needed at most {LONGEST}")
    text = expression.strip()
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or 1
        raise FormatError(
            f"cannot read {text!r} at character {column}; needed numbers, {_names(values)} and + - * / ** ( )",
            f"character {column}",
        ) from None
    return _value(tree.body, text, values)


def _value(node: ast.expr, text: str, values: Mapping[str, Fraction]) -> Fraction:
    source = ast.get_source_segment(text, node) or ""
    column = node.col_offset + 1

    def refuse(got: str, needed: str) -> FormatError:
        return FormatError(f"{got} at character {column} of {text!r}; {needed}", f"character {column}")

    match node:
        case ast.Constant() if NUMBER.fullmatch(source):
            return Fraction(source)
        case ast.Name(id=name):
            if name not in values:
                raise refuse(f"unknown name {name!r}", f"needed {_names(values)} or a number")
            return values[name]
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=inner):
            return _value(inner, text, values) * (-1 if isinstance(sign, ast.USub) else 1)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, power = _value(left, text, values), _value(right, text, values)
            if power.denominator != 1 or abs(power) > LARGEST_POWER:
                raise refuse(f"the power {_short(power)}", f"needed a whole number up to {LARGEST_POWER}")
            if power < 0 and not base:
                raise refuse("a division by zero", "needed a divisor other than 0")
            result = base ** int(power)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as operator, right=right):
            a, b = _value(left, text, values), _value(right, text, values)
            if isinstance(operator, ast.Div) and not b:
                raise refuse("a division by zero", "needed a divisor other than 0")
            result = {ast.Add: a.__add__, ast.Sub: a.__sub__, ast.Mult: a.__mul__, ast.Div: a.__truediv__}[
                type(operator)
            ](b)
        case _:
            raise refuse(f"{source[:40]!r}", f"needed numbers, {_names(values)} and + - * / ** ( )")
    if max(result.numerator.bit_length(), result.denominator.bit_length()) > LARGEST_BITS:
        raise refuse("a number of more than a thousand digits", "needed a shorter one")
    return result


def _names(values: Mapping[str, Fraction]) -> str:
    return f"the knobs {', '.join(sorted(values))}" if values else "no names (there are no knobs)"


def _short(number: Fraction) -> str:
    text = str(number)
    return text if len(text) <= 24 else text[:20] + "…"


def substituted(model: Mapping[str, Any], values: Mapping[str, Fraction]) -> dict[str, Any]:
    """A `lift-model/1` dict whose weights are plain rationals: every expression replaced by its value.

    Without knobs the dict is left as it is: the model's own reader then judges its weights. Raises FormatError that names
    the weight at fault.
    """
    plain = dict(model)
    if isinstance(model.get("model"), Mapping):
        plain["model"] = substituted(model["model"], values)
    if not values:
        return plain
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


def _number(weight: Any, values: Mapping[str, Fraction], place: str) -> str:
    try:
        return str(evaluate(weight, values))
    except LiftError as error:
        raise FormatError(f"{place}: {error}", place) from None
