"""What the code cites in docs/theory.md exists there, and links between the documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = set(re.findall(r"^## (\d+)\. ", (ROOT / "docs/theory.md").read_text(encoding="utf-8"), re.M))
SOURCES = [
    path
    for top in ("lift_core", "ui", "pages", "tests", "bench")
    for path in sorted((ROOT / top).rglob("*.py"))
    if path != Path(__file__).resolve()
]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
CITATION = re.compile(r"docs/theory\.md,?\s+((?:§\s?\d+(?:\s*(?:,|and|–|-)\s*)?)+)")


def cited(text: str) -> set[str]:
    """The section numbers in citations such as `docs/theory.md §3` and `docs/theory.md §1, §5`."""
    return {number for group in CITATION.findall(text) for number in re.findall(r"\d+", group)}


def anchor(heading: str) -> str:
    """The address of a heading as code hosts make it: lower case, spaces as hyphens, other signs dropped."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_theory_has_ten_sections():
    assert {str(n) for n in range(1, 11)} == SECTIONS


def test_citations_are_read():
    assert cited("see docs/theory.md §3; docs/theory.md §1, §5 and docs/theory.md") == {"1", "3", "5"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_sections_exist(path):
    assert cited(path.read_text(encoding="utf-8")) <= SECTIONS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, fragment = target.partition("#")
        page = path.parent / file if file else path
        assert target.startswith("https://") or page.exists(), f"{target} does not exist"
        if fragment and page.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
            assert fragment in {anchor(heading) for heading in headings}, f"no heading {target}"
