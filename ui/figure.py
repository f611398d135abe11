"""One figure of a page: a drawing with everything that is done to it inside the browser, and the controls that ask for a new one.

Hover, steps, play, layouts and freezing need no server; a changed observation or knob comes back as an `edit`, and where the
person is looking (step, chosen string, hidden numbers) as a `view`, a moment after the last change. Both carry a running
number, which goes back with the next data: the browser then knows an echo from news (see `assets/figure.js`).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

import streamlit as st

from lift_core.plots.drawing import Drawing
from lift_core.plots.palette import palette
from ui import modes
from ui.scripts import scripted, whole

SCRIPTS = (
    "history",
    "dom",
    "pin",
    "picture",
    "zoom",
    "panel",
    "bar",
    "walk",
    "cells",
    "export",
    "tools",
    "predict",
    "figure",
)  # each uses only those before it

PLAIN = frozenset({"zoom", "export"})
BAR = frozenset({"keys", "scrubber", "play", "knobs", "hide", "arrows"})
TREE = PLAIN | BAR | {"details", "layout", "scale", "predict", "pin"}

_PARTS = (100, 20, 10, 4, 2, 1, 200, 1000)  # of one, that make the steps of a slider
_LARGEST = 2**40  # numerator and denominator of a knob that the browser may send


class Knob(Protocol):
    """A named rational parameter with its range."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> Fraction: ...
    @property
    def low(self) -> Fraction: ...
    @property
    def high(self) -> Fraction: ...
    @property
    def label(self) -> str: ...


@dataclass(frozen=True)
class FigureState:
    """What the person did last. `observation` and `knobs` are None and empty until the first edit; `base` is the length of
    the observation from which the edits began that had no answer yet, `kept` how many of its symbols none of them took back, and
    `since` the number of the last edit that had an answer; `settled` is False while
    a knob is being dragged; `step` is None at the last step; `predict` is the number of the deal that is guessed from, 0 if
    none; `narrow` says that a phone's width is all there is, `room` how many pixels the picture has where it has more."""

    observation: tuple[str, ...] | None = None
    base: int = 0
    kept: int = 0
    since: int = 0
    knobs: Mapping[str, Fraction] = field(default_factory=dict)
    settled: bool = True
    step: int | None = None
    chosen: tuple[str, ...] | None = None
    hide: bool = False
    predict: int = 0
    narrow: bool = False
    room: int = 1000

    def size(self, width: float = 1000, height: float = 600, phone: float = 470) -> dict[str, float]:
        """The width and height to draw at so that letters have their natural size: as wide as there is room, at most `width`."""
        if self.narrow:
            return {"width": 372, "height": phone}
        wide = min(width, max(560, round(self.room / 20) * 20))
        return {"width": wide, "height": min(height, round(0.85 * wide))}


_component = scripted("figure", SCRIPTS, ("figure", "pin", "predict"))


def figure(
    drawing: Drawing | None,
    *,
    key: str,
    knobs: Iterable[Knob] = (),
    symbols: Sequence[str] = (),
    observation: Sequence[str] = (),
    step: int | None = None,
    chosen: Sequence[str] | None = None,
    hide: bool = False,
    predict: int = 0,
    deals: Mapping[str, Any] = MappingProxyType({}),
    controls: Collection[str] = TREE,
    mode: str | None = None,
    stale: str = "",
    autoplay: bool = False,
    name: str = "figure",
    height: int | None = None,
    room: int = FigureState.room,
    marks: Mapping[str, float] = MappingProxyType({}),
    facts: Sequence[tuple[str, str]] = (),
    on_edit: Callable[[FigureState], None] | None = None,
    on_view: Callable[[FigureState], None] | None = None,
) -> FigureState:
    """Show a drawing (or None: the bar alone) and say what the person did with it.

    `stale` names what was refused, where the picture shows the last valid one.
    `facts`, names and exact values, stand at the end of the panel whatever is chosen; `marks` are values of knobs, by name, that
    stand out on their sliders.
    `room` is what the drawing was made for before the browser said how much there is, the same as in `figure_state`.
    `deals` holds for each step what is dealt to guess from under the number `predict` (`assets/predict.js`).
    `on_edit` and `on_view` are called with the new state before the page runs again. `step`, `chosen`, `hide` and `predict` move the
    picture at first and whenever they change to something that the browser did not itself report. `mode` is the page's own
    ("page", "lecture", "embed") unless another is given.
    """
    raw = _raw(key)
    data = {
        "svg": drawing.svg if drawing else "",
        "details": list(drawing.details) if drawing else [],
        "frames": drawing.frames if drawing else len(observation) + 1,
        "alt": drawing.alt if drawing else "",
        "symbols": list(symbols),
        "colours": {symbol: palette(symbols).colour(symbol) for symbol in symbols},
        "observation": list(observation),
        "knobs": [_sent(knob) | {"mark": _share(knob, marks.get(knob.name))} for knob in knobs],
        "step": step,
        "chosen": list(chosen) if chosen is not None else None,
        "hide": hide,
        "facts": [list(fact) for fact in facts],
        "predict": predict,
        "deals": dict(deals),
        "controls": sorted(controls),
        "mode": mode or modes.current(),
        "stale": stale,
        "autoplay": autoplay,
        "name": name,
        "height": height,
        "narrow": figure_state(key).narrow,
        "room": figure_state(key, room).room,
        "seen": _count(raw.get("edit")),
        "viewed": _count(raw.get("view")),
    }

    def called(callback: Callable[[FigureState], None] | None) -> Callable[[], None]:
        return lambda: callback(figure_state(key)) if callback else None

    _component(key=key, data=data, on_edit_change=called(on_edit), on_view_change=called(on_view))
    return figure_state(key)


def figure_state(key: str, room: int = FigureState.room) -> FigureState:
    """What the person did last with the figure of that key; also before it is drawn in this run. `room`: the first guess of it."""
    raw = _raw(key)
    edit, view = _mapping(raw.get("edit")), _mapping(raw.get("view"))
    return FigureState(
        observation=_strings(edit.get("observation")),
        base=whole(edit.get("base")),
        kept=whole(edit.get("kept")),
        since=whole(edit.get("since")),
        knobs={
            name: value for name, pair in _mapping(edit.get("knobs")).items() if (value := _fraction(pair)) is not None
        },
        settled=edit.get("settled") is not False,
        step=view["step"] if isinstance(view.get("step"), int) else None,
        chosen=_strings(view.get("chosen")),
        hide=view.get("hide") is True,
        predict=predict if isinstance(predict := view.get("predict"), int) else 0,
        narrow=view["narrow"] if isinstance(view.get("narrow"), bool) else _phone(),
        room=view["room"] if isinstance(view.get("room"), int) else room,
    )


def _phone() -> bool:
    """A first guess at the width, from what the browser says it is; it corrects us as soon as it has measured."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def _raw(key: str) -> Mapping[str, Any]:
    return _mapping(st.session_state.get(key))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(value: object) -> int:
    return whole(_mapping(value).get("n"))


def _strings(value: object) -> tuple[str, ...] | None:
    return tuple(value) if isinstance(value, list) and all(isinstance(token, str) for token in value) else None


def _fraction(pair: object) -> Fraction | None:
    """A fraction from ["9", "10"]; None for anything else, since what a browser sends may be anything."""
    if not isinstance(pair, list) or len(pair) != 2:
        return None
    try:
        numerator, denominator = (int(part) for part in pair)
    except (TypeError, ValueError):
        return None
    return Fraction(numerator, denominator) if abs(numerator) < _LARGEST and 0 < denominator < _LARGEST else None


def _sent(knob: Knob) -> dict[str, Any]:
    """A knob with the positions of its slider: hundredths, or twentieths and so on, where these meet both its ends and if
    possible its value; else equal parts of its range."""
    span, risen = knob.high - knob.low, knob.value - knob.low
    steps = [Fraction(1, parts) for parts in _PARTS if (span * parts).denominator == 1 and 20 <= span * parts <= 500]
    meeting = [step for step in steps if (risen / step).denominator == 1]
    step = next(iter(meeting or steps), span / 100)
    return {
        "name": knob.name,
        "label": knob.label,
        "value": _pair(knob.value),
        "low": _pair(knob.low),
        "step": _pair(step),
        "count": int(span / step),
    }


def _share(knob: Knob, value: float | None) -> float | None:
    """Where in the range of a knob a value stands, from 0 to 1; None for none."""
    if value is None:
        return None
    return min(max((value - float(knob.low)) / float(knob.high - knob.low), 0.0), 1.0)


def _pair(value: Fraction) -> list[int]:
    return [value.numerator, value.denominator]
