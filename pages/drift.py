"""Posterior drift: the triangle of what is believed of each segment as symbols arrive; folded, hindsight and the causal floor."""

import streamlit as st

from lift_core.plots.drift_bars import NAMES
from lift_core.plots.triangle import DriftValues, triangle_drawing
from lift_core.plots.triangle_cells import Words
from ui import drift_folds, drift_numbers, drift_random, drift_room, guess_moves, state
from ui.drift_events import Followed, called, followed, offered
from ui.drift_words import sentence, turning
from ui.figure import BAR, figure_state
from ui.lifting_absent import absent
from ui.notice import notice, plain, problem
from ui.observation import keep_first
from ui.scenario_figure import scenario_figure
from ui.sentences import code

KEY, SLOPES = "drift-triangle", "drift-slopes"
CONTROLS = BAR | {"pin", "export", "follow"}
METRICS = tuple(NAMES)
MOST_KEYS = 12
HERE, MODELS = "This observation", "Random models"
TYPED = "drift-typed"  # the event that the person asked for last


TABS = """<style>
[data-testid="stTabs"] [role="tabpanel"] { padding-top: 8px; }
[data-testid="stTabs"] [role="tab"] { height: 36px; }
@media (max-width: 640px) {
  [data-testid="stTabs"] [role="tab"] { height: 32px; }
  [data-testid="stTabs"] [role="tabpanel"] { padding-top: 4px; }
}
</style>"""


def page() -> None:
    st.session_state["drift-tabs"] = MODELS if state.view().get("tab") == "models" else HERE
    here, models = st.tabs([HERE, MODELS], key="drift-tabs", on_change=turned)
    st.html(TABS)
    with here:
        if here.open:
            observation()
    with models:
        if models.open:
            drift_random.tab(metric())


def turned() -> None:
    state.set_view(tab="models" if st.session_state.get("drift-tabs") == MODELS else None)


def observation() -> None:
    scenario = state.scenario()
    if not scenario.observation:
        nothing_yet()
        return
    chosen = followed(scenario, state.view().get("event"))
    columns = drift_numbers.COLUMNS_ON_A_PHONE if figure_state(KEY).narrow else drift_numbers.COLUMNS
    first, last = drift_numbers.window(len(scenario.observation), state.view().step, columns)
    answer = drift_numbers.values(scenario, chosen.text, metric(), first, last)
    if answer.problem:
        refused(answer.problem)
        return
    if figure_state(KEY).narrow:
        picture(answer.value, chosen.words, first, last, 372, "triangle")
        beneath(answer.value, chosen)
        picture(answer.value, chosen.words, first, last, 372, "slopes")
        if drift_room.offered(scenario):
            drift_room.picture(chosen)
        controls(chosen)
    elif drift_room.offered(scenario):
        left, right = st.columns([760, 632], gap="medium")
        with left:
            picture(answer.value, chosen.words, first, last, 760)
        with right:
            drift_room.picture(chosen)
            beneath(answer.value, chosen)
            controls(chosen)
    else:
        picture(answer.value, chosen.words, first, last, 1408)
        beneath(answer.value, chosen)
        controls(chosen)
    drift_folds.hindsight(metric())
    drift_folds.causal_floor()
    drift_folds.table(answer.value, chosen.words)


# The picture ----------------------------------------------------------------------------------------------------------


def beneath(values: DriftValues, chosen: Followed) -> None:
    """The sentence, and the question which way the belief will move."""
    said(values, chosen)
    guess_moves.moves(values.triangle, chosen.words)


def picture(values: DriftValues, words: Words, first: int, last: int, width: int, part: str = "all") -> None:
    """The triangle with its slopes; on a phone these follow it in a figure of their own, after the sentence."""
    symbols = state.scenario().projection.observable
    size = figure_state(KEY).size(width, 520, phone=330)
    if not figure_state(KEY).narrow:
        size["height"] = 520
    scenario_figure(
        triangle_drawing(values, words=words, symbols=symbols, first=first, last=last, part=part, **size),
        key=SLOPES if part == "slopes" else KEY,
        what="posterior drift",
        controls={"follow"} if part == "slopes" else bar_of(symbols),
        on_view=None if part == "slopes" else state.figure_view,
    )


def bar_of(symbols) -> frozenset[str]:
    """Keys for a small alphabet; observations over a large one are typed into the strip."""
    return CONTROLS if len(symbols) <= MOST_KEYS else CONTROLS - {"keys"}


def said(values: DriftValues, chosen: Followed) -> None:
    view, cell = state.view(), turning(values, state.view().step)
    others = drift_numbers.instead(state.scenario(), chosen.text, *cell) if cell and not view.hide else None
    told = () if others is None or others.problem else others.value
    with st.container(key="drift-said"):  # not seen while the game asks
        notice(sentence(values, chosen.told, view.step, view.hide, told))


def bar() -> None:
    """The keys alone, where there is no picture."""
    controls = bar_of(state.scenario().projection.observable) - {"hide", "scrubber", "play", "arrows"}
    scenario_figure(None, key=KEY, what="posterior drift", controls=controls)


def nothing_yet() -> None:
    bar()
    st.info("Nothing has been seen yet, so there is no belief that could drift. Type two or more symbols.")


def refused(found) -> None:
    """An impossible observation with a way back; a refused projection with its reason."""
    if found.kind != "ImpossibleObservation":
        absent(found)
        return
    scenario = state.scenario()
    bar()
    first = drift_numbers.first_impossible(scenario)
    notice(
        f"{code(scenario.observation)} has probability 0, so there is no posterior and nothing that could drift"
        + (
            f": {code(scenario.observation[first - 1 : first])} cannot follow {code(scenario.observation[: first - 1])}."
            if first
            else "."
        )
    )
    if first:
        st.button(
            f"Back to {code(scenario.observation[: first - 1])}",
            key="drift-back",
            on_click=keep_first,
            args=(first - 1,),
        )


# The controls ---------------------------------------------------------------------------------------------------------


def metric() -> str:
    found = state.view().get("metric", "tv")
    return found if found in METRICS else "tv"


def controls(chosen: Followed) -> None:
    scenario = state.scenario()
    left, right = st.columns([3, 2], gap="medium")
    options = list(dict.fromkeys([chosen.text, *offered(scenario)]))
    with left:
        key = state.editor_key("drift-event")
        st.session_state[key] = chosen.text
        st.selectbox(
            f"Follow, at each {chosen.words.unit}",
            sorted(options, key=lambda text: offered(scenario).index(text) if text in offered(scenario) else -1),
            key=key,
            format_func=lambda text: called(scenario, text),
            accept_new_options=True,
            on_change=follow,
            args=(key,),
            help="Or type an event of the segment: state:NAME, label:NAME, segment:TOKENS, contains:TOKEN, thinks.",
        )
        if chosen.refused and st.session_state.get(TYPED) == state.view().get("event"):
            problem(chosen.refused)
        elif chosen.refused:
            st.caption(
                f"Followed is {chosen.told.event}. Another wish cannot be met by this machine: {plain(chosen.refused)}"
            )
    with right:
        st.session_state["drift-metric"] = metric()
        st.segmented_control(
            "Drift measured in",
            METRICS,
            key="drift-metric",
            format_func=lambda name: plain(NAMES[name]),
            on_change=measure,
            help="Total variation: half the summed change of all shares. KL: nats gained. χ²: what the filter would pay as a sampler.",
        )


def follow(key: str) -> None:
    st.session_state[TYPED] = text = str(st.session_state.get(key) or "")[:300]
    state.set_view(event=text or None)


def measure() -> None:
    found = st.session_state.get("drift-metric")
    state.set_view(metric=None if found in (None, "tv") else found)


page()
