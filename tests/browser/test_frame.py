"""The frame in a real browser: the strip, the address, and what survives a page switch, a reload and a lost connection."""

import pytest
from playwright.sync_api import expect

from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario
from tests.browser.conftest import DESKTOP, PHONE, Tab
from ui.lesson import shipped

PAGES = ["", "projection", "lifting", "likelihood"]


def textbox(tab: Tab):
    return tab.page.get_by_role("textbox", name="What is observed")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("name", "size", "dark"),
    [
        ("desktop", DESKTOP, False),
        ("desktop-dark", DESKTOP, True),
        ("phone", PHONE, False),
        ("phone-dark", PHONE, True),
    ],
)
def test_every_page_opens(tabs, path, name, size, dark):
    tab = tabs(size, dark).open(path)
    tab.page.wait_for_timeout(600)
    tab.shot(f"{path or 'start'}-{name}")
    assert tab.page.locator("[data-testid=stException]").count() == 0
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_scenario_survives_page_switch_reload_and_history(tab):
    begun = tab.open("").parameters()["s"]
    tab.type_observation("HHT").until(lambda: tab.parameters()["s"] != begun)
    first = tab.parameters()["s"]
    tab.page.get_by_role("link", name="Lifting", exact=True).click()
    tab.page.wait_for_url("**/lifting?**")
    tab.settle()
    expect(textbox(tab)).to_have_value("HHT")
    assert tab.parameters()["s"] == first
    tab.type_observation("HHTH").until(lambda: tab.parameters()["s"] != first)
    tab.page.reload()
    tab.page.locator(".st-key-strip").wait_for()
    tab.settle()
    expect(textbox(tab)).to_have_value("HHTH")
    tab.page.go_back()
    tab.settle()
    expect(textbox(tab)).to_have_value("HHT")
    assert "/lifting" in tab.page.url


def test_undo_and_redo(tab):
    tab.open("lifting").type_observation("HHTTH")
    tab.page.get_by_role("button", name="↶").click()
    tab.settle()
    expect(textbox(tab)).to_have_value("HHTT")
    tab.page.get_by_role("button", name="↷").click()
    tab.settle()
    expect(textbox(tab)).to_have_value("HHTTH")


def test_a_bad_observation_says_so_and_keeps_the_last(tab):
    tab.open("lifting")
    before = tab.parameters()
    tab.type_observation("HHX")
    expect(tab.page.get_by_text("'X'").first).to_be_visible()
    expect(textbox(tab)).to_have_value("HHX")
    assert tab.parameters() == before
    tab.type_observation("HH")
    expect(tab.page.get_by_text("'X'")).to_have_count(0)


def test_a_damaged_link_opens_the_start_page_with_a_message(tab):
    tab.open("lifting", s="1.eNqrVspLzE1VslIqLs")
    expect(tab.page.get_by_text("The switching coin is shown instead")).to_be_visible()
    assert "/lifting" not in tab.page.url


def test_a_card_loads_in_place_and_a_shared_link_opens_it_again(tab, tabs):
    tab.open("")
    tab.page.get_by_role("button", name="Weather by phone", exact=True).last.click()
    tab.settle()
    expect(textbox(tab)).to_have_value("walk shop clean")
    other = tabs().open("lifting", **tab.parameters())
    expect(textbox(other)).to_have_value("walk shop clean")


def test_the_gallery_in_the_strip_opens_a_counter_example(tab):
    tab.open("projection")
    tab.page.locator(".st-key-strip-name button:visible").click()
    tab.page.get_by_role("button", name="Fillers without end").click()
    tab.settle()
    expect(textbox(tab)).to_have_value("ab")
    assert tab.page.locator("[data-testid=stException]").count() == 0


def test_hide_exact_is_in_the_address(tab):
    tab.open("")
    tab.page.get_by_text("Hide exact").click()
    tab.until(lambda: tab.parameters().get("hide") == "1")
    tab.page.get_by_role("link", name="Lifting", exact=True).click()
    tab.page.wait_for_url("**/lifting?**")
    tab.settle()
    expect(tab.page.get_by_role("switch", name="Hide exact")).to_be_checked()
    tab.until(lambda: tab.parameters().get("hide") == "1")


def test_the_picture_is_at_the_top(tabs):
    for size, most in ((DESKTOP, 118), (PHONE, 110)):
        tab = tabs(size).open("")
        top = tab.page.locator(".st-key-start-tree").bounding_box()
        assert top is not None and top["y"] <= most


def test_a_first_visit_is_under_three_megabytes(tab):
    sizes: list[int] = []
    tab.page.on("response", lambda response: sizes.append(int(response.headers.get("content-length", 0))))
    tab.open("")
    tab.page.wait_for_timeout(1000)
    assert 0 < sum(sizes) < 3_000_000


def test_the_tour_goes_from_page_to_page(tab):
    steps = shipped()["what-is-a-lifting"].steps
    tab.open("")
    tab.page.get_by_role("button", name="Two-minute tour").click()
    for number, step in enumerate(steps[:5], 1):
        tab.until(
            lambda number=number, step=step: (
                tab.parameters().get("at") == str(number) and f"/{step.page}?" in tab.page.url
            )
        ).settle()
        tab.shot(f"tour-{number}")
        tab.page.get_by_role("button", name="Next ›").click()
    tab.until(lambda: tab.parameters().get("at") == "6").settle()
    tab.page.get_by_role("button", name="End").click()
    tab.until(lambda: "lesson" not in tab.parameters())


def test_a_string_on_the_start_page_tells_its_product(tab):
    tab.open("")
    leaf = tab.page.locator("[data-only='4'] .q > [data-i]").nth(2)
    leaf.wait_for()
    tab.until(leaf.is_visible)  # the tree plays once
    leaf.hover()
    tip = tab.page.locator(".tip.shown")
    tip.wait_for()
    assert "HH~tt" in tip.inner_text() and "P(z)" in tip.inner_text() and "73.4%" in tip.inner_text()


def test_tokens_mean_nothing_to_markdown(tab):
    """A link from someone else: its tokens are letters, not pictures and links of theirs. Outside requests fail every test."""
    tokens = {
        "x": "a",
        "y": "a",
        "`": "b",
        "![i](http://outside.example/o.png)": "c",
        "[Log-in](http://outside.example/a)": "d",
        "http://outside.example/e": "e",
    }
    machine = {
        "format": "lift-projection/1",
        "name": "theirs",
        "latent": list(tokens),
        "observable": list("abcde"),
        "start": "q",
        "arcs": [["q", token, "q", [symbol]] for token, symbol in tokens.items()],
    }
    weights = {token: "9" if token == "x" else "1" for token in tokens}
    model = {"format": "lift-model/1", "kind": "markov", "order": 0, "weights": [[[], weights]]}
    scenario = Scenario("theirs", machine, model, tuple("abcde"))
    for page in ("", "projection", "lifting", "likelihood"):
        tab.open(page, s=write_code(scenario.dump()))
        tab.page.wait_for_timeout(500)
        assert tab.page.locator("a[href*=outside], img[src*=outside]").count() == 0
