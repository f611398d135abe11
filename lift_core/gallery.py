"""The gallery by name: `build` makes an example's projection, `scenario` its card (docs/theory.md §1)."""

from lift_core.errors import FormatError
from lift_core.projection.gallery import ENTRIES, build, entry, names
from lift_core.projection.gallery_entry import Entry
from lift_core.scenarios.cards import CARDS, COUNTER_EXAMPLES, ON_START, ROWS
from lift_core.scenarios.scenario import Scenario, load_scenario

__all__ = ["COUNTER_EXAMPLES", "ENTRIES", "ON_START", "ROWS", "Entry", "build", "cards", "entry", "names", "scenario"]


def cards() -> list[str]:
    """The names of all scenarios: every entry of the gallery has one."""
    return list(CARDS)


def scenario(name: str) -> Scenario:
    """The card of that name. Raises FormatError for an unknown name.

    >>> "".join(scenario("switching-coin").observation)
    'HHTT'
    """
    if not isinstance(name, str) or name not in CARDS:
        raise FormatError(f"the gallery has no scenario {name!r}; it has {', '.join(CARDS)}", "name")
    return load_scenario(CARDS[name])
