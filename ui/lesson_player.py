"""Playing a lesson: which one and where is in the view (`lesson`, `at`), so a link opens its step; a banner over every page."""

from collections.abc import Mapping

import streamlit as st

from lift_core.errors import FormatError
from ui import state, tally
from ui.glossary import explained, without_images
from ui.lesson import AT, LESSON, Lesson, Step, read_lesson, shipped
from ui.notice import plain

OWN = "own"  # the name of the lesson that the person opened from a file; its steps live in this session alone
TOUR = "what-is-a-lifting"
DONE = "lesson-done"  # the name of the lesson that was played to its end just now


def known(name: str) -> Lesson | None:
    """The lesson of that name, shipped or opened from a file."""
    return st.session_state.get("lesson-own") if name == OWN else shipped().get(name)


def keep_own(lesson: Lesson) -> None:
    """Keep a lesson that was opened from a file."""
    st.session_state["lesson-own"] = lesson


def go(name: str, number: int) -> None:
    """Open a step, by its number from 1; past the last, the list of lessons."""
    lesson = known(name)
    if lesson is None or number > len(lesson.steps):
        st.session_state[DONE] = name
        state.set_view(**{LESSON: None, AT: None})
        st.switch_page("pages/lessons.py")
    step, mode = lesson.steps[number - 1], state.view().get("mode") or None  # a lecture stays one
    state.load(step.build(), **{**step.view, LESSON: name, AT: number, "mode": mode})
    st.switch_page(f"pages/{step.page}.py")


def banner() -> None:
    """Caption, question and the ways on; nothing where no lesson is played."""
    name = state.view().get(LESSON)
    lesson = known(name) if name else None
    if (done := st.session_state.pop(DONE, None)) and (played := known(done)):
        st.success(plain(finished(done, played)))
    if lesson is None:
        if name:
            st.info("This lesson was opened from a file in another session: open the file again on the Lessons page.")
        return
    here = lesson.number(state.view().get(AT))
    step = lesson.steps[here - 1]
    with st.container(key="lesson", border=True):
        with st.container(key="lesson-line", horizontal=True, vertical_alignment="center"):
            explained(f"**{here} / {len(lesson.steps)}**  {step.caption}")
            if st.button("‹", key="lesson-back", help="The step before", shortcut="Left", disabled=here == 1):
                go(name, here - 1)
            last = here == len(lesson.steps)
            if st.button("Finish" if last else "Next ›", key="lesson-next", type="primary", shortcut="Right"):
                go(name, here + 1)
            st.button(
                "End", key="lesson-end", type="tertiary", on_click=state.set_view, kwargs={LESSON: None, AT: None}
            )
        if step.question:
            with st.expander(
                without_images(f"**{step.question}**  ·  think first, then open"), key=f"lesson-answer-{name}-{here}"
            ):
                explained(step.answer)


def finished(name: str, lesson: Lesson) -> str:
    """What is said at the end of a lesson, with the shipped one that comes next."""
    names = list(shipped())
    after = names[names.index(name) + 1 :] if name in names else []
    said = f"You finished “{lesson.title}”"
    return f"{said}; next: “{shipped()[after[0]].title}”." if after else f"{said}."


def draft() -> list[dict[str, object]]:
    """The steps that the person has added to a lesson of their own, as plain fields."""
    return st.session_state.setdefault("lesson-draft", [])


def write_on(lesson: Lesson) -> None:
    """Put the steps and the title of a lesson into the one that is being put together, in place of what stands there."""
    draft()[:] = [dict(vars(step)) for step in lesson.steps]
    st.session_state["lesson-title"] = lesson.title


def add_view(page: str, link: str | None, words: Mapping[str, str]) -> None:
    """Add what is seen now as a step with these words (caption, question, answer), the story for a caption left out.

    Raises FormatError where the scenario is too large for a link, or the step could not be read back from a file.
    """
    if link is None:
        raise FormatError("this scenario is too large for a step of a lesson; save it as a file")
    view = {key: value for key, value in state.view().values.items() if key not in (LESSON, AT, *tally.KEYS)}
    caption = words["caption"] or state.scenario().story
    step = Step(page or "start", link, caption, view=view, question=words["question"], answer=words["answer"])
    try:
        read_lesson(Lesson("", "", (step,)).dump())
    except FormatError as error:
        raise FormatError(str(error).removeprefix("step 1: "), "lesson") from None
    draft().append(dict(vars(step)))
