#!/usr/bin/env python3
"""Every command of the project: `python3 tasks.py WORD [arguments]`, from any folder.

A word first sees to `.venv` beside this file: the pinned requirements are installed there once, and again only when a
requirement file changes. Then its command runs inside it. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
INTERPRETER = "Scripts/python.exe" if os.name == "nt" else "bin/python"
VENV = ROOT / ".venv"
PYTHON = VENV / INTERPRETER
ENTRY = "app.py"
APP, DEV = ("requirements.txt",), ("requirements.txt", "requirements-dev.txt")
BENCH = ("requirements-bench.txt",)
FIRST_PORT = 8501


def stop(message: str) -> NoReturn:
    raise SystemExit(message)


# The environment ------------------------------------------------------------------------------------------------------


def fingerprint(name: str) -> str:
    """A hash of a requirement file: `.venv` is up to date for it iff it carries this mark."""
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()


def pip(what: str, *arguments: str) -> None:
    print(f"  installing {what}", flush=True)
    command = [str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *arguments]
    if subprocess.run(command, cwd=ROOT).returncode:
        stop(
            f"pip could not install {what} (its own message is above). Needed: a connection to the package index or a "
            f"folder of wheels named in PIP_FIND_LINKS.\nNext: run the same command again; it goes on where it stopped."
        )


def has_pip() -> bool:
    """Whether `.venv` was made to the end: an interrupted one has a Python but no pip."""
    return (
        PYTHON.exists() and not subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True).returncode
    )


def ensure(files: tuple[str, ...]) -> None:
    """Make `.venv` hold the given requirement files; torch first and alone, so that no other package chooses it."""
    wanted = {VENV / f"installed-{Path(name).stem}": fingerprint(name) for name in files}
    if PYTHON.exists() and all(mark.exists() and mark.read_text() == hash for mark, hash in wanted.items()):
        return
    print(f"Setting up {VENV} (once; a few minutes)", flush=True)
    if not has_pip() and subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)]).returncode:
        stop("Python could not make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv")
    pins = (ROOT / "requirements.txt").read_text().split()
    torch = next(pin for pin in pins if pin.startswith("torch=="))
    pip(torch, torch)
    pip(files[-1], "--requirement", files[-1])
    for pin in re.findall(r"^# alone: (\S+)$", (ROOT / files[-1]).read_text(), re.M):
        pip(pin, "--no-deps", pin)  # it declares requirements that it does not have
    for mark, hash in wanted.items():
        mark.write_text(hash)


def python(*arguments: str, **environment: str) -> int:
    """Run a command with the environment's Python in the project's folder; its exit code. It ends when this process ends."""
    with subprocess.Popen([str(PYTHON), *arguments], cwd=ROOT, env=os.environ | environment) as process:
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:  # the command has it too, and says what it has to say
                continue


def pytest(*arguments: str, **environment: str) -> int:
    """One numerical thread and one hash seed for each worker: the same run every time, on two cores."""
    return python("-m", "pytest", *arguments, OMP_NUM_THREADS="1", PYTHONHASHSEED="0", **environment)


# The words ------------------------------------------------------------------------------------------------------------


def setup(arguments: list[str]) -> int:
    """make .venv and install everything, tests included"""
    ensure(DEV)
    return 0


def app(arguments: list[str]) -> int:
    """[FILE] [--port N] [--address A] [--public-url URL]: start the app, on a scenario or projection file if one is given"""
    file = arguments.pop(0) if arguments and not arguments[0].startswith("-") else None
    if file is not None and not Path(file).is_file():
        stop(f"no file {file}. Needed: a scenario or projection saved by the app, or no argument at all.")
    options = streamlit_options(arguments)
    public = options.pop("public-url", "")
    ensure(APP)
    host, port = options["browser.serverAddress"], options["server.port"]
    print(f"The app starts at http://{host}:{port} (Ctrl-C stops it)", flush=True)
    told = {"LIFT_FILE": str(Path(file).resolve())} if file else {}
    told |= {"LIFT_PUBLIC_URL": public} if public else {}
    return python("-m", "streamlit", "run", ENTRY, *(f"--{name}={value}" for name, value in options.items()), **told)


def streamlit_options(arguments: list[str]) -> dict[str, str]:
    """Streamlit's options from ours. Its address for browsers is always named, or it asks an outside host for it."""
    pairs: dict[str, str] = {}
    while arguments:
        name, equals, value = arguments.pop(0).partition("=")
        if not name.startswith("--") or not (equals or arguments):
            stop(f"cannot read the option {name!r}. Needed: --port N, --address A or --section.option VALUE.")
        name = {"--port": "--server.port", "--address": "--server.address"}.get(name, name)
        pairs[name[2:]] = value if equals else arguments.pop(0)
    address = pairs.setdefault("server.address", "localhost")
    pairs.setdefault("server.port", str(free_port()))
    pairs.setdefault("browser.serverAddress", own_address() if address in ("0.0.0.0", "::") else address)
    pairs.setdefault("browser.gatherUsageStats", "false")
    return pairs


def free_port() -> int:
    """The first port from 8501 on that nothing listens to."""
    for port in range(FIRST_PORT, FIRST_PORT + 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    stop(f"ports {FIRST_PORT} to {FIRST_PORT + 99} are all in use. Next: choose one with --port N.")


def own_address() -> str:
    """This machine's address in its local network. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return "localhost"
        return probe.getsockname()[0]


def test(arguments: list[str]) -> int:
    """[pytest arguments]: the tests (not the long ones, not the browser) and lint; with arguments, just those tests"""
    ensure(DEV)
    if arguments:
        return pytest(*arguments)
    tests = pytest("-n", "2", "-m", "not long and not browser", "--doctest-modules", "lift_core", "ui", "tests")
    return lint([]) or tests


def lint(arguments: list[str]) -> int:
    """ruff (lint and format) and pyright"""
    ensure(DEV)
    commands = (
        ["ruff", "check", "--output-format=concise", "."],
        ["ruff", "format", "--check", "--output-format=concise", "."],
        ["pyright", "--project", "pyproject.toml"],
    )
    return max([python("-m", *command, PYRIGHT_PYTHON_IGNORE_WARNINGS="1") for command in commands])


def long(arguments: list[str]) -> int:
    """[pytest arguments]: the tests marked long"""
    ensure(DEV)
    return pytest("-n", "2", "-m", "long and not browser", *(arguments or ["tests"]))


def browser(arguments: list[str]) -> int:
    """[pytest arguments]: the tests that drive the app in Chromium; one that fails is tried twice more, and said to be"""
    chromium, latency = find_chromium(), "tests/browser/test_latency.py"
    ensure(DEV)

    def run(*chosen: str) -> int:
        return pytest("-m", "browser", "--reruns", "2", *chosen, CHROMIUM=chromium, LIFT_LATENCY="1")

    if arguments:
        return run(*arguments)
    alone = run(latency)  # nothing else may run beside what is measured
    return run("-n", "2", "tests/browser", f"--ignore={latency}") or alone


def find_chromium() -> str:
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not found or not shutil.which(found):
        stop(
            f"got {named or 'no chromium on the PATH'}. Needed: Chromium or Chrome.\n"
            "Next: install it (on Debian and Ubuntu: apt-get install chromium) or name the program in CHROMIUM."
        )
    return found


def bench(arguments: list[str]) -> int:
    """[--only W1a,W3,own] [--peers REGEX] [--write]: the benchmarks, in an environment of their own (.venv-bench)"""
    global VENV, PYTHON  # the peers never touch the environment of the app
    VENV = ROOT / ".venv-bench"
    PYTHON = VENV / INTERPRETER
    ensure(BENCH)
    return python("-m", "bench", *arguments)


def load(arguments: list[str]) -> int:
    """[--sessions N] [--minutes M] [--write]: a class of phones at the app, on this machine alone; exit code 1 if a target is missed"""
    ensure(DEV)
    return python("-m", "bench.load", *arguments)


WORDS = {word.__name__: word for word in (setup, app, test, lint, browser, long, bench, load)}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  (this very file says so to an older Python)
        stop(f"got Python {sys.version.split()[0]}. Needed: 3.11 or newer. Next: python3.11 {Path(__file__).name} …")
    if not arguments or arguments[0] not in WORDS:
        print("python3 tasks.py WORD, where WORD is one of")
        for name, word in WORDS.items():
            print(f"  {name:8} {word.__doc__}")
        return 2 if arguments and arguments[0] not in ("-h", "--help", "help") else 0
    word, *rest = arguments
    if rest and rest[0] in ("-h", "--help"):
        print(f"python3 tasks.py {word} {WORDS[word].__doc__}")
        return 0
    return WORDS[word](rest)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
