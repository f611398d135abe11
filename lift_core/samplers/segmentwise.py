"""Drawing from, and evaluating, a sampler that is given by its law (docs/theory.md §5)."""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from lift_core.arguments import require_projected
from lift_core.errors import Unavailable
from lift_core.lifting.segments import configuration_of
from lift_core.projected.projected import Projected
from lift_core.samplers.draws import Draws, draw
from lift_core.samplers.law import Law, advance, logs
from lift_core.samplers.plan import Mover, Plan, Wanderers
from lift_core.sequences import String, Typed, as_string


class Segmentwise:
    """What every sampler with a law can do; a sampler adds `d`, `name` and `law`."""

    d: Projected

    def __post_init__(self) -> None:
        require_projected(self.d)

    def law(self, x: String, arithmetic: str = "float") -> Law:
        raise NotImplementedError

    def draw(self, x: Typed, n: int, rng: np.random.Generator) -> Draws:
        """n independent draws of Q(·|x), dead ones included."""
        return draw(mover_of(self, self.d.observation(x)), n, rng, self.d.projection.latent)

    def log_prob(self, x: Typed, z: Typed) -> float:
        """log Q(z|x) in nats; −inf where z cannot be drawn. Raises LiftError unless z ∈ lifting(x)."""
        x = self.d.observation(x)
        z = as_string(z, self.d.projection.latent, "token")
        configuration_of(self.d.projection, x, z)
        law, place, total = law_of(self, x), advance(x, 0, self.d.log_walk.start), 0.0
        for token in z:
            choice = next((c for c in law(*place) if c.token == token), None) if place else None
            if choice is None or place is None:
                return -math.inf
            total += logs(choice)[0]
            place = advance(x, place[0], choice.after)
        return total if place else -math.inf


@lru_cache(maxsize=16)
def law_of(sampler: Any, x: String) -> Law:
    """The sampler's law for x, kept for the observations asked last. Raises Unavailable where it has none."""
    if not hasattr(sampler, "law"):
        raise Unavailable(
            f"the {sampler.name} sampler is not drawn token by token, so it cannot propose particles, be searched or be placed in the "
            "hierarchy; use uniform, identity, lookahead, tempered or the posterior"
        )
    return sampler.law(x)


@lru_cache(maxsize=16)
def mover_of(sampler: Any, x: String) -> Mover:
    """What moves the sampler's draws; kept for the observations asked last."""
    law, start = law_of(sampler, x), sampler.d.log_walk.start
    codes = {token: index for index, token in enumerate(sampler.d.projection.latent)}
    plan = Plan(law, x, start, codes)
    return plan if plan.complete else Wanderers(law, x, start, codes)
