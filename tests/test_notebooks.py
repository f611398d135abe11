"""The notebooks in docs/ run from the first cell to the last, and what is committed of them is small and without errors."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))
LARGEST = 150_000  # bytes, outputs included


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_outputs_are_whole_and_small(path):
    assert path.stat().st_size < LARGEST
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    run = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert run == list(range(1, len(run) + 1))
    assert not [o for cell in notebook.cells for o in cell.get("outputs", []) if o.output_type == "error"]


@pytest.mark.long
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path):
    notebook = nbformat.read(path, 4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
