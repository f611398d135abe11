"""Φ as a table: from each configuration that the strings of lifting(x_1…x_t) reach, the segments that show each next symbol.

Φ depends on a string only through its configuration (docs/theory.md §1), so strings that share one share its rows.
"""

import math
from typing import Any

from lift_core.plots.numerals import count, percent, written
from lift_core.projected.tree import Continuation, LiftingTree
from lift_core.sequences import show_word

MOST_ROWS = 400
COLUMNS = (
    "state",
    "certain beyond x",
    "reached by",
    "strings",
    "Q* so far",
    "next symbol",
    "Φ: segments that show it",
    "how many",
    "P(symbol | z)",
)


def next_segment_rows(tree: LiftingTree, step: int | None, hide: bool) -> list[dict[str, Any]]:
    """One row for each configuration and next symbol that can be shown, likeliest configuration first."""
    t = len(tree.observation) if step is None else min(step, len(tree.observation))
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for node in tree.column(t):
        if not node.rest:
            groups.setdefault((node.state, node.unread, node.continuations), []).append(node)
    rows = []
    for (state, unread, continuations), nodes in sorted(groups.items(), key=lambda item: -_mass(item[1])):
        best = max(nodes, key=lambda node: node.filtered)
        mass = _mass(nodes)
        for after in continuations:
            if after.count and len(rows) < MOST_ROWS:
                found = [
                    state,
                    show_word(unread) if unread.first is not None else "",
                    written(best.latent),
                    count(len(nodes)),
                ]
                shown = ["?", "?"] if hide else [percent(mass), percent(after.probability)]
                rows.append([*found, shown[0], after.symbol, _segments(after), count(after.count), shown[1]])
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows]


def _mass(nodes: list[Any]) -> float:
    return math.fsum(node.filtered for node in nodes)


def _segments(after: Continuation) -> str:
    """The first segments; an empty one, "already certain", is written ε."""
    more = after.count - len(after.segments)
    return ",  ".join(written(segment) for segment in after.segments) + (f",  … {count(more)} more" if more > 0 else "")
