"""Tests of pages read sentences as they were written; what the glossary adds to them is tested by itself."""

import pytest

from ui import glossary


@pytest.fixture(autouse=True)
def plain_words(monkeypatch):
    monkeypatch.setattr(glossary, "marked", lambda text: text)
