"""Sampling without replacement (docs/theory.md §5): the top k of Q by Gumbel-perturbed log-probabilities, by stochastic beam search.

Every string z has the score log Q(z|x) + Gumbel noise; the k largest are drawn without listing, top down: the noise of a beginning
is the maximum over what continues it (Kool, van Hoof, Welling 2019). With κ the (k+1)-th score, a string is among the k with
probability q_κ(z) = 1 − exp(−exp(log Q(z) − κ)) given κ, so Σ P(z)/q_κ(z) is unbiased for (proj#P)(x), and exact once k reaches
the number of leaves, dead ends included.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lift_core.arguments import MOST_DRAWS, require_generator, require_projected, whole
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.estimate import Estimate
from lift_core.samplers.law import Law, advance, logs, require_sampler
from lift_core.samplers.segmentwise import Segmentwise, law_of
from lift_core.sequences import String, Typed


class _Branch(NamedTuple):
    """A beginning: its perturbed log-probability, log Q, log P, tokens, and where it stands (None: a dead end; t = |x|: a leaf)."""

    score: float
    log_q: float
    log_p: float
    latent: String
    place: tuple[int, Configuration] | None


@dataclass(frozen=True)
class Selection:
    """k different strings: `latents`, `log_p`, `log_q` (k,) nats, `log_inclusion` (k,) log q_κ, the estimate; `complete`: all leaves."""

    latents: tuple[String, ...]
    log_p: np.ndarray
    log_q: np.ndarray
    log_inclusion: np.ndarray
    estimate: Estimate
    complete: bool


def without_replacement(d: Projected, x: Typed, sampler: Segmentwise, k: int, rng: np.random.Generator) -> Selection:
    """The top k leaves of the sampler, and the estimate of (proj#P)(x) that they give. Raises LiftError for k < 1."""
    require_projected(d)
    require_sampler(sampler)
    whole(k, "k", 1, MOST_DRAWS)
    require_generator(rng)
    x = d.observation(x)
    beam = _search(law_of(sampler, x), x, d.log_walk.start, k + 1, rng)
    kappa = beam[k].score if len(beam) > k else -math.inf
    top = beam[:k]
    log_p = np.array([branch.log_p for branch in top])
    log_q = np.array([branch.log_q for branch in top])
    inclusion = np.array([0.0 if kappa == -math.inf else _log_inclusion(branch.log_q - kappa) for branch in top])
    estimate = _horvitz_thompson(log_p, inclusion, sum(branch.place is None for branch in top))
    return Selection(tuple(branch.latent for branch in top), log_p, log_q, inclusion, estimate, kappa == -math.inf)


def _log_inclusion(gap: float) -> float:
    """log(1 − exp(−e^gap)); for a large negative gap it is the gap itself."""
    inside = math.exp(gap) if gap < 700 else math.inf
    return math.log(-math.expm1(-inside)) if inside > 0 else gap


def _horvitz_thompson(log_p: np.ndarray, inclusion: np.ndarray, dead: int) -> Estimate:
    """Σ P/q_κ; its variance is estimated by Σ (P/q_κ)²(1 − q_κ), the strings being uncorrelated given κ."""
    k = len(log_p)
    log_terms = log_p - inclusion
    top = log_terms.max(initial=-math.inf)
    if top == -math.inf:
        note = f"all {k} strings drawn were dead or impossible, so the estimate is 0 and its error unknown"
        return Estimate(0.0, -math.inf, math.inf, 0.0, k, dead, note, math.inf)
    terms = np.exp(log_terms - top)
    total = terms.sum()
    relative = math.sqrt((terms**2 * -np.expm1(inclusion)).sum()) / total
    log_value = float(top + math.log(total))
    ess = float(total**2 / (terms**2).sum())
    note = "without replacement, the error from the draws is of the strings drawn alone; those not drawn may weigh more"
    return Estimate(math.exp(log_value), log_value, math.exp(log_value) * relative, ess, k, dead, note, relative)


def _search(law: Law, x: String, start: Configuration, width: int, rng: np.random.Generator) -> list[_Branch]:
    """The `width` leaves of highest score, best first; level by level, at most `width` beginnings kept."""
    beam = [_Branch(rng.gumbel(), 0.0, 0.0, (), advance(x, 0, start))]
    while any(branch.place and branch.place[0] < len(x) for branch in beam):
        grown = [leaf for branch in beam for leaf in _children(branch, law, x, rng)]
        grown.sort(key=lambda branch: (-branch.score, branch.latent))
        beam = grown[:width]
    return beam


def _children(branch: _Branch, law: Law, x: String, rng: np.random.Generator) -> list[_Branch]:
    if branch.place is None or branch.place[0] == len(x):
        return [branch]
    t, at = branch.place
    grown = []
    missing = 1.0
    for choice in law(t, at):
        log_q, log_p = logs(choice)
        missing -= float(choice.q)
        after = advance(x, t, choice.after)
        whole = branch.log_p + log_p if after is not None else -math.inf
        grown.append(_Branch(0.0, branch.log_q + log_q, whole, (*branch.latent, choice.token), after))
    if missing > 1e-9:
        grown.append(_Branch(0.0, branch.log_q + math.log(missing), -math.inf, branch.latent, None))
    noise = np.array([child.log_q for child in grown]) + rng.gumbel(size=len(grown))
    return [child._replace(score=score) for child, score in zip(grown, _with_maximum(noise, branch.score), strict=True)]


def _with_maximum(noise: np.ndarray, wanted: float) -> list[float]:
    """Gumbel variables given that their maximum is `wanted`: −log(e^{−wanted} − e^{−max} + e^{−noise}), without cancellation."""
    with np.errstate(divide="ignore", over="ignore"):
        v = wanted - noise + np.log1p(-np.exp(np.minimum(noise - noise.max(), 0)))
        return (wanted - np.maximum(v, 0) - np.log1p(np.exp(-np.abs(v)))).tolist()
