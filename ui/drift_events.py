"""What can be followed through time in a scenario, and how it is called there: an event of the s-th segment (docs/theory.md §4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lift_core import gallery
from lift_core.errors import LiftError
from lift_core.plots.triangle_cells import Words
from lift_core.projected.events import Contains, Event, Label, Segment, State, Thinks, parse_event
from lift_core.projection.transducer import Projection, Transducer
from lift_core.scenarios.scenario import Scenario
from lift_core.sequences import String, show_string
from ui.compute import computed
from ui.sentences import code, largest

MOST_STATES, MOST_SILENT, MOST_LABELS = 12, 6, 8
TRIED = 60  # symbols of an observation on which events are compared

UNITS: Mapping[str, str] = {
    "switching-coin": "flip",
    "product": "day",
    "cat": "minute",
    "cups": "move",
    "tokens": "letter",
    "nowhere": "letter",
    "autocorrect": "letter",
    "rewrite": "letter",
    "backspace": "letter",
    "lumping": "letter",
    "swap": "letter",
    "xor": "bit",
    "codons": "acid",
    "erasure": "word",
    "pause-to-think": "letter",
    "fixed-thought": "letter",
    "query-thought": "letter",
}
NAMES: Mapping[str, Mapping[str, str]] = {
    "switching-coin": {"state:B": "coin B", "state:A": "coin A", "contains:~": "a swap"},
    "product": {"label:rain": "rain", "label:sun": "sun"},
    "xor": {"state:0": "bit 0", "state:1": "bit 1"},
    "cat": {
        "state:d1,e1,d2,e2,e3,d4,e4,d5,e5": "cat on the right",
        "state:a1,b1,a2,b2,a3,a4,b4,a5,b5": "cat on the left",
        "state:a1,b1,c1,d1,e1,a2,b2,c2,d2,e2": "cat beyond the table",
    },
    "cups": {
        "state:left": "ball at the left",
        "state:middle": "ball in the middle",
        "state:right": "ball at the right",
    },
    "nowhere": {"segment:": "no cut before …", "segment:now": "the word now read", "segment:no": "the word no read"},
    "tokens": {"segment:": "no cut before …", "segment:the": "token the read", "segment:th": "token th read"},
    "erasure": {"contains:um": "an um"},
    "autocorrect": {"segment:e h": "typed eh"},
    "rewrite": {"contains:b": "typed as ab"},
    "backspace": {"contains:<": "a slip"},
    "lumping": {"segment:t": "letter t", "segment:e": "letter e"},
}
FIRST: Mapping[str, str] = {
    "product": "label:rain",
    "xor": "state:1",
    "lumping": "segment:t",
    "identity": "segment:a",
    "pause-to-think": "thinks",
    "query-thought": "contains:b",
    "erasure": "contains:um",
    "fixed-thought": "contains:b",
    "backspace": "contains:<",
    "tokens": "segment:",
    "codons": "contains:C",
}


@dataclass(frozen=True)
class Followed:
    """The event that is followed, as text and as words; `refused` is what was said of another that cannot be."""

    text: str
    words: Words
    told: Words  # the same as Markdown
    refused: str = ""


def unit(scenario: Scenario) -> str:
    return UNITS.get(scenario.name, "segment")


def called(scenario: Scenario, text: str, quoted: Callable[[String], str] = show_string) -> str:
    """An event in the scenario's words, or in general ones; `quoted` is applied to what its alphabets have."""
    known = NAMES.get(scenario.name, {}).get(text)
    if known:
        return known
    try:
        event: Event = parse_event(text, scenario.projection)
    except LiftError:
        return text
    if isinstance(event, State):
        return "state " + " or ".join(quoted((name,)) for name in sorted(event.names))
    if isinstance(event, Label):
        return f"label {quoted((event.name,))}"
    if isinstance(event, Segment):
        return f"segment {quoted(event.tokens)}" if event.tokens else "nothing new read for …"
    if isinstance(event, Contains):
        return f"{quoted((event.token,))} read"
    return "a thought" if isinstance(event, Thinks) else text


def followed(scenario: Scenario, wished: str) -> Followed:
    """The wished event where it can be read, else the scenario's usual one."""
    refused = ""
    if wished:
        try:
            parse_event(wished, scenario.projection)
        except LiftError as error:
            refused = str(error)
    text = wished if wished and not refused else _usual(scenario)
    per = unit(scenario)
    told = Words(per, called(scenario, text, code))
    return Followed(text, Words(per, called(scenario, text)), told, refused)


def offered(scenario: Scenario) -> list[str]:
    """Events to choose from: the card's own first, then states, labels, silent tokens, empty segments."""
    projection = scenario.projection
    card = gallery.scenario(scenario.name).view.get("event") if scenario.name in gallery.cards() else None
    texts = [
        *([card] if card else []),
        FIRST.get(scenario.name, ""),
        *NAMES.get(scenario.name, {}),
        *_general(projection),
    ]
    out = []
    for text in dict.fromkeys(filter(None, texts)):
        try:
            parse_event(text, projection)
        except LiftError:
            continue
        out.append(text)
    return out


def _general(projection: Projection) -> list[str]:
    out: list[str] = []
    if isinstance(projection, Transducer):
        rows = projection.arc_rows()
        if 1 < len(projection.states) <= MOST_STATES:
            out += [f"state:{state}" for state in projection.states]
        silent = list(dict.fromkeys(token for _, token, _, output in rows if not output))
        writing = {token for _, token, _, output in rows if output}
        out += [f"contains:{token}" for token in silent if token not in writing][:MOST_SILENT]
        out += ["thinks"] if silent else []
        out += ["segment:"] if any(len(output) > 1 for *_, output in rows) else []
    out += [f"label:{name}" for name in list(dict.fromkeys((projection.labels or {}).values()))[:MOST_LABELS]]
    return out or [f"contains:{token}" for token in projection.latent[:MOST_SILENT]]


def _usual(scenario: Scenario) -> str:
    texts = offered(scenario)
    if scenario.name in gallery.cards() and texts:
        return texts[0]
    answer = _liveliest(scenario, tuple(texts))
    return texts[0] if answer.problem else answer.value


@computed(max_entries=64)
def _liveliest(scenario: Scenario, texts: tuple[str, ...]) -> str:
    """The event of which the belief changes most, from when a segment is seen to the end."""
    d, x = scenario.projected(), scenario.observation[:TRIED]

    def moved(text: str) -> float:
        triangle = d.marginals(x, text)
        return max((abs(a - b) for a, b in zip(triangle.filter, triangle.smoother, strict=True)), default=0.0)

    return texts[largest([moved(text) for text in texts])[0]]
