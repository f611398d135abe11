"""The folded parts of the Likelihood page: formula, estimates on logarithmic axes, many observations at once, the table twin."""

import streamlit as st

from lift_core.plots.formula import estimate_formula, sum_formula
from lift_core.plots.running import running_curve
from lift_core.plots.terms import terms_table
from lift_core.projected.tree import LiftingTree
from ui import compute, state
from ui.chart import chart
from ui.likelihood_batch import HEADER, MOST_LINES, as_csv, batch
from ui.likelihood_samplers import Sampled
from ui.likelihood_words import STARTS
from ui.notice import exact_fold, problem

TEXT = "likelihood-lines"


def formula(tree: LiftingTree, found: Sampled | None) -> None:
    fold = st.expander("The formula with its numbers (LaTeX)", key="likelihood-formula", on_change="rerun")
    if not fold.open:
        return
    hide, exact = state.view().hide, compute.exact(state.scenario())
    lines = [sum_formula(tree, None if exact.problem else exact.value, hide)]
    if found:
        lines.append(estimate_formula(found.name, found.estimate.n, found.estimate.log_value, found.chi2, hide))
    with fold:
        st.caption(STARTS)
        for line in lines:
            st.latex(line)
        st.code("\n\n".join(lines), language="latex", wrap_lines=True)


def log_scale(tree: LiftingTree, found: Sampled | None) -> None:
    fold = st.expander("The running estimate on a log scale", key="likelihood-log", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if found is None or state.view().hide:
            st.caption(
                "Exact values are hidden: show them to compare with the estimate." if found else "Nothing was drawn."
            )
            return
        curve = running_curve(
            found.log_running - tree.log_p[-1], found.chi2, f"{found.name}, {found.estimate.n:,} draws"
        )
        chart(curve, key="likelihood-running")
        st.caption(
            "The band is predicted from χ² alone: ±2√(χ²/n) around the exact value. For large χ² an estimate lies mostly below it and "
            "rarely far above: no promise of 95%."
        )


def batch_of_observations() -> None:
    fold = st.expander("Many observations at once", key="likelihood-batch", on_change="rerun")
    if not fold.open:
        return
    hide = state.view().hide
    with fold:
        text = st.text_area(
            "One observation a line",
            key=TEXT,
            persist_state="session",
            placeholder=f"up to {MOST_LINES} lines",
            height=140,
        )
        if not (text or "").strip():
            return
        answer = batch(state.scenario(), text)
        if answer.problem:
            problem(answer.problem)
            return
        lines = answer.value
        st.dataframe(
            [dict(zip(HEADER, line.row(hide), strict=True)) for line in lines],
            hide_index=True,
            key="likelihood-batch-table",
        )
        st.download_button(
            "Save as CSV",
            data=lambda: as_csv(lines, hide),
            file_name="observations.csv",
            mime="text/csv",
            key="likelihood-csv",
            on_click="ignore",
        )


def table(tree: LiftingTree) -> None:
    fold = exact_fold("The terms as a table", key="likelihood-table")
    if fold is None:
        return
    with fold:
        header, *rows = terms_table(tree)
        st.dataframe(
            [dict(zip(header, row, strict=True)) for row in rows], hide_index=True, key="likelihood-terms-table"
        )
