"""Long work in short steps: after half a second a bar shows how far it is, with a button that stops it.

Each step is an answer that is cached once it is there. Streamlit ends a run at its next step when a button is pressed, so the stop
takes effect at once; what was finished stays, and "Go on" computes the rest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

import streamlit as st

from ui.compute import Answer

PATIENCE = 0.5  # seconds before progress shows


@dataclass(frozen=True)
class Step:
    """One short computation with a name that no other has."""

    name: str
    run: Callable[[], Answer[Any]]


def worked(place: str, steps: Sequence[Step], words: str) -> dict[str, Answer[Any]]:
    """The answers by name. Those of a stopped work are left out, but for what was finished before."""
    wanted = hash(tuple(step.name for step in steps))
    held = st.session_state.setdefault(f"work-{place}", {"stopped": None, "done": {}})
    if held["stopped"] == wanted:
        found = {step.name: held["done"][step.name] for step in steps if step.name in held["done"]}
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Stopped after {len(found)} of {len(steps)} {words}.")
            st.button("Go on", key=f"go-on-{place}", on_click=_go_on, args=(place,))
        return found
    held["stopped"], held["wanted"] = None, wanted
    held["done"] = found = {step.name: held["done"][step.name] for step in steps if step.name in held["done"]}
    slot, bar, begun = st.empty(), None, monotonic()
    for done, step in enumerate(steps):
        if step.name not in found:
            if monotonic() - begun > PATIENCE:
                bar = bar or _shown(place, slot)
                bar.progress(done / len(steps), text=f"{done} of {len(steps)} {words}")
            found[step.name] = step.run()
    slot.empty()
    return found


def _shown(place: str, slot: Any) -> Any:
    with slot.container(horizontal=True, vertical_alignment="center"):
        bar = st.empty()
        st.button("Stop", key=f"stop-{place}", on_click=_stop, args=(place,))
    return bar


def _stop(place: str) -> None:
    held = st.session_state[f"work-{place}"]
    held["stopped"] = held.get("wanted")


def _go_on(place: str) -> None:
    st.session_state[f"work-{place}"]["stopped"] = None
