"""How far reviewers who judged blindly agree, beyond what chance would give; or why that cannot be said.

Verdicts of one word: raw agreement, Cohen's kappa of each two people and its mean, Krippendorff's alpha, Gwet's AC1,
and agreement class by class; of any number of verdicts on an item. With most items of one class, kappa and alpha are
low whatever the agreement, and AC1 is not: hence all of them. Ranks: Kendall's tau-b and W. Scores: ICC(2,1),
Spearman's correlation, the mean difference. Each has an interval from a bootstrap over items.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from company.reviewing.kinds import FormName
from company.statistics.correlations import icc, spearman
from company.statistics.resampling import Floats, mean, over
from human_review.deciding import agree
from human_review.forms import FORMS
from human_review.pairs import Pair, pairs
from human_review.resampling import Measure, measured, resampled, weights
from human_review.verdicts import Answer, Choose, Edit, Keep, Rank, Said, Score

_NO_ITEMS = "no item has two reviews"


@dataclass(frozen=True)
class Agreement:
    """What was measured on one form."""

    form: FormName
    items: int
    """With at least two reviews."""
    measures: Mapping[str, Measure]
    classes: Mapping[str, Measure] = field(default_factory=dict)
    """Class → share of its uses in which another reviewer used it, too."""
    pairs: tuple[Pair, ...] = ()
    """Of verdicts of one word: each two people who judged the same items."""


def agreement(
    form: FormName,
    judged: Sequence[Sequence[Said]],
    executed: Collection[str] = (),
    seed: int = 1,
    who: Sequence[Sequence[int]] | None = None,
) -> Agreement:
    """Return the agreement on one form. `judged`: the standing reviews of each item, `who` said them.

    `executed`: fields of code and of what becomes of it, by whose outcomes edits agree. Without `who`, it is the same
    people in the same order at each item.
    """
    people = [range(len(each)) for each in judged] if who is None else who
    raters = [list(each) for each, item in zip(people, judged, strict=True) if len(item) > 1]
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
    measures, of_classes, of_pairs = nominal(labels, classes, chance, raters)
    return Agreement(form, len(together), measures, of_classes, of_pairs)


# verdicts of one word


def nominal(
    labels: Sequence[Sequence[str]],
    classes: Sequence[str],
    chance: np.random.Generator,
    who: Sequence[Sequence[int]] | None = None,
) -> tuple[dict[str, Measure], dict[str, Measure], tuple[Pair, ...]]:
    """Measure raw agreement, kappa, alpha and AC1 over items' labels; then each class, and each two people.

    `classes` are all that could have been said; labels beyond them are added. Without `who`, the first label of each
    item is the first rater's, and so on.
    """
    known = list(dict.fromkeys([*classes, *(label for item in labels for label in item)]))
    if not labels:
        nothing = Measure(None, undefined=_NO_ITEMS)
        return dict.fromkeys(("raw", "alpha", "AC1", "kappa"), nothing), dict.fromkeys(known, nothing), ()
    patterns, counts = _patterns(labels, known)
    total, weighed = int(counts.sum()), weights(counts, chance)
    uses = np.stack([(patterns == each).sum(axis=1) for each in range(len(known))], axis=1).astype(float)
    raters = uses.sum(axis=1)
    one = _one_class(uses, known)
    of_pairs, kappa = pairs(labels, [range(len(item)) for item in labels] if who is None else who, known, chance)
    measures = {
        "raw": measured(_raw(uses, raters, weighed), total, ""),
        "alpha": measured(_alpha(uses, raters, weighed), total, one),
        "AC1": measured(_ac1(uses, raters, weighed), total, "only one verdict can be given"),
        "kappa": Measure(None, undefined=one) if one else kappa,
    }
    of_classes = {
        name: measured(_of_class(uses[:, each], raters, weighed), total, f"nobody said {name}")
        for each, name in enumerate(known)
    }
    return measures, of_classes, of_pairs


def _labels(item: Sequence[Said], executed: Collection[str]) -> list[str]:
    """Return one word for each verdict; each edit that agrees with none before it has a word of its own."""
    labels: list[str] = []
    edits: list[Edit] = []
    for each in item:
        match each:
            case Edit():
                number = next((at for at, other in enumerate(edits) if agree(each, other, executed)), len(edits))
                if number == len(edits):
                    edits.append(each)
                labels.append(("edit", "edit otherwise")[number] if number < 2 else f"edit otherwise {number}")
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


def _raw(uses: Floats, raters: Floats, weights: Floats) -> Floats:
    return over(weights @ _pairs(uses, raters), weights.sum(axis=1))


def _ac1(uses: Floats, raters: Floats, weights: Floats) -> Floats:
    """Return AC1 (Gwet, 2008): chance agreement from how evenly the classes are used."""
    shares = over(weights @ (uses / raters[:, None]), weights.sum(axis=1)[:, None])
    expected = over((shares * (1 - shares)).sum(axis=1), np.full(len(weights), uses.shape[1] - 1.0))
    return over(_raw(uses, raters, weights) - expected, 1 - expected)


def _alpha(uses: Floats, raters: Floats, weights: Floats) -> Floats:
    """Return Krippendorff's alpha, of classes without an order."""
    total = weights @ raters
    observed = 1 - over(weights @ (_pairs(uses, raters) * raters), total)
    used = weights @ uses
    expected = 1 - over((used * (used - 1)).sum(axis=1), total * (total - 1))
    return 1 - over(observed, expected)


def _of_class(uses: Floats, raters: Floats, weights: Floats) -> Floats:
    return over(weights @ (uses * (uses - 1) / (raters - 1)), weights @ uses)


def _pairs(uses: Floats, raters: Floats) -> Floats:
    """Return for each pattern the share of pairs of raters who say the same."""
    found: Floats = (uses * (uses - 1)).sum(axis=1) / (raters * (raters - 1))
    return found


def _one_class(uses: Floats, known: Sequence[str]) -> str:
    used = [name for name, count in zip(known, uses.sum(axis=0), strict=True) if count]
    return f"everyone said {used[0]} of every item: chance would agree as well" if len(used) == 1 else ""


# ranks


def ranks(orders: Sequence[Sequence[Sequence[str]]], chance: np.random.Generator) -> dict[str, Measure]:
    """Measure Kendall's tau-b, the mean over the pairs of each item's rankings, and W; both as means over items."""
    several = [item for item in orders if len(item[0]) > 1]
    why = "" if several else "no item with two options or more was ranked twice"
    taus = np.array([_tau(item) for item in several])
    concordance = np.array([_concordance(item) for item in several])

    def mean_of(values: Floats) -> Measure:
        return resampled(len(values), lambda counts: mean(np.arange(len(values)), values, counts), why, chance)

    return {"tau-b": mean_of(taus), "W": mean_of(concordance)}


def _tau(item: Sequence[Sequence[str]]) -> float:
    from scipy.stats import kendalltau  # slow to import, and needed for rankings alone

    places = _places(item)
    pairs = [(one, other) for one in range(len(places)) for other in range(one)]
    return float(np.mean([kendalltau(places[one], places[other]).statistic for one, other in pairs]))


def _concordance(item: Sequence[Sequence[str]]) -> float:
    """Return Kendall's W: how far the options' sums of ranks are apart, as a share of the greatest distance."""
    places = _places(item)
    raters, options = places.shape
    sums = places.sum(axis=0)
    return float(12 * ((sums - sums.mean()) ** 2).sum() / (raters**2 * (options**3 - options)))


def _places(item: Sequence[Sequence[str]]) -> Floats:
    return np.array([[order.index(option) + 1 for option in item[0]] for order in item], dtype=float)


# scores


def score_measures(scores: Sequence[Sequence[float]], chance: np.random.Generator) -> dict[str, Measure]:
    """Measure ICC(2,1), Spearman's correlation and the mean difference (first less second) of the first two scores."""
    rows = np.array([item[:2] for item in scores], dtype=float).reshape(-1, 2)
    why = "fewer than two items were scored twice" if len(rows) < 2 else ""
    constant = why or ("all scores of a rater are equal" if (np.ptp(rows, axis=0) == 0).any() else "")
    spread = why or ("all scores are equal" if np.ptp(rows) == 0 else "")
    none = "" if len(rows) else "nothing was scored twice"
    items = np.arange(len(rows))
    one, other = rows.T
    statistics: dict[str, tuple[Callable[[Floats], Floats], str]] = {
        "ICC(2,1)": (lambda counts: icc(items, rows, counts), spread),
        "Spearman": (lambda counts: spearman(items, one, other, counts), constant),
        "mean difference": (lambda counts: mean(items, one - other, counts), none),
    }
    return {name: resampled(len(rows), each, why, chance) for name, (each, why) in statistics.items()}
