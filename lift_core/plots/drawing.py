"""A drawing is a value: the SVG with all its frames, its text alternative, the table twin of its numbers, and what a click on
a node tells. The app's figure and a notebook's output are made from the same one.

Conventions inside the SVG, which is all that the figure component knows about a picture:
`data-i="5"` belongs to entry 5 of `details`; `data-step="3"` is shown from step 3 on; `data-only="3"` at step 3 alone;
`data-layout="token"` under that layout alone; `data-x` marks a number that "hide exact" covers, and so is the last text of
a row of class `q`, whose rect is the bar of `details[i].q`; `data-full` on the svg is the width of probability `data-top`;
`data-bar="right 0.82"` is a bar of that length elsewhere: it lies to the right, or stands `up`, or is a slice of a `stack` and begins
at a third number; around it `data-full` and `data-top` are as above, `data-zero` is the foot of the stack, and `data-log` the
logarithm of what 1 stands for, where that changes; the last text beside a bar is its number, and entries with `rest` are no bars
to compare with (`ui/assets/pin.js`);
what stands between the comments `later` and `/later` is not needed before its group shows;
`data-tick` is a tick at that share of the axis; `data-r="low high depth"` on an edge by latent token: strings between those
heights, at least that long, pass through it; `data-d` is where a spot stands in that layout.
"""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lift_core.plots.palette import STYLE

Row = tuple[str | int | float, ...]


@dataclass(frozen=True)
class Drawing:
    """`frames` steps 0 … frames−1, the last one showing when nothing scripted runs; `table[0]` names the columns."""

    svg: str = field(repr=False)
    frames: int
    alt: str
    table: tuple[Row, ...]
    details: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    def csv(self) -> str:
        """The table twin as CSV, header first."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(self.table)
        return out.getvalue()

    def _repr_html_(self) -> str:
        return to_html(self)


def to_html(drawing: Drawing) -> str:
    """The drawing at its last frame as HTML that needs nothing else: no script, no font, no request."""
    return (
        f'<div class="lift" style="background:var(--paper);max-width:1000px"><style>{STYLE}</style>{drawing.svg}</div>'
    )


def svg(width: float, height: float, title: str, description: str, body: str, style: str = "", extra: str = "") -> str:
    """An svg element of that size with its text alternative; `extra` are further attributes."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="lift" viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label="{escape(title)}" {extra}><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        f"<style>{STYLE}{style}</style>{body}</svg>"
    )


_VISIBLE = {" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⍽"}
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\t": "\t", "\n": "\n"}
_ODD = re.compile("[&<>\"'\x00-\x1f\ud800-\udfff\ufffe\uffff]")


def later(parts: Iterable[str]) -> str:
    """The inside of a group that does not show at first: a browser need not read it before."""
    return f"<!--later-->{''.join(parts)}<!--/later-->"


def escape(text: str) -> str:
    """Text as XML, inside or outside attributes; what XML cannot hold becomes a replacement character.

    >>> escape("a<b & 'c'"), escape("\\x00")
    ('a&lt;b &amp; &#39;c&#39;', '�')
    """
    return _ODD.sub(lambda match: _ESCAPED.get(match[0], "\ufffd"), text)


@lru_cache(maxsize=4096)
def visible(token: str) -> str:
    """A token with its white space shown, and an empty one as ∅.

    >>> visible("a b"), visible("")
    ('a␣b', '∅')
    """
    return "".join(_VISIBLE.get(letter, letter) for letter in token) or "∅"


@lru_cache(maxsize=32768)
def number(value: float) -> str:
    """A coordinate to a tenth, without a trailing zero.

    >>> number(12.04), number(12.5), number(-0.01)
    ('12', '12.5', '0')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text
