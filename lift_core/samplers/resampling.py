"""Resampling: particles drawn again in proportion to their weights, each scheme with mean n·w_i copies (docs/theory.md §5).

multinomial: independent; stratified: one uniform number in each of n equal strata; systematic: one number for all strata; residual:
⌊n·w_i⌋ copies first, the rest multinomial.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from lift_core.arguments import require_generator, shown
from lift_core.errors import LiftError


def effective_sample_size(log_weights: np.ndarray) -> float:
    """(Σw)²/Σw² of log-weights (n,): between 1 and n, the same when all are rescaled; 0 if all are zero. Raises LiftError for NaN."""
    log_weights = _checked(log_weights)
    top = log_weights.max(initial=-np.inf)
    if top == -np.inf:
        return 0.0
    w = np.exp(log_weights - top)
    return float(w.sum() ** 2 / (w**2).sum())


def effective_sample_size_interval(
    log_weights: np.ndarray, rng: np.random.Generator, level: float = 0.9, repeats: int = 200
) -> tuple[float, float]:
    """Where the effective sample size may lie, as far as these draws can tell: percentiles over draws of them with replacement.

    A heavy explanation that was not drawn is unknown to it too, so that a small pilot still promises too much.
    """
    log_weights = _checked(log_weights)
    require_generator(rng)
    n = len(log_weights)
    if not n:
        raise LiftError("there are no log-weights; needed those of at least one draw")
    found = [effective_sample_size(log_weights[rng.integers(0, n, n)]) for _ in range(repeats)]
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def resample(log_weights: np.ndarray, rng: np.random.Generator, scheme: str = "systematic") -> np.ndarray:
    """Indices of the particles drawn (n,), in increasing order but for multinomial ones. Raises LiftError if no weight is positive."""
    if not isinstance(scheme, str) or scheme not in SCHEMES:
        raise LiftError(f"resampling {shown(scheme)}; needed one of {', '.join(map(repr, SCHEMES))}")
    log_weights = _checked(log_weights)
    require_generator(rng)
    if log_weights.max(initial=-np.inf) == -np.inf:
        raise LiftError("all weights are zero: there is nothing to draw from; use a proposal that looks ahead")
    w = np.exp(log_weights - log_weights.max())
    return SCHEMES[scheme](w / w.sum(), rng)


def _checked(log_weights: Any) -> np.ndarray:
    """Log-weights as an array (n,). Raises LiftError for NaN and for what is no list of numbers."""
    try:
        found = np.asarray(log_weights, float)
    except (TypeError, ValueError):
        found = np.zeros(())
    if found.ndim != 1:
        raise LiftError(
            f"log-weights: got {shown(log_weights)}; needed an array (n,) of numbers, −inf for a weight of zero"
        )
    if np.isnan(found).any():
        raise LiftError(f"{int(np.isnan(found).sum())} of {len(found)} log-weights are NaN; a weight of zero is −inf")
    return found


def _at(w: np.ndarray, points: np.ndarray) -> np.ndarray:
    bounds = np.cumsum(w)
    bounds[np.flatnonzero(w)[-1] :] = 1.0  # rounding must not draw a particle of weight zero at the end
    return np.searchsorted(bounds, points, side="right")


def _multinomial(w: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return _at(w, rng.random(len(w)))


def _stratified(w: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return _at(w, (np.arange(len(w)) + rng.random(len(w))) / len(w))


def _systematic(w: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return _at(w, (np.arange(len(w)) + rng.random()) / len(w))


def _residual(w: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    n = len(w)
    copies = np.floor(n * w).astype(np.int64)
    rest = n - int(copies.sum())
    certain = np.repeat(np.arange(n), copies)
    if rest == 0:
        return certain
    left = np.maximum(n * w - copies, 0)
    return np.concatenate([certain, _at(left / left.sum(), rng.random(rest))])


SCHEMES: dict[str, Callable[[np.ndarray, np.random.Generator], np.ndarray]] = {
    "multinomial": _multinomial,
    "stratified": _stratified,
    "systematic": _systematic,
    "residual": _residual,
}
