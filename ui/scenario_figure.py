"""The figure of a page about the scenario: its knobs, its alphabet and its observation, at the step and with the string that the
view names; what the person does with it goes back into the scenario and the view."""

from collections.abc import Callable, Sequence
from typing import Any

from lift_core.plots.drawing import Drawing
from ui import state
from ui.figure import FigureState, figure
from ui.observation import figure_edit


def scenario_figure(
    drawing: Drawing | None,
    *,
    key: str,
    what: str,
    observation: Sequence[str] | None = None,
    on_edit: Callable[[FigureState], None] | None = figure_edit,
    on_view: Callable[[FigureState], None] | None = state.figure_view,
    **more: Any,
) -> FigureState:
    """`what` the drawing shows, of the scenario by its name, is the name of the picture; `observation` is what it shows of the
    observation, if not all. `more` are further arguments of `figure`, and go before what the scenario and the view say."""
    scenario, view = state.scenario(), state.view()
    said = {
        "knobs": scenario.knobs,
        "symbols": scenario.projection.observable,
        "step": view.step,
        "chosen": view.chosen,
        "hide": view.hide,
        "stale": state.stale(),
        "name": f"{what} of {scenario.name}",
    }
    shown = scenario.observation if observation is None else observation
    return figure(drawing, key=key, observation=shown, on_edit=on_edit, on_view=on_view, **{**said, **more})
