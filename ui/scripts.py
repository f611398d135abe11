"""Components in JavaScript whose script the browser asks for once. What travels at every run of a page is a line that imports it,
and not the script itself, a fifth of the message.

Their data travel as the bytes of a JSON text: of a mapping, Streamlit would write the text twice, the second time with its keys
in order, to tell an unnamed component from another; ours are named by their keys.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from streamlit.components.v2 import component

from lift_core.plots.palette import STYLE
from ui import serving

ASSETS = Path(__file__).parent / "assets"

LOADER = """const {{ default: draw, style }} = await import(new URL(".{path}", document.baseURI));
const styled = new WeakSet(), letters = new TextDecoder();
export default (component) => {{
  const root = component.parentElement;
  if (!styled.has(root)) {{
    styled.add(root);
    root.prepend(Object.assign(document.createElement("style"), {{ textContent: style }}));
  }}
  return draw({{ ...component, data: JSON.parse(letters.decode(component.data)) }});
}};
"""


def scripted(
    name: str, scripts: Sequence[str], styles: Sequence[str], isolate_styles: bool = True
) -> Callable[..., Any]:
    """A component made of files of `assets`, each script using those before it; where it has styles of its own, that of the
    drawings stands before them. Call it with `key`, `data` and the callbacks."""
    script = "\n".join((ASSETS / f"{part}.js").read_text(encoding="utf-8") for part in scripts)
    style = STYLE * bool(styles) + "".join((ASSETS / f"{part}.css").read_text(encoding="utf-8") for part in styles)
    path = serving.keep(name, f"{script}\nexport const style = {json.dumps(style)};\n")
    mount = component(f"lift_{name}", js=LOADER.format(path=path), isolate_styles=isolate_styles)

    def shown(*, key: str, data: Mapping[str, Any], **callbacks: Any) -> Any:
        return mount(key=key, data=json.dumps(data).encode(), **callbacks)

    return shown


def whole(value: object) -> int:
    """A whole number, 0 or more, that a browser sent; 0 for anything else."""
    return value if isinstance(value, int) and value > 0 else 0
