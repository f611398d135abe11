"""Hidden Markov models as latent models on the product space (Ex. 2.2; docs/theory.md §2).

The token a|k shows symbol a from hidden state k: P(a|k given hidden state j) = transition[j, k] · emission[k, a]. The model's state
is the hidden state alone.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from lift_core.arguments import shown
from lift_core.errors import AlphabetError, WeightError
from lift_core.model.expressions import Expression, read_weight, refuse_symbols, symbol_values, symbols_in
from lift_core.model.protocol import checked_tokens

ROW_TOLERANCE = 1e-9  # how far the sum of a row of floats may be from 1


@dataclass(frozen=True, eq=False)
class HiddenMarkov:
    """initial (K,), transition (K, K), emission (K, V), rows summing to 1; entries numbers or texts such as "1/3".

    Its tokens are those of `gallery.build("product", observable=…, hidden=…)`. Entries may hold symbols, as a `Markov` model's
    weights may; they are nan in the arrays. Raises WeightError that names the row, AlphabetError for names that are no texts, come
    twice or hold "|".
    """

    observable: tuple[str, ...]
    hidden: tuple[str, ...]
    initial: np.ndarray
    transition: np.ndarray
    emission: np.ndarray
    entries: tuple[Any, Any, Any]
    symbols: Mapping[str, Any]

    def __init__(
        self,
        observable: Iterable[str],
        hidden: Iterable[str],
        initial: Any,
        transition: Any,
        emission: Any,
        symbols: Iterable[str] | None = None,
    ) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        put("observable", _names(observable, "observable"))
        put("hidden", _names(hidden, "hidden"))
        k, v = len(self.hidden), len(self.observable)
        allowed = None if symbols is None else tuple(symbols)
        put("initial", _matrix([initial], "initial", (1, k), allowed)[0])
        put("transition", _matrix(transition, "transition", (k, k), allowed))
        put("emission", _matrix(emission, "emission", (k, v), allowed))
        put("entries", (initial, transition, emission))
        put("symbols", self._symbols())

    @cached_property
    def latent(self) -> tuple[str, ...]:
        return tuple(f"{symbol}|{state}" for symbol in self.observable for state in self.hidden)

    def _symbols(self) -> Mapping[str, Any]:
        if not any(np.isnan(part).any() for part in (self.initial, self.transition, self.emission)):
            return {}
        initial, transition, emission = self.entries
        return symbols_in(read_weight(_plain(e), "") for row in (initial, *transition, *emission) for e in row)

    def substituted(self, values: Mapping[str, Any]) -> "HiddenMarkov":
        """The model with numbers, or texts such as "1/3", in the place of symbols. Raises WeightError for an unknown symbol."""
        numbers = symbol_values(values, self.symbols)

        def put(row: Iterable[Any]) -> list[Any]:
            weights = [read_weight(_plain(entry), "") for entry in row]
            return [w.substituted(numbers) if isinstance(w, Expression) else w for w in weights]

        initial, transition, emission = self.entries
        return HiddenMarkov(self.observable, self.hidden, put(initial), [*map(put, transition)], [*map(put, emission)])

    @property
    def start(self) -> int:
        """Before the first token there is no hidden state: −1."""
        return -1

    @cached_property
    def _hidden_of(self) -> dict[str, int]:
        return {token: index % len(self.hidden) for index, token in enumerate(self.latent)}

    def step(self, state: int, token: str) -> int:
        return self._hidden_of[token]

    def log_probs(self, state: int) -> Mapping[str, float]:
        """{token: log P(token | hidden state)} in nats."""
        refuse_symbols(self.symbols)
        moves = self.initial if state < 0 else self.transition[state]
        with np.errstate(divide="ignore"):
            joint = np.log(moves)[None, :] + np.log(self.emission.T)
        return dict(zip(self.latent, joint.ravel().tolist(), strict=True))

    def law_table(self) -> tuple[tuple[int, ...], tuple[str, ...], np.ndarray, np.ndarray]:
        """All laws at once: states (K+1,), tokens (VK,), probabilities (K+1, VK), index of the next state (K+1, VK)."""
        refuse_symbols(self.symbols)
        k, v = len(self.hidden), len(self.observable)
        moves = np.vstack([self.initial, self.transition])
        laws = (moves[:, None, :] * self.emission.T[None, :, :]).reshape(k + 1, v * k)
        after = np.broadcast_to(np.tile(np.arange(1, k + 1), v), (k + 1, v * k))
        return tuple(range(-1, k)), self.latent, laws, after

    def weights(self, state: int) -> Mapping[str, Fraction]:
        """{token: weight}; entries given as floats are read as they print."""
        refuse_symbols(self.symbols)
        return self._joint(state, self._fractions)

    def weights_at(self, state: int, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """{token: weight} where each symbol has a value of any field."""
        return self._joint(state, self._normalised(values) if self.symbols else self._fractions)

    def _joint(self, state: int, parts: tuple[list[Any], list[list[Any]], list[list[Any]]]) -> Mapping[str, Any]:
        initial, transition, emission = parts
        moves = initial if state < 0 else transition[state]
        return {
            token: moves[index % len(self.hidden)] * emission[index % len(self.hidden)][index // len(self.hidden)]
            for index, token in enumerate(self.latent)
        }

    @cached_property
    def _fractions(self) -> tuple[list[Fraction], list[list[Fraction]], list[list[Fraction]]]:
        return self._normalised({})

    def _normalised(self, values: Mapping[str, Any]) -> tuple[list[Any], list[list[Any]], list[list[Any]]]:
        initial, transition, emission = self.entries
        return (
            _shares(initial, "initial", values),
            [_shares(row, f"transition row {i + 1}", values) for i, row in enumerate(transition)],
            [_shares(row, f"emission row {i + 1}", values) for i, row in enumerate(emission)],
        )


def _names(names: Any, which: str) -> tuple[str, ...]:
    checked = checked_tokens(names, which)
    split = [name for name in checked if "|" in name]
    if split:
        raise AlphabetError(
            f'{which}: {split[0]!r} holds "|", which parts the symbol from the hidden state in a token; use another character'
        )
    return checked


def _shares(row: Iterable[Any], place: str, values: Mapping[str, Any]) -> list[Any]:
    weights = [read_weight(_plain(entry), place) for entry in row]
    entries = [w.value(values) if isinstance(w, Expression) else w for w in weights]
    total = sum(entries)
    return [entry / total for entry in entries]


def _plain(entry: Any) -> Any:
    return entry.item() if isinstance(entry, np.generic) else entry


def _number(entry: Any, place: str, symbols: tuple[str, ...] | None) -> float:
    weight = read_weight(_plain(entry), place, symbols)
    try:
        return math.nan if isinstance(weight, Expression) else float(weight)
    except OverflowError:
        raise WeightError(f"{place}: got {shown(entry)}; needed a probability, from 0 to 1", place) from None


def _matrix(rows: Any, name: str, shape: tuple[int, int], symbols: tuple[str, ...] | None) -> np.ndarray:
    if isinstance(rows, np.ndarray) and rows.dtype.kind in "fiu":
        matrix = rows.astype(float)
    else:
        if not _is_list(rows) or not all(map(_is_list, rows)):
            raise WeightError(f"{name}: got {shown(rows)}; needed {shape[0]} row(s) of {shape[1]} numbers", name)
        lengths = sorted({len(row) for row in rows})
        if len(rows) != shape[0] or lengths != [shape[1]]:
            raise WeightError(
                f"{name}: got {len(rows)} row(s) of length {', '.join(map(str, lengths)) or '0'}; needed {shape[0]} of {shape[1]}",
                name,
            )
        if all(isinstance(row, np.ndarray) and row.dtype.kind in "fiu" for row in rows):
            matrix = np.array(rows, dtype=float)
        else:
            matrix = np.array([[_number(e, f"{name} row {i + 1}", symbols) for e in row] for i, row in enumerate(rows)])
    if matrix.shape != shape:
        raise WeightError(
            f"{name}: got shape {matrix.shape}; needed {shape} for the hidden states and symbols given", name
        )
    for i, row in enumerate(matrix):
        place = name if name == "initial" else f"{name} row {i + 1}"
        if np.isnan(row).any():
            if isinstance(rows, np.ndarray) or not _sums_to_one(rows[i]):
                raise WeightError(
                    f"{place}: the entries {rows[i]} do not sum to 1 for all values of the symbols", place
                )
        elif not np.all(row >= 0) or not math.isclose(row.sum(), 1.0, abs_tol=ROW_TOLERANCE):
            raise WeightError(
                f"{place}: entries sum to {row.sum():.6g}; they must be probabilities, non-negative with sum 1", place
            )
    return matrix


def _is_list(value: object) -> bool:
    """A list, a tuple or an array with an axis: what a row can be."""
    return (isinstance(value, Sequence) and not isinstance(value, (str, bytes))) or (
        isinstance(value, np.ndarray) and value.ndim > 0
    )


def _sums_to_one(row: Iterable[Any]) -> bool:
    """Whether entries with symbols sum to 1 identically, judged where each symbol has a value that no small polynomial has as a root."""
    weights = [read_weight(_plain(entry), "") for entry in row]
    values = {name: Fraction(1, 1_000_003 + 2**k) for k, name in enumerate(symbols_in(weights))}
    return sum(w.value(values) if isinstance(w, Expression) else w for w in weights) == 1
