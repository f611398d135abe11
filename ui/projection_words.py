"""Sentences about the tape of a projection."""

from lift_core.plots.numerals import written
from lift_core.projection.transducer import Projection
from lift_core.sequences import Word
from ui.notice import plain
from ui.projection_tape import Reading


def seen(projection: Projection, reading: Reading) -> str:
    """What the tape shows just now, in one sentence."""
    z, x = _code(written(reading.latent)), _code(written(reading.written))
    sure = _certain(reading.sure)
    if not reading.latent:
        start = f"whatever is read, {sure} must come first" if sure else "nothing is read yet, and nothing is certain"
        return f"{start}. Press a key, or click an arc."
    silent = 0
    for state, token in reversed(reading.path):
        arc = projection.step(state, token)
        if arc is None or arc[1]:
            break
        silent += 1
    if sure:
        shown = f"{z} has written {x}" if reading.written else f"{z} has written nothing yet"
        return f"{shown}, and {sure} is certain already: whatever is read next, it must come."
    if silent > 1:
        return f"the last {silent} tokens wrote nothing: from outside nobody sees that anything was read."
    if silent:
        shown = x if reading.written else "nothing yet"
        return f"{_code(written(reading.latent[-1:]))} wrote nothing. Only what is written is seen: {shown}."
    if reading.latent == reading.written:
        return f"all of {z} is seen, and what is written is never taken back."
    return f"of {z} only {x} is seen, and what is written is never taken back."


def _certain(sure: Word | None) -> str:
    if sure is None or not (sure.head or sure.period):
        return ""
    head = _code(written(sure.head)) if sure.head else ""
    return f"{head} {'then ' if head else ''}{_code(written(sure.period))} for ever".strip() if sure.infinite else head


def _code(text: str) -> str:
    """A string of tokens in the middle of a sentence, in the code font whatever it holds.

    >>> _code("ab"), _code("a`b")
    ('`ab`', 'a\\\\`b')
    """
    return plain(text) if "`" in text else f"`{text}`"
