"""One server and one Chromium for all browser tests; console errors and requests that leave the machine fail a test."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from bench.server import start

OUTPUT = Path(__file__).parent / "output"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 30_000  # milliseconds for anything to appear
expect.set_options(timeout=PATIENCE)
# What the browser says when a test cuts the connection, and when Streamlit asks under which folder the server answers.
QUIET = re.compile(
    r"WebSocket|when disconnected from server|ERR_INTERNET_DISCONNECTED|/\w+/_stcore/(health|host-config)"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


def start_server(script: str = "app.py", **environment: str) -> tuple[subprocess.Popen[bytes], str]:
    """A server of its own on a free port, and its address, once it is healthy."""
    OUTPUT.mkdir(exist_ok=True)
    return start(script, environment=environment, logs=OUTPUT, seconds=30)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of the app."""
    process, address = start_server()
    yield address
    process.terminate()
    process.wait(timeout=10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    named = os.environ.get("CHROMIUM")
    program = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.skip("no Chromium: install it, or name the program in CHROMIUM")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class Tab:
    """A browser tab on the app, with what it asked for and complained of."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.outside: list[str] = []
        self.sockets: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        self.page.on("request", lambda request: self._watch(request.url))
        self.page.on("websocket", lambda socket: self._watch(socket.url))

    def _hear(self, message) -> None:
        said = f"{message.text} ({message.location.get('url', '')})"
        if message.type == "error" and not QUIET.search(said):
            self.complaints.append(said)

    def _watch(self, url: str) -> None:
        inside = (self.address + "/", self.address.replace("http:", "ws:") + "/", "data:", "blob:")
        if not url.startswith(inside) and url != self.address:
            self.outside.append(url)

    def open(self, path: str = "", **query: str) -> "Tab":
        """Go to an address of the app and wait until it stands still."""
        self.page.goto(f"{self.address}/{path}" + (f"?{urlencode(query)}" if query else ""))
        self.page.locator(".st-key-strip").wait_for()
        return self.settle()

    def settle(self) -> "Tab":
        """Wait until no script runs and the picture has been drawn. What was just clicked needs a moment to reach the server."""
        self.page.wait_for_timeout(250)
        self.page.wait_for_function(
            "() => { const app = document.querySelector('[data-testid=stApp]');"
            " return app && app.dataset.testScriptState !== 'running' && app.dataset.testScriptState !== 'rerunRequested'"
            " && !document.querySelector('[data-testid=stSkeleton]'); }"
        )
        self.page.wait_for_timeout(120)
        return self

    def until(self, holds: Callable[[], bool]) -> "Tab":
        """Wait until something holds."""
        for _ in range(PATIENCE // 100):
            if holds():
                return self
            self.page.wait_for_timeout(100)
        raise AssertionError(f"in vain; the address is {self.page.url}")

    def type_observation(self, text: str) -> "Tab":
        """Type into the strip; the text is sent after a pause."""
        box = self.page.get_by_role("textbox", name="What is observed")
        box.fill(text)
        self.page.wait_for_timeout(350)
        return self.settle()

    def parameters(self) -> dict[str, str]:
        """The parameters in the address bar."""
        return dict(parse_qsl(urlsplit(self.page.url).query))

    def edit_cell(self, editor: str, row: int, column: int, text: str) -> "Tab":
        """Put a text into a cell of the table whose key begins with `editor`. The waits are needed: edits without them get lost."""
        canvas = self.page.locator(f"[class*='st-key-{editor}'] [data-testid='stDataFrameResizable'] canvas").first
        cell = self.page.locator(f"[class*='st-key-{editor}'] [data-testid='glide-cell-{column}-{row}']")
        box, place = (
            canvas.bounding_box(),
            cell.evaluate("c => { const r = c.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }"),
        )
        assert box is not None
        if place[2] == 0:
            raise AssertionError("the table's cells have no size; scroll it into view first")
        self.page.mouse.dblclick(place[0] + place[2] / 2, place[1] + place[3] / 2)
        self.page.wait_for_timeout(250)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        self.page.wait_for_timeout(100)
        self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(250)
        return self.settle()

    def cut(self) -> "Tab":
        """Cut the connection to the server."""
        self.page.context.set_offline(True)
        self.page.evaluate("() => window.__sockets?.forEach(socket => socket.close())")
        return self

    def shot(self, name: str, whole: bool = False) -> Path:
        """A screenshot in the folder that Git passes over."""
        OUTPUT.mkdir(exist_ok=True)
        path = OUTPUT / f"{name}.png"
        self.page.screenshot(path=path, full_page=whole)
        return path


KEEP_SOCKETS = """(() => { const Native = window.WebSocket; window.__sockets = [];
window.WebSocket = class extends Native { constructor(...a) { super(...a); window.__sockets.push(this); } }; })()"""


@pytest.fixture
def tabs(chromium: Browser, server: str) -> Iterator[Callable[..., Tab]]:
    """A function that opens a tab: tabs(size=PHONE, dark=True). After the test, no tab may have complained or asked outside."""
    opened: list[tuple[BrowserContext, Tab]] = []

    def tab(size: dict[str, int] = DESKTOP, dark: bool = False, address: str = "") -> Tab:
        phone = size["width"] < 600
        agent = (
            {"user_agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36"}
            if phone
            else {}
        )
        context = chromium.new_context(
            viewport=size, color_scheme="dark" if dark else "light", has_touch=phone, is_mobile=phone, **agent
        )  # type: ignore[arg-type]
        context.add_init_script(KEEP_SOCKETS)
        opened.append((context, Tab(context, address or server)))
        return opened[-1][1]

    yield tab
    complaints = [complaint for _, tab in opened for complaint in tab.complaints]
    outside = [url for _, tab in opened for url in tab.outside]
    for context, _ in opened:
        context.close()
    assert not complaints, complaints
    assert not outside, outside


@pytest.fixture
def tab(tabs: Callable[..., Tab]) -> Tab:
    """One tab at 1440×900, light."""
    return tabs()
