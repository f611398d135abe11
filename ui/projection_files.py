"""The machine and the model as files: to be saved, or read as they are; and another model for the machine, from its file."""

import json

import streamlit as st

from lift_core.documents import read_document, read_json
from lift_core.errors import FormatError
from lift_core.model.files import FORMAT
from lift_core.plots.diagram import Marks
from lift_core.projection.files import dump_projection
from lift_core.projection.rules import format_rules
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.edits import with_model
from lift_core.scenarios.scenario import Scenario
from ui import projection_diagram, state
from ui.notice import refused
from ui.projection_weights import plain_model

MODEL = "model-file"


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
    st.file_uploader("Open a model (JSON) for this machine", type=["json"], key=MODEL, on_change=_open_model)
    refused(MODEL)
    first, second = st.columns(2, gap="medium")
    if isinstance(machine, Transducer):
        first.code(
            json.dumps(dump_projection(machine), ensure_ascii=False), language="json", wrap_lines=True, height=220
        )
    second.code(model, language="json", wrap_lines=True, height=220)


def _open_model() -> None:
    """Put the model of the file in the place of the scenario's, if it speaks of the machine's tokens."""
    state.session().errors.pop(MODEL, None)
    upload = st.session_state.get(MODEL)
    if upload is not None:
        state.edit(lambda scenario: _with_file(scenario, upload.name, upload.getvalue()), place=MODEL)


def _with_file(scenario: Scenario, name: str, data: bytes) -> Scenario:
    try:
        model = read_json(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise FormatError(f"{name} is not text. Needed: a model saved as JSON, such as “Model (JSON)” gives.") from None
    if not isinstance(model, dict):
        raise FormatError(f"{name} is no JSON object {{…}}. Needed: a model, such as “Model (JSON)” gives.")
    return with_model(scenario, read_document(model, FORMAT, "model"))
