"""What stands where a picture would be when there is none: no lifting, or an observation too long to be drawn; and a way on."""

import streamlit as st

from ui import compute, state
from ui.compute import Problem
from ui.notice import notice, plain, problem
from ui.observation import keep_first
from ui.sentences import code

REFUSED = "NotClosed"
KEPT = 24  # symbols


def absent(found: Problem) -> None:
    """A refused projection with its reason and the way to mend it; a long observation with what can be had; any other problem
    as it is."""
    if found.kind == compute.TOO_LONG:
        too_long()
        return
    if found.kind != REFUSED:
        problem(found)
        return
    report = compute.diagnosis(state.scenario())
    reasons = [] if report.problem else [str(message) for message in report.value.messages if message.severity == "red"]
    st.markdown("#### No lifting here")
    reason = reasons[0] if reasons else found.message
    st.error(plain(reason[:1].upper() + reason[1:]))
    cycle = None if report.problem else report.value.silent_cycle
    if cycle:
        loop = code(tuple(token for _, token, _ in cycle))
        notice(
            f"after {loop} the machine is where it was and has written nothing. So {loop} can be repeated for ever "
            "before the next symbol: infinitely many shortest beginnings would make it certain, and a sequence that only "
            "repeats shows nothing at all."
        )
    else:
        notice("a symbol that has been shown may still be taken back, so no finite beginning makes it certain.")
    st.page_link("pages/projection.py", label="**Bound it** on the Projection page")


def too_long() -> None:
    """An observation that this page does not draw: how much it takes, and which pages take all of it."""
    length = len(state.scenario().observation)
    notice(
        f"this page draws observations of at most {compute.LONGEST} symbols, and this one has {length:,}. "
        "Likelihood and Lifting say what can be had of all of it."
    )
    st.button(f"Keep the first {KEPT} symbols", key="keep-first", on_click=keep_first, args=(KEPT,))
