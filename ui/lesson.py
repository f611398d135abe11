"""Lessons: an ordered list of steps in a small YAML file, `lift-lesson/1`; each step is a page, a scenario, a view and words.

format: lift-lesson/1
title: What is a lifting?
summary: One sentence.
steps:
  - page: lifting
    scenario: switching-coin      # a card's name, or the link of a scenario; left out: as in the step before
    observation: HHT              # optional
    knobs: {swap: 1/2}            # optional
    view: {hide: 1, step: 3}      # optional
    caption: Markdown, with LaTeX between dollar signs.
    question: Asked of the class  # optional
    answer: Shown when revealed   # needed with a question
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from lift_core import gallery
from lift_core.errors import FormatError, LiftError
from lift_core.model.protocol import rational
from lift_core.scenarios.edits import with_knob, with_observation
from lift_core.scenarios.link import checked_view
from lift_core.scenarios.scenario import Scenario, load_scenario
from lift_core.sequences import read_string

FORMAT = "lift-lesson/1"
LESSON, AT = "lesson", "at"  # parameters of an address: which lesson is played, and the number of its step
FOLDER = Path(__file__).parent / "lessons"
PAGES = ("start", "projection", "lifting", "likelihood", "drift", "samplers")
LARGEST = 200_000  # characters of a file
MOST_STEPS = 60
LONGEST = 2_000  # characters of a caption, question or answer
FIELDS = {"page", "scenario", "observation", "knobs", "view", "caption", "question", "answer"}


@dataclass(frozen=True)
class Step:
    """What one step shows and says. `scenario` is a card's name or a link."""

    page: str
    scenario: str
    caption: str
    observation: str | None = None
    knobs: Mapping[str, str] = field(default_factory=dict)
    view: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    answer: str = ""

    def build(self) -> Scenario:
        """The scenario as this step shows it. Raises LiftError."""
        link = "?" in self.scenario
        built = load_scenario(self.scenario) if link else gallery.scenario(self.scenario)
        for name, value in self.knobs.items():
            built = with_knob(built, name, rational(value, f"knob {name}"))
        if self.observation is not None:
            built = with_observation(built, read_string(self.observation, built.projection.observable))
        return built


@dataclass(frozen=True)
class Lesson:
    """A title, one sentence, and the steps."""

    title: str
    summary: str
    steps: tuple[Step, ...]

    def number(self, text: str) -> int:
        """The number, from 1, of the step that the text of an address names; the nearest there is."""
        try:
            return min(max(int(text), 1), len(self.steps))
        except ValueError:
            return 1

    def dump(self) -> str:
        """The YAML text; `read_lesson` reads it back."""
        steps = [
            {
                key: dict(value) if isinstance(value, Mapping) else value
                for key, value in vars(step).items()
                if value not in ((None,) if key == "observation" else ("", {}))
            }
            for step in self.steps
        ]
        document = {"format": FORMAT, "title": self.title, "summary": self.summary, "steps": steps}
        return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


class _Plain(yaml.SafeLoader):
    """YAML without aliases, by which a few lines unfold to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases (*name) are not read")
        return super().compose_node(parent, index)


def shipped() -> dict[str, Lesson]:
    """The lessons of the app by name, in their order."""
    return {path.stem.partition("-")[2]: _file(path) for path in sorted(FOLDER.glob("*.yaml"))}


@lru_cache(maxsize=16)
def _file(path: Path) -> Lesson:
    return read_lesson(path.read_text(encoding="utf-8"))


def read_lesson(text: str) -> Lesson:
    """A lesson from YAML text, every step's scenario built once. Raises FormatError that names the step and the field."""
    if len(text) > LARGEST:
        raise FormatError(f"the lesson has {len(text):,} characters; needed at most {LARGEST:,}", "file")
    try:
        document = yaml.load(text, Loader=_Plain)
    except RecursionError:
        raise FormatError(
            "this YAML is nested too deeply; a lesson is a list of steps with a few fields each", "file"
        ) from None
    except (yaml.YAMLError, ValueError) as error:
        raise FormatError(f"this is not YAML that can be read{_where(error)}", "file") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        found = document.get("format") if isinstance(document, dict) else None
        got = "it has no line format" if found is None else f"format is {str(found)[:60]!r}"
        raise FormatError(f"{got}; a lesson begins with the line format: {FORMAT}", "format")
    steps = document.get("steps")
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        got = "none" if steps is None else f"{len(steps):,}" if isinstance(steps, list) else f"{str(steps)[:40]!r}"
        raise FormatError(f"steps: got {got}; needed a list of 1 to {MOST_STEPS} steps", "steps")
    read: list[Step] = []
    for number, raw in enumerate(steps, 1):
        before = read[-1].scenario if read else None
        read.append(_step(raw, f"step {number}", before))
    return Lesson(_words(document, "title", "lesson"), _words(document, "summary", "lesson"), tuple(read))


def _where(error: Exception) -> str:
    """What is wrong at which line, in words of ours."""
    if isinstance(error, yaml.constructor.ConstructorError):
        why = "a tag (!name) or a kind of value that a lesson does not have; write texts, numbers and lists"
    elif isinstance(error, yaml.MarkedYAMLError):
        why = "a bracket, quote or indentation is not as YAML has it; quote a text that holds a colon or a bracket"
    elif isinstance(error, yaml.reader.ReaderError):
        why = "it holds a character that cannot be printed"
    elif isinstance(error, yaml.YAMLError):
        why = " ".join(str(error).split())[:200]
    else:
        why = "a date or a number is none; quote it where a text is meant"
    mark = getattr(error, "problem_mark", None)
    return f", line {mark.line + 1}: {why}" if mark else f": {why}"


def _step(raw: Any, place: str, before: str | None) -> Step:
    if not isinstance(raw, dict) or not all(isinstance(key, str) for key in raw):
        raise FormatError(f"{place}: needed fields such as page and caption, got {str(raw)[:60]!r}", place)
    unknown = sorted(set(raw) - FIELDS)
    if unknown:
        raise FormatError(
            f"{place}: there is no field {unknown[0][:40]!r}; the fields are {', '.join(sorted(FIELDS))}", place
        )
    page = raw.get("page")
    if page not in PAGES:
        raise FormatError(f"{place}: page is {str(page)[:40]!r}; needed one of {', '.join(PAGES)}", place)
    scenario = raw.get("scenario", before)
    if not isinstance(scenario, str):
        raise FormatError(f"{place}: scenario is {str(scenario)[:40]!r}; needed a card's name or a link", place)
    observation = raw.get("observation")
    question, answer = _words(raw, "question", place), _words(raw, "answer", place)
    if bool(question) != bool(answer):
        raise FormatError(
            f"{place}: a question and its answer come together; {'answer' if question else 'question'} is missing",
            place,
        )
    try:
        step = Step(
            page,
            scenario,
            _words(raw, "caption", place),
            None if observation is None else str(observation),
            {str(name): str(value) for name, value in _object(raw, "knobs", place).items()},
            checked_view(_object(raw, "view", place)),
            question,
            answer,
        )
        step.build()
    except LiftError as error:
        raise FormatError(f"{place}: {str(error).removeprefix(f'{place}: ')}", place) from None
    return step


def _words(raw: Mapping[str, Any], name: str, place: str) -> str:
    words = raw.get(name, "")
    if not isinstance(words, str) or len(words) > LONGEST:
        got = f"one of {len(words):,}" if isinstance(words, str) else f"{str(words)[:40]!r}"
        raise FormatError(f"{place}: {name} must be a text of at most {LONGEST:,} characters; got {got}", place)
    return words.strip()


def _object(raw: Mapping[str, Any], name: str, place: str) -> Mapping[str, Any]:
    found = raw.get(name, {})
    if not isinstance(found, dict):
        raise FormatError(f"{place}: {name} is {str(found)[:40]!r}; needed {{name: value}}", place)
    return found
