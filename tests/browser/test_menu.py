"""The menu ⋯ in a real browser: links, formula, table, file and Python to take away; the link for a class; one's own seed."""

import json
import subprocess
import sys

from playwright.sync_api import expect

from bench.server import ROOT
from tests.browser.conftest import Tab, start_server

FOLDS = {
    "The formula as LaTeX": r"\frac",
    "The numbers as CSV": "latent string,P",
    "Copy as Python": "import lift_core as lc",
}


def menu(tab: Tab, page: str = "likelihood", **query: str):
    tab.open(page, **query)
    tab.page.locator(".st-key-strip-menu button").click()
    body = tab.page.locator(".st-key-menu")
    body.wait_for()
    tab.settle()
    return body


def copied(tab: Tab, code) -> str:
    """The text that a code block's copy button puts on the clipboard."""
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    code.hover()
    code.get_by_role("button", name="Copy to clipboard").click()
    return tab.page.evaluate("() => navigator.clipboard.readText()")


def test_the_copied_link_opens_what_is_seen(tab, tabs):
    body = menu(tab, sampler="identity", n="300")
    link = copied(tab, body.locator("[data-testid=stCode]").first)
    other = tabs()
    other.page.goto(link)
    expect(other.page.get_by_text("300 identity draws give")).to_be_visible()


def test_formula_table_and_python_can_be_copied(tab):
    body = menu(tab)
    for title, begins in FOLDS.items():
        body.get_by_text(title).click()
        block = body.locator("[data-testid=stExpander]", has_text=title).locator("[data-testid=stCode]").last
        expect(block).to_contain_text(begins)
    text = copied(tab, body.locator("[data-testid=stCode]", has_text="import lift_core as lc"))
    ran = subprocess.run([sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0 and "0.065124" in ran.stdout, ran.stdout + ran.stderr


def test_the_scenario_is_saved_and_opened_again(tab, tabs, tmp_path):
    tab.open("lifting").type_observation("HHTHT")
    tab.page.locator(".st-key-strip-menu button").click()
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Save scenario (JSON)").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"].startswith("lift-scenario/")
    other = tabs().open("lifting")
    other.page.locator(".st-key-strip-name button:visible").click()
    other.page.locator(".st-key-strip-file input[type=file]").set_input_files(file)
    expect(other.page.get_by_role("textbox", name="What is observed")).to_have_value("HHTHT")


def test_the_table_is_saved_as_csv(tab, tmp_path):
    body = menu(tab)
    body.get_by_text("The numbers as CSV").click()
    with tab.page.expect_download() as download:
        body.get_by_role("button", name="Save CSV").click()
    download.value.save_as(tmp_path / "terms.csv")
    lines = (tmp_path / "terms.csv").read_text().splitlines()
    assert len(lines) == 17 and any(line.startswith("H H ~ t t,0.0478") for line in lines)


def test_the_link_for_a_class_is_refused_for_this_machine_alone_with_the_remedy(tab):
    menu(tab).get_by_role("button", name="Link for the class").click()
    dialog = tab.page.get_by_role("dialog")
    expect(dialog).to_contain_text("--address 0.0.0.0")
    assert dialog.locator("img").count() == 0


def test_the_link_for_a_class_is_a_code_and_gives_each_phone_a_seed(tabs):
    process, address = start_server(LIFT_PUBLIC_URL="https://lift.example.org")
    try:
        tab = tabs(address=address)
        menu(tab, "samplers", n="25").get_by_role("button", name="Link for the class").click()
        dialog = tab.page.get_by_role("dialog")
        code = dialog.locator("img")
        expect(code).to_be_visible()
        assert code.get_attribute("alt")
        link = dialog.locator("code").first.inner_text()
        assert link.startswith("https://lift.example.org/samplers?") and link.endswith("seed=auto")
    finally:
        process.terminate()
        process.wait(timeout=10)


def test_each_session_has_a_seed_of_its_own_which_a_reload_keeps(tabs):
    seeds = []
    for _ in range(2):
        tab = tabs().open("likelihood", seed="auto")
        seeds.append(tab.page.locator(".st-key-own-seed strong").inner_text())
        tab.page.reload()
        expect(tab.page.locator(".st-key-own-seed strong")).to_have_text(seeds[-1])
    assert seeds[0] != seeds[1]
