"""JSON documents with a name and a version: {"format": "lift-projection/1", …}, from a path, a text or a dict."""

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lift_core.arguments import repeated, shown
from lift_core.errors import FormatError

Source = str | Path | Mapping[str, Any]
LARGEST_FILE = 50_000_000  # bytes


def read_document(source: Source, wanted: str, what: str) -> dict[str, Any]:
    """The JSON object of a path, text or dict, its `format` checked. Raises FormatError."""
    document: Any = dict(source) if isinstance(source, Mapping) else _parsed(source, what)
    if not isinstance(document, dict):
        raise FormatError(f"a {what} is a JSON object {{…}}; got {kind_of(document)}")
    found = document.get("format")
    if found != wanted:
        family = wanted.split("/")[0]
        if found is None:
            why = f'it has no field "format"; a {what} says "format": "{wanted}"'
        elif isinstance(found, str) and found.split("/")[0] == family:
            why = f'its version is "{found[:40]}"; this library reads "{wanted}"'
        else:
            why = f"its format is {shown(found)}; a {what} says {wanted!r}"
        raise FormatError(f"this is not a {what} that can be read: {why}", "format")
    return document


def refuse_other_fields(document: Mapping[str, Any], fields: Iterable[str], what: str) -> None:
    """Raise FormatError, naming it and those there are, for a field that nothing would read."""
    known = tuple(fields)
    for field in document:
        if field not in known:
            raise FormatError(
                f"a {what} has no field {shown(field)}; its fields are {', '.join(known)}", str(field)[:40]
            )


def _parsed(source: Any, what: str) -> Any:
    if not isinstance(source, (str, Path)):
        raise FormatError(f"a {what} is given as a path, a JSON text or a dict; got {kind_of(source)}")
    if isinstance(source, str) and not source.strip():
        raise FormatError(f"a {what} is given as a path, a JSON text or a dict; got an empty text")
    if isinstance(source, str) and source.lstrip().startswith(("{", "[")):
        text, where = source, "the JSON text"
    else:
        text, where = _file_text(Path(source), what), f"the file {source}"
    return read_json(text, where)


def read_json(text: str, where: str) -> Any:
    """What a JSON text holds. Raises FormatError, also where a name stands twice in an object: only one of the two would be read.

    Neither NaN nor Infinity is JSON, nor half a character ("\\ud800").
    """
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
        if "\\u" in text or not text.isascii():
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as broken:
        place = f"line {broken.lineno}"
        raise FormatError(f"{where} is broken at {place}, column {broken.colno}: {broken.msg}", place) from None
    except RecursionError:
        raise FormatError(f"{where} is nested too deeply to be read") from None
    except UnicodeEncodeError:
        raise FormatError(f"{where} holds half a character (a lone surrogate); write the whole character") from None
    except FormatError as error:
        raise FormatError(f"{where} {error}", error.place) from None
    except ValueError:
        raise FormatError(f"{where} holds a number of thousands of digits; needed a shorter one") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = repeated(name for name, _ in pairs)
        raise FormatError(f"has {twice[:40]!r} twice in one object; keep one of them", twice[:40])
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise FormatError(f"holds {text[:40]}, which is too large a number; needed one below 10^308")
    return number


def _no_constant(name: str) -> None:
    raise FormatError(f"holds {name}, which is no number of JSON; needed a finite number")


def _file_text(path: Path, what: str) -> str:
    try:
        if path.stat().st_size <= LARGEST_FILE and (path.is_file() or path.is_dir()):
            return path.read_text(encoding="utf-8-sig")
        why = f"it has more than {LARGEST_FILE // 1_000_000} MB" if path.is_file() else "it is no regular file"
    except FileNotFoundError:
        why = "there is no such file"
    except UnicodeDecodeError:
        why = "it is not UTF-8 text"
    except (OSError, ValueError) as failure:
        why = getattr(failure, "strerror", None) or str(failure)
    raise FormatError(
        f"cannot read a {what} from the file {str(path)[:200]!r}: {why}. "
        "Give the path of a file, a dict, or a JSON text that begins with {."
    )


def kind_of(value: Any) -> str:
    """What a JSON value is, for a message."""
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "a truth value",
        int: "a number",
        float: "a number",
    }
    shown = repr(value)
    return f"{names.get(type(value), type(value).__name__)} ({shown[:60]}{'…' if len(shown) > 60 else ''})"
