"""Bad arguments of the public names: always a LiftError that shows what was got and says what is needed, never a bare TypeError."""

import math
from fractions import Fraction

import numpy as np
import pytest

import lift_core as lc
from lift_core import samplers
from lift_core.arguments import counted, shown, whole
from lift_core.sequences import read_string

COIN = lc.gallery.build("switching-coin")
D = lc.Projected(COIN, lc.Markov(COIN.latent, 0, {(): dict.fromkeys(COIN.latent, 1)}))
RNG = np.random.default_rng(0)
PASS = [("q", "a", "q", "a")]
HALF, ROWS = [0.5, 0.5], [[0.5, 0.5], [0.5, 0.5]]
BIT = lc.gallery.build("identity", observable="01")

NOTHING = [None, 1, 1.5, True, object(), math.nan]  # what is neither a text, a list nor a table
NO_NUMBER = [None, "", "3", [], {}, 1.5, True, math.nan, math.inf, -1, object()]
NO_SAMPLER = [*NOTHING, samplers.Uniform, []]
UNIFORM = samplers.Uniform(D)
NO_KEY = [[], {}, ([],)]


class Fair:
    """A model of one's own, with one part of it changed."""

    start: object = 0

    def __init__(self, **parts):
        for name, part in parts.items():
            setattr(self, name, part)

    def step(self, state, token):
        return 0

    def log_probs(self, state):
        return {"0": math.log(0.5), "1": math.log(0.5)}


def arc(index, value):
    return [tuple(value if place == index else part for place, part in enumerate(PASS[0]))]


def law(value):
    return Fair(log_probs=lambda state: {"0": value, "1": 0.0})


def weighed(value):
    return Fair(weights=lambda state: {"0": value, "1": value})


CALLS = {
    "latent": (lambda bad: lc.Transducer(bad, "a", "q", PASS), [*NOTHING, "", [1], ["a", "a"]]),
    "observable": (lambda bad: lc.Transducer("a", bad, "q", PASS), [*NOTHING, "", [None], "aa"]),
    "start": (lambda bad: lc.Transducer("a", "a", bad, PASS), [None, *NO_KEY]),
    "arcs": (lambda bad: lc.Transducer("a", "a", "q", bad), [*NOTHING, "qaqa", [], {}, [PASS[0][:3]], [(*PASS[0], 1)]]),
    "arcs as a table": (lambda bad: lc.Transducer("a", "a", "q", {("q", "a"): bad}), [*NOTHING, "q", ("q", "a", "a")]),
    "key of an arc": (lambda bad: lc.Transducer("a", "a", "q", {bad: ("q", "a")}), ["qa", None, ("q", "a", "q")]),
    "state": (lambda bad: lc.Transducer("a", "a", "q", arc(0, bad)), [None, *NO_KEY]),
    "token": (lambda bad: lc.Transducer("a", "a", "q", arc(1, bad)), [*NOTHING, *NO_KEY]),
    "next state": (lambda bad: lc.Transducer("a", "a", "q", arc(2, bad)), [None, *NO_KEY]),
    "output": (lambda bad: lc.Transducer("a", "a", "q", arc(3, bad)), [*NOTHING, [[]], [None]]),
    "labels": (lambda bad: lc.Transducer("a", "a", "q", PASS, bad), [1, "a", ["1"], {"a": 1}, {1: "a"}]),
    "name": (lambda bad: lc.Transducer("a", "a", "q", PASS, None, bad), NOTHING),
    "explore": (lambda bad: lc.explore(0, bad, "a", "a", 3), [*NOTHING, "a"]),
    "explore's start": (lambda bad: lc.explore(bad, lambda s, t: (s, t), "a", "a", 3), [None, *NO_KEY]),
    "explore's step": (lambda bad: lc.explore(0, lambda s, t: bad, "a", "a", 3), [1, ("q",), (0, None), ([], "a")]),
    "max_states": (lambda bad: lc.explore(0, lambda s, t: (s, t), "a", "a", bad), [*NO_NUMBER, 0]),
    "compose": (lambda bad: lc.compose(bad, COIN), [*NOTHING, "a"]),
    "compose's second": (lambda bad: lc.compose(COIN, bad), [*NOTHING, "a"]),
    "rules": (lc.parse_rules, [*NOTHING, [], {}, b"q --a--> q : a"]),
    "format_rules": (lc.format_rules, [*NOTHING, "q", lc.Transducer]),
    "dump_projection": (lc.dump_projection, [*NOTHING, "q"]),
    "diagnose": (lc.diagnose, [*NOTHING, "q"]),
    "gallery": (lc.gallery.build, [*NOTHING, [], {}, "nothing"]),
    "card": (lc.gallery.scenario, [*NOTHING, [], {}, "nothing"]),
    "Markov's latent": (lambda bad: lc.Markov(bad, 0, {(): {"a": 1}}), [*NOTHING, "", [1], "aa", [[]]]),
    "order": (lambda bad: lc.Markov("a", bad, {(): {"a": 1}}), NO_NUMBER),
    "weights": (lambda bad: lc.Markov("a", 0, bad), [*NOTHING, {}, [], "ab", [[]], [[(), {"a": 1}, 2]], {1: {"a": 1}}]),
    "row": (lambda bad: lc.Markov("a", 0, {(): bad}), [*NOTHING, "a", [1], {1: 1}, {"b": 1}]),
    "context": (lambda bad: lc.Markov("a", 1, [[bad, {"a": 1}]]), [*NOTHING, [1], [[]], "b", "aa"]),
    "weight": (lambda bad: lc.Markov("a", 0, {(): {"a": bad}}), [None, True, "", [], "nan", "1/0", -1, math.inf, math.nan]),
    "symbols": (lambda bad: lc.Markov("a", 0, {(): {"a": 1}}, bad), [1, 1.5, True]),
    "substituted": (lc.Markov("a", 0, {(): {"a": "p"}}).substituted, [*NOTHING, "p", ["p"], {1: 1}, {"p": "x"}, {"q": 1}]),
    "HiddenMarkov's symbols": (lambda bad: lc.HiddenMarkov(bad, "12", HALF, ROWS, ROWS), [*NOTHING, "", "aa", [1, 2]]),
    "hidden": (lambda bad: lc.HiddenMarkov("ab", bad, HALF, ROWS, ROWS), [*NOTHING, "", "11", ["1|", "2"], [None, "1"]]),
    "initial": (lambda bad: lc.HiddenMarkov("ab", "12", bad, ROWS, ROWS), [*NOTHING, "", {}, [1], [0.5, 0.6], [None, 1]]),
    "transition": (lambda bad: lc.HiddenMarkov("ab", "12", HALF, bad, ROWS), [*NOTHING, [], HALF, [HALF], [HALF, [1]]]),
    "emission": (lambda bad: lc.HiddenMarkov("ab", "12", HALF, ROWS, bad), [*NOTHING, {}, ["ab", "ab"], np.ones((2, 3))]),
    "a row of huge numbers": (lambda bad: lc.HiddenMarkov("ab", "12", bad, ROWS, ROWS), [[10**400, 0], ["1e400", 0]]),
    "Generic": (lambda bad: lc.Generic(bad, 1), [*NOTHING, "", [1], "aa"]),
    "seed": (lambda bad: lc.Generic("a", bad), [None, "1", 1.5, True, []]),
    "Forgetful": (lambda bad: lc.Forgetful(bad, COIN), [*NOTHING, "a"]),
    "Forgetful's projection": (lambda bad: lc.Forgetful(D.model, bad), [*NOTHING, "a"]),
    "Projected": (lambda bad: lc.Projected(bad, D.model), [*NOTHING, "a", lc.Transducer]),
    "Projected's model": (lambda bad: lc.Projected(COIN, bad), [*NOTHING, "a"]),
    "Projected's limit": (lambda bad: lc.Projected(COIN, D.model, bad), [*NO_NUMBER, 0]),
    "lifting": (lambda bad: lc.lifting(bad, "HT"), [*NOTHING, "a"]),
    "lifting's limit": (lambda bad: lc.lifting(COIN, "HT", bad), NO_NUMBER),
    "prefix_projection's limit": (lambda bad: lc.prefix_projection(COIN, "HH", bad), NO_NUMBER[1:]),
    "next_segments": (lambda bad: lc.next_segments(bad, "H", "H", "T"), [*NOTHING, "a"]),
    "judge": (lambda bad: lc.judge(bad, "H", "H"), [*NOTHING, "a"]),
    "k": (lambda bad: D.best("HT", bad), [*NO_NUMBER, 0]),
    "posterior's limit": (lambda bad: D.posterior("HT", limit=bad), NO_NUMBER),
    "bounds' limit": (lambda bad: D.bounds("HT", bad), [*NO_NUMBER, 0]),
    "seconds": (lambda bad: D.bounds("HT", seconds=bad), [None, "1", [], math.nan, -1]),
    "observations": (D.log_probabilities, NOTHING),
    "an observation": (D.log_probability, [*NOTHING, [1], "X", [[]]]),
    "length": (lambda bad: D.sample(bad, 1, RNG), [*NO_NUMBER, 10**400]),
    "strings": (lambda bad: D.sample(1, bad, RNG), [*NO_NUMBER, 10**400]),
    "generator": (lambda bad: D.sample(1, 1, bad), [*NOTHING, np.random]),
    "what is expected": (lambda bad: D.expected("HT", bad), [*NOTHING, [], "anger"]),
    "event": (lambda bad: D.marginals("HT", bad), [*NOTHING, [], "anger"]),
    "State": (lc.State, [*NOTHING, []]),
    "Label": (lc.Label, [*NOTHING, []]),
    "Segment": (lc.Segment, NOTHING),
    "drift": (lambda bad: lc.drift(bad, "H", "T"), [*NOTHING, "a"]),
    "sampler's distribution": (samplers.Posterior, [*NOTHING, "a"]),
    "lookahead": (lambda bad: samplers.Lookahead(D, bad), NO_NUMBER),
    "tau": (lambda bad: samplers.Tempered(D, bad), [None, "1", [], math.nan, -1]),
    "draws": (lambda bad: samplers.Uniform(D).draw("HT", bad, RNG), [*NO_NUMBER, 0, 10**400]),
    "draws' generator": (lambda bad: samplers.Uniform(D).draw("HT", 1, bad), NOTHING),
    "chi2": (lambda bad: lc.chi2(D, "HT", bad), [*NOTHING, samplers.Uniform]),
    "estimate": (lambda bad: lc.estimate(D, "HT", bad, 1, RNG), [*NOTHING, samplers.Uniform]),
    "smc": (lambda bad: lc.smc(D, "HT", bad, 1, RNG), [*NOTHING, []]),
    "resampling": (lambda bad: lc.smc(D, "HT", samplers.Uniform(D), 1, RNG, bad), [*NOTHING, [], "often"]),
    "threshold": (lambda bad: lc.smc(D, "HT", samplers.Uniform(D), 1, RNG, threshold=bad), [None, "1", [], math.nan, 2]),
    "check_model": (lambda bad: lc.check_model(Fair(), bad), [*NOTHING, "a"]),
    "histories": (lambda bad: lc.check_model(Fair(), BIT, bad), [*NO_NUMBER, 0]),
    "a law, checked": (lambda bad: lc.check_model(law(bad), BIT), [None, "0", [], math.nan, math.inf, 1e9, 10**400]),
    "a law": (lambda bad: lc.Projected(BIT, law(bad)).probability("01"), [None, "0", [], math.nan, math.inf]),
    "weights, checked": (lambda bad: lc.check_model(weighed(bad), BIT), [None, "1", "x", [], -1, math.nan, math.inf, 0]),
    "exact weights": (lambda bad: lc.Projected(BIT, weighed(bad)).probability("01", "exact"), ["x", [1], -1, math.nan, 0]),
    "no weights": (lambda bad: lc.Projected(BIT, Fair(weights=lambda s: bad)).probability("0", "exact"), [1, [], {}, "a"]),
    "start, checked": (lambda bad: lc.check_model(Fair(start=bad), BIT), NO_KEY),
    "a model's start": (lambda bad: lc.Projected(BIT, Fair(start=bad)).probability("01"), NO_KEY),
    "a model's step": (lambda bad: lc.Projected(BIT, Fair(step=lambda s, t: bad)).probability("01"), NO_KEY),
    "a step, checked": (lambda bad: lc.check_model(Fair(step=lambda s, t: bad), BIT), NO_KEY),
    "load_model's projection": (lambda bad: lc.load_model(lc.dump_model(D.model), bad), [*NOTHING[1:], "x", [], {}]),
    "Contains": (lc.Contains, [*NOTHING, []]),
    "Inquisitive's limit": (lambda bad: samplers.Inquisitive(D, bad), NO_NUMBER),
    "candidates": (lambda bad: samplers.multiple_choice(D, "H", bad, UNIFORM, 1, RNG), [*NOTHING, []]),
    "decoding_bound's n": (lambda bad: samplers.decoding_bound(1.0, bad), [*NO_NUMBER, 0]),
    "decode's sampler": (lambda bad: samplers.decode(D, "H", bad, 1, RNG), NO_SAMPLER),
    "ahead's sampler": (lambda bad: samplers.conditional_ahead(D, "H", "T", bad, 1, RNG), NO_SAMPLER),
    "behind's sampler": (lambda bad: samplers.conditional_behind(D, "H", "T", bad, 1, RNG), NO_SAMPLER),
    "ratio's sampler": (lambda bad: samplers.conditional_by_ratio(D, "H", "T", bad, 1, RNG), NO_SAMPLER),
    "choice's sampler": (lambda bad: samplers.multiple_choice(D, "H", ["T"], bad, 1, RNG), NO_SAMPLER),
    "bound's sampler": (lambda bad: samplers.multiple_choice_bound(D, "H", ["T", "H"], bad, 1), NO_SAMPLER),
    "without_replacement's sampler": (lambda bad: samplers.without_replacement(D, "H", bad, 1, RNG), NO_SAMPLER),
    "study's samplers": (lambda bad: lc.study(D, ["H"], [bad], [1], [0]), NOTHING),
    "resample's generator": (lambda bad: samplers.resample(np.zeros(2), bad), NOTHING),
    "resample's scheme": (lambda bad: samplers.resample(np.zeros(2), RNG, bad), [*NOTHING, [], "often"]),
    "link's base": (lambda bad: lc.gallery.scenario("xor").link(bad), [*NOTHING, b"http://localhost"]),
}  # fmt: skip

FIRST = {
    "Contains": lc.Contains,
    "Forgetful": lambda bad: lc.Forgetful(bad, COIN),
    "Generic": lambda bad: lc.Generic(bad, 1),
    "HiddenMarkov": lambda bad: lc.HiddenMarkov(bad, "12", HALF, ROWS, ROWS),
    "Label": lc.Label,
    "Markov": lambda bad: lc.Markov(bad, 0, {(): {"a": 1}}),
    "Projected": lambda bad: lc.Projected(bad, D.model),
    "Scenario": lambda bad: lc.Scenario(bad, lc.dump_projection(COIN), lc.dump_model(D.model), ("H",)),
    "Segment": lc.Segment,
    "State": lc.State,
    "Transducer": lambda bad: lc.Transducer(bad, "a", "q", PASS),
    "causal_floor": lambda bad: lc.causal_floor(bad, "H"),
    "check_model": lambda bad: lc.check_model(bad, COIN),
    "chi2": lambda bad: lc.chi2(bad, "H", UNIFORM),
    "compose": lambda bad: lc.compose(bad, COIN),
    "diagnose": lc.diagnose,
    "drift": lambda bad: lc.drift(bad, "H", "T"),
    "drift_line": lambda bad: lc.drift_line(bad, "HT"),
    "dump_model": lc.dump_model,
    "dump_projection": lc.dump_projection,
    "estimate": lambda bad: lc.estimate(bad, "H", UNIFORM, 1, RNG),
    "format_rules": lc.format_rules,
    "gallery.build": lc.gallery.build,
    "gallery.scenario": lc.gallery.scenario,
    "judge": lambda bad: lc.judge(bad, "H", "H"),
    "lifting": lambda bad: lc.lifting(bad, "H"),
    "lifting_size": lambda bad: lc.lifting_size(bad, "H"),
    "lifting_tree": lambda bad: lc.lifting_tree(bad, "H"),
    "lifting_window": lambda bad: lc.lifting_window(bad, "HT", 0, 1),
    "load_model": lc.load_model,
    "load_projection": lc.load_projection,
    "load_scenario": lc.load_scenario,
    "next_segments": lambda bad: lc.next_segments(bad, "H", "H", "T"),
    "parse_rules": lc.parse_rules,
    "prefix_projection": lambda bad: lc.prefix_projection(bad, "H"),
    "smc": lambda bad: lc.smc(bad, "H", UNIFORM, 1, RNG),
    "study": lambda bad: lc.study(bad, ["H"], [samplers.Uniform], [1], [0]),
    "samplers.Identity": samplers.Identity,
    "samplers.Inquisitive": samplers.Inquisitive,
    "samplers.Lookahead": lambda bad: samplers.Lookahead(bad, 0),
    "samplers.Posterior": samplers.Posterior,
    "samplers.Predictive": samplers.Predictive,
    "samplers.Tempered": lambda bad: samplers.Tempered(bad, 1),
    "samplers.Uniform": samplers.Uniform,
    "samplers.UniformLocal": samplers.UniformLocal,
    "samplers.conditional_ahead": lambda bad: samplers.conditional_ahead(bad, "H", "T", UNIFORM, 1, RNG),
    "samplers.conditional_behind": lambda bad: samplers.conditional_behind(bad, "H", "T", UNIFORM, 1, RNG),
    "samplers.conditional_by_ratio": lambda bad: samplers.conditional_by_ratio(bad, "H", "T", UNIFORM, 1, RNG),
    "samplers.decode": lambda bad: samplers.decode(bad, "H", UNIFORM, 1, RNG),
    "samplers.is_causal": samplers.is_causal,
    "samplers.multiple_choice": lambda bad: samplers.multiple_choice(bad, "H", ["T"], UNIFORM, 1, RNG),
    "samplers.multiple_choice_bound": lambda bad: samplers.multiple_choice_bound(bad, "H", ["T"], UNIFORM, 1),
    "samplers.place_in_hierarchy": samplers.place_in_hierarchy,
    "samplers.without_replacement": lambda bad: samplers.without_replacement(bad, "H", UNIFORM, 1, RNG),
}  # fmt: skip
NUMBERS = {  # of these a number or a list is the first argument
    "samplers.decoding_bound": (lambda bad: samplers.decoding_bound(bad, 1), [None, True, "1", [], {}, math.nan, -1]),
    "samplers.effective_sample_size": (samplers.effective_sample_size, [*NOTHING, {}, "ab", ["a"], [math.nan], [[0.0]]]),
    "samplers.effective_sample_size_interval": (
        lambda bad: samplers.effective_sample_size_interval(bad, RNG), [*NOTHING, {}, [], "ab", ["a"], [math.nan]],
    ),
    "samplers.resample": (lambda bad: samplers.resample(bad, RNG), [*NOTHING, {}, [], "ab", ["a"], [math.nan]]),
}  # fmt: skip
ANYTHING = {"explore"}  # its start may be whatever can be a key of a dict: see CALLS
MADE_BY_THE_LIBRARY = {"Bounds", "CausalFloor", "Draws", "DriftLine", "Estimate", "Judgement", "LiftingTree", "ParticleEstimate"} | {
    "Report", "Study", "Timeline", "Triangle", "Word", "samplers.Selection", "Projection", "Thinks", "gallery", "samplers"
}  # fmt: skip
DRAWN = {"drift_drawing", "tree_drawing"}


def test_the_table_of_first_arguments_has_every_public_name():
    errors = {
        name for name in lc.__all__ if isinstance(kind := getattr(lc, name), type) and issubclass(kind, Exception)
    }
    public = {*lc.__all__, *(f"samplers.{name}" for name in samplers.__all__)} - errors
    told = {*FIRST, *NUMBERS} - {"gallery.build", "gallery.scenario"}
    assert told | ANYTHING | MADE_BY_THE_LIBRARY | DRAWN == public


@pytest.mark.parametrize("name", [*FIRST, *NUMBERS])
def test_a_first_argument_of_a_wrong_type_is_refused(name):
    call, bad_ones = NUMBERS.get(name) or (FIRST[name], [*NOTHING, lc.Projected])
    for bad in bad_ones:
        with pytest.raises(lc.LiftError) as caught:
            call(bad)
        assert 15 < len(str(caught.value)) < 600, (bad, str(caught.value))


@pytest.mark.parametrize("arithmetic", ["float", "exact"])
@pytest.mark.parametrize("part", ["step", "log_probs", "weights", "log_probs_batch"])
def test_what_a_model_of_ones_own_raises_is_told_and_kept(part, arithmetic):
    if (part == "weights") != (arithmetic == "exact") and part != "step":
        return

    def broken(*arguments):
        return {}[7]

    model = Fair(**{"weights": lambda state: {"0": 1, "1": 1}} | {part: broken})
    with pytest.raises(lc.ModelError, match=rf"^{part}\(.*\) raises KeyError: 7\. check_model") as caught:
        lc.Projected(BIT, model).probability("01", arithmetic=arithmetic)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_batch_of_another_length_is_refused():
    model = Fair(log_probs_batch=lambda states: [])
    with pytest.raises(lc.ModelError, match="0 laws for 1 states"):
        lc.Projected(BIT, model).probability("01")


@pytest.mark.parametrize("what", CALLS)
def test_a_bad_argument_is_refused_with_what_is_needed(what):
    call, bad_ones = CALLS[what]
    for bad in bad_ones:
        with pytest.raises(lc.LiftError) as caught:
            call(bad)
        assert 15 < len(str(caught.value)) < 600, (bad, str(caught.value))


def test_messages_say_what_was_got_what_is_needed_and_where():
    with pytest.raises(
        lc.ProjectionError, match=r"arc 2 is \('q', 'a', 'q'\); arcs are .*rows \(state, token"
    ) as caught:
        lc.Transducer("a", "a", "q", [PASS[0], PASS[0][:3]])
    assert caught.value.place == "arc 2"
    with pytest.raises(lc.LiftError, match=r"k: got 1\.5; needed a whole number, 1 or more"):
        D.best("HT", 1.5)  # type: ignore[arg-type]
    with pytest.raises(lc.AlphabetError, match=r'hidden: .1\|. holds "\|"'):
        lc.HiddenMarkov("ab", ["1|", "2"], HALF, ROWS, ROWS)
    with pytest.raises(lc.LiftError, match=r"needed a numpy.random.Generator: numpy.random.default_rng\(seed\)"):
        samplers.Uniform(D).draw("HT", 1, 7)  # type: ignore[arg-type]
    with pytest.raises(lc.ModelError, match=r"after ε weights give '0' '1'; needed a Fraction"):
        lc.check_model(weighed("1"), BIT)


def test_numpy_numbers_are_numbers_and_long_values_are_cut():
    assert whole(np.int64(3), "k") == 3 and D.best("HT", np.int64(1)) == D.best("HT", 1)  # type: ignore[arg-type]
    assert len(shown("x" * 1000)) < 100 and shown(-(10**5000)) == "-about 1.0·10^5000" and "list" in shown([10**5000])
    assert counted(10**15 - 1) == "999,999,999,999,999" and counted(10**15) == "about 1.0·10^15"
    assert lc.Markov("a", np.int64(0), {(): {"a": np.float64(0.5)}}).weights(()) == {"a": Fraction(1, 2)}  # type: ignore[arg-type]
    assert lc.HiddenMarkov("ab", "12", np.array(HALF), np.array(ROWS), list(np.array(ROWS))).latent[0] == "a|1"


@pytest.mark.parametrize(
    "ask",
    [
        lambda x: lc.lifting(COIN, x, limit=10**5000),
        lambda x: D.posterior(x),
        lambda x: D.enumerate(x),
        lambda x: samplers.Inquisitive(D).draw(x, 1, RNG),
    ],
)
def test_a_huge_size_is_written_shortly_and_the_remedy_is_there(ask):
    x = "H" * 20_000
    with pytest.raises(lc.LimitExceeded) as caught:
        ask(x)
    message = str(caught.value)
    power = math.floor(20_000 * math.log10(2))
    assert f"has about {10 ** (20_000 * math.log10(2) - power):.1f}·10^{power} strings" in message
    assert len(message) < 300 and all(remedy in message for remedy in ("best", "lifting_size", "limit="))


def test_a_text_that_can_be_cut_in_more_ways_than_can_be_printed():
    with pytest.raises(lc.FormatError, match=r"in about 6\.8·10\^17 ways; put spaces between them"):
        read_string("a" * 86, ["a", "aa"])
    with pytest.raises(lc.FormatError, match=r"put spaces between them$"):
        read_string("a" * 30_000, ["a", "aa"])


def test_a_message_that_is_too_long_keeps_its_beginning_and_its_remedy():
    long = "H" * 5000 + "X"
    with pytest.raises(lc.LiftError, match=r"^H+…H* ?.*lifting\(projection, x\) lists its strings\.$") as caught:
        lc.next_segments(COIN, long[:-1], long[:-1] + "H", "H")
    assert len(str(caught.value)) == 1000
