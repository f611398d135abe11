"""compose(first, second): the string that `first` writes is the latent string that `second` reads.

proj = proj_second ∘ proj_first. A state is a pair of states; a token moves the first machine, and what it writes moves the second.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lift_core.errors import AlphabetError, LimitExceeded, ProjectionError
from lift_core.projection.explore import explore
from lift_core.projection.transducer import Projection, Transducer, require_closed, require_projection
from lift_core.sequences import String, listed


@dataclass(frozen=True)
class Composed:
    """The composition with its pairs of states made on demand. Equal parts make equal compositions."""

    first: Projection
    second: Projection

    @property
    def latent(self) -> tuple[str, ...]:
        return self.first.latent

    @property
    def observable(self) -> tuple[str, ...]:
        return self.second.observable

    @property
    def start(self) -> tuple[Any, Any]:
        return self.first.start, self.second.start

    @property
    def name(self) -> str:
        return f"{self.first.name or 'first'}, then {self.second.name or 'second'}"

    @property
    def labels(self) -> Mapping[str, str] | None:
        return self.first.labels

    def step(self, state: tuple[Any, Any], token: str) -> tuple[tuple[Any, Any], String] | None:
        """Where both machines go and what the second writes; None as soon as one of them does not allow it."""
        arc = self.first.step(state[0], token)
        if arc is None:
            return None
        inner, written = state[1], []
        for symbol in arc[1]:
            moved = self.second.step(inner, symbol)
            if moved is None:
                return None
            inner = moved[0]
            written.extend(moved[1])
        return (arc[0], inner), tuple(written)

    def tokens(self, state: tuple[Any, Any]) -> tuple[str, ...]:
        """The tokens that both machines allow, sorted.

        Raises ProjectionError where none is left: only the eager form can trim such a state.
        """
        allowed = tuple(token for token in self.first.tokens(state[0]) if self.step(state, token) is not None)
        if not allowed:
            raise ProjectionError(
                f"in state {state!r} the second projection refuses all that the first can write. "
                "Let it accept every symbol there, or raise the limit of compose so that such states are trimmed.",
                f"state {state!r}",
            )
        return allowed

    def require_closed(self) -> None:
        """The composition is closed if both parts are."""
        require_closed(self.first)
        require_closed(self.second)


def compose(first: Projection, second: Projection, max_states: int = 5_000) -> Transducer | Composed:
    """proj_second ∘ proj_first: a trimmed Transducer if at most `max_states` pairs of states are reached, else the lazy form.

    Raises AlphabetError if `first` can write a symbol that `second` does not know, ProjectionError if nothing is left of the domain.

    >>> twice = Transducer("ab", "xy", "q", [("q", "a", "q", "xx"), ("q", "b", "q", "y")])
    >>> drop = Transducer("xy", "uv", "q", [("q", "x", "p", "u"), ("p", "x", "q", ""), ("p", "y", "q", "v")])
    >>> compose(twice, drop).arc_rows()
    [(('q', 'q'), 'a', ('q', 'q'), ('u',))]
    """
    require_projection(first)
    require_projection(second)
    unknown = [symbol for symbol in first.observable if symbol not in frozenset(second.latent)]
    if unknown:
        raise AlphabetError(
            f"the first projection ({first.name or 'no name'}) can write {listed(unknown)}, which the second ({second.name or 'no name'}) "
            f"does not read: its latent tokens are {listed(second.latent)}. Rename the symbols of one, or swap the two arguments."
        )
    composed = Composed(first, second)
    try:
        return explore(
            composed.start,
            composed.step,
            composed.latent,
            composed.observable,
            max_states,
            composed.labels,
            composed.name,
        )
    except LimitExceeded:
        return composed
    except ProjectionError as nothing:
        raise ProjectionError(
            f"{composed.name}: no infinite run of the first is one that the second reads and answers for ever ({nothing})",
            nothing.place,
        ) from nothing
