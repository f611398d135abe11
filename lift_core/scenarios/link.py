"""Links: a scenario in the address of a page, `base/page?s=1.CODE&step=2`.

CODE is the base64url of the zlib of compact JSON; 1 is the version of that. A scenario that has the name of a card of the
gallery is written as the name and what differs from the card. The page and the other parameters are the view.
"""

import base64
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from lift_core.arguments import shown
from lift_core.documents import read_json
from lift_core.errors import FormatError, LimitExceeded
from lift_core.scenarios.cards import CARDS
from lift_core.sequences import listed

VERSION = "1"
LONGEST_LINK = 32_000  # characters that are written or read
LARGEST = 256_000  # bytes of JSON that a link may unfold to
VIEW_KEY = re.compile(r"[a-z][a-z_]{0,15}\Z")
LONGEST_VALUE = 300
NOT_VIEW = {"s", "page", "embed", "embed_options"}
REMEDY = "Copy the whole link again, or open the scenario from its file."


def checked_view(view: Mapping[str, Any]) -> dict[str, str]:
    """What is looked at: short names to short texts. Raises FormatError for anything else."""
    checked = {}
    for key, value in view.items():
        if not isinstance(key, str) or not VIEW_KEY.match(key) or key in NOT_VIEW - {"page"}:
            raise FormatError(
                f"view: the name {str(key)[:40]!r} cannot be used; needed at most 16 small letters", "view"
            )
        if not isinstance(value, (str, int, float)) or len(str(value)) > LONGEST_VALUE:
            raise FormatError(
                f"view: {key} is {str(value)[:40]!r}; needed a number or a text of at most {LONGEST_VALUE} characters",
                "view",
            )
        checked[key] = str(value)
    return checked


def write_code(data: Mapping[str, Any]) -> str:
    """The parameter `s` of a scenario's dict; the view is left out. Raises LimitExceeded when it is too long for an address."""
    raw = json.dumps(_differences(data), separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
    code = f"{VERSION}.{base64.urlsafe_b64encode(zlib.compress(raw, 9)).rstrip(b'=').decode()}"
    if len(code) > LONGEST_LINK or len(raw) > LARGEST:
        raise LimitExceeded(
            f"this scenario needs {len(code):,} characters, too many for a link (at most {LONGEST_LINK:,}). "
            "Save it as a file instead (.dump(), or ⋯ in the app).",
            LONGEST_LINK,
        )
    return code


def _differences(data: Mapping[str, Any]) -> dict[str, Any]:
    card = CARDS.get(data["name"], {})
    changed = {
        key: value
        for key, value in data.items()
        if key not in ("format", "view") and (key == "name" or value != card.get(key))
    }
    if "knobs" in changed and card:
        turned = {knob["name"]: knob["value"] for knob in changed["knobs"]}
        if _turn(card["knobs"], turned) == changed["knobs"]:
            del changed["knobs"]
            changed["values"] = turned
    return changed


def _turn(knobs: list[dict[str, str]], values: Mapping[str, str]) -> list[dict[str, str]]:
    return [knob | {"value": values.get(knob["name"], knob["value"])} for knob in knobs]


def read_code(code: str) -> dict[str, Any]:
    """The dict of a scenario, without format and view; not yet checked. Raises FormatError for anything else, quickly."""
    version, dot, packed = code.partition(".")
    if not dot or not version.isdecimal():
        raise FormatError(f"the link's scenario begins with {code[:12]!r}; needed {VERSION}. and a code. {REMEDY}", "s")
    if version != VERSION:
        raise FormatError(
            f"the link is of version {version[:12]}; this reads version {VERSION}. Open it with the program that made it.",
            "s",
        )
    if len(code) > LONGEST_LINK:
        raise FormatError(f"the link has {len(code):,} characters; needed at most {LONGEST_LINK:,}. {REMEDY}", "s")
    try:
        squeezed = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unfolding = zlib.decompressobj()
        raw = unfolding.decompress(squeezed, LARGEST)
    except (ValueError, zlib.error):
        raise FormatError(f"the link is damaged: its code cannot be unfolded. {REMEDY}", "s") from None
    if unfolding.unconsumed_tail:
        raise FormatError(f"the link unfolds to more than {LARGEST:,} bytes and was not read. {REMEDY}", "s")
    if not unfolding.eof:
        raise FormatError(f"the link is cut short. {REMEDY}", "s")
    try:
        data = read_json(raw.decode(), "its content")
    except (FormatError, UnicodeDecodeError) as error:
        why = str(error) if isinstance(error, FormatError) else "its content is not UTF-8 text"
        raise FormatError(f"the link is damaged: {why}. {REMEDY}", "s") from None
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        raise FormatError(f"the link holds no scenario: it has no name. {REMEDY}", "s")
    return _completed(data)


def _completed(data: dict[str, Any]) -> dict[str, Any]:
    card = CARDS.get(data["name"])
    if card is None:
        return data
    values = data.pop("values", {})
    if not isinstance(values, Mapping):
        raise FormatError("values: needed an object {knob: value}", "values")
    if values and "knobs" in data:
        raise FormatError(
            "values: they turn the card's own knobs, but the link has others; give it knobs or values", "values"
        )
    if other := set(values) - {knob["name"] for knob in card["knobs"]}:
        known = listed(knob["name"] for knob in card["knobs"])
        raise FormatError(
            f"values: there is no knob {min(other)[:40]!r}; the knobs of {data['name']!r} are {known}", "values"
        )
    whole = {key: value for key, value in card.items() if key not in ("format", "view")} | data
    return whole | ({"knobs": _turn(card["knobs"], values)} if values else {})


def write_link(data: Mapping[str, Any], base: str = "") -> str:
    """The whole address of a scenario's dict: base, page, scenario, view."""
    if not isinstance(base, str):
        raise FormatError(
            f"base: got {shown(base)}; needed the address of an app, such as http://localhost:8501", "base"
        )
    view = {key: value for key, value in data.get("view", {}).items() if key != "page"}
    page = quote(data.get("view", {}).get("page", ""), safe="")
    return f"{base.rstrip('/')}/{page}?{urlencode({'s': write_code(data)} | view)}"


def read_link(link: str) -> dict[str, Any]:
    """The dict of the scenario in an address. Parameters that are not a view are passed over. Raises FormatError."""
    try:
        parts = urlsplit(link.strip()) if len(link) <= 2 * LONGEST_LINK else None
        query = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=60)) if parts else {}
    except ValueError:
        parts, query = None, {}
    if parts is None or "s" not in query:
        raise FormatError(f"got {link[:60]!r}; needed a link that carries a scenario (?s={VERSION}.…). {REMEDY}", "s")
    page = unquote(parts.path.rsplit("/", 1)[-1])
    return read_code(query["s"]) | {"view": read_view(query, page)}


def read_view(query: Mapping[str, str], page: str = "") -> dict[str, str]:
    """The view in an address's parameters; what cannot be one is passed over."""
    view = {
        key: value
        for key, value in query.items()
        if key not in NOT_VIEW and VIEW_KEY.match(key) and len(value) <= LONGEST_VALUE
    }
    return view | ({"page": page} if page and len(page) <= 40 else {})
