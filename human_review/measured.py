"""What is measured of a review: counts, and how well people judge, as records with what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from company.reviewing.kinds import Published
from company.statistics.intervals import LEVEL
from human_review.agreement import Agreement
from human_review.drift import Course
from human_review.solved import HumanAccuracy
from human_review.store import Again, ReviewerRole
from human_review.togo import ToGo

HASTY = 1.0
"""Seconds in which nobody has read an item."""
UNCOUNTED = ("stale",)
"""Items that are no part of the work any more."""


@dataclass(frozen=True)
class Share:
    """A part of a whole, with Wilson's interval."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """The share as a number; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval at 95 %; None of nothing."""
        if not self.whole:
            return None
        from scipy import stats  # takes longer to import than most of a review's own libraries

        found = stats.binomtest(self.part, self.whole).proportion_ci(LEVEL, method="wilson")
        return float(found.low), float(found.high)


@dataclass(frozen=True)
class Spread:
    """Where the middle half of some measurements lies."""

    count: int
    first: float
    median: float
    third: float


@dataclass(frozen=True)
class KindCounts:
    """One kind of item."""

    kind: str
    judged: bool
    """Whether it is judged on the form that takes accept, edit and reject."""
    states: Mapping[str, int]
    """State of item → how many are in it."""
    decided: Mapping[str, int]
    """Decision in a word → how many items people decided so; those that were given as gold are left out."""
    adjudicated: int
    """Of these, by an adjudicator."""
    said: Mapping[str, int]
    """Verdict in a word → how many standing reviews say it."""

    @property
    def total(self) -> int:
        """Items that are to be judged."""
        return sum(count for state, count in self.states.items() if state not in UNCOUNTED)

    @property
    def done(self) -> Share:
        """The share of decided items in those that are to be judged."""
        return Share(self.states.get("decided", 0), self.total)

    @property
    def usable(self) -> Share:
        """The share accepted as they were, of those that people decided or differ on; of nothing on another form.

        What waits for an adjudicator counts as not accepted as it was: leaving it out would count the clear ones alone.
        """
        if not self.judged:
            return Share(0, 0)
        words = self.decided
        return Share(words.get("accept", 0), sum(words.values()) + self.states.get("adjudication", 0))


@dataclass(frozen=True)
class PersonaCounts:
    """What reviews say of all that was made for one client."""

    persona: str
    """Id of the record."""
    name: str
    """The client's, or the id where the archive has none."""
    said: Mapping[str, int]


@dataclass(frozen=True)
class PersonCounts:
    """One reviewer."""

    reviewer: int
    name: str
    role: ReviewerRole
    active: bool
    said: Mapping[str, int]

    @property
    def reviews(self) -> int:
        """The number of reviews that stand."""
        return sum(self.said.values())


@dataclass(frozen=True)
class Counts:
    """What can be added up."""

    event: int
    """Number of the last event that is counted."""
    kinds: tuple[KindCounts, ...]
    """In the order of a record's life."""
    personas: tuple[PersonaCounts, ...]
    people: tuple[PersonCounts, ...]
    late: int
    """Verdicts that came when nobody's place was free any more."""
    again: Again = field(default_factory=lambda: Again({}, {}))
    """What was sent back."""

    @property
    def waiting_again(self) -> int:
        """The number of items that were sent back and are not decided."""
        return sum(self.again.waiting.values())

    @property
    def done(self) -> Share:
        """The share of decided items in all."""
        return _sum(each.done for each in self.kinds)

    @property
    def usable(self) -> Share:
        """The share accepted unedited, of all that people decided or differ on."""
        return _sum(each.usable for each in self.kinds)

    @property
    def adjudicated(self) -> Share:
        """The share decided by an adjudicator, of all that people decided."""
        return Share(sum(k.adjudicated for k in self.kinds), sum(sum(k.decided.values()) for k in self.kinds))

    @property
    def reviewers(self) -> int:
        """The number of people whose reviews stand."""
        return sum(1 for each in self.people if each.reviews)


@dataclass(frozen=True)
class PersonQuality:
    """How one reviewer judges."""

    seconds: Spread | None
    gold: Share
    """Right verdicts on gold items."""
    tutorial: Share
    """Right verdicts of the tutorial, which count nowhere else."""
    hasty: Share
    """Verdicts that took less than `HASTY` seconds, of those whose time is known."""
    course: Course | None
    """None before there is a review on the form that takes accept, edit and reject."""


@dataclass(frozen=True)
class Quality:
    """What takes reading every verdict."""

    event: int
    agreements: Mapping[str, Agreement]
    seconds: Mapping[str, Spread]
    """Per item, of the time that a reviewer was there."""
    distances: Mapping[str, Mapping[str, Spread]]
    """Of edits from the proposal, by field; "" for all edited fields together."""
    people: Mapping[int, PersonQuality]
    solved: tuple[HumanAccuracy, ...] = ()
    """How people solved cases before they saw what is right, by category, then of all together."""
    left: ToGo | None = None
    """What is left, and how long it takes."""


@dataclass(frozen=True)
class Measures:
    """Everything."""

    counts: Counts
    quality: Quality
    published: Mapping[str, Published] = field(default_factory=dict)
    """Kind → what its share of usable records is shown beside."""


def _sum(shares: Iterable[Share]) -> Share:
    part, whole = 0, 0
    for each in shares:
        part, whole = part + each.part, whole + each.whole
    return Share(part, whole)
