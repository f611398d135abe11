"""What a new session opens: the scenario of its address, else the file named in LIFT_FILE, else the switching coin."""

import logging
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from lift_core import gallery
from lift_core.errors import LiftError
from lift_core.scenarios.link import read_view
from lift_core.scenarios.scenario import Scenario, load_scenario

DEFAULT = "switching-coin"
LOG = logging.getLogger("ui")


def opened(query: Mapping[str, str]) -> tuple[Scenario, str]:
    """The scenario that an address's parameters name, and a message where they are damaged: then it is the default."""
    try:
        return _opened(dict(query)), ""
    except LiftError as error:
        return gallery.scenario(DEFAULT), str(error)
    except Exception:
        LOG.exception("a link could not be read")
        return gallery.scenario(DEFAULT), "This link could not be read."


def _opened(query: dict[str, str]) -> Scenario:
    if "s" in query:
        return load_scenario(f"?{urlencode(query)}")
    file = os.environ.get("LIFT_FILE", "")
    scenario = load_scenario(Path(file)) if file else gallery.scenario(DEFAULT)
    return replace(scenario, view={**scenario.view, **read_view(query)})
