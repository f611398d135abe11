"""Samplers of liftings and what their draws are for (docs/theory.md §5, §6)."""

from lift_core.samplers.encodings import (
    conditional_ahead,
    conditional_behind,
    conditional_by_ratio,
    decode,
    decoding_bound,
    multiple_choice,
    multiple_choice_bound,
)
from lift_core.samplers.hierarchy import is_causal, place_in_hierarchy
from lift_core.samplers.identity import Identity, Predictive
from lift_core.samplers.listed import Inquisitive
from lift_core.samplers.lookahead import Lookahead, Posterior, Tempered
from lift_core.samplers.resampling import effective_sample_size, effective_sample_size_interval, resample
from lift_core.samplers.uniform import Uniform, UniformLocal
from lift_core.samplers.without_replacement import Selection, without_replacement

__all__ = [
    "Identity",
    "Inquisitive",
    "Lookahead",
    "Posterior",
    "Predictive",
    "Selection",
    "Tempered",
    "Uniform",
    "UniformLocal",
    "conditional_ahead",
    "conditional_behind",
    "conditional_by_ratio",
    "decode",
    "decoding_bound",
    "effective_sample_size",
    "effective_sample_size_interval",
    "is_causal",
    "multiple_choice",
    "multiple_choice_bound",
    "place_in_hierarchy",
    "resample",
    "without_replacement",
]
