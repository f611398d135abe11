"""The lifting of an observation (Prop. 2.3, Def. 2.4; docs/theory.md §1).

z ∈ lifting(x) iff x is determined by z and not by z without its last token: the prefix-minimal z with x ⊑ proj^{<ω}(z).
"""

from lift_core.arguments import counted, whole
from lift_core.errors import LiftError, LimitExceeded
from lift_core.lifting.segments import counting_walk, explanations
from lift_core.projection.determined import onward
from lift_core.projection.transducer import Projection, require_projection
from lift_core.sequences import String, Typed, as_string, show_string, word


def lifting(projection: Projection, x: Typed, limit: int = 100_000) -> list[String]:
    """lifting(x), sorted by code points, token by token.

    Raises LimitExceeded, with the size, when it has more than `limit` strings; NotClosed where liftings are infinite.

    >>> from lift_core.projection.transducer import Transducer
    >>> lifting(Transducer("01", "xy", "q", [("q", "0", "p", ""), ("q", "1", "q", "y"), ("p", "0", "q", "x"), ("p", "1", "q", "x")]), "xy")
    [('0', '0', '1'), ('0', '1', '1')]
    """
    check_size(projection, x, limit)
    x = as_string(x, projection.observable)
    walk = counting_walk(projection)
    return [latent for latent, _ in explanations(walk, walk.start, x)]


def lifting_size(projection: Projection, x: Typed) -> int:
    """|lifting(x)|, exact, without listing it."""
    require_projection(projection)
    x = as_string(x, projection.observable)
    walk = counting_walk(projection)
    return walk.total(walk.last(x))


def check_size(projection: Projection, x: Typed, limit: int) -> None:
    """Raise LimitExceeded, with the size, if lifting(x) has more than `limit` strings."""
    if (size := lifting_size(projection, x)) > whole(limit, "limit"):
        x = as_string(x, projection.observable)
        raise LimitExceeded(
            f"lifting({show_string(x[:20])}{'…' if len(x) > 20 else ''}) has {counted(size)} strings, more than the limit "
            f"{counted(limit)}. Take the likeliest with Projected.best(x, k), count them with lifting_size, or raise limit=.",
            limit,
        )


def prefix_projection(projection: Projection, z: Typed, limit: int | None = None) -> String:
    """proj^{<ω}(z), what every continuation of z shows first: what z has written and what is determined beyond it.

    Cut at `limit` symbols when it is longer. Raises LimitExceeded, naming head and period, when it is infinite and there is no limit.
    """
    require_projection(projection)
    z = as_string(z, projection.latent, "token")
    if limit is not None:
        whole(limit, "limit")
    state, written = projection.start, []
    for position, token in enumerate(z):
        arc = projection.step(state, token)
        if arc is None:
            raise LiftError(
                f"token {position + 1}, {token!r}, is not allowed in state {state!r}, after {show_string(z[:position])}; "
                f"allowed there: {', '.join(map(repr, projection.tokens(state)))}"
            )
        state = arc[0]
        written.extend(arc[1])
    ahead = onward(projection).determined(state)
    shown = word((*written, *ahead.head), ahead.period)
    if limit is not None:
        return shown.take(limit)
    if shown.infinite:
        raise LimitExceeded(
            f"the prefix projection of {show_string(z)} is infinite: {show_string(shown.head)} and then "
            f"{show_string(shown.period)} for ever. Give a limit to cut it."
        )
    return shown.head
