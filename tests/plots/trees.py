"""Lifting trees for the tests of drawings: small machines with tokens of every script, and hand-made nodes with any numbers."""

import math

from lift_core.projected.tree import Continuation, LiftingTree, Node
from lift_core.sequences import EMPTY, String

NASTY = ("<b>", "&amp;", '"', "'", "思", "🪙", "a b", "\n", "\x00", "é", "العربية")  # tokens that break careless XML


def chain(tokens: tuple[str, ...], weights: tuple[float, float] = (0.75, 0.25)) -> LiftingTree:
    """x = two symbols; each symbol is shown by any of the tokens, in equal shares but for the first, which has `weights[0]`."""
    rest = weights[1] / max(len(tokens) - 1, 1)
    chance = {token: weights[0] if index == 0 else rest for index, token in enumerate(sorted(tokens))}
    total = sum(chance.values())
    nodes = [_node(0, (), None, (), 1.0, total, 2)]
    columns: list[list[Node]] = [nodes[:]]
    for t in (1, 2):
        column = []
        for parent in columns[-1]:
            for token in sorted(tokens):
                p = math.exp(parent.log_p) * chance[token]
                column.append(
                    _node(len(nodes) + len(column), (*parent.latent, token), parent.index, (token,), p, total**t, 2)
                )
        nodes += column
        columns.append(column)
    log_p = tuple(math.log(total**t) for t in range(3))
    return LiftingTree(("x", "y"), ("x", "y", "z"), tuple(nodes), log_p, tuple(len(column) for column in columns), 300)


def _node(index: int, latent: String, parent: int | None, segment: String, p: float, total: float, steps: int) -> Node:
    stubs = (("z", p * 0.1),) if len(latent) < steps else ()
    after = (Continuation("x", 0.9, 1, (("x",),)), Continuation("z", 0.1, 0, ()))
    return Node(
        index,
        len(latent),
        latent,
        parent,
        segment,
        math.log(p),
        p / total,
        p / total,
        "ab"[len(latent) % 2],
        EMPTY,
        after,
        stubs,
    )
