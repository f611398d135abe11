"""The frame around every page: navigation, strip, the page itself, and the address written last.

Whatever goes wrong in a page becomes a calm message: nobody sees a traceback.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import Page
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from lift_core.errors import LiftError
from ui import address, lesson_player, menu, modes, projection_drafts, state, tally_wall
from ui.compute import Problem
from ui.notice import plain, problem
from ui.strip import strip

# Once for each card or step that is opened; without the mark, a script that is drawn again would scroll in the midst of things.
TOP = """<script>
if (window.liftShown !== {0}) {{
  window.liftShown = {0};
  document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
}}
</script>"""
ASSETS = Path(__file__).parent
LOG = logging.getLogger("ui")


def run(pages: Sequence[Page]) -> None:
    """Show the page that the address names; the first of `pages` is the Start page."""
    st.set_page_config(
        page_title="Liftings", page_icon=str(ASSETS / "icon.svg"), layout="wide", initial_sidebar_state="collapsed"
    )
    page = st.navigation(pages, position="top")
    st.html(ASSETS / "frame.css")
    if not state.begun() and page is pages[0]:
        _not_a_page(pages)
    if not address.read() and page is not pages[0]:
        st.switch_page(pages[0])
    name = page.url_path
    state.enter(name)
    with st.empty():
        if state.session().loads:
            st.html(TOP.format(state.session().loads), unsafe_allow_javascript=True)
    mode = modes.enter(state.view().get("mode"))
    above, shown = st.container() if mode == modes.PAGE else None, (name, state.session().loads)
    parts = [lambda: _strip(name, above), lambda: _content(page, mode)]
    if st.session_state.get("frame-shown") == shown:
        parts.reverse()  # a page that stands already is drawn anew before its strip, so that the picture comes sooner
    st.session_state["frame-shown"] = shown
    for part in parts:
        _calm(part, name)
    if mode == modes.LECTURE:
        menu.leave_lecture()
    address.write()


def _strip(name: str, above: DeltaGenerator | None) -> None:
    if above is not None:
        with above:
            strip(name)
            projection_drafts.banner(name)
            menu.own_seed(name)
            menu.class_dialog(name)


def _content(page: Page, mode: str) -> None:
    if mode != modes.EMBED:
        lesson_player.banner()
        tally_wall.wall(page.url_path)
    page.run()


def _calm(part: Callable[[], None], name: str) -> None:
    """Draw a part; what goes wrong in it is a message in its place."""
    try:
        part()
    except LiftError as error:
        problem(Problem(str(error)))
    except Exception as error:
        LOG.exception("page %s failed", name or "start")
        problem(
            Problem(
                "Something went wrong on this page. Undo, or open a card of the gallery, to go on.",
                "error",
                repr(error)[:500],
            )
        )
    except StopException:
        address.write()
        raise


def _not_a_page(pages: Sequence[Page]) -> None:
    """Where the address names a page that there is none of, say so: Streamlit shows the first one without a word."""
    context = get_script_run_ctx()
    asked = context.pages_manager.intended_page_name if context else None
    if asked and asked not in [page.url_path for page in pages]:
        st.toast(f"There is no page “{plain(asked[:40])}”: this is the Start page.", duration="long")
