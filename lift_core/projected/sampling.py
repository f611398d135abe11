"""Observable strings drawn from the projected distribution: one segment's symbol after another (docs/theory.md §2)."""

from collections.abc import Sequence

import numpy as np

from lift_core.arguments import MOST_DRAWS, require_generator, whole
from lift_core.lifting.walk import Walk
from lift_core.projection.determined import Configuration
from lift_core.sequences import String


def sample(walk: Walk, symbols: Sequence[str], length: int, n: int, rng: np.random.Generator) -> list[String]:
    """n independent strings of the given length; `walk` is in logs. Draws that stand at equal configurations go on together."""
    whole(whole(length, "length") * whole(n, "n"), "length times n", 0, MOST_DRAWS)
    require_generator(rng)
    at: dict[Configuration, np.ndarray] = {walk.start: np.arange(n)}
    code = {symbol: index for index, symbol in enumerate(symbols)}
    seen = np.zeros((n, length), np.int64)
    for t in range(length):
        after: dict[Configuration, list[np.ndarray]] = {}
        for c, who in at.items():
            moves = [(symbol, c2, value) for symbol, row in walk.row(c).items() for c2, value in row.items()]
            law = np.cumsum(np.exp([value for _, _, value in moves]))
            picks = np.minimum(np.searchsorted(law, rng.random(len(who)) * law[-1], side="right"), len(moves) - 1)
            for pick in np.unique(picks):
                symbol, c2, _ = moves[pick]
                chosen = who[picks == pick]
                seen[chosen, t] = code[symbol]
                after.setdefault(c2, []).append(chosen)
        at = {c: np.concatenate(parts) for c, parts in after.items()}
    return [tuple(symbols[index] for index in row) for row in seen.tolist()]
