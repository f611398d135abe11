"""The Likelihood page for an observation too long for a picture of its terms: log p(x), perplexity, surprisal of each symbol."""

import math
from dataclasses import dataclass

import numpy as np
import streamlit as st

from lift_core.plots.numerals import count, figures, probability
from lift_core.plots.surprisal_curve import MOST_POINTS, surprisal_curve
from lift_core.scenarios.scenario import Scenario
from ui import likelihood_folds, state
from ui.chart import chart
from ui.compute import LONGEST, LONGEST_READ, computed
from ui.lifting_absent import absent
from ui.notice import notice
from ui.observation import keep_first
from ui.sentences import largest


@dataclass(frozen=True)
class Long:
    """−log p(x_t | x_1…x_{t−1}) in nats up to the first symbol that cannot follow; `impossible` is its t, or None."""

    surprisals: np.ndarray
    impossible: int | None

    @property
    def log_p(self) -> float:
        """Of the symbols before the impossible one."""
        return -math.fsum(self.surprisals.tolist())

    @property
    def perplexity(self) -> float:
        """p(x)^(−1/T): as many equally likely symbols would surprise as much."""
        return math.exp(-self.log_p / max(len(self.surprisals), 1))


@computed(max_entries=16, longest=LONGEST_READ)
def along(scenario: Scenario) -> Long:
    """The surprisals of the observation."""
    values = scenario.projected().surprisals(scenario.observation)
    broken = np.flatnonzero(~np.isfinite(values))
    if not len(broken):
        return Long(values, None)
    return Long(values[: broken[0]], int(broken[0]) + 1)


def page() -> None:
    """Curve, sentence, numbers."""
    answer = along(state.scenario())
    if answer.problem:
        absent(answer.problem)
        return
    found, length, hide = answer.value, len(state.scenario().observation), state.view().hide
    left, right = st.columns([1000, 384], gap="medium")
    with left:
        if hide:
            st.info("Exact values are hidden.")
        elif len(found.surprisals):
            chart(surprisal_curve(found.surprisals), key="likelihood-surprisals")
        notice(sentence(found, length, hide))
        if len(found.surprisals) > MOST_POINTS and not hide:
            st.caption(
                f"Drawn with at most {MOST_POINTS:,} points, as means and maxima of blocks; the numbers use every symbol."
            )
    with right:
        possible = found.impossible is None
        log_p = figures(found.log_p, 6) if possible else "−∞"
        st.metric(f"log p(x), {length:,} symbols, nats", "?" if hide else log_p)
        st.metric("perplexity per symbol", "?" if hide else figures(found.perplexity) if possible else "∞")
        st.caption(f"Terms, estimates and the next symbol are shown for at most {LONGEST} symbols.")
        if not possible:
            st.button(
                "Keep what is possible",
                key="likelihood-possible",
                on_click=keep_first,
                args=(len(found.surprisals),),
            )
    likelihood_folds.batch_of_observations()


def sentence(found: Long, length: int, hide: bool) -> str:
    """What to notice."""
    if found.impossible is not None:
        return f"x has probability 0: symbol {found.impossible:,} of {length:,} cannot follow those before it."
    if hide:
        return f"{length:,} symbols. How many equally likely symbols would surprise as much, each time?"
    average = f"each of the {length:,} symbols surprises on average as much as one of {figures(found.perplexity)} equally likely ones"
    top = largest(found.surprisals.tolist())
    t, many = top[0] + 1, len(top)
    p = probability(-found.surprisals[t - 1], 3)
    if many == length:
        return f"{average}, and none of them more than another."
    if many == 1:
        return f"{average}; the most surprising is symbol {t:,}, whose probability was {p}."
    if many == length - t + 1:
        return f"{average}; the most surprising are all from symbol {t:,} on, each with p = {p}."
    return f"{average}; the most surprising are symbol {t:,} and {count(many - 1)} more, each with p = {p}."
