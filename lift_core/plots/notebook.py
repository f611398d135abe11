"""What a notebook shows of a value that ends a cell: the app's drawing where there is one, else its numbers as a table.

A notebook asks a value for `_repr_html_`. Pictures come after values in the house, so the values cannot know theirs:
importing this file gives it to them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from lift_core.lifting.diagnosis import Report, diagnose
from lift_core.plots.diagram import machine
from lift_core.plots.drawing import Drawing, escape, to_html, visible
from lift_core.plots.numerals import percent, plural
from lift_core.plots.palette import STYLE
from lift_core.plots.tree import tree_drawing
from lift_core.plots.triangle import DriftValues, spans, triangle_drawing
from lift_core.plots.triangle_cells import Words
from lift_core.projected.drift import drift_line
from lift_core.projected.explanations import slopes_along
from lift_core.projected.marginals import Triangle
from lift_core.projected.projected import Projected
from lift_core.projected.tree import LiftingTree
from lift_core.projection.compose import Composed
from lift_core.projection.lazy import Lazy
from lift_core.projection.transducer import Projection, Transducer
from lift_core.sequences import Typed, listed

MOST_ARCS, MOST_COLUMNS, LINES = 16, 12, 5
DIAGNOSED = 500  # states, sets of states or configurations that a look at a projection may cost
SEVERITY = {"red": ("4", "cannot be used"), "amber": ("1", "mind"), "grey": ("7", "note")}
TABLE = (
    ".lift table{border-collapse:collapse;font-size:14px;margin:.4em 0}"
    ".lift :is(td,th){padding:2px 10px;text-align:left;border:0;color:var(--ink);background:var(--paper)}"
    ".lift th{border-bottom:1px solid var(--rule);font-weight:600}.lift p{margin:.3em 0}.lift .says{color:var(--t);font-weight:600}"
)


def drift_drawing(
    d: Projected, x: Typed, event: Any, told: str = "", metric: str = "tv", width: float = 1200, height: float = 440
) -> Drawing:
    """The picture of the page Posterior drift: P(event of segment s | x_1…x_t), and how far each symbol moved the belief.

    `event` is any that `d.marginals` takes, `told` its name in the picture; of a long x the last twelve symbols are drawn.
    Raises ImpossibleObservation if x has probability 0.
    """
    x = d.observation(x)
    first = max(1, len(x) - MOST_COLUMNS + 1)
    triangle = d.marginals(x, event)
    slopes = slopes_along(d, x, spans(first, len(x), len(x)), triangle.event, LINES)
    words = Words(event=told or (event if isinstance(event, str) else "the event"))
    values = DriftValues(triangle, drift_line(d, x, metric).one_step, slopes, metric)
    return triangle_drawing(
        values, words=words, symbols=d.projection.observable, first=first, width=width, height=height
    )


def tree_html(tree: LiftingTree) -> str:
    return to_html(tree_drawing(tree))


def projection_html(projection: Projection) -> str:
    """Its first arcs as a table, and one line of diagnosis."""
    of = machine(projection)
    rows = of.rows[:MOST_ARCS]
    finite = isinstance(projection, Transducer)
    known = plural(len(projection.arcs), "arc") if finite else "states made on demand"
    count = f"{plural(len(projection.states), 'state')}, {known}" if finite else known
    head = f"<b>{escape(projection.name or 'projection')}</b>: {count}, start {escape(str(projection.start))}"
    letters = f"latent {escape(listed(projection.latent))}; observable {escape(listed(projection.observable))}"
    told = (
        (str(state), visible(token), str(target), " ".join(map(visible, output)) or "ε (silent)")
        for state, token, target, output in rows
    )
    whole = len(projection.arcs) if finite else len(of.rows)
    left = f"<p>… and {plural(whole - len(rows), 'more arc')}</p>" if whole > len(rows) else ""
    table = _table(("state", "token", "next state", "output"), told)
    return _page(f"<p>{head}</p><p>{letters}</p>{table}{left}{_findings(diagnose(projection, DIAGNOSED))}")


def report_html(report: Report) -> str:
    return _page(_findings(report))


def triangle_html(triangle: Triangle) -> str:
    """A row for each segment, a column for each number of symbols seen."""
    length = len(triangle.columns)
    rows = (
        (
            f"{s} {visible(triangle.observation[s - 1])}",
            *("" if t < s else percent(float(triangle.at(s, t))) for t in seen),
        )
        for seen in [range(1, length + 1)]
        for s in seen
    )
    return _page(_table(("segment", *(f"after {visible(symbol)}" for symbol in triangle.observation)), rows))


def _findings(report: Report) -> str:
    """Four answers in a line, then each message after a word for its colour."""
    asked = ("continuous", "closed", "onto", "disentangled")
    answers = {True: "yes", False: "no", None: "undecided"}
    line = " · ".join(f"{name}: {answers[getattr(report, name)]}" for name in asked)
    if report.growth:
        line += f" · liftings grow: {report.growth}"
    said = []
    for message in report.messages:
        colour, word = SEVERITY[message.severity]
        remedy = (
            f" <span style='color:var(--soft)'>{escape(message.remedy.rstrip('.'))}.</span>" if message.remedy else ""
        )
        said.append(f'<p><span class="c{colour} says">{word}</span> {escape(message)}{remedy}</p>')
    return f"<p>{line}</p>{''.join(said)}"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"


def _page(body: str) -> str:
    return (
        f'<div class="lift" style="background:var(--paper);max-width:1000px"><style>{STYLE}{TABLE}</style>{body}</div>'
    )


SHOWN: dict[type, Callable[[Any], str]] = {
    LiftingTree: tree_html,
    Transducer: projection_html,
    Composed: projection_html,
    Lazy: projection_html,
    Report: report_html,
    Triangle: triangle_html,
}
for _kind, _shown in SHOWN.items():
    setattr(_kind, "_repr_html_", _shown)  # noqa: B010 - said here, once, and not in files that come before pictures
