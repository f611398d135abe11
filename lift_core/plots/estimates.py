"""Running estimates of a probability beside its exact value, on one axis 0 … 2p (docs/theory.md §6).

p_n is the mean of P/Q over the first n draws; its predicted band is p ± 2p√(χ²/n), since Var p_n = p²·χ²(Q*‖Q)/n.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lift_core.plots.drawing import number
from lift_core.plots.numerals import plural, probability, sans_width, written
from lift_core.projected.tree import Node
from lift_core.sequences import String

_MOST_POINTS = 400
_MOST_DRAWS = 300

Drawn = tuple[String, float, float]  # a draw: latent string, log P, log Q (nats)


@dataclass(frozen=True)
class Frame:
    """Where things stand: rows up to `bar`, the stack, then the estimates from `left` to `right`, the axis `top` … `bottom`."""

    width: float
    height: float
    narrow: bool
    bar: float
    thick: float
    left: float
    right: float
    top: float
    bottom: float

    @property
    def roomy(self) -> bool:
        """Whether there is room for P beside the string and the share of a term."""
        return self.bar >= 300

    def y(self, ratio: float) -> float:
        """The height of ratio·p."""
        return self.bottom - (self.bottom - self.top) * min(max(ratio, 0.0), 2.0) / 2


def estimates(f: Frame, log_p: float, log_running: Sequence[float], chi2: float | None) -> list[str]:
    """The band, the running estimate, its end, and the numbers of draws below."""
    n = len(log_running)
    if not n:
        return []
    out = []
    size, draws = 12 if f.narrow else 14, plural(n, "draw")
    if chi2 is not None and math.isfinite(chi2):
        steps = sorted({max(1, round(n * k / 60)) for k in range(61)} | {1, 2, 3, 4, 6, 8, 12})
        steps = [k for k in steps if k <= n]
        half = [2 * math.sqrt(chi2 / k) for k in steps]
        upper = [f"{number(_x(f, k, n))} {number(f.y(1 + h))}" for k, h in zip(steps, half, strict=True)]
        lower = [f"{number(_x(f, k, n))} {number(f.y(1 - h))}" for k, h in zip(steps, half, strict=True)]
        out.append(f'<path class="band hush" d="M{"L".join(upper + lower[::-1])}z"/>')
    stride = max(1, n // _MOST_POINTS)
    points = [*range(0, n, stride), n - 1]
    places = [f"{number(_x(f, k + 1, n))} {number(f.y(_ratio(log_running[k], log_p)))}" for k in points]
    end = _ratio(log_running[n - 1], log_p)
    x, y = f.right, f.y(end)
    large = 14 if f.narrow else 18
    # away from the exact line, but neither into the title above nor into the numbers of draws below
    above = y + 24 > f.bottom - 4 or (end >= 1 and y - 12 - large > f.top - 4)
    out += [
        f'<path class="run" d="M{"L".join(places)}"/><circle class="dot" cx="{number(x)}" cy="{number(y)}" r="7"/>',
        f'<text class="b end halo" x="{number(x - 12)}" y="{number(y + (-12 if above else 24))}" font-size="{large}">'
        f"{probability(float(log_running[n - 1]))}</text>",
        f'<text class="soft end" x="{number(f.right)}" y="{number(f.height - 6)}" font-size="{size}">{draws}</text>',
    ]
    if sans_width(f"1 {draws}") * size < f.right - f.left:
        out.append(f'<text class="soft" x="{number(f.left)}" y="{number(f.height - 6)}" font-size="{size}">1</text>')
    return out


def draw_spots(
    f: Frame,
    log_p: float,
    log_running: Sequence[float],
    draws: Sequence[Drawn],
    shown: list[Node],
    details: list[dict[str, Any]],
) -> list[str]:
    """A spot for each draw at the height of its weight P/Q, tied to its term; a dead draw lies at 0."""
    n = max(len(log_running), len(draws))
    row = {node.latent: index for index, node in enumerate(shown)}
    out = []
    radius, most = (2.4, _MOST_DRAWS // 3) if f.narrow else (4, _MOST_DRAWS)
    for k in range(0, len(draws), max(1, -(-len(draws) // most))):
        latent, own, log_q = draws[k]
        weight = own - log_q if own > -math.inf else -math.inf
        y = f.y(_ratio(weight, log_p))
        out.append(
            f'<circle class="draw" data-i="{len(details)}" data-walk="{len(shown) + 1}" cx="{number(_x(f, k + 1, n))}" '
            f'cy="{number(y)}" r="{radius}"/>'
        )
        words = f"P = {probability(own)}, Q = {probability(log_q)}, weight P/Q = {probability(weight)}"
        tip = words if own > -math.inf else "a dead draw: no token of positive weight was left; weight 0"
        details.append(
            {
                "t": 0,
                "parent": row.get(tuple(latent), -1),
                "name": f"draw {k + 1}: {written(tuple(latent))}",
                "tip": tip,
            }
        )
    return out


def _x(f: Frame, k: int, n: int) -> float:
    return f.left + (f.right - f.left) * (k - 1) / max(n - 1, 1) if n > 1 else f.right


def _ratio(log_value: float, log_p: float) -> float:
    return math.exp(min(log_value - log_p, 50.0)) if log_value > -math.inf else 0.0
