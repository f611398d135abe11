"""Lesson files: the shipped ones open at every step; whatever else is given is refused with a clear message, quickly."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lift_core.errors import FormatError
from ui.lesson import Lesson, Step, read_lesson, shipped
from ui.likelihood_samplers import split

GOOD = """format: lift-lesson/1
title: T
summary: S
steps:
  - page: lifting
    scenario: switching-coin
    observation: HHT
    caption: C
    question: Q
    answer: A
"""


def test_five_lessons_are_shipped_each_playable_in_ten_minutes():
    lessons = shipped()
    assert list(lessons) == [
        "what-is-a-lifting",
        "from-filter-to-smoother",
        "why-thinking-needs-good-samplers",
        "one-text-many-tokenisations",
        "a-projection-that-is-not-one",
    ]
    assert all(8 <= len(lesson.steps) <= 12 for lesson in lessons.values())


@pytest.mark.parametrize("name", shipped())
def test_a_lesson_survives_its_file(name):
    assert read_lesson(shipped()[name].dump()) == shipped()[name]


def test_a_step_builds_its_scenario():
    (step,) = read_lesson(GOOD).steps
    assert step.build().observation == tuple("HHT")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("lift-lesson/1", "lift-lesson/2"), "format is 'lift-lesson/2'"),
        (("page: lifting", "page: cellar"), "step 1: page is 'cellar'"),
        (("switching-coin", "no-such-card"), "step 1: "),
        (("HHT", "HHX"), "step 1: "),
        (("    answer: A\n", ""), "answer is missing"),
        (("caption: C", "capton: C"), "there is no field 'capton'"),
        (("steps:", "stops:"), "steps: got none; needed a list"),
        (("title: T", "title: [&a x, *a]"), "aliases"),
        (("title: T", "title: {"), ": a bracket, quote or indentation"),
        (("title: T", "title: !!python/name:os.system x"), "line 2: a tag (!name)"),
        (("title: T", "title: !!int x"), "a date or a number is none"),
        (("title: T", "title: \0"), "a character that cannot be printed"),
        (("title: T", "title: " + 3_000 * "["), "nested too deeply"),
        (("caption: C", "caption: 7"), "step 1: caption must be a text of at most 2,000 characters; got '7'"),
        (("caption: C", "caption: " + 2_001 * "C"), "got one of 2,001"),
    ],
)
def test_a_broken_lesson_is_refused_with_its_place(change, said):
    with pytest.raises(FormatError, match=None) as caught:
        read_lesson(GOOD.replace(*change))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("steps", "got"), [("", "none"), (" 7", "'7'"), (" []", "0"), ("\n" + 3_001 * "  - {}\n", "3,001")]
)
def test_steps_that_are_none_or_too_many_are_counted(steps, got):
    with pytest.raises(FormatError) as caught:
        read_lesson(GOOD.partition("steps:")[0] + "steps:" + steps)
    assert str(caught.value) == f"steps: got {got}; needed a list of 1 to 60 steps"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=300) | st.text(max_size=80).map(lambda text: GOOD.replace("C", text)))
def test_any_text_is_read_or_refused_within_two_seconds(text):
    begun = time.perf_counter()
    try:
        assert isinstance(read_lesson(text), Lesson)
    except FormatError as error:
        assert str(error)
    assert time.perf_counter() - begun < 2


def test_a_view_becomes_a_step():
    lesson = Lesson("Mine", "", (Step("lifting", "switching-coin", "look", view={"step": "2"}),))
    assert read_lesson(lesson.dump()) == lesson


GUESSED_ON = {"predict": "lifting", "guess": "likelihood", "moves": "drift"}


def test_lessons_ask_before_they_show_on_the_page_that_can_ask():
    steps = [step for lesson in shipped().values() for step in lesson.steps]
    asked = [(key, step.page) for step in steps for key in GUESSED_ON if key in step.view]
    assert {key for key, _ in asked} == set(GUESSED_ON) and all(GUESSED_ON[key] == page for key, page in asked)
    for lesson in shipped().values():
        assert sum(key in step.view for step in lesson.steps for key in GUESSED_ON) <= 2


def test_a_sampler_that_a_step_names_is_one_of_the_page():
    """An unknown one would silently be another."""
    for name, lesson in shipped().items():
        for number, step in enumerate(lesson.steps, 1):
            if "sampler" in step.view:
                option, ahead = split(str(step.view["sampler"]))
                assert step.view["sampler"] == (f"{option}-{ahead}" if option == "lookahead" else option), (
                    name,
                    number,
                )
