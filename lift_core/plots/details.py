"""What a click on a node tells: its probability as a product along its path, its posterior, why it is in the lifting, what comes next.

z is in lifting(x_1…x_t) because z makes x_t certain and z without its last token does not (docs/theory.md §1).
"""

import math
from functools import lru_cache
from typing import Any

from lift_core.plots.numerals import count, percent, plural, probability, written
from lift_core.projected.tree import Continuation, LiftingTree, Node
from lift_core.sequences import Word

_ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_CHIPS = 8  # next symbols told of one node


def ordinal(n: int) -> str:
    """
    >>> ordinal(3), ordinal(21), ordinal(112)
    ('third', '21st', '112th')
    """
    if n < len(_ORDINALS):
        return _ORDINALS[n]
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def seen(tree: LiftingTree, t: int) -> str:
    """x_1…x_t as it is written, ε for nothing; of a window only its end."""
    return written(tree.observation[:t]) if not tree.before else "…" + written(tree.observation[:t]) * (t > 0)


def why(node: Node, before: int = 0) -> str:
    """In one sentence: why this string is in the lifting of what has been seen; `before` symbols were seen before column 0."""
    if node.rest:
        return f"{plural(node.rest, 'string')} of the lifting, not drawn one by one."
    if node.column == 0 and before:
        return f"All strings of the lifting of the first {count(before)} symbols that end in one configuration: they go on alike."
    if node.column == 0:
        return "Nothing is seen yet, and the empty string already shows nothing: it is the whole lifting."
    symbol, cut = f"the {ordinal(before + node.column)} symbol", "…" if before else ""
    if not node.segment:
        return f"{cut}{written(node.latent)} already makes {symbol} certain: nothing more need be read."
    short = node.latent[:-1]
    first = (
        f"{cut}{written(short)} alone does not show {symbol} yet"
        if short
        else f"Nothing shows {symbol} before a token is read"
    )
    return f"{first}; {written(node.latent[-1:])} makes it certain."


def detail(node: Node, outline: int = 0, before: int = 0) -> dict[str, Any]:
    """The entry of one node as plain JSON, `outline` being that of its state; numbers that are not finite are left out. Of a window
    `n` is how many symbols have been seen."""
    out: dict[str, Any] = {
        "z": list(node.latent),
        "t": node.column,
        "parent": -1 if node.parent is None else node.parent,
        "seg": list(node.segment),
        "p": probability(node.log_p),
        "q": _finite(node.filtered),
        "late": _finite(node.smoothed),
        "state": node.state,
        "outline": outline,
        "why": why(node, before),
    }
    if math.isfinite(node.log_p):
        out["lp"] = round(node.log_p, 9)
    if before:
        out["n"] = before + node.column
    if node.unread.head or node.unread.period:
        out["beyond"] = _beyond(node.unread)
    if node.rest:
        out["rest"] = node.rest
        out["name"] = f"+ {plural(node.rest, 'string')}"
        return out
    out["next"] = _following(node.continuations)
    return out


@lru_cache(maxsize=2048)
def _following(continuations: tuple[Continuation, ...]) -> list[list[str]]:
    """The likeliest next symbols in alphabetical order, each with its probability and its segments."""
    kept = sorted(continuations, key=lambda after: -after.probability)[:_CHIPS]
    return [[after.symbol, percent(after.probability), _listed(after)] for after in continuations if after in kept]


def _listed(after: Continuation) -> str:
    """The segments of Φ in a chip: `·` where nothing more need be read, — where there is no way."""
    if not after.count:
        return "—"
    shown = ", ".join(written(segment) if segment else "·" for segment in after.segments)
    more = after.count - len(after.segments)
    return shown + (f" + {count(more)} more" if more > 0 else "")


def _beyond(unread: Word) -> str:
    head = written(unread.head) if unread.head else ""
    return head + (f"({written(unread.period)}) for ever" if unread.period else "")


def _finite(value: float) -> float | None:
    return float(f"{value:.6g}") if math.isfinite(value) else None


def table(tree: LiftingTree) -> tuple[tuple[str | int | float, ...], ...]:
    """The table twin: a row for each node, the numbers as the tree has them."""
    header = (
        "step",
        "latent string",
        "segment",
        "P",
        "Q* so far",
        "Q* in hindsight",
        "state",
        "determined beyond",
        "strings",
    )
    body = (
        (
            node.column,
            "" if node.rest else " ".join(node.latent),
            " ".join(node.segment),
            math.exp(node.log_p) if node.log_p > -math.inf else 0.0,
            node.filtered,
            node.smoothed,
            node.state,
            _beyond(node.unread),
            node.rest or 1,
        )
        for node in tree.nodes
    )
    return (header, *body)


def alternative(tree: LiftingTree) -> str:
    """The picture in words, with its main numbers."""
    x, last = seen(tree, len(tree.observation)), len(tree.observation)
    if not tree.sizes[last]:
        return f"Lifting tree of {x}: no latent string shows it; its probability is 0."
    text = (
        f"Lifting tree of {x}: {plural(tree.sizes[last], 'latent string')}; p({x}) = {probability(tree.log_p[last])}."
    )
    ending = [node for node in tree.nodes if node.column == last and not node.rest and node.filtered > 0]
    best = sorted(ending, key=lambda node: -node.filtered)[:4]
    if best:
        text += (
            " Most probable: " + ", ".join(f"{written(node.latent)} {percent(node.filtered)}" for node in best) + "."
        )
    if last:
        text += " Strings after each symbol: " + ", ".join(map(count, tree.sizes)) + "."
    return text
