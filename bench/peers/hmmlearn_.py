"""hmmlearn's CategoricalHMM, in both its arithmetics."""

from typing import Any

from bench.registry import Prepared, peer
from bench.workloads import Data


def _model(data: Data, implementation: str) -> Any:
    from hmmlearn.hmm import CategoricalHMM

    model = CategoricalHMM(n_components=len(data.initial), implementation=implementation)
    model.n_features = data.emission.shape[1]
    model.startprob_, model.transmat_, model.emissionprob_ = data.initial, data.transition, data.emission
    return model


def _enter(implementation: str) -> None:
    name = f"hmmlearn ({implementation})"

    @peer("W1a", "W1b", "W1c", name=name)
    def _(data: Data) -> Prepared:
        model, column = _model(data, implementation), data.string[:, None]
        return Prepared(lambda: model.score(column))

    @peer("W2", name=f"{name}, one string after the other")
    def _(data: Data) -> Prepared:
        """`score` adds the strings up; for a value per string, each is scored alone."""
        model, columns = _model(data, implementation), [string[:, None] for string in data.strings]
        lengths, joined = [data.strings.shape[1]] * len(columns), data.strings.reshape(-1, 1)
        return Prepared(lambda: model.score(joined, lengths), exact=lambda: [model.score(x) for x in columns])

    @peer("W4", name=name)
    def _(data: Data) -> Prepared:
        model, column = _model(data, implementation), data.string[:, None]
        return Prepared(lambda: model.predict_proba(column))


_enter("scaling")
_enter("log")
