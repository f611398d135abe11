"""Editors that start anew when they must, and never otherwise.

A table editor shows what it started from with its own edits on top; fed with its own output it would lose every second edit.
So it keeps its key and its start while the scenario changes by its own edits alone, and gets a new key and a new start on page
entry, undo and load (`state.editor_key`) and when anything else changed what it edits.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from lift_core.scenarios.scenario import Scenario
from ui import projection_drafts as drafts
from ui import state
from ui.notice import refused


@dataclass(frozen=True)
class Editor:
    """`text` is what the editor edits, as a text; `base` what it started from; `key` its widget key."""

    revision: int
    text: str
    key: str
    base: Any


def editor(name: str, text: str, make: Callable[[], Any]) -> Editor:
    """The editor of that name for a scenario part that reads `text`; `make` gives what a new one starts from."""
    held = _held().get(name)
    moved = held is not None and held.text != text and not state.error(name)
    revision = (held.revision if held else 0) + moved
    key = state.editor_key(f"{name}-{revision}")
    if held is None or held.key != key:
        base = make()
        held = _held()[name] = Editor(revision, text, key, drafts.content(name) if drafts.fits(name, base) else base)
    return held


def edit(
    name: str, change: Callable[[Scenario], Scenario], text: Callable[[Scenario], str], content: Any = None
) -> bool:
    """An edit made in an editor, which is left as it is whatever becomes of it; what it holds, `content`, is kept if refused."""
    done = state.edit(change, place=name)
    if not done:
        drafts.keep(name, content)
    held = _held().get(name)
    if done and held is not None:
        _held()[name] = replace(held, text=text(state.scenario()))
    return done


def afresh(*names: str) -> None:
    """These editors start anew from what is in force; what was refused in them is forgotten."""
    for name in names:
        state.session().errors.pop(name, None)
        held = _held().get(name)
        if held is not None:
            _held()[name] = replace(held, revision=held.revision + 1, key="")


def message(name: str) -> None:
    """What was refused in an editor, under it, with a button that lets go of it."""
    refused(name)
    discard(name)


def discard(name: str) -> None:
    """The button that lets go of what waits in an editor, if something does."""
    if drafts.waiting(name):
        st.button("Discard", key=f"discard-{name}", help="Back to what is in force", on_click=_discard, args=(name,))


def _discard(name: str) -> None:
    state.session().drafts.pop(name, None)
    afresh(name)


def edits(key: str) -> dict[str, Any]:
    """What the person did in a table editor so far."""
    found = st.session_state.get(key)
    return dict(found) if isinstance(found, dict) else {}


def _held() -> dict[str, Editor]:
    return st.session_state.setdefault("projection-editors", {})
