"""Words around a picture: the one sentence under it, messages without tracebacks, numbers that can be hidden."""

from fractions import Fraction

import streamlit as st

from ui import state
from ui.compute import Problem

HIDDEN = "?"


def notice(sentence: str) -> None:
    """The one sentence directly under a picture."""
    st.markdown(f"**Notice:** {sentence}")


def problem(what: Problem | str) -> None:
    """A message where a picture or a number would stand."""
    found = what if isinstance(what, Problem) else Problem(what)
    st.error(plain(found.message))
    if found.details:
        with st.expander("Details"):
            st.code(found.details, language=None)


def plain(text: str) -> str:
    """A text in which Markdown means nothing."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>()#+-.!|~$:^" else letter for letter in text)


def typed_error(place: str) -> None:
    """The message of a refused edit, directly under the widget where it was typed."""
    message = state.error(place)
    if message:
        st.error(f"{plain(message)} *Showing the last valid machine.*")


def number(value: float | Fraction | int, digits: int = 4) -> str:
    """A number as text, or a question mark while exact values are hidden."""
    if state.view().hide:
        return HIDDEN
    if isinstance(value, Fraction):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:.{digits}g}"
