"""The folded parts of the Samplers page: lookahead, against n, against length, particles, the table twin."""

from functools import partial

import streamlit as st

from lift_core import gallery
from lift_core.plots import Drawing
from lift_core.plots.dots_rows import DotRow, chi2_text
from lift_core.plots.formula import percent_of
from lift_core.plots.sampler_curves import Series, error_curve, length_curve, lookahead_curve, root_mean_square
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.scenario import Scenario
from ui import state
from ui.chart import chart
from ui.compute import LONGEST
from ui.likelihood_samplers import LOOKAHEAD
from ui.notice import exact_fold, plain
from ui.samplers_progress import Step, worked
from ui.samplers_rows import MOST_DISTINCT, gathered, run_steps
from ui.samplers_runs import MOST_AHEAD, PROPOSALS, SMC, WITHOUT, Kind, Particles, divergence, name_of, schemes
from ui.samplers_view import Looked
from ui.sentences import code

GRID = (10, 30, 100, 300, 1000)  # draws, against n
REPEATS = 4  # of the word, against length
HIDDEN = "Exact values are hidden: show them to see this."


def lookahead(scenario: Scenario, seen: Looked) -> None:
    fold = st.expander("Look further ahead: χ² against k", key="samplers-ahead", on_change="rerun")
    if not fold.open:
        return
    with fold:
        last = min(max(len(scenario.observation), 1), MOST_AHEAD)
        names = [f"{LOOKAHEAD}-{k}" if k else "causal" for k in range(last + 1)]
        steps = [Step(f"{scenario.key}|{key}|chi2", partial(divergence, scenario, key)) for key in names]
        answers = worked("ahead", steps, "values of k")
        values: list[float] = [
            answers[step.name].value for step in steps if step.name in answers and not answers[step.name].problem
        ]
        st.session_state["samplers-k"] = min(seen.ahead, last)
        st.slider("symbols looked ahead, k", 0, last, key="samplers-k", on_change=_look_ahead)
        if state.view().hide:
            st.caption(HIDDEN)
            return
        if not values:
            st.caption("χ² could not be computed here.")
            return
        chart(lookahead_curve(values, min(seen.ahead, last)), key="samplers-ahead-chart")
        rising = [k for k in range(1, len(values)) if values[k] > values[k - 1] * 1.01 + 1e-9]
        if rising:
            k = rising[0]
            st.markdown(
                f"**A surprise:** from k = {k - 1} to {k} χ² *rises*, {values[k - 1]:.4f} → {values[k]:.4f}. The next symbol "
                "looks like good advice, and the one after it takes it back; only looking to the end never misleads."
            )
        else:
            st.markdown("Here every symbol of lookahead helps. It need not:")
            st.button("The XOR surprise: looking one ahead is worse", key="samplers-xor", on_click=_open_xor)


def _look_ahead() -> None:
    k = int(st.session_state["samplers-k"])
    chosen = [key for key in state.view().get("samplers").split(",") if key and not key.startswith(LOOKAHEAD)]
    if chosen:  # a choice by hand: the new row joins it
        chosen += [f"{LOOKAHEAD}-1"] + ([f"{LOOKAHEAD}-{k}"] if k > 1 else [])
    state.set_view(ahead=str(k), samplers=",".join(chosen) or None)


def _open_xor() -> None:
    state.load(gallery.scenario("xor"))


def against_n(scenario: Scenario, offered: tuple[Kind, ...], seen: Looked) -> None:
    fold = st.expander("Against n: measured and predicted error", key="samplers-n-fold", on_change="rerun")
    if not fold.open:
        return
    with fold:
        kinds = [kind for kind in offered if kind.key in seen.keys and not kind.reason]
        steps = {
            (kind.key, n): run_steps(scenario, kind.key, seen.how, n, seen.first)
            for kind in kinds
            for n in GRID
            if not (kind.key == WITHOUT and n * len(scenario.observation) > MOST_DISTINCT // 10)
        }
        answers = worked("against-n", [step for several in steps.values() for step in several], "steps")
        if state.view().hide:
            st.caption(HIDDEN)
            return
        drawn, table = [], []
        for kind in kinds:
            known = None if kind.key in (SMC, WITHOUT) else divergence(scenario, kind.key).found
            points = []
            for n in GRID:
                found, _ = gathered(steps.get((kind.key, n), []), answers)
                if found:
                    value, error = root_mean_square([run.ratio for run in found])
                    expected = None if known is None else (known / n) ** 0.5
                    points.append((n, value, error, expected))
                    table.append(
                        {
                            "sampler": kind.name,
                            "n": n,
                            "measured": percent_of(value),
                            "± 2 standard errors": percent_of(2 * error),
                            "predicted √(χ²/n)": "—" if expected is None else percent_of(expected),
                        }
                    )
            if points:
                at, values, errors, predicted = zip(*points, strict=True)
                drawn.append(Series(kind.name, at, values, errors, predicted))
        chart(error_curve(drawn), key="samplers-n-chart")
        st.caption(
            "Lines: √(χ²/n), predicted. Points: the root mean square of (estimate ÷ truth − 1) over forty estimates, with two standard "
            "errors. Where χ² is large the points lie mostly below the line, until one estimate meets a heavy explanation; errors of zero "
            "are not drawn."
        )
        with st.popover("As a table"):
            st.dataframe(table, hide_index=True)


def against_length(scenario: Scenario, offered: tuple[Kind, ...], seen: Looked) -> None:
    fold = st.expander("Against length: χ² of the word repeated", key="samplers-length", on_change="rerun")
    if not fold.open:
        return
    with fold:
        word = scenario.observation
        repeats = [k for k in range(1, REPEATS + 1) if k * len(word) <= LONGEST]
        if not word or not repeats:
            st.caption("Type an observation that is not too long: it is the word that is repeated.")
            return
        kinds = [
            kind for kind in offered if kind.key in seen.keys and not kind.reason and kind.key not in (SMC, WITHOUT)
        ]
        longer = {k: with_observation(scenario, word * k) for k in repeats}
        steps = {
            (kind.key, k): Step(f"{s.key}|{kind.key}|chi2", partial(divergence, s, kind.key))
            for kind in kinds
            for k, s in longer.items()
        }
        answers = worked("length", list(steps.values()), "values of χ²")
        if state.view().hide:
            st.caption(HIDDEN)
            return

        def value(key: str, k: int) -> float | None:
            answer = answers.get(steps[key, k].name)
            return None if answer is None or answer.problem else answer.found

        lengths = tuple(k * len(word) for k in repeats)
        drawn = [Series(kind.name, lengths, tuple(value(kind.key, k) for k in repeats)) for kind in kinds]
        chart(length_curve(drawn), key="samplers-length-chart")
        cells = [
            {"sampler": s.name}
            | {f"{t} symbols": "—" if v is None else chi2_text(v) for t, v in zip(s.at, s.values, strict=True)}
            for s in drawn
        ]
        st.dataframe(cells, hide_index=True, key="samplers-length-table")
        st.caption(
            f"χ² for {code(word)} repeated up to {repeats[-1]} times. A sampler that does not look pays a factor for every repetition; "
            "draws for 10% error are 100 times χ²."
        )


def particles(scenario: Scenario, offered: tuple[Kind, ...], seen: Looked) -> None:
    fold = st.expander("Particles: proposal, resampling scheme, threshold", key="samplers-smc", on_change="rerun")
    if not fold.open:
        return
    with fold:
        how = seen.how
        missing = {kind.key for kind in offered if kind.reason}
        possible = [key for key in PROPOSALS if key not in missing]
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            st.session_state["samplers-proposal"] = how.proposal if how.proposal in possible else "causal"
            st.selectbox(
                "proposal",
                possible,
                key="samplers-proposal",
                format_func=lambda key: name_of(key, how),
                on_change=_settle,
                width=180,
            )
            st.session_state["samplers-scheme"] = how.scheme
            st.selectbox("resampling scheme", schemes(), key="samplers-scheme", on_change=_settle, width=180)
            st.session_state["samplers-threshold"] = round(100 * how.threshold)
            st.slider(
                "resample below this effective sample size, % of n",
                0,
                100,
                step=5,
                key="samplers-threshold",
                on_change=_settle,
                width=380,
            )
        tried = {scheme: Particles(how.proposal, scheme, how.threshold) for scheme in schemes()}
        steps = {scheme: run_steps(scenario, SMC, each, seen.n, seen.first) for scheme, each in tried.items()}
        answers = worked("schemes", [step for several in steps.values() for step in several], "steps of particles")
        if state.view().hide:
            st.caption(HIDDEN)
            return
        table = []
        for scheme, several in steps.items():
            found, fault = gathered(several, answers)
            if fault:
                st.caption(plain(fault.message))
                return
            if found:
                value, error = root_mean_square([run.ratio for run in found])
                table.append(
                    {
                        "scheme": scheme,
                        "relative error": percent_of(value),
                        "± 2 standard errors": percent_of(2 * error),
                    }
                )
        st.dataframe(table, hide_index=True, key="samplers-schemes")
        if len({row["relative error"] for row in table}) == 1 and how.threshold < 1:
            st.caption(
                "All schemes agree: nothing was resampled, since the effective sample size never fell below the threshold "
                "before the last symbol. Raise the threshold, or take a proposal that looks less."
            )
        st.caption(
            f"Measured over forty runs of {seen.n:,} particles. Resampling copies particles that explain what was seen so far: no help "
            "against what is still to come. At 0% nothing is resampled; at 100% after every symbol."
        )


def _settle() -> None:
    threshold = int(st.session_state["samplers-threshold"])
    state.set_view(
        proposal=str(st.session_state["samplers-proposal"]),
        scheme=str(st.session_state["samplers-scheme"]),
        threshold=str(threshold),
    )


def table(drawing: Drawing, rows: tuple[DotRow, ...]) -> None:
    fold = exact_fold("All numbers as a table", key="samplers-table")
    if fold is None:
        return
    with fold:
        header, *body = drawing.table
        st.dataframe([dict(zip(header, row, strict=True)) for row in body], hide_index=True, key="samplers-numbers")
        st.download_button(
            "Save all runs as CSV",
            data=lambda: _csv(rows),
            file_name="samplers.csv",
            mime="text/csv",
            key="samplers-csv",
            on_click="ignore",
        )


def _csv(rows: tuple[DotRow, ...]) -> str:
    lines = ["sampler,seed,n,estimate,estimate_over_truth,own_relative_error,effective_sample_size,dead"]
    for row in rows:
        for run in row.runs:
            own = f"{run.relative_error:.6g}" if run.interval is not None else ""
            ratio = f"{run.ratio:.10g}"
            lines.append(
                f'"{row.name}",{run.seed},{run.n},{_scientific(run.log_value)},{ratio},{own},{run.effective:.6g},{run.dead}'
            )
    return "\n".join(lines) + "\n"


def _scientific(log_value: float) -> str:
    """exp(log_value) with ten figures, also beyond the range of floats.

    >>> _scientific(-2000.0), _scientific(float("-inf"))
    ('2.576536e-869', '0')
    """
    if log_value == float("-inf"):
        return "0"
    exponent = log_value / 2.302585092994046
    whole = int(exponent // 1)
    return f"{10 ** (exponent - whole):.7g}e{whole}"
