"""Predict, then reveal, in a real browser: ten chips on the next symbols, by tap and by keyboard, with the connection cut."""

import re

import pytest
from playwright.sync_api import expect

from lift_core import gallery
from lift_core.projected.guess import divergence, of_chips, total_variation
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.link import write_code
from tests.browser.conftest import DESKTOP, PHONE, Tab

COIN = gallery.scenario("switching-coin")


def opened(tab: Tab, scenario=COIN, **query: str) -> Tab:
    tab.open("likelihood", s=write_code(scenario.dump()), **query)
    tab.page.locator(".forecast svg.lift").wait_for(state="attached")
    return tab


def begun(tab: Tab, scenario=COIN) -> Tab:
    opened(tab, scenario).page.locator(".forecast .predict").click()
    return tab


def place(tab: Tab, **chips: int) -> None:
    for name, n in chips.items():
        for _ in range(n):
            tab.page.get_by_role("button", name=f"put a chip on {name}", exact=True).click()


def reveal(tab: Tab):
    return tab.page.get_by_role("button", name="Reveal the exact bars beside your chips")


def verdict(tab: Tab) -> str:
    return tab.page.locator(".forecast .verdict").inner_text()


def test_ten_chips_without_the_server(tab):
    begun(tab).cut()
    assert not tab.page.locator(".forecast svg.lift").is_visible() and reveal(tab).is_disabled()
    place(tab, H=4, T=5)
    tab.page.get_by_role("button", name="take a chip back from H").click()
    expect(tab.page.locator(".forecast .left")).to_have_text("2 chips left")
    assert reveal(tab).is_disabled()
    place(tab, H=2)
    tab.page.locator(".forecast .lane").nth(1).click()  # an eleventh has no place
    expect(tab.page.locator(".forecast .left")).to_have_text("all chips placed")
    reveal(tab).click()
    law = COIN.projected().next_symbol(COIN.observation)
    guess = of_chips({"H": 5, "T": 5}, ("H", "T"))
    told = verdict(tab)
    assert f"D(exact ‖ yours) = {divergence(law, guess):.2f} bits" in told and "0.21" in told
    assert f"Total variation {float(total_variation(law, guess)):.2f}: 2.6 of the ten chips" in told
    rows = tab.page.locator(".forecast .rows .shown")
    assert rows.nth(0).get_attribute("aria-label") == "H: you 50%, exact 23.9%"
    yours, exact = (rows.nth(1).locator(kind).bounding_box() for kind in (".yours", ".exact"))
    assert yours and exact and yours["x"] == exact["x"]  # one axis
    assert exact["width"] / yours["width"] == pytest.approx(law["T"] / 0.5, abs=0.02)
    tab.page.get_by_role("button", name="Again: a new guess").click()
    expect(tab.page.locator(".forecast .left")).to_have_text("ten chips left")
    tab.page.get_by_role("button", name="stop predicting").click()
    assert tab.page.locator(".forecast svg.lift").is_visible()


def test_by_keyboard(tab):
    opened(tab).page.locator(".forecast .predict").focus()
    for key in ("Enter", *["ArrowRight"] * 3, "ArrowLeft", "ArrowDown", *["+"] * 7, "-", "Enter", "Enter"):
        tab.page.keyboard.press(key)
    expect(tab.page.locator(".forecast .left")).to_have_text("all chips placed")
    tab.page.keyboard.press("Enter")  # the last chip moves the keyboard to Reveal
    assert "No ten chips come closer" in verdict(tab)


def test_near_the_best_chips_the_two_figures_differ(tab):
    begun(tab).cut()
    place(tab, H=3, T=7)
    reveal(tab).click()
    law = COIN.projected().next_symbol(COIN.observation)
    mine, best = (divergence(law, of_chips({"H": n, "T": 10 - n}, ("H", "T"))) for n in (3, 2))
    assert f"{best:.2f}" == f"{mine:.2f}" == "0.01"  # two decimals would not tell them apart
    expect(tab.page.locator(".forecast .verdict")).to_contain_text(
        f"Someone who believes your chips is surprised by {mine:.2g} bits more per symbol than someone who knows the law."
        f" With the best ten chips it would be {best:.2g}."
    )


def test_no_chip_where_one_can_come(tab):
    begun(tab).cut()
    place(tab, T=10)
    reveal(tab).click()
    assert "∞ bits" in verdict(tab) and "∞: you gave no chip to H, which has 23.9%" in verdict(tab)
    assert "Total variation 0.24" in verdict(tab) and "That figure stays finite" in verdict(tab)
    tab.page.get_by_role("button", name="hide exact numbers").click()
    assert "You gave none to H, which can come." in verdict(tab) and "23.9" not in verdict(tab)


def test_another_observation_is_another_guess(tab):
    begun(tab)
    place(tab, H=2, T=8)
    reveal(tab).click()
    tab.settle()
    assert tab.parameters()["guess"] == "1"
    tab.page.get_by_role("button", name="see T").click()
    expect(tab.page.locator(".forecast .ask")).to_contain_text("after HHTTT")
    expect(tab.page.locator(".forecast .left")).to_have_text("ten chips left")
    place(tab, H=1)
    tab.page.get_by_role("button", name="+100 draws").click()  # another question about the same x
    tab.settle()
    expect(tab.page.locator(".forecast .left")).to_have_text("9 chips left")
    tab.page.get_by_role("button", name="stop predicting").click()
    tab.settle()
    assert "guess" not in tab.parameters()


def test_a_link_opens_the_guess_covered_and_hidden_values_stay_so(tab):
    opened(tab, guess="1", hide="1")
    place(tab, H=2, T=8)
    reveal(tab).click()
    assert "Your chips are very close." in verdict(tab) and not re.search(r"\d", verdict(tab))
    assert tab.page.locator(".forecast .exact").count() == 0
    assert "23.9" not in tab.page.locator(".forecast .game").inner_text()


def test_many_symbols_share_a_kind_of_chip(tab):
    scenario = gallery.scenario("codons")
    begun(tab, scenario).cut()
    names = [key.inner_text() for key in tab.page.locator(".forecast button.key").all()]
    assert names == [*scenario.projection.observable, "any"]  # alphabet order: the likeliest are not given away
    tab.page.locator(".forecast button.key").last.focus()
    for key in (*["ArrowRight"] * 4, "ArrowUp", *["ArrowRight"] * 6):
        tab.page.keyboard.press(key)
    reveal(tab).click()
    law = scenario.projected().next_symbol(scenario.observation)
    guess = of_chips({names[-2]: 6}, scenario.projection.observable, alike=4)
    assert f"{divergence(law, guess):.2f} bits" in verdict(tab)


@pytest.mark.parametrize(
    ("name", "size", "dark"), [("desktop", DESKTOP, False), ("phone", PHONE, False), ("phone-dark", PHONE, True)]
)
def test_it_fits(tabs, name, size, dark):
    tab = opened(tabs(size, dark), with_observation(COIN, "HHT"))
    tab.page.locator(".forecast .predict").scroll_into_view_if_needed()
    tab.page.locator(".forecast .predict").click()
    place(tab, H=5, T=5)
    box = tab.page.get_by_role("button", name="put a chip on H", exact=True).bounding_box()
    assert box is not None and box["height"] >= 40 and box["width"] >= 44
    reveal(tab).click()
    tab.page.locator(".forecast .verdict").scroll_into_view_if_needed()
    tab.shot(f"predict-next-{name}")
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_an_embedded_page_has_no_game(tab):
    tab.page.goto(f"{tab.address}/likelihood?embed=true&guess=1")
    tab.page.locator(".figure svg.lift").first.wait_for()
    tab.page.wait_for_timeout(500)
    assert not tab.page.locator(".forecast").is_visible()
