"""Agreement in a simulated review, beside other programs' figures and beside what the people's error rates come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from human_review.agreement import agreement
from human_review.forms import FORMS
from human_review.resampling import Measure
from human_review.verdicts import Accept
from tests.support.review_month import Month

ENOUGH = 20
"""Items that two people both judged, from which on their kappa is compared."""


@dataclass(frozen=True)
class Compared:
    """One figure of one kind."""

    kind: str
    name: str
    items: int
    found: Measure
    reference: float | None
    """Another program's; None where none is installed that reckons it."""
    truth: float
    """What it comes to on average of people who err as they do here, by the items that each of them judged."""

    @property
    def holds(self) -> bool:
        """Whether the truth lies in the interval."""
        low, high = self.found.low, self.found.high
        return low is not None and high is not None and low <= self.truth <= high

    @property
    def equal(self) -> bool:
        """Whether the other program says the same."""
        value = self.found.value
        return self.reference is None or (value is not None and abs(value - self.reference) < 1e-9)

    def __str__(self) -> str:
        low, high = self.found.low or 0.0, self.found.high or 0.0
        told = f"{self.kind} {self.name}: {self.found.value or 0.0:.3f} [{low:.3f}, {high:.3f}] of {self.items:,} items"
        other = "" if self.reference is None else f", another program {self.reference:.3f}"
        return f"{told}{other}, truth {self.truth:.3f}{'' if self.holds else ' (outside)'}"


def compared(month: Month, kind: str, enough: int = ENOUGH) -> list[Compared]:
    """The figures of a kind on the form that takes accept, edit and reject, of first rounds with two reviews each."""
    said, who, right = _judged(month, kind)
    found = agreement("judge", said, (), who=who)
    labels = [[each.kind for each in item] for item in said]
    bad = np.array([not isinstance(each, Accept) for each in right])
    errs = np.array([[month.errors[each] for each in item] for item in who])
    # How likely each of the two rejects an item, and how likely both say the same of it.
    rejects = np.where(bad[:, None], 1 - errs, errs)
    same = rejects.prod(axis=1) + (1 - rejects).prod(axis=1)
    raw, share = float(same.mean()), float(rejects.mean())
    number = rejects.size
    apart = 2 * share * (1 - share) * number / (number - 1)
    chance = 2 * share * (1 - share) / (len(FORMS["judge"].classes) - 1)
    truths = {"raw": raw, "alpha": 1 - (1 - raw) / apart, "AC1": (raw - chance) / (1 - chance)}
    scott = fleiss_kappa(aggregate_raters(np.array(labels))[0])
    references = {"raw": float(np.mean([a == b for a, b in labels])), "alpha": 1 - (1 - scott) * (1 - 1 / number)}
    told = [
        Compared(kind, name, len(said), found.measures[name], references.get(name), truths[name]) for name in truths
    ]
    for pair in (each for each in found.pairs if each.items >= enough):
        both = [place for place, item in enumerate(who) if set(item) == {pair.one, pair.other}]
        told.append(_pair(month, kind, pair.kappa, (pair.one, pair.other), both, who, labels, rejects))
    return told


def _judged(month: Month, kind: str):
    """What was said of each item of the first round, who said it, and what is right."""
    said, who, right = [], [], []
    for item in month.store.items(kind=kind, most=10**6):
        told = [each for each in month.store.verdicts(item.id, None) if each.standing and each.duty == "review"]
        if item.round == 1 and len(told) == item.overlap and item.record not in month.changed:
            said.append([each.content for each in told])
            who.append([each.reviewer for each in told])
            right.append(month.right(item))
    return said, who, right


def _pair(month, kind, kappa, people, both: Sequence[int], who, labels, rejects) -> Compared:
    one, other = people
    at = {place: (who[place].index(one), who[place].index(other)) for place in both}
    first, second = ([labels[place][at[place][side]] for place in both] for side in (0, 1))
    chances = np.array([[rejects[place][at[place][side]] for side in (0, 1)] for place in both])
    same = float((chances.prod(axis=1) + (1 - chances).prod(axis=1)).mean())
    p, q = chances.mean(axis=0)
    by_chance = float(p * q + (1 - p) * (1 - q))
    names = {each.id: each.name for each in month.store.reviewers()}
    told = f"kappa of {names[one]} and {names[other]}"
    reference = float(cohen_kappa_score(first, second)) if len(set(first) | set(second)) > 1 else None
    return Compared(kind, told, len(both), kappa, reference, (same - by_chance) / (1 - by_chance))
