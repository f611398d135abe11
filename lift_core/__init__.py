"""Liftings: how a simple law on latent strings explains a complicated law on observed ones (docs/theory.md).

>>> import lift_core as lc
>>> show_bit = lc.Transducer("01", "01", "q", [("q", "0", "q", "0"), ("q", "1", "q", "1")])
>>> lc.Projected(show_bit, lc.Markov("01", 0, {(): {"0": 1, "1": 3}})).probability("01", arithmetic="exact")
Fraction(3, 16)
"""

from lift_core import gallery, samplers
from lift_core.errors import (
    AlphabetError,
    FormatError,
    ImpossibleObservation,
    LiftError,
    LimitExceeded,
    ModelError,
    NoExactValue,
    NotClosed,
    ProjectionError,
    Unavailable,
    WeightError,
)
from lift_core.lifting.diagnosis import Report, diagnose
from lift_core.lifting.guesses import Judgement, judge
from lift_core.lifting.lifting import lifting, lifting_size, prefix_projection
from lift_core.lifting.segments import next_segments
from lift_core.model.check import check_model
from lift_core.model.files import dump_model, load_model
from lift_core.model.forgetful import Forgetful
from lift_core.model.generic import Generic
from lift_core.model.hidden_markov import HiddenMarkov
from lift_core.model.markov import Markov
from lift_core.plots.notebook import drift_drawing
from lift_core.plots.tree import tree_drawing
from lift_core.projected.causal_floor import CausalFloor, causal_floor
from lift_core.projected.drift import DriftLine, drift, drift_line
from lift_core.projected.events import Contains, Label, Segment, State, Thinks
from lift_core.projected.marginals import Triangle
from lift_core.projected.partial import Bounds
from lift_core.projected.projected import Projected
from lift_core.projected.timeline import Timeline
from lift_core.projected.tree import LiftingTree, lifting_tree, lifting_window
from lift_core.projection.compose import compose
from lift_core.projection.explore import explore
from lift_core.projection.files import dump_projection, load_projection
from lift_core.projection.rules import format_rules, parse_rules
from lift_core.projection.transducer import Projection, Transducer
from lift_core.samplers.chi2 import chi2
from lift_core.samplers.draws import Draws
from lift_core.samplers.estimate import Estimate, estimate
from lift_core.samplers.smc import ParticleEstimate, smc
from lift_core.samplers.study import Study, study
from lift_core.scenarios.scenario import Scenario, load_scenario
from lift_core.sequences import Word

__all__ = [
    "AlphabetError",
    "Bounds",
    "CausalFloor",
    "Contains",
    "Draws",
    "DriftLine",
    "Estimate",
    "Forgetful",
    "FormatError",
    "Generic",
    "HiddenMarkov",
    "ImpossibleObservation",
    "Judgement",
    "Label",
    "LiftError",
    "LiftingTree",
    "LimitExceeded",
    "Markov",
    "ModelError",
    "NoExactValue",
    "NotClosed",
    "ParticleEstimate",
    "Projected",
    "Projection",
    "ProjectionError",
    "Report",
    "Scenario",
    "Segment",
    "State",
    "Study",
    "Thinks",
    "Timeline",
    "Transducer",
    "Triangle",
    "Unavailable",
    "WeightError",
    "Word",
    "causal_floor",
    "check_model",
    "chi2",
    "compose",
    "diagnose",
    "drift",
    "drift_drawing",
    "drift_line",
    "dump_model",
    "dump_projection",
    "estimate",
    "explore",
    "format_rules",
    "gallery",
    "judge",
    "lifting",
    "lifting_size",
    "lifting_tree",
    "lifting_window",
    "load_model",
    "load_projection",
    "load_scenario",
    "next_segments",
    "parse_rules",
    "prefix_projection",
    "samplers",
    "smc",
    "study",
    "tree_drawing",
]
