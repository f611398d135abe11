"""Examples that hide a cut: where one token ends and the next begins, or which letters a rule has rewritten (docs/theory.md §1)."""

from collections.abc import Iterable
from itertools import product
from typing import Any

from lift_core.projection.files import state_names
from lift_core.projection.gallery_entry import Entry, alphabet, refused
from lift_core.projection.transducer import Row, Transducer

# The standard genetic code: first, second and third letter in the order U, C, A, G, the third fastest; * is a stop.
NUCLEOTIDES = "UCAG"
AMINO_ACIDS = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"


def tokens(vocabulary: Any) -> Transducer:
    """Concatenation: lifting(x) is all tokenisations of x, the last token may overhang."""
    if isinstance(vocabulary, dict) or not isinstance(vocabulary, Iterable):
        raise refused("vocabulary", vocabulary, "a list of tokens, such as [a, b, ab]")
    words = alphabet(vocabulary, "vocabulary")
    letters = dict.fromkeys(letter for word in words for letter in word)
    return Transducer(words, letters, "q", [("q", word, "q", tuple(word)) for word in words], name="tokens")


def codons() -> Transducer:
    """One amino acid, or `*` for a stop, for every three nucleotides (RNA, the standard code)."""
    code = dict(zip(map("".join, product(NUCLEOTIDES, repeat=3)), AMINO_ACIDS, strict=True))
    rows: list[Row] = []
    for letter in sorted(NUCLEOTIDES):
        rows.append(("start", letter, letter, ()))
    for pair in map("".join, product(sorted(NUCLEOTIDES), repeat=2)):
        rows.append((pair[0], pair[1], pair, ()))
        rows += [(pair, letter, "start", (code[pair + letter],)) for letter in sorted(NUCLEOTIDES)]
    return Transducer(sorted(NUCLEOTIDES), sorted(set(AMINO_ACIDS)), "start", rows, name="codons")


def swap(observable: Any) -> Transducer:
    """Symbols are read in pairs and each pair is written the other way round."""
    symbols = alphabet(observable, "observable")
    names = state_names([*symbols, ()])
    start = names[()]
    rows: list[Row] = []
    for first in symbols:
        rows.append((start, first, first, ()))
        rows += [(first, second, start, (second, first)) for second in symbols]
    return Transducer(symbols, symbols, start, rows, name="swap")


def rewrite() -> Transducer:
    """ab → c, all else unchanged: an a waits for the next letter."""
    rows: list[Row] = [("q", "a", "a", ""), ("q", "b", "q", "b"), ("q", "c", "q", "c")]
    rows += [("a", "a", "a", "a"), ("a", "b", "q", "c"), ("a", "c", "q", "ac")]
    return Transducer("abc", "abc", "q", rows, name="rewrite")


def autocorrect() -> Transducer:
    """teh → the, all else unchanged: after t an e waits for the next letter."""
    rows: list[Row] = [("q", "t", "t", "t"), ("q", "e", "q", "e"), ("q", "h", "q", "h")]
    rows += [("t", "t", "t", "t"), ("t", "e", "te", ""), ("t", "h", "q", "h")]
    rows += [("te", "t", "t", "et"), ("te", "e", "q", "ee"), ("te", "h", "q", "he")]
    return Transducer("teh", "teh", "q", rows, name="autocorrect")


ENTRIES = (
    Entry(
        "tokens",
        "Detokenisation",
        "You see the text, not where one token ends and the next begins.",
        "a cut",
        tokens,
        {"vocabulary": ["a", "b", "ab"]},
    ),
    Entry(
        "codons",
        "The genetic code",
        "A protein is seen, the gene is not: most amino acids are written by several triplets of nucleotides.",
        "a cut",
        codons,
    ),
    Entry(
        "swap",
        "Swapped pairs",
        "Two neighbours change places before they are shown, so the first symbol waits for the second.",
        "a cut",
        swap,
        {"observable": "ab"},
    ),
    Entry(
        "rewrite",
        "Delayed rewriting",
        "Every ab is shown as c: an a has to wait, and the word ab is never seen.",
        "a cut",
        rewrite,
    ),
    Entry(
        "autocorrect",
        "Autocorrect",
        "Whoever types teh is corrected to the: you cannot tell who typed it right.",
        "a cut",
        autocorrect,
    ),
)
