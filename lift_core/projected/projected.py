"""The projected distribution (Thm 2.2; docs/theory.md §2): (proj#P)(x) = Σ_{z ∈ lifting(x)} P(z), by the walk of §3.

Q*(z|x) = P(z) / (proj#P)(x) is the posterior on lifting(x).
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lift_core.arguments import entries, whole
from lift_core.errors import FormatError, LiftError
from lift_core.lifting.lifting import check_size
from lift_core.lifting.walk import Walk
from lift_core.model.files import check_tokens
from lift_core.model.protocol import require_model
from lift_core.projected import expectations, forward, gradient, partial, sampling, timeline
from lift_core.projected.events import Event, as_event
from lift_core.projected.exact import last_integers
from lift_core.projected.laws import FractionLaw, MaskedLaw
from lift_core.projected.likeliest import likeliest
from lift_core.projected.listing import Listing, enumerate_arrays, posterior
from lift_core.projected.marginals import Triangle, triangle
from lift_core.projected.partial import Bounds
from lift_core.projected.timeline import Timeline
from lift_core.projection.determined import Configuration
from lift_core.projection.transducer import Projection, require_projection
from lift_core.semirings import FRACTION, LOG
from lift_core.sequences import String, Typed, as_string

if TYPE_CHECKING:
    from lift_core.projected.engine import Engine
    from lift_core.projected.symbolic import Symbolic

ARITHMETICS = ("float", "exact")
CONFIGURATIONS_LIMIT = 50_000  # half a minute's work where nothing merges
LONG = 64  # symbols from which an observation is worth compiling for


def check_arithmetic(arithmetic: str) -> None:
    """Raise LiftError for an arithmetic that does not exist."""
    if arithmetic not in ARITHMETICS:
        also = "; probability, conditional and next_symbol also take 'symbolic'"
        raise LiftError(f"arithmetic {arithmetic!r}; needed one of {', '.join(map(repr, ARITHMETICS))}{also}")


class Observation(tuple[str, ...]):
    """An observation whose symbols were checked and numbered once, by `alphabet`; accepted wherever x is."""

    alphabet: tuple[str, ...]
    codes: np.ndarray


class Projected:
    """(proj#P), the law that a latent model has when only its projection is seen.

    `limit` bounds the configurations held at once (they merge for finite-memory models). Raises NotClosed where liftings
    are infinite, ModelError if the model lacks `start`, `step` or `log_probs`, AlphabetError if it names unknown tokens.
    """

    def __init__(self, projection: Projection, model: Any, limit: int = CONFIGURATIONS_LIMIT) -> None:
        require_projection(projection)
        require_model(model)
        check_tokens(model, projection)
        self.projection = projection
        self.model = model
        self.limit = whole(limit, "limit", 1)
        self.log_walk = Walk(projection, MaskedLaw(projection, model), LOG, limit)
        self.fraction_walk = Walk(projection, FractionLaw(projection, model), FRACTION, limit)
        self._number = {symbol: index for index, symbol in enumerate(projection.observable)}

    def __reduce__(self) -> tuple[Any, ...]:
        return Projected, (self.projection, self.model, self.limit)

    # observations -------------------------------------------------------------------------------------------------

    def encode(self, x: Typed) -> Observation:
        """The observation, checked and numbered once, for use again and again."""
        observation = Observation(as_string(x, self._number))
        observation.alphabet = self.projection.observable
        observation.codes = self._numbered(observation)
        return observation

    def observation(self, x: Typed) -> String:
        """x as a string. Raises AlphabetError."""
        if isinstance(x, Observation) and x.alphabet == self.projection.observable:
            return x
        return as_string(x, self._number)

    def codes(self, x: String) -> np.ndarray:
        """The symbols of an observation as indices into `projection.observable` (T,)."""
        return x.codes if isinstance(x, Observation) else self._numbered(x)

    def _numbered(self, x: String) -> np.ndarray:
        return np.fromiter(map(self._number.__getitem__, x), np.int64, len(x))

    @cached_property
    def engine(self) -> "Engine | None":
        """The compiled operators; None where only the walk can answer: a lazy projection, a memory not known to be finite, steps that
        leave the range of floats."""
        from lift_core.projected.compiled import compile_operators  # scipy, off the start-up path
        from lift_core.projected.engine import Engine

        operators = compile_operators(self.projection, self.model)
        engine = None if operators is None else Engine(operators)
        return engine if engine and engine.in_range else None

    @cached_property
    def symbolic(self) -> "Symbolic":
        """The answers as expressions in the symbols of the model's weights."""
        from lift_core.projected.symbolic import Symbolic  # sympy, off the start-up path

        return Symbolic(self.projection, self.model, self.limit)

    def walk(self, arithmetic: str) -> Walk:
        """The walk in logs ("float") or fractions ("exact")."""
        check_arithmetic(arithmetic)
        return self.fraction_walk if arithmetic == "exact" else self.log_walk

    def require_possible(self, x: String, arithmetic: str = "float") -> None:
        """Raise ImpossibleObservation, naming the first impossible prefix, if x has probability 0."""
        forward.require_possible(self.walk(arithmetic), x)

    # probabilities ------------------------------------------------------------------------------------------------

    def log_probability(self, x: Typed) -> float:
        """log (proj#P)(x) in nats: the log-probability that the observable sequence starts with x; −inf if it cannot."""
        x = self.observation(x)
        if (len(x) >= LONG or isinstance(x, Observation)) and self.engine is not None:
            value = self.engine.log_probability(self.codes(x))
            if value is not None:
                return value
        return forward.scaled(self.log_walk, x)[0]

    def log_probabilities(self, xs: Sequence[Typed]) -> np.ndarray:
        """log (proj#P)(x) of many observations (n,) nats, on all cores."""
        strings = [self.observation(x) for x in entries(xs, "xs", "a list of observations", FormatError)]
        if self.engine is None:
            return np.array([self.log_probability(x) for x in strings])
        values = self.engine.log_probabilities([self.codes(x) for x in strings])
        for index in np.flatnonzero(np.isnan(values)).tolist():
            values[index] = forward.scaled(self.log_walk, strings[index])[0]
        return values

    def probability(self, x: Typed, arithmetic: str = "float") -> Any:
        """(proj#P)(x) (2.22): a float, a Fraction for "exact", or for "symbolic" a SymPy expression in the symbols of the weights."""
        if arithmetic == "symbolic":
            return self.symbolic.probability(self.observation(x))
        if arithmetic == "exact":
            table, denominator = last_integers(self.fraction_walk, self.observation(x))
            return Fraction(sum(table.values()), denominator)
        check_arithmetic(arithmetic)
        return math.exp(self.log_probability(x))

    def conditional(self, y: Typed, given: Typed, arithmetic: str = "float") -> Any:
        """(proj#P)(y|x) for x = `given` (2.23). Raises ImpossibleObservation if x has probability 0."""
        x, y = self.observation(given), self.observation(y)
        if arithmetic == "symbolic":
            return self.symbolic.conditional(y, x)
        filtered = self.filtered(x, arithmetic)
        ahead = self.completions(list(filtered), y, arithmetic)
        return _sum((mass * ahead[c] for c, mass in filtered.items()), arithmetic)

    def next_symbol(self, x: Typed, arithmetic: str = "float") -> dict[str, Any]:
        """{symbol: (proj#P)(symbol|x)}, every observable symbol. Raises ImpossibleObservation if x has probability 0."""
        if arithmetic == "symbolic":
            return self.symbolic.next_symbol(self.observation(x))
        filtered = self.filtered(self.observation(x), arithmetic)
        self.walk(arithmetic).prepare_rows(filtered)
        law = dict.fromkeys(self.projection.observable, Fraction(0) if arithmetic == "exact" else 0.0)
        for c, mass in filtered.items():
            for symbol, probability in self.symbol_law(c, arithmetic).items():
                law[symbol] += mass * probability
        return law

    def symbol_law(self, at: Configuration, arithmetic: str = "float") -> dict[str, Any]:
        """{symbol: P(symbol|κ)} for the symbols that can follow configuration κ."""
        walk = self.walk(arithmetic)
        rows = {symbol: walk.total(row) for symbol, row in walk.row(at).items()}
        return rows if arithmetic == "exact" else {symbol: math.exp(value) for symbol, value in rows.items()}

    def filtered(self, x: Typed, arithmetic: str = "float") -> dict[Configuration, Any]:
        """{κ: Q*(κ|x)}, the posterior of the configuration reached. Raises ImpossibleObservation if x has probability 0."""
        x = self.observation(x)
        found = forward.filtered(self.walk(arithmetic), x)
        if not found:
            self.require_possible(x, arithmetic)
        return found

    def completions(
        self, at: Sequence[Configuration], y: String, arithmetic: str = "float"
    ) -> dict[Configuration, Any]:
        """{κ: P(y|κ)}, zeros included: how well each configuration predicts y."""
        beta = self.predictions(at, y, arithmetic)
        if arithmetic == "exact":
            return {c: beta.get(c, Fraction(0)) for c in at}
        return {c: math.exp(beta.get(c, -math.inf)) for c in at}

    def predictions(
        self, at: Sequence[Configuration], y: String, arithmetic: str = "float"
    ) -> dict[Configuration, Any]:
        """{κ: P(y|κ)} without its zeros, and in logs unless exact: it does not underflow."""
        return forward.predictions(self.walk(arithmetic), at, y)

    def bounds(self, x: Typed, limit: int = 100_000, seconds: float = math.inf) -> Bounds:
        """A lower and an upper bound on (proj#P)(x), and what was left out: at most `limit` configurations a level, about `seconds`."""
        return partial.bounds(self.log_walk, self.observation(x), whole(limit, "limit", 1), seconds)

    # along the observation ----------------------------------------------------------------------------------------

    def filter(self, x: Typed) -> Timeline:
        """Q*(κ after t symbols | x_1…x_t) for t = 1…T. Raises ImpossibleObservation if x has probability 0."""
        x = self.observation(x)
        return timeline.filter_timeline(self.log_walk, self.engine, x, self.codes(x))

    def smoother(self, x: Typed) -> Timeline:
        """Q*(κ after t symbols | all of x) for t = 1…T. Raises ImpossibleObservation if x has probability 0."""
        x = self.observation(x)
        return timeline.smoother_timeline(self.log_walk, self.engine, x, self.codes(x))

    def surprisals(self, x: Typed) -> np.ndarray:
        """−log (proj#P)(x_t | x_1…x_{t−1}) (T,) nats; +inf from the first symbol that cannot follow."""
        x = self.observation(x)
        return timeline.surprisals(self.log_walk, self.engine, x, self.codes(x))

    def next_symbols(self, x: Typed) -> np.ndarray:
        """(T + 1, V): (proj#P)(σ | x_1…x_t) for t = 0…T, columns as in `projection.observable`. Raises ImpossibleObservation."""
        return timeline.next_symbols(self.log_walk, self.filter(x), self.projection.observable)

    def marginals(self, x: Typed, event: Event | str | Any, arithmetic: str = "float") -> Triangle:
        """P(event of segment s | x_1…x_t) for s ≤ t; events as in `lift_core.projected.events`. Raises ImpossibleObservation."""
        event = as_event(event, self.projection)
        return triangle(self.walk(arithmetic), self._possible(x, arithmetic)[0], event)

    def expected(self, x: Typed, what: Any = "tokens", arithmetic: str = "float") -> Any:
        """The posterior mean of a number of a latent string: its "tokens", its "silent" tokens, its "thoughts" (segments with one).

        Or the segments with an event, or a function (state, token) summed over the tokens. Raises ImpossibleObservation.
        """
        return expectations.expected(self.walk(arithmetic), self._possible(x, arithmetic)[0], what)

    def entropy(self, x: Typed) -> float:
        """−Σ_z Q*(z|x) log Q*(z|x) in nats. Raises ImpossibleObservation if x has probability 0."""
        return expectations.entropy(self.log_walk, self._possible(x)[0])

    def gradient(self, x: Typed, arithmetic: str = "float") -> dict[tuple[String, str], Any]:
        """{(context, token): ∂ log (proj#P)(x)/∂w} for every weight of a Markov model, forgetful or not. Raises ImpossibleObservation."""
        exact = self.walk(arithmetic) is self.fraction_walk
        return gradient.gradient(self.projection, self.model, self._possible(x, arithmetic)[0], exact)

    def _possible(self, x: Typed, arithmetic: str = "float") -> tuple[String, np.ndarray]:
        """The observation and its codes. Raises ImpossibleObservation if it has probability 0."""
        x = self.observation(x)
        if arithmetic == "exact" or self.log_probability(x) == -math.inf:
            self.require_possible(x, arithmetic)
        return x, self.codes(x)

    # latent strings -----------------------------------------------------------------------------------------------

    def posterior(self, x: Typed, arithmetic: str = "float", limit: int = 100_000) -> dict[String, Any]:
        """{z: Q*(z|x)} on all of lifting(x), sorted, zeros included; {} iff (proj#P)(x) = 0. Raises LimitExceeded."""
        x = self.observation(x)
        check_size(self.projection, x, limit)
        return posterior(self.walk(arithmetic), x)

    def enumerate(self, x: Typed, limit: int = 1_000_000) -> Listing:
        """lifting(x) as arrays with log P(z), sorted, zeros (−inf) included. Raises LimitExceeded."""
        x = self.observation(x)
        check_size(self.projection, x, limit)
        return enumerate_arrays(self.log_walk, x, self.projection.latent)

    def best(self, x: Typed, k: int = 1) -> list[tuple[String, float]]:
        """The k likeliest strings of lifting(x) with their posterior probabilities, likeliest first, ties sorted; [] if x is impossible."""
        x = self.observation(x)
        return likeliest(self.projection, self.model, x, whole(k, "k", 1), self.log_probability(x), self.limit)

    # samples ------------------------------------------------------------------------------------------------------

    def sample(self, length: int, n: int, rng: np.random.Generator) -> list[String]:
        """n independent observable strings of the given length."""
        return sampling.sample(self.log_walk, self.projection.observable, length, n, rng)


def _sum(terms: Iterable[Any], arithmetic: str) -> Any:
    return sum(terms, Fraction(0)) if arithmetic == "exact" else math.fsum(terms)
