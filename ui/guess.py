"""A guess of the next symbol before it is shown: ten chips on the symbols, and how far their law is from the exact one.

Placing and comparing need no server (`assets/chips.js`). A revealed guess comes back to the session, where `told` reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lift_core.errors import LiftError
from lift_core.plots import Drawing
from lift_core.plots.drawing import visible
from lift_core.plots.next_symbols import MOST_ROWS
from lift_core.plots.numerals import percent, shorten, written
from lift_core.plots.palette import palette
from lift_core.projected.guess import best_chips, divergence, of_chips, total_variation
from lift_core.scenarios.scenario import Scenario
from ui import modes, state
from ui.compute import computed
from ui.scripts import scripted, whole

KEY = "likelihood-next"
TOLD = "guess-of-next"  # the session's last revealed guess
STYLES = ("figure", "pin", "guess")  # of a guess
CHIPS = 10
ROOM = 14  # ems of the observation that stand in the question


@dataclass(frozen=True)
class Told:
    """A revealed guess of the symbol after an observation: its law, D(exact ‖ guess) in bits (inf where it calls the possible
    impossible), and the total variation, always finite."""

    scenario_key: str
    law: Mapping[str, float]
    bits: float
    variation: float


def told() -> Told | None:
    """The last guess that was revealed, as long as its question stands: another observation or machine makes it void."""
    found = st.session_state.get(TOLD)
    return found if isinstance(found, Told) and found.scenario_key == state.scenario().key else None


_component = scripted("chips", ("dom", "pin", "picture", "chips"), STYLES)


@computed(max_entries=64)
def next_law(scenario: Scenario) -> Mapping[str, float]:
    """(proj#P)(a|x) for every symbol a, in the order of the alphabet."""
    return scenario.projected().next_symbol(scenario.observation)


def chips(drawing: Drawing, law: Mapping[str, float], hide: bool) -> None:
    """The drawing of the next symbol's law, with the control that covers it until ten chips are placed."""
    _component(key=KEY, data=question(drawing, law, hide), on_guess_change=lambda: heard(reported(KEY, "guess")))


def question(drawing: Drawing, law: Mapping[str, float], hide: bool) -> dict[str, Any]:
    """What the browser needs. Of more than eight symbols not each can have a chip: then one kind of chip is shared by all."""
    symbols, colours, alike = tuple(law), palette(tuple(law)), len(law) > MOST_ROWS
    x = state.scenario().observation
    return {
        "svg": drawing.svg,
        "details": list(drawing.details),
        "alt": drawing.alt,
        "name": f"next symbol of {state.scenario().name}",
        "about": shorten(written(x), ROOM, keep="end"),
        "law": [
            {"name": a, "label": visible(a), "colour": colours.colour(a), "p": law[a], "told": percent(law[a])}
            for a in symbols
        ],
        "alike": alike,
        "best": None if alike else divergence(law, of_chips(best_chips(law, CHIPS), symbols)),
        "hide": hide,
        "mode": modes.current(),
        "on": state.view().get("guess") == "1",
        "seen": whole(reported(KEY, "guess").get("n")),
    }


def reported(key: str, name: str) -> Mapping[str, Any]:
    """What the browser last said under a name; nothing where that is no mapping."""
    held = st.session_state.get(key)
    report = held.get(name) if isinstance(held, Mapping) else None
    return report if isinstance(report, Mapping) else {}


def heard(report: Mapping[str, Any]) -> None:
    """What the person did: begun (the address says so), revealed, or stopped."""
    scenario = state.scenario()
    state.set_view(guess=report.get("on") is True)
    law = next_law(scenario)
    if not law.problem and (guess := placed(report, tuple(law.value))) is not None:
        bits, variation = divergence(law.value, guess), float(total_variation(law.value, guess))
        st.session_state[TOLD] = Told(scenario.key, guess, bits, variation)


def placed(report: Mapping[str, Any], symbols: tuple[str, ...]) -> dict[str, float] | None:
    """The law of the ten chips in a report; None where it holds none, since what a browser sends may be anything."""
    counts, alike = report.get("chips"), report.get("alike", 0)
    if not isinstance(counts, list) or len(counts) != len(symbols):
        return None
    if not all(isinstance(count, int) for count in (*counts, alike)) or sum(counts) + alike != CHIPS:
        return None
    try:
        guess = of_chips(dict(zip(symbols, counts, strict=True)), symbols, alike)
    except LiftError:
        return None
    return {symbol: float(share) for symbol, share in guess.items()}
