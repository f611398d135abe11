"""The two marks that the triangle is made of: a text and a rectangle, as SVG."""

from lift_core.plots.drawing import escape, number


def text(x: float, y: float, words: str, size: float, kind: str = "", more: str = "") -> str:
    """Words in the middle of height y, whatever their letters; `more` are further attributes.

    >>> text(10, 20, "a<b", 14, "soft end")
    '<text class="soft end" x="10" y="20" dy=".35em" font-size="14">a&lt;b</text>'
    """
    return marked(x, y, escape(words), size, kind, more)


def marked(x: float, y: float, markup: str, size: float, kind: str = "", more: str = "") -> str:
    """The same with markup inside."""
    named, extra = (f' class="{kind}"' if kind else ""), (f" {more}" if more else "")
    return f'<text{named} x="{number(x)}" y="{number(y)}" dy=".35em" font-size="{number(size)}"{extra}>{markup}</text>'


def box(x: float, y: float, width: float, height: float, kind: str, round_by: float = 0, more: str = "") -> str:
    """A rectangle; `more` are further attributes.

    >>> box(1, 2, 30, 4.5, "track")
    '<rect class="track" x="1" y="2" width="30" height="4.5"/>'
    """
    corners = f' rx="{number(round_by)}"' if round_by else ""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect class="{kind}" {place}{corners}{f" {more}" if more else ""}/>'
