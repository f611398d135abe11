"""Where things stand in the triangle: its cells on a grid, the drift bars under it, the slopes beside or under it."""

from dataclasses import dataclass

SIDE_BY_SIDE = 1000  # pixels from which the slopes stand beside the triangle
_TALLEST, _WIDEST = 78.0, 190.0  # of a cell


@dataclass(frozen=True)
class TriangleFrame:
    """Cell (s, t) has its corner at (x(t), y(s)); (`panel_x`, `panel_y`) is the corner of the slopes."""

    width: float
    height: float
    narrow: bool
    first: int
    last: int
    left: float
    top: float
    cell: float  # width with gap
    row: float
    bars: float  # the base line of the drift bars
    panel_x: float
    panel_y: float
    panel_width: float
    panel_height: float
    shares: float = 0.0  # at the right of the panel

    def x(self, t: int) -> float:
        return self.left + self.cell * (t - self.first)

    def y(self, s: int) -> float:
        return self.top + self.row * (s - self.first)

    @property
    def gap(self) -> float:
        return 3.0 if self.narrow or self.row < 40 else 6.0

    @property
    def right(self) -> float:
        return self.x(self.last + 1)

    @property
    def bar_height(self) -> float:
        return 46.0 if self.narrow else 66.0


def triangle_frame(first: int, last: int, unit: str, width: float, height: float) -> TriangleFrame:
    """`height` is that of the triangle with its drift bars; slopes under it need more."""
    n = max(last - first + 1, 1)
    narrow = width < 560
    beside = width >= SIDE_BY_SIDE
    left = max(46.0, 32.0 + 9.8 * len(str(last))) if narrow else 64.0 + 8.2 * min(len(unit) + len(str(last)) + 1, 12)
    top, below = (58.0, 78.0) if narrow else (66.0, 118.0)
    whole = width * 0.615 if beside else width
    cell = min(_WIDEST, (whole - left - 6) / n)
    row = min(_TALLEST if not narrow else 62.0, max(24.0, (height - top - below) / n))
    base = top + row * n + below - 12
    panel_width = width - whole - 44 if beside else width
    panel_height = max(base, 440.0) if beside else 310.0 if narrow else 400.0
    panel_x, panel_y = (width - panel_width, 0.0) if beside else (0.0, base + 34)
    whole_height = max(base + 8, panel_height) if beside else panel_y + panel_height
    return TriangleFrame(
        width,
        whole_height,
        narrow,
        first,
        last,
        left,
        top,
        cell,
        row,
        base,
        panel_x,
        panel_y,
        panel_width,
        panel_height,
    )
