"""How people solved records before they saw the key: human accuracy, and how often they disagree with the key.

Of answers to first rounds that were given as reviews, without gold. An answer in words that no rule can compare, and
one that was given up, is told apart: neither is right nor wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from human_review.resampling import Measure, share_by_item
from human_review.store import Solved

ALL = ""
"""The name of all groups together."""


@dataclass(frozen=True)
class HumanAccuracy:
    """What people came to on records of one group, such as a category."""

    group: str
    items: int
    """That somebody answered, or gave up on."""
    right: int
    wrong: int
    gave_up: int
    unread: int
    """Answers in words that nobody compares."""
    accuracy: Measure
    """Right ones among right and wrong ones; the interval is by item."""
    fresh: Measure
    """The same of those who had not judged the record's code before."""
    compared: int
    """Items with an answer that is right or wrong."""
    against: int
    """Of these, the ones that more people answered otherwise than the key does than as it does."""
    seconds: float | None
    """Median of an answer."""

    @property
    def answers(self) -> int:
        """The number of all."""
        return self.right + self.wrong + self.gave_up + self.unread


def human_accuracy(found: Iterable[Solved], seed: int = 1) -> tuple[HumanAccuracy, ...]:
    """Return the figures of each group in the order of names, then of all together; nothing of no answers."""
    groups: dict[str, list[Solved]] = defaultdict(list)
    for each in found:
        groups[each.of].append(each)
    told = [_of(group, groups[group], seed) for group in sorted(groups)]
    if told:
        told.append(_of(ALL, [each for group in sorted(groups) for each in groups[group]], seed))
    return tuple(told)


def _of(group: str, found: Sequence[Solved], seed: int) -> HumanAccuracy:
    tried = [each for each in found if each.right is not None]
    by_item = _counted(tried)
    times = [each.seconds for each in found if each.seconds is not None]
    return HumanAccuracy(
        group=group,
        items=len({each.item for each in found}),
        right=sum(each.right is True for each in found),
        wrong=sum(each.right is False for each in found),
        gave_up=sum(each.said == "gave up" for each in found),
        unread=sum(each.right is None and each.said != "gave up" for each in found),
        accuracy=_share(by_item, seed),
        fresh=_share(_counted([each for each in tried if not each.knew]), seed),
        compared=len(by_item),
        against=sum(right < whole - right for right, whole in by_item.values()),
        seconds=float(np.median(times)) if times else None,
    )


def _counted(tried: Sequence[Solved]) -> Mapping[str, tuple[int, int]]:
    """Return item → right answers, and all that are right or wrong."""
    counts: dict[str, tuple[int, int]] = {}
    for each in tried:
        right, whole = counts.get(each.item, (0, 0))
        counts[each.item] = right + (each.right is True), whole + 1
    return counts


def _share(by_item: Mapping[str, tuple[int, int]], seed: int) -> Measure:
    right, whole = [each[0] for each in by_item.values()], [each[1] for each in by_item.values()]
    return share_by_item(right, whole, np.random.default_rng(seed))
