"""The commands: what they print, what they refuse, and which options reach Streamlit."""

import subprocess
import sys
from pathlib import Path

import pytest

import tasks

ROOT = Path(__file__).resolve().parent.parent


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(ROOT / "tasks.py"), *arguments], cwd=cwd, capture_output=True, text=True)


def test_alone_it_lists_the_words_from_any_folder(tmp_path):
    listing = run(cwd=tmp_path)
    assert listing.returncode == 0
    assert all(f"  {word} " in listing.stdout for word in tasks.WORDS)


def test_an_unknown_word_lists_them_too(tmp_path):
    listing = run("nonsense", cwd=tmp_path)
    assert listing.returncode == 2
    assert "  test " in listing.stdout


def test_an_app_file_that_does_not_exist_is_named(tmp_path):
    refused = run("app", "nowhere.json", cwd=tmp_path)
    assert refused.returncode == 1
    assert "no file nowhere.json" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_options_of_the_app():
    short = tasks.streamlit_options(["--port", "8600", "--server.fileWatcherType=auto"])
    assert short["server.port"] == "8600"
    assert short["server.fileWatcherType"] == "auto"
    assert short["server.address"] == short["browser.serverAddress"] == "localhost"
    assert short["browser.gatherUsageStats"] == "false"
    assert tasks.streamlit_options(["--public-url", "https://a.org"])["public-url"] == "https://a.org"
    assert tasks.streamlit_options(["--address", "0.0.0.0"])["browser.serverAddress"] != "0.0.0.0"


@pytest.mark.parametrize("arguments", [["--port"], ["8600"], ["-p", "8600"]])
def test_unreadable_options_are_named(arguments):
    with pytest.raises(SystemExit, match="cannot read the option"):
        tasks.streamlit_options(arguments)


def test_the_environment_is_renewed_only_when_a_requirement_file_changes(tmp_path, monkeypatch):
    installed = []
    monkeypatch.setattr(tasks, "ROOT", tmp_path)
    monkeypatch.setattr(tasks, "VENV", tmp_path)
    monkeypatch.setattr(tasks, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(tasks, "pip", lambda what, *_: installed.append(what))
    (tmp_path / "requirements.txt").write_text("# first torch, alone\ntorch==1\nnumpy==2\n")
    tasks.ensure(tasks.APP)
    tasks.ensure(tasks.APP)
    assert installed == ["torch==1", "requirements.txt"]
    (tmp_path / "requirements.txt").write_text("torch==2\nnumpy==2\n")
    tasks.ensure(tasks.APP)
    assert installed[2:] == ["torch==2", "requirements.txt"]


def test_a_named_chromium_must_exist(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    with pytest.raises(SystemExit, match="apt-get install chromium"):
        tasks.find_chromium()


def test_requirements_are_pinned():
    pins = [line for name in tasks.DEV for line in (ROOT / name).read_text().splitlines() if line[0] not in "#-"]
    assert all("==" in pin for pin in pins)


@pytest.mark.parametrize("word", ["app", "test"])
@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_help_of_a_word(word, asked, tmp_path):
    told = run(word, asked, cwd=tmp_path)
    assert told.returncode == 0 and str(tasks.WORDS[word].__doc__) in told.stdout
