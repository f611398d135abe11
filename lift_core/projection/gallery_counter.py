"""Counter-examples: each breaks a law of projections and is refused with its witness (docs/theory.md §1).

Two have a silent cycle, so that their domain is not closed and liftings would be infinite; the third takes back what it has shown, so that
no finite stretch of input settles any output.
"""

from lift_core.projection.gallery_entry import CLOSE, OPEN, Entry, emit, think
from lift_core.projection.lazy import Lazy, Witness
from lift_core.projection.transducer import Transducer
from lift_core.sequences import String


def unbounded_erasure() -> Transducer:
    """Fillers are dropped, any number in a row."""
    return Transducer("ab·", "ab", "q", [*emit("ab", "q", "q"), ("q", "·", "q", "")], name="unbounded-erasure")


def unbounded_thought() -> Transducer:
    """Before each symbol a thought of any length."""
    rows = [*emit("ab", "out", "out"), ("out", OPEN, "in", ""), *think("ab", "in", "in"), ("in", CLOSE, "closed", "")]
    rows += emit("ab", "closed", "out")
    return Transducer(("a", "b", OPEN, CLOSE), "ab", "out", rows, name="unbounded-thought")


def unbounded_backspace() -> Lazy:
    """What is left after any number of deletions. A state is the text so far.

    Since `<` may take all of it back, nothing is ever written.
    """

    def rule(text: String, read: str) -> tuple[String, String] | None:
        if read == "<":
            return (text[:-1], ()) if text else None
        return (*text, read), ()

    witness = Witness(
        text="Nothing that is typed is ever final: after a, aa, aaa, … as many < may follow and then b, so that no finite stretch of keys "
        "settles even the first symbol: the map is not continuous, and no finite transducer computes it. Its domain is not closed either: "
        "a<, a<a<, a<a<a<, … leave nothing.",
        remedy="Bound the pending symbols and the deletions: gallery entry backspace.",
        continuous=False,
        closed=False,
        silent_cycle=(((), "a", ("a",)), (("a",), "<", ())),
    )
    return Lazy(("a", "b", "<"), ("a", "b"), (), rule, name="unbounded-backspace", witness=witness)


ENTRIES = (
    Entry(
        "unbounded-erasure",
        "Fillers without end",
        "Any number of fillers may stand in a row, so a run can fall silent for ever.",
        "a thought",
        unbounded_erasure,
        counter_example=True,
    ),
    Entry(
        "unbounded-thought",
        "Thoughts without end",
        "A thought may go on for ever, and then the next symbol never comes.",
        "a thought",
        unbounded_thought,
        counter_example=True,
    ),
    Entry(
        "unbounded-backspace",
        "Backspace without end",
        "All that is written may still be deleted, so nothing is ever certain.",
        "a thought",
        unbounded_backspace,
        counter_example=True,
    ),
)
