"""The sentences of the Likelihood page, from the numbers at hand. Nothing exact is told while exact values are hidden."""

import math

from lift_core.plots.formula import percent_of
from lift_core.plots.numerals import count, figures, plural, probability
from lift_core.projected.tree import LiftingTree
from lift_core.samplers.estimate import Estimate
from ui.likelihood_samplers import Sampled, draws_for
from ui.sentences import code

STARTS = "P(z) and p(x) mean: the sequence **starts with** z, or with x."
EXACT_ENOUGH = 1e-9


def sentence(found: Sampled, log_p: float, hide: bool) -> str:
    """What to notice under the picture."""
    estimate, n = found.estimate, found.estimate.n
    value = probability(estimate.log_value)
    if estimate.dead == n:
        return f"all {count(n)} {found.name} draws ran into dead ends, so the estimate is 0. {_ahead(found)}"
    told = f"{count(n)} {found.name} draws give {value}"
    if hide:
        return f"{told}. Is that too low, too high, by how much? Guess before you show the exact value."
    if found.chi2 == 0:
        value = probability(log_p)
        return f"every {found.name} draw weighs exactly {value}: here this sampler is the posterior itself, so one draw tells p(x)."
    off = estimate.log_value - log_p
    away = f"{percent_of(abs(math.expm1(off)))} {'above' if off > 0 else 'below'} the exact value"
    if abs(off) < EXACT_ENOUGH:
        away = "the exact value itself"
    text = f"{told}, {away}; such estimates are off by about {_predicted(found)}"
    needed = draws_for(0.1, found.chi2)
    if needed is not None:
        text += f", and 10% takes about {plural(needed, 'draw')}"
    if estimate.dead:
        text += f". {_dead(found)}"
    return f"{text.rstrip('.')}."


def _predicted(found: Sampled) -> str:
    return percent_of(math.sqrt(found.chi2 / found.estimate.n))


def _dead(found: Sampled) -> str:
    dead, n = found.estimate.dead, found.estimate.n
    return f"{count(dead)} of them ran into a dead end and weigh 0" if dead < n else "All of them are dead"


def _ahead(found: Sampled) -> str:
    return "A sampler that looks ahead avoids them." if "causal" in found.name or "identity" in found.name else ""


def own_account(found: Sampled, hide: bool) -> list[tuple[str, str, str]]:
    """(name, value, what it is): the prediction, then what the draws say of themselves."""
    estimate, n = found.estimate, found.estimate.n
    dead = f"{count(estimate.dead)} of {count(n)}"
    return [
        (
            "predicted error",
            "?" if hide else _predicted(found),
            f"√(χ²/n), χ² = {'?' if hide else chi2_text(found.chi2)} exactly: how far estimates really scatter. The band is twice that.",
        ),
        (
            "the draws' own standard error",
            _own(estimate),
            estimate.note
            or "What these draws alone say. Too small as long as a heavy explanation has not been drawn, so it promises nothing.",
        ),
        (
            "effective sample size",
            f"{estimate.effective_sample_size:,.1f} of {count(n)}",
            "(Σw)²/Σw²: so many equal weights would scatter as much. Also from these draws alone.",
        ),
        ("dead draws", dead, "Ran into a beginning from which x cannot be shown: weight 0, and counted in n."),
    ]


def _own(estimate: Estimate) -> str:
    """The relative standard error that the draws themselves show."""
    if not math.isfinite(estimate.relative_error):
        return "unknown"
    return "0" if estimate.relative_error < EXACT_ENOUGH else percent_of(estimate.relative_error)


def chi2_text(value: float) -> str:
    """χ² to four figures."""
    return figures(value)


def impossible(tree: LiftingTree, first: int, hide: bool) -> tuple[str, str]:
    """For an observation of probability 0, x_1…x_first the first impossible beginning: what cannot follow, and what that means."""
    x = tree.observation
    before = "?" if hide else probability(tree.log_p[first - 1])
    text = f"{code(x)} has probability 0. {code(x[: first - 1])} has {before}, but {code(x[first - 1 : first])} cannot follow it"
    if size := tree.sizes[first]:
        text += (
            f": under these weights none of the {plural(size, 'string')} that would show {code(x[:first])} can occur."
        )
    else:
        text += f": no latent string shows {code(x[:first])}, whatever the weights."
    return (
        text,
        "Nothing explains x, so its posterior is empty: there is nothing to draw and no next symbol to predict.",
    )
