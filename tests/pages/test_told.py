"""What is said after something was done: a lesson played to its end, an address without a page, a file of one's own saved."""

import pytest

from lift_core import gallery
from lift_core.projection.files import dump_projection
from lift_core.scenarios.scenario import OWN_TITLE, load_scenario
from tests.pages.harness import assert_calm, messages, open_page, open_query
from tests.pages.test_projection import key
from ui.lesson import Step, shipped
from ui.lesson_player import finished
from ui.menu import _called, _file_name


def test_a_lesson_played_to_its_end_says_so_once():
    (name, lesson), (_, after), *_ = shipped().items()
    step = lesson.steps[-1]
    at = open_query(step.page, lesson=name, at=str(len(lesson.steps)))
    at.button(key="lesson-next").click().run()
    said = [box.value.replace("\\", "") for box in assert_calm(at).success]
    assert said == [f"You finished “{lesson.title}”; next: “{after.title}”."]
    assert not at.run().success


def test_after_the_last_lesson_none_is_next():
    name, lesson = list(shipped().items())[-1]
    assert finished(name, lesson) == f"You finished “{lesson.title}”."


PROJECTION = {**dump_projection(gallery.scenario("xor").projection), "name": ""}


@pytest.mark.parametrize(
    ("changes", "called"),
    [({}, "projection"), ({"title": "Two chords!"}, "Two-chords-"), ({"name": "mine", "title": "x"}, "mine")],
)
def test_a_file_of_ones_own_has_a_name(changes, called):
    own = {
        "title": OWN_TITLE,
        "projection": PROJECTION,
        "model": gallery.scenario("xor").model_source,
        "observation": ["0", "1"],
    }
    expected = f"{called}-0-1" if not changes else called
    assert _file_name(_called(load_scenario(own | changes))) == expected


def test_the_states_of_the_first_lesson_are_explained_where_they_first_appear():
    first = next(iter(shipped().values())).steps[0]
    assert first.page == "projection" and all(f"`{name}`" in first.caption for name in ("B!", "A!"))


def test_a_step_of_ones_own_lesson_is_given_its_words_where_it_is_added():
    at = open_page("lifting")
    at.session_state["strip-menu"] = at.session_state["menu-lesson-words"] = True
    at.run()
    at.text_area(key="step-caption").set_value("Look *here*.")
    at.text_input(key="step-question").set_value("Why?").run()
    at.button(key="menu-lesson").click().run()
    assert "answer is missing" in messages(assert_calm(at)) and at.text_input(key="step-question").value == "Why?"
    at.text_input(key="step-answer").set_value("So.").run()
    at.button(key="menu-lesson").click().run()
    (step,) = assert_calm(at).session_state["lesson-draft"]
    assert (step["caption"], step["question"], step["answer"]) == ("Look *here*.", "Why?", "So.")
    assert not messages(at) and at.text_input(key="step-question").value == ""


def test_a_lesson_from_a_file_is_gone_on_with_and_a_step_taken_out():
    at = open_page("lessons")
    lesson = shipped()["what-is-a-lifting"]
    at.session_state["lesson-own"] = lesson
    key(at.run(), "lesson-edit").click().run()
    assert len(assert_calm(at).session_state["lesson-draft"]) == len(lesson.steps)
    assert at.text_input(key="lesson-title").value == lesson.title
    key(at, "lesson-remove-2").click().run()
    steps = [Step(**fields) for fields in assert_calm(at).session_state["lesson-draft"]]
    assert steps == [lesson.steps[0], *lesson.steps[2:]]
