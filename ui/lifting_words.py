"""The sentences of the Lifting page, from the numbers at hand. Nothing exact is told while exact values are hidden."""

import math

from lift_core.lifting.diagnosis import Report
from lift_core.plots.numerals import count, figures, percent, plural, probability
from lift_core.projected.tree import LiftingTree, Node
from ui.sentences import HIDDEN, ROUNDING, code, largest

LIGHT = 0.01  # shares below this are told together


def sentence(tree: LiftingTree, step: int | None, hide: bool) -> str:
    """What to notice at a step: how many strings, which of them matter, whether the last symbol changed the favourite."""
    t = len(tree.observation) if step is None else min(step, len(tree.observation))
    x, size = code(tree.observation[:t]), tree.sizes[t]
    if not t:
        return "nothing is seen yet, and the empty string already shows nothing: it is the whole lifting. Step forward, or type a symbol."
    if not size:
        return f"no latent string shows {x}: its lifting is empty and its probability is 0. {_where(tree)}"
    if tree.log_p[t] == -math.inf:
        return f"{plural(size, 'string')} would show {x}, each of probability 0 under these weights: no posterior. {_where(tree)}"
    column = tree.column(t)
    strings = sorted((n for n in column if not n.rest and n.filtered > 0), key=lambda n: -n.filtered)
    if size == 1:
        total = HIDDEN if hide else probability(tree.log_p[t])
        return f"one string explains {x}, {code(strings[0].latent)}; p is its probability alone, {total}. Nothing is left open."
    if hide:
        return f"{count(size)} strings explain {x}. Which of them is likeliest, and how likely? Guess before you show the numbers."
    parts = [
        f"{count(size)} strings explain {x}",
        _favourites(strings, size, _sure(tree, t)),
        *_light(tree, t),
        *_turned(tree, strings[0], t),
    ]
    return "; ".join(parts) + "."


def _sure(tree: LiftingTree, t: int) -> bool:
    """Whether the heaviest strings of a column are drawn: those of the last one are, of the others it is those that lead there."""
    drawn = max((node.filtered for node in tree.column(t) if not node.rest), default=0.0)
    return t == len(tree.observation) or all(node.filtered < drawn for node in tree.column(t) if node.rest)


def _favourites(strings: list[Node], size: int, sure: bool) -> str:
    """The likeliest strings; equal ones together."""
    top = [strings[place] for place in largest([node.filtered for node in strings])]
    share = percent(top[0].filtered)
    if not sure:
        return f"of those drawn {code(top[0].latent)} has most, {share}"
    if len(top) == size:
        return f"all of them equally likely, {share} each"
    if len(top) == 1:
        lead = "alone holds" if len(strings) == 1 or top[0].filtered > 2 * strings[1].filtered else "is ahead with"
        return f"{code(top[0].latent)} {lead} {share} of the probability"
    if len(top) == 2:
        return f"{code(top[0].latent)} and {code(top[1].latent)} tie exactly, {share} each"
    return f"{len(top)} of them tie at the top, {share} each"


def _light(tree: LiftingTree, t: int) -> list[str]:
    """What the light strings have together, or those that are not drawn."""
    column, sure = tree.column(t), _sure(tree, t)
    light = [node for node in column if node.rest or (sure and node.filtered < LIGHT)]
    number, mass = sum(node.rest or 1 for node in light), math.fsum(node.filtered for node in light)
    if number < 2 or (mass >= 0.5 and not any(node.rest for node in light)):
        return []
    return [f"the {count(number)} {'lightest' if sure else 'others'} share {percent(mass)}"]


def _turned(tree: LiftingTree, best: Node, t: int) -> list[str]:
    """Whether the favourite now grew from another string than the favourite before."""
    before = [node for node in tree.column(t - 1) if not node.rest and node.filtered > 0]
    if len(before) < 2 or best.parent is None or not (_sure(tree, t - 1) and _sure(tree, t)):
        return []
    favourite = max(before, key=lambda node: node.filtered)
    grown = tree.nodes[best.parent]
    if favourite.filtered <= grown.filtered * (1 + ROUNDING):
        return []
    return [f"before the last symbol {code(favourite.latent)} was ahead"]


def _where(tree: LiftingTree) -> str:
    """The first prefix that is impossible."""
    t = next((t for t, log_p in enumerate(tree.log_p) if log_p == -math.inf), None)
    if t is None or not t:
        return ""
    return f"{code(tree.observation[t - 1 : t])} cannot follow {code(tree.observation[: t - 1])}."


def growth(report: Report) -> str:
    """How fast liftings grow, with the witness, in a sentence or two."""
    if report.growth is None:
        undecided = [str(message) for message in report.messages if "grow" in message]
        return undecided[0] if undecided else "How fast liftings grow is undecided."
    text = {
        "bounded": "The largest lifting of words of length t stays **bounded** as t grows.",
        "polynomial": "The largest lifting of words of length t grows **polynomially** in t.",
        "exponential": "The largest lifting of words of length t grows **exponentially** in t.",
    }[report.growth]
    if report.growth_loop is not None:
        _, word, loops = report.growth_loop
        text += f" Witness: {code(loops[0])} and {code(loops[1])} lead from one configuration back to it and both show {code(word)}."
    elif report.growth_ladder is not None:
        text += f" Witness: reading {code(report.growth_ladder.word)} can stay where it is or move on for good."
    if report.growth_rate is not None:
        rate = report.growth_rate
        text += f" On average over all words the size changes by {rate:+.3g} nats a symbol, a factor {figures(math.exp(rate), 3)}."
    return text
