"""Broken projection, model, scenario and lesson files and links: a valid object or a LiftError in plain words, soon, in bounded memory.

The examples are few here and many under the mark `long`.
"""

import copy
import json
import resource
import time
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lift_core as lc
from tests.model.test_files import FORGETFUL, GENERIC, HIDDEN, MARKOV, projection_for
from tests.projection.test_files import GOOD
from tests.strategies_broken import code, damaged_documents, damaged_texts
from ui.lesson import Lesson, read_lesson, shipped

FEW, MANY = 25, 200
SECONDS = 2.0  # of processor time
MEGABYTES = 300
MODELS = [MARKOV, HIDDEN, GENERIC, FORGETFUL]
SCENARIOS = [lc.gallery.scenario(name).dump() for name in lc.gallery.cards()]
LESSONS = [yaml.safe_load(lesson.dump()) for lesson in shipped().values()]
PROJECTIONS = [
    GOOD,
    *(lc.dump_projection(lc.gallery.build(name)) for name in ("swap", "autocorrect", "switching-coin")),
]

Reader = Callable[[Any], Any]


def read_model(source: Any) -> Any:
    kind = source.get("kind") if isinstance(source, dict) else None
    projection = projection_for({"kind": kind if isinstance(kind, str) else "markov"})
    model = lc.load_model(source, projection)
    lc.Projected(projection, model)
    return model


def read_scenario(source: Any) -> lc.Scenario:
    scenario = lc.load_scenario(source)
    assert lc.load_scenario(scenario.dump()) == scenario
    return scenario


def read_link(data: Any) -> lc.Scenario:
    return lc.load_scenario(
        "http://localhost/?s=" + (data if isinstance(data, str) else code(json.dumps(data).encode()))
    )


def read_yaml(document: Any) -> Lesson:
    return read_lesson(yaml.safe_dump(document))


READERS: dict[str, tuple[Reader, st.SearchStrategy[Any]]] = {
    "projection": (lc.load_projection, damaged_documents(PROJECTIONS)),
    "projection's text": (lc.load_projection, damaged_texts(PROJECTIONS)),
    "model": (read_model, damaged_documents(MODELS)),
    "model's text": (read_model, damaged_texts(MODELS)),
    "scenario": (read_scenario, damaged_documents(SCENARIOS)),
    "scenario's text": (read_scenario, damaged_texts(SCENARIOS)),
    "link": (read_link, damaged_documents([{k: v for k, v in s.items() if k != "format"} for s in SCENARIOS])),
    "link's text": (lambda text: read_link(code(text.encode(errors="surrogatepass"))), damaged_texts(SCENARIOS)),
    "bytes of a link": (lambda data: read_link(code(data)), st.binary(max_size=200)),
    "lesson": (read_yaml, damaged_documents(LESSONS)),
    "lesson's text": (read_lesson, damaged_texts(LESSONS, yaml.safe_dump)),
    "rules": (lc.parse_rules, damaged_texts([lc.gallery.build("autocorrect")], lc.format_rules)),
}


def judged(read: Reader, source: Any) -> None:
    """Read or refused: in plain words, without an effect on what was given, within the time and memory."""
    before, memory, begin = (
        copy.deepcopy(source),
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        time.process_time(),
    )
    try:
        assert read(source) is not None
    except lc.LiftError as error:
        words = str(error)
        assert 10 < len(words) < 2000 and "Traceback" not in words and "object at 0x" not in words, words
        words.encode()  # a page can show it
    assert time.process_time() - begin < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < MEGABYTES * 1024
    assert source == before or source != source


def fuzzed(what: str, examples: int) -> None:
    read, sources = READERS[what]

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(sources)
    def run(source: Any) -> None:
        judged(read, source)

    run()


@pytest.mark.parametrize("what", READERS)
def test_whatever_is_broken_is_told(what):
    fuzzed(what, FEW)


@pytest.mark.long
@pytest.mark.parametrize("what", READERS)
def test_whatever_is_broken_is_told_at_length(what):
    fuzzed(what, MANY)
