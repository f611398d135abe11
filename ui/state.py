"""The session: one valid scenario, its undo and redo stacks, and the view; edits are pure functions of the scenario.

Everything lives in plain session keys, never in a widget, so that a change of page loses nothing. An edit that fails
leaves the last valid scenario in force and keeps its message under the place where it was made.
"""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from lift_core.errors import LiftError, LimitExceeded
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.link import checked_view
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import Typed
from ui import tally
from ui.compute import LONGEST_READ, too_long
from ui.opening import opened

MOST_UNDO = 50
ADDRESS = "address"  # the place of what is said of a damaged link
OBSERVATION = "observation"  # the place of what is said of a refused observation
LOG = logging.getLogger("ui")


@dataclass
class Session:
    """What one browser tab holds."""

    scenario: Scenario
    view: dict[str, str]
    undo: list[Scenario]
    redo: list[Scenario]
    errors: dict[str, str]
    drafts: dict[str, tuple[str, Any]] = field(default_factory=dict)  # what an editor refused: message and content
    page: str | None = None
    reported: dict[str, Any] = field(default_factory=dict)  # what the page's figure last said of the view
    followed: tuple[int, int] | None = (
        None  # since which edit, and to what length, the page's figure changed the observation
    )
    typed: tuple[str, str] | None = None  # the text box whose text was read last, and that text
    texts: int = 0  # grows whenever the text of the observation must be another than the person typed
    epoch: int = 0  # grows whenever the scenario changes otherwise than by the widgets of the page
    loads: int = 0  # how often another scenario was opened: each time the page is shown from its top
    dragging: bool = False


@dataclass(frozen=True)
class View:
    """What is looked at: the step, the chosen leaf, whether exact values are hidden, and a page's own short texts."""

    values: Mapping[str, str]

    def get(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)

    def number(self, name: str, low: int, high: int, default: int) -> int:
        """A whole number between low and high; the default where the text is none."""
        try:
            value = int(self.values[name])
        except (KeyError, ValueError):
            return default
        return min(max(value, low), high)

    @property
    def step(self) -> int | None:
        step = self.number("step", -1, 100_000, -1)
        return None if step < 0 else step

    @property
    def chosen(self) -> tuple[str, ...] | None:
        return read_tokens(self.values.get("chosen"))

    @property
    def hide(self) -> bool:
        return self.values.get("hide") == "1"


def write_tokens(tokens: tuple[str, ...]) -> str:
    """A latent string as a short text: tokens separated by spaces, or JSON where one holds a space."""
    plain = all(token and not any(c.isspace() for c in token) for token in tokens) and not "".join(
        tokens[:1]
    ).startswith("[")
    return " ".join(tokens) if plain else json.dumps(tokens, ensure_ascii=False)


def read_tokens(text: str | None) -> tuple[str, ...] | None:
    """The reverse of write_tokens; None for None and for what is no string of tokens."""
    if text is None or not text.startswith("["):
        return None if text is None else tuple(text.split())
    try:
        tokens = json.loads(text)
    except (ValueError, RecursionError):
        return tuple(text.split())
    return tuple(tokens) if isinstance(tokens, list) and all(isinstance(token, str) for token in tokens) else None


# The scenario ---------------------------------------------------------------------------------------------------------


def begun() -> bool:
    """Whether this session has a scenario yet."""
    return "session" in st.session_state


def session() -> Session:
    """The session's own record, begun on what the address names. Pages use the functions below."""
    if not begun():
        found, message = opened(st.query_params.to_dict())
        blank, seen = _apart(found)
        st.session_state["session"] = Session(blank, seen, [], [], {ADDRESS: message} if message else {})
    return st.session_state["session"]


def scenario() -> Scenario:
    """The last valid scenario."""
    return session().scenario


def _apart(scenario: Scenario) -> tuple[Scenario, dict[str, str]]:
    view = {key: value for key, value in scenario.view.items() if key != "page"}
    return replace(scenario, view={}), view


def edit(change: Callable[[Scenario], Scenario], *, place: str = "", settled: bool = True) -> bool:
    """Apply a change. False, with a message kept under `place`, if it is refused. No undo entry of its own while a knob is dragged."""
    held = session()
    try:
        after = change(held.scenario)
    except LiftError as error:
        held.errors[place] = str(error)
        return False
    except Exception:
        LOG.exception("an edit failed")
        held.errors[place] = "This could not be read. Nothing was changed."
        return False
    held.errors.pop(place, None)
    held.drafts.pop(place, None)
    held.errors.pop(ADDRESS, None)
    if after != held.scenario:
        if not held.dragging:
            _remember(held)
        if after.observation != held.scenario.observation:
            stepped(None)  # as the figure does: all of the new one is seen
        held.scenario = after
    held.dragging = not settled
    return True


def load(scenario: Scenario, **view: Any) -> None:
    """Open another scenario with its view and what is added to it. Undo brings the present one back."""
    held = session()
    _remember(held)
    held.scenario, seen = _apart(scenario)
    stays = {
        key: held.view[key] for key in tally.KEYS if key in held.view and tally.ROOM not in seen
    }  # the class goes on
    held.view = seen | stays
    set_view(**view)
    held.reported = _shown(held)
    held.loads += 1
    _fresh(held, drafts=False)


def undo() -> None:
    """One edit back."""
    held = session()
    if held.undo:
        held.redo.append(held.scenario)
        _replace(held, held.undo.pop())


def redo() -> None:
    """One edit forward again."""
    held = session()
    if held.redo:
        held.undo.append(held.scenario)
        _replace(held, held.redo.pop())


def show(scenario: Scenario) -> None:
    """The scenario and view of an address that the person went back or forward to: no undo entry."""
    held = session()
    blank, held.view = _apart(scenario)
    held.reported = _shown(held)
    _replace(held, blank)


def _replace(held: Session, scenario: Scenario) -> None:
    """Another scenario in the place of this one. What waits in an editor of the machine stays while the machine is the same."""
    same = (scenario.projection, scenario.model) == (held.scenario.projection, held.scenario.model)
    held.scenario = scenario
    _fresh(held, drafts=same)


def _remember(held: Session) -> None:
    held.undo = [*held.undo, held.scenario][-MOST_UNDO:]
    held.redo = []


def _fresh(held: Session, *, drafts: bool = True) -> None:
    held.errors = {}
    if not drafts:
        held.drafts = {}
    held.dragging = False
    held.epoch += 1


# Messages and editors -------------------------------------------------------------------------------------------------


def error(place: str) -> str | None:
    """The message of the last edit at a place, if it was refused; of an editor's, also after a change of page."""
    held = session()
    return held.errors.get(place) or held.drafts.get(place, ("",))[0] or None


def refuse(place: str, message: str) -> None:
    """Keep a message under a place, as a refused edit does."""
    session().errors[place] = message


def stale() -> str:
    """What was refused and stands unchanged, in a word for the picture, which shows the last valid one; "" if nothing was."""
    places = session().errors.keys() - {ADDRESS}
    return "" if not places else "observation" if places == {OBSERVATION} else "machine"


def enter(page: str) -> None:
    """Note the page; on entry its editors start afresh and messages of the page before are gone."""
    held = session()
    if held.page != page:
        said = held.errors.get(ADDRESS) if held.page is None else None
        held.page = page
        held.followed = None
        held.reported = _shown(held)
        _fresh(held)
        held.errors = {ADDRESS: said} if said else {}


def editor_key(name: str) -> str:
    """A widget key that is new on page entry, undo, redo and load, and the same otherwise."""
    return f"{name}-{session().epoch}"


# The view -------------------------------------------------------------------------------------------------------------


def view() -> View:
    """What is looked at."""
    return View(dict(session().view))


def set_view(**changes: Any) -> None:
    """Change the view; None and False remove a name, True is written 1. Not on the undo stack."""
    held = session()
    texts = {
        key: "1" if value is True else value
        for key, value in changes.items()
        if value is not None and value is not False
    }
    held.view = {key: value for key, value in held.view.items() if key not in changes} | checked_view(texts)


def observed(scenario: Scenario, x: Typed) -> Scenario:
    """Another observation, of a length that is taken."""
    if len(x) > LONGEST_READ:
        raise LimitExceeded(too_long(len(x), LONGEST_READ), LONGEST_READ)
    return with_observation(scenario, x)


def _shown(held: Session) -> dict[str, Any]:
    """What the page's figure reports where it shows the view as it is."""
    seen = View(held.view)
    return {
        "step": seen.step,
        "chosen": seen.get("chosen") or None,
        "hide": seen.hide,
        "predict": seen.get("predict") or None,
    }


def figure_view(seen: Any) -> None:
    """What the figure's bar looked at (`on_view`). Only what the person moved there counts: the rest of the report may be
    older than a change made elsewhere on the page."""
    held = session()
    chosen = None if seen.chosen is None else write_tokens(tuple(seen.chosen))
    report = {"step": seen.step, "chosen": None if chosen and len(chosen) > 300 else chosen, "hide": seen.hide}
    report["predict"] = str(seen.predict) if seen.predict else None
    set_view(**{name: value for name, value in report.items() if value != held.reported.get(name)})
    held.reported = report


def stepped(step: int | None) -> None:
    """Something else moved the step of the page's figure in the browser; the figure's next report is read as news after this."""
    set_view(step=step)
    session().reported["step"] = step
