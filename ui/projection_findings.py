"""The diagnosis in three colours, each finding with one button: red, cannot be used; amber, usable with a consequence; grey,
something is unavailable.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lift_core import gallery
from lift_core.lifting.diagnosis import Report
from lift_core.projection.bounded import bounded
from lift_core.projection.files import dump_projection, state_names
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.edits import with_observation, with_projection
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import show_string
from ui import state
from ui.glossary import explained
from ui.notice import plain, refused
from ui.projection_drafts import ARCS, LABELS, RULES
from ui.projection_editors import START
from ui.projection_fresh import afresh

PLACE = "findings"
MOST = 4  # shown


@dataclass(frozen=True)
class Finding:
    """One line. `act` is what its button does, None where there is nothing to press."""

    severity: str
    text: str
    button: str = ""
    act: Callable[[], Any] | None = None
    help: str | None = None


def findings(scenario: Scenario, report: Report, choose: Callable[[Any, str], None]) -> list[Finding]:
    """What there is to say, the gravest first. `choose(state, token)` picks out an arc of the diagram."""
    projection = scenario.projection
    found = []
    for message in report.messages:
        button, act, help = "", None, None
        text = f"{message[:1].upper()}{message[1:]}"
        if message.severity == "red":
            button, act = "Bound it", _bound
            help = "Allow at most so many silent tokens in a row that every arc can still be used"
        elif message.severity == "amber" and report.shortest_unreachable and "probability 0" in text:
            shown = show_string(report.shortest_unreachable)
            text = f"Not onto: {shown} has probability 0. No latent string shows it."
            button, act = f"Observe {shown[:12]}", lambda word=report.shortest_unreachable: _observe(word)
        elif message.severity == "amber" and isinstance(projection, Transducer):
            button, act = "Delete", _delete_unused
            help = "Delete the states that are left out and the tokens that are never allowed"
        elif report.tangled and "identity sampler" in text:
            where, token = report.tangled
            names = state_names([where])
            text = f"No identity sampler: in state {names[where]}, {token} shares its label with tokens that do not write each symbol once."
            button, act = "Show the arc", lambda where=where, token=token: choose(where, token)
            help = "The Samplers then start with uniform local and causal"
        found.append(Finding(message.severity, text, button, act, help))
    order = ("red", "amber", "grey")
    return sorted(found, key=lambda finding: order.index(finding.severity) if finding.severity in order else len(order))


def show(found: list[Finding], report: Report) -> None:
    """The findings; where there are none, what is good about the projection."""
    for number, finding in enumerate(found[:MOST]):
        with st.container(key=f"finding-{finding.severity}-{number}", horizontal=True, vertical_alignment="center"):
            explained(plain(finding.text))
            if finding.act:
                st.button(
                    plain(finding.button), key=f"act-{number}-{finding.button}", on_click=finding.act, help=finding.help
                )
    if len(found) > MOST:
        st.caption(f"and {len(found) - MOST} more of less weight")
    refused(PLACE)
    with st.container(key="projection-growth"):
        explained(growth(report))


def growth(report: Report) -> str:
    """Closed and onto? How liftings grow, in one sentence."""
    good = [
        name
        for name, holds in (("closed", report.closed), ("onto", report.onto), ("disentangled", report.disentangled))
        if holds
    ]
    start = f"Continuous, {', '.join(good)}. " if report.continuous and good else ""
    if report.growth is None:
        return start + (
            "Its liftings are infinite." if report.closed is False else "How fast its liftings grow is undecided."
        )
    kinds = {
        "bounded": "stay bounded",
        "polynomial": "grow like a power of the length",
        "exponential": "grow exponentially with the length",
    }
    text = f"{start}Liftings {kinds.get(report.growth, report.growth)}"
    if report.growth_loop:
        first, second = report.growth_loop.loops
        text += f": {plain(show_string(first))} and {plain(show_string(second))} both write {plain(show_string(report.growth_loop.word))}"
    return text + "."


# What the buttons do --------------------------------------------------------------------------------------------------


def _bound() -> None:
    machine = state.scenario().projection
    if isinstance(machine, Transducer):
        state.edit(lambda s: with_projection(s, dump_projection(bounded(machine))), place=PLACE)
    elif machine.name.removeprefix("unbounded-") in gallery.cards():
        state.load(gallery.scenario(machine.name.removeprefix("unbounded-")))
    afresh(ARCS, RULES, LABELS, START)


def _observe(word: tuple[str, ...]) -> None:
    state.edit(lambda s: with_observation(s, word), place=PLACE)
    state.set_view(tape=None, step=None, chosen=None)


def _delete_unused() -> None:
    def change(scenario: Scenario) -> Scenario:
        machine = scenario.projection
        names = state_names(machine.states)
        live = {names[place] for place in machine.live_states}
        document = dump_projection(machine)
        arcs = [arc for arc in document["arcs"] if arc[0] in live and arc[2] in live]
        used, written = {arc[1] for arc in arcs}, {symbol for arc in arcs for symbol in arc[3]}
        document |= {
            "arcs": arcs,
            "latent": [token for token in document["latent"] if token in used],
            "observable": [symbol for symbol in document["observable"] if symbol in written],
        }
        if "labels" in document:
            document["labels"] = {token: label for token, label in document["labels"].items() if token in used}
        return with_projection(scenario, document)

    state.edit(change, place=PLACE)
    afresh(ARCS, RULES, LABELS, START)
