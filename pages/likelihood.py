"""Likelihood: the terms P(z) stacked to the exact p(x), and estimates of it from draws, on one axis; the next symbol; folded, the rest."""

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

from lift_core.projected.tree import LiftingTree
from ui import compute, guess, likelihood_folds, likelihood_long, likelihood_symbolic, state
from ui.figure import figure_state
from ui.lifting_absent import absent
from ui.likelihood_drawn import drawing, exact_value, next_symbols, terms
from ui.likelihood_samplers import BATCH, LOOKAHEAD, MOST, NAMES, WORDS, Option, Sampled, options, sampled, split
from ui.likelihood_words import STARTS, impossible, own_account, sentence
from ui.notice import notice, plain, problem
from ui.observation import keep_first
from ui.scenario_figure import scenario_figure
from ui.seed import seed_field, seed_message
from ui.sentences import code
from ui.tally_card import card

KEY = "likelihood-terms"
CONTROLS = frozenset({"keys", "knobs", "hide", "pin", "zoom", "export"})
DECIMAL, FRACTION, SYMBOLIC = ARITHMETICS = ("decimal", "fraction", "symbolic")
NOTHING_DRAWN = "nothing could be drawn; the exact value stands."


def page() -> None:
    if len(state.scenario().observation) > compute.LONGEST:
        likelihood_long.page()
        return
    answer = terms(state.scenario())
    if answer.problem:
        absent(answer.problem)
        return
    tree = answer.value
    if tree.log_p[-1] == float("-inf"):
        nothing(tree)
        return
    if arithmetic() == SYMBOLIC:
        symbolic(tree)
        return
    offered = options(state.scenario())
    available = () if offered.problem else offered.value
    key, view = chosen(available), state.view()
    found = sampled(state.scenario(), key, drawn())
    left, right = st.columns([1000, 384], gap="medium")
    with left:
        picture(key)
        notice(sentence(found.value, tree.log_p[-1], view.hide) if not found.problem else NOTHING_DRAWN)
        card(key)
        if found.problem:
            problem(found.problem)
        else:
            account(found.value)
    with right:
        exact(tree)
        with st.container(key="likelihood-controls"):
            controls(available, key)
    estimates = None if found.problem else found.value
    likelihood_folds.formula(tree, estimates)
    likelihood_folds.log_scale(tree, estimates)
    likelihood_folds.batch_of_observations()
    likelihood_folds.table(tree)


def symbolic(tree: LiftingTree) -> None:
    """p(x) as a formula in the knobs, its curve where the estimates were."""
    left, right = st.columns([1000, 384], gap="medium")
    with left:
        likelihood_symbolic.panel(bar)
    with right:
        exact(tree)


# The picture ----------------------------------------------------------------------------------------------------------


def picture(key: str) -> None:
    drawn_now = drawing(state.scenario(), key, drawn(), **figure_state(KEY).size(1000, 460))
    if drawn_now.problem:
        problem(drawn_now.problem)
        return
    scenario_figure(drawn_now.value, key=KEY, what="likelihood", step=None, controls=CONTROLS)


def exact(tree: LiftingTree) -> None:
    """p(x) in the chosen arithmetic, and the next symbols."""
    scenario, hide = state.scenario(), state.view().hide
    name, value, note = exact_value(scenario, tree, hide, decimal_first=arithmetic() == DECIMAL)
    st.metric(name, value, help=STARTS)
    st.caption(note)
    arithmetics()
    bars = next_symbols(scenario)
    if bars.problem:
        problem(bars.problem)
    else:
        guess.chips(bars.value, guess.next_law(scenario).value, hide)


def nothing(tree: LiftingTree) -> None:
    """An observation of probability 0: what is impossible first, why there is no posterior, and a way back."""
    bar()
    first = next(t for t, log_p in enumerate(tree.log_p) if log_p == float("-inf"))
    what, why = impossible(tree, first, state.view().hide)
    st.metric(f"p({code(tree.observation, 24)}), exact", "0", help=STARTS)
    notice(what)
    st.info(why)
    st.button(
        f"Back to {code(tree.observation[: first - 1])}",
        key="likelihood-back",
        on_click=keep_first,
        args=(first - 1,),
    )
    likelihood_folds.batch_of_observations()


def bar(marks: Mapping[str, float] = MappingProxyType({})) -> None:
    """Keys and knobs without a picture; `marks` stand out on the sliders."""
    scenario_figure(None, key=KEY, what="likelihood", step=None, controls=CONTROLS - {"hide"}, marks=marks)


# The controls ---------------------------------------------------------------------------------------------------------


def arithmetic() -> str:
    """How p(x) is written; the fraction where the address names none."""
    named = state.view().get("arith", FRACTION)
    return named if named in ARITHMETICS else FRACTION


def arithmetics() -> None:
    st.session_state["likelihood-arithmetic"] = arithmetic()
    st.segmented_control(
        "Arithmetic",
        ARITHMETICS,
        key="likelihood-arithmetic",
        help="symbolic: the knobs of the scenario become symbols, and p(x) a formula in them",
        on_change=choose_arithmetic,
    )


def choose_arithmetic() -> None:
    now = st.session_state["likelihood-arithmetic"] or arithmetic()
    state.set_view(arith=None if now == FRACTION else now)


def chosen(available: tuple[Option, ...]) -> str:
    """The sampler that the address names, or causal where it names none that this projection can have."""
    key = state.view().get("sampler", "causal")
    option, k = split(key)
    if any(o.key == option and o.reason for o in available):
        return "causal"
    return f"{LOOKAHEAD}-{k}" if option == LOOKAHEAD else option


def drawn() -> int:
    return state.view().number("n", 1, MOST, BATCH)


def controls(available: tuple[Option, ...], key: str) -> None:
    now, k = split(key)
    st.markdown("**Estimate it from draws** of a sampler:")
    with st.container(key="likelihood-samplers", horizontal=True, gap="xxsmall", vertical_alignment="bottom"):
        for option in available:
            st.button(
                option.name,
                key=f"sampler-{option.key}",
                type="primary" if option.key == now else "secondary",
                disabled=bool(option.reason),
                help=plain(option.reason or WORDS[option.key]),
                on_click=choose,
                args=(option.key, k),
            )
        if now == LOOKAHEAD:
            st.session_state["likelihood-k"] = k
            st.number_input("symbols ahead", 1, compute.LONGEST, key="likelihood-k", on_change=look_ahead, width=120)
    for option in available:
        if option.reason:
            first, _, _ = option.reason.partition(". ")
            st.caption(f"{NAMES[option.key]} is unavailable: {plain(first)}.")
    n = drawn()
    with st.container(key="likelihood-draws", horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.button(
            "**+100 draws**",
            key="draw-100",
            on_click=draw_more,
            args=(BATCH,),
            disabled=n >= MOST,
            help=f"{n:,} of at most {MOST:,}",
        )
        st.button("+1,000", key="draw-1000", on_click=draw_more, args=(1000,), disabled=n >= MOST)
        seed_field("likelihood-seed", 100)
        st.button(
            "↺",
            key="draw-again",
            help="Start again with 100 draws",
            on_click=draw_more,
            args=(-MOST,),
            disabled=n == BATCH,
        )
    seed_message()


def choose(key: str, k: int) -> None:
    state.set_view(sampler=f"{key}-{max(k, 1)}" if key == LOOKAHEAD else key)


def look_ahead() -> None:
    choose(LOOKAHEAD, int(st.session_state["likelihood-k"] or 1))


def draw_more(more: int) -> None:
    n = min(max((drawn() + more) // BATCH * BATCH, BATCH), MOST)
    state.set_view(n=None if n == BATCH else str(n))


def account(found: Sampled) -> None:
    """What the estimate is worth: the prediction, and beside it what the draws say of themselves. Folded on a phone."""
    told = own_account(found, state.view().hide)
    if figure_state(KEY).narrow:
        with st.expander("How far to trust the estimate"):
            st.markdown(
                "\n".join(f"- {name}: **{plain(value)}**  \n  :gray[{plain(meaning)}]" for name, value, meaning in told)
            )
        return
    with st.container(key="likelihood-account"):
        columns = st.columns(4, gap="medium")
    for column, (name, value, meaning) in zip(columns, told, strict=True):
        with column:
            st.markdown(f"{name} **{plain(value)}**")
            st.caption(plain(meaning))


page()
