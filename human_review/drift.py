"""Whether a reviewer judges as they did, and as others do; and whether what differs is more than chance.

Four tests for each reviewer:

- *what they say*: the shares of accept, edit and reject over their reviews, by the cumulative sum (CUSUM) of what each
  verdict is above the mean of its stratum, the kind and reason of being queued: harder items are no drift of who judges
  them. Without a change, the greatest distance from 0 over the sum's spread follows Kolmogorov's distribution. Where
  strata follow one another in time, one sum over all is tied to 0 at each border and would hide a change; so each
  stratum has a sum of its own, too, and the clearer of both counts.
- *beside others*: the same of how much more they accept than the others who judged the same item, within each group
  of others.
- *than others*: whether they accept more, or less, than others do on common items: a sign test of those that differ.
- *gold*: whether they are right on gold items as often in the later half as in the earlier: Fisher's exact test.

All tests of all reviewers are corrected together by Holm's method; what stays below `LEVEL` is flagged. Each says how
large a change it would find in four of five cases: that nothing is flagged means little where that is large.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import kolmogi, kolmogorov, ndtri  # scipy.stats takes several times as long to import

from company.statistics.resampling import holm
from human_review.store import Judgement

LEVEL = 0.01
"""How seldom a test of anybody may flag what is chance."""
WINDOWS = 5
FEWEST = 20
"""Verdicts below which no change is looked for; of gold items, half as many."""
CLASSES = ("accept", "edit", "reject")
Test = Literal["what they say", "beside others", "than others", "gold"]


@dataclass(frozen=True)
class Signal:
    """One test's answer."""

    test: Test
    p: float
    """Corrected for all tests that were made."""
    flagged: bool
    words: str
    """What differs, in figures."""
    detectable: float | None = None
    """The change of a share, from 0 to 1, that the test would flag in four of five cases; None where that is more than
    can be."""

    @property
    def power(self) -> str:
        """What the test could have found, in words."""
        if self.detectable is None:
            return "too few verdicts to find any change but by luck"
        return f"would flag a change of {100 * self.detectable:.0f} points in four of five cases"


@dataclass(frozen=True)
class Window:
    """A part of a reviewer's verdicts, in the order in which they came."""

    count: int
    shares: Mapping[str, float]
    """Of accept, edit and reject."""
    seconds: float | None
    """Median of an item."""
    gold: tuple[int, int]
    """Right ones and all of the gold items that came meanwhile."""


@dataclass(frozen=True)
class Course:
    """How a reviewer went on."""

    windows: tuple[Window, ...]
    signals: tuple[Signal, ...]

    @property
    def flagged(self) -> bool:
        """Whether any test finds more than chance."""
        return any(each.flagged for each in self.signals)


def courses(judged: Sequence[Judgement], right: Mapping[int, bool]) -> dict[int, Course]:
    """Return the course of every reviewer. `judged`: standing verdicts as they came; `right`: of those on gold items.

    Later rounds are left out: they are of cases that are doubted, and come when these are found.
    """
    reviews = [each for each in judged if each.form == "judge" and each.duty == "review" and each.round == 1]
    own: dict[int, list[Judgement]] = defaultdict(list)
    together: dict[str, list[Judgement]] = defaultdict(list)
    for each in reviews:
        own[each.reviewer].append(each)
        together[each.item].append(each)
    gold: dict[int, list[Judgement]] = defaultdict(list)
    for each in judged:
        if each.verdict in right:
            gold[each.reviewer].append(each)
    tested: dict[int, list[_Found]] = {
        reviewer: _tests(own.get(reviewer, []), together, [right[each.verdict] for each in gold.get(reviewer, [])])
        for reviewer in sorted({*own, *gold})
    }
    return {
        reviewer: Course(_windows(own.get(reviewer, []), gold.get(reviewer, []), right), signals)
        for reviewer, signals in _corrected(tested).items()
    }


@dataclass(frozen=True)
class _Found:
    """A test's answer before correction."""

    test: Test
    p: float
    words: str
    change: Callable[[float], float]
    """Given the level at which it flags, the change that it finds in four of five cases."""


_POWER = float(ndtri(0.8))
"""Four of five."""


def _tests(own: Sequence[Judgement], together: Mapping[str, Sequence[Judgement]], gold: Sequence[bool]) -> list[_Found]:
    found: list[_Found] = []
    if len(own) >= FEWEST:
        found.append(_over_time(own))
    ahead, others = _beside(own, together)
    if len(ahead) >= FEWEST:
        p, place = drifting(ahead, others)
        first = f"accepts {_more(ahead[:place])} than others on the first {place:,} common items"
        words = f"{first}, {_more(ahead[place:])} since"
        found.append(_Found("beside others", p, words, _by_cusum(ahead, others, 2)))
        found.append(_than_others(ahead))
    if len(gold) >= FEWEST // 2:
        found.append(_gold(gold))
    return found


def _over_time(own: Sequence[Judgement]) -> _Found:
    """Return the class that changed most; its chance is that of the smallest of three."""
    strata = [(each.kind, each.why) for each in own]
    values = {name: [float(each.said == name) for each in own] for name in CLASSES}
    tried = {name: drifting(values[name], strata) for name in CLASSES}
    name = min(tried, key=lambda each: tried[each][0])
    p, place = tried[name]
    first, since = (np.mean([each.said == name for each in part] or [False]) for part in (own[:place], own[place:]))
    words = f"{name}: {first:.0%} of the first {place:,}, {since:.0%} of the {len(own) - place:,} since"
    change = _by_cusum(values["accept"], strata, 2 * len(CLASSES))
    return _Found("what they say", min(1.0, p * len(CLASSES)), words, change)


def _beside(
    own: Sequence[Judgement], together: Mapping[str, Sequence[Judgement]]
) -> tuple[list[float], list[Hashable]]:
    """Return for each common item how much more the reviewer accepted than others did, and who these were."""
    ahead: list[float] = []
    who: list[Hashable] = []
    for each in own:
        others = [other for other in together[each.item] if other.reviewer != each.reviewer]
        if others:
            accepted = sum(other.said == "accept" for other in others) / len(others)
            ahead.append(float(each.said == "accept") - accepted)
            who.append(tuple(sorted(other.reviewer for other in others)))
    return ahead, who


def _than_others(ahead: Sequence[float]) -> _Found:
    from scipy import stats

    more, less = sum(each > 0 for each in ahead), sum(each < 0 for each in ahead)
    p = float(stats.binomtest(more, more + less).pvalue) if more + less else 1.0
    words = f"accepts {_more(ahead)} than others on {len(ahead):,} common items"

    def change(level: float) -> float:
        return (-float(ndtri(level / 2)) + _POWER) * math.sqrt(max(1, more + less)) / len(ahead)

    return _Found("than others", p, words, change)


def _gold(right: Sequence[bool]) -> _Found:
    from scipy import stats

    half = len(right) // 2
    parts = (right[:half], right[half:])
    table = np.array([[sum(part), len(part) - sum(part)] for part in parts])
    p = float(stats.fisher_exact(table).pvalue)
    words = "; ".join(
        f"{sum(part)} of {len(part)} right in the {half} half"
        for part, half in zip(parts, ("earlier", "later"), strict=True)
    )
    share = min(0.95, max(0.5, sum(right) / len(right)))

    def change(level: float) -> float:
        # Fisher's test spends less than its level on few items: what it misses by that is told as a larger change.
        spread = math.sqrt(2 * share * (1 - share) / half)
        return (-float(ndtri(level / 2)) + _POWER) * spread + 1 / half

    return _Found("gold", p, words, change)


def drifting(values: Sequence[float], strata: Iterable[Hashable]) -> tuple[float, int]:
    """Return the chance of such drift within strata, and after which value it turns.

    By one sum over all strata, and by one for each that has `FEWEST` values; the clearer one, for having looked twice.
    """
    numbers = np.asarray(_numbers(strata))
    given = np.asarray(values, dtype=float)
    whole = cusum(given.tolist(), numbers.tolist())
    places = [np.flatnonzero(numbers == each) for each in np.unique(numbers)]
    large = [each for each in places if len(each) >= FEWEST]
    if len(places) < 2 or not large:
        return whole
    alone = [(cusum(given[each].tolist(), [0] * len(each)), each) for each in large]
    (p, place), where = min(alone, key=lambda each: each[0][0])
    p = min(1.0, p * len(large))
    if whole[0] <= p:
        return min(1.0, 2 * whole[0]), whole[1]
    return min(1.0, 2 * p), int(where[place - 1]) + 1


def _by_cusum(values: Sequence[float], strata: Iterable[Hashable], looks: int) -> Callable[[float], float]:
    """Return how large a lasting change half-way is found: the sum's mean there, beyond the limit by its spread."""
    numbers = np.asarray(_numbers(strata))
    given = np.asarray(values, dtype=float)
    above = given - (np.bincount(numbers, given) / np.bincount(numbers))[numbers]
    spread = max(0.1, float(np.sqrt((above**2).mean())))

    def change(level: float) -> float:
        limit = float(kolmogi(level / looks)) + _POWER / 2
        return 4 * spread * limit / math.sqrt(len(given))

    return change


def cusum(values: Sequence[float], strata: Iterable[Hashable]) -> tuple[float, int]:
    """Return the chance of such drift where the mean of each stratum stays the same, and after which value it turns.

    What each value is above its stratum's mean is added up. Where strata follow one another the sum is tied to 0 more
    often than Kolmogorov's bridge, so the chance is then overstated rather than understated.
    """
    given = np.asarray(values, dtype=float)
    _, which = np.unique(_numbers(strata), return_inverse=True)
    means = np.bincount(which, given) / np.bincount(which)
    above = given - means[which]
    spread = float(np.sqrt((above**2).sum()))
    if spread < 1e-9:
        return 1.0, len(given)
    sums = np.abs(np.cumsum(above))
    place = int(np.argmax(sums))
    return float(kolmogorov(sums[place] / spread)), place + 1


def _numbers(strata: Iterable[Hashable]) -> list[int]:
    known: dict[Hashable, int] = {}
    return [known.setdefault(each, len(known)) for each in strata]


def _corrected(tested: Mapping[int, Sequence[_Found]]) -> dict[int, tuple[Signal, ...]]:
    """Correct the tests by Holm's method over all of them."""
    tests = [(reviewer, each) for reviewer, found in tested.items() for each in found]
    chances = holm([each.p for _, each in tests])
    corrected = {(reviewer, each.test): p for (reviewer, each), p in zip(tests, chances, strict=True)}
    level = LEVEL / max(1, len(tests))
    return {
        reviewer: tuple(_signal(each, corrected[reviewer, each.test], level) for each in found)
        for reviewer, found in tested.items()
    }


def _signal(found: _Found, p: float, level: float) -> Signal:
    change = found.change(level)
    return Signal(found.test, p, p < LEVEL, found.words, change if change < 1 else None)


def _windows(own: Sequence[Judgement], gold: Sequence[Judgement], right: Mapping[int, bool]) -> tuple[Window, ...]:
    """Split the reviews into equal parts, fewer where there are few; gold goes with the reviews around it."""
    parts = [own[part[0] : part[-1] + 1] for part in np.array_split(np.arange(len(own)), WINDOWS) if len(part)]
    found = []
    after = -1
    for number, part in enumerate(parts):
        last = part[-1].verdict if number < len(parts) - 1 else float("inf")
        met = [right[each.verdict] for each in gold if after < each.verdict <= last]
        after = part[-1].verdict
        said = Counter(each.said for each in part)
        times = [each.seconds for each in part if each.seconds is not None]
        found.append(
            Window(
                count=len(part),
                shares={name: said[name] / len(part) for name in CLASSES},
                seconds=float(np.median(times)) if times else None,
                gold=(sum(met), len(met)),
            )
        )
    return tuple(found)


def _more(ahead: Sequence[float]) -> str:
    """Return a mean difference of shares in words."""
    points = 100 * float(np.mean(ahead)) if len(ahead) else 0.0
    return f"{abs(points):.0f} points {'less' if points < 0 else 'more'}"
