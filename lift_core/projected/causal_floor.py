"""What no sampler can do that does not see the next symbol (docs/theory.md §4, Prop. 16).

Over the one-symbol continuations a of x, with weights π_a = (proj#P)(a|x), no causal sampler has mean χ²(Q*_x(·|xa) ‖ Q(·|x)) below
(Σ_z √(Σ_a π_a·Q*_x(z|xa)²))² − 1, attained by Q in proportion to the root. Since Q*_x(z|xa) = Q*(z|x)·r_a(κ(z)), both are sums
over configurations. The least worst case over a is max over weights λ of the same expression (minimax), a concave problem.
"""

from dataclasses import dataclass

import numpy as np

from lift_core.arguments import require_projected
from lift_core.projected.projected import Projected
from lift_core.sequences import Typed


@dataclass(frozen=True)
class CausalFloor:
    """`mean`: the least mean χ² over the next symbol; `filter`: what the filter Q*(·|x) gives; `worst`: the least worst case.

    `symbols` are those that can follow, with their `probabilities`.
    """

    mean: float
    filter: float
    worst: float
    symbols: tuple[str, ...]
    probabilities: tuple[float, ...]


def causal_floor(d: Projected, x: Typed) -> CausalFloor:
    """The floor after x. Raises ImpossibleObservation if x has probability 0."""
    require_projected(d)
    x = d.observation(x)
    filtered = d.filtered(x)
    mass = np.array(list(filtered.values()))
    laws = [d.symbol_law(c) for c in filtered]
    following = {symbol: p for symbol, p in d.next_symbol(x).items() if p > 0}
    pi = np.array(list(following.values()))
    ratios = np.array(
        [[law.get(symbol, 0.0) / p for law in laws] for symbol, p in following.items()]
    )  # (symbols, configurations)
    mean = _least(mass, ratios, pi)
    through_filter = float((pi[:, None] * mass * (ratios - 1) ** 2).sum())
    return CausalFloor(mean, through_filter, _worst(mass, ratios, pi), tuple(following), tuple(pi.tolist()))


def _least(mass: np.ndarray, ratios: np.ndarray, weights: np.ndarray) -> float:
    """(Σ_κ m_κ √(Σ_a w_a r_a(κ)²))² − 1, computed as a variance-like difference that is exactly 0 where all r_a are 1."""
    root = np.sqrt((weights[:, None] * ratios**2).sum(axis=0))
    return max(0.0, float((mass * root).sum() ** 2 - 1))


def _worst(mass: np.ndarray, ratios: np.ndarray, pi: np.ndarray) -> float:
    from scipy.optimize import minimize  # off the start-up path

    if len(pi) == 1:
        return _least(mass, ratios, np.ones(1))
    found = minimize(
        lambda weights: -_least(mass, ratios, np.maximum(weights, 0) / max(np.maximum(weights, 0).sum(), 1e-300)),
        pi,
        method="SLSQP",
        bounds=[(0, 1)] * len(pi),
        constraints={"type": "eq", "fun": lambda weights: weights.sum() - 1},
        options={"ftol": 1e-12, "maxiter": 500},
    )
    weights = np.maximum(found.x, 0)
    return max(_least(mass, ratios, weights / weights.sum()), _least(mass, ratios, pi))
