"""How long a review still takes: what is left of it, at the pace at which people judged so far.

Means and not medians, since what is left is a sum. An interval says where the sum lies with 95 % probability if people
go on as they did; nothing is said before somebody has judged enough.
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from human_review.store import Judgement, Left, Reviewer, ReviewStore
from human_review.store.leaving import LeftOfKind
from human_review.store.shares import whose

ENOUGH = 5
"""Verdicts from which on a pace is told."""
_NORMAL = 1.96
_SOME = 0.5
"""Verdicts from which on somebody has something left."""


@dataclass(frozen=True)
class Pace:
    """The seconds that a verdict takes."""

    mean: float
    variance: float
    """Of one verdict."""
    doubt: float
    """The variance of the mean itself."""


@dataclass(frozen=True)
class Time:
    """Seconds that something takes, and between which they lie with 95 % probability."""

    seconds: float
    low: float
    high: float


@dataclass(frozen=True)
class PersonTime:
    """What is left for one person, where all go on by their shares, and those without one alike."""

    reviewer: int
    name: str
    verdicts: float
    """Reviews, and adjudications that are to be expected."""
    time: Time | None
    """At their own pace in the kinds of which they judged enough; None where nobody did."""


@dataclass(frozen=True)
class ToGo:
    """What is left of a review."""

    reviews: int
    adjudications: float
    """Open ones, and as many more as reviewers differed so far."""
    time: Time | None
    """Of one person after the other; None before there are enough verdicts."""
    borrowed: tuple[str, ...]
    """Kinds that nobody has judged enough of: they are reckoned at the pace of the others."""
    nobody: Mapping[str, int]
    """Skill → reviews that ask for it, and that nobody can do."""
    days: float | None
    """At the number of verdicts a day of the last week; None where there were none."""
    people: tuple[PersonTime, ...] = ()
    ungrouped: Mapping[str, int] = field(default_factory=dict)
    """Kind → reviews of it, where nobody is in a group that is given it."""


@dataclass
class _Sum:
    """Verdicts to come, added up."""

    verdicts: float = 0.0
    seconds: float = 0.0
    spread: float = 0.0
    known: bool = True

    def add(self, count: float, pace: Pace | None) -> None:
        """Add so many verdicts at a pace; the mean is known no better than it was measured."""
        self.verdicts += count
        if not count:
            return
        if pace is None:
            self.known = False
            return
        self.seconds += count * pace.mean
        self.spread += count * pace.variance + count**2 * pace.doubt

    @property
    def time(self) -> Time | None:
        """The time of all that was added; None where it is not known of something."""
        if not self.known:
            return None
        off = _NORMAL * math.sqrt(self.spread)
        return Time(self.seconds, max(0.0, self.seconds - off), self.seconds + off)


def to_go(store: ReviewStore, judged: Sequence[Judgement]) -> ToGo:
    """Return what is left of a review; `judged` are its standing verdicts."""
    left, people = store.left(), store.reviewers()
    paces = _Paces(judged)
    coming = _disputes(left, judged)
    whole = _Sum()
    for each in left.reviews:
        whole.add(each.count, paces.of(each.kind))
    reviews = round(whole.verdicts)
    whole.add(coming, paces.adjudication)
    # Verdicts of who runs the review are welcome, and not reckoned with before there are some.
    working = [each for each in people if each.active and (each.role != "admin" or each.id in paces.people)]
    deciding = [each for each in working if each.role != "reviewer"] or [e for e in people if e.role == "admin"][:1]
    kinds = {each.id: store.given_to(each.id) for each in working}
    given = {kind for own in kinds.values() for kind in own}
    nobody: dict[str, int] = defaultdict(int)
    ungrouped: dict[str, int] = defaultdict(int)
    sums: dict[int, _Sum] = {each.id: _Sum() for each in (*working, *deciding)}
    for each in left.reviews:
        able = [who for who in working if _may(who, each, kinds[who.id])]
        able = [who for who in able if each.kept in whose(who)] or able
        if not able and each.kind not in given:
            ungrouped[each.kind] += each.count
        elif not able:
            nobody[each.skill] += each.count
        for who, part in _parts(able):
            sums[who.id].add(each.count * part, paces.of(each.kind, who.id))
    for who in deciding:
        sums[who.id].add(coming / len(deciding), paces.adjudication)
    return ToGo(
        reviews=reviews,
        adjudications=coming,
        time=whole.time,
        borrowed=tuple(dict.fromkeys(e.kind for e in left.reviews if e.count and not paces.knows(e.kind))),
        nobody=dict(nobody),
        days=(whole.verdicts / left.a_day) if left.a_day else None,
        people=tuple(
            PersonTime(who.id, who.name, sums[who.id].verdicts, sums[who.id].time)
            for who in people
            if who.id in sums and sums[who.id].verdicts >= _SOME
        ),
        ungrouped=dict(ungrouped),
    )


def time_for(own: Mapping[str, Sequence[float]], left: Mapping[str, float]) -> Time | None:
    """Return the time that so many items of each kind take somebody, by the seconds of theirs; None of too few."""
    paces, whole = {kind: _pace(times) for kind, times in own.items()}, _Sum()
    pooled = _pooled(paces.values(), [each for times in own.values() for each in times])
    for kind, count in left.items():
        whole.add(count, paces.get(kind) or pooled)
    return whole.time


class _Paces:
    """The pace of everybody, and of each person, by kind."""

    def __init__(self, judged: Iterable[Judgement]) -> None:
        times: dict[tuple[str, int], list[float]] = defaultdict(list)
        decided: list[float] = []
        for each in judged:
            if each.seconds is not None and each.duty == "adjudication":
                decided.append(each.seconds)
            elif each.seconds is not None:
                times[each.kind, each.reviewer].append(each.seconds)
        self._own = {key: _pace(found) for key, found in times.items()}
        self.people = {reviewer for _, reviewer in times}
        kinds = {kind for kind, _ in times}
        of_kind = {kind: [s for (k, _), found in times.items() if k == kind for s in found] for kind in kinds}
        self._of_kind = {kind: _pace(found) for kind, found in of_kind.items()}
        self._pooled = _pooled(self._of_kind.values(), [each for found in times.values() for each in found])
        self.adjudication = _pace(decided) or self._pooled

    def knows(self, kind: str) -> bool:
        """Return whether enough of a kind was judged."""
        return self._of_kind.get(kind) is not None

    def of(self, kind: str, reviewer: int = 0) -> Pace | None:
        """Return the pace of a person in a kind; else that of everybody in it, or in all kinds; None of none."""
        return self._own.get((kind, reviewer)) or self._of_kind.get(kind) or self._pooled


def _pace(times: Collection[float]) -> Pace | None:
    if len(times) < ENOUGH:
        return None
    mean = sum(times) / len(times)
    variance = sum((each - mean) ** 2 for each in times) / (len(times) - 1)
    return Pace(mean, variance, variance / len(times))


def _pooled(kinds: Iterable[Pace | None], times: Collection[float]) -> Pace | None:
    """Return the pace to reckon a kind with that nobody has judged enough of: it may be as far off as kinds are apart.

    Of one kind alone, half of its mean.
    """
    found = _pace(times)
    if found is None:
        return None
    means = [each.mean for each in kinds if each is not None]
    apart = statistics.stdev(means) if len(means) > 1 else 0.5 * found.mean
    return replace(found, doubt=max(found.doubt, apart**2))


def _may(who: Reviewer, left: LeftOfKind, kinds: Collection[str]) -> bool:
    """Return whether somebody is given reviews that are left: by their skills, and by the groups that they are in."""
    return left.kind in kinds and (not left.skill or left.skill in who.skills)


def _parts(able: Sequence[Reviewer]) -> list[tuple[Reviewer, float]]:
    """Return what part of some reviews each person does: their share, and alike of what the others leave."""
    shares = sum(each.share for each in able if each.share is not None)
    free = [each for each in able if each.share is None]
    rest = max(0.0, 1 - shares) / len(free) if free else 0.0
    parts = [(each, rest if each.share is None else each.share) for each in able]
    whole = sum(part for _, part in parts)
    return [(each, part / whole) for each, part in parts] if whole else []


def _disputes(left: Left, judged: Sequence[Judgement]) -> float:
    """Return the adjudications to expect: those that are open, and as many of the rest as there were so far."""
    settled = left.agreed + left.adjudicated + left.adjudications
    share = (left.adjudicated + left.adjudications) / settled if settled else 0.0
    return left.adjudications + share * left.open
