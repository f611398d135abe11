"""The second tab of the Posterior drift page: models drawn at random for the projection and the observation at hand.

They are computed in chunks, each cached; a run of the tab goes on for a moment, shows what it has, and is run again until all
are there or the person stops it.
"""

import time

import numpy as np
import streamlit as st

from lift_core.plots.drift_bars import UNITS, decimal
from lift_core.plots.random_models import drift_histogram
from lift_core.projected.drift import drift, drift_line
from lift_core.projected.projected import Projected
from lift_core.projected.random_models import driftless_model, random_model, random_order
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.scenario import Scenario
from ui import drift_numbers, state
from ui.chart import chart
from ui.compute import computed
from ui.lifting_absent import absent
from ui.notice import HIDDEN, notice, plain, problem
from ui.seed import seed_field, seed_message
from ui.sentences import code

MODELS, FAMILY = 200, 40
CHUNK = 5
PATIENCE = 0.35  # seconds of one run
LONGEST = 12  # symbols; longer observations are cut for this tab
ZERO = 1e-12
KEY = "drift-random"


@computed(max_entries=2048)
def chunk(scenario: Scenario, metric: str, first: int) -> tuple[float, ...]:
    """The largest one-step drift of models `first` … `first` + 4 along the observation; nan where it is impossible."""
    out = []
    for number in range(first, first + CHUNK):
        model = random_model(scenario.projection.latent, np.random.default_rng([scenario.seed, number]))
        d = Projected(scenario.projection, model)
        x = scenario.observation[:LONGEST]
        out.append(max(drift_line(d, x, metric).one_step, default=0.0) if d.probability(x) > 0 else float("nan"))
    return tuple(out)


@computed(max_entries=512)
def family(scenario: Scenario, first: int) -> tuple[bool, ...]:
    """Whether models of the family have drift 0 in fractions, at every step of the observation."""
    projection, x = scenario.projection, scenario.observation[:LONGEST]
    if not isinstance(projection, Transducer):
        return ()
    out = []
    for number in range(first, first + CHUNK):
        d = Projected(projection, driftless_model(projection, np.random.default_rng([scenario.seed, 1, number])))
        out.append(all(drift(d, x[:t], x[t : t + 1], "tv", "exact") == 0 for t in range(1, len(x))))
    return tuple(out)


def tab(metric: str) -> None:
    scenario = state.scenario()
    if len(scenario.observation) < 2:
        st.info("Drift begins with the second symbol: type an observation of two or more.")
        return
    own = drift_numbers.curves(scenario, metric)
    if own.problem and own.problem.kind != "ImpossibleObservation":
        absent(own.problem)
        return
    here = None if own.problem else max(own.value.one_step[: LONGEST - 1])
    name = (scenario.projection_source, scenario.observation, scenario.seed, metric)
    if st.session_state.get(f"{KEY}-name") != name:
        st.session_state[f"{KEY}-name"] = name
        st.session_state[f"{KEY}-stopped"] = False
        st.session_state[f"{KEY}-done"] = 0
    going = not st.session_state[f"{KEY}-stopped"] and st.session_state[f"{KEY}-done"] < MODELS + FAMILY
    st.fragment(lambda: drawn(scenario, metric, here), run_every=0.5 if going else None)()


def drawn(scenario: Scenario, metric: str, here: float | None) -> None:
    """One run: what is there already, and as much more as a moment allows."""
    started, done = time.monotonic(), 0
    before = int(st.session_state[f"{KEY}-done"])
    stopped = bool(st.session_state[f"{KEY}-stopped"])
    drifts: list[float] = []
    zeros: list[bool] = []
    unavailable = ""
    for first in range(0, MODELS + FAMILY, CHUNK):
        if first >= before and (stopped or time.monotonic() - started > PATIENCE):
            break
        if first < MODELS:
            answer = chunk(scenario, metric, first)
            if answer.problem:
                problem(answer.problem)
                return
            drifts += answer.value
        else:
            found = family(scenario, first - MODELS)
            if found.problem:
                unavailable = found.problem.message
                done = MODELS + FAMILY
                break
            zeros += found.value
        done = first + CHUNK
    whole = MODELS + FAMILY
    st.session_state[f"{KEY}-done"] = done
    told = [value for value in drifts if value == value]
    if done < whole:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(done / whole, text=f"{done} of {whole} models" + (", stopped" if stopped else ""))
            if stopped:
                st.button("Go on", key=f"{KEY}-go", on_click=stop, args=(False,))
            else:
                st.button("Stop", key=f"{KEY}-stop", on_click=stop, args=(True,))
    elif before < whole:
        st.rerun()  # once more, without being run again by the clock
    if told:
        show(scenario, metric, told, zeros, here, unavailable)


def stop(now: bool) -> None:
    st.session_state[f"{KEY}-stopped"] = now


def show(
    scenario: Scenario, metric: str, drifts: list[float], zeros: list[bool], here: float | None, unavailable: str
) -> None:
    hide, x = state.view().hide, code(scenario.observation[:LONGEST], 24)
    unit = UNITS[metric].removeprefix("in ")
    if not hide:
        chart(drift_histogram(drifts, sum(zeros), here, unit), key="drift-histogram")
    notice(measured(drifts, zeros, x, hide))
    order = random_order(len(scenario.projection.latent))
    memory = (
        "remember nothing",
        "remember the last token",
        "remember the last two tokens",
        "remember the last three tokens",
    )[order]
    st.markdown(
        "- **Theorem 15**: for almost every latent model the posterior is not causal, that is, some later symbol changes what was "
        "believed before it.\n"
        "- **Proposition 16**: where it is not, no causal sampler comes arbitrarily close to the posterior in χ² over all observations; "
        "how close it can come after this one is the causal floor of the first tab.\n"
        f"- **Drift exactly 0**: any thoughts at all, then the symbol by one law whatever was thought. {plain(unavailable)}"
        + (" Here also: both coins swapped half of the time (swap = 1/2)." if scenario.name == "switching-coin" else "")
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed_field(f"{KEY}-seed", 140)
        st.caption(
            f"Markov models with independent exponential weights that {memory}, on this projection; drift along {x}."
        )
    seed_message()


def measured(drifts: list[float], zeros: list[bool], x: str, hide: bool) -> str:
    """What came out, whichever way it falls."""
    n, moving = len(drifts), sum(value > ZERO for value in drifts)
    if hide:
        return f"how many of {n} random models drift along {x}, {HIDDEN}? Guess before you show the exact values."
    middle = sorted(drifts)[n // 2]
    if moving:
        text = f"{moving} of {n} random models drift along {x}; the median of their largest step is {decimal(middle)}"
        text += f", the least {decimal(min(drifts))}"
    else:
        text = f"none of {n} random models drifts along {x}: what such a model remembers when a symbol comes"
        text += " does not tell what was hidden before"
    if zeros:
        text += f". Of the family without drift, {sum(zeros)} of {len(zeros)} have drift exactly 0, in fractions"
    return text + "."
