"""The observable operators of a finite-memory model as arrays: M_σ[κ, κ'] for every symbol (docs/theory.md §3).

A place is (state, unread); a configuration is a place and a state of the model. Over the configurations that still have to read a
token, S holds the silent tokens and D_σ those that make σ certain next; then M_σ = (I + S + S² + …) D_σ, a finite sum since no
silent run is endless. A configuration with an unread symbol has a single entry, 1. Only reachable configurations are kept, and
Σ_σ M_σ 1 = 1 is checked.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from lift_core.lifting.walk import SILENT_LIMIT
from lift_core.projected.tables import ModelTable, tabulate
from lift_core.projection.determined import Configuration, Onward, onward
from lift_core.projection.transducer import Transducer
from lift_core.sequences import EMPTY, Word

NODES_LIMIT = 300_000  # states of the projection × states of the model
ENTRIES_LIMIT = 20_000_000  # arcs of the projection × states of the model
ROW_SUM_TOLERANCE = 1e-9
FACTOR_TOLERANCE = 4e-15  # relative rounding within which M_σ = A · diag(b_σ) is recognised
DENSE_LIMIT = 512

Place = tuple[Any, Word]


@dataclass(frozen=True, eq=False)
class Operators:
    """`rows` (V·C, C) sparse: row σ·C + κ is M_σ[κ, ·]; `start` is the index of the first configuration."""

    configurations: tuple[Configuration, ...]
    symbols: tuple[str, ...]
    start: int
    rows: Any  # scipy.sparse.csr_array

    @property
    def size(self) -> int:
        return len(self.configurations)

    @cached_property
    def factors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """(initial (V, K), A (K, K), b (V, K)) with M_σ = A · diag(b_σ) on the K configurations after the first symbol; None if not so.

        It is so where the symbol depends on the configuration reached alone, as in a hidden Markov model.
        """
        reached = np.unique(self.rows.indices)
        if len(reached) > DENSE_LIMIT or self.rows.nnz < 0.02 * self.rows.shape[0] * len(reached):
            return None
        cube = self.rows[:, reached].toarray().reshape(len(self.symbols), self.size, len(reached))
        whole = cube.sum(axis=0)
        here = whole[reached]
        column = here.argmax(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            shares = np.nan_to_num(cube[:, reached[column], np.arange(len(reached))] / here.max(axis=0))
        if not np.allclose(
            cube[:, reached], here[None] * shares[:, None, :], rtol=FACTOR_TOLERANCE * len(self.symbols), atol=0
        ):
            return None
        return np.ascontiguousarray(cube[:, self.start]), np.ascontiguousarray(here), np.ascontiguousarray(shares)

    @cached_property
    def reached(self) -> np.ndarray:
        """The indices of the configurations that a symbol can lead to."""
        return np.unique(self.rows.indices)


def compile_operators(projection: Any, model: Any) -> Operators | None:
    """The operators; None where the projection is lazy, the memory not known to be finite, or the product too large."""
    if not isinstance(projection, Transducer):
        return None
    table = tabulate(model)
    if table is None:
        return None
    arcs = sum(len(projection.tokens(state)) for state in projection.live_states)
    if arcs * len(table.states) > ENTRIES_LIMIT or len(projection.live_states) * len(table.states) > NODES_LIMIT:
        return None
    return _Compiler(onward(projection), projection, table).operators()


class _Compiler:
    def __init__(self, machine: Onward, projection: Transducer, table: ModelTable) -> None:
        self.machine, self.projection, self.table = machine, projection, table
        self.memories = len(table.states)
        self.places: dict[Place, int] = {(state, EMPTY): index for index, state in enumerate(projection.live_states)}
        self.words = list(self.places)
        self.reading = len(self.places)  # places below this number have to read a token
        self.symbol = {symbol: index for index, symbol in enumerate(projection.observable)}

    def place(self, state: Any, unread: Word) -> int:
        key = (state, unread)
        if key not in self.places:
            self.places[key] = len(self.words)
            self.words.append(key)
        return self.places[key]

    def operators(self) -> Operators | None:
        silent, direct = self._token_matrices()
        if silent is None or direct is None:
            return None
        rows: Any = direct
        level: Any = direct
        for _ in range(SILENT_LIMIT):
            level = silent @ level
            if level.nnz == 0:
                break
            rows = rows + level
        return self._reachable(sparse.csr_array(rows))

    def _token_matrices(self) -> tuple[sparse.csr_array | None, sparse.csr_array | None]:
        """S (N, N) and D (N, V·C) over N = reading places × model states; columns of D are σ·C + configuration."""
        column = {token: index for index, token in enumerate(self.table.tokens)}
        silent: list[tuple[np.ndarray, ...]] = []
        direct: list[tuple[np.ndarray, ...]] = []
        for state in self.projection.live_states:
            if self.machine.determined(state).infinite:
                continue
            moves = [move for move in self.machine.moves(state) if move[0] in column]
            tokens = np.array([column[token] for token, _, _ in moves], np.int64)
            weights, after = self.table.weights[:, tokens], self.table.after[:, tokens]
            total = weights.sum(axis=1, keepdims=True)
            with np.errstate(invalid="ignore", divide="ignore"):
                law = np.where(total > 0, weights / total, 0.0)
            memory, move = np.nonzero(law)
            here = self.places[state, EMPTY] * self.memories + memory
            is_silent = np.array([unread == EMPTY for _, _, unread in moves], bool)
            lands = np.array(
                [self.place(target, unread if unread == EMPTY else unread.rest()) for _, target, unread in moves],
                np.int64,
            )
            first = np.array([self.symbol.get(unread.first or "", 0) for _, _, unread in moves], np.int64)
            target = lands[move] * self.memories + after[memory, move]
            quiet = is_silent[move]
            value = law[memory, move]
            silent.append((here[quiet], target[quiet], value[quiet]))
            direct.append((here[~quiet], first[move][~quiet], target[~quiet], value[~quiet]))
        if not silent:  # every state's output is determined for ever: no token is read, and the walk answers at once
            return None, None
        nodes = self.reading * self.memories
        self._close_places()
        width = len(self.words) * self.memories
        i, j, value = (np.concatenate(part) for part in zip(*silent, strict=True))
        s = sparse.csr_array((value, (i, j)), shape=(nodes, nodes))
        i, symbol, j, value = (np.concatenate(part) for part in zip(*direct, strict=True))
        d = sparse.csr_array((value, (i, symbol * width + j)), shape=(nodes, len(self.symbol) * width))
        return s, d

    def _close_places(self) -> None:
        """Add every rest of an unread word, so that reading it symbol by symbol stays among the places."""
        self.place(self.projection.start, self.machine.determined(self.projection.start))
        for state, unread in self.words:  # grows while it is read
            if unread != EMPTY:
                self.place(state, unread.rest())

    def _reachable(self, rows: sparse.csr_array) -> Operators | None:
        """Number the reachable configurations in the order found and renumber the rows."""
        width, v = len(self.words) * self.memories, len(self.symbol)
        nodes = self.reading * self.memories
        rest = np.array([self.places[s, w.rest()] if w != EMPTY else -1 for s, w in self.words], np.int64)
        first = np.array([self.symbol[w.first] if w.first else -1 for _, w in self.words], np.int64)
        start = self.places[self.projection.start, self.machine.determined(self.projection.start)] * self.memories
        number = np.full(width, -1, np.int64)
        number[start] = 0
        found, frontier = [np.array([start])], np.array([start])
        entries: list[tuple[np.ndarray, ...]] = []
        while len(frontier):
            reads = frontier[frontier < nodes]
            block = rows[reads].tocoo()
            source, symbol, target = reads[block.coords[0]], block.coords[1] // width, block.coords[1] % width
            entries.append((source, symbol, target, block.data))
            waits = frontier[frontier >= nodes]
            place, memory = waits // self.memories, waits % self.memories
            entries.append((waits, first[place], rest[place] * self.memories + memory, np.ones(len(waits))))
            after = np.unique(np.concatenate([target, entries[-1][2]]))
            frontier = after[number[after] < 0]
            number[frontier] = np.arange(len(frontier)) + sum(map(len, found))
            found.append(frontier)
        order = np.concatenate(found)
        source, symbol, target, value = (np.concatenate(part) for part in zip(*entries, strict=True))
        c = len(order)
        shape = (v * c, c)
        matrix = sparse.csr_array((value, (symbol * c + number[source], number[target])), shape=shape)
        sums = np.asarray(matrix.sum(axis=1)).reshape(v, c).sum(axis=0)
        if not np.allclose(sums, 1, atol=ROW_SUM_TOLERANCE):
            return None  # a context without weights can be reached: the walk names it
        states = self.table.states
        places = [(self.words[k // self.memories], states[k % self.memories]) for k in order.tolist()]
        configurations = tuple(Configuration(state, unread, memory) for (state, unread), memory in places)
        return Operators(configurations, self.projection.observable, 0, matrix)
