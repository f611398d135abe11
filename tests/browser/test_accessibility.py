"""axe-core finds no serious or critical fault in what is ours: every page, the open menus, a lesson and the lecture mode."""

import json

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Tab

PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers", "lessons")
GRAVE = ("serious", "critical")
CHROME: dict[str, str] = {}


def faults(tab: Tab, *rules: str) -> list[str]:
    """What axe-core finds, of those rules or of all; with the place and the remedy."""
    options: dict = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(tab.page, {"exclude": [[selector] for selector in CHROME]}, options).response["violations"]
    return [
        f"{tab.page.url.partition('?')[0]}: {fault['id']} at {json.dumps(node['target'])}: {node['html'][:160]} {node['failureSummary']}"
        for fault in found
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


def in_both_themes(tab: Tab) -> list[str]:
    """All rules in light, and in dark the one that depends on it."""
    found = faults(tab)
    tab.page.emulate_media(color_scheme="dark")
    tab.page.wait_for_function("() => document.querySelector('.host')?.dataset.theme !== 'light'")
    found += [f"dark {fault}" for fault in faults(tab, "color-contrast")]
    tab.page.emulate_media(color_scheme="light")
    return found


def test_every_page(tab):
    found = []
    for path in PAGES:
        found += in_both_themes(tab.open(path))
    assert not found, "\n".join(found)
