"""Edits: functions from a scenario to the edited scenario. Each raises a LiftError that says what is wrong, and changes nothing."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from typing import Any

from lift_core.errors import FormatError
from lift_core.projection.files import dump_projection
from lift_core.scenarios.cards import CARDS
from lift_core.scenarios.knobs import substituted
from lift_core.scenarios.scenario import OWN_STORY, OWN_TITLE, UNNAMED, Scenario, build_projection
from lift_core.sequences import Typed, as_string


def with_observation(scenario: Scenario, x: Typed) -> Scenario:
    """Another observation; symbols are checked."""
    return replace(scenario, observation=as_string(x, scenario.projection.observable))


def with_seed(scenario: Scenario, seed: int) -> Scenario:
    """Another seed."""
    return replace(scenario, seed=seed)


def with_view(scenario: Scenario, **changes: object) -> Scenario:
    """Another way of looking at it; None removes a name, True is written 1, and False removes."""
    merged = {**scenario.view, **{key: "1" if value is True else value for key, value in changes.items()}}
    return replace(
        scenario, view={key: value for key, value in merged.items() if value is not None and value is not False}
    )


def with_knob(scenario: Scenario, name: str, value: Fraction) -> Scenario:
    """One knob turned."""
    if name not in {knob.name for knob in scenario.knobs}:
        raise FormatError(
            f"there is no knob {name!r}; the knobs are {', '.join(knob.name for knob in scenario.knobs) or '(none)'}",
            "knobs",
        )
    return replace(scenario, knobs=tuple(knob.at(value) if knob.name == name else knob for knob in scenario.knobs))


def detached(scenario: Scenario) -> Scenario:
    """The same numbers with the knobs' values written into the weights, and no knobs."""
    values = {knob.name: knob.value for knob in scenario.knobs}
    return replace(scenario, model_source=substituted(scenario.model_source, values), knobs=())


def with_model(scenario: Scenario, model: Mapping[str, Any]) -> Scenario:
    """Another model, in `lift-model/1`. Its weights are numbers, so that the knobs are detached."""
    return replace(scenario, model_source=model, knobs=())


def with_projection(scenario: Scenario, projection: Any) -> Scenario:
    """Another projection (or its dict), to which weights and observation are fitted.

    Weights of tokens that are gone are dropped, new tokens get weight 1, and the observation ends before the first symbol
    that is gone.
    """
    source = projection if isinstance(projection, Mapping) else dump_projection(projection)
    latent, observable = (build_projection(source).latent, build_projection(source).observable)
    kept = tuple(takewhile(observable.__contains__, scenario.observation))
    if set(latent) == set(scenario.projection.latent):
        return replace(scenario, projection_source=source, observation=kept)
    model = _fitted(detached(scenario).model_source, latent)
    return replace(scenario, projection_source=source, observation=kept, model_source=model, knobs=())


def with_own_projection(scenario: Scenario, projection: Any) -> Scenario:
    """As with_projection; one of another name takes the scenario's name and title, and the story that was told is gone.

    A scenario is never named like a card that it is not.
    """
    after = with_projection(scenario, projection)
    name = after.projection.name.strip()
    if name == scenario.projection.name.strip():
        return after
    own = f"{name} (own)" if name in CARDS else name or UNNAMED
    return replace(after, name=own, title=name or OWN_TITLE, story=OWN_STORY, hidden="")


def _fitted(model: Mapping[str, Any], latent: tuple[str, ...]) -> dict[str, Any]:
    """A model's dict for another latent alphabet. Raises FormatError for a kind that cannot be fitted."""
    kind, alphabet = model.get("kind"), set(latent)
    if kind == "forgetful":
        return {**model, "model": _fitted(model["model"], latent)}
    if kind == "generic":
        return {**model, "latent": list(latent)}
    if kind != "markov":
        raise FormatError(
            f"a {kind} model cannot follow a change of the latent alphabet; give the model first as Markov weights",
            "model",
        )
    named = {token for _, row in model["weights"] for token in row}
    new = [token for token in latent if token not in named]
    rows = [(context, row) for context, row in model["weights"] if set(context) <= alphabet]
    fitted = [
        [context, {t: w for t, w in row.items() if t in alphabet} | dict.fromkeys(new, "1")] for context, row in rows
    ]
    contexts = [context for context, _ in rows]
    if model["order"] > 0:
        fitted += [[[token], dict.fromkeys(latent, "1")] for token in new if [token] not in contexts]
    return {**model, "weights": fitted}


def edited(scenario: Scenario) -> bool:
    """Whether the machine or the weights are no longer those of the card the scenario was opened from."""
    card = CARDS.get(scenario.name)
    return card is not None and (
        scenario.projection_source != card["projection"] or scenario.model_source != card["model"]
    )


def lost_knobs(scenario: Scenario) -> bool:
    """Whether the card's knobs were detached."""
    return not scenario.knobs and bool(CARDS.get(scenario.name, {}).get("knobs"))
