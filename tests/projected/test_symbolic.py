"""Symbolic probabilities are rational functions whose values at rational points are the oracle's fractions (docs/theory.md §3)."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import lift_core as lc
from tests import oracles
from tests.projected.test_projected import switching_coin
from tests.strategies import Example, instances

EXPRESSIONS = ("p", "1-p", "q", "p*q", "(p+q)/3", "1/(1+p)", "p**2", "2")
COIN = {"H": "bias*(1-swap)", "T": "(1-bias)*(1-swap)", "h": "(1-bias)*(1-swap)", "t": "bias*(1-swap)", "~": "swap"}


def with_symbols(example: Example, random: Random) -> tuple[dict, lc.Markov]:
    """The example's weights with some of the positive ones replaced by expressions, as a table and as a model."""
    assert example.weights is not None
    table = {
        context: {
            token: random.choice(EXPRESSIONS) if weight and random.random() < 0.6 else str(weight)
            for token, weight in row.items()
        }
        for context, row in example.weights.items()
    }
    return table, lc.Markov(example.latent, example.order, table)


def at(table: dict, p: Fraction, q: Fraction) -> dict:
    """The table's numbers, by Python's own arithmetic."""
    names = {"p": p, "q": q}

    def value(text: str) -> Fraction:
        return Fraction(eval(text, names) if set("pq") & set(text) else text)

    return {context: {token: value(text) for token, text in row.items()} for context, row in table.items()}


def rational(value: sympy.Expr) -> Fraction:
    assert isinstance(value, sympy.Rational)
    return Fraction(int(value.p), int(value.q))


def put(expression: sympy.Expr, p: Fraction, q: Fraction) -> Fraction:
    points = {"p": sympy.Rational(p.numerator, p.denominator), "q": sympy.Rational(q.numerator, q.denominator)}
    return rational(expression.subs(points))


inside = st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=97)


@given(instances(longest=3), st.integers(0, 10**6), inside, inside)
def test_substitution_gives_the_fractions(example: Example, seed: int, p: Fraction, q: Fraction):
    table, model = with_symbols(example, Random(seed))
    d = lc.Projected(example.projection, model)
    numbers = replace(example, weights=at(table, p, q))
    expected = oracles.probability(numbers.machine, numbers.weigh, example.x)
    assert put(d.probability(example.x, arithmetic="symbolic"), p, q) == expected
    values = {name: value for name, value in (("p", p), ("q", str(q))) if name in model.symbols}
    turned = lc.Projected(example.projection, model.substituted(values))
    assert turned.probability(example.x, arithmetic="exact") == expected
    if not expected:
        with pytest.raises(lc.ImpossibleObservation):
            d.next_symbol(example.x, arithmetic="symbolic")
        return
    law = d.next_symbol(example.x, arithmetic="symbolic")
    assert {a: put(e, p, q) for a, e in law.items()} == oracles.next_symbol(numbers.machine, numbers.weigh, example.x)
    x, y = example.x[:1], example.x[1:]
    predicted = d.conditional(y, given=x, arithmetic="symbolic")
    assert put(predicted, p, q) == oracles.conditional(numbers.machine, numbers.weigh, y, x)


def coin(weights=COIN) -> lc.Projected:
    machine = lc.gallery.build("switching-coin")
    return lc.Projected(machine, lc.Markov(machine.latent, 0, {(): weights}))


def test_the_switching_coin_is_a_polynomial_in_its_knobs():
    bias, swap = sympy.symbols("bias swap")
    found = coin().probability("H", arithmetic="symbolic")
    assert sympy.expand(found - (bias * (1 - swap) + swap * (1 - bias))) == 0
    assert found.is_polynomial(bias, swap)
    law = coin().next_symbol("HH", arithmetic="symbolic")
    assert sympy.cancel(law["H"] + law["T"]) == 1


def test_masks_renormalise_symbolically():
    p = sympy.Symbol("p")
    machine = lc.Transducer(
        "ab!", "ab", "p", [("p", "a", "q", "a"), ("p", "b", "q", "b"), ("q", "!", "p", "a"), ("q", "a", "p", "b")]
    )
    d = lc.Projected(machine, lc.Markov("ab!", 0, {(): {"a": "p", "b": "2", "!": "7"}}))
    assert sympy.cancel(d.probability("ab", arithmetic="symbolic") - p / (p + 2) * p / (p + 7)) == 0


def test_weights_given_as_symbols_keep_them():
    """A symbol with assumptions comes back as itself."""
    p = sympy.Symbol("p", positive=True)
    bits = lc.Transducer("01", "01", "q", [("q", "0", "q", "0"), ("q", "1", "q", "1")])
    d = lc.Projected(bits, lc.Markov("01", 0, {(): {"0": p, "1": 1 - p}}))
    assert d.probability("011", arithmetic="symbolic").equals(p * (1 - p) ** 2)
    assert d.probability("011", arithmetic="symbolic").free_symbols == {p}
    plain = lc.Projected(bits, lc.Markov("01", 0, {(): {"0": sympy.Rational(1, 4), "1": sympy.Integer(1)}}))
    assert plain.probability("0", arithmetic="exact") == Fraction(1, 5)


def test_a_hidden_markov_model_with_symbols():
    product = lc.gallery.build("product", observable="ab", hidden="12")
    entries = (["1/3", "2/3"], [["stay", "1-stay"], ["1/4", "3/4"]], [["1", "0"], ["1/5", "4/5"]])
    model = lc.HiddenMarkov("ab", "12", *entries)
    d = lc.Projected(product, model)
    expression = d.probability("abba", arithmetic="symbolic")
    for stay in (Fraction(1, 3), Fraction(9, 10)):
        numbers = [[str(stay), str(1 - stay)], ["1/4", "3/4"]]
        machine = oracles.build({("q", t): ("q", (t[0],)) for t in product.latent}, "q", ("a", "b"))
        weigh = oracles.hidden_markov(entries[0], numbers, entries[2], ("a", "b"), ("1", "2"))
        expected = oracles.probability(machine, weigh, tuple("abba"))
        assert rational(expression.subs("stay", sympy.Rational(stay.numerator, stay.denominator))) == expected
        turned = lc.Projected(product, model.substituted({"stay": stay}))
        assert turned.probability("abba", arithmetic="exact") == expected
        assert turned.probability("abba") == pytest.approx(float(expected))
    with pytest.raises(lc.WeightError, match="stay"):
        d.probability("abba")
    with pytest.raises(lc.WeightError, match="transition row 1"):
        lc.HiddenMarkov("ab", "12", entries[0], [["stay", "stay"], ["1/4", "3/4"]], entries[2])


def test_a_forgetful_model_with_symbols():
    projection = lc.gallery.build("erasure", observable="ab", filler="-", run=1)
    weights = {(): {"a": "p", "b": 1, "-": 1}, ("a",): {"a": 1, "b": "p", "-": 2}, ("b",): {"a": 1, "b": 3, "-": "p"}}
    weights["-",] = {"a": 1, "b": "p"}
    model = lc.Forgetful(lc.Markov("ab-", 1, weights), projection)
    expression = lc.Projected(projection, model).probability("aba", arithmetic="symbolic")
    exact = lc.Projected(projection, model.substituted({"p": "5/7"})).probability("aba", arithmetic="exact")
    assert rational(expression.subs("p", sympy.Rational(5, 7))) == exact


def test_numbers_alone_are_a_symbolic_constant():
    assert switching_coin().probability("HHTT", arithmetic="symbolic") == sympy.Rational(16281, 250000)


@pytest.mark.parametrize("arithmetic", ["float", "exact"])
@pytest.mark.parametrize(
    "question", ["probability", "next_symbol", "posterior", "filtered", "best", "encoded", "drift"]
)
def test_questions_that_need_numbers_name_the_symbols(question, arithmetic):
    d = coin()
    ask = {
        "best": lambda x: d.best(x),
        "encoded": lambda x: d.log_probability(d.encode(x)),
        "drift": lambda x: lc.drift(d, x, "T", arithmetic=arithmetic),
    }.get(question, lambda x: getattr(d, question)(x, arithmetic=arithmetic))
    with pytest.raises(lc.WeightError, match=r"bias, swap.*substituted\(\{\"bias\": \"1/3\", \"swap\": \"1/3\"\}\)"):
        ask("HHT")


def test_symbols_get_values_together_or_one_by_one():
    model = coin().model
    half = model.substituted({"swap": Fraction(1, 10)})
    assert list(model.symbols) == ["bias", "swap"]
    assert list(half.symbols) == ["bias"]
    machine = lc.gallery.build("switching-coin")
    for turned in (half.substituted({"bias": "9/10"}), model.substituted({"bias": 0.9, "swap": "0.1"})):
        assert lc.Projected(machine, turned).probability("HHTT", arithmetic="exact") == Fraction(16281, 250000)
    with pytest.raises(lc.WeightError, match="drift"):
        model.substituted({"drift": 1})
    with pytest.raises(lc.WeightError, match="negative"):
        model.substituted({"bias": 2, "swap": "1/10"})


def test_a_file_may_use_only_the_names_that_are_allowed():
    machine = lc.gallery.build("switching-coin")
    data = lc.dump_model(coin().model)
    assert lc.dump_model(lc.load_model(data, machine, symbols=("bias", "swap"))) == data
    with pytest.raises(lc.WeightError, match="token 'H'"):
        lc.load_model(data, machine)
    with pytest.raises(lc.WeightError, match="bias"):
        lc.load_model(data, machine, symbols=("swap",))


@pytest.mark.parametrize("weight", ["p+", "p.real", "p**q", "f(p)", "p if p else 1", "nan", "-1/2", "p;q", "1/0"])
def test_what_is_not_an_expression_is_refused(weight):
    with pytest.raises(lc.WeightError, match="'0'"):
        lc.Markov("01", 0, {(): {"0": weight, "1": "q"}})


def test_what_is_impossible_for_all_values():
    bits = lc.Transducer("01", "01", "q", [("q", "0", "q", "0"), ("q", "1", "q", "1")])
    d = lc.Projected(bits, lc.Markov("01", 0, {(): {"0": "p", "1": "p-p"}}))
    assert d.probability("1", arithmetic="symbolic") == 0
    with pytest.raises(lc.ImpossibleObservation):
        d.conditional("0", given="1", arithmetic="symbolic")


BIT = lc.gallery.build("identity", observable="ab")


def share_of(weight, other):
    d = lc.Projected(BIT, lc.Markov("ab", 0, {(): {"a": weight, "b": other}}))
    return d.probability("a", "symbolic")


@pytest.mark.parametrize("name", ["E", "I", "pi", "S", "N", "Q", "oo", "beta", "lambda", "is", "λ"])
def test_a_name_is_a_plain_symbol_whatever_it_means_elsewhere(name):
    symbol = sympy.Symbol(name)
    assert share_of(name, f"1-{name}") == share_of(symbol, 1 - symbol) == symbol
    model = lc.Markov("ab", 0, {(): {"a": f"3*{name}", "b": f"1 - {name}"}})
    again = lc.load_model(lc.dump_model(model), BIT, symbols=[name])
    assert lc.Projected(BIT, again.substituted({name: "1/4"})).probability("a", "exact") == Fraction(1, 2)


@pytest.mark.parametrize("name", ["a{b}", r"\theta_{1}", "p q", "1", "{", ""])
def test_a_symbol_of_any_name_comes_back_as_it_was_given(name):
    symbol = sympy.Symbol(name)
    assert share_of(symbol, 1 - symbol) == symbol


def test_what_is_no_rational_function_of_symbols_is_refused():
    p, positive = sympy.Symbol("p"), sympy.Symbol("p", positive=True)
    for weight in (
        sympy.pi,
        sympy.E,
        sympy.I,
        sympy.oo,
        sympy.zoo,
        sympy.nan,
        sympy.sqrt(p),
        p + sympy.pi,
        sympy.sin(p),
    ):
        with pytest.raises(lc.WeightError, match="context ε, token 'a'"):
            share_of(weight, 1)
    with pytest.raises(lc.WeightError, match="both be called p"):
        share_of(p + positive, 1)
    with pytest.raises(lc.WeightError, match="two different symbols are called p"):
        share_of(p, positive)
