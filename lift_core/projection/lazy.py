"""A projection in lazy form: the same step(state, token) with states made on demand (docs/theory.md §1).

For machines without end: thought bounds that vary with time, counters, large products. Only the finite form can be fully diagnosed, so
a lazy projection that breaks a law of projections carries a prepared witness, and whatever needs the law is refused with it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lift_core.errors import NotClosed
from lift_core.projection.explore import Step
from lift_core.sequences import String


@dataclass(frozen=True)
class Witness:
    """Why a machine is not a projection; `silent_cycle` as in `Transducer.silent_cycle`."""

    text: str
    remedy: str
    continuous: bool = True
    closed: bool = False
    silent_cycle: tuple[tuple[Any, str, Any], ...] | None = None


@dataclass(frozen=True, eq=False)
class Lazy:
    """States made on demand by `rule(state, token)`. It must be closed, and each state reached must be able to write for ever.

    >>> def rule(count, token):  # a counter without end
    ...     return (count + 1, token)
    >>> Lazy(("0", "1"), ("0", "1"), 0, rule).step(10**9, "1")
    (1000000001, ('1',))
    """

    latent: tuple[str, ...]
    observable: tuple[str, ...]
    start: Any
    rule: Step
    labels: Mapping[str, str] | None = None
    name: str = ""
    witness: Witness | None = None

    def step(self, state: Any, token: str) -> tuple[Any, String] | None:
        """Where the arc leads and what it writes; None if the token is not allowed."""
        arc: tuple[Any, Iterable[str]] | None = self.rule(state, token)
        return None if arc is None else (arc[0], tuple(arc[1]))

    def tokens(self, state: Any) -> tuple[str, ...]:
        """The tokens allowed in a state, sorted."""
        return tuple(sorted(token for token in self.latent if self.rule(state, token) is not None))

    def require_closed(self) -> None:
        """Raise NotClosed, with the prepared witness, if there is one."""
        if self.witness is not None:
            raise NotClosed(f"{self.witness.text} {self.witness.remedy}", self.name)
