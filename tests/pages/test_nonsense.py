"""Nonsense typed into every field of every page: calm, and the page still answers."""

import pytest

from tests.pages.harness import PAGES, assert_calm, open_page

NONSENSE = (
    "",
    "x" * 100_000,
    "🎲🏳️‍🌈",
    "a\nb",
    "\u202eאבג",
    "<img src=x onerror=alert(1)>",
    "![x](https://example.invalid/x.png) `",
    "\x00",
    "{[(",
)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("view", [{}, {"predict": "1"}], ids=["as it opens", "guessing"])
def test_every_field_takes_nonsense_calmly(page, view):
    at = assert_calm(open_page(page, **view))
    fields = [(kind, number) for kind in ("text_input", "text_area") for number in range(len(getattr(at, kind)))]
    for kind, number in fields:
        for text in NONSENSE:
            if number < len(getattr(at, kind)):
                assert_calm(getattr(at, kind)[number].set_value(text).run())
