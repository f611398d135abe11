"""The rows of the picture: for each sampler its forty runs, its exact χ², its place and its cost, step by step."""

from dataclasses import replace
from functools import partial
from typing import Any

from lift_core.plots.dots import Run
from lift_core.plots.dots_rows import DotRow
from lift_core.scenarios.scenario import Scenario
from ui.compute import Answer, Problem
from ui.likelihood_samplers import draws_for
from ui.samplers_progress import Step, worked
from ui.samplers_runs import FORTY, SMC, WITHOUT, Kind, Particles, cost, divergence, measured, name_of, place, runs
from ui.samplers_view import Looked

AT_ONCE = {SMC: 400, WITHOUT: 60}  # draws of one step, about; others 6,000

MOST_DISTINCT = 20_000  # n·|x| for which different strings are drawn: about a second a run


def too_many(scenario: Scenario, key: str, n: int) -> str:
    """Why runs of that size are not made; empty where they are."""
    if key == WITHOUT and n * len(scenario.observation) > MOST_DISTINCT:
        return (
            f"not drawn here: n times the length of x is above {MOST_DISTINCT:,}, which takes too long for forty runs"
        )
    return ""


def run_steps(scenario: Scenario, key: str, how: Particles, n: int, first: int, number: int = FORTY) -> list[Step]:
    """The runs with consecutive seeds in steps of about a tenth of a second."""
    size = min(max(AT_ONCE.get(key, 6_000) // n, 1), number)
    how = how if key in (SMC, WITHOUT) else Particles()
    return [
        Step(
            f"{scenario.key}|{key}|{how}|{n}|{seed}|{size}",
            partial(runs, scenario, key, how, n, seed, min(size, first + number - seed)),
        )
        for seed in range(first, first + number, size)
    ]


def gathered(steps: list[Step], answers: dict[str, Answer[Any]]) -> tuple[tuple[Run, ...], Problem | None]:
    """The runs of these steps that are there, and the first problem."""
    found = [answers[step.name] for step in steps if step.name in answers]
    fault = next((answer.problem for answer in found if answer.problem), None)
    return tuple(run for answer in found if not answer.problem for run in answer.value), fault


def rows(scenario: Scenario, offered: tuple[Kind, ...], seen: Looked) -> tuple[DotRow, ...]:
    """A row for every chosen sampler, in the order of the list. `scenario` without a seed of its own."""
    chosen = [
        kind if kind.reason else replace(kind, reason=too_many(scenario, kind.key, seen.n))
        for kind in offered
        if kind.key in seen.keys
    ]
    steps: dict[str, list[Step]] = {}
    for kind in chosen:
        if not kind.reason:
            steps[kind.key] = run_steps(scenario, kind.key, seen.how, seen.n, seen.first)
            steps[kind.key] += _known_steps(scenario, kind.key, seen.how)
    answers = worked("forty", [step for several in steps.values() for step in several], "steps of forty estimates each")
    return tuple(_row(kind, steps.get(kind.key, []), answers, seen) for kind in chosen)


def _known_steps(scenario: Scenario, key: str, how: Particles) -> list[Step]:
    base, kind = f"{scenario.key}|{key}|", f"{scenario.projection_source}|{scenario.observation}|{key}|"
    if key not in (SMC, WITHOUT):
        how = Particles()
    timing = Step(
        f"{kind}{how}|cost", partial(cost, scenario, key, how)
    )  # whatever the weights: once while a knob turns
    if key in (SMC, WITHOUT):
        return [timing]
    return [
        timing,
        Step(f"{base}chi2", partial(divergence, scenario, key)),
        Step(f"{base}place", partial(place, scenario, key)),
    ]


def _row(kind: Kind, steps: list[Step], answers: dict[str, Answer[Any]], seen: Looked) -> DotRow:
    if kind.reason:
        return DotRow(kind.key, kind.name, reason=kind.reason)
    told = {step.name.rpartition("|")[2]: answers.get(step.name) for step in steps}
    known = 1 if kind.key in (SMC, WITHOUT) else 3  # steps after the runs
    found, fault = gathered(steps[:-known], answers)
    if fault:
        return DotRow(kind.key, kind.name, reason=fault.message)
    if kind.key in (SMC, WITHOUT):
        return _population(kind, found, _value(answers.get(steps[-1].name)), seen.how)
    predicted = _value(told.get("chi2"))
    where, note = _value(told.get("place")) or ("", "")
    return DotRow(
        kind.key,
        kind.name,
        where,
        found,
        predicted,
        needed=None if predicted is None else draws_for(0.1, predicted),
        cost=_value(told.get("cost")),
        note=note,
    )


def mine_row(scenario: Scenario, kind: Kind, drawn: tuple[Run, ...]) -> DotRow:
    """What is known of a sampler whose draws are independent, with one person's runs."""
    predicted = divergence(scenario, kind.key).found
    where, note = place(scenario, kind.key).found or ("", "")
    needed = None if predicted is None else draws_for(0.1, predicted)
    return DotRow(kind.key, kind.name, where, drawn, predicted, needed=needed, note=note)


def _population(kind: Kind, found: tuple[Run, ...], price: float | None, how: Particles) -> DotRow:
    """Runs whose draws are not independent: the spread is measured, nothing is predicted."""
    spread = measured(found) if found else None
    note = (
        f"particles of the {name_of(how.proposal, how)} sampler, {how.scheme} resampling below {how.threshold:.0%} of n"
        if kind.key == SMC
        else f"n different strings of the {name_of(how.proposal, how)} sampler, no string twice: exact once all are drawn"
    )
    needed = None if spread is None or kind.key == WITHOUT else draws_for(0.1, spread)
    return DotRow(kind.key, kind.name, "", found, spread, True, needed, price, linked=False, note=note)


def _value(answer: Answer[Any] | None) -> Any:
    return None if answer is None or answer.problem else answer.found
