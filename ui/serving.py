"""The frontend's files, compressed once and kept: a first visit is 2.9 MB over the wire instead of 9.2.

Streamlit leaves its own uncompressed, since compressing on every request costs more than it saves; each is compressed here at
its first request, and never again. So are the scripts of our components (`scripts.py`), under names that change with what they hold.
"""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

import streamlit
from starlette.types import ASGIApp, Receive, Scope, Send

FILES = Path(streamlit.__file__).parent / "static"
SMALLEST = 1000  # bytes worth compressing
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}


OWN = "/lift/"

_kept: dict[str, bytes] = {}  # our scripts, compressed, by their paths


def keep(name: str, script: str) -> str:
    """Serve a script from now on; its path."""
    path = f"{OWN}{name}-{hashlib.sha256(script.encode()).hexdigest()[:12]}.js"
    _kept[path] = gzip.compress(script.encode(), 9, mtime=0)
    return path


@lru_cache(maxsize=512)
def compressed(path: str) -> tuple[bytes, str] | None:
    """The gzip of a file of the frontend and its type; None for what is no such file or not worth it."""
    file = FILES / path.lstrip("/")
    kind = KINDS.get(file.suffix)
    try:
        file = file.resolve()
        if kind is None or FILES not in file.parents or not file.is_file() or file.stat().st_size < SMALLEST:
            return None
    except (OSError, ValueError):  # a name that no file can have
        return None
    return gzip.compress(file.read_bytes(), 6, mtime=0), mimetypes.types_map.get(file.suffix, kind)


class Compressed:
    """ASGI middleware: GET /static/… is answered with the compressed file where the browser takes gzip, and /lift/… always."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _found(scope)
        if found is None:
            await self.app(scope, receive, send)
            return
        body, kind, encoded = found
        headers = [
            (b"content-type", kind.encode()),
            *([(b"content-encoding", b"gzip")] if encoded else []),
            (b"content-length", str(len(body)).encode()),
            (b"vary", b"accept-encoding"),
            (b"cache-control", b"public, immutable, max-age=31536000"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _found(scope: Scope) -> tuple[bytes, str, bool] | None:
    """(body, type, whether it is compressed) of what is answered here."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    headers, path = dict(scope["headers"]), scope["path"]
    gzipped = b"gzip" in headers.get(b"accept-encoding", b"")
    if path.startswith("/static/") and gzipped and b"range" not in headers:
        found = compressed(path)
        return (*found, True) if found else None
    own = _kept.get(path[path.find(OWN) :]) if OWN in path else None  # whatever folder the app is served under
    if own is None:
        return None
    return own if gzipped else gzip.decompress(own), KINDS[".js"], gzipped
