"""The class tally: rooms and their limits, what a phone may send, and the way from a phone to the wall of another session."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest

from lift_core import gallery
from lift_core.errors import FormatError, LiftError, LimitExceeded
from lift_core.plots.tally import TallyRow, tally_drawing
from lift_core.projected.projected import Projected
from lift_core.samplers import Identity
from tests.pages.harness import assert_calm, messages, open_page, open_query
from ui import samplers_runs, tally, tally_wall
from ui.samplers_runs import steady
from ui.tally import ESTIMATE, GUESS, LASTS, MOST_ANSWERS, MOST_ROOMS, ROOMS, Answer, Rooms, read_guess

QUESTION = gallery.scenario("switching-coin")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def rooms():
    return Rooms(Clock())


# The store ------------------------------------------------------------------------------------------------------------


def test_codes_and_keys_cannot_be_guessed(rooms):
    made = [text for _ in range(MOST_ROOMS) for text in rooms.open(QUESTION)]
    assert len(set(made)) == 2 * MOST_ROOMS
    assert all(len(text) >= 16 and text.replace("-", "").replace("_", "").isalnum() and text.isascii() for text in made)
    assert tally.BYTES * 8 >= 64
    assert len({letter for text in made for letter in text}) == 64


def test_the_median_of_an_even_number_is_between_the_two_in_the_middle():
    values = [math.log(value) for value in (0.06826, 0.06516, 0.5, 0.01)]
    assert math.exp(TallyRow("guess", tuple(values)).log_median) == pytest.approx(0.06671)
    assert math.exp(TallyRow("guess", tuple(values[:3])).log_median) == pytest.approx(0.06826)
    assert TallyRow("guess", (-math.inf, -math.inf)).log_median == -math.inf
    assert TallyRow("guess", (-2000.0, -2000.0)).log_median == -2000.0


def test_a_second_number_replaces_the_first(rooms):
    code, _ = rooms.open(QUESTION)
    rooms.send(code, "a", Answer("causal", -2.0))
    before = rooms.find(code)
    rooms.send(code, "a", Answer("identity", -3.0))
    rooms.send(code, "b", Answer("causal", -2.5))
    assert rooms.find(code).answers == {"a": Answer("identity", -3.0), "b": Answer("causal", -2.5)}
    assert before.answers == {"a": Answer("causal", -2.0)}  # a room that was found does not change


def test_at_most_two_hundred(rooms):
    code, key = rooms.open(QUESTION)
    for k in range(MOST_ANSWERS):
        rooms.send(code, str(k), Answer("causal", -2.0))
    with pytest.raises(LimitExceeded, match="full"):
        rooms.send(code, "one more", Answer("causal", -2.0))
    rooms.send(code, "0", Answer("causal", -4.0))
    assert rooms.find(code).answers["0"].log_value == -4.0 and len(rooms.find(code).answers) == MOST_ANSWERS == 200
    rooms.ask(code, key, QUESTION, ESTIMATE)
    rooms.send(code, "one more", Answer("causal", -2.0))


def test_gone_after_two_hours(rooms):
    code, key = rooms.open(QUESTION)
    rooms.clock.now = LASTS - 1
    assert rooms.find(code) and rooms.minutes(code) == 1
    rooms.clock.now = 7200
    for use in (rooms.find, lambda code: rooms.send(code, "a", Answer("causal", -1.0))):
        with pytest.raises(FormatError, match="scan the code"):
            use(code)
    assert not rooms.owns(code, key) and not rooms._rooms


def test_so_many_rooms_and_no_more(rooms):
    first, key = rooms.open(QUESTION)
    for _ in range(MOST_ROOMS - 1):
        rooms.open(QUESTION)
    with pytest.raises(LimitExceeded, match="120 minutes"):
        rooms.open(QUESTION)
    rooms.close(first, "another key")
    assert rooms.owns(first, key)
    rooms.close(first, key)
    assert rooms.open(QUESTION) and not rooms.owns(first, key)
    rooms.clock.now = LASTS
    assert rooms.open(QUESTION) and len(rooms._rooms) == 1


@pytest.mark.parametrize("log_value", [math.nan, math.inf, 701.0])
def test_what_is_no_estimate(rooms, log_value):
    code, _ = rooms.open(QUESTION)
    with pytest.raises(FormatError, match="finite"):
        rooms.send(code, "a", Answer("causal", log_value))
    rooms.send(code, "a", Answer("causal", -math.inf))


def test_guesses_and_estimates_are_not_mixed(rooms):
    code, key = rooms.open(QUESTION)
    with pytest.raises(FormatError, match="estimate"):
        rooms.send(code, "a", Answer(GUESS, -1.0))
    with pytest.raises(FormatError, match="wall"):
        rooms.ask(code, "", QUESTION, GUESS)
    rooms.ask(code, key, QUESTION, GUESS)
    with pytest.raises(FormatError, match="0 to 1"):
        rooms.send(code, "a", Answer(GUESS, 0.1))
    with pytest.raises(FormatError, match="needed guess or estimate"):
        rooms.ask(code, key, QUESTION, "name")


def test_many_threads_lose_nothing(rooms):
    codes = [rooms.open(QUESTION)[0] for _ in range(3)]
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda k: rooms.send(codes[k % 3], str(k // 3 % 150), Answer("causal", -k / 900)), range(900)))
    assert [len(rooms.find(code).answers) for code in codes] == [150] * 3

    def crowd(k):
        try:
            rooms.send(codes[0], f"new {k}", Answer("causal", -1.0))
        except LimitExceeded:
            return 0
        return 1

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(crowd, range(300))) == 50


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/16", Fraction(1, 16)),
        ("0.06", Fraction(6, 100)),
        (" 0,5 ", Fraction(1, 2)),
        ("6.5 %", Fraction(65, 1000)),
        ("1", Fraction(1)),
    ],
)
def test_guesses_as_people_type_them(text, value):
    assert read_guess(text) == pytest.approx(math.log(value), abs=1e-12)


@pytest.mark.parametrize(
    "text", ["", "x", "-0.1", "1.01", "3/2", "101%", "5%%", "%", "1/0", "nan", "inf", "1e99", "0." + "1" * 50]
)
def test_guesses_that_are_none(text):
    with pytest.raises(LiftError, match="a probability between 0 and 1"):
        read_guess(text)
    assert read_guess("0") == -math.inf


# The picture ----------------------------------------------------------------------------------------------------------


def test_the_wall_counts_what_it_shows():
    log_p = math.log(0.0651)
    values = tuple(log_p + math.log(ratio) for ratio in (0.5, 0.9, 1.0, 1.2, 1.5))
    row = TallyRow("causal", values, 0.176)
    drawing = tally_drawing([row], tuple("HHTT"), log_p, draws=25, most=200)
    assert row.inside(log_p) == 3 and "3 in the band" in drawing.alt and "5 of at most 200" in drawing.svg
    assert drawing.svg.count('class="dot"') == 5 and 'class="truth"' in drawing.svg and 'class="band"' in drawing.svg
    assert [line[2] for line in drawing.table[1:]] == pytest.approx([0.5, 0.9, 1.0, 1.2, 1.5])


def test_a_hidden_value_is_nowhere_in_the_picture():
    rows = [TallyRow("causal", (-2.0, -2.5, -math.inf), 0.176)]
    hidden = tally_drawing(rows, tuple("HHTT"), None, draws=25, most=200)
    assert not any(mark in hidden.svg for mark in ('class="truth"', 'class="band"', ", exact<", "in the band"))
    assert "hidden" in hidden.alt and hidden.table[0] == ("kind", "number")


@pytest.mark.parametrize("log_p", [-2000.0, math.log(0.3), 0.0])
@pytest.mark.parametrize("count", [0, 1, 200])
@pytest.mark.parametrize("width", [372, 1408])
def test_every_dot_is_inside_the_picture(log_p, count, width):
    rng = np.random.default_rng(1)
    values = tuple(log_p + np.log1p(rng.uniform(-0.9, 3.0, count)))
    rows = [TallyRow("causal", values, 0.2), TallyRow("posterior", (log_p,) * count, 0.0)] if count else []
    drawing = tally_drawing(rows, tuple("HHTT"), log_p, draws=25, most=200, width=width)
    assert drawing.svg.count('class="dot"') == 2 * count
    picture = ElementTree.fromstring(drawing.svg)
    high = float(picture.attrib["viewBox"].split()[3])
    for dot in picture.iter("{http://www.w3.org/2000/svg}circle"):
        x, y, r = (float(dot.attrib[name]) for name in ("cx", "cy", "r"))
        assert x - r + 1 >= 0 and x + r - 1 <= width and y - r >= 40 and y + r <= high


# From the phone to the wall -------------------------------------------------------------------------------------------


def value(at, key):
    held = at.query_params[key]
    return held[0] if isinstance(held, list) else held


def query(at):
    return {key: value(at, key) for key in at.query_params}


def opened_wall(asks=ESTIMATE, page="likelihood", **view):
    """A wall and the parameters with which a phone opens its link."""
    code, key = ROOMS.open(steady(QUESTION), asks)
    at = assert_calm(open_page(page, room=code, wall=key, **view))
    return at, {"room": code, "seed": "auto"}


def test_the_dialog_opens_a_room_and_its_link_leads_there(monkeypatch):
    monkeypatch.setenv("LIFT_PUBLIC_URL", "https://lift.example.org")
    at = open_page("likelihood", mode="page")
    at.session_state["strip-menu"] = True
    at.run().button(key="menu-class").click().run()
    assert not any("room=" in code.value for code in at.code)
    at.toggle(key="class-collect").set_value(True).run()
    assert_calm(at)
    code, key = value(at, "room"), value(at, "wall")
    assert ROOMS.owns(code, key)
    at.session_state["class-wanted"] = True
    at.session_state["strip-menu"] = True
    at.run()
    links = [element.value for element in at.code if "https://" in element.value or "s=1." in element.value]
    classes = [link for link in links if "seed=auto" in link]
    assert len(classes) == 1 and dict(parse_qsl(urlsplit(classes[0]).query))["room"] == code
    assert len(links) > 1 and not any(key in link for link in links)
    assert not any(code in link for link in links if link != classes[0])
    at.session_state["class-wanted"] = True
    at.run().toggle(key="class-collect").set_value(False).run()
    assert not ROOMS.owns(code, key) and "wall" not in at.query_params


@pytest.mark.parametrize("page", ["start", "likelihood", "samplers"])
def test_an_estimate_reaches_the_wall_of_another_session(page):
    at, link = opened_wall()
    phone = assert_calm(open_page(page, sampler="identity", **link))
    assert not any(element.key == "tally-clear" for element in phone.button)
    phone = assert_calm(phone.button(key="tally-send").click().run())
    assert phone.button(key="tally-send").disabled
    seed = phone.session_state["session"].scenario.seed
    (answer,) = ROOMS.find(link["room"]).answers.values()
    x, d = QUESTION.observation, QUESTION.projected()
    draws = Identity(d).draw(x, 100, np.random.default_rng([seed, 0]))
    assert answer.kind == "identity"
    assert answer.log_value == pytest.approx(np.logaddexp.reduce(draws.log_weights[:25]) - math.log(25), abs=1e-12)
    drawing = tally_wall.drawn(ROOMS.find(link["room"]), False, 1408)
    assert drawing.svg.count('class="dot"') == 1 and "1 of at most 200" in drawing.svg
    assert_calm(at.run())
    # a reload is a new session that still knows what it sent
    again = assert_calm(open_query(page, **query(phone)))
    assert again.button(key="tally-send").disabled
    assert len(ROOMS.find(link["room"]).answers) == 1
    assert value(again, "me") == value(phone, "me")


def test_a_look_at_the_wall_computes_no_exact_value(monkeypatch):
    code, _ = ROOMS.open(steady(QUESTION))
    ROOMS.send(code, "a", Answer("causal", -2.0))
    tally_wall.drawn(ROOMS.find(code), False, 1408)
    for name in ("log_probability", "probability", "require_possible"):
        monkeypatch.setattr(Projected, name, None)
    monkeypatch.setattr(samplers_runs, "chi2", None)
    ROOMS.send(code, "b", Answer("causal", -2.7))
    drawing = tally_wall.drawn(ROOMS.find(code), False, 1408)
    assert drawing.svg.count('class="dot"') == 2 and 'class="band"' in drawing.svg and 'class="truth"' in drawing.svg


def test_another_sampler_replaces_my_number():
    _, link = opened_wall()
    phone = open_page("likelihood", **link)
    phone.button(key="tally-send").click().run()
    phone.button(key="sampler-posterior").click().run()
    phone = assert_calm(phone.button(key="tally-send").click().run())
    (answer,) = ROOMS.find(link["room"]).answers.values()
    assert answer == Answer("posterior", pytest.approx(math.log(16281 / 250000), abs=1e-9))


def test_a_guess_with_its_errors():
    at, link = opened_wall(GUESS, hide="1")
    phone = open_page("likelihood", hide="1", **link)
    phone.text_input(key="tally-guess").set_value("lots")
    phone = assert_calm(phone.button(key="tally-send").click().run())
    assert "between 0 and 1" in messages(phone) and not ROOMS.find(link["room"]).answers
    phone.text_input(key="tally-guess").set_value("1/16")
    phone = assert_calm(phone.button(key="tally-send").click().run())
    assert not messages(phone) and phone.button(key="tally-send").label == "Change it"
    (answer,) = ROOMS.find(link["room"]).answers.values()
    assert answer == Answer(GUESS, pytest.approx(math.log(1 / 16)))
    at = assert_calm(at.run())
    assert "Reveal" in at.button(key="tally-reveal").label
    at.button(key="tally-reveal").click().run()
    assert "hide" not in at.query_params


def test_clearing_and_asking_anew():
    at, link = opened_wall()
    phone = open_page("likelihood", **link)
    phone.button(key="tally-send").click().run()
    at.button(key="tally-clear").click().run()
    assert not ROOMS.find(link["room"]).answers
    assert not phone.run().button(key="tally-send").disabled
    at.text_input(key="strip-observation-0").set_value("HHT").run()
    assert_calm(at.button(key="tally-ask").click().run())
    assert ROOMS.find(link["room"]).question.observation == tuple("HHT")
    seed = phone.session_state["session"].scenario.seed
    phone.run().button(key="tally-follow").click().run()
    assert_calm(phone.button(key="tally-send").click().run())
    scenario = phone.session_state["session"].scenario
    assert scenario.observation == tuple("HHT") and scenario.seed == seed and len(ROOMS.find(link["room"]).answers) == 1


def test_the_wall_outlives_changes_of_page_and_card():
    at, link = opened_wall()
    key = value(at, "wall")
    at.session_state["strip-name"] = True
    at.run().button(key="open-autocorrect").click().run()
    assert (value(assert_calm(at), "room"), value(at, "wall")) == (link["room"], key)
    at.switch_page("pages/samplers.py").run()
    assert at.button(key="tally-clear") and value(assert_calm(at), "wall") == key
    at.switch_page("pages/lifting.py").run()
    assert value(assert_calm(at), "wall") == key and not any(element.key == "tally-clear" for element in at.button)


@pytest.mark.parametrize("room", ["nonsense", "<b>", "x" * 300, "../.."])
@pytest.mark.parametrize("page", ["start", "likelihood", "samplers"])
def test_a_room_that_is_not_open_says_what_to_do(room, page):
    at = assert_calm(open_page(page, room=room, wall="1"))
    assert any("scan the code" in box.value for box in at.info)
    at = assert_calm(at.button(key="tally-leave").click().run())
    assert "room" not in at.query_params and "wall" not in at.query_params


def test_nobody_becomes_the_wall_by_the_address():
    _, link = opened_wall()
    phone = assert_calm(open_page("likelihood", **(link | {"wall": "1"})))
    assert not any(element.key == "tally-clear" for element in phone.button) and phone.button(key="tally-send")


def test_an_impossible_observation_opens_no_room(monkeypatch):
    monkeypatch.setenv("LIFT_PUBLIC_URL", "https://lift.example.org")
    impossible = replace(gallery.scenario("autocorrect"), observation=tuple("teh"))
    at = open_page("likelihood", impossible)
    at.session_state["class-wanted"] = True
    at.run().toggle(key="class-collect").set_value(True).run()
    at.session_state["class-wanted"] = True
    assert "probability 0" in messages(assert_calm(at.run())) and "room" not in at.query_params
