"""A server of the app for what is measured or tested: on a free port of the loopback interface, handed out once it is healthy."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def start(
    script: str = "app.py",
    *,
    options: Mapping[str, Any] = MappingProxyType({}),
    environment: Mapping[str, str] = MappingProxyType({}),
    logs: Path | None = None,
    seconds: float = 60,
) -> tuple[subprocess.Popen[bytes], str]:
    """The process and its address; `options` are further ones of Streamlit, `logs` the folder for what it says, or it is shown.

    Raises RuntimeError where it ends, or does not answer within `seconds`.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    named = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "browser.serverAddress": "127.0.0.1",
        "server.headless": "true",
        "browser.gatherUsageStats": "false",
        **options,
    }
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        script,
        *(f"--{name}={value}" for name, value in named.items()),
    ]
    with contextlib.ExitStack() as opened:
        file = opened.enter_context(open(logs / f"server-{port}.log", "wb")) if logs else None
        joined = subprocess.STDOUT if file else None
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, stdout=file, stderr=joined)
    address, last = f"http://127.0.0.1:{port}", time.monotonic() + seconds
    while server.poll() is None and time.monotonic() < last:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=1)
        except OSError:
            time.sleep(0.1)
        else:
            return server, address
    said = f"its own message is {'in ' + str(logs / f'server-{port}.log') if logs else 'above'}"
    why = "did not start" if server.poll() is not None else f"did not answer within {seconds:g} seconds"
    server.kill()
    raise RuntimeError(f"the server {why}: {said}")
