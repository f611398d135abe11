"""What draws are for (docs/theory.md §6): decoding, conditional encoding, multiple choice, each with its law."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from lift_core.arguments import entries, require_projected, shown, whole
from lift_core.errors import ImpossibleObservation, LiftError
from lift_core.projected.projected import Projected
from lift_core.samplers.chi2 import chi2
from lift_core.samplers.draws import Draws
from lift_core.samplers.estimate import Estimate, estimate
from lift_core.samplers.law import Sampler, require_sampler
from lift_core.samplers.resampling import effective_sample_size
from lift_core.sequences import String, Typed, show_string


@dataclass(frozen=True)
class Decoding:
    """The next-symbol law estimated from n draws: Σ w_i P(·|z_i) / Σ w_i, with the effective sample size of its weights."""

    law: dict[str, float]
    effective_sample_size: float
    n: int


def decode(d: Projected, x: Typed, sampler: Sampler, n: int, rng: np.random.Generator) -> Decoding:
    """The self-normalised next-symbol law. Raises ImpossibleObservation where every draw has weight 0, so that no law exists."""
    _require(d, sampler)
    draws: Draws = sampler.draw(x, n, rng)
    weights = _normalised(draws, d.observation(x))
    law = dict.fromkeys(d.projection.observable, 0.0)
    for end, c in enumerate(draws.configurations):
        mass = float(weights[draws.ends == end].sum())
        if mass:
            for symbol, p in d.symbol_law(c).items():
                law[symbol] += mass * p
    return Decoding(law, effective_sample_size(draws.log_weights), n)


def decoding_bound(divergence: float, n: int) -> float:
    """The total variation of a self-normalised law's expectation to the exact law is at most √(χ²(1+χ²))/n for n draws."""
    if not isinstance(divergence, Real) or isinstance(divergence, bool) or not divergence >= 0:
        raise LiftError(f"divergence: got {shown(divergence)}; needed χ², a number, 0 or more, as lift_core.chi2 gives")
    whole(n, "n", 1)
    return math.sqrt(divergence * (1 + divergence)) / n


@dataclass(frozen=True)
class ConditionalEncoding:
    """An estimate of (proj#P)(y|x) with the effective sample size of the weights that it rests on; `way` says how it was made."""

    value: float
    effective_sample_size: float
    n: int
    way: str


def conditional_by_ratio(
    d: Projected, x: Typed, y: Typed, sampler: Sampler, n: int, rng: np.random.Generator
) -> ConditionalEncoding:
    """(a) The ratio of two independent encodings, of xy and of x, n draws each."""
    _require(d, sampler)
    x, y = d.observation(x), d.observation(y)
    below, above = estimate(d, x, sampler, n, rng), estimate(d, x + y, sampler, n, rng)
    if below.log_value == -math.inf:
        raise _weightless(x, n)
    ess = min(below.effective_sample_size, above.effective_sample_size)
    return ConditionalEncoding(math.exp(above.log_value - below.log_value), ess, n, "ratio of two encodings")


def conditional_ahead(
    d: Projected, x: Typed, y: Typed, sampler: Sampler, n: int, rng: np.random.Generator
) -> ConditionalEncoding:
    """(b) Draw z given x, weight P(Φ(z, y)|z). From the posterior its relative variance is χ²(Q*_x(·|xy)‖Q*(·|x))/n: the drift."""
    _require(d, sampler)
    x, y = d.observation(x), d.observation(y)
    draws: Draws = sampler.draw(x, n, rng)
    weights = _normalised(draws, x)
    ahead = d.completions(draws.configurations, y)
    values = np.array([*(ahead[c] for c in draws.configurations), 0.0])  # the last for dead draws, whose end is −1
    return ConditionalEncoding(
        float((weights * values[draws.ends]).sum()), effective_sample_size(draws.log_weights), n, "draws given x"
    )


def conditional_behind(
    d: Projected, x: Typed, y: Typed, sampler: Sampler, n: int, rng: np.random.Generator
) -> ConditionalEncoding:
    """(c) Draw given xy, weight P/Q, over the exact (proj#P)(x): unbiased, relative variance χ²(Q*(·|xy)‖Q(·|xy))/n.

    A sampler that knows y pays nothing for the drift. Raises ImpossibleObservation if x has probability 0.
    """
    _require(d, sampler)
    x, y = d.observation(x), d.observation(y)
    d.require_possible(x)
    above = estimate(d, x + y, sampler, n, rng)
    value = math.exp(above.log_value - d.log_probability(x))
    return ConditionalEncoding(value, above.effective_sample_size, n, "draws given xy, over the exact p(x)")


@dataclass(frozen=True)
class Choice:
    """`chosen`: index of the candidate with the largest estimated probability; `estimates` of p(x y_i), one per candidate."""

    chosen: int
    estimates: tuple[Estimate, ...]


def multiple_choice(
    d: Projected, x: Typed, candidates: Sequence[Typed], sampler: Sampler, n: int, rng: np.random.Generator
) -> Choice:
    """Pick the candidate continuation of x with the largest estimate, independent draws for each; ties go to the first."""
    _require(d, sampler)
    x, candidates = d.observation(x), _continuations(candidates)
    found = tuple(estimate(d, x + d.observation(y), sampler, n, rng) for y in candidates)
    return Choice(max(range(len(found)), key=lambda i: found[i].log_value), found)


def multiple_choice_bound(d: Projected, x: Typed, candidates: Sequence[Typed], sampler: Sampler, n: int) -> float:
    """The chance to miss the first, likeliest candidate is at most Σ_{i≠1} (p_1²χ²_1 + p_i²χ²_i) / (n (p_1 − p_i)²), or 1 (Chebyshev)."""
    _require(d, sampler)
    x, n = d.observation(x), whole(n, "n", 1)
    words = [x + d.observation(y) for y in _continuations(candidates)]
    p = [d.probability(word) for word in words]
    if any(other >= p[0] for other in p[1:]):
        raise LiftError("the first candidate must be the likeliest for the bound to say anything")
    spread = [value**2 * chi2(d, word, sampler) if value else 0.0 for value, word in zip(p, words, strict=True)]
    return min(1.0, sum((spread[0] + spread[i]) / (n * (p[0] - p[i]) ** 2) for i in range(1, len(p))))


def _require(d: object, sampler: object) -> None:
    require_projected(d)
    require_sampler(sampler)


def _continuations(candidates: Any) -> tuple[Any, ...]:
    found = entries(candidates, "candidates", "a list of continuations of x", lambda message, _: LiftError(message))
    if not found:
        raise LiftError("there are no candidates; give at least one continuation of x")
    return found


def _normalised(draws: Draws, x: String) -> np.ndarray:
    top = draws.log_weights.max()
    if top == -np.inf:
        raise _weightless(x, len(draws))
    weights = np.exp(draws.log_weights - top)
    return weights / weights.sum()


def _weightless(x: String, n: int) -> ImpossibleObservation:
    return ImpossibleObservation(
        f"none of the {n} draws given {show_string(x)} has positive weight, so nothing can be normalised; use a sampler that looks ahead"
    )
