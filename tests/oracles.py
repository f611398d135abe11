"""Every quantity of `docs/theory.md`, computed from its definition by listing, in fractions; slow on purpose.

Nothing here comes from `lift_core`. A machine is its arcs `{(state, token): (next state, output)}`; a latent model is a
function from a history (tuple of tokens) to `{token: Fraction weight}`. Sections are those of `docs/theory.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

String = tuple[str, ...]
Arcs = Mapping[tuple[str, str], tuple[str, String]]
Model = Callable[[String], Mapping[str, Fraction]]
ONE = Fraction(1)

BUDGET = 8_000  # latent strings that one lifting may look at


class TooBig(Exception):
    """The listing is longer than the budget: the example is not one for an oracle."""


# machines (§1) ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Machine:
    """A transducer after trimming; `build` makes it."""

    arcs: Arcs
    start: str
    observable: String
    labels: Mapping[str, str] = field(default_factory=dict)


def reachable(arcs: Arcs, state: str) -> set[str]:
    """The states that some run from `state` visits, itself included."""
    seen = {state}
    while True:
        new = {after for (before, _), (after, _) in arcs.items() if before in seen} - seen
        if not new:
            return seen
        seen |= new


def live_states(arcs: Arcs) -> set[str]:
    """States from which some run writes infinitely often: it reaches an arc that writes and lies on a cycle."""
    states = {q for q, _ in arcs} | {q for q, _ in arcs.values()}
    writing = {p for (p, _), (q, out) in arcs.items() if out and p in reachable(arcs, q)}
    return {q for q in states if reachable(arcs, q) & writing}


def build(arcs: Arcs, start: str, observable: String, labels: Mapping[str, str] | None = None) -> Machine:
    """The machine without its dead and unreachable states; the start state must live."""
    keep = live_states(arcs) & reachable(arcs, start)
    live = {arc: (q, tuple(out)) for arc, (q, out) in arcs.items() if arc[0] in keep and q in keep}
    keep = reachable(live, start)
    live = {arc: to for arc, to in live.items() if arc[0] in keep}
    return Machine(live, start, tuple(observable), dict(labels or {}))


def has_silent_cycle(machine: Machine) -> bool:
    silent = {arc: to for arc, to in machine.arcs.items() if not to[1]}
    return any(p in reachable(silent, q) for (p, _), (q, _) in silent.items())


def run(machine: Machine, z: String) -> tuple[str, String] | None:
    """State reached and output written after z; None where z leaves the domain."""
    state, written = machine.start, ()
    for token in z:
        if (state, token) not in machine.arcs:
            return None
        state, out = machine.arcs[state, token]
        written += out
    return state, written


def tokens(machine: Machine, state: str) -> list[str]:
    return sorted(token for q, token in machine.arcs if q == state)


def compatible(x: String, y: String) -> bool:
    """One of the two is a prefix of the other."""
    return all(a == b for a, b in zip(x, y, strict=False))


# determined output and liftings (§1) --------------------------------------------------------------------------------


def certain(machine: Machine, z: String, x: String) -> bool:
    """x ⊑ gcp(proj([z])): no infinite run that starts with z ever contradicts x.

    Every run of a trimmed machine extends to one of the domain, so it is enough to look at every finite run, and a run
    matters only through its state and the number of symbols of x that it has written.
    """
    begin = run(machine, z)
    if begin is None or not compatible(begin[1], x):
        return False
    todo = [(begin[0], min(len(begin[1]), len(x)))]
    seen = set(todo)
    while todo:
        state, done = todo.pop()
        for token in tokens(machine, state):
            after, out = machine.arcs[state, token]
            if not compatible(x[done:], out):
                return False
            now = (after, min(done + len(out), len(x)))
            if now not in seen:
                seen.add(now)
                todo.append(now)
    return True


def prefix_projection(machine: Machine, z: String, limit: int) -> String:
    """gcp(proj([z])), cut at `limit`: symbols are added as long as they are certain."""
    word: String = ()
    while len(word) < limit:
        sure = [a for a in machine.observable if certain(machine, z, (*word, a))]
        if not sure:
            return word
        word += (sure[0],)
    return word


def determined_for_ever(machine: Machine, z: String) -> bool:
    """Whether gcp(proj([z])) is infinite.

    Two runs that ever differ do so before they have written as many symbols as there are pairs of (arc, place in its
    output): else a pair occurs twice and what lies between can be cut out.
    """
    places = 1 + sum(max(1, len(out)) for _, out in machine.arcs.values())
    begin = run(machine, z)
    assert begin is not None
    bound = len(begin[1]) + places**2
    return len(prefix_projection(machine, z, bound)) == bound


@cache
def lifting(machine: Machine, x: String) -> tuple[String, ...]:
    """The prefix-minimal z with x ⊑ gcp(proj([z])), sorted."""
    assert not has_silent_cycle(machine), "liftings are infinite"
    budget = BUDGET
    found: list[String] = []
    level: list[String] = [()]
    while level:
        following: list[String] = []
        for z in level:
            if certain(machine, z, x):
                found.append(z)
                continue
            place = run(machine, z)
            if place is not None and compatible(place[1], x):
                following += [(*z, token) for token in tokens(machine, place[0])]
        budget -= len(following)
        if budget < 0:
            raise TooBig
        level = following
    return tuple(sorted(found))


def next_segments(machine: Machine, x: String, z: String, y: String) -> list[String]:
    """Φ_x(z, y) = { s : zs ∈ lifting(xy) }."""
    return [w[len(z) :] for w in lifting(machine, x + y) if w[: len(z)] == z]


def segments(machine: Machine, x: String, z: String) -> list[String]:
    """z ∈ lifting(x) cut where it passes lifting(x_1), lifting(x_1 x_2), …: one segment for each symbol."""
    cuts = [0]
    for t in range(1, len(x) + 1):
        (prefix,) = [w for w in lifting(machine, x[:t]) if z[: len(w)] == w]
        cuts.append(len(prefix))
    return [z[a:b] for a, b in pairwise(cuts)]


def words(observable: String, length: int) -> list[String]:
    return list(product(sorted(observable), repeat=length))


def shortest_unreachable(machine: Machine, up_to: int) -> String | None:
    """A shortest word with an empty lifting; None if every word up to that length has one."""
    for length in range(up_to + 1):
        for x in words(machine.observable, length):
            if not lifting(machine, x):
                return x
    return None


# latent models (§2) -------------------------------------------------------------------------------------------------


def markov(order: int, weights: Mapping[String, Mapping[str, Fraction]]) -> Model:
    return lambda z: weights[z[max(0, len(z) - order) :]]


def hidden_markov(initial: list, transition: list, emission: list, observable: String, hidden: String) -> Model:
    """Tokens `symbol|hidden`: first the next hidden state, then its symbol."""

    def weights(z: String) -> Mapping[str, Fraction]:
        row = transition[hidden.index(z[-1].split("|")[1])] if z else initial
        return {
            f"{a}|{h}": Fraction(row[j]) * Fraction(emission[j][i])
            for j, h in enumerate(hidden)
            for i, a in enumerate(observable)
        }

    return weights


def forgetful(machine: Machine, model: Model) -> Model:
    """The model sees the history without past thoughts: silent tokens go once a later token has written."""

    def weights(z: String) -> Mapping[str, Fraction]:
        kept: String = ()
        thought: String = ()
        state = machine.start
        for token in z:
            state, out = machine.arcs[state, token]
            if out:
                kept, thought = (*kept, token), ()
            else:
                thought += (token,)
        return model(kept + thought)

    return weights


def next_token(machine: Machine, model: Model, z: String) -> dict[str, Fraction]:
    """P(·|z): the weights of the tokens that the projection allows after z, normalised."""
    place = run(machine, z)
    assert place is not None
    weights = model(z)
    allowed = {token: Fraction(weights.get(token, 0)) for token in tokens(machine, place[0])}
    total = sum(allowed.values())
    return {token: weight / total for token, weight in allowed.items()}


def latent_probability(machine: Machine, model: Model, z: String, after: String = ()) -> Fraction:
    """P(z | after) = ∏ P(z_i | after z_{<i}); zero as soon as one factor is."""
    value = ONE
    for i, token in enumerate(z):
        value *= next_token(machine, model, after + z[:i]).get(token, Fraction(0))
        if not value:
            return value
    return value


# projected distributions (§2) and drift (§4) ------------------------------------------------------------------------


def probability(machine: Machine, model: Model, x: String) -> Fraction:
    """(2.22): Σ over the lifting."""
    return sum((latent_probability(machine, model, z) for z in lifting(machine, x)), Fraction(0))


def posterior(machine: Machine, model: Model, x: String) -> dict[String, Fraction]:
    p = probability(machine, model, x)
    return {z: latent_probability(machine, model, z) / p for z in lifting(machine, x)} if p else {}


def predict(machine: Machine, model: Model, x: String, z: String, y: String) -> Fraction:
    """P(Φ_x(z, y) | z)."""
    return sum((latent_probability(machine, model, s, z) for s in next_segments(machine, x, z, y)), Fraction(0))


def conditional(machine: Machine, model: Model, y: String, x: String) -> Fraction:
    """(2.23)."""
    weighted = posterior(machine, model, x).items()
    return sum((q * predict(machine, model, x, z, y) for z, q in weighted if q), Fraction(0))


def next_symbol(machine: Machine, model: Model, x: String) -> dict[str, Fraction]:
    return {a: conditional(machine, model, (a,), x) for a in machine.observable}


def restricted(machine: Machine, model: Model, x: String, y: String) -> dict[String, Fraction]:
    """Q*_x(z | xy) = Σ_s Q*(zs | xy)."""
    later = posterior(machine, model, x + y)
    return {z: sum((q for w, q in later.items() if w[: len(z)] == z), Fraction(0)) for z in lifting(machine, x)}


def drift(machine: Machine, model: Model, x: String, y: String, metric: str) -> Fraction | float:
    later, earlier = restricted(machine, model, x, y), posterior(machine, model, x)
    if metric == "tv":
        return sum((abs(later[z] - earlier[z]) for z in earlier), Fraction(0)) / 2
    if metric == "chi2":
        return sum((later[z] ** 2 / earlier[z] for z in earlier if later[z]), Fraction(0)) - 1
    return sum(float(later[z]) * math.log(later[z] / earlier[z]) for z in earlier if later[z])


def causal_floor(machine: Machine, model: Model, x: String) -> float:
    """(Σ_z √(Σ_a π_a Q*_x(z|xa)²))² − 1."""
    law = {a: pi for a, pi in next_symbol(machine, model, x).items() if pi}
    later = {a: restricted(machine, model, x, (a,)) for a in law}
    return sum(math.sqrt(sum(pi * later[a][z] ** 2 for a, pi in law.items())) for z in lifting(machine, x)) ** 2 - 1


def event_probability(
    machine: Machine, model: Model, x: String, s: int, event: Callable[[String, String], bool]
) -> Fraction:
    """P(event of segment s | x), s = 1, 2, …; the event reads (latent string up to the end of the segment, segment)."""
    total = Fraction(0)
    for z, q in posterior(machine, model, x).items():
        cut = segments(machine, x, z)
        if event(tuple(token for part in cut[:s] for token in part), cut[s - 1]):
            total += q
    return total


def best(machine: Machine, model: Model, x: String, k: int) -> list[tuple[String, Fraction]]:
    """The k most probable latent strings, heaviest first, equal ones in alphabetical order."""
    return sorted(posterior(machine, model, x).items(), key=lambda item: (-item[1], item[0]))[:k]


# samplers (§5): Q(z|x) listed ---------------------------------------------------------------------------------------


def label(machine: Machine, state: str, token: str) -> tuple[str, str]:
    """A silent arc is labelled by its token; writing arcs by the table or else one shared label."""
    if not machine.arcs[state, token][1]:
        return ("token", token)
    return ("label", machine.labels[token]) if token in machine.labels else ("writes", "")


def same_label(machine: Machine, state: str, token: str) -> list[str]:
    return [t for t in tokens(machine, state) if label(machine, state, t) == label(machine, state, token)]


def is_disentangled(machine: Machine) -> bool:
    """A label holds one silent arc, or one arc for each symbol that writes just that symbol."""
    for state, token in machine.arcs:
        outputs = sorted(machine.arcs[state, t][1] for t in same_label(machine, state, token))
        if outputs != [()] and outputs != sorted((a,) for a in machine.observable):
            return False
    return True


def uniform(machine: Machine, x: String) -> dict[String, Fraction]:
    leaves = lifting(machine, x)
    return {z: Fraction(1, len(leaves)) for z in leaves}


def uniform_local(machine: Machine, x: String) -> dict[String, Fraction]:
    """Each token uniform among those that keep x reachable."""
    leaves = lifting(machine, x)
    law = {}
    for z in leaves:
        law[z] = ONE
        for i in range(len(z)):
            law[z] /= len({w[i] for w in leaves if w[:i] == z[:i]})
    return law


def identity(machine: Machine, model: Model, x: String) -> dict[String, Fraction]:
    """∏ over the tokens of P(label | history)."""
    law = {}
    for z in lifting(machine, x):
        law[z] = ONE
        for i, token in enumerate(z):
            if not law[z]:
                break
            place = run(machine, z[:i])
            assert place is not None
            here = next_token(machine, model, z[:i])
            law[z] *= sum((here[t] for t in same_label(machine, place[0], token)), Fraction(0))
    return law


def lookahead(machine: Machine, model: Model, x: String, k: int) -> dict[String, Fraction]:
    """∏ over the segments of P(s|z) β(zs, next k symbols), normalised over Φ(z, x_t); a zero sum is a dead end."""
    law: dict[String, Fraction] = {(): ONE}
    for t in range(len(x)):
        ahead = x[t + 1 : t + 1 + k]
        grown: dict[String, Fraction] = {}
        for z, q in law.items():
            weights = {}
            for s in next_segments(machine, x[:t], z, x[t : t + 1]):
                weights[s] = latent_probability(machine, model, s, z)
                if weights[s]:
                    weights[s] *= predict(machine, model, x[: t + 1], z + s, ahead)
            total = sum(weights.values())
            for s, weight in weights.items():
                grown[z + s] = q * weight / total if total else Fraction(0)
        law = {z: q for z, q in grown.items() if q}
    return {z: law.get(z, Fraction(0)) for z in lifting(machine, x)}


def chi2(machine: Machine, model: Model, x: String, q: Mapping[String, Fraction]) -> Fraction:
    """χ²(Q* ‖ Q) = Σ Q*²/Q − 1 over the lifting."""
    return sum((p**2 / q[z] for z, p in posterior(machine, model, x).items() if p), Fraction(0)) - 1


def tempered(machine: Machine, model: Model, x: String, tau: float) -> dict[String, float]:
    """∝ Q*^τ on the strings of positive probability."""
    powers = {z: float(q) ** tau if q else 0.0 for z, q in posterior(machine, model, x).items()}
    total = sum(powers.values())
    return {z: power / total for z, power in powers.items()}


def gradient_norm(machine: Machine, model: Model, z: String, order: int) -> float:
    """‖∇_θ log P(z)‖ for logits θ of (context, token): Σ_i 1{token = z_i} − P(token | z_{<i}), squared and summed."""
    gradient: dict[tuple[String, str], float] = {}
    for i, chosen in enumerate(z):
        for token, p in next_token(machine, model, z[:i]).items():
            key = (z[max(0, i - order) : i], token)
            gradient[key] = gradient.get(key, 0.0) + (token == chosen) - float(p)
    return math.sqrt(sum(value**2 for value in gradient.values()))


def inquisitive(machine: Machine, model: Model, x: String, order: int) -> dict[String, float]:
    """∝ P(z) ‖∇ log P(z)‖."""
    mass = {z: latent_probability(machine, model, z) for z in lifting(machine, x)}
    weights = {z: float(p) * gradient_norm(machine, model, z, order) if p else 0.0 for z, p in mass.items()}
    total = sum(weights.values())
    return {z: weight / total for z, weight in weights.items()} if total else {}
