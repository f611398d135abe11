"""The Lifting page: what its sentence says, Φ as a table, the sizes, the limit of drawing, refused projections, hidden numbers."""

import re
from fractions import Fraction

import pytest

import lift_core as lc
from lift_core.lifting.diagnosis import diagnose
from lift_core.projected.tree import lifting_tree
from lift_core.scenarios.edits import with_knob, with_observation
from tests.pages.harness import assert_calm, messages, open_page
from ui import compute
from ui.lifting_tables import COLUMNS, next_segment_rows
from ui.lifting_words import code, growth, sentence

FOLDS = ("lifting-phi", "lifting-sizes", "lifting-limit")


def tree_of(name: str, x: str | None = None, limit: int = 300):
    scenario = lc.gallery.scenario(name)
    return lifting_tree(scenario.projected(), scenario.observation if x is None else x, limit)


def notice(at) -> str:
    """The sentence under the picture, without the tags of words that explain themselves."""
    return re.sub(r"<[^>]*>", "", next(m.value for m in at.markdown if m.value.startswith("**Notice:**")))


def words(at) -> str:
    """All text of the page outside the strip's menus."""
    return "\n".join(str(e.value) for kind in (at.markdown, at.caption, at.metric, at.info) for e in kind)


def unfolded(at, *names: str):
    for name in names:
        at.session_state[name] = True
    return assert_calm(at.run())


# The sentence ---------------------------------------------------------------------------------------------------------


def test_the_switching_coin_step_by_step():
    tree = tree_of("switching-coin")
    assert sentence(tree, None, False) == (
        "16 strings explain `HHTT`; `HH~tt` alone holds 73.4% of the probability; the 12 lightest share 2.07%."
    )
    assert "`HHT` and `HH~t` tie exactly, 47.0% each" in sentence(tree, 3, False)
    assert "the whole lifting" in sentence(tree, 0, False)


def test_the_last_symbol_can_turn_the_favourite():
    assert "before the last symbol" not in sentence(
        tree_of("switching-coin"), None, False
    )  # an exact tie is no favourite
    rarely = with_knob(lc.gallery.scenario("switching-coin"), "swap", Fraction(1, 20))
    tree = lifting_tree(rarely.projected(), rarely.observation)
    assert "before the last symbol `HHT` was ahead" in sentence(tree, None, False)


@pytest.mark.parametrize("step", [None, 0, 1, 2, 3])
def test_hidden_numbers_stay_hidden(step):
    text = sentence(tree_of("switching-coin"), step, True)
    assert "%" not in text and "0." not in text


def test_one_string_ties_and_nothing():
    assert "one string explains `ab`" in sentence(tree_of("swap"), None, False)
    equal = lc.Projected(lc.gallery.build("xor"), lc.Markov("01", 0, {(): {"0": 1, "1": 1}}))
    assert "all of them equally likely, 50.0% each" in sentence(lifting_tree(equal, "011"), None, False)
    assert "no latent string shows `teh`" in sentence(tree_of("autocorrect", "teh"), None, False)
    assert "`h` cannot follow `te`" in sentence(tree_of("autocorrect", "teh"), None, False)


def test_the_rest_node_is_counted():
    tree = tree_of("switching-coin", "HHTTHHTTHH", limit=20)
    found = re.search(r"the ([\d,]+) lightest share", sentence(tree, None, False))
    assert found and int(found[1].replace(",", "")) >= 1024 - 20


def test_a_column_whose_heaviest_strings_may_be_hidden_promises_nothing():
    """The drawn strings of an earlier column are those that lead to the heaviest in the end, not its own heaviest."""
    tree = tree_of("switching-coin", "HHTTHHTTHH", limit=4)
    full = tree_of("switching-coin", "HHTTHHTTHH", limit=2000)
    for t in range(1, 10):
        text = sentence(tree, t, False)
        best = max(full.column(t), key=lambda node: node.filtered)
        if "of those drawn" not in text and "tie" not in text:
            assert code(best.latent) in text
    assert any("of those drawn" in sentence(tree, t, False) for t in range(1, 10))


def test_code_shows_any_string():
    assert code(()) == "`ε`" and code(("`",)) == "`ˋ`"
    assert len(code(tuple("ab" * 200))) < 60


def test_growth_names_its_witness():
    text = growth(diagnose(lc.gallery.build("switching-coin")))
    assert "exponentially" in text and "a factor 2" in text and "Witness" in text
    assert "bounded" in growth(diagnose(lc.gallery.build("xor")))


# Φ --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["switching-coin", "tokens", "codons", "pause-to-think", "autocorrect"])
def test_the_table_of_next_segments(name):
    """Every row is Φ of a string that reaches its configuration, and the strings of all rows are the lifting."""
    scenario = lc.gallery.scenario(name)
    x, projection, tree = scenario.observation, scenario.projection, tree_of(name)
    by_name = {node.latent: node for node in tree.column(len(x))}
    rows = next_segment_rows(tree, None, False)
    counted = {}
    for row in rows:
        state, beyond, reached, strings, _, symbol, segments, number, _ = (row[column] for column in COLUMNS)
        z = next(
            z
            for z in by_name
            if ("" if all(len(t) == 1 for t in z) else " ").join(z) == reached or (reached == "ε" and not z)
        )
        assert by_name[z].state == state
        listed = lc.next_segments(projection, x, z, [symbol])
        assert number == f"{len(listed):,}"
        assert (segments.split(",")[0].strip() == "ε") == (listed[0] == ())
        counted[state, beyond, reached] = int(strings)
    assert sum(counted.values()) == lc.lifting_size(projection, x)


def test_the_table_hides_numbers():
    rows = next_segment_rows(tree_of("switching-coin"), None, True)
    assert rows and not any("%" in str(value) for row in rows for value in row.values())


# The page -------------------------------------------------------------------------------------------------------------


def test_everything_unfolded_is_calm_on_every_card():
    at = open_page("lifting")
    unfolded(at, *FOLDS)
    for name in lc.gallery.cards():
        at.session_state["session"].scenario = lc.gallery.scenario(name)
        unfolded(at, *FOLDS)


def test_hidden_numbers_on_the_whole_page():
    at = unfolded(open_page("lifting", hide="1"), *FOLDS)
    assert "73.4" not in words(at) and "0.065" not in words(at) and "HH~tt" not in notice(at)


def test_the_limit_of_drawing_is_in_the_address():
    at = unfolded(
        open_page("lifting", with_observation(lc.gallery.scenario("switching-coin"), "HHTTHHTTHH"), limit="60"),
        "lifting-limit",
    )
    assert "Up to 1,018 strings of a column" in words(at)
    at.number_input(key="lifting-limit-number").set_value(2500).run()
    assert at.session_state["session"].view["limit"] == "2500"
    assert "Nothing is left out" in words(unfolded(at, "lifting-limit"))


def test_a_long_observation_is_drawn_as_quickly_as_a_short_one():
    long = with_observation(lc.gallery.scenario("switching-coin"), "HHTT" * 50)
    tree = compute.tree(long).value
    assert len(tree.nodes) < 2 * compute.NODES and len(tree.column(200)) == compute.FEWEST + 1
    assert_calm(open_page("lifting", long))


@pytest.mark.parametrize("page", ["lifting", "likelihood"])
@pytest.mark.parametrize("name", ["unbounded-erasure", "unbounded-thought", "unbounded-backspace"])
def test_counter_examples_say_why(page, name):
    at = assert_calm(open_page(page, name))
    assert "No lifting here" in words(at) and messages(at)
    assert "**Notice:**" in notice(at)
    links = [element for element in at.main if element.type == "page_link"] or at.get("page_link")
    assert any("Bound it" in link.proto.label for link in links)
