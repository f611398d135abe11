"""The notebooks in docs/ run from the first cell to the last, and what is committed of them is small and without errors."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))
LARGEST = 150_000  # bytes, outputs included
SLOW = {"samplers"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_outputs_are_whole_and_small(path):
    assert path.stat().st_size < LARGEST
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    run = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert run == list(range(1, len(run) + 1))
    assert not [o for cell in notebook.cells for o in cell.get("outputs", []) if o.output_type == "error"]


def told(notebook) -> list[str]:
    """What the cells print and return as text, pictures left out; rounding errors, which differ between machines, as 0."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    texts = [o.get("text") or o.data.get("text/plain", "") for o in outputs if "text/html" not in o.get("data", {})]
    return [re.sub(r" *\b[\d.]+e-1\d\b", " 0", text) for text in texts]


@pytest.mark.parametrize(
    "path", [pytest.param(p, id=p.stem, marks=pytest.mark.long if p.stem in SLOW else ()) for p in NOTEBOOKS]
)
def test_it_runs_and_says_what_is_committed(path, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    notebook = nbformat.read(path, 4)
    folder = {"metadata": {"path": str(tmp_path)}}
    run = NotebookClient(
        notebook, timeout=600, kernel_name="python3", coalesce_streams=True, resources=folder
    ).execute()
    assert told(run) == told(nbformat.read(path, 4))
