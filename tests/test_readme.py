"""The README keeps its word: its Python runs as a doctest, and its commands are words of tasks.py."""

import doctest
import re
from pathlib import Path

import pytest

import tasks

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_runs():
    examples = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
    assert examples
    session = doctest.DocTestParser().get_doctest("\n".join(examples), {}, "README", "README.md", 0)
    assert session.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(session).failed == 0


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_commands_are_words_of_tasks(document):
    words = set(re.findall(r"python3 tasks\.py ([a-z]+)", (ROOT / document).read_text(encoding="utf-8")))
    assert words
    assert words <= set(tasks.WORDS)


def test_the_two_commands_are_there():
    assert "python3 tasks.py app" in README
    assert "python3 tasks.py test" in README
