"""The menu ⋯, the link for a class, seeds of one's own, the lecture and embed modes."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from lift_core import gallery
from lift_core.errors import LiftError
from tests.pages.harness import PAGES, assert_calm, messages, open_page, open_query
from ui import modes, share, twin
from ui.state import View


def has_strip(at):
    return any((box.key or "").startswith("strip-observation") for box in at.text_input)


FOLDS = ("menu-python", "menu-table", "menu-formula", "menu-tikz", "menu-slides")


def opened(page, scenario="switching-coin", **view):
    """The page with the menu and all its parts open."""
    at = open_page(page, scenario, **view)
    at.session_state["strip-menu"] = True
    for fold in FOLDS:
        at.session_state[fold] = True
    return assert_calm(at.run())


@pytest.mark.parametrize("page", PAGES)
def test_the_menu_of_every_page(page):
    texts = [code.value for code in opened(page).code]
    assert any("import lift_core as lc" in text for text in texts)
    assert any("embed=true" in text for text in texts)


@pytest.mark.parametrize("page", ["start", "lifting", "drift", "samplers"])
@pytest.mark.parametrize("name", gallery.COUNTER_EXAMPLES)
def test_the_menu_of_a_counter_example(page, name):
    assert any("lc.diagnose" in code.value for code in opened(page, name).code)


def test_the_table_and_the_formula_are_hidden_with_the_numbers():
    at = opened("likelihood", hide="1")
    assert not any("0.06512" in code.value or "0.065124" in code.value for code in at.code)
    assert any("0.0478" in code.value for code in opened("likelihood").code)


def test_the_tree_and_the_diagram_are_taken_to_a_paper():
    for page, part in (("lifting", r"\texttt{HH\textasciitilde{}tt}"), ("projection", r"\node[state, initial")):
        (text,) = (code.value for code in opened(page).code if "tikzpicture" in code.value)
        assert part in text
    hidden = opened("lifting", hide="1").code
    assert not any("73.4" in code.value for code in hidden if "tikzpicture" in code.value)
    assert not any("tikzpicture" in code.value for code in opened("drift").code)


@pytest.mark.parametrize("page", ["", "projection", "lifting", "likelihood", "drift", "samplers"])
@pytest.mark.parametrize("name", [name for name in gallery.cards() if name not in gallery.COUNTER_EXAMPLES])
def test_every_table_is_rectangular(page, name):
    header, *body = twin.rows(page, gallery.scenario(name), View({})) or ((),)
    assert all(len(row) == len(header) for row in body)


# The link for a class -------------------------------------------------------------------------------------------------


def test_the_shared_link_is_one_that_others_can_open_where_there_is_one(monkeypatch):
    monkeypatch.setattr(share, "where", lambda: "http://192.168.0.7:8501")
    menu_link = next(c.value for c in opened("lifting").code if c.value.startswith("http"))
    assert menu_link.startswith("http://192.168.0.7:8501/")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "app.localhost", "0.0.0.0"])
def test_localhost_is_refused_with_the_remedy(host):
    with pytest.raises(LiftError, match=r"--address 0\.0\.0\.0"):
        share.base(f"http://{host}:8501/lifting", "", "localhost", "localhost", 8501)
    with pytest.raises(LiftError, match="--port 8765`"):
        share.base(f"http://{host}:8765/lifting", "", "localhost", "localhost", 8501)
    with pytest.raises(LiftError):
        share.base(f"http://{host}:8501/lifting", "", "0.0.0.0", "localhost", 8501)


def test_the_address_by_which_the_page_was_opened():
    assert share.base("http://10.0.0.4:8501/lifting", "", "0.0.0.0", "", 1) == "http://10.0.0.4:8501"
    assert share.base("https://a.org/x/lifting", "", "localhost", "", 1) == "https://a.org/x"
    with pytest.raises(LiftError, match="LIFT_PUBLIC_URL"):
        share.base("", "javascript:alert(1)", "", "", 1)


def test_the_link_for_a_class(monkeypatch):
    monkeypatch.setenv("LIFT_PUBLIC_URL", "https://lift.example.org")
    at = opened("likelihood", mode="page", sampler="identity", n="25")
    at.button(key="menu-class").click().run()
    link = next(code.value for code in at.code if "seed=auto" in code.value)
    query = dict(parse_qsl(urlsplit(link).query))
    assert link.startswith("https://lift.example.org/likelihood?") and query["sampler"] == "identity"
    assert "mode" not in query and "<svg" in share.qr(link)
    assert assert_calm(open_query("likelihood", **query)).query_params["n"] in ("25", ["25"])


def test_without_an_address_for_phones_the_menu_says_what_to_do(monkeypatch):
    monkeypatch.delenv("LIFT_PUBLIC_URL", raising=False)
    at = opened("lifting")
    at.button(key="menu-class").click().run()
    assert "--address 0.0.0.0" in messages(assert_calm(at))


def test_a_link_too_long_to_scan_is_refused():
    with pytest.raises(LiftError, match="characters"):
        share.qr("x" * 2000)


# Seeds ----------------------------------------------------------------------------------------------------------------


def test_each_phone_has_a_seed_of_its_own_and_keeps_it():
    sessions = [open_page("likelihood", seed="auto") for _ in range(3)]
    seeds = [at.session_state["session"].scenario.seed for at in sessions]
    assert len(set(seeds)) > 1 and all(0 <= seed < 10_000 for seed in seeds)
    assert any(f"**{seeds[0]}**" in text.value for text in sessions[0].markdown)
    query = {key: value[0] if isinstance(value, list) else value for key, value in sessions[0].query_params.items()}
    assert "seed" not in query
    assert open_query("likelihood", **query).session_state["session"].scenario.seed == seeds[0]


@pytest.mark.parametrize("seed", ["12", "-1", "x", "9" * 40, "", "١٢", "1e3", "AUTO"])
def test_seeds_in_the_address(seed):
    at = assert_calm(open_page("samplers", seed=seed))
    assert at.session_state["session"].scenario.seed == (12 if seed == "12" else 7)


# Modes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_lecture_mode_has_no_chrome_and_can_be_left(page):
    at = assert_calm(open_page(page, mode="lecture"))
    assert not has_strip(at)
    at = assert_calm(at.button(key="lecture-end").click().run())
    assert has_strip(at)
    assert "mode" not in at.query_params


@pytest.mark.parametrize("mode", ["", "LECTURE", "embed", "lecture ", "1", "<b>", "x" * 300])
def test_any_other_mode_is_the_ordinary_page(mode):
    at = assert_calm(open_page("lifting", mode=mode, room=mode))
    assert has_strip(at)


def test_an_embedded_page_is_embedded_whatever_the_view_says():
    assert modes.of("lecture", True) == "embed"


def test_a_lesson_is_played_in_lecture_mode_and_stays_in_it():
    at = open_page("lifting", lesson="what-is-a-lifting", at="2", mode="lecture")
    at = assert_calm(at.button(key="lesson-next").click().run())
    assert at.query_params["at"] in ("3", ["3"]) and at.query_params["mode"] in ("lecture", ["lecture"])
