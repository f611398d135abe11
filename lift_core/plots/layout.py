"""Where the nodes of a lifting tree stand: rows by the alphabet, columns by the symbols seen or by the tokens read.

Every string that is not continued has a row of its own, in alphabetical order of the latent strings; a string that is
continued stands half way between the first and the last row of its continuations. Rows depend on the strings alone: changing a weight
moves no node.
"""

from dataclasses import dataclass

from lift_core.projected.tree import LiftingTree
from lift_core.sequences import String


@dataclass(frozen=True)
class Twig:
    """An edge of the layout by latent token: `tokens`, read one after another where nothing branches off, end in `prefix`.

    They help to show symbol number `column`; the strings that start with the prefix stand in rows `first` … `last`.
    """

    prefix: String
    tokens: String
    column: int
    first: float
    last: float
    parent_row: float

    @property
    def row(self) -> float:
        return (self.first + self.last) / 2


def columns(tree: LiftingTree) -> list[list[int]]:
    """The indices of the nodes of each column 0 … T."""
    out: list[list[int]] = [[] for _ in tree.sizes]
    for node in tree.nodes:
        out[node.column].append(node.index)
    return out


def rows(tree: LiftingTree) -> tuple[list[float], int]:
    """(the row of each node, how many rows there are). The nodes that stand for many strings share one more row, the last."""
    children: list[list[int]] = [[] for _ in tree.nodes]
    for node in tree.nodes:
        if node.parent is not None and not node.rest:
            children[node.parent].append(node.index)
    first = [0.0] * len(tree.nodes)
    last = [0.0] * len(tree.nodes)
    count = 0
    stack = [node.index for node in reversed(tree.nodes) if node.parent is None and not node.rest]
    while stack:
        index = stack.pop()
        stack.extend(reversed(children[index]))
        if not children[index]:
            first[index] = last[index] = count
            count += 1
    for node in reversed(tree.nodes):
        if children[node.index]:
            first[node.index] = first[children[node.index][0]]
            last[node.index] = last[children[node.index][-1]]
        if node.rest:
            first[node.index] = last[node.index] = count
    some_rest = any(node.rest for node in tree.nodes)
    return [(low + high) / 2 for low, high in zip(first, last, strict=True)], count + some_rest


def twigs(tree: LiftingTree, row: list[float]) -> list[Twig]:
    """The prefix tree on latent tokens, column by column; tokens between which nothing branches or ends make one edge."""
    spans: dict[String, tuple[float, float]] = {}
    continued = {node.parent for node in tree.nodes}
    ending = (node for node in tree.nodes if not node.rest and node.index not in continued)
    for node in sorted(ending, key=lambda node: row[node.index]):
        here = row[node.index]
        for length in range(len(node.latent) + 1):
            prefix = node.latent[:length]
            spans[prefix] = (spans[prefix][0] if prefix in spans else here), here
    out: list[Twig] = []
    drawn: set[String] = {()}
    for node in tree.nodes:
        start = len(node.latent) - len(node.segment)
        for end in range(start + 1, len(node.latent) + 1):
            prefix, longer = node.latent[:end], node.latent[: end + 1]
            if prefix not in spans or prefix in drawn:
                start = end
            elif end == len(node.latent) or spans.get(longer) != spans[prefix]:
                before = node.latent[:start]
                out.append(Twig(prefix, node.latent[start:end], node.column, *spans[prefix], sum(spans[before]) / 2))
                drawn.add(prefix)
                start = end
    return out
