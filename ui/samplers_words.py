"""The sentences of the Samplers page, from the numbers at hand. Nothing exact is told while exact values are hidden."""

from itertools import pairwise

from lift_core.plots.dots import Run
from lift_core.plots.dots_rows import DotRow, chi2_text
from lift_core.plots.formula import percent_of
from lift_core.plots.numerals import count, plural, probability
from ui.likelihood_samplers import LOOKAHEAD, WORDS
from ui.notice import plain
from ui.samplers_runs import SMC, WITHOUT
from ui.sentences import largest

MEANINGS = WORDS | {
    SMC: "sequential Monte Carlo, many draws that grow together: the heavy ones are copied, the light ones dropped",
    WITHOUT: "no string is drawn twice, so that n draws are n different strings",
}
FEW = 0.8  # a share of intervals with the truth below this is worth a remark


def sentence(rows: tuple[DotRow, ...], hide: bool) -> str:
    """What to notice under the forty dots."""
    shown = [row for row in rows if row.runs]
    if not shown:
        return "nothing is drawn yet: choose a sampler."
    runs, n = len(shown[0].runs), shown[0].runs[0].n
    if hide:
        return (
            f"each dot is an estimate from {plural(n, 'draw')}, {runs} for each sampler. Where is the truth, which sampler comes closest, "
            "and which dots know how far off they are? Guess before you show the exact values."
        )
    parts = [_scatter(shown, runs, n), _surprise(shown), _dead(shown) or _own(shown)]
    return " ".join(part for part in parts if part)


def _scatter(rows: list[DotRow], runs: int, n: int) -> str:
    """The widest and the narrowest scatter, and the draws that they need."""
    known = [row for row in rows if row.chi2 is not None and row.spread is not None and not row.measured]
    if not known:
        return f"{runs} estimates from {plural(n, 'draw')} each."
    if all(row.chi2 == 0 for row in known):
        return f"here {_names(known)} {'are' if len(known) > 1 else 'is'} exact: every draw weighs p(x), so one draw tells it."
    wide = known[largest([row.chi2 or 0 for row in known])[0]]
    some = [row for row in known if row.chi2]
    narrow = some[largest([-(row.chi2 or 0) for row in some])[0]]
    text = f"{plural(n, 'draw')} of {wide.name} are off by about {percent_of(wide.spread or 0)}"
    if narrow is wide:
        return f"{text}, as χ² = {chi2_text(wide.chi2 or 0)} predicts: an error of 10% takes about {_draws(wide)}."
    return (
        f"{text}, of {narrow.name} by {percent_of(narrow.spread or 0)}: an error of 10% takes {_draws(wide)} of the one, "
        f"{count(narrow.needed or 1)} of the other."
    )


def _own(rows: list[DotRow]) -> str:
    """The sampler whose own intervals deceive most."""
    known = [(row.holding[0] / row.holding[1], row) for row in rows if row.holding and row.chi2]
    if not known:
        return ""
    share, row = min(known, key=lambda entry: entry[0])
    if share >= FEW or row.holding is None:
        return ""
    return (
        f"Only {row.holding[0]} of {row.holding[1]} {row.name} runs have the truth in their own interval: what a run has not drawn "
        "it cannot count on."
    )


def _dead(rows: list[DotRow]) -> str:
    worst = max(rows, key=lambda row: sum(run.dead == run.n for run in row.runs))
    lost = sum(run.dead == run.n for run in worst.runs)
    if lost:
        return (
            f"In {count(lost)} of {len(worst.runs)} {worst.name} runs every draw ran into a dead end, so the estimate is 0; a sampler that "
            "looks ahead avoids them."
        )
    return ""


def _surprise(rows: list[DotRow]) -> str:
    """More lookahead that is worse."""
    ahead = [row for row in rows if row.key == "causal" or row.key.startswith("lookahead")]
    for less, more in pairwise(ahead):
        if less.chi2 is not None and more.chi2 is not None and more.chi2 > less.chi2 * 1.01 + 1e-9:
            rise = f"χ² {chi2_text(less.chi2)} for {less.name}, {chi2_text(more.chi2)} for {more.name}"
            return f"Looking further ahead is worse here: {rise}."
    return ""


def mine(name: str, run: Run, row: DotRow, earlier: int, hide: bool) -> str:
    """What to notice under one person's estimate."""
    value = probability(run.log_value)
    if hide:
        return f"my {plural(run.n, 'draw')} of {name} say {value}. Call it out with the others: where is the truth?"
    if run.dead == run.n:
        return f"all my {plural(run.n, 'draw')} ran into dead ends, so my estimate is 0. A sampler that looks ahead avoids them."
    if row.chi2 == 0:
        return f"{name} is exact here: everybody gets the same dot."
    text = f"my {plural(run.n, 'draw')} of {name} say {value}"
    if row.spread is not None:
        text += f"; estimates of this sampler are off by about {percent_of(row.spread)}"
    text += f". My own interval {'contains' if run.holds else 'misses'} the truth"
    return f"{text}; {earlier + 1} drawn so far." if earlier else f"{text}. Compare with your neighbour, or draw again."


def facts(row: DotRow) -> list[tuple[str, str]]:
    """A sampler in a few lines, for where there is no room for a table."""
    lines = [("place", row.place)] if row.place else []
    lines.append(("χ²", "unknown" if row.chi2 is None else ("≈ " if row.measured else "") + chi2_text(row.chi2)))
    if row.needed is not None:
        lines.append(("for 10% error", _draws(row)))
    return lines


def _draws(row: DotRow) -> str:
    return "more draws than can be made" if row.needed is None else plural(row.needed, "draw")


def _names(rows: list[DotRow]) -> str:
    names = [row.name for row in rows]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def meaning(key: str) -> str:
    """What a sampler does, in a few words."""
    return MEANINGS.get(LOOKAHEAD if key.startswith(LOOKAHEAD) else key, "")


def not_available(reasons: list[tuple[str, str]]) -> str:
    """One line for the samplers that the projection cannot have."""
    return "; ".join(f"**{name}** is {plain(reason)}" for name, reason in reasons) + "."
