"""The arrows of the house: a folder imports only folders before it, and files import one another without cycles.

The order below is the one of CONTRIBUTING.md. An import inside a function or under TYPE_CHECKING is still an arrow.
"""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = (
    "lift_core.errors",
    "lift_core.arguments",
    "lift_core.sequences",
    "lift_core.documents",
    "lift_core.semirings",
    "lift_core.projection",
    "lift_core.lifting",
    "lift_core.model",
    "lift_core.projected",
    "lift_core.samplers",
    "lift_core.scenarios",
    "lift_core.learning",
    "lift_core.plots",
    "lift_core.gallery",
    "lift_core",
    "ui",
    "pages",
    "app",
)
NUMERIC = set("math cmath random statistics decimal numpy scipy pandas networkx numba sympy torch".split())
HEAVY = {"torch", "sympy", "numba", "streamlit"}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    module_name(path): path
    for top in ("lift_core", "ui", "pages", "app.py")
    for path in sorted((ROOT / top).rglob("*.py") if (ROOT / top).is_dir() else [ROOT / top])
    if path.exists()
}


def imports(name: str) -> Iterator[tuple[int, str]]:
    """(line, module) of every import in a file; `from m import n` gives m.n where that is a file, else m."""
    path = FILES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                yield node.lineno, inner if inner in FILES else module


def rank(name: str) -> int | None:
    """The place in ORDER: of the folder for a file inside one, of the package itself for its __init__."""
    for place, unit in enumerate(ORDER):
        if name == unit or (unit != "lift_core" and name.startswith(unit + ".")):
            return place
    return None


def test_every_file_has_a_place():
    assert [name for name in FILES if rank(name) is None] == []


@pytest.mark.parametrize("name", FILES)
def test_imports_only_what_comes_before(name):
    own = rank(name)
    assert own is not None
    ours = [(line, used) for line, used in imports(name) if used.split(".")[0] in ("lift_core", "ui", "pages", "app")]
    wrong = [f"line {line}: {used}" for line, used in ours if (there := rank(used)) is None or there > own]
    assert not wrong, f"{name} imports what comes after it in the house: {wrong}"


def test_files_import_one_another_without_cycles():
    graph = {name: {used for _, used in imports(name) if used in FILES and used != name} for name in FILES}
    graphlib.TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("lift_core")])
def test_core_files_are_short_and_know_no_streamlit(name):
    lines = FILES[name].read_text(encoding="utf-8").count("\n")
    assert lines <= 300, f"{name} has {lines} lines: split it by idea"
    assert not [line for line, used in imports(name) if used.split(".")[0] == "streamlit"]


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("pages")])
def test_pages_hold_no_mathematics(name):
    assert not [f"line {line}: {used}" for line, used in imports(name) if used.split(".")[0] in NUMERIC]


def test_importing_the_core_brings_nothing_heavy():
    code = "import sys, lift_core; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(run.stdout.split()) & HEAVY == set()


def test_the_switching_coin_needs_nothing_heavy():
    """With torch, sympy and numba missing, everything that does not need them works."""
    code = f"""
import sys
sys.modules.update(dict.fromkeys({sorted(HEAVY)}))  # a None there makes the import fail
import lift_core as lc
d = lc.gallery.scenario("switching-coin").projected()
assert str(d.probability("HHTT", arithmetic="exact")) == "16281/250000"
lc.diagnose(d.projection), lc.lifting_tree(d, "HHTT"), lc.chi2(d, "HHTT", lc.samplers.Identity(d))
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_arrows_are_seen(tmp_path, monkeypatch):
    """The reading of imports itself: plain, from, relative, inside a function."""
    file = tmp_path / "walk.py"
    file.write_text(
        "import ui.state\nfrom lift_core import errors\nfrom ..model import markov\n"
        "from .segments import x\ndef f():\n    from lift_core.samplers import uniform\n"
    )
    monkeypatch.setitem(FILES, "lift_core.lifting.probe", file)
    for known in ("lift_core.model.markov", "lift_core.errors", "lift_core.samplers.uniform"):
        monkeypatch.setitem(FILES, known, file)
    assert [used for _, used in imports("lift_core.lifting.probe")] == [
        "ui.state",
        "lift_core.errors",
        "lift_core.model.markov",
        "lift_core.lifting.segments",
        "lift_core.samplers.uniform",
    ]
    assert rank("lift_core.lifting.walk") == ORDER.index("lift_core.lifting")
    assert rank("lift_core") == ORDER.index("lift_core")
    assert rank("nonsense") is None
