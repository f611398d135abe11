"""Whatever a lesson, a link or a file says, no page shows an image of another host: it would tell that host who reads."""

import re

import pytest

from lift_core.scenarios.scenario import load_scenario
from tests.pages.harness import PAGES, assert_calm, open_page
from ui.glossary import without_images

AWAY = "![{}](https://example.invalid/x.png)"
A, B = AWAY.format("a"), AWAY.format("b")
HOSTILE = load_scenario(
    {
        "name": AWAY.format("n"),
        "title": AWAY.format("t"),
        "story": AWAY.format("s"),
        "hidden": AWAY.format("h"),
        "projection": {
            "format": "lift-projection/1",
            "name": AWAY.format("p"),
            "latent": [A, B, "~"],
            "observable": [A, B],
            "start": AWAY.format("q"),
            "arcs": [
                [AWAY.format("q"), A, AWAY.format("q"), [A]],
                [AWAY.format("q"), B, AWAY.format("r"), [B]],
                [AWAY.format("r"), "~", AWAY.format("q"), []],
                [AWAY.format("u"), A, AWAY.format("q"), [A]],
            ],
        },
        "model": {
            "format": "lift-model/1",
            "kind": "markov",
            "order": 0,
            "weights": [[[], {A: "2", B: "1", "~": "1"}]],
        },
        "observation": [A, B, A],
    }
)
IMAGE = re.compile(r"(?<!\\)!\[")
ALSO_MARKDOWN = ("label", "help")


def shown(at) -> list[str]:
    """The texts of a page that are read as Markdown, without what stands in them as code."""
    kinds = (at.markdown, at.caption, at.error, at.warning, at.info)
    texts = [element.value for kind in kinds for element in kind]
    for kind in (
        at.button,
        at.text_input,
        at.text_area,
        at.toggle,
        at.expander,
        at.metric,
        at.selectbox,
        at.get("popover"),
    ):
        texts += [str(getattr(element.proto, name, "")) for element in kind for name in ALSO_MARKDOWN]
    return [re.sub(r"`[^`]*`", "", text) for text in texts]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_shows_an_image_that_a_scenario_names(page):
    at = assert_calm(open_page(page, HOSTILE))
    assert any(shown(at)) and not [text for text in shown(at) if IMAGE.search(text)]


@pytest.mark.parametrize(
    "text",
    [
        "![a](https://h/x.png)",
        '![a](<https://h/x y.png> "title")',
        "![a [b [c]]](https://h/x.png)",
        "![a][r]\n\n[r]: https://h/x.png",
        "![r][]\n\n[r]: https://h/x.png",
        "![r]\n\n[r]: https://h/x.png",
        "[![a](https://h/x.png)](https://h)",
        "!!![a](https://h/x.png)",
        "\\![a](https://h/x.png)",
        "`unclosed ![a](https://h/x.png)",
        "![\n](https://h/x.png)",
    ],
)
def test_an_image_of_any_form_is_a_link(text):
    """No image begins otherwise than with `![`."""
    assert "![" not in without_images(text) and "h/x" in without_images(text)
