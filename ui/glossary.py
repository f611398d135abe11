"""The glossary: known terms explain themselves on hover, tap or focus, by a dotted underline, at their first mention in a text.

The words come from one file, `glossary.yaml`. Markdown's code, formulas, links and escaped letters are left alone; a text
that holds a `<` is left alone altogether, so that no markup but our own is ever shown as such. No text shows an image: it
would be fetched from whatever host a lesson or a link names.
"""

import html
import re
from functools import lru_cache
from pathlib import Path

import streamlit as st
import yaml

FILE = Path(__file__).parent / "glossary.yaml"
APART = re.compile(r"`+[^`]*`+|\$\$?[^$]*\$\$?|!?\[[^\]]*\]\([^)]*\)|https?://\S+|:[a-z-]+\[|\\.")  # not prose

IMAGE = re.compile(r"!+\[(\s*\])?")


@lru_cache(maxsize=1)
def terms() -> dict[str, str]:
    """What each form of each term means; forms in small letters."""
    found: dict[str, str] = {}
    for entry in yaml.safe_load(FILE.read_text(encoding="utf-8")):
        for form in (entry["term"], *entry.get("forms", ())):
            found[form.casefold()] = entry["means"]
    return found


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(terms(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=512)
def marked(text: str) -> str:
    """The Markdown text with each known term marked at its first mention.

    >>> marked("The lifting.").partition(" data")[0], marked("`lifting` and 1 < 2")
    ('The <dfn class="term" tabindex="0"', '`lifting` and 1 < 2')
    """
    if "<" in text:
        return text
    told: set[str] = set()

    def mark(match: re.Match[str]) -> str:
        means = terms()[match[1].casefold()]
        if means in told:
            return match[0]
        told.add(means)
        said = html.escape(means, quote=True)
        return f'<dfn class="term" tabindex="0" data-tip="{said}" aria-description="{said}">{match[1]}</dfn>'

    out, at = [], 0
    for apart in APART.finditer(text):
        out += [_pattern().sub(mark, text[at : apart.start()]), apart[0]]
        at = apart.end()
    return "".join([*out, _pattern().sub(mark, text[at:])])


def without_images(text: str) -> str:
    """The Markdown text with each image made a link, which asks nothing of another host until it is pressed.

    >>> without_images("![a [b]](https://x.org/y.png 'c'), !![a][b], ![](u), so!")
    "[a [b]](https://x.org/y.png 'c'), [a][b], [picture](u), so!"
    """
    return IMAGE.sub(lambda found: "[picture]" if found[1] else "[", text)


def explained(text: str) -> None:
    """Show a Markdown text whose terms explain themselves."""
    text = without_images(text)
    shown = marked(text)
    st.markdown(shown, unsafe_allow_html=shown != text)
