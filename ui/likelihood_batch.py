"""Many observations at once: one a line, each with its probability or what is wrong with it; as a table and as CSV."""

import csv
import io
from dataclasses import dataclass
from fractions import Fraction

from lift_core.errors import LiftError
from lift_core.lifting.lifting import lifting_size
from lift_core.plots.formula import short_fraction
from lift_core.plots.numerals import count, probability
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import read_string, show_string
from ui.compute import LONGEST, computed

MOST_LINES = 200
MOST_CHARACTERS = 4_000  # of all lines together
HEADER = ("observation", "p(x)", "as a fraction", "log p(x), nats", "strings in the lifting", "note")


@dataclass(frozen=True)
class Line:
    """One observation: its log-probability in nats, its probability as a fraction where there is one, and a remark."""

    text: str
    log_p: float | None = None
    exact: Fraction | None = None
    size: int | None = None
    note: str = ""

    def row(self, hide: bool = False) -> tuple[str, ...]:
        """The cells of the table, as text."""
        if self.log_p is None or self.size is None:
            return (self.text, "", "", "", "", self.note)
        if hide:
            return (self.text, "?", "?", "?", count(self.size), self.note)
        exact = str(self.exact) if self.exact is not None and short_fraction(self.exact) else ""
        log_p = "−∞" if self.log_p == float("-inf") else f"{self.log_p:.6g}"
        return (self.text, probability(self.log_p), exact, log_p, count(self.size), self.note)


@computed(max_entries=32)
def batch(scenario: Scenario, text: str) -> tuple[Line, ...]:
    """The lines of a text that are not empty, in their order. Raises LiftError where there are too many."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise LiftError(
            f"{len(lines):,} lines; at most {MOST_LINES} are worked out here. Leave some out, or use Python for more."
        )
    if (many := sum(map(len, lines))) > MOST_CHARACTERS:
        raise LiftError(
            f"{many:,} characters in all; at most {MOST_CHARACTERS:,} are worked out here. Shorten the lines, or use Python for more."
        )
    return tuple(_line(scenario, line) for line in lines)


def _line(scenario: Scenario, text: str) -> Line:
    d = scenario.projected()
    try:
        x = read_string(text, scenario.projection.observable)
        if len(x) > LONGEST:
            return Line(text, note=f"{len(x):,} symbols; at most {LONGEST} here")
        log_p, size = d.log_probability(x), lifting_size(d.projection, x)
        return Line(show_string(x), log_p, _fraction(scenario, x), size, "" if size else "nothing shows it")
    except LiftError as error:
        return Line(text, note=str(error))


def _fraction(scenario: Scenario, x: tuple[str, ...]) -> Fraction | None:
    try:
        return scenario.projected().probability(x, "exact")
    except LiftError:  # a model of floats alone
        return None


def as_csv(lines: tuple[Line, ...], hide: bool) -> str:
    """The table as CSV, header first."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([HEADER, *(line.row(hide) for line in lines)])
    return out.getvalue()
