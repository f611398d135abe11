"""Cards in which something seen late decides what was hidden early (docs/theory.md §4): the cat, cups and ball, a late cut."""

from itertools import product
from typing import Any

from lift_core.projection.explore import explore
from lift_core.projection.files import dump_projection
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.card import card, independent, markov

# The cat: tiles a1 (far left) to e5 (near right); a table stands on three of them.
MOVES = {"↑": (0, -1), "→": (1, 0), "↓": (0, 1), "←": (-1, 0), "o": (0, 0)}
TABLE = ("b3", "c3", "d3")
TILES = tuple(f"{column}{row}" for row, column in product("12345", "abcde") if f"{column}{row}" not in TABLE)
CAT_START, UNSEEN, SEEN = "c4", "·", "!"


def cat() -> Transducer:
    """A step in the dark shows `·`; the same step with `!` is seen and shows the tile."""

    def step(tile: str, move: str) -> tuple[str, tuple[str]] | None:
        right, down = MOVES[move[0]]
        after = f"{chr(ord(tile[0]) + right)}{int(tile[1]) + down}"
        return (after, (after if move.endswith(SEEN) else UNSEEN,)) if after in TILES else None

    return explore(CAT_START, step, (*MOVES, *(move + SEEN for move in MOVES)), (UNSEEN, *TILES), name="cat")


def _cat_weights() -> dict[str, Any]:
    """She mostly keeps her direction; one step in ten is seen."""
    tokens = [*MOVES, *(move + SEEN for move in MOVES)]

    def weight(last: str, move: str) -> int:
        seen = 1 if move.endswith(SEEN) else 9
        if move[0] == "o":
            return seen
        return seen * (2 if last in ("", "o") else 6 if last == move[0] else 1)

    return markov(1, {last: {move: str(weight(last[:1], move)) for move in tokens} for last in ("", *tokens)})


def cups() -> Transducer:
    """The ball is put under a cup unseen; `lm` and `mr` swap cups, `lm?` and `mr?` only seem to; `peek` looks under the middle one."""
    places = ("left", "middle", "right")
    swaps = {
        "lm": dict(zip(places, ("middle", "left", "right"), strict=True)),
        "mr": dict(zip(places, ("left", "right", "middle"), strict=True)),
    }
    rows: list[tuple[str, str, str, tuple[str, ...]]] = [("hidden", place, place, ()) for place in places]
    for place in places:
        rows += [(place, swap, after[place], (swap,)) for swap, after in swaps.items()]
        rows += [(place, swap + "?", place, (swap,)) for swap in swaps]
        rows.append((place, "peek", place, ("ball" if place == "middle" else "none",)))
    return Transducer(
        (*places, "lm", "lm?", "mr", "mr?", "peek"), ("lm", "mr", "ball", "none"), "hidden", rows, name="cups"
    )


LATE = (
    card(
        "cat",
        "The cat in the dark",
        "where the cat goes",
        "A cat walks round a table in a dark room of 5×5 tiles, seen only at two glances; the second tells which way she had come.",
        "· · · · · · · c1 · e1",
        _cat_weights(),
        view={"event": "state:" + ",".join(tile for tile in TILES if tile[0] in "de")},
        projection=dump_projection(cat()),
    ),
    card(
        "cups",
        "Cups and ball",
        "where the ball is",
        "A ball lies under one of three cups; you see cups swapped, some swaps are feints, and a peek under the middle one comes late.",
        "lm mr none lm ball",
        independent(
            left="1",
            middle="1",
            right="1",
            lm="4*(1-feint)",
            mr="4*(1-feint)",
            peek="2",
            **{"lm?": "4*feint", "mr?": "4*feint"},
        ),
        knobs=[
            {"name": "feint", "value": "1/5", "low": "1/20", "high": "19/20", "label": "how often a swap is a feint"}
        ],
        view={"event": "state:left"},
        projection=dump_projection(cups()),
    ),
    card(
        "nowhere",
        "Nowhere or now here?",
        "where the words were cut",
        "Someone writes words without spaces: only the mark at the end tells whether it said “now here!” or “no where?”.",
        "n o w h e r e ?",
        markov(
            1,
            {
                "": {"no": "1", "now": "1"},
                "no": {"no": "1", "now": "1", "where": "6", "here": "1", "?": "1", "!": "1"},
                "now": {"no": "1", "now": "1", "where": "1", "here": "6", "?": "1", "!": "1"},
                "where": {"no": "1", "now": "1", "where": "0", "here": "0", "?": "8", "!": "1"},
                "here": {"no": "1", "now": "1", "where": "0", "here": "0", "?": "1", "!": "8"},
                "?": {"no": "1", "now": "1", "where": "1", "here": "1"},
                "!": {"no": "1", "now": "1", "where": "1", "here": "1"},
            },
        ),
        view={"event": "segment:"},
        projection={"gallery": "tokens", "parameters": {"vocabulary": ["no", "now", "where", "here", "?", "!"]}},
    ),
)
