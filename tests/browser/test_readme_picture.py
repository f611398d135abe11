"""The picture at the head of the README is the Lifting page as it opens; LIFT_FIGURES=1 takes it anew."""

import os
from pathlib import Path

from tests.browser.conftest import Tab

FIGURE = Path(__file__).resolve().parent.parent.parent / "docs" / "figures" / "lifting.png"


def test_the_picture_of_the_readme_can_be_taken(tab: Tab):
    tab.open("lifting")
    tab.page.locator(".figure svg.lift").first.wait_for()
    tab.page.wait_for_timeout(800)
    picture = tab.page.screenshot()
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
    if os.environ.get("LIFT_FIGURES"):
        FIGURE.write_bytes(picture)
