"""Markov, hidden Markov, generic and a user's own models: what they weigh, and which input they refuse."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import lift_core as lc
from tests import oracles

BITS = {("q", "0"): ("q", "0"), ("q", "1"): ("q", "1")}
INITIAL, TRANSITION, EMISSION = ["1/3", "2/3"], [["0.9", "0.1"], ["1/4", "3/4"]], [["1", "0"], ["1/5", "4/5"]]


def identity():
    return lc.Transducer("01", "01", "q", BITS)


def exact(model, x, projection=None):
    return lc.Projected(projection or identity(), model).probability(x, arithmetic="exact")


def test_a_context_is_the_last_tokens_as_far_as_there_are_any():
    weights = {(): {"0": 1, "1": 2}, ("0",): {"0": 1, "1": 4}, ("1",): {"0": 3, "1": 3}, ("0", "1"): {"0": 1, "1": 6}}
    weights |= {(a, b): {"0": 5, "1": 6} for a, b in ("00", "10", "11")}
    assert exact(lc.Markov("01", 2, weights), "0111") == Fraction(1, 3) * Fraction(4, 5) * Fraction(6, 7) * Fraction(
        6, 11
    )
    assert exact(lc.Markov("01", 1, {k: v for k, v in weights.items() if len(k) < 2}), "011") == Fraction(2, 15)
    assert exact(lc.Markov("01", 0, {(): {"0": "0.25", "1": "1/4"}}), "01") == Fraction(1, 4)


def test_weights_of_tokens_that_are_not_allowed_do_not_count():
    alternating = lc.Transducer(
        "ab!", "ab", "p", [("p", "a", "q", "a"), ("p", "b", "q", "b"), ("q", "!", "p", "a"), ("q", "a", "p", "b")]
    )
    model = lc.Markov("ab!", 0, {(): {"a": 1, "b": 2, "!": 7}})
    assert exact(model, "ab", alternating) == Fraction(1, 3) * Fraction(1, 8)
    assert lc.Projected(alternating, model).probability("ab") == pytest.approx(1 / 24, rel=1e-12)


def test_a_token_that_a_context_does_not_name_weighs_nothing():
    model = lc.Markov("01", 1, {(): {"1": 3}, ("1",): {"0": 1, "1": 1}})
    assert exact(model, "0") == 0
    assert exact(model, "11") == Fraction(1, 2)


def test_a_missing_context_is_an_error_only_when_it_is_reached():
    d = lc.Projected(identity(), lc.Markov("01", 1, {(): {"0": 1, "1": 1}, ("1",): {"1": 1}}))
    assert d.probability("111", arithmetic="exact") == Fraction(1, 2)
    assert d.probability("0", arithmetic="exact") == Fraction(1, 2)
    for arithmetic in ("exact", "float"):
        with pytest.raises(lc.WeightError, match="context 0"):
            d.probability("01", arithmetic=arithmetic)


def test_all_allowed_weights_zero_is_an_error_only_when_it_is_reached():
    forced = lc.Transducer("ab", "ab", "p", [("p", "a", "q", "a"), ("p", "b", "p", "b"), ("q", "a", "p", "a")])
    d = lc.Projected(forced, lc.Markov("ab", 1, {(): {"a": 1, "b": 1}, ("a",): {"b": 1}, ("b",): {"b": 1}}))
    assert d.probability("bbb", arithmetic="exact") == Fraction(1, 2)
    for arithmetic in ("exact", "float"):
        with pytest.raises(lc.WeightError, match=r"q|context a"):
            d.probability("aab", arithmetic=arithmetic)


def test_a_row_of_zeros_is_an_error_that_names_its_context():
    with pytest.raises(lc.WeightError, match=r"\(.0.,\)|context 0") as caught:
        exact(lc.Markov("01", 1, {(): {"0": 1, "1": 1}, ("0",): {"0": 0, "1": 0}, ("1",): {"1": 1}}), "01")
    assert caught.value.place


def test_a_row_of_zeros_that_is_never_reached_does_no_harm():
    model = lc.Markov("01", 1, {(): {"1": 1}, ("0",): {"0": 0, "1": 0}, ("1",): {"1": 1}})
    assert exact(model, "11") == 1


@pytest.mark.parametrize(
    "weight", [-1, "-1/2", "many words", "2*", "", None, float("nan"), float("inf"), "nan", True, "1/0", [1]]
)
def test_a_weight_is_a_number_that_is_not_negative(weight):
    with pytest.raises(lc.WeightError, match=r"context 0.*'1'") as caught:
        lc.Markov("01", 1, {(): {"0": 1}, ("0",): {"0": 1, "1": weight}})
    assert "'1'" in caught.value.place


@pytest.mark.parametrize(
    "half", [0.5, "1/2", "0.5", "5e-1", Fraction(1, 2), Decimal("0.5"), np.float64(0.5), np.float32(0.5)]
)
def test_a_weight_may_be_any_kind_of_number(half):
    model = lc.Markov("01", 0, {(): {"0": np.int64(3), "1": half}})
    assert model.weights(()) == {"0": Fraction(3), "1": Fraction(1, 2)}
    assert exact(model, "1") == Fraction(1, 7)


def test_unknown_tokens_are_refused_at_once():
    with pytest.raises(lc.AlphabetError, match="'2'"):
        lc.Markov("01", 0, {(): {"2": 1}})
    with pytest.raises(lc.AlphabetError, match="'2'"):
        lc.Markov("01", 1, {(): {"1": 1}, ("2",): {"1": 1}})
    foreign = lc.Markov("01x", 0, {(): {"0": 1, "1": 1, "x": 1}})
    with pytest.raises(lc.AlphabetError, match="'x'"):
        lc.Projected(identity(), foreign)


@pytest.mark.parametrize("order", [-1, 1.5, "1", None])
def test_the_order_is_a_whole_number(order):
    with pytest.raises(lc.WeightError, match="order"):
        lc.Markov("01", order, {(): {"0": 1}})


def test_a_context_longer_than_the_order_is_refused():
    with pytest.raises(lc.WeightError, match="01"):
        lc.Markov(["0", "1", "10"], 1, {(): {"0": 1}, ("0", "1"): {"0": 1}})


def test_weights_beyond_the_range_of_floats():
    tiny = Fraction(1, 10**400)
    d = lc.Projected(identity(), lc.Markov("01", 0, {(): {"0": tiny, "1": 1}}))
    assert d.log_probability("00") == pytest.approx(-800 * math.log(10), rel=1e-10)
    assert d.probability("0", arithmetic="exact") == tiny / (1 + tiny)


def test_hidden_markov_is_its_definition():
    product = lc.gallery.build("product", observable="ab", hidden="12")
    model = lc.HiddenMarkov("ab", "12", INITIAL, TRANSITION, EMISSION)
    machine = oracles.build({("q", t): ("q", (t[0],)) for t in product.latent}, "q", ("a", "b"))
    weigh = oracles.hidden_markov(INITIAL, TRANSITION, EMISSION, ("a", "b"), ("1", "2"))
    d = lc.Projected(product, model)
    for x in ((), ("a",), ("b", "a"), ("b", "b", "a"), ("a", "b", "b", "a")):
        assert d.posterior(x, arithmetic="exact") == oracles.posterior(machine, weigh, x)
        assert d.probability(x) == pytest.approx(float(oracles.probability(machine, weigh, x)), rel=1e-12)


def test_hidden_markov_takes_arrays_and_forgets_all_but_the_state():
    arrays = [
        np.array([[float(Fraction(v)) for v in row] for row in rows]) for rows in ([INITIAL], TRANSITION, EMISSION)
    ]
    plain = lc.HiddenMarkov("ab", "12", INITIAL, TRANSITION, EMISSION)
    model = lc.HiddenMarkov("ab", "12", arrays[0][0], arrays[1], arrays[2])
    assert (
        model.step(model.start, "a|2")
        == model.step(model.start, "b|2")
        == model.step(model.step(model.start, "a|1"), "a|2")
    )
    assert model.log_probs(model.start) == pytest.approx(plain.log_probs(plain.start))


@pytest.mark.parametrize(
    ("initial", "transition", "emission", "place"),
    [
        (["1/2", "1/4"], TRANSITION, EMISSION, "initial"),
        (INITIAL, [["1", "1"], ["0", "1"]], EMISSION, "transition row 1"),
        (INITIAL, TRANSITION, [["1", "0"], ["2", "-1"]], "emission row 2"),
        (INITIAL, TRANSITION, [["1", "0"]], "emission"),
        (["1"], TRANSITION, EMISSION, "initial"),
        (INITIAL, [["1", "x"], ["0", "1"]], EMISSION, "transition row 1"),
    ],
)
def test_hidden_markov_rows_are_laws_of_the_right_length(initial, transition, emission, place):
    with pytest.raises(lc.WeightError, match=place):
        lc.HiddenMarkov("ab", "12", initial, transition, emission)


def test_a_generic_model_is_a_fixed_law_for_each_seed():
    model, again, other = lc.Generic("ab", 3), lc.Generic("ab", 3), lc.Generic("ab", 4)
    laws = {}
    for z in ((), ("a",), ("b",), ("a", "b"), ("b", "a")):
        state = model.start
        for token in z:
            state = model.step(state, token)
        law = laws[z] = model.log_probs(state)
        assert sum(map(math.exp, law.values())) == pytest.approx(1)
        assert law == again.log_probs(state)
        assert law != other.log_probs(state)
    assert len({law["a"] for law in laws.values()}) == len(laws)


def test_generic_logits_are_standard_normal():
    """log P(a) − log P(b) is the difference of two standard normal logits: mean 0, variance 2."""
    gaps = [law["a"] - law["b"] for seed in range(2000) for law in [lc.Generic("ab", seed).log_probs(())]]
    assert abs(np.mean(gaps)) < 4 * math.sqrt(2 / 2000)
    assert abs(np.var(gaps) - 2) < 4 * 2 * math.sqrt(2 / 2000)


def test_a_generic_model_has_no_fractions():
    d = lc.Projected(identity(), lc.Generic("01", 1))
    with pytest.raises(lc.NoExactValue):
        d.probability("01", arithmetic="exact")
    assert d.probability("01") == pytest.approx(
        math.exp(lc.Generic("01", 1).log_probs(())["0"] + lc.Generic("01", 1).log_probs(("0",))["1"])
    )


def test_a_generic_model_on_the_switching_coin():
    coin = lc.gallery.build("switching-coin")
    model = lc.Generic(coin.latent, 5)
    machine = oracles.build({(q, t): (r, out) for q, t, r, out in coin.arc_rows()}, coin.start, coin.observable)

    def weigh(z):
        return {token: Fraction(math.exp(value)) for token, value in model.log_probs(z).items()}

    d = lc.Projected(coin, model)
    assert d.posterior("HTT") == pytest.approx(
        {z: float(q) for z, q in oracles.posterior(machine, weigh, tuple("HTT")).items()}
    )
    assert lc.drift(d, "HT", "T") == pytest.approx(float(oracles.drift(machine, weigh, ("H", "T"), ("T",), "tv")))
    q = oracles.lookahead(machine, weigh, tuple("HTT"), 1)
    assert lc.chi2(d, "HTT", lc.samplers.Lookahead(d, 1)) == pytest.approx(
        float(oracles.chi2(machine, weigh, tuple("HTT"), q))
    )


class Parity:
    """A user's own model: the state is the parity of the ones so far."""

    start = 0

    def step(self, state: int, token: str) -> int:
        return state ^ (token == "1")

    def log_probs(self, state: int) -> dict[str, float]:
        return {"0": math.log(0.75), "1": math.log(0.25)} if state else {"0": math.log(0.5), "1": math.log(0.5)}


class ExactParity(Parity):
    def weights(self, state: int) -> dict[str, Fraction]:
        return {"0": Fraction(3), "1": Fraction(1)} if state else {"0": Fraction(1), "1": Fraction(1)}


def test_a_model_of_ones_own():
    d = lc.Projected(identity(), Parity())
    assert d.probability("0110") == pytest.approx(1 / 2 * 1 / 2 * 1 / 4 * 1 / 2, rel=1e-12)
    with pytest.raises(lc.NoExactValue):
        d.probability("01", arithmetic="exact")
    assert exact(ExactParity(), "0110") == Fraction(1, 32)


def test_a_model_may_leave_its_laws_unnormalised_and_name_more_than_is_allowed():
    class Loose(Parity):
        def log_probs(self, state):
            return {token: value + 5 for token, value in super().log_probs(state).items()} | {"elsewhere": 3.0}

    assert lc.Projected(identity(), Loose()).probability("0110") == pytest.approx(1 / 32, rel=1e-12)


def test_hidden_markov_over_a_long_observation():
    product = lc.gallery.build("product", observable="ab", hidden="12")
    d = lc.Projected(product, lc.HiddenMarkov("ab", "12", INITIAL, TRANSITION, EMISSION))
    x = "abbab" * 100
    exact_value = d.probability(x, arithmetic="exact")
    expected = math.log(exact_value.numerator) - math.log(exact_value.denominator)
    assert d.log_probability(x) == pytest.approx(expected, rel=1e-12)
    assert d.log_probability(d.encode("abb")) == pytest.approx(
        math.log(d.probability("abb", arithmetic="exact")), rel=1e-12
    )


class OfOnesOwn:
    """A projection that is not a Transducer: anything with the attributes of the protocol."""

    def __init__(self, inner: lc.Transducer) -> None:
        self.inner = inner
        self.latent, self.observable, self.start = inner.latent, inner.observable, inner.start
        self.labels, self.name = inner.labels, "own"

    def step(self, state, token):
        return self.inner.step(state, token)

    def tokens(self, state):
        return self.inner.tokens(state)


def test_a_projection_of_ones_own():
    coin = lc.gallery.build("switching-coin")
    model = lc.Markov(coin.latent, 0, {(): {"H": 81, "T": 9, "h": 9, "t": 81, "~": 10}})
    mine, theirs = lc.Projected(OfOnesOwn(coin), model), lc.Projected(coin, model)
    assert lc.lifting(mine.projection, "HHT") == lc.lifting(coin, "HHT")
    assert mine.posterior("HHTT", arithmetic="exact") == theirs.posterior("HHTT", arithmetic="exact")
    assert mine.log_probability("HHTT" * 50) == pytest.approx(theirs.log_probability("HHTT" * 50), rel=1e-12)
    for kind in (lc.samplers.Uniform, lc.samplers.Identity, lc.samplers.Posterior):
        assert lc.chi2(mine, "HHTT", kind(mine), arithmetic="exact") == lc.chi2(
            theirs, "HHTT", kind(theirs), arithmetic="exact"
        )
    assert lc.diagnose(OfOnesOwn(coin)).onto is True


class Answers(Parity):
    """A model of one's own that answers with whatever it was given."""

    def __init__(self, law, weights=None):
        self.law, self.exact = law, weights

    def log_probs(self, state):
        return self.law

    def weights(self, state):
        return self.exact


@pytest.mark.parametrize(
    "law", [{"0": 0.0, "1": math.nan}, {"0": math.nan, "1": 0.0}, {"0": math.inf, "1": 0.0}, {}, {"0": -math.inf}]
)
def test_a_law_that_is_none_is_refused_and_not_read_as_zero(law):
    with pytest.raises(lc.WeightError, match="'q'"):
        lc.Projected(identity(), Answers(law)).probability("01")


@pytest.mark.parametrize(
    "weights", [{"0": -1, "1": 2}, {"0": "much", "1": 1}, {"0": 0, "1": 0}, {"0": math.nan, "1": 1}]
)
def test_exact_weights_that_are_none_are_refused(weights):
    with pytest.raises(lc.WeightError, match="'q'"):
        exact(Answers({}, weights), "01")


def test_exact_weights_may_be_any_kind_of_number():
    assert exact(Answers({}, {"0": 1.5, "1": 2}), "01") == Fraction(3, 7) * Fraction(4, 7)
