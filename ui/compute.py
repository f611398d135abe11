"""Calls into the library: cached by the scenario's key, bounded, and never a traceback.

A function of a scenario (and hashable arguments) marked `@computed` gives an Answer: its value, or the problem that the
library names. Values are shared between sessions and must not be changed. (Streamlit's own cache takes
milliseconds to make the key of a call, and gives all functions made in one place a single cache.)
"""

import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from lift_core.errors import LiftError
from lift_core.lifting.diagnosis import Report, diagnose
from lift_core.lifting.lifting import lifting_size
from lift_core.lifting.sizes import lifting_sizes
from lift_core.projected.tree import LiftingTree, lifting_tree
from lift_core.projection.transducer import Projection, Transducer
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import Typed

LONGEST = 200  # symbols of an observation that pages draw
LONGEST_READ = 20_000  # that are taken at all: likelihoods and counts
TOO_LONG = "TooLong"  # the kind of a Problem
DRAWN = 300  # strings of one column of a tree
NODES = 512  # of a tree in all: more are a carpet
FEWEST = 4  # strings of a column, however many columns there are
LOG = logging.getLogger("ui")

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Problem:
    """Why there is no value. `details` is for whoever looks after the app, shown folded."""

    message: str
    kind: str = "LiftError"
    details: str = ""


@dataclass(frozen=True)
class Answer(Generic[T]):
    """A value, or the problem that stands in its place."""

    found: T | None = None
    problem: Problem | None = None

    @property
    def value(self) -> T:
        """The value. Ask for it where `problem` is None."""
        if self.problem is not None:
            raise LiftError(self.problem.message)
        return self.found  # type: ignore[return-value]


def attempt(function: Callable[[], T]) -> Answer[T]:
    """The answer of a call: LiftErrors and whatever else goes wrong become problems; the latter are logged."""
    try:
        return Answer(found=function())
    except LiftError as error:
        return Answer(problem=Problem(str(error), type(error).__name__))
    except Exception as error:
        LOG.exception("a computation failed")
        details = f"{type(error).__name__}: {error}"[:500]
        return Answer(
            problem=Problem("This could not be computed; the rest of the page still works.", "error", details)
        )


@dataclass(frozen=True)
class _Asked:
    """A call: equal to another iff its scenario's key and its arguments are."""

    key: str
    args: tuple[Any, ...]
    named: tuple[tuple[str, Any], ...]
    scenario: Scenario = field(compare=False)


def computed(
    max_entries: int = 64, longest: int = LONGEST
) -> Callable[[Callable[Concatenate[Scenario, P], T]], Callable[Concatenate[Scenario, P], Answer[T]]]:
    """Cache a function of a scenario and hashable arguments, at most `max_entries` answers for all sessions together.

    Of an observation of more than `longest` symbols it has nothing to say: a Problem of kind TOO_LONG.
    """

    def decorate(function: Callable[Concatenate[Scenario, P], T]) -> Callable[Concatenate[Scenario, P], Answer[T]]:
        @functools.lru_cache(maxsize=max_entries)
        def cached(asked: _Asked) -> Answer[T]:
            return attempt(lambda: function(asked.scenario, *asked.args, **dict(asked.named)))

        @functools.wraps(function)
        def answered(scenario: Scenario, *args: P.args, **kwargs: P.kwargs) -> Answer[T]:
            if len(scenario.observation) > longest:
                return Answer(problem=Problem(too_long(len(scenario.observation), longest), TOO_LONG))
            return cached(_Asked(scenario.key, args, tuple(sorted(kwargs.items())), scenario))

        return answered

    return decorate


def too_long(length: int, longest: int = LONGEST) -> str:
    """What is said of an observation that is too long for something."""
    return f"The observation has {length:,} symbols; this takes at most {longest:,}. Shorten it, or compute with it in Python."


@computed(max_entries=48)
def tree(scenario: Scenario, limit: int = DRAWN, nodes: int = NODES) -> LiftingTree:
    """The lifting tree of the observation: at most `limit` strings a column, and about `nodes` in all."""
    d, x = scenario.projected(), scenario.observation
    return lifting_tree(d, x, min(limit, fitting(lifting_sizes(d.projection, x), nodes)))


def fitting(sizes: Sequence[int], nodes: int) -> int:
    """The largest number of strings a column with which columns of these sizes have at most `nodes`; at least FEWEST.

    >>> fitting([1, 2, 4, 8, 16], 31), fitting([1, 2, 4, 8, 16], 23), fitting([1] * 100, 50)
    (16, 8, 4)
    """
    low, high = FEWEST, max(FEWEST, min(max(sizes), nodes))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(min(size, middle) for size in sizes) <= nodes else (low, middle - 1)
    return low


@computed(max_entries=256)
def exact(scenario: Scenario) -> Fraction:
    """(proj#P)(x) as a fraction."""
    return scenario.projected().probability(scenario.observation, "exact")


@computed(max_entries=256, longest=LONGEST_READ)
def size(scenario: Scenario, x: Typed | None = None) -> int:
    """|lifting(x)|, x the observation unless another is given."""
    return lifting_size(scenario.projection, scenario.observation if x is None else x)


@computed(max_entries=64, longest=LONGEST_READ)
def diagnosis(scenario: Scenario) -> Report:
    """What the library says of the projection."""
    return diagnose(scenario.projection)


def state_names(projection: Projection) -> tuple[str, ...]:
    """The states in the order of first mention, as text; none for a projection that makes its states on demand."""
    return tuple(map(str, projection.states)) if isinstance(projection, Transducer) else ()
