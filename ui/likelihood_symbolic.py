"""p(x) with the scenario's knobs as symbols: factored, its derivative, the likeliest value, and the curve (docs/theory.md §3)."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import streamlit as st

from lift_core.errors import LimitExceeded
from lift_core.plots.knob_curve import knob_curve
from lift_core.plots.numerals import figures
from lift_core.scenarios.edits import with_knob
from lift_core.scenarios.knobs import Knob
from lift_core.scenarios.scenario import Scenario
from ui import state
from ui.chart import chart
from ui.compute import Answer, computed
from ui.notice import notice, plain, problem

SYMBOLS, MOST_SYMBOLS = 24, 64  # of an observation, at first and when asked for
ALL_SYMBOLS = 12  # up to which p(x) in all knobs at once is factored
READABLE = 1200  # characters of LaTeX that are still typeset
STEPS = 160  # of the curve
FINEST = 1000  # denominator of the value that the button turns a knob to


@dataclass(frozen=True)
class InOneKnob:
    """p(x) and its derivative in LaTeX, (value, p(x)) along the knob's range, at present and where it is likeliest."""

    probability: str
    derivative: str
    curve: tuple[tuple[float, float], ...]
    present: tuple[float, float]
    likeliest: tuple[float, float] | None


def in_one_knob(scenario: Scenario, name: str, most: int) -> Answer[InOneKnob]:
    """p(x) in one knob, the others at their values; a problem for more than `most` symbols."""
    return _in_one_knob(scenario, name, most, scenario.knobs, _source(scenario))


def in_all_knobs(scenario: Scenario) -> Answer[str]:
    """p(x) in all knobs at once, factored, in LaTeX; a problem for more than ALL_SYMBOLS symbols."""
    return _in_all_knobs(scenario, scenario.knobs, _source(scenario))


def _source(scenario: Scenario) -> str:
    """The weights as they are written in the knobs: the scenario's key holds only their values."""
    return json.dumps(scenario.dump()["model"], sort_keys=True)


def _check(scenario: Scenario, most: int) -> None:
    if (length := len(scenario.observation)) > most:
        raise LimitExceeded(f"x has {length} symbols; p(x) is worked out in symbols for at most {most}.", most)


@computed(max_entries=64)
def _in_one_knob(scenario: Scenario, name: str, most: int, knobs: tuple[Knob, ...], source: str) -> InOneKnob:
    _check(scenario, most)
    from lift_core.scenarios.knob_likelihood import knob_likelihood  # sympy, off the start-up path

    found = knob_likelihood(scenario, name)
    knob = found.knob
    step = (knob.high - knob.low) / STEPS
    values = [knob.low + step * i for i in range(STEPS + 1)]
    if not found.defined_at(knob.low):
        values = values[1:]
    if not found.defined_at(knob.high):
        values = values[:-1]
    best = found.likeliest
    return InOneKnob(
        _latex(found.probability),
        _latex(found.derivative),
        tuple(zip(map(float, values), found.at(values), strict=True)),
        (float(knob.value), found.at([knob.value])[0]),
        None if best is None else (best, found.at([best])[0]),
    )


@computed(max_entries=32)
def _in_all_knobs(scenario: Scenario, knobs: tuple[Knob, ...], source: str) -> str:
    _check(scenario, ALL_SYMBOLS)
    from lift_core.scenarios.knob_likelihood import with_symbols

    return _latex(with_symbols(scenario).probability(scenario.observation, "symbolic"))


def _latex(expression: Any) -> str:
    """A SymPy expression factored, with the knobs' names as words."""
    import sympy

    names = {symbol: _word(symbol.name) for symbol in expression.free_symbols}
    return sympy.latex(sympy.factor(expression), symbol_names=names)


def _word(name: str) -> str:
    escaped = name.replace("_", r"\_")
    return rf"\mathit{{{escaped}}}"


# The panel ------------------------------------------------------------------------------------------------------------


def chosen() -> Knob | None:
    """The knob that the address names, or the last of the scenario; None where it has none."""
    knobs = {knob.name: knob for knob in state.scenario().knobs}
    return knobs.get(state.view().get("knob", ""), next(reversed(knobs.values()), None))


def panel(bar: Callable[[Mapping[str, float]], None]) -> None:
    """Curve, sentence, the choice of a knob, the bar of keys with the likeliest value marked, and the formulas; a calm sentence
    where nothing can be worked out."""
    found = _curve()
    bar({knob.name: of.likeliest[0] for knob, of in [found] if of.likeliest} if found else {})
    if found is not None:
        _formulas(*found)


def _curve() -> tuple[Knob, InOneKnob] | None:
    knob = chosen()
    if knob is None:
        notice(
            "the weights here are plain numbers. Open a card whose weights are written in knobs "
            "(the switching coin, say) to see p(x) as a formula in them."
        )
        return None
    if state.view().hide:
        notice("exact values are hidden. Which value of the knob would make x likeliest? Guess before you show them.")
        return None
    most = state.view().number("symbols", SYMBOLS, MOST_SYMBOLS, SYMBOLS)
    answer = in_one_knob(state.scenario(), knob.name, most)
    if answer.problem:
        _refused(answer.problem.message, answer.problem.kind == LimitExceeded.__name__, most)
        return None
    found = answer.value
    chart(knob_curve(knob.name, found.curve, found.present, found.likeliest), key="likelihood-knob-curve")
    notice(sentence(knob, found))
    _knobs(knob, found)
    return knob, found


def sentence(knob: Knob, found: InOneKnob) -> str:
    """Where p(x) is largest, and by how much more than now.

    >>> coin = Knob("swap", Fraction(1, 10))
    >>> sentence(coin, InOneKnob("", "", (), (0.1, 0.2), (0.25, 0.3)))
    'likeliest swap = 0.25: there p(x) = 0.3, which is 1.5 times what it is now, at swap = 0.1.'
    """
    if found.likeliest is None:
        return f"p(x) does not depend on {plain(knob.name)}: x says nothing about it."
    value, p = found.likeliest
    now, p_now = found.present
    text = f"likeliest {plain(knob.name)} = {figures(value)}: there p(x) = {figures(p)}"
    if abs(value - now) < 1 / FINEST:
        return f"{text}, and that is where the knob stands."
    return f"{text}, which is {figures(p / p_now, 3)} times what it is now, at {plain(knob.name)} = {figures(now)}."


def _refused(message: str, too_long: bool, most: int) -> None:
    if not too_long:
        problem(message)
        return
    st.info(plain(message))
    if most < MOST_SYMBOLS and len(state.scenario().observation) <= MOST_SYMBOLS:
        st.button(
            f"Allow {MOST_SYMBOLS} symbols (takes seconds)",
            key="likelihood-symbols",
            on_click=lambda: state.set_view(symbols=str(MOST_SYMBOLS)),
        )


def _knobs(knob: Knob, found: InOneKnob) -> None:
    knobs = state.scenario().knobs
    with st.container(key="likelihood-knobs", horizontal=True, gap="small", vertical_alignment="bottom"):
        for each in knobs if len(knobs) > 1 else ():
            st.button(
                each.name,
                key=f"likelihood-in-{each.name}",
                type="primary" if each.name == knob.name else "secondary",
                help=plain(f"p(x) in {each.name}: {each.label or 'a knob of this scenario'}"),
                on_click=lambda name=each.name: state.set_view(knob=name),
            )
        if found.likeliest is not None:
            value = nearest(knob, found.likeliest[0])
            st.button(
                f"Turn {knob.name} to {figures(float(value))}",
                key="likelihood-turn",
                disabled=value == knob.value,
                on_click=_turn,
                args=(knob.name, value),
            )


def _turn(name: str, value: Fraction) -> None:
    state.edit(lambda s: with_knob(s, name, value), place="knobs")


def nearest(knob: Knob, value: float) -> Fraction:
    """The thousandth next to a value, in the knob's range.

    >>> nearest(Knob("swap", Fraction(1, 10), high=Fraction(9, 10)), 0.25822), nearest(Knob("a", Fraction(1, 2)), 1.0)
    (Fraction(129, 500), Fraction(1, 1))
    """
    return min(max(Fraction(round(value * FINEST), FINEST), knob.low), knob.high)


def _formulas(knob: Knob, found: InOneKnob) -> None:
    others = ", ".join(f"{k.name} = {k.value}" for k in state.scenario().knobs if k.name != knob.name)
    st.caption(plain(f"p(x) in {knob.name}" + (f", at {others}:" if others else ":")))
    _typeset("p(x) = ", found.probability)
    st.caption(plain(f"its derivative; the likeliest {knob.name} is a root of it or an end of the range:"))
    _typeset(rf"\frac{{d\,p(x)}}{{d\,{_word(knob.name)}}} = ", found.derivative)
    if others:
        everything = in_all_knobs(state.scenario())
        if everything.problem:
            st.caption(f"In all knobs at once p(x) is written out for at most {ALL_SYMBOLS} symbols.")
            return
        st.caption("p(x) in all knobs at once:")
        _typeset("p(x) = ", everything.value)


def _typeset(left: str, right: str) -> None:
    if len(right) <= READABLE:
        st.latex(left + right)
    else:
        st.caption(f"Too long to be typeset ({len(right):,} characters of LaTeX):")
        st.code(left + right, language="latex", height=120)
