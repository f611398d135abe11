"""The arcs as a table of texts: rows ↔ a machine in `lift-projection/1`. What is wrong is said with the number of its row.

A cell holds a state, a token, or the symbols that an arc writes: run together where every symbol is one character, else
with spaces between; empty (or ε) for a silent arc. White space inside a token is shown as ␣. A token or symbol that is new
joins its alphabet; one whose last arc is gone leaves it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from lift_core.errors import AlphabetError, ProjectionError
from lift_core.projection.files import FORMAT, dump_projection, load_projection
from lift_core.projection.transducer import Transducer
from lift_core.sequences import String, read_string, show_string

STATE, TOKEN, NEXT, WRITES = COLUMNS = ("in state", "reads", "goes to", "writes")
SILENT = "ε"

Cells = dict[str, str]


def cells(machine: Transducer) -> list[Cells]:
    """The rows of a machine, one for each arc, in its order."""
    document = dump_projection(machine)
    return [
        dict(
            zip(
                COLUMNS,
                (shown(state), shown(token), shown(target), show_output(tuple(output), machine.observable)),
                strict=True,
            )
        )
        for state, token, target, output in document["arcs"]
    ]


def shown(name: str) -> str:
    """A name as it stands in a cell."""
    return name.replace(" ", "␣") if name != name.strip() or not name.strip() else name


def read_name(text: Any) -> str:
    """The reverse of `shown`; whatever stands in the cell, None included."""
    name = "" if text is None or text != text else str(text).strip()  # text != text: the not-a-number of an empty cell
    return name.replace("␣", " ")


def show_output(output: String, observable: Sequence[str]) -> str:
    """What an arc writes, as it stands in a cell.

    >>> show_output(("T", "T"), "HT"), show_output(("walk", "shop"), ("walk", "shop")), show_output((), "HT")
    ('TT', 'walk shop', '')
    """
    together = all(len(symbol) == 1 for symbol in observable)
    return ("" if together else " ").join(symbol.replace(" ", "␣") for symbol in output)


def read_output(text: Any, observable: Sequence[str]) -> String:
    """The symbols in a cell; what is not in the alphabet yet is new. Raises FormatError where the text can be cut in two ways.

    >>> read_output("TX", "HT"), read_output("walk swim", ("walk", "shop")), read_output("", "HT")
    (('T', 'X'), ('walk', 'swim'), ())
    """
    output: list[str] = []
    for typed in str(text or "").split():
        piece = typed.replace("␣", " ")
        if piece == SILENT and SILENT not in observable:
            continue
        if piece in observable:
            output.append(piece)
        elif all(len(symbol) == 1 for symbol in observable):
            output.extend(piece)
        else:
            try:
                output.extend(read_string(piece, observable))
            except AlphabetError:
                output.append(piece)
    return tuple(output)


def read_arcs(rows: Sequence[Mapping[str, Any]], before: Transducer, start: str | None = None) -> dict[str, Any]:
    """The rows as a machine, checked. `before` gives the rest: order of the alphabets, start, labels, name.

    Raises ProjectionError or FormatError; the place is `row 3` where a row is at fault.
    """
    old = dump_projection(before)
    arcs: list[tuple[int, str, str, str, String]] = []
    for number, row in enumerate(rows, 1):
        state, token, target = (read_name(row.get(column)) for column in (STATE, TOKEN, NEXT))
        if not (state or token or target or read_name(row.get(WRITES))):
            continue
        for column, text in ((STATE, state), (TOKEN, token), (NEXT, target)):
            if not text:
                needs = "An arc has a state, the token it reads, the state it goes to, and what it writes (nothing: leave it empty)."
                raise _at(number, f"“{column}” is empty. {needs} Fill it in, or delete the row")
        arcs.append((number, state, token, target, read_output(row.get(WRITES), before.observable)))
    if not arcs:
        raise ProjectionError(
            "There are no arcs left. Add one, for example from q, reading a, to q, writing a.", "arcs"
        )
    _one_output_each(arcs)
    document = old | {
        "format": FORMAT,
        "start": old["start"] if start is None else start,
        "latent": _alphabet(before.latent, [token for _, token, _, _ in before.arc_rows()], [arc[2] for arc in arcs]),
        "observable": _alphabet(
            before.observable,
            [symbol for *_, output in before.arc_rows() for symbol in output],
            [symbol for arc in arcs for symbol in arc[4]],
        ),
        "arcs": [[state, token, target, list(output)] for _, state, token, target, output in arcs],
    }
    if "labels" in document:
        document["labels"] = {t: label for t, label in document["labels"].items() if t in document["latent"]}
    if not document["observable"]:
        raise ProjectionError("No arc writes anything, so nothing could ever be seen. Let one write a symbol.", "arcs")
    _checked(document, arcs)
    return document


def _alphabet(old: Sequence[str], used_before: Sequence[str], used_now: Sequence[str]) -> list[str]:
    """The old order; without those whose last arc is gone; the new ones at the end."""
    gone = set(used_before) - set(used_now)
    return list(dict.fromkeys([*(name for name in old if name not in gone), *used_now]))


def _one_output_each(arcs: Sequence[tuple[int, str, str, str, String]]) -> None:
    first: dict[tuple[str, str], tuple[int, str, str, str, String]] = {}
    for arc in arcs:
        number, state, token, target, output = arc
        known = first.setdefault((state, token), arc)
        if known[3:] == arc[3:]:
            continue
        a, b = show_string(known[4]), show_string(output)
        if a == b:
            a, b = known[3], target
        raise _at(
            number,
            f"State {state} reads {token} here and in row {known[0]} as well, but a projection does one thing per token. "
            f"Put the choice into the token ({token}>{a} and {token}>{b}), or delete one of the two",
        )


def _checked(document: Mapping[str, Any], arcs: Sequence[tuple[int, str, str, str, String]]) -> None:
    try:
        load_projection(document)
    except ProjectionError as error:
        for number, state, token, _, _ in arcs:
            place = f"arc ({state!r}, {token!r})"
            if error.place == place:
                raise _at(number, str(error).removeprefix(place).strip(), f"In state {state}, {token}") from None
        raise


def _at(number: int, message: str, who: str = "") -> ProjectionError:
    return ProjectionError(
        f"Row {number}. {who + ' ' if who else ''}{message}{'' if message.endswith('.') else '.'}", f"row {number}"
    )


def edited_rows(
    base: Sequence[Mapping[str, str]], edits: Mapping[str, Any], columns: Sequence[str] = COLUMNS
) -> list[Cells]:
    """The rows that a table editor shows: what it started from, and the edits it reports."""
    rows: list[Cells | None] = [dict(row) for row in base]
    for index, changes in edits.get("edited_rows", {}).items():
        row = rows[int(index)] if int(index) < len(rows) else None
        if row is not None:
            row.update({column: read_cell(value) for column, value in changes.items()})
    for index in edits.get("deleted_rows", ()):
        if int(index) < len(rows):
            rows[int(index)] = None
    added = [{column: read_cell(row.get(column)) for column in columns} for row in edits.get("added_rows", ())]
    return [row for row in rows if row is not None] + added


def read_cell(value: Any) -> str:
    """A cell's value as text."""
    return "" if value is None else str(value)
