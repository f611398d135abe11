"""What the Samplers page computes: runs of n draws, one for each seed, and what is known of a sampler (docs/theory.md §5, §6).

A run of a sampler that Likelihood offers too is Likelihood's own run with that n and seed. All calls are short; the page adds them up.
"""

import math
from dataclasses import dataclass
from itertools import product
from time import thread_time
from typing import Any

import numpy as np

from lift_core.errors import LiftError, Unavailable
from lift_core.lifting.lifting import lifting_size
from lift_core.plots.dots import Run
from lift_core.projected.projected import Projected
from lift_core.samplers import without_replacement
from lift_core.samplers.chi2 import chi2
from lift_core.samplers.draws import Draws
from lift_core.samplers.estimate import Estimate, estimate_from
from lift_core.samplers.hierarchy import place_in_hierarchy
from lift_core.samplers.resampling import SCHEMES
from lift_core.samplers.smc import smc
from lift_core.scenarios.edits import with_seed
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import String
from ui.compute import computed
from ui.likelihood_samplers import LOOKAHEAD, NAMES, ROUNDING, first_draws, sampler, split

FORTY = 40
SMC, WITHOUT = "smc", "without"
PROPOSALS = ("causal", "identity", "uniform-local", "uniform", "lookahead-1")
MOST_AHEAD = 12
WORDS_TRIED = 64  # observations on which a place in the hierarchy is decided
STRINGS_TRIED = 5_000  # of all their liftings together
CLASSES = {
    "identity": "draws thoughts as the model does, blind to the next symbol, then forces that symbol",
    "predictive": "what is drawn before a symbol is read depends on the symbols before it alone",
    "causal": "each segment depends on the symbols seen so far, none that come later",
    "explanatory": "may look at all of x before it draws",
}
BY_DEFINITION = {"identity": "identity", "causal": "causal"}
TIMED = 3_000.0  # microseconds that a timing takes at least


@dataclass(frozen=True)
class Particles:
    """How particles are drawn: the proposal's key, the resampling scheme, and the share of n below which they are drawn again."""

    proposal: str = "causal"
    scheme: str = "systematic"
    threshold: float = 0.5


@dataclass(frozen=True)
class Kind:
    """A sampler on offer: its key, its name, and why this projection cannot have it."""

    key: str
    name: str
    reason: str = ""


def name_of(key: str, how: Particles) -> str:
    """
    >>> name_of("lookahead-2", Particles()), name_of("smc", Particles("uniform-local")), name_of("without", Particles())
    ('lookahead 2', 'SMC, uniform local', 'no replacement')
    """
    option, k = split(key)
    if key == SMC:
        return "SMC" if how.proposal == "causal" else f"SMC, {name_of(how.proposal, how)}"
    if key == WITHOUT:
        return "no replacement"
    return f"{LOOKAHEAD} {k}" if option == LOOKAHEAD else NAMES[option]


@computed(max_entries=128)
def kinds(scenario: Scenario, ahead: int, how: Particles) -> tuple[Kind, ...]:
    """All samplers in their order, with lookahead 1 and, where it is another, lookahead `ahead`."""
    keys = ["uniform", "uniform-local", "identity", "causal", "lookahead-1"]
    keys += [f"{LOOKAHEAD}-{ahead}"] if ahead > 1 else []
    return tuple(
        Kind(key, name_of(key, how), _reason(scenario, key, how)) for key in [*keys, "posterior", SMC, WITHOUT]
    )


def _reason(scenario: Scenario, key: str, how: Particles) -> str:
    try:
        sampler(scenario.projected(), how.proposal if key in (SMC, WITHOUT) else key)
    except Unavailable as error:
        return f"unavailable: in state {str(error.state)!r}, token {error.token!r} is thought and symbol at once"
    except LiftError as error:
        return f"unavailable: {error}"
    return ""


@computed(max_entries=256)
def truth(scenario: Scenario) -> float:
    """log p(x), nats; −inf where x is impossible."""
    return scenario.projected().log_probability(scenario.observation)


def steady(scenario: Scenario) -> Scenario:
    """The scenario with seed 0: what depends on no seed of its own is computed once for all of them."""
    return with_seed(scenario, 0)


def segmentwise(d: Projected, key: str, how: Particles) -> Any:
    """The sampler of a key; the proposal of one that draws a population."""
    return sampler(d, how.proposal if key in (SMC, WITHOUT) else key)


# Runs -----------------------------------------------------------------------------------------------------------------


@computed(max_entries=1024)
def runs(scenario: Scenario, key: str, how: Particles, n: int, first: int, number: int) -> tuple[Run, ...]:
    """Runs of n draws with the seeds first, first + 1, …; `number` of them."""
    d, x = scenario.projected(), scenario.observation
    log_p = d.log_probability(x)
    return tuple(_run(d, x, log_p, key, how, n, seed) for seed in range(first, first + number))


def _run(d: Projected, x: String, log_p: float, key: str, how: Particles, n: int, seed: int) -> Run:
    rng, chosen = np.random.default_rng(seed), segmentwise(d, key, how)
    if key == SMC:
        found = smc(d, x, chosen, n, rng, how.scheme, how.threshold)
        made = found.draws
        return _told(found, log_p, seed, n, _heaviest(made.codes, np.zeros(n), made.latent) if made else ((), 0.0))
    if key == WITHOUT:
        selection = without_replacement(d, x, chosen, n, rng)
        weights = selection.log_p - selection.log_inclusion
        top = int(weights.argmax())
        share = math.exp(weights[top] - np.logaddexp.reduce(weights)) if weights[top] > -math.inf else 0.0
        return _told(selection.estimate, log_p, seed, n, (selection.latents[top] if share else (), share))
    draws = first_draws(chosen, x, n, seed)
    return _told(estimate_from(draws), log_p, seed, n, heaviest(draws))


def _told(found: Estimate, log_p: float, seed: int, n: int, heavy: tuple[String, float]) -> Run:
    off = found.log_value - log_p
    return Run(
        seed,
        found.log_value,
        off,
        found.relative_error,
        found.effective_sample_size,
        found.n if found.n else n,
        found.dead,
        *heavy,
    )


def heaviest(draws: Draws) -> tuple[String, float]:
    """The string with the largest share of all weight, and that share; the empty one and 0 where all draws are dead."""
    return _heaviest(draws.codes, draws.log_weights, draws.latent)


def _heaviest(codes: np.ndarray, log_weights: np.ndarray, latent: tuple[str, ...]) -> tuple[String, float]:
    top = log_weights.max()
    if top == -np.inf:
        return (), 0.0
    w = np.exp(log_weights - top)
    if not codes.shape[1]:
        return (), 1.0
    rows = np.ascontiguousarray(codes).view(np.dtype((np.void, codes.dtype.itemsize * codes.shape[1]))).ravel()
    _, where, which = np.unique(rows, return_index=True, return_inverse=True)
    mass = np.bincount(which.ravel(), w)
    best = int(mass.argmax())
    string = tuple(latent[code] for code in codes[where[best]].tolist() if code >= 0)
    return string, float(mass[best] / w.sum())


def measured(found: tuple[Run, ...]) -> float:
    """n times the mean squared relative error of runs: what χ² would be if their error fell like 1/√n."""
    squares = [min(run.ratio - 1, 1e150) ** 2 for run in found]
    value = found[0].n * math.fsum(squares) / len(squares)
    return 0.0 if value < ROUNDING else value


# What is known of a sampler -------------------------------------------------------------------------------------------


@computed(max_entries=512)
def divergence(scenario: Scenario, key: str) -> float:
    """χ²(Q*‖Q), exactly 0 for an exact sampler."""
    d = scenario.projected()
    value = chi2(d, scenario.observation, sampler(d, key))
    return 0.0 if value < ROUNDING else value


@computed(max_entries=256)
def place(scenario: Scenario, key: str) -> tuple[str, str]:
    """The place in identity ⊆ predictive ⊆ causal ⊆ explanatory, and how it is known: tried on all short observations where these
    are few, else by the sampler's definition."""
    d = scenario.projected()
    length = _tried(d)
    try:
        if length >= 2:
            found = place_in_hierarchy(segmentwise(d, key, Particles()), length)
            return (
                found,
                f"{found}: {CLASSES[found]}; the smallest class that holds it, decided on all observations of up to {length} symbols",
            )
    except Unavailable:
        raise
    except LiftError:  # a model of floats alone: no exact comparison
        pass
    found = BY_DEFINITION.get(key, "explanatory")
    return (
        found,
        f"{found}: {CLASSES[found]}; by its definition, since there are too many observations, or no exact weights, to try",
    )


def _tried(d: Projected) -> int:
    """The longest observations to try: few enough, with few enough strings."""
    symbols = d.projection.observable
    for length in (3, 2):
        if len(symbols) ** length > WORDS_TRIED:
            continue
        sizes = [lifting_size(d.projection, word) for word in product(symbols, repeat=length)]
        if sum(sizes) <= STRINGS_TRIED:
            return length
    return 0


@computed(max_entries=256)
def cost(scenario: Scenario, key: str, how: Particles) -> float:
    """Microseconds of one core per draw, weights included: the quickest of five timings, whatever else the machine does."""
    d, x = scenario.projected(), scenario.observation
    rng = np.random.default_rng(0)
    chosen = segmentwise(d, key, how)

    def draw(n: int) -> int:
        if key == SMC:
            smc(d, x, chosen, n, rng, how.scheme, how.threshold)
        elif key == WITHOUT:
            return max(len(without_replacement(d, x, chosen, n, rng).latents), 1)
        else:
            estimate_from(chosen.draw(x, n, rng))
        return n

    n = 24 if key == WITHOUT else 400
    times: list[float] = []
    while len(times) < 5:
        start = thread_time()
        drawn = draw(n)
        passed = 1e6 * (thread_time() - start)
        if passed < TIMED and key != WITHOUT and n < 50_000:
            n, times = 4 * n, []
            continue
        times.append(passed / drawn)
        if passed > 60_000:
            break
    return min(times)


def schemes() -> tuple[str, ...]:
    """The names of the resampling schemes."""
    return tuple(SCHEMES)
