"""|lifting(x_1…x_t)| for every t by one walk, and its mean over all words of a length, e_κ(ε) (Σ_σ N_σ)^t 1 / |Σ|^t.

N_σ[κ, κ'] is the number of segments s ∈ Φ(κ, σ) with κ·s = κ' (docs/theory.md §1, §3).
"""

from fractions import Fraction

from lift_core.errors import LimitExceeded
from lift_core.lifting.segments import counting_walk
from lift_core.lifting.walk import Table
from lift_core.projection.transducer import Projection
from lift_core.sequences import Typed, as_string

MOST_CONFIGURATIONS = 2_000


def lifting_sizes(projection: Projection, x: Typed) -> tuple[int, ...]:
    """|lifting(x_1…x_t)| for t = 0…|x|, exact."""
    walk = counting_walk(projection)
    x = as_string(x, projection.observable)
    return tuple(walk.total(table) for table in walk.forward(x))


def average_sizes(projection: Projection, length: int, limit: int = MOST_CONFIGURATIONS) -> tuple[Fraction, ...]:
    """The mean of |lifting(y)| over all words y of length t = 0…`length`, exact.

    Raises LimitExceeded where the words of a length reach more than `limit` configurations.

    >>> from lift_core.projection.transducer import Transducer
    >>> tokens = Transducer(["a", "aa", "b"], "ab", "q", [("q", "a", "q", "a"), ("q", "aa", "q", "aa"), ("q", "b", "q", "b")])
    >>> average_sizes(tokens, 2)
    (Fraction(1, 1), Fraction(3, 2), Fraction(7, 4))
    """
    walk, symbols = counting_walk(projection), len(projection.observable)
    table: Table = {walk.start: 1}
    means = [Fraction(1)]
    for t in range(1, length + 1):
        after: Table = {}
        for before, number in table.items():
            for row in walk.row(before).values():
                for c, more in row.items():
                    after[c] = after.get(c, 0) + number * more
        if len(after) > limit:
            raise LimitExceeded(
                f"the words of length {t} reach more than {limit:,} configurations: their average is not computed",
                limit,
            )
        table = after
        means.append(Fraction(sum(table.values()), symbols**t))
    return tuple(means)
