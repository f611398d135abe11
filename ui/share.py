"""The link for a class: this machine's address in its network, a QR code of it, and `seed=auto`, which gives each phone its own seed.

The address is LIFT_PUBLIC_URL where that is set (`tasks.py app --public-url URL`), else the one by which the page was opened,
else the one that the server says it has. An address that only this machine can open is refused.
"""

import ipaddress
import os
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from lift_core.errors import FormatError, LiftError, LimitExceeded
from ui import address, state

MOST_SCANNED = 1_200  # characters; phones read denser codes only from close by
PERSONAL = {"mode", "lesson", "at", "seed", "own", "mine", "again"}  # of the one who shares, not of those who open
REMEDY = (
    "Phones cannot open an address that only this machine knows. Stop the app and start it with "
    "`python3 tasks.py app --address 0.0.0.0`; behind a server of your own, with `--public-url https://…`."
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
    here = urlsplit(opened)
    if here.hostname and not only_here(here.hostname):
        return f"{here.scheme}://{here.netloc}{here.path.rsplit('/', 1)[0]}"
    if bound in ("0.0.0.0", "::") and own and not only_here(own):
        return f"http://{own}:{port}"
    raise FormatError(REMEDY)


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


def class_link(page: str) -> str:
    """The link that opens what is seen, each time with a seed of its own. Raises LiftError."""
    where = base(
        st.context.url or "",
        os.environ.get("LIFT_PUBLIC_URL", ""),
        st.get_option("server.address") or "",
        st.get_option("browser.serverAddress") or "",
        st.get_option("server.port"),
    )
    code = address.code(state.scenario())
    if code is None:
        raise LimitExceeded("This scenario is too large for a link. Share it as a file.", MOST_SCANNED)
    view = {key: value for key, value in state.view().values.items() if key not in PERSONAL}
    return f"{where}/{page}?{urlencode({'s': code, **view, 'seed': 'auto'})}"


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


@st.dialog("Link for the class", width="large")
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
            st.image(qr(link), width="stretch")
        except LimitExceeded as error:
            st.warning(str(error))
    with right:
        st.markdown("Everybody opens this page on a phone, **each with a seed of their own**, shown large.")
        st.code(link, language=None, wrap_lines=True)
        st.markdown(CANNOT_CONNECT)
