"""Weights written in named parameters, such as `bias*(1-swap)`: a probability is then a rational function of the names (docs/theory.md §3).

An expression is built from names, integers, decimals, + - * / ** and parentheses. Python's own parser reads it and only these
nodes are evaluated: nothing is ever executed. Its value is whatever the names stand for: fractions, or elements of a field.
"""

import ast
import math
import operator
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lift_core.arguments import shown
from lift_core.errors import FormatError, WeightError
from lift_core.model.protocol import rational

LONGEST = 200  # characters of an expression
LARGEST_POWER = 64
LARGEST_BITS = 4096  # of a numerator or denominator
NUMBER = re.compile(r"\d+|\d*\.\d+|\d+\.\d*")
NOT_NAMES = frozenset({"nan", "inf", "infinity"})
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True)
class Expression:
    """A weight that depends on `names`; `given` are the SymPy symbols it was given in, if it was."""

    text: str
    names: frozenset[str]
    given: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.text

    def value(self, values: Mapping[str, Any]) -> Any:
        """Its value where every name has one: a Fraction for fractions, a field element for field elements."""
        return evaluate(self.text, values)

    def substituted(self, values: Mapping[str, Fraction]) -> "Fraction | Expression":
        """The expression with some of its names replaced by numbers; a Fraction where none is left."""
        left = self.names - set(values)
        if not left:
            return self.value(values)
        text = re.sub(r"[^\W\d]\w*", lambda name: f"({values[name[0]]})" if name[0] in values else name[0], self.text)
        return Expression(text, left, tuple(symbol for symbol in self.given if symbol.name in left))


Weight = Fraction | Expression


def read_weight(value: Any, place: str, allowed: Iterable[str] | None = None) -> Weight:
    """A weight from a number, a text such as "1/3" or "1-p", or a SymPy expression; `allowed`: the names it may use (None: any).

    Raises WeightError that names the place.

    >>> read_weight("0.25", ""), read_weight("2*(1-p)", "").names
    (Fraction(1, 4), frozenset({'p'}))
    """
    if isinstance(value, Expression):
        return value
    given: tuple[Any, ...] = ()
    if hasattr(value, "free_symbols"):  # SymPy's, without importing it
        given = tuple(sorted(value.free_symbols, key=str))
        value = str(value)
    try:
        return rational(value, place)
    except WeightError:
        if not isinstance(value, str) or not re.search(r"\w", value):
            raise
    try:
        names = names_in(value)
        if not names:
            return rational(evaluate(value, {}), place)
    except FormatError as error:
        raise WeightError(
            f"{place}: got {value[:40]!r}; a weight is a number such as 3, 0.25 or 1/3, or an expression such as 1-p ({error})",
            place,
        ) from None
    unknown = sorted(names & NOT_NAMES) or ([] if allowed is None else sorted(names - set(allowed)))
    if unknown:
        known = "" if not allowed else f", or an expression in {', '.join(sorted(allowed))}"
        raise WeightError(
            f"{place}: got {value[:40]!r}; a weight is a non-negative number such as 3, 0.25 or 1/3{known}", place
        )
    return Expression(value.strip(), names, given)


def symbols_in(weights: Iterable[Any]) -> Mapping[str, Any]:
    """{name: the SymPy symbol it was given as, or None} of the weights that are expressions, sorted by name."""
    found: dict[str, Any] = {}
    for weight in weights:
        if isinstance(weight, Expression):
            found.update({name: found.get(name) for name in weight.names})
            found.update({symbol.name: symbol for symbol in weight.given})
    return {name: found[name] for name in sorted(found)}


def refuse_symbols(symbols: Iterable[str]) -> None:
    """Raise WeightError if weights hold symbols where numbers are needed."""
    names = sorted(symbols)
    if names:
        values = ", ".join(f'"{name}": "1/3"' for name in names)
        raise WeightError(
            f"the weights hold the symbols {', '.join(names)}, which have no values: ask probability, conditional or next_symbol with "
            f"arithmetic='symbolic', or give them values: model.substituted({{{values}}})",
            "symbols",
        )


def symbol_values(values: Mapping[str, Any], known: Iterable[str]) -> dict[str, Fraction]:
    """Values for symbols as fractions. Raises WeightError for a name that is not one of the `known`, or for a value that is no number."""
    if not isinstance(values, Mapping):
        raise WeightError(f"got {shown(values)}; needed {{symbol: value}}", "symbols")
    known = sorted(known)
    unknown = sorted(set(values) - set(known), key=str)
    if unknown:
        raise WeightError(
            f"there is no symbol {unknown[0]!r}; the weights hold {', '.join(known) or 'no symbols'}", str(unknown[0])
        )
    return {name: evaluate(value, {}) for name, value in values.items()}


def names_in(expression: str) -> frozenset[str]:
    """The names in an expression. Raises FormatError where it is not one."""
    names = frozenset(node.id for node in ast.walk(_parsed(expression, {})) if isinstance(node, ast.Name))
    evaluate(expression, dict.fromkeys(names, _ANY_NUMBER))
    return names


class _AnyNumber:
    """Stands for a name while an expression is checked: whatever is done with it gives another one."""

    def _same(self, *_: Any) -> "_AnyNumber":
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __neg__ = (
        _same
    )


_ANY_NUMBER = _AnyNumber()


def evaluate(expression: Any, values: Mapping[str, Any]) -> Any:
    """The exact value of an expression in the names of `values`. Raises FormatError, whose place is the character at fault.

    >>> evaluate("bias*(1-swap)", {"bias": Fraction(9, 10), "swap": Fraction(1, 10)}), evaluate("0.25 + 1/2", {})
    (Fraction(81, 100), Fraction(3, 4))
    """
    if (
        isinstance(expression, (int, float, Fraction))
        and not isinstance(expression, bool)
        and math.isfinite(expression)
    ):
        return Fraction(str(expression))
    return _value(_parsed(expression, values), str(expression).strip(), values)


def _parsed(expression: Any, values: Mapping[str, Any]) -> ast.expr:
    if not isinstance(expression, str) or not expression.strip():
        raise FormatError(f"got {str(expression)[:40]!r}; needed a number or an expression such as 1/2 or 1-swap")
    if len(expression) > LONGEST:
        raise FormatError(f"an expression of {len(expression)} characters; needed at most {LONGEST}")
    text = expression.strip()
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or 1
        raise FormatError(
            f"cannot read {text!r} at character {column}; needed numbers, {_names(values)} and + - * / ** ( )",
            f"character {column}",
        ) from None


def _value(node: ast.expr, text: str, values: Mapping[str, Any]) -> Any:
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
            value = _value(inner, text, values)
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, power = _value(left, text, values), _value(right, text, values)
            if not isinstance(power, Fraction) or power.denominator != 1 or abs(power) > LARGEST_POWER:
                raise refuse(f"the power {_short(power)}", f"needed a whole number up to {LARGEST_POWER}")
            if power < 0 and not base:
                raise refuse("a division by zero", "needed a divisor other than 0")
            result = base ** int(power)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as sign, right=right):
            a, b = _value(left, text, values), _value(right, text, values)
            if isinstance(sign, ast.Div) and not b:
                raise refuse("a division by zero", "needed a divisor other than 0")
            result = OPERATORS[type(sign)](a, b)
        case _:
            raise refuse(f"{source[:40]!r}", f"needed numbers, {_names(values)} and + - * / ** ( )")
    if (
        isinstance(result, Fraction)
        and max(result.numerator.bit_length(), result.denominator.bit_length()) > LARGEST_BITS
    ):
        raise refuse("a number of more than a thousand digits", "needed a shorter one")
    return result


def _names(values: Mapping[str, Any]) -> str:
    return f"the names {', '.join(sorted(values))}" if values else "no names (there are none)"


def _short(number: Any) -> str:
    text = str(number)
    return text if len(text) <= 24 else text[:20] + "…"
