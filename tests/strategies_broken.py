"""Random damage to documents, for Hypothesis: what a person, an editor or a stranger may make of a file or link."""

from __future__ import annotations

import base64
import copy
import json
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

TYPES = [
    None,
    True,
    False,
    0,
    -1,
    7,
    1.5,
    1e308,
    10**30,
    "",
    "a",
    "1/0",
    "é",
    "\u200b",
    "🙂",
    "x" * 3000,
    [],
    [[]],
    {},
    {"a": 1},
]
NUMBERS = [
    10**400,
    -(10**20),
    "9" * 300,
    "1e9999",
    "2**63",
    "9**9**9",
    "nan",
    "inf",
    "-1/3",
    "1/3",
    "lambda",
    "(((1)))",
]


def deep(levels: int, leaf: Any = 1) -> Any:
    for _ in range(levels):
        leaf = [leaf]
    return leaf


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) in a document."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def damaged(document: Any, random: Random, times: int) -> Any:
    """The document with some of its parts dropped, doubled, renamed, swapped, or replaced by something of another kind."""
    document = copy.deepcopy(document)
    for _ in range(times):
        found = list(places(document))
        if not found:
            return document
        container, key = random.choice(found)
        other, elsewhere = random.choice(found)
        match random.randrange(8):
            case 0:
                del container[key]
            case 1:
                container[key] = random.choice(TYPES)
            case 2:
                container[key] = random.choice(NUMBERS)
            case 3:
                container[key] = deep(random.choice([1, 40, 400]))
            case 4:
                container[key] = copy.deepcopy(other[elsewhere]) if other is not container else None
            case 5 if isinstance(container, list):
                container.insert(key, copy.deepcopy(container[key]))
            case 6 if isinstance(container, dict):
                container[random.choice(["", "name", "kind", "gallery", "|", "a\u0301"])] = container.pop(key)
            case _ if isinstance(container[key], list) and container[key]:
                container[key] = container[key] * random.choice([2, 300])
            case _:
                container[key] = str(container[key])[:50]
    return document


def damaged_documents(documents: list[Any]) -> st.SearchStrategy[Any]:
    """One to four wounds in one of the documents."""

    def make(seed: int) -> Any:
        random = Random(seed)
        return damaged(random.choice(documents), random, random.randint(1, 4))

    return st.integers(0, 2**40).map(make)


def damaged_texts(documents: list[Any], write: Callable[[Any], str] = json.dumps) -> st.SearchStrategy[str]:
    """The text of a document, whole or damaged, with some characters cut, doubled or overwritten."""

    def make(seed: int) -> str:
        random = Random(seed)
        text = write(random.choice(documents))
        for _ in range(random.randint(1, 3)):
            at, length = random.randrange(len(text) + 1), random.choice([0, 1, 5, 80])
            new = random.choice(
                [
                    "",
                    ",",
                    '"',
                    "{",
                    "]",
                    ":",
                    "\\ud800",
                    "\\u0000",
                    "NaN",
                    "\x00",
                    "\ud800",
                    '"a":1,',
                    text[at : at + 40],
                ]
            )
            text = text[:at] + new + text[at + length :]
        return text

    return st.integers(0, 2**40).map(make)


def code(data: bytes) -> str:
    """Any bytes as the code of a link."""
    return "1." + base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()
