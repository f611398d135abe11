"""Samplers: forty estimates of size n as forty dots per sampler, with what theory predicts; on a phone my own estimate as one big dot."""

from dataclasses import replace

import streamlit as st

from lift_core.plots.dots import mine_drawing
from lift_core.plots.dots_rows import dots_drawing
from lift_core.scenarios.edits import with_seed
from ui import compute, samplers_folds, samplers_view, state
from ui.compute import Problem
from ui.figure import FigureState, figure_state
from ui.lifting_absent import absent
from ui.likelihood_words import STARTS, impossible
from ui.notice import notice, plain, problem
from ui.observation import keep_first
from ui.samplers_progress import worked
from ui.samplers_rows import gathered, mine_row, rows, run_steps
from ui.samplers_runs import FORTY, SMC, WITHOUT, Kind, kinds, steady, truth
from ui.samplers_view import Looked
from ui.samplers_words import facts, meaning, mine, not_available, sentence
from ui.scenario_figure import scenario_figure
from ui.sentences import code
from ui.tally_card import card

KEY, LIKELIHOOD = "samplers-dots", "pages/likelihood.py"
WIDE = 1408  # of the picture, until the browser has said how much room there is
CONTROLS = frozenset({"keys", "knobs", "hide", "export"})


def page() -> None:
    if st.session_state.pop("samplers-go", False):
        st.switch_page(LIKELIHOOD)
    scenario = steady(state.scenario())
    log_p = truth(scenario)
    if log_p.problem:
        refused(log_p.problem)
        return
    if log_p.value == float("-inf"):
        nothing()
        return
    offered = kinds(scenario, samplers_view.ahead(), samplers_view.particles())
    if offered.problem:
        problem(offered.problem)
        return
    seen = samplers_view.looked(offered.value)
    if figure_state(KEY).narrow:
        phone(offered.value, seen, log_p.value)
    else:
        desktop(offered.value, seen, log_p.value)


# Forty dots -----------------------------------------------------------------------------------------------------------


def desktop(offered: tuple[Kind, ...], seen: Looked, log_p: float) -> None:
    scenario = steady(state.scenario())
    above, work = st.container(), st.container()
    with work:
        found = rows(scenario, offered, seen)
    height = 108 + min(60, 400 / max(len(found), 4)) * len(found)
    width = figure_state(KEY, WIDE).size(WIDE)["width"]
    with above:
        drawing = dots_drawing(found, scenario.observation, log_p, width=width, height=height)
        show(drawing, "samplers")
        notice(sentence(found, state.view().hide))
        card()
    controls(offered, seen)
    samplers_folds.lookahead(scenario, seen)
    samplers_folds.against_n(scenario, offered, seen)
    samplers_folds.against_length(scenario, offered, seen)
    samplers_folds.particles(scenario, offered, seen)
    samplers_folds.table(drawing, found)


def show(drawing, what: str) -> None:
    scenario_figure(
        drawing,
        key=KEY,
        what=what,
        step=None,
        chosen=None,
        controls=CONTROLS if drawing else CONTROLS - {"hide"},
        room=WIDE,
        on_view=looked_at,
    )


def looked_at(seen: FigureState) -> None:
    """Hidden numbers, as on every page; and a click on a dot, which opens that very run on Likelihood."""
    view = state.view()
    state.figure_view(replace(seen, step=view.step, chosen=view.chosen))
    if seen.chosen and len(seen.chosen) == 2:
        open_run(*seen.chosen)


def open_run(key: str, seed: str) -> None:
    """The view and the seed of one run; the page then changes to Likelihood. The forty stay where they are."""
    if not seed.isdecimal() or not state.edit(lambda s: with_seed(s, int(seed)), place="seed"):
        return
    view, first = state.view(), st.session_state.get("samplers-first", 0)
    state.set_view(
        sampler=key,
        n=str(view.number("n", 1, samplers_view.MOST, samplers_view.START)),
        first=view.get("first") or str(first),
    )
    st.session_state["samplers-go"] = True


def controls(offered: tuple[Kind, ...], seen: Looked) -> None:
    st.session_state["samplers-first"] = seen.first
    missing = [(kind.name, kind.reason) for kind in offered if kind.reason and kind.key not in (SMC, WITHOUT)]
    names = {kind.key: kind.name for kind in offered}
    with st.container(key="samplers-controls", horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.session_state["samplers-chosen"] = [key for key in seen.keys if key in names]
        st.pills(
            "samplers",
            list(names),
            selection_mode="multi",
            key="samplers-chosen",
            format_func=lambda key: str(names.get(key, key)),
            on_change=choose,
            width="content",
            help="  \n".join(f"**{plain(names[key])}**: {plain(said)}." for key in names if (said := meaning(key))),
        )
        st.session_state["samplers-n"] = seen.n
        st.select_slider(
            "draws of each dot, n",
            samplers_view.draws_on_offer(seen.n),
            key="samplers-n",
            format_func=lambda n: f"{n:,}",
            on_change=draw,
            width=300,
        )
        st.button(
            "**Forty new**",
            key="samplers-new",
            type="primary",
            on_click=samplers_view.forty_new,
            args=(seen,),
            help=f"Seeds {seen.first:,} to {seen.first + FORTY - 1:,} now; the next forty then.",
        )
        if not samplers_view.raised():
            st.button(
                f"up to {samplers_view.MOST:,} draws",
                key="samplers-raise",
                type="tertiary",
                on_click=samplers_view.raise_limit,
                help="Each sampler then makes 400,000 draws: some seconds, which can be stopped.",
            )
    if missing:
        st.caption(not_available(missing))


def choose() -> None:
    picked = st.session_state["samplers-chosen"]
    state.set_view(samplers=",".join(picked) or None)


def draw() -> None:
    state.set_view(n=str(st.session_state["samplers-n"]))


# My estimate ----------------------------------------------------------------------------------------------------------


def phone(offered: tuple[Kind, ...], seen: Looked, log_p: float) -> None:
    scenario, hide = steady(state.scenario()), state.view().hide
    possible = [kind for kind in offered if not kind.reason and kind.key not in (SMC, WITHOUT)]
    asked = state.view().get("sampler", "identity")
    kind = next((k for k in possible if k.key == asked), next(k for k in possible if k.key != "uniform"))
    seeds = samplers_view.my_seeds()
    steps = run_steps(scenario, kind.key, seen.how, seen.n, seeds.start, len(seeds))
    drawn, fault = gathered(steps, worked("mine", steps, "estimates"))
    if fault or not drawn:
        problem(fault or Problem("Nothing was drawn."))
        return
    row = mine_row(scenario, kind, drawn)
    show(mine_drawing(kind.name, kind.key, drawn, row.spread, log_p), "my estimate")
    notice(mine(kind.name, drawn[-1], row, len(drawn) - 1, hide))
    card(kind.key)
    st.button(
        "**Draw again**", key="samplers-again", type="primary", on_click=samplers_view.draw_again, width="stretch"
    )
    names = {k.key: k.name for k in possible}
    st.session_state["samplers-mine"] = kind.key
    st.pills(
        "sampler", list(names), key="samplers-mine", format_func=lambda key: names[key], on_change=pick, required=True
    )
    st.session_state["samplers-n"] = seen.n
    st.select_slider(
        "draws, n",
        samplers_view.draws_on_offer(seen.n),
        key="samplers-n",
        format_func=lambda n: f"{n:,}",
        on_change=draw,
    )
    with st.expander("What is known of this sampler"):
        st.markdown(
            "\n".join(
                f"- {name}: **{'?' if hide and name != 'place' else plain(value)}**" for name, value in facts(row)
            )
        )
        st.caption(plain(row.note))
    samplers_folds.lookahead(scenario, seen)
    samplers_folds.against_length(scenario, offered, seen)


def pick() -> None:
    state.set_view(sampler=str(st.session_state["samplers-mine"]))


# Nothing to draw ------------------------------------------------------------------------------------------------------


def refused(found: Problem) -> None:
    absent(found)
    if found.kind == "NotClosed":
        st.caption("Without a lifting there is nothing to draw from: samplers draw one of its strings.")


def nothing() -> None:
    """An observation of probability 0: what is impossible first, and a way back."""
    scenario = state.scenario()
    answer = compute.tree(scenario)
    if answer.problem:
        problem(answer.problem)
        return
    tree = answer.value
    show(None, "samplers")
    first = next(t for t, log_p in enumerate(tree.log_p) if log_p == float("-inf"))
    what, why = impossible(tree, first, state.view().hide)
    st.metric(f"p({code(tree.observation, 24)}), exact", "0", help=STARTS)
    notice(what)
    st.info(why)
    st.button(
        f"Back to {code(tree.observation[: first - 1])}", key="samplers-back", on_click=keep_first, args=(first - 1,)
    )


page()
