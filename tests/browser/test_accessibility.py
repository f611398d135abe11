"""axe-core finds no serious or critical fault in what is ours: every page, the open menus, a lesson and the lecture mode."""

import json

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE, Tab

PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers", "lessons")
GRAVE = ("serious", "critical")


def faults(tab: Tab, *rules: str) -> list[str]:
    """What axe-core finds, of those rules or of all; with the place and the remedy."""
    options: dict = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(tab.page, options=options).response["violations"]
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
    tab.page.wait_for_function(
        "() => [...document.querySelectorAll('*')].every(at => at.shadowRoot?.querySelector('.host')?.dataset.theme !== 'light')"
    )
    found += [f"dark {fault}" for fault in faults(tab, "color-contrast")]
    tab.page.emulate_media(color_scheme="light")
    return found


def test_every_page(tab):
    """Streamlit's own parts are looked at too: nothing is left out."""
    found = []
    for path in PAGES:
        found += in_both_themes(tab.open(path))
    assert not found, "\n".join(found)


def test_a_phone(tabs):
    tab = tabs(PHONE)
    found = [fault for path in PAGES for fault in faults(tab.open(path))]
    assert not found, "\n".join(found)


def test_the_menu_and_the_gallery(tab):
    tab.open("likelihood")
    tab.page.locator(".st-key-strip-menu button").click()
    tab.page.locator(".st-key-menu").wait_for()
    found = in_both_themes(tab.settle())
    tab.page.keyboard.press("Escape")
    tab.page.locator(".st-key-strip-name button").first.click()
    tab.page.locator(".st-key-gallery-menu").wait_for()
    found += in_both_themes(tab.settle())
    assert not found, "\n".join(found)


def test_a_lesson_and_a_lecture(tab):
    found = in_both_themes(tab.open("lifting", lesson="what-is-a-lifting", at="2"))
    tab.page.goto(f"{tab.page.url}&mode=lecture")
    tab.page.locator(".host[data-mode=lecture]").wait_for()
    found += in_both_themes(tab.settle())
    assert not found, "\n".join(found)
