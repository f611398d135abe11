"""The sentences of the Posterior drift page, from the numbers at hand. Nothing exact is told while exact values are hidden."""

from collections.abc import Sequence

from lift_core.plots.details import ordinal
from lift_core.plots.drift_bars import UNITS, decimal
from lift_core.plots.numerals import percent
from lift_core.plots.triangle import DriftValues
from lift_core.plots.triangle_cells import Words, telling, weight
from ui.drift_numbers import Instead
from ui.sentences import HIDDEN, code

NOTHING = 1e-9


def turning(values: DriftValues, step: int | None) -> tuple[int, int] | None:
    """The cell (s, t) to speak of, t the step's symbol or any where no step is chosen (`telling` says which)."""
    length = len(values.triangle.observation)
    columns = range(2, length + 1) if step is None else [min(step, length)]
    found = [telling(values.triangle, t) for t in columns if t > 1]
    return max(found, key=lambda cell: weight(values.triangle, *cell), default=None)


def sentence(values: DriftValues, words: Words, step: int | None, hide: bool, others: Sequence[Instead] = ()) -> str:
    """What to notice under the triangle; `words` are Markdown."""
    x = values.triangle.observation
    if len(x) < 2:
        return f"one {words.unit} is seen; drift begins with the second. Type another symbol."
    if max(values.one_step) < NOTHING:
        return (
            "no symbol changes an earlier belief: the drift is 0 at every step, every row stays as it was first believed, "
            "and along this observation a causal sampler can be the posterior itself."
        )
    cell = turning(values, step)
    if cell is None:
        return f"after one {words.unit} nothing has come later yet. Step forward."
    s, t = cell
    symbol, moved = code(x[t - 1 : t]), values.one_step[t - 2]
    if hide:
        asked = f"How far does it move what you believe of {words.cell(s)}?"
        return f"the {ordinal(t)} symbol is {symbol}. {asked} Guess, then show the numbers."
    before, after = float(values.triangle.at(s, t - 1)), float(values.triangle.at(s, t))
    most = sum(value >= moved - NOTHING for value in values.one_step) == 1 and len(values.one_step) > 1
    drift = f"a drift of {decimal(moved)} {UNITS[values.metric]}" + (", more than any other symbol" if most else "")
    if abs(after - before) < NOTHING:
        return (
            f"the {ordinal(t)} symbol, {symbol}, leaves {words.event} as it was at every earlier {words.unit}; {drift}."
        )
    verb = "raises" if after > before else "lowers"
    change = f"the probability of {words.cell(s)} from {percent(before)} to {percent(after)}"
    told = [(code((other.symbol,)), percent(other.belief)) for other in others if other.belief is not None]
    made = ", ".join(f"{other} {'' if n else 'would have made it '}{belief}" for n, (other, belief) in enumerate(told))
    return f"the {ordinal(t)} symbol, {symbol}, {verb} {change}; {made + '; ' if made else ''}{drift}."


def floor_line(mean: float, filter_gives: float, worst: float, seen: str, hide: bool) -> str:
    """The causal floor in one line."""
    if hide:
        mean_text = filter_text = worst_text = HIDDEN
    else:
        mean_text, filter_text, worst_text = decimal(mean, 4), decimal(filter_gives, 4), decimal(worst, 4)
    if mean < NOTHING:
        return (
            f"after {seen} the next symbol, whichever it is, changes nothing that was believed: "
            "a causal sampler can be the posterior itself."
        )
    return (
        f"after {seen} no sampler that draws before the next symbol is seen has a mean χ² below {mean_text}; "
        f"the filter gives {filter_text}, and whatever it draws, for some next symbol χ² is at least {worst_text}."
    )
