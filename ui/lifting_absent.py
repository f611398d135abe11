"""What stands where a picture would be when there is no lifting: why, and where to mend it."""

import streamlit as st

from ui import compute, state
from ui.compute import Problem
from ui.notice import notice, plain, problem

REFUSED = "NotClosed"


def absent(found: Problem) -> None:
    """A refused projection with its reason and the way to mend it; any other problem as it is."""
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
        loop = " ".join(token for _, token, _ in cycle)
        notice(
            f"after `{loop}` the machine is where it was and has written nothing. So `{loop}` can be repeated for ever "
            "before the next symbol: infinitely many shortest beginnings would make it certain, and a sequence that only "
            "repeats shows nothing at all."
        )
    else:
        notice("a symbol that has been shown may still be taken back, so no finite beginning makes it certain.")
    st.page_link("pages/projection.py", label="**Bound it** on the Projection page")
