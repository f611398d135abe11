"""Which inner loops answer: the compiled ones once they are ready, plain NumPy until then. Nothing waits for a compiler."""

import contextlib
import importlib
import threading
from types import ModuleType
from typing import Any

from lift_core.projected import loops

_ready = threading.Event()
_started = threading.Lock()
_jit: list[ModuleType] = []


def kernels() -> Any:
    """The loops to use now. The first call starts the compilation in the background (later starts load it from the cache)."""
    if _jit:
        return _jit[0]
    if _started.acquire(blocking=False):
        threading.Thread(target=_compile, name="lift-core-kernels", daemon=True).start()
    return loops


def warm_up(timeout: float | None = None) -> bool:
    """Wait until the compiled loops are ready, at most `timeout` seconds; whether they are."""
    kernels()
    _ready.wait(timeout)
    return bool(_jit)


def _compile() -> None:
    try:
        with contextlib.suppress(ImportError):  # without Numba the plain loops go on answering
            _jit.append(importlib.import_module("lift_core.projected.jit"))
    finally:
        _ready.set()
