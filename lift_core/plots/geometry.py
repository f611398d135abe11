"""The measures of a lifting tree on paper: columns of one width, rows of one height, strings and bars at the right edge.

Lengths are in the units of the svg's view box, which are pixels at its natural size.
"""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from lift_core.plots.drawing import number
from lift_core.plots.layout import columns, rows
from lift_core.plots.numerals import sans_width, written
from lift_core.plots.numerals import width as text_width
from lift_core.projected.tree import LiftingTree

ZOOMS = (1, 2, 4, 8, 16)  # a label of level 4 shows once the rows are four times as high
NUMBER_GAP, _LARGEST = 6, ">99.9%"  # between a bar and its number; the widest number beside a full bar
_TOPS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
THIN, THICK = 1.3, 6.5  # an edge of mass m is THIN + THICK·√m wide, less where rows are low


@dataclass(frozen=True)
class Geometry:
    """`x[t]` is column t; `y[i]` is node i; `pitch` is the height of a row; `font` the size of strings and tokens."""

    width: float
    height: float
    narrow: bool
    top: float
    bottom: float
    x: tuple[float, ...]
    y: tuple[float, ...]
    column: tuple[tuple[int, ...], ...]
    gap: tuple[float, ...]  # to the next node above in the same column
    below: tuple[float, ...]  # and to the next one below
    pitch: float
    font: float
    tokens: float  # the size of the tokens on edges
    radius: float
    strings: float  # where the strings begin
    letters: float  # how wide they may be, in ems
    bars: float  # where the bars begin
    bar_width: float  # of the largest bar that the axis has room for
    bar_height: float
    reach: float  # the width of a column in the layout by latent token

    @cached_property
    def step(self) -> float:
        """The width of a column."""
        return self.x[1] - self.x[0] if len(self.x) > 1 else 0.0

    @cached_property
    def thin(self) -> float:
        """How wide an edge without mass is."""
        return THIN * self._scale

    @cached_property
    def thick(self) -> float:
        """How much wider one is that has all of it."""
        return THICK * self._scale * (0.75 if self.narrow else 1.0)

    @cached_property
    def lift(self) -> float:
        """How far above its line a token is written."""
        return self.tokens * 0.3 + 0.35 * self.thick

    @property
    def _scale(self) -> float:
        return max(0.35, min(1.0, self.pitch / 26))


def geometry(tree: LiftingTree, width: float, height: float) -> Geometry:
    narrow = width < 560
    row, count = rows(tree)
    top, bottom = (72.0, height - 12) if not narrow else (62.0, height - 6)
    pitch = min((bottom - top) / max(count, 1), 62.0 if count > 4 else 104.0)
    start = (top + bottom - pitch * (count - 1)) / 2
    font = max(11.5, min(14.0, pitch * 0.6)) if narrow else max(12.5, min(18.0, pitch * 0.58))
    apart = 0.6 * width / max(len(tree.observation), 1)  # of the columns, nearly
    radius = max(1.6, min(6.5 if narrow else 10.0, pitch * 0.34, apart * 0.34))

    longest = max((text_width(written(node.latent)) for node in tree.nodes if not node.rest), default=0.6)
    longest += 0.6 * (tree.before > 0)  # for "…"
    if any(node.rest for node in tree.nodes):
        longest = max(longest, 9.0)  # "+ 1,004 strings"
    font = max(min(font, 0.25 * width / longest), 11.5 if narrow else 12.5)
    letters = min(longest + 0.1, 0.25 * width / font)
    bar_width = (0.15 if narrow else 0.17) * width
    numbers = NUMBER_GAP + font * sans_width(_LARGEST)
    bars = width - numbers - bar_width
    strings = bars - letters * font - (8 if narrow else 14)
    left, right = radius + (6 if narrow else 14), strings - radius - (8 if narrow else 20)
    steps = len(tree.observation)
    x = tuple(left + (right - left) * t / steps for t in range(steps + 1)) if steps else (left,)

    segment = max((text_width(written(node.segment)) for node in tree.nodes), default=0.6)
    level_part = ((right - left) / max(steps, 1)) * (0.72 if narrow else 0.58) - radius - 2
    tokens = max(10.5 if narrow else 12.0, min(font, level_part / segment))

    column = columns(tree)
    y = [start + pitch * r for r in row]
    gap, below = [height] * len(y), [height] * len(y)
    for indices in column:
        ordered = sorted(indices, key=lambda index: y[index])
        for before, after in pairwise(ordered):
            gap[after] = below[before] = y[after] - y[before]
    return Geometry(
        width=width, height=height, narrow=narrow, top=top, bottom=bottom, x=x, y=tuple(y),
        column=tuple(map(tuple, column)), gap=tuple(gap), below=tuple(below), pitch=pitch, font=font, tokens=tokens, radius=radius,
        strings=strings, letters=letters, bars=bars, bar_width=bar_width, bar_height=max(1.0, min(24.0, pitch * 0.6)),
        reach=(x[-1] - x[0]) / (max(len(node.latent) for node in tree.nodes) or 1),
    )  # fmt: skip


def axis_top(largest: float) -> float:
    """The end of the axis: 1, or a round number above the largest bar where all are small.

    >>> axis_top(0.734), axis_top(0.031)
    (1.0, 0.05)
    """
    if largest > 0.25:
        return 1.0
    return next((top for top, lower in zip(_TOPS, (*_TOPS[1:], 0.0), strict=True) if lower < largest), _TOPS[-1])


def curve(x0: float, y0: float, x1: float, y1: float) -> str:
    """An edge: it leaves its parent level, bends within two fifths of the way and runs level into the child."""
    if abs(y0 - y1) < 0.05:
        return f"M{number(x0)} {number(y0)}H{number(x1)}"
    w, dy = x1 - x0, number(y1 - y0)
    return f"M{number(x0)} {number(y0)}c{number(0.22 * w)} 0 {number(0.14 * w)} {dy} {number(0.42 * w)} {dy}h{number(0.58 * w)}"


def levels(places: Sequence[tuple[float, float]], room: float) -> list[int]:
    """For labels (y, weight) that each need `room`: the zoom at which each fits, the heaviest first.

    >>> levels([(0, 0.1), (10, 0.7), (20, 0.2)], 16), levels([(0, 0.1), (20, 0.9)], 16)
    ([2, 1, 2], [1, 1])
    """
    ordered = sorted(y for y, _ in places)
    if all(b - a >= room for a, b in pairwise(ordered)):
        return [1] * len(places)
    out = [0] * len(places)
    taken: list[float] = []
    left = sorted(range(len(places)), key=lambda index: (-places[index][1], places[index][0]))
    for zoom in ZOOMS:
        rest = []
        for index in left:
            y = places[index][0]
            at = bisect(taken, y)
            free = (at == 0 or y - taken[at - 1] >= room / zoom) and (at == len(taken) or taken[at] - y >= room / zoom)
            if free or zoom == ZOOMS[-1]:
                taken.insert(at, y)
                out[index] = zoom
            else:
                rest.append(index)
        left = rest
    return out


def zoom_class(level: int) -> str:
    """The class that hides a label below its zoom."""
    return f" l{level}" if level > 1 else ""
