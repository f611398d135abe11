"""Sequential Monte Carlo over a lifting (docs/theory.md §5): a segment-wise sampler proposes, particles are resampled between symbols.

After each symbol of x, if the effective sample size is below threshold·n, particles are drawn again by their weights. The product
of the mean weights set aside is unbiased for (proj#P)(x), whatever the proposal, the scheme and the threshold.
"""

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np

from lift_core.arguments import require_generator, require_projected, shown
from lift_core.errors import LiftError
from lift_core.projected.projected import Projected
from lift_core.samplers.draws import Draws, check_count, collected
from lift_core.samplers.estimate import Estimate
from lift_core.samplers.law import require_sampler
from lift_core.samplers.plan import DEAD, Mover
from lift_core.samplers.resampling import SCHEMES, effective_sample_size, resample
from lift_core.samplers.segmentwise import Segmentwise, mover_of
from lift_core.sequences import Typed


@dataclass(frozen=True)
class ParticleEstimate(Estimate):
    """One run. `resampled`: symbols read when particles were drawn again; `ancestors`: how many first particles have descendants left.

    `standard_error` is nan: particles of one run depend on each other, only repeats tell.
    """

    resampled: tuple[int, ...] = ()
    ancestors: int = 0
    draws: Draws | None = None


def smc(
    d: Projected,
    x: Typed,
    proposal: Segmentwise,
    n: int,
    rng: np.random.Generator,
    resampling: str = "systematic",
    threshold: float = 0.5,
) -> ParticleEstimate:
    """One run with n particles; threshold 0 never resamples (then it is `estimate`), 1 after every symbol.

    Raises LiftError for an unknown scheme or a threshold outside [0, 1].
    """
    if not isinstance(resampling, str) or resampling not in SCHEMES:
        raise LiftError(f"resampling {shown(resampling)}; needed one of {', '.join(map(repr, SCHEMES))}")
    if not isinstance(threshold, Real) or not 0 <= threshold <= 1:
        raise LiftError(
            f"threshold {shown(threshold)}; needed a number from 0 (never resample) to 1 (after every symbol)"
        )
    require_projected(d)
    require_sampler(proposal)
    require_generator(rng)
    x = d.observation(x)
    mover = mover_of(proposal, x)
    particles = _Particles(mover, check_count(n), len(d.projection.latent))
    resampled = []
    for t in range(len(x)):
        particles.read_past(t, rng)
        ess = effective_sample_size(particles.log_w)
        if ess == 0:
            break
        if t + 1 < len(x) and ess < threshold * n:
            particles.draw_again(resample(particles.log_w, rng, resampling))
            resampled.append(t + 1)
    return particles.estimate(tuple(resampled), d.projection.latent)


class _Particles:
    def __init__(self, mover: Mover, n: int, tokens: int) -> None:
        self.mover, self.n = mover, n
        self.place = np.full(n, mover.start, np.int32)
        self.log_q, self.log_p, self.log_w = np.zeros(n), np.zeros(n), np.zeros(n)
        self.log_w[self.place == DEAD] = -np.inf
        self.root = np.arange(n)
        self.columns: list[np.ndarray] = []  # tokens as they were read: column i is of the particles of generation[i]
        self.generation: list[int] = []
        self.parents: list[np.ndarray] = []  # one for each generation but the first
        self.set_aside = 0.0
        self.code = np.dtype(np.int16 if tokens < 2**15 else np.int32)

    def read_past(self, t: int, rng: np.random.Generator) -> None:
        """Move every particle that has read t symbols until it has read more."""
        while True:
            who = np.flatnonzero((self.place >= 0) & (self.mover.symbols_read(self.place) == t))
            if not len(who):
                return
            u = rng.random(self.n)[who]
            place, column = self.place[who], np.empty(len(who), self.code)
            more_q, more_p = np.zeros(len(who)), np.zeros(len(who))
            self.mover.move(u, place, column, more_q, more_p)
            self.place[who] = place
            self.log_q[who] += more_q
            self.log_p[who] += more_p
            gone = (place == DEAD) | (more_p == -np.inf)
            self.log_w[who] += np.where(gone, -np.inf, np.where(gone, 0, more_p) - more_q)
            whole = np.full(self.n, -1, self.code)
            whole[who] = column
            self.columns.append(whole)
            self.generation.append(len(self.parents))

    def draw_again(self, chosen: np.ndarray) -> None:
        self.set_aside += _log_mean(self.log_w)
        self.place, self.root = self.place[chosen], self.root[chosen]
        self.log_q, self.log_p = self.log_q[chosen], self.log_p[chosen]
        self.parents.append(chosen)
        self.log_w = np.zeros(self.n)

    def strings(self) -> list[np.ndarray]:
        """The columns of the particles that are left, each followed back to its ancestors once."""
        line, generation, columns = np.arange(self.n), len(self.parents), []
        for column, made in zip(reversed(self.columns), reversed(self.generation), strict=True):
            while generation > made:
                generation -= 1
                line = self.parents[generation][line]
            columns.append(column[line])
        return _packed(columns[::-1])

    def estimate(self, resampled: tuple[int, ...], latent: tuple[str, ...]) -> ParticleEstimate:
        ess = effective_sample_size(self.log_w)
        dead = int((self.place == DEAD).sum())
        if ess == 0:
            note = f"all {self.n} particles died, so the estimate is 0 and its error unknown; use a proposal that looks ahead"
            return ParticleEstimate(0.0, -math.inf, math.inf, 0.0, self.n, dead, note, math.inf, resampled, 0)
        log_value = self.set_aside + _log_mean(self.log_w)
        alive = self.log_w > -np.inf
        draws = collected(self.strings(), self.log_q, self.log_p, self.place, self.mover, latent)
        return ParticleEstimate(
            math.exp(log_value),
            log_value,
            math.nan,
            ess,
            self.n,
            dead,
            "one run does not know its own error; repeat it with other seeds and look at the spread",
            math.nan,
            resampled,
            len(np.unique(self.root[alive])),
            draws,
        )


def _log_mean(log_w: np.ndarray) -> float:
    top = log_w.max()
    return float(top + math.log(np.exp(log_w - top).mean()))


def _packed(columns: list[np.ndarray]) -> list[np.ndarray]:
    """Columns with the gaps closed: a particle that waited has −1 in between, a string has not."""
    if not columns:
        return columns
    codes = np.stack(columns, axis=1)
    order = np.argsort(codes < 0, axis=1, kind="stable")
    return list(np.take_along_axis(codes, order, axis=1).T)
