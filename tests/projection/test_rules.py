"""The text form: what rules stand for, that texts parse back, and that each mistake is told with its line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lift_core as lc
from lift_core.projection import rules

NOISE = """
# Keystrokes with noise: meant and typed (a>b), missed (a>, never twice in a row), typed but not meant (>b).
name: noise
for s in q missed: for a in a..z: for b in a..z: {s} --{a}>{b}--> q : {b}
for s in q missed: for b in a..z: {s} -->{b}--> q : {b}
for a in a..z: q --{a}>--> missed :
"""


def test_a_noise_channel_in_ten_lines():
    noise = lc.parse_rules(NOISE)
    assert len(NOISE.strip().splitlines()) <= 10
    assert (len(noise.latent), len(noise.arcs), len(noise.observable), noise.name) == (728, 1430, 26, "noise")
    report = lc.diagnose(noise)
    assert report.closed and report.onto and report.growth == "exponential"
    assert lc.parse_rules(lc.format_rules(noise)) == noise
    # the symbol itself in 27 ways, each after a miss or not
    assert lc.lifting_size(noise, "a") == 27 + 26 * 27


def rows(text):
    return [(s, t, q, "".join(out)) for s, t, q, out in lc.parse_rules(text).arc_rows()]


@pytest.mark.parametrize(
    ("text", "arcs"),
    [
        ("q --a--> q : a", [("q", "a", "q", "a")]),
        ("q --a--> q: a  # why", [("q", "a", "q", "a")]),
        ("for c in ab: q --{c}--> q : {c}", [("q", "a", "q", "a"), ("q", "b", "q", "b")]),
        ("for w in a ab: q --{w}--> q : {w}", [("q", "a", "q", "a"), ("q", "ab", "q", "ab")]),
        ('for w in "ab": q --{w}--> q : {w}', [("q", "ab", "q", "ab")]),
        ("for a in x..y: for b in xy: if a != b: q --{a}{b}--> q : {b}", [("q", "xy", "q", "y"), ("q", "yx", "q", "x")]),
        ('for a in xy: if a == "x": q --{a}--> q : a', [("q", "x", "q", "a")]),
        (
            "for n in 0..1: {n} --.--> {n+1} :\nfor n in 0..2: {n} --a--> 0 : a",
            [("0", ".", "1", ""), ("1", ".", "2", ""), ("0", "a", "0", "a"), ("1", "a", "0", "a"), ("2", "a", "0", "a")],
        ),
        ("for n in 9..10: q --{n}--> q : a", [("q", "9", "q", "a"), ("q", "10", "q", "a")]),
        ('"for" --"{c}"--> "for" : "#"', [("for", "{c}", "for", "#")]),
        ("q -----> q : a", [("q", "-", "q", "a")]),
        ("q --#--> q : a", [("q", "#", "q", "a")]),
        ("q --{--> q : }", [("q", "{", "q", "}")]),
        ("q --🙂--> q : 🙂\r\nq --é--> q : é\r\n", [("q", "🙂", "q", "🙂"), ("q", "é", "q", "é")]),
    ],
)  # fmt: skip
def test_what_lines_stand_for(text, arcs):
    assert rows(text) == arcs


def test_keywords_may_name_states():
    text = "for --a--> label : a\nlabel --a--> if : a\nif --a--> for : b"
    assert lc.parse_rules(text).states == ("for", "label", "if")


def test_headers():
    text = (
        "start: p\nlatent: b a c\nobservable: yes no\nlabel a : 1\nq --a--> p : yes no\nfor t in b: p --{t}--> q : no\n"
    )
    projection = lc.parse_rules(text, name="given")
    assert (projection.start, projection.latent, projection.observable) == ("p", ("b", "a", "c"), ("yes", "no"))
    assert (
        projection.step("q", "a") == ("p", ("yes", "no"))
        and projection.labels == {"a": "1"}
        and projection.name == "given"
    )
    assert lc.parse_rules("name: two words\n" + text, name="given").name == "two words"


def test_outputs_are_cut_by_the_alphabet_where_there_is_one():
    assert lc.parse_rules("q --t--> q : the").step("q", "t") == ("q", ("t", "h", "e"))
    assert lc.parse_rules("observable: the t\nq --t--> q : thet").step("q", "t") == ("q", ("the", "t"))
    assert lc.parse_rules('q --t--> q : "the" t').step("q", "t") == ("q", ("the", "t"))


NASTY = [
    "for",
    "if",
    "label",
    "start:",
    "x:",
    ":",
    "{c}",
    "{n+1}",
    "#",
    "#a",
    '"',
    "a b",
    " ",
    "a..b",
    "-",
    "-->",
    "--",
    "ab",
    "a",
    "\\",
    "é",
]
ANY_TEXT = st.sampled_from(NASTY) | st.text(st.sampled_from('ab:#{}"-> .=~🙂\\\n\u2028\t_01'), min_size=1, max_size=4)
SEVERAL = st.lists(ANY_TEXT, min_size=1, max_size=3, unique=True)


@settings(max_examples=200)
@given(st.data(), SEVERAL, SEVERAL, SEVERAL)
def test_any_machine_parses_back(data, latent, observable, states):
    """States, tokens, symbols, labels and names of any text, those that the text form itself uses among them."""
    outputs = st.lists(st.sampled_from(observable), max_size=3)
    arcs = {(s, t): (data.draw(st.sampled_from(states)), data.draw(outputs)) for s in states for t in latent}
    arcs[states[0], latent[0]] = (states[0], observable[:1])
    order = data.draw(st.permutations(list(arcs.items())))
    labels = data.draw(st.none() | st.dictionaries(st.sampled_from(latent), ANY_TEXT, min_size=1))
    projection = lc.Transducer(latent, observable, states[0], dict(order), labels, data.draw(ANY_TEXT | st.just("")))
    assert lc.parse_rules(lc.format_rules(projection)) == projection


def test_states_that_are_no_texts_get_names():
    projection = lc.explore((0, "s"), lambda s, t: ((1 - s[0], "s"), t), "a", "a")
    assert lc.parse_rules(lc.format_rules(projection)).states == ("0,s", "1,s")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("q -a-> q : a", 1, "the arrow is '-a->'; an arrow is `--token-->`"),
        ("q a q", 1, "this is no rule; needed `state --token--> state : output`"),
        ("q --a--> q : a\n\nwhatever", 3, "this is no rule"),
        ("q --a--> q", 1, "needed a colon"),
        ("q --a--> q a", 1, "needed a colon"),
        ("q --a--> : a", 1, "no next state"),
        ("q ----> q : a", 1, "the arc reads no token"),
        ("for c in abc q --{c}--> q : a", 1, "no colon"),
        ("for c in abc:", 1, "nothing follows"),
        ("for c abc: q --{c}--> q : a", 1, "needed `for c in abc:`"),
        ("for 1 in abc: q --{c}--> q : a", 1, "needed `for c in abc:`"),
        ("for a in xy: if a: q --{a}--> q : a", 1, "needed `if a != b:`"),
        ("for a in xy: if a != c: q --{a}--> q : a", 1, "c has no value here"),
        ("q --{c}--> q : a", 1, "needs `for c in"),
        ("for n in xy: {n} --a--> {n+1} : a", 1, "needs a number; n is 'x'"),
        ("for c in a..bc: q --{c}--> q : a", 1, "a range is of letters"),
        ("for c in 0..9999999: q --{c}--> q : a", 1, "at most 100,000"),
        ('q --"a--> q : a', 1, "does not end"),
        ("observable: ab\nq --a--> q : c", 2, "'c', which is not one of 'a', 'b'"),
        ("observable: a ab b\nq --a--> q : aab", 2, "in 2 ways"),
        ("start: a b\nq --a--> q : a", 1, "needed one state"),
        ("start: q\nstart: q\nq --a--> q : a", 2, "a second line start:"),
        ("label a : 1\nlabel a : 2\nq --a--> q : a", 2, "a second label"),
        ("label a 1\nq --a--> q : a", 1, "needed `label token : name`"),
        ("", None, "there are no arcs"),
        ("# nothing", None, "there are no arcs"),
    ],
)
def test_mistakes_in_the_text(text, line, says):
    with pytest.raises(lc.FormatError) as error:
        lc.parse_rules(text)
    assert says in str(error.value)
    assert error.value.place == (f"line {line}" if line else "") and str(error.value).startswith(error.value.place)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("q --a--> q : a\nq --a--> q : b", 2, "Put the choice into the token, e.g. a>a and a>b"),
        ("q --a--> p : a", 1, "leads to 'p', a state that has no arcs"),
        ("latent: b\nq --a--> q : a", 2, "not in the latent alphabet"),
        ("latent: aa\nq --a--> q : a", 1, "names 'a' twice"),
        ("q --a--> q : a\nstart: r", 2, "start state 'r' has no arcs"),
        ("q --a--> q : a\nlabel z : 1", 2, "'z' is not in the latent alphabet"),
    ],
)
def test_mistakes_in_the_machine(text, line, says):
    with pytest.raises(lc.ProjectionError) as error:
        lc.parse_rules(text)
    assert (
        says in str(error.value)
        and error.value.place == f"line {line}"
        and str(error.value).startswith(f"line {line}: ")
    )


def test_rules_for_too_many_arcs(monkeypatch):
    monkeypatch.setattr(rules, "MOST_ARCS", 50)
    with pytest.raises(lc.LimitExceeded, match=r"line 2: .*more than 50 arcs"):
        lc.parse_rules("q --a--> q : a\nfor a in 0..9: for b in 0..9: q --{a},{b}--> q : a")
