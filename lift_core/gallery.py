"""The gallery of examples: `names()`, `build(name, **parameters)` and `entry(name)` (docs/theory.md §1)."""

from lift_core.projection.gallery import ENTRIES, build, entry, names
from lift_core.projection.gallery_entry import Entry

__all__ = ["ENTRIES", "Entry", "build", "entry", "names"]
