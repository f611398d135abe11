"""Pages without a browser: AppTest runs app.py on a scenario and a page."""

import json
from pathlib import Path
from typing import Any

from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

from lift_core import gallery
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))


class _Navigated(PagesManager):
    """AppTest forgets at each run that app.py has a navigation of its own, and would run the page files bare."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        PagesManager.uses_pages_directory = False
        super().__init__(*args, **kwargs)


app_test.PagesManager = _Navigated  # type: ignore[misc]
PATIENCE = 60  # seconds; the machine may be busy


def open_page(page: str, scenario: str | Scenario = "switching-coin", **view: str) -> AppTest:
    """A page opened by the link of a scenario, or of a card by its name, after its first run."""
    opened = gallery.scenario(scenario) if isinstance(scenario, str) else scenario
    return open_query(page, s=write_code(opened.dump()), **{**opened.view, **view})


def open_query(page: str, **query: str) -> AppTest:
    """A page opened with these parameters in the address."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    for name, value in query.items():
        at.query_params[name] = value
    if page != "start":
        at.switch_page(f"pages/{page}.py")
    return at.run()


def assert_calm(at: AppTest) -> AppTest:
    """No traceback, and no message of the frame that something went wrong."""
    assert not at.exception, at.exception
    assert not [
        error.value for error in at.error if "went wrong" in error.value or "could not be computed" in error.value
    ]
    return at


def component_data(at: AppTest, key: str) -> dict[str, Any]:
    """What the browser gets for the component of that key."""
    return json.loads(next(c for c in at.get("bidi_component") if c.proto.id.endswith(key)).proto.bytes)


def messages(at: AppTest) -> str:
    """All red and amber boxes."""
    return "\n".join([*(error.value for error in at.error), *(warning.value for warning in at.warning)])
