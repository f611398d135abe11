"""`cases/exact.json` row by row, and every number the app's opening scene states; all with `==` on fractions."""

import json
import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import lift_core as lc

CASES = json.loads((Path(__file__).parent / "cases" / "exact.json").read_text())
ROWS = [
    pytest.param(case, row, id=f"{case['projection']['name']}-{''.join(row['x'])}")
    for case in CASES
    for row in case["observations"]
]
COIN = json.loads((Path(__file__).parent / "cases" / "switching-coin.json").read_text())
SEEN = tuple("HHTT")


def projected(case):
    projection = lc.load_projection(case["projection"])
    return lc.Projected(projection, lc.load_model(case["model"], projection))


def strings(rows):
    return [tuple(row) for row in rows]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["projection"]["name"])
def test_diagnosis(case):
    report = lc.diagnose(lc.load_projection(case["projection"]))
    assert (report.closed, report.continuous) == (True, True)
    assert (report.onto, report.disentangled) == (case["onto"], case["disentangled"])


@pytest.mark.parametrize(("case", "row"), ROWS)
def test_lifting(case, row):
    projection, x = lc.load_projection(case["projection"]), row["x"]
    assert lc.lifting(projection, x) == strings(row["lifting"])
    assert lc.lifting_size(projection, x) == len(row["lifting"])
    for z, symbol, segments in row["next_segments"]:
        assert lc.next_segments(projection, x, z, [symbol]) == strings(segments)
    for z, shown in zip(row["lifting"], row["prefix_projection_of_lifting"], strict=False):
        assert lc.prefix_projection(projection, z, limit=len(x) + 2) == tuple(shown)


@pytest.mark.parametrize(("case", "row"), ROWS)
def test_distribution(case, row):
    d, x = projected(case), tuple(row["x"])
    assert d.probability(x, arithmetic="exact") == Fraction(row["probability"])
    posterior = d.posterior(x, arithmetic="exact")
    assert posterior == dict(zip(strings(row["lifting"]), map(Fraction, row["posterior"]), strict=True))
    assert d.next_symbol(x, arithmetic="exact") == {a: Fraction(p) for a, p in row["next_symbol"].items()}
    for t, expected in enumerate(row["drift_tv_from_prefix"], 1):
        assert lc.drift(d, x[:t], x[t:], metric="tv", arithmetic="exact") == Fraction(expected)


@pytest.mark.parametrize(("case", "row"), ROWS)
def test_samplers(case, row):
    d, x = projected(case), tuple(row["x"])
    samplers = {"uniform": lc.samplers.Uniform(d), **{f"lookahead-{k}": lc.samplers.Lookahead(d, k) for k in (0, 1)}}
    if case["disentangled"]:
        samplers["identity"] = lc.samplers.Identity(d)
    assert row["chi2"] == {name: str(lc.chi2(d, x, sampler, arithmetic="exact")) for name, sampler in samplers.items()}
    assert lc.chi2(d, x, lc.samplers.Posterior(d), arithmetic="exact") == 0
    assert lc.chi2(d, x, lc.samplers.Lookahead(d, len(x)), arithmetic="exact") == 0


# the switching coin -----------------------------------------------------------------------------------------------


def coin(bias="9/10", swap="1/10", **arcs):
    """The opening scene with other knobs, or with arcs replaced: `A_T=("A", "TT")`."""
    bias, swap = Fraction(bias), Fraction(swap)
    rows = {(q, token): (target, tuple(out)) for q, token, target, out in COIN["projection"]["arcs"]}
    rows |= {tuple(arc.split("_")): (target, tuple(out)) for arc, (target, out) in arcs.items()}
    projection = lc.Transducer(COIN["projection"]["latent"], "HT", "A", rows)
    heads, tails = bias * (1 - swap), (1 - bias) * (1 - swap)
    weights = {(): {"H": heads, "T": tails, "h": tails, "t": heads, "~": swap}}
    return lc.Projected(projection, lc.Markov(projection.latent, 0, weights))


def exact_chi2(d, x=SEEN):
    kinds = [
        lc.samplers.Uniform(d),
        lc.samplers.Identity(d),
        *(lc.samplers.Lookahead(d, k) for k in (0, 1)),
        lc.samplers.Posterior(d),
    ]
    return [lc.chi2(d, x, kind, arithmetic="exact") for kind in kinds]


def share(sampler, z, x=SEEN):
    return math.exp(sampler.log_prob(x, z))


def test_the_file_is_the_scene():
    d = projected(COIN)
    assert tuple(COIN["observation"]) == SEEN
    assert d.posterior(SEEN, arithmetic="exact") == coin().posterior(SEEN, arithmetic="exact")


def test_sixteen_leaves_and_their_sum():
    d = coin()
    assert lc.lifting_size(d.projection, SEEN) == 16
    assert d.probability(SEEN, arithmetic="exact") == Fraction(16281, 250000)
    shares = [float(q) for _, q in d.best(SEEN, 16)]
    assert d.best(SEEN)[0][0] == tuple("HH~tt")
    assert round(shares[0], 3) == 0.734
    assert [round(q, 4) for q in shares[1:4]] == [0.0816] * 3
    assert round(sum(shares[4:]), 3) == 0.021


def test_fluke_and_swap_tie_after_three_flips():
    d = coin()
    before = d.posterior("HHT", arithmetic="exact")
    fluke, swap = tuple("HHT"), tuple("HH~t")
    assert before[fluke] == before[swap]
    assert round(float(before[fluke]), 2) == 0.47
    after = d.posterior("HHTT", arithmetic="exact")
    later = {z: sum(q for w, q in after.items() if w[: len(z)] == z) for z in (fluke, swap)}
    assert [round(float(later[z]), 3) for z in (swap, fluke)] == [0.744, 0.163]
    predicted = d.conditional("T", given="HHT", arithmetic="exact")
    assert round(float(predicted), 3) == 0.518
    assert later[swap] == before[swap] * Fraction(82, 100) / predicted  # 0.82: how well the swap predicts another T


def test_coin_b_at_the_third_flip():
    d = coin()

    def coin_b(x):
        total = Fraction(0)
        for z, q in d.posterior(x, arithmetic="exact").items():
            flips = [token for token in z if token != "~"]
            total += q if flips[2] in "ht" else 0
        return round(float(total), 3)

    assert [coin_b(x) for x in ("HHT", "HHTT", "HHTH")] == [0.529, 0.836, 0.198]


def test_drift_numbers():
    d = coin()
    drifts = [lc.drift(d, SEEN[:t], SEEN[t], metric="tv", arithmetic="exact") for t in (1, 2, 3)]
    assert [round(float(value), 3) for value in drifts] == [0.009, 0.045, 0.308]


def test_chi2_and_the_draws_that_ten_percent_takes():
    d = coin()
    values = exact_chi2(d)
    assert [round(float(v), 3) for v in values[:3]] == [7.953, 6.605, 0.776]
    assert round(float(values[3]), 4) == 0.0413
    assert values[4] == 0
    assert [round(v / Fraction(1, 100)) for v in values[:4]] == [795, 660, 78, 4]


def test_share_of_draws_on_the_right_story():
    d, story = coin(), tuple("HH~tt")
    kinds = [lc.samplers.Uniform(d), lc.samplers.Identity(d), lc.samplers.Lookahead(d, 0), lc.samplers.Lookahead(d, 1)]
    assert [round(100 * share(kind, story)) for kind in kinds] == [6, 7, 48, 76]


def test_longer_observations_part_the_samplers():
    d = coin()
    identity = [lc.chi2(d, SEEN * k, lc.samplers.Identity(d)) for k in (1, 2, 3, 4)]
    causal = [lc.chi2(d, SEEN * k, lc.samplers.Lookahead(d, 0)) for k in (1, 2, 3, 4)]
    assert round(identity[0], 1) == 6.6
    assert [round(v) for v in identity[1:]] == [86, 1134, 14915]
    assert [round(v, 1) for v in causal] == [0.8, 1.7, 3.5, 6.5]


def test_two_knobs_two_failures():
    renewed, blind = coin(swap="1/2"), coin(bias="1/2")
    for d in (renewed, blind):
        assert all(lc.drift(d, SEEN[:t], SEEN[t:], arithmetic="exact") == 0 for t in (1, 2, 3))
        assert exact_chi2(d)[2] == 0
    assert round(float(exact_chi2(renewed)[1]), 2) == 6.23
    assert exact_chi2(blind)[1] == 0


def test_one_cell_makes_a_silent_cycle():
    projection = lc.Transducer("HTht~", "HT", "A", coin().projection.arcs | {("A", "~"): ("A", ())})
    report = lc.diagnose(projection)
    assert report.closed is False
    assert [(q, token, target) for q, token, target, *_ in report.silent_cycle] == [("A", "~", "A")]
    with pytest.raises(lc.NotClosed, match="'A'"):
        lc.lifting(projection, SEEN)


def test_one_cell_determines_without_reading():
    d = coin(A_T=("A", "TT"))
    leaves = lc.lifting(d.projection, SEEN)
    assert len(leaves) == 14
    assert tuple("HHT") in leaves


# the next cards ---------------------------------------------------------------------------------------------------


def test_autocorrect_card():
    projection = lc.gallery.build("autocorrect")
    assert lc.lifting(projection, "the") == [tuple("teh"), tuple("the")]
    assert lc.lifting(projection, "te") == [tuple("tee"), tuple("tet")]
    assert lc.lifting(projection, "teh") == []
    report = lc.diagnose(projection)
    assert (report.onto, report.shortest_unreachable) == (False, tuple("teh"))


def test_more_lookahead_can_be_worse():
    case = next(case for case in CASES if case["projection"]["name"] == "xor")
    d = projected(case)
    values = [float(lc.chi2(d, "0110", lc.samplers.Lookahead(d, k))) for k in (0, 1, 2, 3, 4)]
    assert [round(v, 4) for v in values[:2]] == [0.0020, 0.0481]
    assert values[-1] == pytest.approx(0, abs=1e-12)
    assert any(later > earlier for earlier, later in pairwise(values))


def test_swapped_pairs_die():
    case = next(case for case in CASES if case["projection"]["name"] == "swap")
    d = projected(case)
    causal = lc.samplers.Lookahead(d, 0)
    assert lc.chi2(d, "ab", causal, arithmetic="exact") == Fraction(77, 8)
    assert sum(share(causal, z, "ab") for z in lc.lifting(d.projection, "ab")) == pytest.approx(8 / 85, rel=1e-12)
