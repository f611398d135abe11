"""How long a person waits, measured in the page itself; where the whole file has run, `docs/latency.md` tells it.

The clock runs from the person's key, click or reload to the frame that has painted what they wait for.
"""

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Browser

from bench.phone import Phone
from lift_core import gallery
from lift_core.scenarios.edits import with_observation
from lift_core.scenarios.link import write_code
from tests.browser import latency_report
from tests.browser.conftest import DESKTOP, KEEP_SOCKETS, Tab, start_server
from tests.browser.latency_report import Figure
from tests.browser.test_projection import edit_arc, open_projection
from ui import compute
from ui.lesson import shipped

TIMES = 20
TREES = {50: (6, 60), 300: (8, 380), 500: (9, 620)}  # drawn nodes: symbols seen, nodes at most
BUSY = 1.5 * (os.cpu_count() or 1)  # the load average from which on nothing is judged
FIGURES: dict[str, Figure] = {}
ROWS = 27  # of the whole file

# At each `event` (of that key) the clock starts; each frame asks whether `holds(root)`, where root is the figure's shadow root.
# `waited` holds a record for each time it came to hold: at, sent, heard and done, in milliseconds.
WATCH = """([event, key, holds]) => {
  window.waited = [];
  let open = null, host = null;
  const figure = () => host?.isConnected ? host.shadowRoot
    : (host = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.figure svg.lift')))?.shadowRoot;
  const came = new Function('root', 'goal', 'return ' + holds);
  const ask = () => {
    if (!open) return;
    const root = figure();
    if (!root || !came(root, window.goal)) return requestAnimationFrame(ask);
    const record = open, { port1, port2 } = new MessageChannel();
    open = null;
    port1.onmessage = () => window.waited.push({ ...record, done: performance.now() });
    port2.postMessage(0); // runs when this frame has been painted
  };
  document.addEventListener(event, (e) => {
    if (key && e.key !== key) return;
    open = { at: performance.now() };
    requestAnimationFrame(ask);
  }, true);
  for (const socket of window.__sockets) {
    const send = socket.send.bind(socket);
    socket.send = (data) => { if (open) open.sent ??= performance.now(); send(data); };
    socket.addEventListener('message', () => { if (open) open.heard = performance.now(); });
  }
}"""
TYPE = """(box, text) => { // at once, or a busy machine would send it before Enter
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, text);
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true };
  for (const name of ['keydown', 'keypress', 'keyup']) box.dispatchEvent(new KeyboardEvent(name, enter));
}"""
CLICK = """(spot) => ['pointerdown', 'pointerup', 'click'].forEach(
  (name) => spot.dispatchEvent(new PointerEvent(name, { bubbles: true, composed: true, pointerType: 'touch' })))"""
DRAWN = "root.querySelector('svg.lift').getAttribute('aria-label').includes(` of ${goal}:`)"
FIRST_PICTURE = """(() => { const ask = () => {
  const host = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('svg.lift'));
  if (host) window.first = performance.now(); else requestAnimationFrame(ask);
}; document.addEventListener('DOMContentLoaded', ask); })()"""


@pytest.fixture(scope="module", autouse=True)
def report() -> Iterator[None]:
    """Write the page once every row of it has been measured."""
    FIGURES.clear()
    yield
    if os.environ.get("LIFT_LATENCY") and len(FIGURES) == ROWS:
        latency_report.PAGE.write_text(latency_report.written(FIGURES), encoding="utf-8")


def measured(
    name: str, values: Sequence[float], target: float | None = None, unit: str = "ms", most: float = 2.5
) -> None:
    """Keep a row. Unless the machine is busy, it may miss its target by a factor of `most`: a guard against a step backwards."""
    figure = FIGURES[name] = Figure(tuple(values), target, unit, os.getloadavg()[0])
    print(
        f"\n{name}: {figure.median:.3g} {unit}, slowest of {len(values)} {max(values):.3g}, target {target}, load {figure.load:.1f}"
    )
    if figure.load < BUSY and target is not None:
        assert figure.median < most * target


def words(length: int, count: int) -> list[str]:
    """Observations of heads and tails, no two the same, in a fixed order that is none."""
    every = [format(k, f"0{length}b").translate(str.maketrans("01", "HT")) for k in range(2**length)]
    return random.Random(1).sample(every, count)


def tree_link(nodes: int, x: str) -> dict[str, str]:
    """The query of the Lifting page for a tree of about so many nodes."""
    _, limit = TREES[nodes]
    coin = with_observation(gallery.scenario("switching-coin"), x)
    drawn = len(compute.tree(coin, limit, limit).value.nodes)
    assert 0.8 * nodes <= drawn <= 1.2 * nodes, drawn
    return {"s": write_code(coin.dump()), "limit": str(limit)}


def on_the_tree(tab: Tab, nodes: int, x: str) -> Tab:
    """The Lifting page with a tree of about so many nodes, standing still."""
    tab.open("lifting", **tree_link(nodes, x))
    tab.page.locator(".figure svg.lift").first.wait_for()
    tab.page.wait_for_timeout(1500)
    return tab


def watch(tab: Tab, event: str, holds: str, key: str = "") -> None:
    tab.page.evaluate(WATCH, [event, key, holds])


def waited(tab: Tab, goals: Sequence[Any], act: Callable[[Any], None]) -> list[dict[str, float]]:
    """The record of each goal: `act` does what should bring it about. The first two, which meet cold caches, are left out."""
    for k, goal in enumerate(goals, 1):
        tab.page.evaluate("goal => { window.goal = goal; }", goal)
        act(goal)
        tab.page.wait_for_function("k => window.waited.length >= k", arg=k)
        tab.settle()
    return tab.page.evaluate("() => window.waited")[2:]


def whole(records: Sequence[dict[str, float]]) -> list[float]:
    return [record["done"] - record["at"] for record in records]


def read(records: Sequence[dict[str, float]]) -> list[float]:
    return [record["heard"] - record["sent"] for record in records]


# Edits ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", TREES)
def test_a_typed_observation(tab, nodes):
    first, *others = words(TREES[nodes][0], TIMES + 3)
    on_the_tree(tab, nodes, first)
    box = tab.page.get_by_role("textbox", name="What is observed")
    watch(tab, "keydown", DRAWN, "Enter")

    records = waited(tab, others, lambda x: box.evaluate(TYPE, x))
    measured(f"text edit to redraw, {nodes} nodes", whole(records), 200 if nodes == 300 else None)
    measured(f"read by the browser, {nodes} nodes", read(records))


def test_the_servers_share():
    """What it takes to answer an edit where nothing else works: a client without a browser, which notes when the picture came."""

    async def edited(address: str, nodes: int) -> list[float]:
        first, *others = words(TREES[nodes][0], TIMES + 3)
        phone = Phone(address, "lifting", tree_link(nodes, first))
        await phone.open()
        shares = []
        for x in others:
            await asyncio.sleep(0.4)
            await phone.type(x)
            shares.append(1000 * (phone.came - phone.sent))
        await phone.close()
        assert not phone.faults and phone.shown == list(others[-1])
        return shares[2:]

    server, address = start_server()
    try:
        for nodes in TREES:
            with ThreadPoolExecutor(1) as alone:  # the browser's driver has the event loop of this thread
                shares = alone.submit(asyncio.run, edited(address, nodes)).result()
            measured(f"the server's share of an edit, {nodes} nodes", shares, 30 if nodes == 300 else None)
    finally:
        server.kill()


def test_a_key_of_the_bar(tab):
    """From an observation of seven symbols to one of eight; the way back is not measured."""
    length, _ = TREES[300]
    first, *others = words(length, TIMES + 3)
    on_the_tree(tab, 300, first)
    watch(tab, "pointerdown", DRAWN)
    box = tab.page.get_by_role("textbox", name="What is observed")

    def press(x: str) -> None:
        box.fill(x[:-1])
        box.press("Enter")
        tab.settle()
        tab.page.wait_for_timeout(300)
        tab.page.get_by_role("button", name=f"see {x[-1]}").click()

    measured("key of the bar to redraw, 300 nodes", whole(waited(tab, others, press)))


def test_an_edit_of_the_table(tab):
    """The arcs of the switching coin: what an arc writes, to the diagram that says so."""
    open_projection(tab)
    watch(
        tab,
        "keydown",
        "[...document.querySelectorAll('g.edge text')].some((text) => text.textContent.includes(goal))",
        "Enter",
    )
    goals = [chr(ord("a") + k) for k in range(TIMES + 2)]
    records = waited(tab, goals, lambda text: edit_arc(tab, 1, 3, text))
    measured("table edit to redraw", whole(records), 400)


def test_the_floor(chromium: Browser, tmp_path):
    """A page of one text box and one line of text, by the same clock."""
    page = tmp_path / "floor.py"
    page.write_text("import streamlit as st\nst.write(f\"so far {st.text_input('x')}\")\n")
    server, address = start_server(str(page))
    try:
        context = chromium.new_context(viewport=DESKTOP)
        context.add_init_script(KEEP_SOCKETS)
        tab = Tab(context, address)
        tab.page.goto(address)
        box = tab.page.get_by_role("textbox")
        box.wait_for()
        tab.page.wait_for_timeout(1000)
        tab.page.evaluate(
            WATCH.replace("figure();", "document;"),
            ["keydown", "Enter", "root.body.innerText.includes('so far ' + goal)"],
        )

        records = waited(tab, words(9, TIMES + 2), lambda x: box.evaluate(TYPE, x))
        measured("the floor: text edit", whole(records))
        measured("the floor: read by the browser", read(records))
        context.close()
    finally:
        server.kill()


# Without the server ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", TREES)
def test_a_click(tab, nodes):
    """On spots of the last columns, to the panel that tells of them."""
    on_the_tree(tab, nodes, words(TREES[nodes][0], 1)[0])
    spots = tab.page.locator('[role="treeitem"]')
    watch(
        tab, "pointerdown", "root.querySelector('.chosen')?.dataset.i == goal && root.querySelector('.panel.open h3')"
    )
    count = spots.count()
    records = waited(tab, list(range(count - 1, count - 1 - (TIMES + 2), -1)), lambda i: spots.nth(i).evaluate(CLICK))
    measured(f"click to detail, {nodes} nodes", whole(records), 100)


@pytest.mark.parametrize("nodes", TREES)
def test_a_step_and_a_scrub(tab, nodes):
    length = TREES[nodes][0]
    on_the_tree(tab, nodes, words(length, 1)[0])
    shown = "root.querySelector('.count').textContent.startsWith(`${goal} /`)"
    there_and_back = [*range(length - 1, -1, -1), *range(1, length + 1)] * 4
    goals = there_and_back[: TIMES + 2]
    at = length

    def step(to: int) -> None:
        nonlocal at
        tab.page.keyboard.press("ArrowRight" if to > at else "ArrowLeft")
        at = to

    watch(tab, "keydown", shown)
    measured(f"step, {nodes} nodes", whole(waited(tab, goals, step)), 50)
    slider = tab.page.get_by_role("slider", name="step: symbols seen")
    watch(tab, "input", shown)
    records = waited(tab, list(range(length, -1, -1)) * 2, lambda to: slider.fill(str(to)))
    measured(f"scrub, {nodes} nodes", whole(records), 50)


# Pages ----------------------------------------------------------------------------------------------------------------


def test_a_change_of_page(tab):
    tab.open("lifting")
    keys = {"Likelihood": "likelihood-terms", "Lifting": "lifting-tree"}
    watch(
        tab,
        "click",
        "[...document.querySelectorAll(`.st-key-${goal}, .st-key-${goal} *`)].some(e => e.shadowRoot?.querySelector('svg.lift'))",
    )
    names = {key: name for name, key in keys.items()}
    goals = list(keys.values()) * (TIMES // 2 + 1)
    records = waited(tab, goals, lambda key: tab.page.get_by_role("link", name=names[key], exact=True).click())
    measured("change of page", whole(records), 700)


def test_a_step_of_a_lesson(tab):
    tab.open("lessons")
    tab.page.get_by_role("button", name="Play").first.click()
    tab.page.locator(".st-key-lesson-next").wait_for()
    tab.settle()
    watch(
        tab,
        "click",
        "document.querySelector('.st-key-lesson')?.innerText.trim().startsWith(goal)"
        " && document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'",
    )
    of = len(next(iter(shipped().values())).steps)
    steps = [2, 3, 4, 5, 6, 7, 8, 9, 10]
    goals = [*steps, *steps[-2::-1], *steps[1:5]]
    at = 1

    def turn(to: str) -> None:
        nonlocal at
        number = int(to.split()[0])
        way = "next" if number > at else "back"
        tab.page.locator(f".st-key-lesson-{way} button:visible").click()
        at = number

    measured("step of a lesson", whole(waited(tab, [f"{k} / {of}" for k in goals], turn)), 700)


def test_a_reload(tabs):
    tab = tabs()
    tab.page.add_init_script(FIRST_PICTURE)
    tab.open("lifting")
    times = []
    for _ in range(TIMES):
        tab.page.reload()
        tab.page.wait_for_function("() => window.first")
        times.append(tab.page.evaluate("() => window.first"))
        tab.settle()
    measured("reload to picture", times, 1200)


def test_the_first_picture_and_the_first_visit(chromium: Browser):
    """A server that has just been started, and a browser that has never been here."""
    times, sizes = [], []
    for _ in range(3):
        begun = time.perf_counter()
        server, address = start_server()
        try:
            context = chromium.new_context(viewport=DESKTOP)
            page = context.new_page()
            wire = [0.0]
            network = context.new_cdp_session(page)
            network.send("Network.enable")
            network.on(
                "Network.loadingFinished",
                lambda event, wire=wire: wire.__setitem__(0, wire[0] + event["encodedDataLength"]),
            )
            network.on(
                "Network.webSocketFrameReceived",
                lambda event, wire=wire: wire.__setitem__(0, wire[0] + len(event["response"]["payloadData"]) * 3 / 4),
            )
            page.goto(address)
            page.locator(".figure svg.lift").first.wait_for()
            times.append(time.perf_counter() - begun)
            page.wait_for_timeout(3000)
            sizes.append(wire[0] / 1e6)
            context.close()
        finally:
            server.kill()
    measured("first picture after the server's start", times, 5, "s", most=3)
    measured("first visit, over the wire", sizes, 3, "MB", most=1.2)
