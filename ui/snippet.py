"""Copy as Python: a few lines of `lift_core` that compute the numbers of a page, with the scenario as it stands.

Each line of a snippet is a public call; what a page cannot compute (an impossible observation, a projection that is none)
its snippet does not ask for.
"""

from fractions import Fraction
from typing import Any

from lift_core import gallery
from lift_core.errors import LimitExceeded
from lift_core.scenarios.edits import with_knob, with_observation, with_seed
from lift_core.scenarios.link import write_code
from lift_core.scenarios.scenario import Scenario
from ui import compute
from ui.drift_events import followed
from ui.likelihood_samplers import BATCH, LOOKAHEAD, MOST, options, split
from ui.samplers_runs import FORTY, SMC, WITHOUT, Particles, kinds
from ui.state import View

LISTED = 1_000  # strings of a lifting that a snippet lists; of larger ones it takes the likeliest
METRICS = ("tv", "kl", "chi2")
CLASSES = {"uniform": "Uniform", "uniform-local": "UniformLocal", "identity": "Identity", "posterior": "Posterior"}
ON_SAMPLERS = ("uniform", "uniform-local", "identity", "causal", "lookahead-1", "posterior")


def snippet(page: str, scenario: Scenario, view: View) -> str:
    """The Python text for a page (its file's name; "" is Start)."""
    closed = compute.size(scenario).problem is None
    if page == "projection" or not closed:
        return _program(scenario, ["projection = scenario.projection"], _diagnosis())
    parts = {"likelihood": _likelihood, "drift": _drift, "samplers": _samplers}
    start = ["d, x = scenario.projected(), scenario.observation"]
    return _program(scenario, start, parts.get(page, _lifting)(scenario, view))


def _program(scenario: Scenario, start: list[str], body: list[str]) -> str:
    opening, edits = _opening(scenario)
    standard = ["from fractions import Fraction", ""] if "with_knob" in edits else []
    numpy = ["import numpy as np", ""] if any("np." in line for line in body) else []
    own = [f"from lift_core.scenarios.edits import {', '.join(edits)}"] if edits else []
    return "\n".join([*standard, *numpy, "import lift_core as lc", *own, "", *opening, *start, "", *body, ""])


# The scenario ---------------------------------------------------------------------------------------------------------


def _opening(scenario: Scenario) -> tuple[list[str], list[str]]:
    """The lines that make the scenario, and the edits these need: a card by its name with its changes, or a link."""
    changes, card = _changes(scenario)
    if card is not None and card.key == scenario.key:
        lines = [f"scenario = lc.gallery.scenario({scenario.name!r})", *(f"scenario = {change}" for change in changes)]
        return lines, sorted({change.partition("(")[0] for change in changes})
    try:
        return [f'scenario = lc.load_scenario("?s={write_code(scenario.dump())}")'], []
    except LimitExceeded:
        return ['scenario = lc.load_scenario("scenario.json")  # ⋯, Save scenario (JSON)'], []


def _changes(scenario: Scenario) -> tuple[list[str], Scenario | None]:
    """What differs from the card of that name, as calls; and the card so changed, None where there is no such card."""
    if scenario.name not in gallery.cards():
        return [], None
    card, lines = gallery.scenario(scenario.name), []
    values = {knob.name: knob.value for knob in scenario.knobs}
    for knob in card.knobs:
        value: Fraction = values.get(knob.name, knob.value)
        if value != knob.value:
            card = with_knob(card, knob.name, value)
            lines.append(f'with_knob(scenario, {knob.name!r}, Fraction("{value}"))')
    if card.observation != scenario.observation and set(scenario.observation) <= set(card.projection.observable):
        card = with_observation(card, scenario.observation)
        lines.append(f"with_observation(scenario, {_typed(scenario.observation)})")
    if card.seed != scenario.seed:
        card = with_seed(card, scenario.seed)
        lines.append(f"with_seed(scenario, {scenario.seed})")
    return lines, card


def _typed(x: tuple[str, ...]) -> str:
    """A string of tokens as Python: a text where every token is one character."""
    return repr("".join(x)) if all(len(token) == 1 for token in x) else repr(x)


# The pages ------------------------------------------------------------------------------------------------------------


def _diagnosis() -> list[str]:
    return [
        "report = lc.diagnose(projection)",
        "for message in report.messages:",
        "    print(message.severity, message, message.remedy)",
        'print("growth of liftings:", report.growth)',
    ]


def _lifting(scenario: Scenario, view: View) -> list[str]:
    """lifting(x), or x's beginning up to the step; the probability of each string, and its posterior."""
    if len(scenario.observation) > compute.LONGEST:
        return [
            "size = lc.lifting_size(d.projection, x)",
            "print(size.bit_length(), d.log_probability(x), d.entropy(x))",
        ]
    step = view.step
    if step is not None and step < len(scenario.observation):
        scenario, cut = with_observation(scenario, scenario.observation[:step]), [f"x = x[:{step}]"]
    else:
        cut = []
    body = ["p = d.probability(x)", "size = lc.lifting_size(d.projection, x)"]
    if not _possible(scenario):
        return [*cut, *body, "print(p, size)"]
    if compute.size(scenario).value <= LISTED:
        body += ["strings = lc.lifting(d.projection, x)", "posterior = d.posterior(x)"]
        show = ["for z in strings:", '    print(" ".join(z), posterior[z] * p, posterior[z])  # P(z), Q*(z|x)']
    else:
        body += ["best = d.best(x, 5)  # the likeliest strings"]
        show = ["print(*best, sep='\\n')"]
    return [*cut, *body, "print(p, size)", *show]


def _likelihood(scenario: Scenario, view: View) -> list[str]:
    """p(x) exactly, and the estimate from the same draws as on the page."""
    if len(scenario.observation) > compute.LONGEST:
        surprisals = "surprisals = d.surprisals(x)  # nats, one for each symbol"
        return [surprisals, "print(d.log_probability(x), np.exp(surprisals.mean()))  # log p(x); perplexity per symbol"]
    exact = [] if compute.exact(scenario).problem else ['exact = d.probability(x, arithmetic="exact")', "print(exact)"]
    lines = ["p = d.probability(x)", "print(p)", *exact]
    if not _possible(scenario):
        return lines
    n, key = view.number("n", 1, MOST, BATCH), sampler_key(scenario, view)
    own = "standard_error = np.exp(log_w - log_estimate).std(ddof=1) / n**0.5  # relative, from the draws themselves"
    return [
        *lines,
        "",
        f"sampler, n = {_sampler(key)}, {n}",
        *_drawn("scenario.seed"),
        "log_estimate = np.logaddexp.reduce(log_w) - np.log(n)",
        "chi2 = lc.chi2(d, x, sampler)",
        "print(np.exp(log_estimate), (chi2 / n) ** 0.5)  # the estimate, and its predicted relative error",
        *([own, "print(standard_error)"] if n > 1 else []),
    ]


def _drawn(seed: str) -> list[str]:
    """Batch b of draws comes from the generator of (seed, b), so that more draws begin with fewer."""
    return [
        f"batches = [sampler.draw(x, {BATCH}, np.random.default_rng([{seed}, b])) for b in range(-(-n // {BATCH}))]",
        "log_w = np.concatenate([batch.log_weights for batch in batches])[:n]",
    ]


def _drift(scenario: Scenario, view: View) -> list[str]:
    if not scenario.observation or not _possible(scenario):
        return ["p = d.probability(x)", "print(p)  # without a possible observation there is no belief that could move"]
    metric = view.get("metric", METRICS[0])
    return [
        f"triangle = d.marginals(x, {followed(scenario, view.get('event')).text!r})",
        "print(triangle.filter)  # each segment as it was believed when its symbol was seen",
        "print(triangle.smoother)  # and as it is believed in the end",
        f"line = lc.drift_line(d, x, {metric if metric in METRICS else METRICS[0]!r})",
        "print(line.one_step)  # how far each next symbol moves the belief about what came before",
        "print(line.hindsight)  # and how far all the rest of x does",
    ]


def _samplers(scenario: Scenario, view: View) -> list[str]:
    """χ² of the chosen samplers, and their forty estimates as shares of the exact value."""
    if not _possible(scenario):
        return ["p = d.probability(x)", "print(p)  # nothing to draw"]
    first, n = view.number("first", 0, 2**53, scenario.seed), view.number("n", 1, MOST, 10)
    return [
        "samplers = {",
        *(f"    {name!r}: {_sampler(key)}," for key, name in sampler_names(scenario, view).items()),
        "}",
        "chi2 = {name: lc.chi2(d, x, sampler) for name, sampler in samplers.items()}",
        "print(chi2)",
        "",
        "",
        f"def ratio(sampler, seed, n={n}):",
        '    """The estimate from n draws, divided by the exact value."""',
        *(f"    {line}" for line in _drawn("seed")),
        "    return np.exp(np.logaddexp.reduce(log_w) - np.log(n) - d.log_probability(x))",
        "",
        "",
        f"seeds = range({first}, {first + FORTY})",
        "ratios = {name: [ratio(sampler, seed) for seed in seeds] for name, sampler in samplers.items()}",
        "print(ratios)",
    ]


def sampler_key(scenario: Scenario, view: View) -> str:
    """The sampler of the Likelihood page."""
    option, k = split(view.get("sampler", "causal"))
    offered = options(scenario)
    if not offered.problem and any(o.key == option and o.reason for o in offered.value):
        return "causal"
    return f"{LOOKAHEAD}-{k}" if option == LOOKAHEAD else option


def sampler_names(scenario: Scenario, view: View) -> dict[str, str]:
    """Key and name of the samplers on the Samplers page that have a χ² and that this projection can have."""
    offered = kinds(scenario, view.number("ahead", 0, 12, 1), Particles())
    able = {} if offered.problem else {kind.key: kind.name for kind in offered.value if not kind.reason}
    asked = [key for key in view.get("samplers").split(",") if key in able and key not in (SMC, WITHOUT)]
    return {key: able[key] for key in asked or ON_SAMPLERS if key in able}


def _sampler(key: str) -> str:
    option, k = split(key)
    return f"lc.samplers.{CLASSES[option]}(d)" if option in CLASSES else f"lc.samplers.Lookahead(d, {k})"


def _possible(scenario: Scenario) -> bool:
    answer: Any = compute.tree(scenario, 1)
    return not answer.problem and answer.value.log_p[-1] > float("-inf")
