"""Formulas with the numbers at hand, as LaTeX for reading and copying (docs/theory.md §2, 2.22; §6)."""

import math
from fractions import Fraction

from lift_core.plots.numerals import count, percent, probability
from lift_core.projected.tree import LiftingTree, Node
from lift_core.sequences import String

HIDDEN = r"\text{?}"
LONGEST_FRACTION = 40  # digits of numerator and denominator together that are still written out
_TEXT = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}


def tex_string(z: String) -> str:
    r"""A string of tokens in typewriter letters.

    >>> tex_string(("H", "~")), tex_string(())
    ('\\texttt{H\\textasciitilde{}}', '\\varepsilon')
    """
    if not z:
        return r"\varepsilon"
    joint = "" if all(len(token) == 1 for token in z) else r"\ "
    return rf"\texttt{{{joint.join(''.join(map(_letter, token)) for token in z)}}}"


def _letter(letter: str) -> str:
    if letter in _TEXT:
        return _TEXT[letter]
    if letter in "{}$&#_%":
        return f"\\{letter}"
    if letter.isspace():
        return r"\textvisiblespace{}"
    return letter if letter.isprintable() else "?"


def tex_number(text: str) -> str:
    r"""A number as `numerals` writes it.

    >>> tex_number("2.58·10⁻⁸"), tex_number("12.5%")
    ('2.58\\cdot 10^{-8}', '12.5\\%')
    """
    if "·10" in text:
        mantissa, exponent = text.rstrip("%").split("·10")
        exponent = exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
        return rf"{mantissa}\cdot 10^{{{exponent}}}" + (r"\%" if text.endswith("%") else "")
    return text.replace("%", r"\%").replace("∞", r"\infty").replace(",", r"{,}")


def tex_fraction(value: Fraction) -> str:
    r"""
    >>> tex_fraction(Fraction(3, 4)), tex_fraction(Fraction(2))
    ('\\frac{3}{4}', '2')
    """
    return str(value) if value.denominator == 1 else rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def short_fraction(value: Fraction) -> bool:
    """Whether a fraction is short enough to be read."""
    if max(abs(value.numerator), value.denominator) >= 10**LONGEST_FRACTION:  # perhaps more digits than Python writes
        return False
    return len(f"{value.numerator}{value.denominator}") <= LONGEST_FRACTION


def sum_formula(tree: LiftingTree, exact: Fraction | None = None, hide: bool = False, most: int = 4) -> str:
    """p(x) = Σ_{z ∈ lifting(x)} P(z) with its heaviest terms, then the fraction where it is short, then the decimal."""
    x, last = tree.observation, len(tree.observation)
    size = tree.sizes[last]
    terms, left = _terms(tree, most)
    parts = [_under(_shown(node.log_p, hide), tex_string(node.latent)) for node in terms]
    if left[0]:
        parts.append(_under(_shown(left[1], hide), rf"\text{{{count(left[0])} more}}"))
    name = tex_string(x if len(x) <= 24 else (*x[:10], "…", *x[-10:]))
    rows = [rf"p({name}) &= \sum_{{z \in \mathrm{{lifting}}(x)}} P(z)"]
    if size > 1:
        rows.append("&= " + " + ".join(parts or ["0"]))
    value = _shown(tree.log_p[last], hide)
    if exact is not None and not hide and short_fraction(exact) and exact.denominator > 1:
        rows.append(rf"&= {tex_fraction(exact)} \;\approx\; {value}")
    else:
        rows.append(f"&= {value}")
    return r"\begin{aligned}" + r" \\[1ex] ".join(rows) + r"\end{aligned}"


def _terms(tree: LiftingTree, most: int) -> tuple[list[Node], tuple[int, float]]:
    """The heaviest strings of the last column in their own order, and how many others there are with what log mass (nats)."""
    last = len(tree.observation)
    column = [node for node in tree.column(last) if node.log_p > -math.inf]
    strings = [node for node in column if not node.rest]
    heaviest = sorted(strings, key=lambda node: (-node.log_p, node.index))[
        : most if len(strings) > most + 1 else most + 1
    ]
    chosen = {node.index for node in heaviest}
    others = [node for node in column if node.index not in chosen]
    number = sum(node.rest or 1 for node in others)
    top = max((node.log_p for node in others), default=-math.inf)
    mass = top + math.log(math.fsum(math.exp(node.log_p - top) for node in others)) if others else -math.inf
    return [node for node in column if node.index in chosen], (number, mass)


def _under(value: str, label: str) -> str:
    return rf"\underbrace{{{value}}}_{{{label}}}"


def _shown(log_value: float, hide: bool) -> str:
    return HIDDEN if hide else tex_number(probability(log_value))


def estimate_formula(sampler: str, n: int, log_value: float, chi2: float, hide: bool = False) -> str:
    """The estimate as a mean of weights, and its predicted relative error √(χ²/n); `log_value` is the log of the estimate."""
    value = tex_number(probability(log_value))
    chi = HIDDEN if hide else tex_number(f"{chi2:.4g}") if math.isfinite(chi2) else r"\infty"
    error = HIDDEN if hide else tex_number(percent_of(math.sqrt(chi2 / n)))
    return (
        r"\begin{aligned}"
        rf"\hat p_{{{n}}} &= \frac{{1}}{{{n}}} \sum_{{i=1}}^{{{n}}} \frac{{P(Z_i)}}{{Q(Z_i \mid x)}} = {value},"
        rf" \qquad Z_i \sim Q = \text{{{sampler}}} \\[1ex] "
        rf"\frac{{\sqrt{{\operatorname{{Var}} \hat p_{{{n}}}}}}}{{p(x)}} &= \sqrt{{\frac{{\chi^2(Q^* \Vert Q)}}{{n}}}}"
        rf" = \sqrt{{\frac{{{chi}}}{{{n}}}}} = {error}"
        r"\end{aligned}"
    )


def percent_of(share: float) -> str:
    """A ratio as a percentage that may exceed 100%.

    >>> percent_of(0.051), percent_of(2.5), percent_of(float("inf"))
    ('5.10%', '250%', '∞')
    """
    if not math.isfinite(share):
        return "∞"
    return percent(share) if share < 0.9995 else f"{share:,.0%}"
