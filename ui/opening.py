"""What a new session opens: the scenario of its address, else that of the lesson step which the address names, else the file
named in LIFT_FILE, else the switching coin.

`seed=auto` in the address draws a seed of the session's own, once: it then stands in the scenario.
"""

import logging
import os
import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from lift_core import gallery
from lift_core.errors import LiftError
from lift_core.scenarios.link import read_view
from lift_core.scenarios.scenario import Scenario, load_scenario
from ui.lesson import AT, LESSON, shipped

DEFAULT = "switching-coin"
SEEDS = 10_000  # seeds of one's own are below this: short enough to call out
LOG = logging.getLogger("ui")


def opened(query: Mapping[str, str]) -> tuple[Scenario, str]:
    """The scenario that an address's parameters name, and a message where they are damaged: then it is the default."""
    try:
        return with_own_seed(_opened(dict(query))), ""
    except LiftError as error:
        return gallery.scenario(DEFAULT), f"{str(error).rstrip('.')}."
    except Exception:
        LOG.exception("a link could not be read")
        return gallery.scenario(DEFAULT), "This link could not be read."


def _opened(query: dict[str, str]) -> Scenario:
    if "s" in query:
        return load_scenario(f"?{urlencode(query)}")
    file, seen = os.environ.get("LIFT_FILE", ""), read_view(query)
    if lesson := shipped().get(seen.get(LESSON, "")):
        step = lesson.steps[lesson.number(seen.get(AT, "")) - 1]
        scenario = step.build()
        return replace(scenario, view={**scenario.view, **step.view, **seen})
    scenario = load_scenario(Path(file)) if file else gallery.scenario(DEFAULT)
    return replace(scenario, view={**scenario.view, **seen})


def with_own_seed(scenario: Scenario) -> Scenario:
    """The seed that the view asks for, in the scenario: one by lot for `auto`, a number as it is, any other is passed over."""
    view = dict(scenario.view)
    wished = view.pop("seed", None)
    if wished is None:
        return scenario
    if wished == "auto":
        seed = secrets.randbelow(SEEDS)
        return replace(scenario, seed=seed, view=view | {"own": "1", "mine": str(seed)})
    number = int(wished) if wished.isascii() and wished.isdecimal() and len(wished) < 16 else scenario.seed
    return replace(scenario, seed=number, view=view)
