"""check_model passes every model of the library and names the law that a broken one breaks."""

import math
from fractions import Fraction

import pytest

import lift_core as lc
from tests.model.test_models import EMISSION, INITIAL, TRANSITION, ExactParity, Parity, identity


@pytest.mark.parametrize(
    "model", [Parity(), ExactParity(), lc.Markov("01", 1, {(): {"0": 1}, ("0",): {"0": 2, "1": 1}, ("1",): {"0": 1}})]
)
def test_good_models_pass(model):
    lc.check_model(model, identity())


def test_every_model_of_the_library_passes():
    product = lc.gallery.build("product", observable="ab", hidden="12")
    lc.check_model(lc.HiddenMarkov("ab", "12", INITIAL, TRANSITION, EMISSION), product)
    coin = lc.gallery.build("switching-coin")
    generic = lc.Generic(coin.latent, 1)
    lc.check_model(generic, coin)
    lc.check_model(lc.Forgetful(lc.Markov(coin.latent, 0, {(): dict.fromkeys(coin.latent, 1)}), coin), coin)
    lc.check_model(lc.Forgetful(generic, coin), coin)


class NoStart:
    step = Parity.step
    log_probs = Parity.log_probs


class Unhashable(Parity):
    def step(self, state, token):
        return [state, token]


class Changing(Parity):
    def __init__(self):
        self.count = 0

    def step(self, state, token):
        self.count += 1
        return self.count


class NotANumber(Parity):
    def log_probs(self, state):
        return {"0": math.nan, "1": 0.0}


class NotNormalised(Parity):
    def log_probs(self, state):
        return {"0": 0.0, "1": 0.0}


class Unknown(Parity):
    def log_probs(self, state):
        return {"0": 0.0, "2": -math.inf}


class NothingAllowed(Parity):
    def log_probs(self, state):
        return {"0": -math.inf, "1": -math.inf}


class WrongWeights(Parity):
    def weights(self, state):
        return {"0": Fraction(1), "1": Fraction(5)}


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (NoStart(), "start"),
        (Unhashable(), "hashable"),
        (Changing(), "repeatable|again|then"),
        (NotANumber(), "NaN"),
        (NotNormalised(), "sum"),
        (Unknown(), "'2'"),
        (NothingAllowed(), "sum|allowed"),
        (WrongWeights(), "weights"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, (Parity, NoStart)) else None,
)
def test_broken_models_are_told_what_is_wrong(broken, message):
    with pytest.raises(lc.ModelError, match=message):
        lc.check_model(broken, identity())


class Nameless:
    """A model that is not finished, and one whose law fails in a way of its own."""

    start = 0

    def step(self, state, token):
        return state


class Failing(Nameless):
    def log_probs(self, state):
        return {"a": {}["missing"]}


def test_what_a_model_lacks_is_told_where_it_is_first_used():
    projection = lc.gallery.build("identity", observable="ab")
    for use in (lc.check_model, lambda model, projection: lc.Projected(projection, model)):
        with pytest.raises(lc.ModelError, match="Nameless has no `log_probs`"):
            use(Nameless(), projection)


def test_an_error_inside_a_model_is_told_with_its_history():
    with pytest.raises(lc.ModelError, match="after ε log_probs raises KeyError: 'missing'"):
        lc.check_model(Failing(), lc.gallery.build("identity", observable="ab"))


def test_log_probabilities_that_are_no_mapping_are_refused_where_they_are_used():
    class Bare:
        start = ()

        def step(self, state, token):
            return ()

        def log_probs(self, state):
            return [0.0]

    bit = lc.Transducer("0", "0", "q", [("q", "0", "q", "0"), ("q", "0", "q", "0")])
    two = lc.Transducer("01", "01", "q", [("q", "0", "q", "0"), ("q", "1", "q", "1")])
    with pytest.raises(lc.ModelError, match="gives a list; needed"):
        lc.Projected(two, Bare()).probability("0")
    assert lc.lifting(bit, "0") == [()]
