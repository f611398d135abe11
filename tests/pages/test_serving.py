"""What the server answers by itself: the frontend's files and our scripts, compressed for those who take it."""

import asyncio
import gzip
from typing import Any

import pytest

from ui import figure, serving  # noqa: F401  (the figure's script is kept)

GZIP = [(b"accept-encoding", b"gzip, br")]


def asked(path: str, headers: list[tuple[bytes, bytes]], method: str = "GET") -> tuple[int, dict[bytes, bytes], bytes]:
    """The answer of the middleware; 404 from behind it."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    asyncio.run(serving.Compressed(behind)(scope, None, send))  # type: ignore[arg-type]
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


def test_a_script_of_ours_is_served_compressed_and_plain_under_any_folder():
    path = serving.keep("test", "export default 1;")
    status, headers, body = asked(path, GZIP)
    assert status == 200 and gzip.decompress(body) == b"export default 1;"
    assert headers[b"content-encoding"] == b"gzip" and headers[b"content-type"] == b"text/javascript"
    assert int(headers[b"content-length"]) == len(body) and b"immutable" in headers[b"cache-control"]
    status, headers, body = asked(f"/below{path}", [])
    assert (status, body) == (200, b"export default 1;") and b"content-encoding" not in headers


def test_another_text_has_another_path():
    assert serving.keep("test", "1") != serving.keep("test", "2")


def test_the_figure_needs_no_script_of_its_own_in_its_messages():
    import re

    from ui import scripts

    loader = scripts.LOADER.format(path="/lift/x.js")
    assert len(loader) < 600 and re.search(r'new URL\("\./lift/x\.js"', loader)


ODD = ["/static/\0.js", "/static/" + "a" * 5000 + ".js", "/static/../app.py", "/lift/../app.py"]


@pytest.mark.parametrize("path", ["/", "/lift/", "/lift/nothing.js", "/static/nothing.js", *ODD])
def test_anything_else_is_left_to_streamlit(path):
    assert asked(path, GZIP)[0] == 404


def test_other_methods_are_left_to_streamlit():
    assert asked(serving.keep("test", "1"), GZIP, "POST")[0] == 404
