"""Weights written in named parameters, such as `bias*(1-swap)`: a probability is then a rational function of the names (docs/theory.md §3).

An expression is built from names, integers, decimals, + - * / ** and parentheses. Python's own parser reads it and only these
nodes are evaluated: nothing is ever executed. Its value is whatever the names stand for: fractions, or elements of a field.
Any name is a name: `E`, `pi` and `lambda` mean nothing else here.
"""

import ast
import keyword
import math
import operator
import re
import string
import unicodedata
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
KEYWORDS = re.compile(rf"\b(?:{'|'.join(sorted(set(keyword.kwlist) - {'True', 'False', 'None'}))})\b")
PLAIN_NUMBER = re.compile(r"[0-9._]+([eE][+-]?[0-9]+)?")  # no expression: what is said of it is said of a number
NOT_NAMES = frozenset({"nan", "inf", "infinity"})
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True)
class Expression:
    """A weight that depends on `names`; `given` are (name, SymPy symbol) of the symbols it was given in, if it was."""

    text: str
    names: frozenset[str]
    given: tuple[tuple[str, Any], ...] = ()

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
        return Expression(text, left, tuple(pair for pair in self.given if pair[0] in left))


Weight = Fraction | Expression


def read_weight(value: Any, place: str, allowed: Iterable[str] | None = None) -> Weight:
    """A weight from a number, a text such as "1/3" or "1-p", or a SymPy expression; `allowed`: the names it may use (None: any).

    Raises WeightError that names the place.

    >>> read_weight("0.25", ""), read_weight("2*(1-p)", "").names
    (Fraction(1, 4), frozenset({'p'}))
    """
    if isinstance(value, Expression):
        return value
    given: tuple[tuple[str, Any], ...] = ()
    if hasattr(value, "free_symbols"):  # SymPy's, without importing it
        value, given = _from_sympy(value, place)
        allowed = [name for name, _ in given] if allowed is None else allowed
    try:
        return rational(value, place)
    except WeightError:
        if not isinstance(value, str) or not re.search(r"\w", value) or PLAIN_NUMBER.fullmatch(value.strip()):
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
    return Expression(unicodedata.normalize("NFKC", value).strip(), names, given)


def _from_sympy(value: Any, place: str) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """A SymPy expression as a text, and its symbols under the names they have there: `theta_1` for \\theta_{1}."""
    from sympy import Symbol  # off the start-up path; whoever comes here has imported it

    names: dict[str, Any] = {}
    for symbol in sorted(value.free_symbols, key=str):
        name = re.sub(r"\W+", "_", symbol.name).strip("_") or "x"
        name = f"x{name}" if name[0].isdigit() else name
        if name in names:
            raise WeightError(
                f"{place}: the symbols {names[name]!r} and {symbol!r} of {shown(value)} would both be called {name}; rename one",
                place,
            )
        names[name] = symbol
    return str(value.xreplace({symbol: Symbol(name) for name, symbol in names.items()})), tuple(names.items())


def symbols_in(weights: Iterable[Any]) -> Mapping[str, Any]:
    """{name: the SymPy symbol it was given as, or None} of the weights that are expressions, sorted by name."""
    found: dict[str, Any] = {}
    for weight in weights:
        if isinstance(weight, Expression):
            for name, symbol in (dict.fromkeys(weight.names) | dict(weight.given)).items():
                if symbol is not None and found.get(name) not in (None, symbol):
                    raise WeightError(
                        f"two different symbols are called {name}: they differ in their assumptions; use one for both",
                        name,
                    )
                found[name] = symbol if symbol is not None else found.get(name)
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
        return _parsed_names(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = getattr(error, "offset", None) or 1
        raise FormatError(
            f"cannot read {text!r} at character {column}; needed numbers, {_names(values)} and + - * / ** ( )",
            f"character {column}",
        ) from None


def _parsed_names(text: str) -> ast.expr:
    """The tree of a text in which a keyword of Python is a name as any other: it is read under another of the same length."""
    named: dict[str, str] = {}

    def masked(word: re.Match[str]) -> str:
        free = (letter + word[0][1:] for letter in string.ascii_uppercase)
        mask = next(name for name in free if name not in text and named.get(name, word[0]) == word[0])
        named[mask] = word[0]
        return mask

    tree = ast.parse(KEYWORDS.sub(masked, text), mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = named.get(node.id, node.id)
    return tree


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
