"""How far two reviewers who judged blindly agree, beyond what chance would give; or why that cannot be said.

Verdicts of one word: raw agreement, Cohen's kappa, Krippendorff's alpha, Gwet's AC1, and agreement class by class. With
most items of one class, kappa and alpha are low whatever the agreement, and AC1 is not: hence all of them. Ranks:
Kendall's tau-b and W. Scores: ICC(2,1), Spearman's correlation, the mean difference. Each has an interval from a
bootstrap over items. Raters are the slots of an item: the first verdict's reviewer is the first rater of that item.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from company.reviewing.kinds import FormName
from human_review.deciding import agree
from human_review.forms import FORMS
from human_review.verdicts import Answer, Choose, Edit, Keep, Rank, Said, Score

RESAMPLES = 1000
LEVEL = 0.95
MOST_UNDEFINED = 0.1
"""Share of the resamples in which a measure may be undefined for its interval to be given."""
FEWEST = 5
"""Items below which an interval would be pretence."""
_NO_ITEMS = "no item has two reviews"
_FLOAT = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """One figure with its interval, or why it is missing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    undefined: str = ""
    """Why there is no value, or no interval."""


@dataclass(frozen=True)
class Agreement:
    """What was measured on one form."""

    form: FormName
    items: int
    """With at least two reviews."""
    measures: Mapping[str, Measure]
    classes: Mapping[str, Measure] = field(default_factory=dict)
    """Class → share of its uses in which another reviewer used it, too."""


def agreement(
    form: FormName, judged: Sequence[Sequence[Said]], executed: Collection[str] = (), seed: int = 1
) -> Agreement:
    """Return the agreement on one form. `judged`: the standing reviews of each item, in the order of slots.

    `executed`: fields of code and of what becomes of it, by whose outcomes edits agree.
    """
    together = [list(each) for each in judged if len(each) > 1]
    chance = np.random.default_rng(seed)
    if form == "rank":
        orders = [[each.order for each in item if isinstance(each, Rank)] for item in together]
        return Agreement(form, len(together), ranks(orders, chance))
    if form == "score":
        scores = [[each.score for each in item if isinstance(each, Score)] for item in together]
        return Agreement(form, len(together), score_measures(scores, chance))
    labels = [_labels(item, executed) for item in together]
    classes = FORMS[form].classes or tuple(sorted({label for item in labels for label in item}))
    return Agreement(form, len(together), *nominal(labels, classes, chance))


# verdicts of one word


def nominal(
    labels: Sequence[Sequence[str]], classes: Sequence[str], chance: np.random.Generator
) -> tuple[dict[str, Measure], dict[str, Measure]]:
    """Measure raw agreement, kappa, alpha and AC1 over items' labels; then the agreement of each class.

    `classes` are all that could have been said; labels beyond them are added. Kappa is of exactly two raters.
    """
    known = list(dict.fromkeys([*classes, *(label for item in labels for label in item)]))
    if not labels:
        nothing = Measure(None, undefined=_NO_ITEMS)
        return dict.fromkeys(("raw", "alpha", "AC1", "kappa"), nothing), dict.fromkeys(known, nothing)
    patterns, counts = _patterns(labels, known)
    total = int(counts.sum())
    drawn = chance.multinomial(total, counts / total, RESAMPLES)
    weights = np.vstack([counts, drawn]).astype(float)
    uses = np.stack([(patterns == each).sum(axis=1) for each in range(len(known))], axis=1).astype(float)
    raters = uses.sum(axis=1)
    measures = {
        "raw": _measured(_raw(uses, raters, weights), total, ""),
        "alpha": _measured(_alpha(uses, raters, weights), total, _one_class(uses, known)),
        "AC1": _measured(_ac1(uses, raters, weights), total, "only one verdict can be given"),
    }
    if patterns.shape[1] == 2:
        measures["kappa"] = _measured(_kappa(patterns, len(known), weights), total, _one_class(uses, known))
    else:
        measures["kappa"] = Measure(None, undefined=f"Cohen's kappa is of two raters, here are {patterns.shape[1]}")
    of_classes = {
        name: _measured(_of_class(uses[:, each], raters, weights), total, f"nobody said {name}")
        for each, name in enumerate(known)
    }
    return measures, of_classes


def _labels(item: Sequence[Said], executed: Collection[str]) -> list[str]:
    """Return one word for each verdict; an edit with another outcome than an earlier one has another word."""
    labels: list[str] = []
    for position, each in enumerate(item):
        match each:
            case Edit():
                same = all(agree(each, other, executed) for other in item[:position] if isinstance(other, Edit))
                labels.append("edit" if same else "edit otherwise")
            case Choose():
                # Options have ids of their own in each item; what is comparable is which of them it was.
                labels.append(each.option.rpartition(".")[2])
            case Keep():
                labels.append("keep" if each.keep else "drop")
            case Answer():
                labels.append(each.reply)
            case _:
                labels.append(each.kind)
    return labels


def _patterns(labels: Sequence[Sequence[str]], known: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return distinct rows of the table items x raters, as numbers of classes (-1: no verdict), and their counts."""
    place = {name: number for number, name in enumerate(known)}
    width = max(len(item) for item in labels)
    rows = np.full((len(labels), width), -1, dtype=np.int64)
    for row, item in zip(rows, labels, strict=True):
        row[: len(item)] = [place[label] for label in item]
    found, counts = np.unique(rows, axis=0, return_counts=True)
    return found, counts.astype(np.int64)


def _raw(uses: _FLOAT, raters: _FLOAT, weights: _FLOAT) -> _FLOAT:
    return _over(weights @ _pairs(uses, raters), weights.sum(axis=1))


def _ac1(uses: _FLOAT, raters: _FLOAT, weights: _FLOAT) -> _FLOAT:
    """Return AC1 (Gwet, 2008): chance agreement from how evenly the classes are used."""
    shares = _over(weights @ (uses / raters[:, None]), weights.sum(axis=1)[:, None])
    expected = _over((shares * (1 - shares)).sum(axis=1), np.full(len(weights), uses.shape[1] - 1.0))
    return _over(_raw(uses, raters, weights) - expected, 1 - expected)


def _alpha(uses: _FLOAT, raters: _FLOAT, weights: _FLOAT) -> _FLOAT:
    """Return Krippendorff's alpha, of classes without an order."""
    total = weights @ raters
    observed = 1 - _over(weights @ (_pairs(uses, raters) * raters), total)
    used = weights @ uses
    expected = 1 - _over((used * (used - 1)).sum(axis=1), total * (total - 1))
    return 1 - _over(observed, expected)


def _kappa(patterns: NDArray[np.int64], classes: int, weights: _FLOAT) -> _FLOAT:
    first, second = (np.eye(classes)[patterns[:, rater]] for rater in (0, 1))
    total = weights.sum(axis=1)
    same = _over(weights @ (first * second).sum(axis=1), total)
    expected = _over(((weights @ first) * (weights @ second)).sum(axis=1), total**2)
    return _over(same - expected, 1 - expected)


def _of_class(uses: _FLOAT, raters: _FLOAT, weights: _FLOAT) -> _FLOAT:
    return _over(weights @ (uses * (uses - 1) / (raters - 1)), weights @ uses)


def _pairs(uses: _FLOAT, raters: _FLOAT) -> _FLOAT:
    """Return for each pattern the share of pairs of raters who say the same."""
    found: _FLOAT = (uses * (uses - 1)).sum(axis=1) / (raters * (raters - 1))
    return found


def _one_class(uses: _FLOAT, known: Sequence[str]) -> str:
    used = [name for name, count in zip(known, uses.sum(axis=0), strict=True) if count]
    return f"everyone said {used[0]} of every item: chance would agree as well" if len(used) == 1 else ""


# ranks


def ranks(orders: Sequence[Sequence[Sequence[str]]], chance: np.random.Generator) -> dict[str, Measure]:
    """Measure Kendall's tau-b, the mean over the pairs of each item's rankings, and W; both as means over items."""
    several = [item for item in orders if len(item[0]) > 1]
    why = "" if several else "no item with two options or more was ranked twice"
    taus = np.array([_tau(item) for item in several])
    concordance = np.array([_concordance(item) for item in several])

    def mean(rows: _FLOAT) -> float:
        return float(rows.mean())

    return {"tau-b": _resampled(taus, mean, why, chance), "W": _resampled(concordance, mean, why, chance)}


def _tau(item: Sequence[Sequence[str]]) -> float:
    places = _places(item)
    pairs = [(one, other) for one in range(len(places)) for other in range(one)]
    return float(np.mean([stats.kendalltau(places[one], places[other]).statistic for one, other in pairs]))


def _concordance(item: Sequence[Sequence[str]]) -> float:
    """Return Kendall's W: how far the options' sums of ranks are apart, as a share of the greatest distance."""
    places = _places(item)
    raters, options = places.shape
    sums = places.sum(axis=0)
    return float(12 * ((sums - sums.mean()) ** 2).sum() / (raters**2 * (options**3 - options)))


def _places(item: Sequence[Sequence[str]]) -> _FLOAT:
    return np.array([[order.index(option) + 1 for option in item[0]] for order in item], dtype=float)


# scores


def score_measures(scores: Sequence[Sequence[float]], chance: np.random.Generator) -> dict[str, Measure]:
    """Measure ICC(2,1), Spearman's correlation and the mean difference (first less second) of the first two scores."""
    rows = np.array([item[:2] for item in scores], dtype=float).reshape(-1, 2)
    why = "fewer than two items were scored twice" if len(rows) < 2 else ""
    constant = why or ("all scores of a rater are equal" if (np.ptp(rows, axis=0) == 0).any() else "")
    spread = why or ("all scores are equal" if np.ptp(rows) == 0 else "")
    none = "" if len(rows) else "nothing was scored twice"
    return {
        "ICC(2,1)": _resampled(rows, _icc, spread, chance),
        "Spearman": _resampled(rows, _spearman, constant, chance),
        "mean difference": _resampled(rows, lambda each: float((each[:, 0] - each[:, 1]).mean()), none, chance),
    }


def _icc(rows: _FLOAT) -> float:
    """Return the ICC of two-way random effects, absolute agreement, single rater (Shrout and Fleiss, 1979)."""
    items, raters = rows.shape
    mean = rows.mean()
    between = raters * ((rows.mean(axis=1) - mean) ** 2).sum() / (items - 1)
    columns = items * ((rows.mean(axis=0) - mean) ** 2).sum() / (raters - 1)
    left = rows - rows.mean(axis=1, keepdims=True) - rows.mean(axis=0, keepdims=True) + mean
    error = (left**2).sum() / ((items - 1) * (raters - 1))
    below = between + (raters - 1) * error + raters * (columns - error) / items
    return float((between - error) / below) if below else math.nan


def _spearman(rows: _FLOAT) -> float:
    if (np.ptp(rows, axis=0) == 0).any():
        return math.nan
    return float(stats.spearmanr(rows[:, 0], rows[:, 1]).statistic)


# values and intervals


def _over(above: _FLOAT, below: _FLOAT) -> _FLOAT:
    """Return a quotient, NaN where it is not defined, without a warning."""
    small = np.abs(below) < 1e-12
    quotient: _FLOAT = np.where(small, np.nan, above / np.where(small, 1.0, below))
    return quotient


def _measured(values: _FLOAT, items: int, undefined: str) -> Measure:
    """Return the first value with an interval from the others; NaN never leaves here."""
    value = float(values[0])
    if math.isnan(value):
        return Measure(None, undefined=undefined or "chance alone would agree completely")
    defined = values[1:][~np.isnan(values[1:])]
    if items < FEWEST:
        return Measure(value, undefined=f"no interval from {items} items; it takes {FEWEST}")
    if len(defined) < (1 - MOST_UNDEFINED) * (len(values) - 1):
        return Measure(value, undefined="no interval: too few items differ from the others")
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Measure(value, float(low), float(high))


def _resampled(
    rows: NDArray[Any], statistic: Callable[[_FLOAT], float], undefined: str, chance: np.random.Generator
) -> Measure:
    if undefined:
        return Measure(None, undefined=undefined)
    drawn = (chance.integers(0, len(rows), len(rows)) for _ in range(RESAMPLES if len(rows) >= FEWEST else 0))
    values = [statistic(rows), *(statistic(rows[each]) for each in drawn)]
    return _measured(np.array(values), len(rows), undefined)
