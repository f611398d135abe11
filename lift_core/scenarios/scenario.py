"""A scenario, `lift-scenario/1`: a projection, a latent model, an observation, and how they are looked at.

It is a value: checked when it is built, changed by making another. Its parts stay in the form of their files
(`lift-projection/1` or the name of a gallery entry; `lift-model/1`, whose weights may name knobs); the objects that compute
are built from these texts once, and equal scenarios share them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from lift_core.documents import read_json, refuse_other_fields
from lift_core.errors import FormatError
from lift_core.model.files import load_model
from lift_core.projected.projected import Projected
from lift_core.projection import gallery
from lift_core.projection.files import load_projection
from lift_core.scenarios.defaults import first_observation, uniform_model
from lift_core.scenarios.knobs import Knob, dump_knobs, read_knobs, substituted
from lift_core.scenarios.link import checked_view, read_link, write_link
from lift_core.sequences import String, as_string

FORMAT = "lift-scenario/1"
FIELDS = ("format", "name", "title", "story", "hidden", "projection", "model", "observation", "seed", "knobs", "view")
LONGEST_TEXT = 1000
UNNAMED, OWN_TITLE, OWN_STORY = "untitled", "Your own projection", "A projection of your own."
CONFIGURATIONS_LIMIT = 10_000  # of a scenario's distribution: a page answers within seconds
LARGEST_FILE = 5_000_000
LARGEST_PARAMETER = 64


@dataclass(frozen=True)
class Scenario:
    """Everything a page shows. `story` tells it in a sentence, `hidden` names what is not seen.

    Raises LiftError, of the kind of the mistake, when a part is broken or the parts do not fit together.
    """

    name: str
    projection_source: Mapping[str, Any]
    model_source: Mapping[str, Any]
    observation: String
    title: str = ""
    story: str = ""
    hidden: str = ""
    seed: int = 7
    knobs: tuple[Knob, ...] = ()
    view: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        def put(attribute: str, value: object) -> None:
            object.__setattr__(self, attribute, value)

        for name in ("name", "title", "story", "hidden"):
            text = getattr(self, name)
            if not isinstance(text, str) or len(text) > LONGEST_TEXT:
                raise FormatError(
                    f"{name} is {str(text)[:40]!r}; needed a text of at most {LONGEST_TEXT} characters", name
                )
        if not isinstance(self.seed, int) or isinstance(self.seed, bool) or not 0 <= self.seed < 2**63:
            raise FormatError(f"seed is {str(self.seed)[:40]!r}; needed a whole number from 0 to 2^63 - 1", "seed")
        put("title", self.title or self.name)
        put("knobs", tuple(self.knobs))
        put("view", checked_view(self.view))
        put("projection_source", _plain(self.projection_source, "projection"))
        put("model_source", _plain(self.model_source, "model"))
        put("observation", as_string(self.observation, self.projection.observable))
        _model(self._model_text, _text(self.projection_source))  # raises where no model can be made

    @property
    def projection(self) -> Any:
        """The projection; equal sources give the same object."""
        return _projection(_text(self.projection_source))

    @property
    def model(self) -> Any:
        """The latent model at the knobs' values."""
        return _model(self._model_text, _text(self.projection_source))

    def projected(self) -> Projected:
        """The projected distribution. Raises NotClosed where liftings would be infinite."""
        return _projected(self._model_text, _text(self.projection_source))

    @cached_property
    def _model_text(self) -> str:
        return _text(substituted(self.model_source, {knob.name: knob.value for knob in self.knobs}))

    @cached_property
    def key(self) -> str:
        """A text that is equal for two scenarios iff every number computed from them is."""
        return _text([self.projection_source, self._model_text, list(self.observation), self.seed])

    def __hash__(self) -> int:
        return hash(self.key)

    def dump(self) -> dict[str, Any]:
        """The dict of the file form; load_scenario reads it back."""
        return {
            "format": FORMAT,
            "name": self.name,
            "title": self.title,
            "story": self.story,
            "hidden": self.hidden,
            "projection": json.loads(_text(self.projection_source)),
            "model": json.loads(_text(self.model_source)),
            "observation": list(self.observation),
            "seed": self.seed,
            "knobs": dump_knobs(self.knobs),
            "view": dict(self.view),
        }

    def save(self, path: str | Path) -> None:
        """Write the file form; load_scenario reads it back. Raises FormatError where no file can be written."""
        try:
            Path(path).write_text(json.dumps(self.dump(), indent=1, ensure_ascii=False), encoding="utf-8")
        except (OSError, ValueError, TypeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise FormatError(
                f"cannot write the scenario to {str(path)[:120]!r}: {why}. Give the path of a file in a folder that exists."
            ) from None

    def link(self, base: str = "") -> str:
        """The address that opens the app at `base` on this scenario. Raises LimitExceeded when it is too large for one."""
        return write_link(self.dump(), base)


def load_scenario(source: Any) -> Scenario:
    """A scenario from a path, JSON text, dict or link. A projection alone is opened with equal weights.

    Raises FormatError for a broken or foreign file or link; otherwise what is wrong with its parts.
    """
    if isinstance(source, Mapping):
        return _from_dict(dict(source))
    if isinstance(source, Path):
        return _from_json(_read(source))
    if not isinstance(source, str):
        raise FormatError(f"got a {type(source).__name__}; needed a path, JSON text, dict or link")
    text = source.strip()
    if not text:
        raise FormatError("got an empty text; needed a path, JSON text, dict or link")
    if text.startswith(("{", "[")):
        return _from_json(text)
    if "?" in text or "://" in text:
        return _from_dict({"format": FORMAT} | read_link(text))
    return _from_json(_read(Path(text)))


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise FormatError(f"{path.name!r} is larger than {LARGEST_FILE // 1_000_000} MB; needed a scenario's file")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise FormatError(
            f"cannot read {str(path)[:120]!r} ({type(error).__name__}); needed a path, JSON text or link"
        ) from error


def _from_json(text: str) -> Scenario:
    if len(text) > LARGEST_FILE:
        raise FormatError(
            f"the scenario's text is larger than {LARGEST_FILE // 1_000_000} MB; needed a scenario's file"
        )
    data = read_json(text, "the scenario's text")
    if not isinstance(data, dict):
        raise FormatError(f'needed a JSON object with "format": "{FORMAT}"', "format")
    return _from_dict(data)


def _from_dict(data: dict[str, Any]) -> Scenario:
    kind = data.get("format", FORMAT)
    if kind == "lift-projection/1":
        return alone(data)
    if kind != FORMAT:
        raise FormatError(f"format is {str(kind)[:40]!r}; this reads {FORMAT!r} and 'lift-projection/1'", "format")
    refuse_other_fields(data, FIELDS, "scenario")
    for name, kinds in (
        ("projection", Mapping),
        ("model", Mapping),
        ("observation", (list, tuple, str)),
        ("view", Mapping),
    ):
        if name not in data and name != "view":
            raise FormatError(
                f"the field {name!r} is missing; needed the fields projection, model and observation", name
            )
        if not isinstance(data.get(name, {}), kinds):
            raise FormatError(
                f"the field {name!r} is {str(data[name])[:40]!r}; needed a {'text or list' if name == 'observation' else 'JSON object'}",
                name,
            )
    return Scenario(
        name=data.get("name", "") or data["projection"].get("name", "") or UNNAMED,
        title=data.get("title", ""),
        story=data.get("story", ""),
        hidden=data.get("hidden", ""),
        projection_source=data["projection"],
        model_source=data["model"],
        observation=tuple(data["observation"]),
        seed=data.get("seed", 7),
        knobs=read_knobs(data.get("knobs", [])),
        view=data.get("view", {}),
    )


def alone(projection: Mapping[str, Any]) -> Scenario:
    """A scenario around a projection in `lift-projection/1`: equal weights, and the first symbols of a seeded run."""
    built = build_projection(projection)
    return Scenario(
        name=built.name or UNNAMED,
        title=built.name or OWN_TITLE,
        story="A projection of your own, with equal weights for all tokens.",
        projection_source=projection,
        model_source=uniform_model(built),
        observation=first_observation(built),
    )


def build_projection(source: Mapping[str, Any]) -> Any:
    """The projection of a source: `lift-projection/1`, or {"gallery": name, "parameters": {...}}."""
    return _projection(_text(_plain(source, "projection")))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(source: Any, what: str) -> dict[str, Any]:
    """A copy in which only JSON is left, so that nobody else can change it."""
    if not isinstance(source, Mapping):
        raise FormatError(
            f"{what} is {str(source)[:40]!r}; needed a JSON object, such as lift_core.dump_{what} makes of a {what}",
            what,
        )
    try:
        return json.loads(_text(dict(source)))
    except (TypeError, ValueError, RecursionError):
        raise FormatError(
            f"{what} holds something that JSON cannot; needed texts, numbers, lists and objects", what
        ) from None


@lru_cache(maxsize=64)
def _projection(text: str) -> Any:
    source = json.loads(text)
    if "gallery" not in source:
        return load_projection(source)
    name, parameters = source["gallery"], source.get("parameters", {})
    if not isinstance(name, str) or not isinstance(parameters, dict) or set(source) - {"gallery", "parameters"}:
        raise FormatError(
            'projection: needed {"gallery": name, "parameters": {...}} or a lift-projection/1', "projection"
        )
    _modest(name, parameters)
    return gallery.build(name, **parameters)


def _modest(name: str, parameters: Mapping[str, Any]) -> None:
    """Raise FormatError for parameters from which a few characters would make a machine too large to build at once."""
    for parameter, value in parameters.items():
        size = value if isinstance(value, int) else len(value) if hasattr(value, "__len__") else 0
        if size > LARGEST_PARAMETER:
            raise FormatError(
                f"projection: {name}'s {parameter} is larger than {LARGEST_PARAMETER}; give the machine itself as lift-projection/1",
                parameter,
            )
    if (
        name == "backspace"
        and isinstance(pending := parameters.get("pending"), int)
        and len(parameters.get("observable", "ab")) ** pending > 1024
    ):
        raise FormatError(
            "projection: backspace would have thousands of states; needed fewer symbols or fewer pending", "pending"
        )


@lru_cache(maxsize=64)
def _model(text: str, projection: str) -> Any:
    return load_model(json.loads(text), _projection(projection))


@lru_cache(maxsize=32)
def _projected(text: str, projection: str) -> Projected:
    return Projected(_projection(projection), _model(text, projection), CONFIGURATIONS_LIMIT)
