"""Forty estimates of p(x) as forty dots per sampler on one axis, estimate ÷ truth (docs/theory.md §6).

Each dot is the mean of n weights P/Q; Var p_n = p²·χ²(Q*‖Q)/n predicts the band 1 ± 2√(χ²/n) around the truth. A dot's own interval is
its estimate ± 1.96 of its own standard errors; a dot is hollow where that interval misses the truth, which happens far more often than
1 in 20 while the heavy explanations have not been drawn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lift_core.plots.drawing import Drawing, escape, number, svg
from lift_core.plots.numerals import figures, plural, probability, sans_width, shorten, written
from lift_core.plots.numerals import width as text_width
from lift_core.sequences import String

OWN = 1.96  # of its own standard errors make a run's own interval
EXACT = 1e-9  # relative difference below which an estimate is the truth itself
REACHES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # half-widths of the axis around 1, when all that is drawn fits
_LANES: tuple[int, ...] = (0, 1, -1, 2, -2, 3, -3)

STYLE = (
    ".lift .band{fill:var(--c4);opacity:.15}.lift .spread{fill:none;stroke:var(--c4);stroke-dasharray:5 4;stroke-width:1.6;opacity:.75}"
    ".lift .dot{fill:var(--c4);stroke:var(--paper);stroke-width:1.2}.lift .dot.miss{fill:var(--paper);stroke:var(--c4);stroke-width:2}"
    ".hiding .dot.miss{fill:var(--c4);stroke:var(--paper);stroke-width:1.2}.lift .dot.lit{stroke:var(--ink);stroke-width:2.6}"
    ".lift .own{stroke:var(--ink);stroke-width:2.4;fill:none;opacity:0;pointer-events:none}"
    ".lift .own.lit,.lift .own.big{opacity:1}.lift .axis{stroke:var(--rule);stroke-width:1}.lift .truth{stroke:var(--ink);stroke-width:2.2}"
    ".lift .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px}"
)


@dataclass(frozen=True)
class Run:
    """One estimate from n draws. `log_ratio` = log(p_n / p), nats, −inf for an estimate of 0; `relative_error` its own standard error over
    itself, nan where a run cannot know it, inf where all its draws were dead; `heaviest` has the `share` of all weight."""

    seed: int
    log_value: float
    log_ratio: float
    relative_error: float
    effective: float
    n: int
    dead: int
    heaviest: String = ()
    share: float = 0.0

    @property
    def ratio(self) -> float:
        """estimate ÷ truth."""
        return math.exp(min(self.log_ratio, 700.0))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The own interval, relative to the truth; None where the run cannot know its error."""
        if not math.isfinite(self.relative_error):
            return None
        half = OWN * self.relative_error
        return self.ratio * (1 - half), self.ratio * (1 + half)

    @property
    def holds(self) -> bool:
        """Whether the own interval contains the truth."""
        return self.interval is not None and self.interval[0] <= 1 + EXACT and self.interval[1] >= 1 - EXACT

    @property
    def misses(self) -> bool:
        """Whether it claims an interval that misses the truth, or has only dead draws; one run of particles claims nothing."""
        return not self.holds and not math.isnan(self.relative_error)


@dataclass(frozen=True)
class Axis:
    """The axis from `low` to `high` (estimate ÷ truth) between two places."""

    left: float
    right: float
    low: float
    high: float

    def x(self, ratio: float) -> float:
        """The place of a ratio, at an edge where it lies beyond."""
        inside = min(max(ratio, self.low), self.high)
        return self.left + (self.right - self.left) * (inside - self.low) / (self.high - self.low)

    def ticks(self, most: int = 5) -> list[tuple[float, str]]:
        """Marks and their names.

        >>> Axis(0, 1, 0.0, 2.0).ticks(), Axis(0, 1, 0.9, 1.1).ticks(3)
        ([(0.0, '0'), (0.5, '½'), (1.0, '1'), (1.5, '1½'), (2.0, '2')], [(0.9, '0.9'), (1.0, '1'), (1.1, '1.1')])
        """
        marks = [self.low + (self.high - self.low) * k / (most - 1) for k in range(most)]
        if self.low == 0 and self.high == 3:
            marks = [0.0, 1.0, 2.0, 3.0]
        names = {0.5: "½", 1.5: "1½"} if self.low == 0 else {}
        return [(round(mark, 6), names.get(round(mark, 6), f"{mark:.4g}")) for mark in marks]


def axis(left: float, right: float, runs: Sequence[Run], spread: float) -> Axis:
    """0 … 2, or 0 … 3 where many estimates lie beyond 2; nearer to 1 where everything fits there. `spread`: the widest √(χ²/n)."""
    off = [abs(run.ratio - 1) for run in runs]
    for reach in REACHES:
        if max([2.2 * spread, *off], default=0.0) <= reach:
            return Axis(left, right, 1 - reach, 1 + reach)
    beyond = sum(run.ratio > 2 for run in runs)
    return Axis(left, right, 0.0, 3.0 if beyond * 20 > len(runs) or spread > 0.6 else 2.0)


def heaps(places: Sequence[float], radius: float, step: float) -> list[float]:
    """How far up or down each dot goes so that dots side by side do not cover one another, as far as seven lanes allow.

    >>> heaps([10, 10, 40], 5, 8)
    [0, 8, 0]
    """
    ends = dict.fromkeys(_LANES, -math.inf)
    lane_of = [0] * len(places)
    for i in sorted(range(len(places)), key=lambda i: places[i]):
        free = next((lane for lane in _LANES if ends[lane] <= places[i] - 2 * radius), None)
        lane = min(_LANES, key=lambda lane: ends[lane]) if free is None else free
        lane_of[i] = lane
        ends[lane] = places[i]
    return [lane * step for lane in lane_of]


def dots(
    f: Axis, y: float, height: float, runs: Sequence[Run], first: int, radius: float = 5.0, row: int = 0
) -> list[str]:
    """The dots of one sampler around height y, and the interval of each, which shows when it is lit; their details begin at `first`.
    `row` is what arrow keys walk along."""
    step = min(1.75 * radius, (height - 2 * radius - 6) / 6)
    lifts = heaps([f.x(run.ratio) for run in runs], radius, step)
    out, own = [], []
    for k, (run, lift) in enumerate(zip(runs, lifts, strict=True)):
        x, at, kind = f.x(run.ratio), y - lift, "dot miss" if run.misses else "dot"
        mark = f'class="{kind}" data-i="{first + k}" data-walk="{row}"'
        if run.ratio > f.high:  # beyond the edge: an arrow head
            r = radius
            out.append(
                f'<path {mark} d="M{number(x - r)} {number(at - r)}L{number(x + r)} {number(at)}'
                f'L{number(x - r)} {number(at + r)}z"/>'
            )
        else:
            out.append(f'<circle {mark} cx="{number(x)}" cy="{number(at)}" r="{number(radius)}"/>')
        if run.interval is not None:
            a, b, bottom = f.x(run.interval[0]), f.x(run.interval[1]), y + height / 2 - 3
            own.append(
                f'<path class="own" data-i="{first + k}" d="M{number(a)} {number(bottom - 4)}v8M{number(a)} {number(bottom)}'
                f'H{number(b)}M{number(b)} {number(bottom - 4)}v8"/>'
            )
    return [*out, *own]


def band(f: Axis, y: float, height: float, spread: float | None, predicted: bool) -> str:
    """The band 1 ± 2·spread: filled where it is predicted, a dashed outline where it is only measured; nothing where it is unknown."""
    if spread is None or not math.isfinite(spread):
        return ""
    a, b = f.x(1 - 2 * spread), f.x(1 + 2 * spread)
    return (
        f'<rect class="{"band" if predicted else "spread"} hush" x="{number(a)}" y="{number(y - height / 2)}" '
        f'width="{number(max(b - a, 1.5))}" height="{number(height)}"/>'
    )


def told(name: str, key: str, run: Run, linked: bool) -> dict[str, Any]:
    """What a dot tells at a touch; `z` is what a click reports: the sampler's key and the seed."""
    ratio = "0" if run.log_ratio == -math.inf else figures(run.ratio, 3)
    facts: list[list[Any]] = [
        ["estimate", probability(run.log_value), True],  # with its place on the axis it would tell the truth
        ["÷ truth", ratio, True],
        ["effective sample size", f"{run.effective:,.1f} of {run.n:,}", False],
    ]
    if run.heaviest:
        facts.append(["heaviest string", f"{shorten(written(run.heaviest), 14)}, {run.share:.0%} of the weight", False])
    if run.dead:
        facts.append(["dead draws", f"{run.dead:,} of {run.n:,}", False])
    facts.append(["own interval", _interval(run), True])
    if linked:
        facts.append(["click", "opens this run on Likelihood", False])
    entry: dict[str, Any] = {"t": 0, "parent": -1, "name": f"{name}, seed {run.seed}", "facts": facts}
    return entry | ({"z": [key, str(run.seed)]} if linked else {})


def _interval(run: Run) -> str:
    if run.interval is None:
        return "none: one run of particles cannot know its error" if run.dead < run.n else "none: every draw was dead"
    low, high = run.interval
    return f"{figures(low, 3)} … {figures(high, 3)}, {'contains' if run.holds else 'misses'} the truth"


def mine_drawing(
    name: str,
    key: str,
    runs: Sequence[Run],
    spread: float | None,
    log_p: float,
    width: float = 372,
    height: float = 330,
) -> Drawing:
    """One person's estimate as one big dot with its seed, the ones drawn before as small dots: the last of `runs` is the big one."""
    now = runs[-1]
    f = axis(24, width - 24, runs, spread if spread is not None and math.isfinite(spread) else 0.0)
    middle, base = height * 0.56, height - 40.0
    body = [band(f, (74 + base) / 2, base - 74, spread, True)]
    for mark, label in f.ticks():
        x = number(f.x(mark))
        body.append(f'<path class="axis" d="M{x} 74V{number(base)}"/>')
        body.append(f'<text class="soft mid" x="{x}" y="{number(base + 19)}" font-size="14" data-x="">{label}</text>')
    truth = number(f.x(1))
    body.append(f'<path class="truth hush" d="M{truth} 74V{number(base)}"/>')
    before = runs[:-1]
    body += [part for part in dots(f, base - 34, 60, before, 0, 5.0) if "own" not in part]
    x = f.x(now.ratio)
    if now.interval is not None:
        a, b = number(f.x(now.interval[0])), number(f.x(now.interval[1]))
        body.append(
            f'<path class="own big" d="M{a} {number(middle - 9)}v18M{a} {number(middle)}H{b}M{b} {number(middle - 9)}v18"/>'
        )
    body.append(
        f'<circle class="dot{" miss" if now.misses else ""}" style="stroke-width:4" data-i="{len(before)}" cx="{number(x)}" '
        f'cy="{number(middle)}" r="24"/>'
    )
    source = f"from {plural(now.n, 'draw')}, "
    room = (width - 22 * text_width(str(now.seed)) - 12) / 15 - sans_width(source)
    source += shorten(name, room, measure=sans_width)
    side = "end" if x > width / 2 else ""
    at = x - 34 if x > width / 2 else x + 34
    body += [
        f'<text class="b" x="0" y="24" font-size="24">{probability(now.log_value)}</text>',
        f'<text class="soft" x="0" y="46" font-size="15">{escape(source)}</text>',
        f'<text class="soft end" x="{number(width)}" y="22" font-size="15">my seed</text>'
        f'<text class="b end m" x="{number(width)}" y="46" font-size="22">{now.seed}</text>',
        f'<text class="soft mid" x="{number(width / 2)}" y="{number(height - 3)}" font-size="14">estimate ÷ truth, '
        f'<tspan class="it">p</tspan> = <tspan data-x="">{probability(log_p)}</tspan></text>',
        f'<text class="b halo {side}" x="{number(at)}" y="{number(middle - 14)}" font-size="16" data-x="">'
        f"{_away(now)}</text>",
    ]
    alt = f"My estimate with seed {now.seed}: {probability(now.log_value)}, {_away(now)}; {name}, {plural(now.n, 'draw')}."
    table = (("seed", "estimate", "÷ truth"), *((run.seed, math.exp(run.log_value), run.ratio) for run in runs))
    details = tuple(told(name, key, run, True) for run in runs)
    return Drawing(svg(width, height, "My estimate", alt, "".join(body), STYLE), 1, alt, table, details)


def _away(run: Run) -> str:
    if run.log_ratio == -math.inf:
        return "0: all dead"
    off = run.ratio - 1
    return (
        "exact"
        if abs(off) < EXACT
        else f"{off:+.1%}".replace("-", "−")
        if abs(off) < 10
        else f"{figures(run.ratio, 3)} ×"
    )
