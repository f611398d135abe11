"""One phone of a class as the server sees it: the page's files over HTTP, then Streamlit's protocol over a WebSocket.

A browser sends the states of its widgets with a wish to run the page (BackMsg), and gets the page's elements (ForwardMsg) until the
run has ended. Nothing is drawn here, so what a browser needs for that is not in these times.
"""

import asyncio
import gzip
import json
import re
import time
import urllib.request
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

AGENT = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36"
PATIENCE = 60.0  # seconds for one answer
LINKED = re.compile(rb'(?:src|href)="\./(static/[^"]+)"')
BOX = "strip-observation"  # part of the name of the text field that holds the observation


class Phone:
    """A session on `page` of the app at `address` (http://127.0.0.1:port). Times are seconds of the clock."""

    def __init__(self, address: str, page: str, query: dict[str, str]) -> None:
        self.address, self.page = address, page
        self.query = urlencode(query)
        self.faults: list[str] = []
        self.bytes = 0  # that came, over both ways
        self.box = self.figure = ""  # names of the text field and of the figure's component
        self.shown: list[str] = []  # the observation of the newest picture
        self.sent = self.came = 0.0  # when the last wish for a run left, and when the picture had come
        self.states: dict[str, str] = {}  # what the component was left in, and the text field
        self.edits = 0
        self._socket: ClientConnection | None = None

    async def open(self) -> float:
        """Fetch the page and what it names, connect, run; how long until the picture was there and the run had ended."""
        begun = time.perf_counter()
        await asyncio.to_thread(self._fetch)
        self._socket = await connect(
            f"ws{self.address.removeprefix('http')}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=self.address,  # type: ignore[arg-type]
            user_agent_header=AGENT,
            max_size=None,
        )
        await self._run(None)
        return time.perf_counter() - begun

    async def type(self, observation: str) -> float:
        """Type an observation into the strip; how long until its picture was there."""
        self.states[self.box] = observation
        return await self._edit(observation)

    async def press(self, observation: str) -> float:
        """Change the observation by the keys under the picture; how long until its picture was there."""
        self.edits += 1
        known = {"since": self.edits - 1, "base": len(self.shown), "kept": 0}  # each edit before has its answer
        edit = {"n": self.edits, **known, "observation": list(observation), "knobs": {}, "settled": True}
        self.states[self.figure] = json.dumps({"edit": edit})
        return await self._edit(observation)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def _edit(self, observation: str) -> float:
        begun = time.perf_counter()
        await self._run(list(observation))
        return time.perf_counter() - begun

    def _fetch(self) -> None:
        linked = list(dict.fromkeys(LINKED.findall(self._get(self.page))))
        if not linked:
            self.faults.append("the page names no files")
        for name in linked:
            self._get(name.decode())
        for name in ("health", "host-config"):
            self._get(f"_stcore/{name}")

    def _get(self, path: str) -> bytes:
        request = urllib.request.Request(
            f"{self.address}/{path}", headers={"User-Agent": AGENT, "Accept-Encoding": "gzip"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            body, packed = answer.read(), answer.headers.get("Content-Encoding") == "gzip"
        self.bytes += len(body)
        return gzip.decompress(body) if packed else body

    async def _run(self, wanted: list[str] | None) -> None:
        """Ask for a run, and read until one has ended that showed a picture: of the `wanted` observation if there is one."""
        message = BackMsg()
        client = message.rerun_script
        client.page_name, client.query_string = self.page, self.query
        client.context_info.url = f"{self.address}/{self.page}"
        client.context_info.timezone, client.context_info.locale = "UTC", "en"
        client.context_info.color_scheme = "light"
        for name, value in self.states.items():
            state = client.widget_states.widgets.add(id=name)
            if name == self.box:
                state.string_value = value
            else:
                state.json_value = value
        assert self._socket is not None
        wish = message.SerializeToString()
        self.sent = time.perf_counter()
        await self._socket.send(wish)
        seen = False
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    answer = ForwardMsg()
                    raw = await self._socket.recv()
                    heard = time.perf_counter()
                    assert isinstance(raw, bytes)
                    self.bytes += len(raw)
                    answer.ParseFromString(raw)
                    kind = answer.WhichOneof("type")
                    if kind == "new_session":
                        seen = False
                    elif kind == "delta":
                        if self._element(answer.delta.new_element, wanted):
                            seen, self.came = True, heard
                    elif kind == "script_finished":
                        if answer.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                            self.faults.append("the script does not compile")
                            return
                        if seen and answer.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                            return
                    elif kind in ("page_not_found", "auth_redirect"):
                        self.faults.append(kind)
        except TimeoutError:
            self.faults.append(f"no picture of {wanted or 'the page'} in {PATIENCE:.0f} s")
        except ConnectionClosed as closed:
            self.faults.append(f"the connection was closed: {closed}")

    def _element(self, element: Any, wanted: list[str] | None) -> bool:
        """Take notice of an element of the page; whether it is the picture that is waited for."""
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.faults.append(f"exception: {element.exception.message[:200]}")
        elif kind == "alert" and element.alert.format == Alert.ERROR:
            self.faults.append(f"error: {element.alert.body[:200]}")
        elif kind == "text_input" and BOX in element.text_input.id:
            if element.text_input.id != self.box:
                self.states.pop(self.box, None)
            self.box = element.text_input.id
        elif kind == "bidi_component":
            return self._picture(element.bidi_component, wanted)
        return False

    def _picture(self, component: Any, wanted: list[str] | None) -> bool:
        data = json.loads(component.bytes)
        if not data.get("controls") or not data.get("svg"):
            return False  # a small figure beside the page's own
        self.figure, self.shown = component.id, data["observation"]
        return wanted is None or self.shown == wanted
