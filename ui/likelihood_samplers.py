"""The samplers that the Likelihood page offers, and their draws: batch b of 100 draws comes from the generator of (seed, b).

So n draws begin with the n − 1 before them, "+100 draws" adds to what was drawn, and the same seed gives the same draws again,
on every page (docs/theory.md §5, §6).
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from lift_core.errors import LiftError, Unavailable
from lift_core.plots.running import log_running
from lift_core.projected.projected import Projected
from lift_core.samplers import Identity, Lookahead, Posterior, Uniform, UniformLocal
from lift_core.samplers.chi2 import chi2
from lift_core.samplers.draws import Draws
from lift_core.samplers.estimate import Estimate, estimate_from
from lift_core.samplers.law import Sampler
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import String
from ui.compute import computed

BATCH = 100
MOST = 10_000
DEFAULT = "causal"
LOOKAHEAD = "lookahead"
NAMES = {
    "uniform": "uniform",
    "uniform-local": "uniform local",
    "identity": "identity",
    "causal": "causal",
    LOOKAHEAD: "lookahead",
    "posterior": "posterior",
}
WORDS = {
    "uniform": "each string of the lifting equally likely",
    "uniform-local": "each token that keeps x reachable equally likely",
    "identity": "draw each thought without looking at the symbol, then force the symbol",
    "causal": "lookahead 0: each segment looks at the symbol it must show, and no further",
    LOOKAHEAD: "each segment looks at its symbol and at the next k",
    "posterior": "Q* itself: looks at all of x",
}
ROUNDING = 1e-12  # a χ² below this is that of an exact sampler


@dataclass(frozen=True)
class Option:
    """A sampler on offer. `reason` says why this projection cannot have it, naming state and token."""

    key: str
    name: str
    reason: str = ""


@dataclass(frozen=True)
class Sampled:
    """n draws of one sampler with what they estimate; `log_running[i]` is log p_{i+1} in nats, `chi2` that of the sampler."""

    name: str
    draws: Draws
    log_running: np.ndarray
    estimate: Estimate
    chi2: float

    @property
    def told(self) -> tuple[tuple[String, float, float], ...]:
        """Each draw's string, log P and log Q."""
        return tuple(zip(self.draws.latents, self.draws.log_p.tolist(), self.draws.log_q.tolist(), strict=True))


def split(key: str) -> tuple[str, int]:
    """The option and the lookahead of a sampler's key in the address; the default, which looks ahead 0 symbols, for what is none.

    >>> split("lookahead-3"), split("lookahead-0"), split("identity"), split("nonsense")
    (('lookahead', 3), ('causal', 0), ('identity', 0), ('causal', 0))
    """
    head, _, tail = key.partition("-")
    if head == LOOKAHEAD and tail.isdecimal() and (k := int(tail[:4])):
        return LOOKAHEAD, min(k, 200)
    return (key if key in NAMES and key != LOOKAHEAD else DEFAULT), 0


def sampler(d: Projected, key: str) -> Sampler:
    """The sampler of a key. Raises Unavailable where the projection cannot have it."""
    option, k = split(key)
    if option == LOOKAHEAD:
        return Lookahead(d, k)
    plain = {"uniform": Uniform, "uniform-local": UniformLocal, "identity": Identity, "posterior": Posterior}
    return plain[option](d) if option in plain else Lookahead(d, 0)


@computed(max_entries=128)
def options(scenario: Scenario) -> tuple[Option, ...]:
    """All samplers in their order, those that this projection cannot have with the reason."""
    d, found = scenario.projected(), []
    for key, name in NAMES.items():
        reason = ""
        try:
            sampler(d, "lookahead-1" if key == LOOKAHEAD else key)
        except Unavailable as error:
            reason = f"{error}"
        except LiftError as error:
            reason = str(error)
        found.append(Option(key, name, reason))
    return tuple(found)


@computed(max_entries=48)
def sampled(scenario: Scenario, key: str, n: int) -> Sampled:
    """The first n draws of a sampler. Raises ImpossibleObservation where there is nothing to draw."""
    d, x = scenario.projected(), scenario.observation
    d.require_possible(x)
    chosen = sampler(d, key)
    draws = first_draws(chosen, x, n, scenario.seed)
    predicted = chi2(d, x, chosen)
    return Sampled(
        chosen.name,
        draws,
        log_running(draws.log_weights),
        estimate_from(draws),
        0.0 if predicted < ROUNDING else predicted,
    )


def first_draws(chosen: Sampler, x: String, n: int, seed: int) -> Draws:
    """The first n draws that a seed gives, batch by batch."""
    batches = [chosen.draw(x, BATCH, np.random.default_rng([seed, b])) for b in range(-(-n // BATCH))]
    return _cut(batches[0] if len(batches) == 1 else joined(batches), n)


def _cut(draws: Draws, n: int) -> Draws:
    return replace(draws, codes=draws.codes[:n], log_q=draws.log_q[:n], log_p=draws.log_p[:n], ends=draws.ends[:n])


def joined(parts: list[Draws]) -> Draws:
    """Draws one after the other."""
    longest = max(part.codes.shape[1] for part in parts)
    before = np.cumsum([0, *(len(part.configurations) for part in parts[:-1])])
    return Draws(
        codes=np.concatenate([_widened(part.codes, longest) for part in parts]),
        log_q=np.concatenate([part.log_q for part in parts]),
        log_p=np.concatenate([part.log_p for part in parts]),
        ends=np.concatenate([np.where(part.dead, -1, part.ends + b) for part, b in zip(parts, before, strict=True)]),
        configurations=tuple(c for part in parts for c in part.configurations),
        latent=parts[0].latent,
    )


def _widened(codes: np.ndarray, width: int) -> np.ndarray:
    return np.pad(codes, ((0, 0), (0, width - codes.shape[1])), constant_values=-1)


def draws_for(error: float, predicted: float) -> int | None:
    """About how many draws bring the predicted relative error √(χ²/n) down to `error`; None where χ² is not finite.

    >>> draws_for(0.1, 0.7758990520036642), draws_for(0.1, 0.0)
    (78, 1)
    """
    return max(1, round(predicted / error**2)) if math.isfinite(predicted) else None
