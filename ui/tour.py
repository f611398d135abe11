"""The two-minute tour: six stops on the switching coin, counted by the view key `tour`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from lift_core import gallery
from lift_core.scenarios.edits import with_observation
from ui import state

KEY = "tour"
CARD = "switching-coin"


@dataclass(frozen=True)
class Stop:
    """One stop of the tour."""

    page: str
    observation: str
    caption: str
    view: Mapping[str, str] = field(default_factory=dict)


STOPS = (
    Stop(
        "projection",
        "",
        "A juggler has two coins: A shows heads 9 times in 10, B tails 9 times in 10. He starts with A. Before each flip he may, "
        "unseen, swap once: the silent token `~`. You see only `H` and `T`.",
    ),
    Stop(
        "lifting",
        "HH",
        "He flips heads, and heads again. Each leaf is a whole hidden story that shows `HH`; its probability is the sum of theirs.",
    ),
    Stop(
        "lifting",
        "HHT",
        "Then tails. A fluke of coin A, or did he swap? Raise your hands, then show the numbers: it is an exact tie.",
        {"hide": "1"},
    ),
    Stop(
        "lifting",
        "HHTT",
        "A second tails: now the swap has it, with 84% flip 3 was coin B already. Make the last flip `H` instead: only 20%.",
    ),
    Stop(
        "likelihood",
        "HHTT",
        "Guess stories instead of listing them. Blind guesses find the right story in 7 of 100 draws; looking at each flip, in 48; "
        "looking one flip ahead, in 76.",
        {"sampler": "identity"},
    ),
    Stop(
        "likelihood",
        "HHTT",
        "Draw again and again: every estimate is right on average; how far it scatters is what a better guess buys.",
        {"sampler": "lookahead-1"},
    ),
)


def banner() -> None:
    """The caption of the present stop and the ways on, over the page; nothing outside the tour."""
    here = state.view().number(KEY, 0, len(STOPS), 0)
    if not here:
        return
    with st.container(key="tour", border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{here} / {len(STOPS)}**  {STOPS[here - 1].caption}")
        if st.button("‹ Back", key="tour-back", disabled=here == 1):
            go(here - 1)
        if st.button("Next ›" if here < len(STOPS) else "Finish", key="tour-next", type="primary"):
            go(here + 1)
        st.button(
            "End the tour", key="tour-end", type="tertiary", on_click=state.set_view, kwargs={KEY: None, "hide": None}
        )


def go(number: int) -> None:
    """Open a stop, by its number from 1; past the last, the Start page without the tour."""
    if number > len(STOPS):
        state.set_view(**{KEY: None})
        st.switch_page("pages/start.py")
    stop = STOPS[number - 1]
    state.load(with_observation(gallery.scenario(CARD), stop.observation))
    state.set_view(**{KEY: number, **stop.view})
    st.switch_page(f"pages/{stop.page}.py")
