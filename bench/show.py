"""Numbers and tables as text."""

import math
from collections.abc import Iterable


def duration(seconds: float) -> str:
    """Three digits and a unit.

    >>> duration(0.0000123), duration(1234.5)
    ('12.3 µs', '1,234 s')
    """
    if math.isnan(seconds):
        return "–"
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= unit:
            value = seconds / unit
            return f"{value:,.0f} {name}" if value >= 100 else f"{value:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def ratio(value: float) -> str:
    """
    >>> ratio(0.0512), ratio(1234.0)
    ('0.051', '1,234')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}" if value < 1 else f"{value:.3g}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table.

    >>> print(table(["|x|", "seconds"], [["10", "0.5"]]), end="")
    | \\|x\\| | seconds |
    | --- | --- |
    | 10 | 0.5 |
    """
    head = list(head)
    lines = [head, ["---"] * len(head), *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
