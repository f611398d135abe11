"""One visual code everywhere: an observed symbol is a colour with its letter, a hidden state is a solid or hatched outline,
a probability is the length of a bar on a common axis and never a colour alone.

The colours are Okabe and Ito's, which colour-blind eyes tell apart; each has a variant for dark paper and, because some are
too pale to read, a darker (or lighter) one for text. They are CSS variables, so that changing between light and dark redraws
nothing: inside the app `data-theme` decides, in a notebook its theme or the system's preference.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# (bar and line, text) on light paper; then on dark paper
COLOURS = (
    (("#0072B2", "#0066A0"), ("#56B4E9", "#7CC6F0")),  # blue
    (("#E69F00", "#8A5A00"), ("#F0AE2E", "#F5BF57")),  # orange
    (("#009E73", "#00704F"), ("#2BC79B", "#4FD8B0")),  # green
    (("#CC79A7", "#A03D76"), ("#DE92BD", "#E9AFCF")),  # pink
    (("#D55E00", "#AD4B00"), ("#F5803E", "#FF9E66")),  # vermilion
    (("#56B4E9", "#1B6C9C"), ("#9AD0F5", "#B4DDF8")),  # sky
    (("#B8A800", "#6E6400"), ("#F0E442", "#F4EB72")),  # yellow, darkened on light paper
    (("#6B7280", "#565D69"), ("#A5ADBA", "#BAC1CC")),  # grey
)
WHITE_ON = (0, 7)  # on light paper white letters stand on these, dark ones on the rest
HATCHES = 4  # outlines: solid, hatched, level lines, dots; then again from the start, told apart by name

_LIGHT = {"ink": "#1d2330", "soft": "#5b6472", "paper": "#ffffff", "rule": "#c9ced6", "stub": "#8b93a0", "wash": ".07"}
_DARK = {"ink": "#eef1f6", "soft": "#a7b0be", "paper": "#0e1117", "rule": "#414957", "stub": "#7d8694", "wash": ".1"}


def _variables(dark: bool) -> str:
    shades = [f"--{name}:{value}" for name, value in (_DARK if dark else _LIGHT).items()]
    for index, pair in enumerate(COLOURS):
        line, text = pair[dark]
        on = "#ffffff" if not dark and index in WHITE_ON else "#10131a"
        shades += [f"--c{index}:{line}", f"--t{index}:{text}", f"--o{index}:{on}"]
    return ";".join(shades)


STYLE = (
    f".lift{{{_variables(False)}}}"
    f"@media(prefers-color-scheme:dark){{.lift{{{_variables(True)}}}}}"
    f"[data-theme=light] .lift,[data-jp-theme-light=true] .lift{{{_variables(False)}}}"
    f"[data-theme=dark] .lift,[data-jp-theme-light=false] .lift{{{_variables(True)}}}"
    + "".join(
        f".lift .c{index}{{--c:var(--c{index});--t:var(--t{index});--o:var(--o{index})}}"
        for index in range(len(COLOURS))
    )
    + ".lift{color:var(--ink);font-family:var(--st-font,'Source Sans','Source Sans 3','Source Sans Pro',system-ui,"
    "'Segoe UI',Roboto,'Helvetica Neue',sans-serif);font-size:15px;--c:var(--ink);--t:var(--ink)}"
    ".lift text{fill:var(--ink)}.lift .on{fill:var(--o)}.lift .m{font-family:var(--st-code-font,'Source Code Pro',ui-monospace,Menlo,"
    "'DejaVu Sans Mono',monospace)}"
    ".lift .soft,.lift .soft text{fill:var(--soft)}.lift .end{text-anchor:end}.lift .mid{text-anchor:middle}"
    ".lift .it{font-style:italic}.lift .b{font-weight:600}.lift tspan[class]{fill:var(--t)}"
)


@dataclass(frozen=True)
class Palette:
    """Which colour a symbol has and which outline a state has, by their order in the alphabets they come from."""

    symbols: tuple[str, ...]
    states: tuple[str, ...] = ()

    def colour(self, symbol: str) -> int:
        """The index of the symbol's colour class `c0` … `c7`; symbols beyond eight share colours and keep their letters."""
        return self.symbols.index(symbol) % len(COLOURS) if symbol in self.symbols else len(COLOURS) - 1

    def outline(self, state: str) -> int:
        """0 solid, 1 hatched, 2 level lines, 3 dots. One state alone needs no telling apart: solid."""
        return self.states.index(state) % HATCHES if state in self.states and len(self.states) > 1 else 0

    def patterns(self, symbols: Iterable[str]) -> str:
        """SVG `<defs>`: the hatches 1–3 in the colours of these symbols, as `url(#lift-<colour>-<outline>)`."""
        if len(self.states) < 2:
            return ""
        ground = '<rect width="9" height="9" fill="var(--c)" opacity=".28"/>'
        marks = (
            (7, ' patternTransform="rotate(45)"', '<rect width="3" height="7" fill="var(--c)"/>'),
            (6, "", '<rect width="6" height="2.4" fill="var(--c)"/>'),
            (6, "", '<circle cx="3" cy="3" r="1.6" fill="var(--c)"/>'),
        )
        out = [
            f'<pattern id="lift-{colour}-{outline}" class="c{colour}" width="{size}" height="{size}" '
            f'patternUnits="userSpaceOnUse"{turn}>{ground}{mark}</pattern>'
            for colour in sorted({self.colour(symbol) for symbol in symbols})
            for outline, (size, turn, mark) in enumerate(marks, 1)
        ]
        return f"<defs>{''.join(out)}</defs>"

    def hatch(self, symbol: str, outline: int) -> str:
        """What a bar for this symbol is filled with where the hidden state has this outline (not 0)."""
        return f"url(#lift-{self.colour(symbol)}-{outline})"


def palette(symbols: Sequence[str], states: Sequence[str] = ()) -> Palette:
    return Palette(tuple(symbols), tuple(states))
