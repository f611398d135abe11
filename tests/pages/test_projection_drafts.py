"""What was typed on the Projection page and refused: it is kept, with its message, until it is taken or let go of."""

import pytest

from lift_core import gallery
from lift_core.scenarios.scenario import load_scenario
from tests.pages.harness import assert_calm, messages, open_page
from tests.pages.test_projection import as_rules, key, named, scenario

BROKEN = "q --a--> q : a\nq --b--> : b"
SAID = "Your rules are not taken yet"


def typed(text=BROKEN):
    at = open_page("projection")
    as_rules(at).set_value(text).run()
    return assert_calm(at)


def go(at, page):
    return assert_calm(at.switch_page(f"pages/{page}.py").run())


def test_rules_that_were_refused_are_there_after_another_page():
    at = typed()
    message = at.error[0].value
    assert "line 2" in message.replace("\\", "").lower()
    assert SAID in messages(go(at, "lifting"))
    assert SAID not in messages(go(at, "projection"))
    assert named(at.text_area, "rules").value == BROKEN and at.error[0].value == message
    named(at.text_area, "rules").set_value("q --a--> q : a\nq --b--> q : b").run()
    assert scenario(assert_calm(at)).projection.latent == ("a", "b")
    assert SAID not in messages(go(at, "lifting"))


def test_rules_that_were_refused_are_there_after_the_table():
    at = typed()
    form = next(group for group in at.button_group if group.key.startswith("form"))
    form.set_value("Table").run()
    assert SAID in messages(assert_calm(at))
    next(group for group in at.button_group if group.key.startswith("form")).set_value("Rules").run()
    assert named(at.text_area, "rules").value == BROKEN and SAID not in messages(at)


def test_what_was_refused_can_be_discarded():
    at = typed()
    key(at, "discard-rules").click().run()
    assert named(at.text_area, "rules").value != BROKEN and not messages(assert_calm(at))
    assert SAID not in messages(go(at, "lifting"))


@pytest.mark.parametrize("button", ["strip-undo", "preset"])
def test_undo_and_another_card_drop_what_was_refused(button):
    at = open_page("projection")
    as_rules(at).set_value("q --a--> q : a").run()
    named(at.text_area, "rules").set_value(BROKEN).run()
    if button == "preset":
        named(at.selectbox, "preset").set_value("xor").run()
    else:
        key(at, button).click().run()
    assert not at.session_state["session"].drafts
    assert SAID not in messages(go(at, "lifting"))


def test_undo_of_another_field_keeps_what_was_refused():
    at = open_page("projection")
    box = next(box for box in at.text_input if box.key.startswith("strip-observation"))
    box.set_value("HHT").run()
    as_rules(at).set_value(BROKEN).run()
    message = at.error[0].value
    for button, x in (("strip-undo", "HHTT"), ("strip-redo", "HHT")):
        key(at, button).click().run()
        assert "".join(scenario(assert_calm(at)).observation) == x
        assert named(at.text_area, "rules").value == BROKEN and at.error[0].value == message


def test_a_model_s_file_that_was_refused_is_kept_too():
    name = next(name for name in gallery.cards() if gallery.scenario(name).model_source["kind"] != "markov")
    at = open_page("projection", name)
    named(at.text_area, "weights").set_value("{broken").run()
    assert "Your weights are not taken yet" in messages(go(at, "samplers"))
    go(at, "projection")
    assert named(at.text_area, "weights").value == "{broken" and key(at, "discard-weights")


# What a machine of one's own is called --------------------------------------------------------------------------------


def test_a_machine_of_ones_own_is_called_by_its_name_and_told_as_ones_own():
    at = typed('name: "harmony"\nq --a--> q : a\nq --b--> q : b')
    own = scenario(at)
    assert (own.name, own.title, own.hidden) == ("harmony", "harmony", "") and "juggler" not in own.story
    assert named(at.selectbox, "preset").value is None
    named(at.text_input, "title").set_value("Two chords").run()
    named(at.text_input, "story").set_value("A *pianist* plays.").run()
    told = scenario(assert_calm(at))
    assert (told.title, told.story) == ("Two chords", "A *pianist* plays.")
    for source in (told.dump(), told.link()):
        assert load_scenario(source) == told
    key(at, "projection-undo").click().run()
    assert (scenario(at).title, named(at.text_input, "story").value) == ("Two chords", own.story)


def test_an_unnamed_machine_and_one_named_like_a_card_are_ones_own():
    assert scenario(typed("q --a--> q : a")).title == "Your own projection"
    like_a_card = scenario(typed('name: "xor"\nq --a--> q : a'))
    assert like_a_card.title == "xor" and like_a_card.name not in gallery.cards()


def test_an_edit_of_the_cards_machine_keeps_the_cards_name():
    text = as_rules(open_page("projection")).value
    at = typed(text.replace("A --T--> A : T\n", "A --T--> A : T T\n"))
    assert scenario(at).name == "switching-coin"
    assert scenario(at).projection_source != gallery.scenario("switching-coin").projection_source
