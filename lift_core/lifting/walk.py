"""The one recursion: M_σ[κ, κ'] = Σ { value(s) : s ∈ Φ(κ, σ), κ·s = κ' } over any semiring (docs/theory.md §3).

A table {configuration: value} is carried along the observation; latent strings that reach equal configurations merge by
themselves. `Steps` says which tokens may follow a configuration and what each is worth; everything else is here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from lift_core.errors import LimitExceeded
from lift_core.projection.determined import Configuration, onward
from lift_core.projection.transducer import Projection, require_closed
from lift_core.semirings import Semiring
from lift_core.sequences import EMPTY, String

Table = dict[Configuration, Any]
Arc = tuple[str, Configuration, Any]  # a token, the configuration after it, what it is worth
SILENT_LIMIT = 10_000  # tokens in a row that write nothing, before a lazy projection is suspected of a silent cycle
ROWS_KEPT = 20_000  # rows of the operators that a walk remembers


class Memory(Protocol):
    """What rides along with the projection and gives each token its value; a latent model seen through an arithmetic."""

    @property
    def start(self) -> Any: ...

    def values(self, state: Any, memory: Any) -> Mapping[str, Any] | None:
        """{token: value} for the tokens of non-zero value; None: every allowed token is worth one."""
        ...

    def step(self, memory: Any, token: str) -> Any: ...


class Counting:
    """No model: every latent string is worth one."""

    start = None

    def values(self, state: Any, memory: Any) -> None:
        return None

    def step(self, memory: Any, token: str) -> None:
        return None


class Walk:
    """The walk of one projection and one memory over one semiring; its rows are made on demand and kept."""

    def __init__(self, projection: Projection, memory: Memory, semiring: Semiring, limit: int | None = None) -> None:
        require_closed(projection)
        self.onward = onward(projection)
        self.memory = memory
        self.semiring = semiring
        self.limit = limit
        self._rows: dict[Configuration, dict[str, Table]] = {}
        self._arcs: dict[Configuration, list[Arc]] = {}
        self._batched: Callable[[list[Any]], None] | None = (
            getattr(memory, "prepare", None) if getattr(memory, "batched", False) else None
        )
        self._toward: dict[tuple[Configuration, str], list[Arc]] = {}

    @property
    def start(self) -> Configuration:
        return self.onward.start(self.memory.start)

    def arcs(self, at: Configuration) -> list[Arc]:
        """The tokens of non-zero value that may follow a configuration whose certain word is read."""
        if at not in self._arcs:
            if len(self._arcs) >= ROWS_KEPT:
                self._arcs.clear()
            self._arcs[at] = self._tokens_after(at)
        return self._arcs[at]

    def arcs_toward(self, at: Configuration, symbol: str) -> list[Arc]:
        """The arcs after which `symbol` may still be the next to become certain: the silent ones and those that show it."""
        if (at, symbol) not in self._toward:
            if len(self._toward) >= ROWS_KEPT:
                self._toward.clear()
            self._toward[at, symbol] = [arc for arc in self.arcs(at) if arc[1].unread.first in (None, symbol)]
        return self._toward[at, symbol]

    def _tokens_after(self, at: Configuration) -> list[Arc]:
        values = self.memory.values(at.state, at.memory)
        step, one = self.memory.step, self.semiring.one
        return [
            (token, Configuration(target, word, step(at.memory, token)), one if values is None else values[token])
            for token, target, word in self.onward.moves(at.state)
            if values is None or token in values
        ]

    def prepare(self, at: Iterable[Configuration]) -> None:
        """Ask the memory at once for the laws of all these configurations, where it answers in batches."""
        if self._batched is not None:
            self._batched([c.memory for c in at if c not in self._arcs])

    def prepare_rows(self, table: Iterable[Configuration]) -> None:
        """The same for all that `row` needs at these configurations: one batch for each number of silent tokens read."""
        if self._batched is None:
            return
        frontier = {c for c in table if c.unread == EMPTY and c not in self._rows}
        while frontier and (self.limit is None or len(frontier) <= self.limit):  # beyond it `row` will refuse
            self.prepare(frontier)
            frontier = {after for c in frontier for _, after, _ in self.arcs(c) if after.unread == EMPTY}

    def levels(self, at: Iterable[Configuration]) -> list[list[Configuration]]:
        """The configurations met before the next symbol is certain, by how many silent tokens lead to them (level 0: `at`)."""
        levels = [[c for c in at if c.unread == EMPTY]]
        while levels[-1]:
            after = {c for before in levels[-1] for _, c, _ in self.arcs(before) if c.unread == EMPTY}
            levels.append(list(after))
            self._check_silence(len(levels))
        return levels[:-1]

    def row(self, at: Configuration) -> dict[str, Table]:
        """One row of every operator: {symbol: {configuration after it: summed value of the segments that lead there}}."""
        if at.unread != EMPTY:
            symbol = at.unread.first
            assert symbol is not None
            return {symbol: {at._replace(unread=at.unread.rest()): self.semiring.one}}
        if at not in self._rows:
            if len(self._rows) >= ROWS_KEPT:
                self._rows.clear()
            self._rows[at] = self._segments_summed(at)
        return self._rows[at]

    def _segments_summed(self, at: Configuration) -> dict[str, Table]:
        add, multiply = self.semiring.add, self.semiring.multiply
        rows: dict[str, Table] = {}
        frontier: Table = {at: self.semiring.one}
        silence = 0
        while frontier:
            ahead: Table = {}
            for before, value in frontier.items():
                for _, after, worth in self.arcs(before):
                    product = multiply(value, worth)
                    if after.unread == EMPTY:
                        ahead[after] = add(ahead[after], product) if after in ahead else product
                        continue
                    row = rows.setdefault(after.unread.first or "", {})
                    read = after._replace(unread=after.unread.rest())
                    row[read] = add(row[read], product) if read in row else product
                    self.check_size(row)
                self.check_size(ahead)
            frontier = ahead
            silence += 1
            self._check_silence(silence)
        return rows

    def read(self, table: Table, symbol: str) -> Table:
        """The table after one more symbol: table · M_symbol. Raises LimitExceeded where nothing merges and it grows too large."""
        add, multiply = self.semiring.add, self.semiring.multiply
        self.prepare_rows(table)
        after: Table = {}
        for before, value in table.items():
            for c, worth in self.row(before).get(symbol, {}).items():
                product = multiply(value, worth)
                after[c] = add(after[c], product) if c in after else product
            self.check_size(after)
        return after

    def forward(self, x: String) -> Iterator[Table]:
        """The tables after 0, 1, …, |x| symbols."""
        table: Table = {self.start: self.semiring.one}
        yield table
        for symbol in x:
            table = self.read(table, symbol)
            yield table

    def last(self, x: String) -> Table:
        """The table after all of x."""
        table: Table = {self.start: self.semiring.one}
        for symbol in x:
            table = self.read(table, symbol)
        return table

    def backward(
        self, x: String, tables: list[Iterable[Configuration]], end: Callable[[Configuration], Any] | None = None
    ) -> list[Table]:
        """β_t(κ), the value of reading x_{t+1}…x_T from κ, for t = 0…T.

        `tables[t]` are the configurations wanted at t; those met inside a segment are given too. Zero entries are absent.
        """
        add, multiply = self.semiring.add, self.semiring.multiply
        beta: list[Table] = [{} for _ in tables]
        beta[-1] = {c: end(c) if end else self.semiring.one for c in tables[-1]}
        for t in range(len(tables) - 2, -1, -1):
            for c in tables[t]:
                if c.unread != EMPTY and c.unread.first == x[t]:
                    later = beta[t + 1].get(c._replace(unread=c.unread.rest()))
                    if later is not None:
                        beta[t][c] = later
            for level in reversed(self.levels(tables[t])):
                for c in level:
                    total = None
                    for _, after, worth in self.arcs(c):
                        if after.unread == EMPTY:
                            later = beta[t].get(after)
                        elif after.unread.first == x[t]:
                            later = beta[t + 1].get(after._replace(unread=after.unread.rest()))
                        else:
                            continue
                        if later is not None:
                            product = multiply(worth, later)
                            total = product if total is None else add(total, product)
                    if total is not None:
                        beta[t][c] = total
        return beta

    def total(self, table: Table) -> Any:
        """The sum of a table: row vector times the all-ones column."""
        total = self.semiring.zero
        for value in table.values():
            total = self.semiring.add(total, value)
        return total

    def check_size(self, table: Table) -> None:
        """Raise LimitExceeded where nothing merges and a table grows too large."""
        if self.limit is not None and len(table) > self.limit:
            raise LimitExceeded(
                f"more than {self.limit:,} different configurations explain this observation: the model remembers too much for them to "
                "merge. Shorten the observation, use a model of bounded memory, sample, or raise the limit of Projected.",
                self.limit,
            )

    def _check_silence(self, silence: int) -> None:
        if silence > SILENT_LIMIT:
            raise LimitExceeded(
                f"{SILENT_LIMIT:,} tokens in a row wrote nothing: the projection's silent runs must be bounded",
                SILENT_LIMIT,
            )
