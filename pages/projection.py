"""The machine between two tapes: what is read above, what is written below; its arcs to be edited, and what they amount to."""

import streamlit as st

from lift_core import gallery
from lift_core.errors import LiftError
from lift_core.plots import tapes_drawing
from lift_core.plots.diagram import MANY, Machine, Marks
from lift_core.plots.drawing import visible
from lift_core.plots.numerals import written
from lift_core.projection.files import state_names
from lift_core.projection.transducer import Transducer
from lift_core.scenarios.link import LONGEST_VALUE
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import EMPTY, read_string
from ui import (
    compute,
    projection_diagram,
    projection_editors,
    projection_files,
    projection_findings,
    projection_names,
    projection_weights,
    state,
)
from ui import projection_drafts as drafts
from ui.figure import figure, figure_state
from ui.notice import notice, plain, problem, refused
from ui.projection_fresh import afresh, discard
from ui.projection_tape import MOST_TOKENS, Reading, opening, read
from ui.projection_words import seen

TAPES = "tapes"
TABLE, RULES = "Table", "Rules"
MOST_KEYS = 24  # tokens that have a key of their own
HINT = "Point at an arc to read it; click or tap it, and the tape takes it."


def page() -> None:
    scenario = state.scenario()
    projection_diagram.style()
    reading = _reading(scenario)
    left, right = st.columns([860, 516], gap="medium")
    with left:
        _picture(scenario, reading)
        notice(seen(scenario.projection, reading))
        _keys(scenario, reading)
    with right:
        _preset(scenario)
        _arcs(scenario)
        _findings(scenario)
    _more(scenario)


# The picture ----------------------------------------------------------------------------------------------------------


def _reading(scenario: Scenario) -> Reading:
    """The tape of the view, read as far as the machine allows; without one, the likeliest explanation of what is observed."""
    tokens = state.read_tokens(state.session().view.get("tape"))
    if tokens is None:
        answer = opening(scenario)
        tokens = () if answer.problem else answer.value
    return read(scenario.projection, tokens)


def _picture(scenario: Scenario, reading: Reading) -> None:
    narrow, stale = figure_state(TAPES).narrow, projection_editors.stale()
    projection = scenario.projection
    answer = _drawn(scenario, reading)
    if answer.problem:
        problem(answer.problem)
        return
    of = answer.value
    chosen = _chosen(of)
    picture = projection_diagram.diagram(
        scenario, of, _marks(scenario, of, reading, chosen), dark=st.context.theme.type == "dark", upright=narrow
    )
    _tape(scenario, reading, "latent", narrow, stale)
    if picture.problem:
        problem(picture.problem)
        return
    projection_diagram.show(picture.value, stale)
    with st.container(key="written"):
        _tape(scenario, reading, "written", narrow, False)
    projection_diagram.link(
        of,
        picture.value,
        rows=projection_editors.table_rows(scenario, projection) if isinstance(projection, Transducer) else {},
        bad=projection_editors.bad_row(),
        idle=HINT if chosen is None else projection_diagram.sentence(of, chosen),
        on_pick=lambda place, token: _take(reading, place, token),
    )


def _drawn(scenario: Scenario, reading: Reading) -> compute.Answer[Machine]:
    """The whole machine; of a large one what lies around the present state, unless the whole is asked for."""
    whole = projection_diagram.drawn(scenario)
    if whole.problem or len(whole.value.states) <= MANY or not isinstance(scenario.projection, Transducer):
        return whole
    return whole if state.view().get("whole") else projection_diagram.drawn(scenario, reading.state)


def _tape(scenario: Scenario, reading: Reading, part: str, narrow: bool, stale: bool) -> None:
    """The latent tape or the written one; symbols stand under the tokens that wrote them."""
    drawing = tapes_drawing(
        reading.latent,
        reading.written_by,
        reading.sure or EMPTY,
        symbols=scenario.projection.observable,
        width_limit=358 if narrow else 860,
        part=part,
    )
    figure(
        drawing,
        key=TAPES if part == "latent" else f"{TAPES}-{part}",
        controls=(),
        stale="machine" * stale,
        name=f"tape-{part}",
    )


def _marks(scenario: Scenario, of: Machine, reading: Reading, chosen: int | None) -> Marks:
    index = {(state, token): number for number, (state, token, _, _) in enumerate(of.rows)}
    report = compute.diagnosis(scenario)
    cycle = (report.found.silent_cycle if report.found else None) or ()
    return Marks(
        here=reading.state,
        taken=index.get(reading.last) if reading.last else None,
        chosen=chosen,
        alarm=frozenset(index[where, token] for where, token, _ in cycle if (where, token) in index),
    )


def _chosen(of: Machine) -> int | None:
    """The arc picked out in the view, by its state and its token."""
    wanted = state.read_tokens(state.session().view.get("arc"))
    names = state_names(of.states)
    arcs = [(names[place], token) for place, token, _, _ in of.rows]
    return arcs.index(wanted) if wanted is not None and len(wanted) == 2 and wanted in arcs else None


def _take(reading: Reading, place: object, token: str) -> None:
    """An arc was clicked: the tape takes it if it leaves the present state; else it is only pointed at."""
    if place == reading.state and len(reading.latent) < MOST_TOKENS:
        _write((*reading.latent, token))
        state.set_view(arc=None)
    else:
        _point(place, token)


# Controls -------------------------------------------------------------------------------------------------------------


def _keys(scenario: Scenario, reading: Reading) -> None:
    """One key for each token, those that are not allowed disabled; for a large alphabet a text field."""
    projection = scenario.projection
    allowed, full = projection.tokens(reading.state), len(reading.latent) >= MOST_TOKENS
    tokens = projection.latent if len(projection.latent) <= MOST_KEYS else allowed[:MOST_KEYS]
    with st.container(key="tape", horizontal=True, vertical_alignment="center"):
        for number, token in enumerate(tokens):
            st.button(
                plain(visible(token)),
                key=f"key-{number}",
                disabled=full or token not in allowed,
                on_click=_write,
                args=((*reading.latent, token),),
            )
        st.button(
            "⌫",
            key="key-back",
            help="Take the last token back",
            disabled=not reading.latent,
            on_click=_write,
            args=(reading.latent[:-1],),
        )
        st.button("Clear", key="key-clear", disabled=not reading.latent, on_click=_write, args=((),))
        if len(projection.latent) > MOST_KEYS:
            st.text_input(
                "Tape", key="tape-typed", placeholder="or type tokens", label_visibility="collapsed", on_change=_typed
            )
    whole = projection_diagram.drawn(scenario).found
    if whole is not None and len(whole.states) > MANY and isinstance(projection, Transducer):
        st.toggle("Whole machine", value=bool(state.view().get("whole")), key="whole", on_change=_whole)
    refused("tape")


def _whole() -> None:
    state.set_view(whole=bool(st.session_state.get("whole")))


def _write(tokens: tuple[str, ...]) -> None:
    """Put these on the tape as far as they are allowed, and say so where they are not, or where the tape has no room for them."""
    state.session().errors.pop("tape", None)
    text = state.write_tokens(tokens) if tokens else "[]"
    if len(tokens) > MOST_TOKENS or len(text) > LONGEST_VALUE:
        room = f"{MOST_TOKENS} tokens and {LONGEST_VALUE} characters"
        state.refuse(
            "tape", f"{len(tokens):,} tokens, {len(text):,} characters; the tape has room for {room}. Shorten it."
        )
        return
    state.set_view(tape=text)
    taken = read(state.scenario().projection, tokens).latent
    if len(taken) < len(tokens):
        after = f"after {written(taken)}" if taken else "at the beginning"
        state.refuse("tape", f"{after} the token {tokens[len(taken)]!r} is not allowed; the tape ends there.")


def _typed() -> None:
    try:
        _write(read_string(st.session_state.get("tape-typed") or "", state.scenario().projection.latent, "token"))
    except LiftError as error:
        state.refuse("tape", str(error))


def _preset(scenario: Scenario) -> None:
    names = gallery.cards()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Preset",
            names,
            index=names.index(scenario.name) if scenario.name in names else None,
            key=state.editor_key(f"preset-{scenario.name[:40]}"),
            format_func=lambda name: gallery.scenario(name).title,
            placeholder="your own machine",
            label_visibility="collapsed",
            on_change=_open,
            args=(state.editor_key(f"preset-{scenario.name[:40]}"),),
        )
        st.button("Undo", key="projection-undo", on_click=state.undo, disabled=not state.session().undo)


def _open(key: str) -> None:
    name = st.session_state.get(key)
    if name:
        state.load(gallery.scenario(name))


# Arcs and what they amount to -----------------------------------------------------------------------------------------


def _arcs(scenario: Scenario) -> None:
    machine = scenario.projection
    if not isinstance(machine, Transducer):
        st.caption("This machine makes its states on demand, without end. It can be looked at, not edited.")
        return
    form = RULES  # a phone has no room for a table
    if "form" not in st.session_state:
        st.session_state["form"] = RULES if drafts.waiting(drafts.RULES) else TABLE
    with st.container(horizontal=True, vertical_alignment="center"):
        if not figure_state(TAPES).narrow:
            form = st.segmented_control(
                "Arcs as",
                [TABLE, RULES],
                key="form",
                label_visibility="collapsed",
                required=True,
                on_change=lambda: afresh(drafts.ARCS, drafts.RULES),
            )
        projection_editors.start_state(scenario, machine)
    if form == RULES:
        projection_editors.rules_text(scenario, machine)
    else:
        projection_editors.arcs_table(scenario, machine)
    other = drafts.ARCS if form == RULES else drafts.RULES
    if drafts.waiting(other):
        drafts.said(other)
        discard(other)


def _findings(scenario: Scenario) -> None:
    answer = compute.diagnosis(scenario)
    if answer.problem:
        problem(answer.problem)
        return
    if projection_editors.stale():
        st.caption("Of the last valid machine:")
    projection_findings.show(projection_findings.findings(scenario, answer.value, _point), answer.value)


def _point(place: object, token: str) -> None:
    """Pick out an arc of the diagram."""
    name = state_names(projection_diagram.drawn(state.scenario()).value.states).get(place)
    text = state.write_tokens((name, token)) if name else ""
    if text and len(text) <= 300:
        state.set_view(arc=text, whole=True)


# Collapsed ------------------------------------------------------------------------------------------------------------


def _more(scenario: Scenario) -> None:
    narrow = figure_state(TAPES).narrow
    with st.expander("Weights, and the probabilities in force"):
        first, second = st.columns(2, gap="medium")
        with first:
            st.markdown(
                "**Weights**",
                help="Only their proportions count, among the tokens that are allowed: 81 is no probability.",
            )
            projection_weights.weights(scenario, narrow)
        with second:
            st.markdown(
                "**Probabilities in force**",
                help="P(next token | state, context). A product of them is P(z), the probability that the latent sequence starts with z; "
                "p(x) is the probability that the observed sequence starts with x.",
            )
            projection_weights.probabilities(scenario, narrow)
    machine = scenario.projection
    with st.expander("Title, story and thought labels"):
        projection_names.names(scenario)
        if isinstance(machine, Transducer):
            st.caption(
                "Writing tokens with one label are one thought to the identity sampler. Left empty, all writing tokens share one."
            )
            projection_editors.labels_table(scenario, machine)
    with st.expander("Files"):
        projection_files.files(scenario)


page()
