"""Weights of a Markov model as rows of texts, and back; and what its weights become when it remembers more or fewer tokens.

A row is a context, the last tokens read, and a weight for each token (docs/theory.md §2).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from lift_core.errors import FormatError, LiftError, LimitExceeded, WeightError
from lift_core.model.protocol import rational
from lift_core.scenarios.knobs import evaluate
from lift_core.sequences import read_string, show_string
from ui.projection_arcs import read_name

AFTER = "after"  # column of the context; the others are named w0, w1, … since a token may be called anything
MOST_CONTEXTS = 400
MOST_DIGITS = 400  # of a weight


def weight_rows(model: Mapping[str, Any], latent: Sequence[str]) -> list[dict[str, str]]:
    """A row for each context: its tokens, then a weight for each token."""
    return [
        {AFTER: show_context(context)} | {f"w{n}": short(row.get(token, "0")) for n, token in enumerate(latent)}
        for context, row in model["weights"]
    ]


def show_context(context: Sequence[str]) -> str:
    return " ".join(token.replace(" ", "␣") for token in context)


def short(weight: Any) -> str:
    """A weight as a person writes it: a decimal number where it has a short one.

    >>> short("81/100"), short("1/3"), short("3")
    ('0.81', '1/3', '3')
    """
    try:
        value = Fraction(str(weight))
    except (ValueError, ZeroDivisionError):
        return str(weight)
    decimal = f"{float(value):.6f}".rstrip("0").rstrip(".") if value.denominator < 10**7 else ""
    return decimal if decimal and Fraction(decimal) == value else str(value)


def read_weights(rows: Sequence[Mapping[str, str]], model: Mapping[str, Any], latent: Sequence[str]) -> dict[str, Any]:
    """The rows as a Markov model. Raises WeightError; the place is `row 3` where a row is at fault."""
    found: list[list[Any]] = []
    for number, row in enumerate(rows, 1):
        if not any(value.strip() for value in row.values()):
            continue
        context = _context(row.get(AFTER, ""), latent, number)
        if any(known == context for known, _ in found):
            raise WeightError(
                f"Row {number}: the context {show_string(context)} has a row already; give each context one.",
                f"row {number}",
            )
        law = {token: _weight(row.get(f"w{n}", ""), token, number) for n, token in enumerate(latent)}
        found.append([context, {token: str(weight) for token, weight in law.items() if weight}])
    longest = max((len(context) for context, _ in found), default=0)
    return {**model, "order": max(longest, model["order"]), "weights": found}


def _context(text: str, latent: Sequence[str], number: int) -> list[str]:
    names = [read_name(piece) for piece in text.split() if piece != "ε" or "ε" in latent]
    if all(name in latent for name in names):
        return names
    try:
        return list(read_string("".join(text.split()), latent, "token"))
    except LiftError as error:
        raise WeightError(f"Row {number}: {error}", f"row {number}") from None


def _weight(text: str, token: str, number: int) -> Fraction:
    typed = text.strip().replace(",", ".")[:MOST_DIGITS]
    try:
        return rational(evaluate(typed, {}) if typed else 0, f"Row {number}, {token}")
    except FormatError:
        try:
            return rational(typed, f"Row {number}, {token}")
        except WeightError as error:
            raise WeightError(str(error), f"row {number}") from None
    except WeightError as error:
        raise WeightError(str(error), f"row {number}") from None


def with_order(model: Mapping[str, Any], latent: Sequence[str], order: int) -> dict[str, Any]:
    """The same weights for a model that remembers `order` tokens; a longer context starts with the weights of a shorter one."""
    old = {tuple(context): row for context, row in model["weights"]}
    contexts: list[tuple[str, ...]] = [()]
    for context in contexts:
        if len(context) < order:
            contexts += [(*context, token) for token in latent]
        if len(contexts) > MOST_CONTEXTS:
            raise LimitExceeded(
                f"A model that remembers {order} of {len(latent)} tokens has more than {MOST_CONTEXTS} contexts, too many for this table. "
                "Remember fewer tokens here, or load the model from a file.",
                MOST_CONTEXTS,
            )
    rows = []
    for context in contexts:
        known = next((context[k:] for k in range(len(context) + 1) if context[k:] in old), None)
        rows.append([list(context), dict(old[known]) if known is not None else dict.fromkeys(latent, "1")])
    return {**model, "order": order, "weights": rows}
