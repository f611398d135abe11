"""Words around a picture: the one sentence under it, messages without tracebacks."""

import re

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import state
from ui.compute import Problem
from ui.glossary import explained

HIDDEN = "?"


def notice(sentence: str) -> None:
    """The one sentence directly under a picture."""
    explained(f"**Notice:** {sentence}")


def problem(what: Problem | str) -> None:
    """A message where a picture or a number would stand."""
    found = what if isinstance(what, Problem) else Problem(what)
    st.error(told(found.message))
    if found.details:
        with st.expander("Details"):
            st.code(found.details, language=None)


def refused(place: str) -> None:
    """What was refused at a place, for the line under it."""
    if message := state.error(place):
        problem(message)


def plain(text: str) -> str:
    """A text in which Markdown means nothing, and in which no address becomes a link."""
    apart = re.sub(
        r"(://|www|@)", lambda found: found[0][0] + "\u2060" + found[0][1:], text
    )  # a word joiner shows nothing
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>()#+-.!|~$:^" else letter for letter in apart)


def told(text: str) -> str:
    """A message as Markdown: plain, but for what stands between backticks, which is code.

    >>> told("needed `a != b`"), told("a lone `")
    ('needed `a != b`', 'a lone \\\\`')
    """
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return plain(text)
    return "".join(f"`{piece}`" if n % 2 and piece else plain(piece) for n, piece in enumerate(pieces))


def exact_fold(label: str, key: str) -> DeltaGenerator | None:
    """A fold of exact numbers, to be filled; None while it is closed, or exact values are hidden, which it then says."""
    fold = st.expander(label, key=key, on_change="rerun")
    if fold.open and state.view().hide:
        fold.caption("Exact values are hidden.")
        return None
    return fold if fold.open else None
