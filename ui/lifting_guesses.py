"""Predict, then reveal: what is dealt at the steps around the present one, and a string of one's own among it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st

from lift_core.errors import LiftError
from lift_core.lifting.deal import Deal, deal
from lift_core.lifting.guesses import Judgement, Kind, judge
from lift_core.plots.guesses import ending, reason
from lift_core.plots.numerals import count, plural, written
from lift_core.projection.transducer import Projection
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import String, read_string
from ui import compute, modes, state
from ui.compute import Answer
from ui.notice import notice, problem
from ui.sentences import code
from ui.typed import within

NEAR = 3  # steps to either side of the present one that can be stepped to without the server
MOST_DEALS = 9_999
MOST_OWN = 8  # strings of one's own a step
LONGEST_TEXT = 2_000  # letters of one
EXAMPLES = 6  # tokens named in the empty box
OWN, TEXT, ERROR = "lifting-own", "lifting-own-text", "lifting-own-error"


def number() -> int:
    """The number of the deal that is guessed from; 0 while nothing is."""
    return state.view().number("predict", 0, MOST_DEALS, 0)


def deals(scenario: Scenario) -> dict[str, Any]:
    """For each step near the present one what is dealt there; nothing while nothing is guessed."""
    if not (n := number()):
        return {}
    here, last, own = _step(scenario), len(scenario.observation), _own(scenario)
    steps = range(max(0, here - NEAR), min(last, here + NEAR) + 1)
    return {str(t): sent(scenario, t, n, own.get(t, ())) for t in steps}


def sent(scenario: Scenario, t: int, n: int, own: tuple[String, ...] = ()) -> dict[str, Any]:
    """Deal n of lifting(x_1…x_t), and strings of one's own, with verdicts and reasons, as `assets/predict.js` reads it."""
    answer, shown = _deal(scenario, t, n), ending(scenario.observation[:t])
    if answer.problem:
        return {"shown": shown, "stem": [], "strings": [], "size": "", "problem": answer.problem.message}
    dealt = answer.value
    judged = [judge(scenario.projection, dealt.observation, z) for z in own]
    strings = [_string(found, dealt.stem) for found in dealt.strings]
    strings += [_string(found, dealt.stem) | {"own": True} for found in judged]
    return {"shown": shown, "stem": list(dealt.stem), "strings": strings, "size": size(dealt, judged)}


def below(scenario: Scenario) -> None:
    """What stands under a covered picture: the question, and a box for a string of one's own."""
    x = code(scenario.observation[: _step(scenario)])
    notice(f"the lifting of {x} is covered. Tap the strings you believe to be in it, then reveal; tap none if none is.")
    if modes.current() != modes.PAGE:
        return
    st.text_input(
        "Or type one",
        key=TEXT,
        placeholder="a string of " + " ".join(scenario.projection.latent[:EXAMPLES]),
        help="Tokens run together or with spaces between them; … stands for the beginning that all strings share, ε for the empty string.",
        on_change=_add,
        args=(scenario,),
        width=420,
    )
    if message := st.session_state.get(ERROR):
        problem(message)


def _step(scenario: Scenario) -> int:
    last, step = len(scenario.observation), state.view().step
    return last if step is None else min(step, last)


def _deal(scenario: Scenario, t: int, n: int) -> Answer[Deal]:
    return _dealt(scenario.projection, scenario.observation[:t], scenario.seed, n)


@lru_cache(maxsize=256)
def _dealt(projection: Projection, x: String, seed: int, n: int) -> Answer[Deal]:
    return compute.attempt(lambda: deal(projection, x, np.random.default_rng([seed, len(x), n])))


def _string(found: Judgement, stem: String) -> dict[str, Any]:
    whole = found.latent[: len(stem)] != stem
    rest = found.latent if whole else found.latent[len(stem) :]
    sent = {"z": list(rest), "kind": str(found.kind), "why": reason(found, stem)}
    return sent | {"whole": True} if whole else sent


def size(dealt: Deal, own: Iterable[Judgement] = ()) -> str:
    """How many strings the lifting has, and how many of them were not to be tapped: not dealt, nor typed as one's `own`."""
    if not dealt.size:
        return f"The lifting is empty: no latent string shows {ending(dealt.observation)}."
    there = {
        z.latent for z in (*dealt.strings, *own) if z.kind is Kind.IN and z.latent[: len(dealt.stem)] == dealt.stem
    }
    missing = dealt.members - len(there)
    absent = (
        f"{count(missing)} of them {'is' if missing == 1 else 'are'} not among these"
        if missing
        else "all are among these"
    )
    if dealt.members == dealt.size:
        return f"The lifting has {plural(dealt.size, 'string')}; {absent}."
    return f"The lifting has {plural(dealt.size, 'string')}, {count(dealt.members)} with this beginning; {absent}."


# A string of one's own ------------------------------------------------------------------------------------------------


def _own(scenario: Scenario) -> dict[int, tuple[String, ...]]:
    """What was typed at each step of this deal; with another projection, observation or deal it begins anew."""
    place = (scenario.projection, scenario.observation, number())
    if st.session_state.get(OWN, (None, {}))[0] != place:
        st.session_state[OWN] = (place, {})
        st.session_state.pop(ERROR, None)
    return st.session_state[OWN][1]


def _add(scenario: Scenario) -> None:
    text, t, own = st.session_state.get(TEXT, "").strip(), _step(scenario), _own(scenario)
    st.session_state.pop(ERROR, None)
    if not text:
        return
    try:
        z = _read(within(text, LONGEST_TEXT, "this string"), scenario, t)
    except LiftError as error:
        st.session_state[ERROR] = str(error)
        return
    own[t] = (*own.get(t, ()), z)
    st.session_state[TEXT] = ""


def _read(text: str, scenario: Scenario, t: int) -> String:
    """The string typed at step t. Raises LiftError where it cannot be read, is there already, or is one too many."""
    answer, own = _deal(scenario, t, number()), _own(scenario).get(t, ())
    shared = next((mark for mark in ("…", "...") if text.startswith(mark)), "")
    latent = scenario.projection.latent
    z = () if text == "ε" and "ε" not in latent else read_string(text[len(shared) :], latent, "token")
    if shared:
        z = answer.value.stem + z
    if z in own or z in [found.latent for found in answer.value.strings]:
        raise LiftError(f"{written(z)} is among the strings already: tap it there.")
    if len(own) >= MOST_OWN:
        raise LiftError(f"{MOST_OWN} strings of your own are among them already. Reveal, then deal again.")
    return z
