"""Samplers of liftings (docs/theory.md §5)."""

from lift_core.samplers.identity import Identity, Predictive
from lift_core.samplers.lookahead import Lookahead, Posterior, Tempered
from lift_core.samplers.uniform import Uniform, UniformLocal

__all__ = ["Identity", "Lookahead", "Posterior", "Predictive", "Tempered", "Uniform", "UniformLocal"]
