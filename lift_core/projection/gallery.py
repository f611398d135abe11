"""The gallery: every example of docs/theory.md §1 by name, `build(name, **parameters)`; parameters left out take their defaults."""

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from lift_core.errors import ProjectionError
from lift_core.projection import gallery_counter, gallery_cuts, gallery_states, gallery_thoughts
from lift_core.projection.gallery_entry import Entry
from lift_core.projection.transducer import Projection

_ALL = (*gallery_states.ENTRIES, *gallery_thoughts.ENTRIES, *gallery_cuts.ENTRIES, *gallery_counter.ENTRIES)
ENTRIES: Mapping[str, Entry] = MappingProxyType({entry.name: entry for entry in _ALL})


def names() -> list[str]:
    """The names of all entries, counter-examples last."""
    return list(ENTRIES)


def entry(name: str) -> Entry:
    """Title, story, parameters and kind of an entry. Raises ProjectionError for an unknown name."""
    found = ENTRIES.get(name) if isinstance(name, str) else None
    if found is None:
        raise ProjectionError(
            f"the gallery has no {name!r}.{_meant(name, list(ENTRIES))} It has {', '.join(ENTRIES)}.", "name"
        )
    return found


def build(name: str, /, **parameters: Any) -> Projection:
    """The projection of an entry. Raises ProjectionError, whose `place` is the parameter at fault.

    >>> build("product", observable="HT", hidden="AB").latent
    ('H|A', 'H|B', 'T|A', 'T|B')
    """
    example = entry(name)
    for parameter in parameters:
        if parameter not in example.parameters:
            known = list(example.parameters)
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise ProjectionError(f"{name} has no parameter {parameter!r}; {has}.{_meant(parameter, known)}", parameter)
    return example.make(**{**example.parameters, **parameters})


def _meant(got: Any, known: list[str]) -> str:
    close = get_close_matches(str(got), known, 1)
    return f" Did you mean {close[0]!r}?" if close else ""
