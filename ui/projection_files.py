"""The machine and the model as files: to be saved, or read as they are."""

import json

import streamlit as st

from lift_core.plots.diagram import Marks
from lift_core.projection.files import dump_projection
from lift_core.projection.rules import format_rules
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.scenario import Scenario
from ui import projection_diagram
from ui.projection_weights import plain_model


def files(scenario: Scenario) -> None:
    """Projection, rules, model and diagram, each with a button that saves it."""
    machine = scenario.projection
    model = json.dumps(plain_model(scenario), ensure_ascii=False, indent=1)
    with st.container(horizontal=True):
        if isinstance(machine, Transducer):
            document = json.dumps(dump_projection(machine), ensure_ascii=False, indent=1)
            st.download_button("Projection (JSON)", document, "projection.json", "application/json", on_click="ignore")
            st.download_button(
                "Rules (text)", lambda: format_rules(machine), "projection.txt", "text/plain", on_click="ignore"
            )
        st.download_button("Model (JSON)", model, "model.json", "application/json", on_click="ignore")
        whole = projection_diagram.drawn(scenario)
        picture = whole.found and projection_diagram.diagram(scenario, whole.found, Marks(), dark=False, upright=False)
        if picture and picture.found:
            st.download_button("Diagram (DOT)", picture.found.dot, "diagram.dot", "text/plain", on_click="ignore")
    first, second = st.columns(2, gap="medium")
    if isinstance(machine, Transducer):
        first.code(
            json.dumps(dump_projection(machine), ensure_ascii=False), language="json", wrap_lines=True, height=220
        )
    second.code(model, language="json", wrap_lines=True, height=220)
