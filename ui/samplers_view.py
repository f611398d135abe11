"""What the Samplers page looks at, read from the view and written back: samplers, n, seeds, lookahead, particles."""

import secrets
from dataclasses import dataclass

import streamlit as st

from ui import state
from ui.likelihood_samplers import LOOKAHEAD, MOST
from ui.samplers_runs import FORTY, MOST_AHEAD, PROPOSALS, SMC, WITHOUT, Kind, Particles, schemes

DRAWS = (3, 10, 30, 100, 300, 1000)
MORE_DRAWS = (3000, MOST)
START = 10  # draws of a dot
LARGEST = 2**53 - 1_000
SEEDS = 10_000  # my seed on a phone is below this: short enough to call out
FIRST_CHOICE = ("uniform", "identity", "causal", "lookahead-1", "posterior", SMC, WITHOUT)
WITHOUT_IDENTITY = ("uniform-local", "identity", "causal", "lookahead-1", "posterior", SMC, WITHOUT)


@dataclass(frozen=True)
class Looked:
    """Draws of a dot, the first of the forty seeds, the samplers drawn, the lookahead of the slider, and how particles are drawn."""

    n: int
    first: int
    keys: tuple[str, ...]
    ahead: int
    how: Particles


def ahead() -> int:
    return state.view().number("ahead", 0, MOST_AHEAD, 1)


def particles() -> Particles:
    """The particles' settings; the default for what is none."""
    view = state.view()
    proposal, scheme = view.get("proposal", "causal"), view.get("scheme", "systematic")
    return Particles(
        proposal if proposal in PROPOSALS else "causal",
        scheme if scheme in schemes() else "systematic",
        view.number("threshold", 0, 100, 50) / 100,
    )


def looked(offered: tuple[Kind, ...]) -> Looked:
    """All of it; samplers that the projection cannot have count as chosen by default, so that their rows say why."""
    view = state.view()
    known = {kind.key: kind for kind in offered}
    identity = "identity" in known and not known["identity"].reason
    asked = [key for key in view.get("samplers").split(",") if key in known]
    start = [key for key in (FIRST_CHOICE if identity else WITHOUT_IDENTITY) if key in known]
    chosen = asked or start + ([f"{LOOKAHEAD}-{ahead()}"] if ahead() > 1 else [])
    keys = tuple(key for key in known if key in chosen)
    return Looked(
        view.number("n", 1, MOST, START),
        view.number("first", 0, LARGEST, min(state.scenario().seed, LARGEST)),
        keys,
        ahead(),
        particles(),
    )


def draws_on_offer(n: int) -> list[int]:
    """The numbers of draws to choose from, the present one among them."""
    more = MORE_DRAWS if raised() else ()
    return sorted({*DRAWS, *more, n})


def raised() -> bool:
    """Whether the limit on draws was raised."""
    return bool(st.session_state.get("samplers-raised"))


def raise_limit() -> None:
    st.session_state["samplers-raised"] = True


def forty_new(seen: Looked) -> None:
    """The next forty seeds."""
    state.set_view(first=str((seen.first + FORTY) % LARGEST))


# My own estimate, on a phone ------------------------------------------------------------------------------------------


def my_seeds() -> range:
    """My seeds so far, the last being the one that counts: a first one by lot, and one more for each "draw again"."""
    view = state.view()
    first = view.number("mine", 0, LARGEST, -1)
    if first < 0:
        first = secrets.randbelow(SEEDS)
        state.set_view(mine=str(first))
    return range(first, first + view.number("again", 0, FORTY - 1, 0) + 1)


def draw_again() -> None:
    """One more seed; after forty it begins anew."""
    again = state.view().number("again", 0, FORTY - 1, 0) + 1
    if again < FORTY:
        state.set_view(again=str(again))
    else:
        state.set_view(mine=str(secrets.randbelow(SEEDS)), again=None)
