"""Components in JavaScript whose script the browser asks for once. What travels at every run of a page is a line that imports it,
and not the script itself, a fifth of the message."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from lift_core.plots.palette import STYLE
from ui import serving

ASSETS = Path(__file__).parent / "assets"

LOADER = """const {{ default: draw, style }} = await import(new URL(".{path}", document.baseURI));
const styled = new WeakSet();
export default (component) => {{
  const root = component.parentElement;
  if (!styled.has(root)) {{
    styled.add(root);
    root.prepend(Object.assign(document.createElement("style"), {{ textContent: style }}));
  }}
  return draw(component);
}};
"""


def scripted(name: str, scripts: Sequence[str], styles: Sequence[str], isolate_styles: bool = True) -> Any:
    """A component made of files of `assets`, each script using those before it; where it has styles of its own, that of the
    drawings stands before them."""
    script = "\n".join((ASSETS / f"{part}.js").read_text(encoding="utf-8") for part in scripts)
    style = STYLE * bool(styles) + "".join((ASSETS / f"{part}.css").read_text(encoding="utf-8") for part in styles)
    path = serving.keep(name, f"{script}\nexport const style = {json.dumps(style)};\n")
    return component(f"lift_{name}", js=LOADER.format(path=path), isolate_styles=isolate_styles)
