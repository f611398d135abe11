"""Lessons: the list of those that can be played, a lesson opened from a file, and the one that is being put together."""

import streamlit as st

from lift_core.errors import FormatError
from lift_core.plots.numerals import plural
from ui import lesson_player, modes, state
from ui.glossary import without_images
from ui.lesson import LONGEST, Lesson, Step, read_lesson, shipped
from ui.notice import problem

MINUTES = 10
TITLE = "My lesson"


def page() -> None:
    if modes.current() == modes.EMBED:
        st.info("This page has no figure of its own to be embedded. Embed the page that a step of a lesson shows.")
        return
    st.markdown("#### Lessons")
    st.caption(f"Each is {MINUTES} minutes on the wall or alone: next and previous by the buttons or the arrow keys.")
    for name, lesson in shipped().items():
        card(name, lesson)
    opened()
    put_together()


def card(name: str, lesson: Lesson) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"lesson-card-{name}"):
        told = f"**{lesson.title}**  \n{lesson.summary} · {plural(len(lesson.steps), 'step')}"
        st.markdown(without_images(told), width="stretch")
        if st.button("Play", key=f"play-{name}", type="primary"):
            lesson_player.go(name, 1)


def opened() -> None:
    upload = st.file_uploader("Open a lesson of your own (YAML)", type=["yaml", "yml"], key="lesson-file")
    if upload is not None:
        try:
            lesson_player.keep_own(read_lesson(upload.getvalue().decode("utf-8-sig")))
        except UnicodeDecodeError:
            problem(f"{upload.name} is not text. Needed: a lesson saved as YAML.")
        except FormatError as error:
            problem(f"{upload.name} cannot be played: {str(error).rstrip('.')}.")
    own = lesson_player.known(lesson_player.OWN)
    if own is not None:
        card(lesson_player.OWN, own)
        st.button("Go on writing it", key="lesson-edit", on_click=lesson_player.write_on, args=(own,))


def put_together() -> None:
    steps = lesson_player.draft()
    with st.expander(f"Your own lesson: {plural(len(steps), 'step')}", key="lesson-draft-fold"):
        st.caption("On any page, ⋯ → “Add this view to my lesson” adds a step here, with its words.")
        if not steps:
            return
        title = st.text_input("Title", placeholder=TITLE, key="lesson-title").strip() or TITLE
        for number, step in enumerate(steps, 1):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(without_images(f"{number}. **{step['page']}** · {step['caption']}"), width="stretch")
                st.button("Remove", key=f"lesson-remove-{number}", on_click=steps.remove, args=(step,))
        lesson = Lesson(title[:LONGEST], "Put together in the app.", tuple(Step(**step) for step in steps))  # type: ignore[arg-type]
        with st.container(horizontal=True):
            st.download_button(
                "Save lesson (YAML)", lesson.dump(), "lesson.yaml", "application/yaml", key="lesson-save"
            )
            if st.button("Play", key="lesson-try"):
                lesson_player.keep_own(lesson)
                lesson_player.go(lesson_player.OWN, 1)
            st.button("Start over", key="lesson-clear", on_click=steps.clear)


page()
state.set_view(lesson=None, at=None)
