"""The cards of the gallery: for every entry a scenario with weights, an observation and a story (docs/theory.md §1, the table).

Each card is a dict in `lift-scenario/1`. The rows name what is hidden; the first three of a row stand on the Start page.
"""

from collections.abc import Callable, Mapping
from typing import Any

from lift_core.projection import gallery
from lift_core.scenarios.card import card, independent, markov
from lift_core.scenarios.late_cards import LATE
from lift_core.sequences import String

ROWS: Mapping[str, tuple[str, ...]] = {
    "a state": ("switching-coin", "product", "xor", "cat", "cups", "lumping", "identity"),
    "a thought": ("pause-to-think", "query-thought", "erasure", "fixed-thought", "backspace"),
    "a cut": ("tokens", "codons", "autocorrect", "nowhere", "rewrite", "swap"),
}
ON_START = 3
COUNTER_EXAMPLES = ("unbounded-erasure", "unbounded-thought", "unbounded-backspace")


def _remembering(name: str, parameters: dict[str, Any], weight: Callable[[String, str], int]) -> dict[str, Any]:
    """Markov weights of order 2 for the contexts that the projection can reach."""
    projection = gallery.build(name, **parameters)
    queue: list[tuple[Any, String]] = [(projection.start, ())]
    seen = set(queue)
    rows: dict[String, dict[str, str]] = {}
    for state, context in queue:
        row = rows.setdefault(context, {})
        for token in projection.tokens(state):
            row[token] = str(weight(context, token))
            arc = projection.step(state, token)
            after = (arc[0], (*context, token)[-2:]) if arc else (state, context)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return {"kind": "markov", "order": 2, "weights": [[list(context), row] for context, row in sorted(rows.items())]}


def _thinker(context: String, token: str) -> int:
    """A thought is begun half of the time; whoever has thought of a letter then writes it four times in five."""
    if token == "<s>":
        return 4
    if context[-1:] == ("</s>",):
        return 8 if token == context[0] else 1
    return 2


COIN = card(
    "switching-coin",
    "The switching coin",
    "which coin he holds",
    "A juggler flips coin A, heads 9 times in 10; before each flip he may, unseen, swap it once for coin B, tails 9 in 10. "
    "Hidden strings write ~ for a swap, small h and t for coin B.",
    "H H T T",
    independent(
        **{"H": "bias*(1-swap)", "T": "(1-bias)*(1-swap)", "h": "(1-bias)*(1-swap)", "t": "bias*(1-swap)", "~": "swap"}
    ),
    knobs=[
        {"name": "bias", "value": "9/10", "low": "1/2", "high": "99/100", "label": "how biased both coins are"},
        {"name": "swap", "value": "1/10", "low": "1/100", "high": "9/10", "label": "how often he swaps"},
    ],
    view={"event": "state:B"},
)

WEATHER = card(
    "product",
    "Weather by phone",
    "the weather",
    "A friend far away tells you each day whether she walked, shopped or cleaned; whether it rained she does not say.",
    "walk shop clean",
    {
        "kind": "hidden-markov",
        "observable": ["walk", "shop", "clean"],
        "hidden": ["rain", "sun"],
        "initial": ["3/5", "2/5"],
        "transition": [["stay", "1-stay"], ["2/5", "3/5"]],
        "emission": [["1/10", "2/5", "1/2"], ["3/5", "3/10", "1/10"]],
    },
    {"observable": ["walk", "shop", "clean"], "hidden": ["rain", "sun"]},
    knobs=[
        {"name": "stay", "value": "7/10", "low": "1/20", "high": "19/20", "label": "how often rain is followed by rain"}
    ],
)

_ALL = (
    COIN,
    WEATHER,
    card(
        "xor",
        "Differences only",
        "the first bit",
        "You see whether neighbouring bits differ, never the bits: one unknown bit decides all, and looking one symbol ahead misleads.",
        "0 1 1 0",
        markov(1, {"": {"0": "2", "1": "8"}, "0": {"0": "5", "1": "1"}, "1": {"0": "1", "1": "3"}}),
    ),
    card(
        "lumping",
        "Vowel or consonant",
        "the letters",
        "Of each letter you see only whether it is a vowel or a consonant; which words fit the pattern?",
        "c v c c",
        markov(
            1,
            {
                "": {"a": "2", "e": "1", "s": "3", "t": "4"},
                "a": {"a": "0", "e": "0", "s": "3", "t": "4"},
                "e": {"a": "3", "e": "1", "s": "3", "t": "3"},
                "s": {"a": "2", "e": "4", "s": "1", "t": "5"},
                "t": {"a": "3", "e": "5", "s": "2", "t": "1"},
            },
        ),
        {"map": {"a": "v", "e": "v", "s": "c", "t": "c"}},
    ),
    card(
        "identity",
        "Nothing hidden",
        "nothing",
        "All that happens is seen, so every observation has exactly one explanation: itself.",
        "a b b a",
        markov(1, {"": {"a": "3", "b": "2"}, "a": {"a": "5", "b": "2"}, "b": {"a": "1", "b": "1"}}),
        {"observable": ["a", "b"]},
    ),
    card(
        "pause-to-think",
        "Pause to think",
        "whether and what was thought",
        "Before each letter a writer may, unseen, think of a letter; having thought of one, he mostly writes it.",
        "a b b",
        _remembering("pause-to-think", {"observable": ["a", "b"], "bound": 1}, _thinker),
        {"observable": ["a", "b"], "bound": 1},
    ),
    card(
        "query-thought",
        "Think when asked",
        "the thoughts after each question",
        "Only a question mark is followed by a thought of one or two letters, and the answer is mostly the last letter thought of.",
        "a ? b",
        _remembering("query-thought", {"observable": ["a", "b"], "bound": 2, "query": "?"}, _thinker),
        {"observable": ["a", "b"], "bound": 2, "query": "?"},
    ),
    card(
        "erasure",
        "The hesitant witness",
        "the hesitations",
        "The transcript drops every “um”, yet the witness hesitates far more often before a no than before a yes.",
        "yes no no",
        markov(
            1,
            {
                "": {"yes": "3", "no": "1", "um": "2"},
                "yes": {"yes": "3", "no": "1", "um": "2"},
                "no": {"yes": "1", "no": "1", "um": "4"},
                "um": {"yes": "1", "no": "4", "um": "3"},
            },
        ),
        {"observable": ["yes", "no"], "filler": "um", "run": 2},
    ),
    card(
        "fixed-thought",
        "Think before every word",
        "one thought before each letter",
        "Before every letter a thought of one letter is obligatory, and mostly the letter thought of is the one written.",
        "a b b",
        _remembering("fixed-thought", {"observable": ["a", "b"], "length": 1}, _thinker),
        {"observable": ["a", "b"], "length": 1},
    ),
    card(
        "backspace",
        "Typing with a backspace",
        "the keys that were taken back",
        "You see the text that is left after corrections, not the keys: each letter may have been a slip that was taken back.",
        "a b",
        markov(
            1,
            {
                "": {"a": "1", "b": "1"},
                "a": {"a": "2", "b": "3", "<": "1"},
                "b": {"a": "3", "b": "2", "<": "1"},
                "<": {"a": "1", "b": "1", "<": "1"},
            },
        ),
        {"observable": ["a", "b"], "pending": 1, "deletions": 1},
    ),
    card(
        "tokens",
        "One text, many tokenisations",
        "where the text was cut",
        "A language model writes tokens, you read text: the same letters come from many cuts, and their probabilities add up.",
        "t h e t h e",
        independent(t="4", h="3", e="6", th="4", he="3", the="8", et="2"),
        {"vocabulary": ["t", "h", "e", "th", "he", "the", "et"]},
    ),
    card(
        "codons",
        "Reading a protein",
        "which triplets spelled it",
        "You see amino acids M, L, S; three nucleotides spell each, mostly in several ways, and sometimes two already settle it.",
        "M L S",
        independent(U="3", C="2", A="3", G="2"),
    ),
    card(
        "autocorrect",
        "Autocorrect",
        "who typed it right",
        "Whoever types teh is corrected to the: you cannot see who typed it right, and you never see teh.",
        "t h e",
        markov(
            1,
            {
                "": {"t": "4", "e": "2", "h": "1"},
                "t": {"t": "1", "e": "2", "h": "6"},
                "e": {"t": "3", "e": "1", "h": "2"},
                "h": {"t": "1", "e": "6", "h": "1"},
            },
        ),
    ),
    card(
        "rewrite",
        "Delayed rewriting",
        "what stood for each c",
        "Every ab is shown as c: an a has to wait for the next letter, a c may have been typed either way, and ab is never seen.",
        "c a c",
        independent(a="3", b="2", c="1"),
        view={"event": "contains:c"},
    ),
    card(
        "swap",
        "Swapped pairs",
        "the order of each pair",
        "Letters are read in pairs and each pair is shown the other way round; a sampler that does not look ahead runs into dead ends.",
        "a b",
        markov(1, {"": {"a": "6", "b": "3"}, "a": {"a": "7", "b": "1"}, "b": {"a": "2", "b": "9"}}),
        {"observable": ["a", "b"]},
    ),
    card(
        "unbounded-erasure",
        "Fillers without end",
        "any number of fillers",
        "Any number of fillers may stand in a row, so a run can fall silent for ever and liftings would be infinite.",
        "a b",
        independent(**{"a": "1", "b": "1", "·": "1"}),
    ),
    card(
        "unbounded-thought",
        "Thoughts without end",
        "thoughts of any length",
        "A thought may go on for ever, and then the next symbol never comes.",
        "a b",
        independent(**{"a": "1", "b": "1", "<s>": "1", "</s>": "1"}),
    ),
    card(
        "unbounded-backspace",
        "Backspace without end",
        "everything that was deleted",
        "All that is written may still be deleted, so nothing is ever certain: this is no projection at all.",
        "a b",
        independent(**{"a": "1", "b": "1", "<": "1"}),
    ),
)
CARDS: Mapping[str, dict[str, Any]] = {one["name"]: one for one in (*_ALL, *LATE)}
