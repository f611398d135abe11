"""Samplers of liftings (docs/theory.md §5)."""

from lift_core.samplers.segmentwise import Identity, Lookahead, Posterior, Uniform, UniformLocal

__all__ = ["Identity", "Lookahead", "Posterior", "Uniform", "UniformLocal"]
