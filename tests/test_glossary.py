"""The glossary marks known terms once, in prose alone, and lets no markup of others through."""

import html
import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.pages.harness import assert_calm, open_page
from ui.glossary import FILE, marked, terms
from ui.lesson import shipped

TAG = re.compile(r'<dfn class="term" tabindex="0" data-tip="[^"<>]*" aria-description="[^"<>]*">([^<]*)</dfn>')


def test_every_entry_is_a_short_sentence_without_markup():
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert len(entries) >= 20
    for entry in entries:
        assert set(entry) <= {"term", "forms", "means"} and entry["means"].endswith(".")
        assert len(entry["means"]) <= 240 and not set(entry["means"]) & set('<>"`$')
    forms = [form.casefold() for entry in entries for form in (entry["term"], *entry.get("forms", ()))]
    assert len(forms) == len(set(forms))


def test_the_first_mention_alone():
    text = marked("Liftings: a lifting, another Lifting, and the projection.")
    assert TAG.findall(text) == ["Liftings", "projection"]


@pytest.mark.parametrize(
    "text",
    [
        "`lifting`",
        "$lifting$",
        "[lifting](x)",
        "https://lifting.org/lifting",
        "nonlifting",
        "lifting-like",
        "a < lifting",
        "<b>drift</b>",
    ],
)
def test_what_is_not_prose_is_left_alone(text):
    assert marked(text) == text


@given(
    st.lists(st.sampled_from([*"<>&\"'`$[]()\\ *:\n", "lifting", "drift", "χ²", "dead end"]), max_size=40).map("".join)
)
def test_only_our_own_marks_are_added(text):
    shown = marked(text)
    assert TAG.sub(r"\1", shown) == text
    assert "<" not in text or shown == text


def test_every_means_can_be_read_back():
    for form, means in terms().items():
        found = re.search(r'data-tip="([^"]*)"', marked(form))
        assert found and html.unescape(found[1]) == means


def test_captions_of_lessons_and_notices_are_explained():
    assert any("<dfn" in marked(step.caption) for lesson in shipped().values() for step in lesson.steps)
    at = assert_calm(open_page("likelihood"))
    assert any("<dfn" in text.value for text in at.markdown)
