"""Which way will the next symbol move the belief in the followed event: up, down, or not at all? Asked before its column shows.

Asking, stepping and counting need no server (`assets/moves.js`); the step and the score come back to the session.
"""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from lift_core.plots.drawing import visible
from lift_core.plots.numerals import percent, written
from lift_core.plots.palette import palette
from lift_core.plots.triangle_cells import Words, telling
from lift_core.projected.marginals import Triangle
from ui import modes, state
from ui.guess import STYLES, reported
from ui.scripts import scripted, whole

KEY = "drift-moves"
SCORE = "moves-score"  # of the session: (right, asked)
MOST = 100_000  # questions that a browser may say were answered

_component = scripted("moves", ("dom", "moves"), STYLES)


def moves(triangle: Triangle, words: Words) -> None:
    """The control, where a symbol follows another. The row that is asked about is the chosen one, else the one that Notice tells of."""
    if len(triangle.observation) < 2:
        return
    view = state.view()
    right, asked = st.session_state.get(SCORE, (0, 0))
    data = {
        "about": written(triangle.observation),
        "questions": questions(triangle, words, _row(view.chosen)),
        "step": view.step,
        "right": right,
        "asked": asked,
        "hide": view.hide,
        "mode": modes.current(),
        "on": view.get("moves") == "1",
        "seen": whole(reported(KEY, "moves").get("n")),
    }
    _component(key=KEY, data=data, on_moves_change=lambda: heard(reported(KEY, "moves")))


def questions(triangle: Triangle, words: Words, row: int | None = None) -> list[dict[str, Any]]:
    """For t = 1…T−1 what x_{t+1} does to one row: P(event of segment s | x_1…x_t) `before` and `after`. s is `row` once it is there."""
    x, out = triangle.observation, []
    colours = palette(state.scenario().projection.observable)
    for t in range(1, len(x)):
        s = row if row is not None and row <= t else telling(triangle, t + 1)[0]
        seen = words.after(t)
        before, after = float(triangle.at(s, t)), float(triangle.at(s, t + 1))
        out.append(
            {
                "seen": seen[:1].upper() + seen[1:],
                "symbol": visible(x[t]),
                "colour": colours.colour(x[t]),
                "what": words.cell(s),
                "before": before,
                "after": after,
                "told": [percent(before), percent(after)],
            }
        )
    return out


def _row(chosen: tuple[str, ...] | None) -> int | None:
    return int(chosen[0]) if chosen and chosen[0].isdecimal() and int(chosen[0]) > 0 else None


def heard(report: Mapping[str, Any]) -> None:
    """What the person did: begun or stopped (the address says so), stepped, answered."""
    step, right, asked = report.get("step"), whole(report.get("right")), whole(report.get("asked"))
    state.set_view(moves=report.get("on") is True)
    state.stepped(step if isinstance(step, int) and step >= 0 else None)
    if 0 <= right <= asked <= MOST:
        st.session_state[SCORE] = (right, asked)
