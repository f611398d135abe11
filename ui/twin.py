"""The table twin of a page's picture: what it shows, as rows of numbers for copying and saving. The first row names the columns."""

import csv
import io

from lift_core.plots.details import table as tree_table
from lift_core.plots.drawing import Row
from lift_core.plots.terms import terms_table
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.scenario import Scenario
from ui import compute, drift_numbers, lifting_long
from ui.drift_events import followed
from ui.likelihood_samplers import draws_for
from ui.samplers_runs import divergence, steady
from ui.snippet import METRICS, sampler_names
from ui.state import View


def rows(page: str, scenario: Scenario, view: View) -> tuple[Row, ...]:
    """The table of a page; empty where it has none. Raises LiftError where the page has no picture."""
    if page == "projection":
        return _arcs(scenario)
    if page == "drift":
        return _drift(scenario, view)
    if page == "samplers":
        return _samplers(scenario, view)
    if page == "lifting" and (length := len(scenario.observation)) > lifting_long.READABLE:
        span = lifting_long.place(view, length)
        return tree_table(lifting_long.window(scenario, *span, lifting_long.strings(span, compute.NODES)).value)
    tree = compute.tree(scenario).value
    return terms_table(tree) if page == "likelihood" else tree_table(tree)


def as_csv(table: tuple[Row, ...]) -> str:
    """Rows as CSV.

    >>> as_csv((("a", "b"), (1, "x,y")))
    'a,b\\n1,"x,y"\\n'
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def _arcs(scenario: Scenario) -> tuple[Row, ...]:
    machine = scenario.projection
    if not isinstance(machine, Transducer):
        return ()
    body = ((str(state), token, str(after), " ".join(out)) for state, token, after, out in machine.arc_rows())
    return (("state", "token", "next state", "writes"), *body)


def _drift(scenario: Scenario, view: View) -> tuple[Row, ...]:
    length, metric = len(scenario.observation), view.get("metric", METRICS[0])
    if not length:
        return ()
    metric = metric if metric in METRICS else METRICS[0]
    chosen = followed(scenario, view.get("event"))
    found = drift_numbers.values(
        scenario, chosen.text, metric, *drift_numbers.window(length, None, drift_numbers.COLUMNS)
    ).value
    triangle, step = found.triangle, ("", *found.one_step)
    body = (
        (s, t, float(triangle.at(s, t)), step[t - 1] if s == t else "")
        for t in range(1, length + 1)
        for s in range(1, t + 1)
    )
    header = (chosen.words.unit, "symbols seen", f"P({chosen.words.event})", f"one-step drift ({metric})")
    return (header, *body)


def _samplers(scenario: Scenario, view: View) -> tuple[Row, ...]:
    if compute.tree(scenario, 1).value.log_p[-1] == float("-inf"):
        return ()
    found = [(name, divergence(steady(scenario), key).value) for key, name in sampler_names(scenario, view).items()]
    body = ((name, chi2, "" if (n := draws_for(0.1, chi2)) is None else n) for name, chi2 in found)
    return (("sampler", "chi2", "draws for 10%"), *body)
