"""The link for a class: this machine's address in its network, a QR code of it, `seed=auto`, which gives each phone its own seed,
and, where answers are collected, the room to which phones send them.

The address is LIFT_PUBLIC_URL where that is set (`tasks.py app --public-url URL`), else the one by which the page was opened,
else the one that the server says it has. An address that only this machine can open is refused.
"""

import ipaddress
import os
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from lift_core.errors import FormatError, LiftError, LimitExceeded
from ui import address, state, tally, tally_wall
from ui.notice import plain

MOST_SCANNED = 1_200  # characters; phones read denser codes only from close by
PERSONAL = {
    "mode",
    "lesson",
    "at",
    "seed",
    "own",
    "mine",
    "again",
    *tally.KEYS,
}  # of the one who shares, not of those who open
REMEDY = (
    "Phones cannot open an address that only this machine knows. Stop the app and start it with "
    "`python3 tasks.py app --address 0.0.0.0 --port {port}`; behind a server of your own, with `--public-url https://…`."
)
CANNOT_CONNECT = (
    "**If phones cannot connect:** they must be in the same network as this machine (the same Wi-Fi, not mobile data). "
    "Guest networks often keep devices apart: open a hotspot on a phone and put this machine and the class into it. "
    "A firewall may ask once whether Python may accept connections: allow it. Try the address on one phone first. "
    "Where nothing helps, put the app on a server and start it there with `--public-url`."
)


def base(opened: str, public: str, bound: str, own: str, port: int) -> str:
    """The address for phones. Raises FormatError where there is none.

    >>> base("http://localhost:8501/lifting", "", "0.0.0.0", "192.168.0.7", 8501)
    'http://192.168.0.7:8501'
    >>> base("http://localhost:8501", "https://lift.example.org/app/", "localhost", "", 8501)
    'https://lift.example.org/app'
    """
    if public:
        parts = urlsplit(public)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise FormatError(f"LIFT_PUBLIC_URL is {public[:80]!r}; needed an address such as https://host/path")
        return public.rstrip("/")
    host = urlsplit(opened).hostname
    if host and not only_here(host):
        return folder(opened)
    if bound in ("0.0.0.0", "::") and own and not only_here(own):
        return f"http://{own}:{port}"
    raise FormatError(REMEDY.format(port=urlsplit(opened).port or port))


def folder(opened: str) -> str:
    """Where the app is that was opened by this address: the address without its page.

    >>> folder("http://localhost:8501/lifting"), folder("https://a.org/x/lifting"), folder("")
    ('http://localhost:8501', 'https://a.org/x', '')
    """
    here = urlsplit(opened)
    return f"{here.scheme}://{here.netloc}{here.path.rpartition('/')[0]}" if here.netloc else ""


def only_here(host: str) -> bool:
    """Whether only this machine can open the host.

    >>> only_here("localhost"), only_here("127.0.0.1"), only_here("::1"), only_here("10.0.0.4"), only_here("0.0.0.0")
    (True, True, True, False, True)
    """
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host.split(".")[-1] == "localhost"
    return found.is_loopback or found.is_unspecified


def where() -> str:
    """The address by which others reach this app. Raises FormatError where there is none."""
    return base(
        st.context.url or "",
        os.environ.get("LIFT_PUBLIC_URL", ""),
        st.get_option("server.address") or "",
        st.get_option("browser.serverAddress") or "",
        st.get_option("server.port"),
    )


def link(page: str) -> str | None:
    """The whole link of what is seen, for others where they can open it; None when the scenario is too large for one."""
    try:
        return address.shared(page, where())
    except FormatError:
        return address.shared(page, folder(st.context.url or ""))


def class_link(page: str) -> str:
    """The link that opens what is seen, each time with a seed of its own, and in the room of this wall. Raises LiftError."""
    code = address.code(state.scenario())
    if code is None:
        raise LimitExceeded("This scenario is too large for a link. Share it as a file.", MOST_SCANNED)
    view = {key: value for key, value in state.view().values.items() if key not in PERSONAL}
    if collecting():
        view[tally.ROOM] = state.view().get(tally.ROOM)
        page = page if page in tally_wall.PAGES else "likelihood"
    return f"{where()}/{page}?{urlencode({'s': code, **view, 'seed': 'auto'})}"


def qr(link: str) -> str:
    """The QR code as SVG, black on white whatever the theme. Raises LimitExceeded for a link that phones cannot scan."""
    if len(link) > MOST_SCANNED:
        raise LimitExceeded(
            f"The link has {len(link):,} characters; phones scan codes of at most about {MOST_SCANNED:,}. "
            "Send it as text, or put the class on a card of the gallery.",
            MOST_SCANNED,
        )
    made = segno.make(link, error="l", micro=False)
    return made.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, title="QR code of the link for the class"
    )


def collecting() -> bool:
    """Whether this session has a room of its own open."""
    return tally_wall.owned(state.view().get(tally.ROOM), state.view().get(tally.WALL))


@st.dialog("Link for the class", width="large", on_dismiss="rerun")
def show(page: str) -> None:
    """The code large, the address to type, and what to do when phones cannot connect; or why there is no such link."""
    try:
        link = class_link(page)
    except LiftError as error:
        st.warning(str(error))
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        try:
            st.image(qr(link), width="stretch", alt="QR code of the link")
        except LimitExceeded as error:
            st.warning(str(error))
    with right:
        st.markdown("Everybody opens this page on a phone, **each with a seed of their own**, shown large.")
        st.code(link, language=None, wrap_lines=True)
        _collect()
        st.markdown(CANNOT_CONNECT)


def _collect() -> None:
    """The switch that opens a room, and what the phones are asked for."""
    st.session_state["class-collect"] = collecting()
    st.toggle(
        "Collect answers on the wall",
        key="class-collect",
        help=f"Phones can send one number each, at most {tally.MOST_ANSWERS}, for two hours. Nothing is kept but the numbers.",
        on_change=_switch,
    )
    if said := st.session_state.pop(tally_wall.SAID, None):
        st.warning(plain(said))
    if not collecting():
        return
    st.session_state["class-asks"] = tally.ROOMS.find(state.view().get(tally.ROOM)).asks
    st.segmented_control(
        "Each phone sends",
        tally.ASKS,
        key="class-asks",
        format_func=lambda asks: tally.WORDS[asks],
        required=True,
        on_change=lambda: tally_wall.ask(st.session_state["class-asks"]),
        help="Another choice clears the wall.",
    )
    st.caption(
        "The wall is over Start, Likelihood and Samplers when you close this."
        + ("" if state.view().hide else " Hide exact values first, if the class is to guess.")
    )


def _switch() -> None:
    if not st.session_state["class-collect"]:
        tally_wall.close_room()
        return
    try:
        tally_wall.open_room()
    except LiftError as error:
        st.session_state[tally_wall.SAID] = str(error)
