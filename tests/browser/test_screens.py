"""Every page on a laptop, a projector, a tablet and a phone, light and dark: no sideways scrolling, nothing cut, no text over another."""

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Tab

PROJECTOR, TABLET = {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}
PAGES = ("", "projection", "lifting", "likelihood", "drift", "samplers", "lessons")
SIZES = {"desktop": DESKTOP, "projector": PROJECTOR, "tablet": TABLET, "phone": PHONE}

# Pairs of texts of a picture that lie over one another, and texts that reach over its edge. A line of text is lower than its box;
# texts that lie outside altogether belong to the other of two tapes.
CLASHES = """() => { const out = [];
const seen = (text) => text.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && text.textContent.trim();
const read = (text) => [...text.childNodes].filter((node) => node.nodeName !== 'title').map((node) => node.textContent).join('');
const box = (text) => { const { left, right, top, bottom } = text.getBoundingClientRect(), low = (bottom - top) * 0.24;
  return { left, right, top: top + low, bottom: bottom - low, words: read(text) }; };
const over = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top < b.bottom && b.top < a.bottom;
const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
for (const host of document.querySelectorAll('*')) for (const svg of host.shadowRoot?.querySelectorAll('.canvas svg.lift') ?? []) {
  const frame = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll('text')].filter(seen).map(box).filter((a) => over(a, frame));
  boxes.forEach((a, i) => {
    if (!within(a, frame)) out.push(`cut: ${a.words}`);
    for (const b of boxes.slice(i + 1)) if (over(a, b)) out.push(`${a.words} over ${b.words}`);
  });
}
return out; }"""


# The first picture is as wide as its place, once that has been measured.
FITTED = """() => { for (const host of document.querySelectorAll('*')) {
  const svg = host.shadowRoot?.querySelector('.canvas svg.lift');
  if (svg?.clientWidth) return svg.viewBox.baseVal.width - svg.parentNode.clientWidth < 60;
} }"""


def still(tab: Tab, path: str) -> Tab:
    """A page whose picture does not play, as the Start page would, and has found its size."""
    tab.open(path, **({"step": "4"} if path == "" else {}))
    if path not in ("projection", "lessons"):
        tab.page.wait_for_function(FITTED)
    return tab.settle()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SIZES)
def test_every_page_fits(tabs, screen, dark):
    tab = tabs(SIZES[screen], dark)
    for path in PAGES:
        still(tab, path).shot(f"screen-{path or 'start'}-{screen}-{'dark' if dark else 'light'}")
        wide = tab.page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide[0] <= wide[1], f"{path}: the page is {wide[0]} wide, the screen {wide[1]}"
        assert not tab.page.evaluate(CLASHES), path
        picture = tab.page.locator(".figure .canvas:visible, .st-key-diagram").first
        if path == "lessons":
            continue
        box = picture.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= SIZES[screen]["width"], path


def test_on_a_phone_picture_and_bar_show_without_scrolling(tabs):
    tab = tabs(PHONE)
    for path in PAGES[:-1]:
        still(tab, path)
        top = tab.page.locator(".figure .canvas:visible, .st-key-diagram").first.bounding_box()
        assert top is not None and top["y"] <= 110, f"{path}: {top}"
        bar = tab.page.locator(".figure .bar.anchored, .st-key-tape").first.bounding_box()
        assert bar is not None and bar["y"] > top["y"] + 200 and bar["y"] + bar["height"] <= PHONE["height"] + 1, (
            f"{path}: {bar}"
        )
