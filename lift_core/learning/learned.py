"""A learned sampler (docs/theory.md §5): a small network reads all of x and gives, at each place, the law of the next token.

Trained by KL(Q*‖Q) ("forward") or KL(Q‖Q*) ("reverse"). Both are exact sums over places, without sampling noise: with A the matrix of
transitions under Q between the places of x, log Q = Σ of its choices, KL(Q‖Q*) = V(start) + log p, V = Σ_c q_c (log q_c − log p_c) + A V;
and KL(Q*‖Q) up to a constant is −Σ over choices of Q*(choice) · log q_c.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from torch import nn

from lift_core.errors import LiftError, NoExactValue
from lift_core.projected.projected import Projected
from lift_core.projection.determined import Configuration
from lift_core.samplers.law import Choice, Law, logs
from lift_core.samplers.lookahead import Posterior
from lift_core.samplers.plan import Plan
from lift_core.samplers.segmentwise import Segmentwise
from lift_core.sequences import String, Typed

OBJECTIVES = ("forward", "reverse")


class _Reader(nn.Module):
    """A bidirectional GRU over x; at symbol t its state, an embedding of the configuration and a layer between give token logits."""

    def __init__(self, symbols: int, tokens: int, configurations: int, width: int) -> None:
        super().__init__()
        self.symbol = nn.Embedding(symbols, width)
        self.reader = nn.GRU(width, width, bidirectional=True, batch_first=True)
        self.place = nn.Embedding(configurations + 1, width)
        self.logits = nn.Sequential(nn.Linear(3 * width, 2 * width), nn.Tanh(), nn.Linear(2 * width, tokens))

    def forward(self, x: torch.Tensor, t: torch.Tensor, configuration: torch.Tensor) -> torch.Tensor:
        """x (T,) codes; t, configuration (P,): token logits (P, tokens)."""
        states, _ = self.reader(self.symbol(x)[None])
        return self.logits(torch.cat([states[0, t], self.place(configuration)], dim=-1))


@dataclass(frozen=True, eq=False)
class _Places:
    """The places of one observation that lie on a string of positive probability, with Q* on their choices."""

    places: tuple[tuple[int, Configuration], ...]
    source: torch.Tensor  # (E,) place of each choice
    token: torch.Tensor
    target: torch.Tensor  # (E,) place after it; P where x is read
    log_p: torch.Tensor
    posterior: torch.Tensor  # (E,) probability that a draw of Q* makes the choice
    log_evidence: float
    choices: dict[tuple[int, Configuration], Sequence[Choice]]


@dataclass(frozen=True, eq=False)
class Learned(Segmentwise):
    """A trained sampler; its law is the network's, restricted to tokens that keep a string of positive probability in reach."""

    d: Projected
    network: _Reader
    configurations: dict[Configuration, int]
    name = "learned"

    def law(self, x: String, arithmetic: str = "float") -> Law:
        """Raises NoExactValue for "exact"."""
        if arithmetic == "exact":
            raise NoExactValue("a network's probabilities are floats; use arithmetic='float'")
        laid = _places(self.d, x)
        with torch.no_grad():
            q = _log_q(self, x, laid).exp().double().tolist()
        position, laws = 0, {}
        for place in laid.places:
            choices = laid.choices[place]
            shares = q[position : position + len(choices)]
            total = math.fsum(shares)
            laws[place] = [
                choice._replace(q=share / total, log_q=math.log(share / total))
                for choice, share in zip(choices, shares, strict=True)
                if share
            ]
            position += len(choices)
        return lambda t, at: laws.get((t, at), [])


@dataclass(frozen=True)
class Training:
    """A trained sampler and its loss (nats, mean over the observations) before each step; `stopped` before the last one."""

    sampler: Learned
    losses: tuple[float, ...]
    objective: str
    stopped: bool = False


def train_sampler(
    d: Projected,
    observations: Sequence[Typed],
    objective: str = "forward",
    steps: int = 300,
    seed: int = 0,
    width: int = 24,
    learning_rate: float = 0.02,
    on_progress: Callable[[int, int, float], None] = lambda step, steps, loss: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Training:
    """Train on observations of positive probability; `on_progress(step, steps, loss)` and `should_stop()` are called at every step.

    Raises LiftError for an unknown objective or an empty list, ImpossibleObservation for one of probability 0.
    """
    if objective not in OBJECTIVES:
        raise LiftError(f"objective {objective!r}; needed one of {', '.join(map(repr, OBJECTIVES))}")
    strings = [d.observation(x) for x in observations]
    if not any(strings):
        raise LiftError("there is nothing to learn from; give at least one observation of one symbol or more")
    for x in strings:
        d.require_possible(x)
    laid = [_places(d, x) for x in strings if x]
    strings = [x for x in strings if x]
    configurations = {c: i for i, c in enumerate(dict.fromkeys(at for one in laid for _, at in one.places), 1)}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = _Reader(len(d.projection.observable), len(d.projection.latent), len(configurations), width)
    sampler = Learned(d, network, configurations)
    optimizer = torch.optim.Adam(network.parameters(), lr=learning_rate)
    losses: list[float] = []
    for step in range(steps):
        optimizer.zero_grad()
        loss = torch.stack([_loss(sampler, x, one, objective) for x, one in zip(strings, laid, strict=True)]).mean()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
        on_progress(step + 1, steps, losses[-1])
        if should_stop():
            break
    return Training(sampler, tuple(losses), objective, len(losses) < steps)


def _loss(sampler: Learned, x: String, laid: _Places, objective: str) -> torch.Tensor:
    """KL(Q*‖Q) or KL(Q‖Q*) of one observation, in nats."""
    log_q = _log_q(sampler, x, laid)
    if objective == "forward":
        known = laid.posterior > 0
        entropy = -(laid.posterior[known] * (laid.log_p[known])).sum() + laid.log_evidence
        return -(laid.posterior * log_q).sum() - entropy
    count = len(laid.places)
    gain = torch.zeros(count).index_add(0, laid.source, log_q.exp() * (log_q - laid.log_p))
    inside = laid.target < count
    moves = torch.zeros(count, count).index_put(
        (laid.source[inside], laid.target[inside]), log_q.exp()[inside], accumulate=True
    )
    value = torch.linalg.solve(torch.eye(count) - moves, gain)  # the places of x have no cycle, so this is a finite sum
    return value[0] + laid.log_evidence


def _log_q(sampler: Learned, x: String, laid: _Places) -> torch.Tensor:
    """(E,): log-probabilities of the choices, normalised at each place."""
    t = torch.tensor([t for t, _ in laid.places])
    at = torch.tensor([sampler.configurations.get(c, 0) for _, c in laid.places])
    logits = sampler.network(torch.from_numpy(sampler.d.codes(x)), t, at)[laid.source, laid.token]
    top = torch.full((len(laid.places),), -math.inf).scatter_reduce(0, laid.source, logits.detach(), "amax")
    shifted = logits - top[laid.source]
    total = torch.zeros(len(laid.places)).index_add(0, laid.source, shifted.exp())
    return shifted - total.log()[laid.source]


@lru_cache(maxsize=64)
def _places(d: Projected, x: String) -> _Places:
    law = Posterior(d).law(x)
    codes = {token: index for index, token in enumerate(d.projection.latent)}
    plan = Plan(law, x, d.log_walk.start, codes)
    if not plan.complete:
        raise LiftError(f"an observation of {len(x)} symbols has too many places to learn on; shorten it")
    choices = {place: law(*place) for place in plan.places}
    flow = np.zeros(len(plan.places) + 1)
    flow[0] = 1.0 if plan.places else 0.0
    rows = []
    number = {place: index for index, place in enumerate(plan.places)}
    for source in _in_order(plan, choices):
        for choice in choices[plan.places[source]]:
            target = plan.arrive(plan.places[source][0], choice.after)
            mass = flow[source] * choice.q
            flow[target if target >= 0 else -1] += mass
            rows.append((source, codes[choice.token], target if target >= 0 else len(number), logs(choice)[1], mass))
    rows.sort(key=lambda row: row[0])
    source, token, target, log_p, posterior = (
        (list(column) for column in zip(*rows, strict=True)) if rows else ([],) * 5
    )
    return _Places(
        tuple(plan.places),
        torch.tensor(source, dtype=torch.long),
        torch.tensor(token, dtype=torch.long),
        torch.tensor(target, dtype=torch.long),
        torch.tensor(log_p, dtype=torch.float),
        torch.tensor(posterior, dtype=torch.float),
        d.log_probability(x),
        choices,
    )


def _in_order(plan: Plan, choices: dict[tuple[int, Configuration], Sequence[Choice]]) -> list[int]:
    """The places so that every choice leads to a later one."""
    arriving = np.zeros(len(plan.places), np.int64)
    after = [[plan.arrive(place[0], choice.after) for choice in choices[place]] for place in plan.places]
    for targets in after:
        for target in targets:
            if target >= 0:
                arriving[target] += 1
    order = [0] if plan.places else []
    for source in order:  # grows while it is read
        for target in after[source]:
            if target >= 0:
                arriving[target] -= 1
                if arriving[target] == 0:
                    order.append(target)
    return order
