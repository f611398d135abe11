"""Sentences about a lifting, in words for a person who knows probability."""

from collections.abc import Sequence

from lift_core.plots.numerals import count, percent, plural, probability, written
from lift_core.projected.tree import LiftingTree
from lift_core.sequences import String

HIDDEN = "**?**"
ROUNDING = 1e-9  # of a value: two that differ by less are told as equal


def code(string: String, most: int = 48) -> str:
    """A string of tokens as Markdown code, shortened in the middle: nothing in a token means anything to Markdown."""
    text = written(string).replace("`", "ˋ")
    if len(text) > most:
        text = f"{text[: most // 2]}…{text[-(most // 2) :]}"
    return f"`{text}`"


def largest(values: Sequence[float]) -> list[int]:
    """The places of the largest value, first to last; several where they are equal but for rounding.

    >>> largest([1.0, 3.0, 2.0]), largest([0.3, 0.1 + 0.2, 0.1]), largest([])
    ([1], [0, 1], [])
    """
    top = max(values, default=0.0)
    return [place for place, value in enumerate(values) if value >= top - ROUNDING * abs(top)]


def of_tree(tree: LiftingTree, hide: bool) -> str:
    """How many hidden strings show the observation, what they add up to, and which one has the most of it."""
    shown, size = code(tree.observation), tree.sizes[-1]
    if not tree.observation:
        return "nothing has been observed yet: the one hidden beginning is the empty one. Type a symbol."
    if size == 0:
        return f"no hidden sequence ever shows {shown}: its lifting is empty and its probability is 0."
    if tree.log_p[-1] == float("-inf"):
        return f"{plural(size, 'hidden string')} would show {shown}, and each has probability 0 under these weights."
    leaves = [node for node in tree.column(len(tree.observation)) if not node.rest]
    best = leaves[largest([node.smoothed for node in leaves])[0]]
    total = HIDDEN if hide else probability(tree.log_p[-1], 4)
    if size == 1:
        return f"only one hidden beginning shows {shown}: {code(best.latent)}, with probability {total}."
    if hide:
        return f"{count(size)} hidden strings show {shown}. Which of them has most of its probability? Guess before you show the numbers."
    share = percent(best.smoothed)
    alone = f"; one alone, {code(best.latent)}, has {share} of it" if best.smoothed > 1.5 / size else ""
    return f"{count(size)} hidden strings show {shown}, and their probabilities add up to {total}{alone}."
