"""Examples that hide a state, or nothing: identity, product space, letter map, XOR, the switching coin (docs/theory.md §1)."""

from collections.abc import Mapping
from typing import Any

from lift_core.projection.gallery_entry import Entry, alphabet, emit, refused, token
from lift_core.projection.transducer import Transducer


def identity(observable: Any) -> Transducer:
    """Ω = Σ, everything is kept: lifting(x) = {x}."""
    symbols = alphabet(observable, "observable")
    return Transducer(symbols, symbols, "q", emit(symbols, "q", "q"), name="identity")


def product(observable: Any, hidden: Any) -> Transducer:
    """Ω = Σ×Γ, the Σ part is kept: |Γ|^|x| strings. The token of symbol a and hidden state h is `a|h`, its thought label h."""
    symbols, states = alphabet(observable, "observable"), alphabet(hidden, "hidden")
    for parameter, names in (("observable", symbols), ("hidden", states)):
        barred = next((name for name in names if "|" in name), None)
        if barred is not None:
            raise refused(parameter, barred, 'names without "|", which joins symbol and hidden state into one token')
    pairs = {f"{symbol}|{state}": (symbol, state) for symbol in symbols for state in states}
    return Transducer(
        latent=pairs,
        observable=symbols,
        start="q",
        arcs=[("q", pair, "q", (symbol,)) for pair, (symbol, _) in pairs.items()],
        labels={pair: state for pair, (_, state) in pairs.items()},
        name="product",
    )


def lumping(map: Any) -> Transducer:
    """Each token is shown as one symbol, several tokens as the same: lifting(x) is all preimages of x."""
    if not isinstance(map, Mapping) or not map:
        raise refused("map", map, "an object {token: symbol} with at least one token")
    tokens = alphabet(list(map), "map")
    symbols = dict.fromkeys(token(symbol, "map") for symbol in map.values())
    return Transducer(tokens, symbols, "q", [("q", letter, "q", (map[letter],)) for letter in tokens], name="lumping")


def xor() -> Transducer:
    """x_t = z_t ⊕ z_{t+1}: always two latent strings."""
    arcs = [("^", bit, bit, ()) for bit in "01"]
    arcs += [(last, bit, bit, ("0" if last == bit else "1",)) for last in "01" for bit in "01"]
    return Transducer("01", "01", "^", arcs, name="xor")


def switching_coin() -> Transducer:
    """Erase `~` and capitalise the rest; `~` swaps the coins, and the next token must be a flip."""
    arcs = []
    for coin, swapped, faces in (("A", "B!", "HT"), ("B!", "B", "ht"), ("B", "A!", "ht"), ("A!", "A", "HT")):
        just_swapped = coin.endswith("!")
        arcs += [(coin, face, swapped if just_swapped else coin, (face.upper(),)) for face in faces]
        if not just_swapped:
            arcs.append((coin, "~", swapped, ()))
    return Transducer("HTht~", "HT", "A", arcs, name="switching coin")


ENTRIES = (
    Entry(
        "identity",
        "Identity",
        "Nothing is hidden: each sequence explains itself alone.",
        "nothing",
        identity,
        {"observable": "ab"},
    ),
    Entry(
        "product",
        "Hidden Markov model",
        "Each symbol comes with a hidden state that is never shown, so every sequence of hidden states could lie behind what is seen.",
        "a state",
        product,
        {"observable": "ab", "hidden": "12"},
    ),
    Entry(
        "switching-coin",
        "The switching coin",
        "A juggler with two biased coins may, unseen, swap them once before each flip: you see only heads and tails.",
        "a state",
        switching_coin,
    ),
    Entry(
        "xor",
        "XOR of neighbours",
        "You see whether neighbouring bits differ, never the bits: one unknown bit decides all the others.",
        "a state",
        xor,
    ),
    Entry(
        "lumping",
        "Letter map",
        "Several hidden letters look alike: capitals are read as small letters.",
        "a state",
        lumping,
        {"map": {"a": "a", "A": "a", "b": "b", "B": "b"}},
    ),
)
