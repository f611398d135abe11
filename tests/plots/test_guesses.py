"""The sentences of judged strings name what is in the judgement."""

from hypothesis import given

from lift_core import gallery, judge
from lift_core.plots.guesses import reason
from tests.lifting.test_guesses import strings
from tests.strategies import Example, instances


@given(instances(longest=3))
def test_every_judgement_has_a_sentence(example: Example):
    for z in strings(example, 3):
        text = reason(judge(example.projection, example.x, z))
        assert text.endswith(".") and text[0] != " " and "  " not in text and "None" not in text and "``" not in text


def test_the_border_cases():
    teh, coin = gallery.build("autocorrect"), gallery.build("switching-coin")
    assert reason(judge(teh, "teh", "te")) == "`te` shows `t` so far, but whatever follows, never `teh`."
    assert reason(judge(coin, "", "")).startswith("Nothing is seen yet")
    assert reason(judge(coin, "", "H")) == "Nothing is seen yet, and `ε` already shows that."
    assert reason(judge(coin, "H", "hH")) == "No string begins with `h`, only `H`, `T` and `~`."
    assert (
        reason(judge(gallery.build("identity", observable="x"), "xx", ""))
        == "Nothing need be read: `xx` is certain from the start."
    )


def test_a_common_beginning_is_not_repeated():
    coin = gallery.build("switching-coin")
    x = "HHTT" * 5
    stem = tuple(x[:16])
    assert (
        reason(judge(coin, x, (*stem, *"HHTh")), stem)
        == "After `…HHT` the token `h` is not allowed, only `H`, `T` and `~`."
    )
    assert reason(judge(coin, x, stem), stem).startswith("`…` alone does not show the 17th symbol yet; 16 strings")
    assert reason(judge(coin, x, (*stem, *"HH~h")), stem) == "The 19th symbol that `…HH~h` shows is `H`, not `T`."
    assert reason(judge(coin, x, (*stem, *"HHTTH")), stem) == "`…HHTT` already makes `…HHTTHHTTHHTT` certain."
