"""A review in numbers: how far it is, what people say of what was written, how well they agree, and what it takes.

Each record counts once, with its first round: what is judged anew is what was doubted, by people who are told why, and
would bend every figure. How much of that waits, and what it came to, is told apart from them.

`Counts` are added up by the database and quick at any size. `Quality` reads every verdict, since medians, agreement and
drift cannot be added up; `Kept` keeps it until something has happened.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from company.archive import Archive
from company.reviewing import Kinds
from company.reviewing.kinds import Published
from human_review.agreement import Agreement, agreement
from human_review.drift import courses
from human_review.measured import (
    HASTY,
    Counts,
    KindCounts,
    Measures,
    PersonaCounts,
    PersonCounts,
    PersonQuality,
    Quality,
    Share,
    Spread,
)
from human_review.solved import human_accuracy
from human_review.store import Judgement, ReviewStore
from human_review.togo import to_go

SPARED = 20
"""How many times as long as it took to reckon quality, it is shown as it is: a server has others to answer."""


def measures(store: ReviewStore, archive: Archive | None = None) -> Measures:
    """Return all measures of a review; `archive` is where names of groups are."""
    return Measures(counts(store, archive), quality(store), published(store.kinds))


def counts(store: ReviewStore, archive: Archive | None = None) -> Counts:
    """Return the figures that are sums: quick at any size."""
    event, kinds = store.last_event(), store.kinds
    groups = any(kind.groups for kind in kinds.values())

    def judged(kind: str) -> bool:
        return kind in kinds and kinds[kind].form == "judge"

    said_of_kind: dict[str, Counter[str]] = defaultdict(Counter)
    said_of_persona: dict[str, Counter[str]] = defaultdict(Counter)
    said_by: dict[int, Counter[str]] = defaultdict(Counter)
    for kind, persona, said, times in store.counted("persona"):
        said_of_kind[kind][said] += times
        if groups and persona and judged(kind):
            said_of_persona[str(persona)][said] += times
    for _, reviewer, said, times in store.counted("reviewer"):
        said_by[int(reviewer)][said] += times
    states: dict[str, Counter[str]] = defaultdict(Counter)
    decided: dict[str, Counter[str]] = defaultdict(Counter)
    adjudicated: Counter[str] = Counter()
    for kind, state, word, by, number in store.decided():
        states[kind][state] += number
        if state == "decided" and word is not None and by != "gold":
            decided[kind][word] += number
            adjudicated[kind] += number if by == "adjudication" else 0
    named = {} if archive is None else group_names(archive, kinds, said_of_persona)
    return Counts(
        event=event,
        kinds=tuple(
            KindCounts(kind, judged(kind), states[kind], decided[kind], adjudicated[kind], said_of_kind[kind])
            for kind in store.kinds
            if kind in states
        ),
        personas=tuple(
            PersonaCounts(persona, named.get(persona, persona), words)
            for persona, words in sorted(said_of_persona.items())
        ),
        people=tuple(
            PersonCounts(each.id, each.name, each.role, each.active, said_by[each.id]) for each in store.reviewers()
        ),
        late=store.late(),
        again=store.again(),
    )


def group_names(archive: Archive, kinds: Kinds, among: Collection[str] | None = None) -> dict[str, str]:
    """Return the names of the groups that records are counted by, such as clients, by id."""
    names: dict[str, str] = {}
    for name, kind in kinds.items():
        if kind.groups:
            names |= archive.texts(name, kind.groups, among)
    return names


def published(kinds: Kinds) -> dict[str, Published]:
    """Return for each kind of which one is known the share that somebody else found usable as it was written."""
    return {name: kind.published for name, kind in kinds.items() if kind.published is not None}


def quality(store: ReviewStore) -> Quality:
    """Return the figures that take reading every verdict: seconds, for 100,000 items."""
    event = store.last_event()
    judged = store.judgements()
    right = store.gold_answers()
    reviews = [each for each in judged if each.duty == "review" and each.round == 1]
    present = {each.kind for each in reviews}
    return Quality(
        event=event,
        agreements={name: _agreement(store, name) for name in store.kinds if name in present},
        seconds={
            kind: found
            for kind in store.kinds
            if (found := spread(e.seconds for e in reviews if e.kind == kind and e.seconds is not None))
        },
        distances={kind: _distances(reviews, kind) for kind in store.kinds if kind in present},
        people=_people(judged, right, store.lesson_answers()),
        solved=human_accuracy(store.solved()),
        left=to_go(store, judged),
    )


def _agreement(store: ReviewStore, name: str) -> Agreement:
    kind = store.kinds[name]
    judged = store.judged(kind.form, name)
    said = [[each for _, each in item] for item in judged]
    return agreement(kind.form, said, kind.executed, who=[[who for who, _ in item] for item in judged])


def spread(values: Iterable[float]) -> Spread | None:
    """Return median and quartiles; None of nothing."""
    found = np.fromiter(values, dtype=float)
    if not len(found):
        return None
    first, median, third = (float(each) for each in np.quantile(found, [0.25, 0.5, 0.75]))
    return Spread(len(found), first, median, third)


def _distances(reviews: Sequence[Judgement], kind: str) -> dict[str, Spread]:
    apart: dict[str, list[float]] = defaultdict(list)
    for each in reviews:
        if each.kind == kind and each.distance is not None:
            apart[""].append(each.distance)
            for name, distance in each.distances.items():
                apart[name].append(distance)
    found = {name: spread(values) for name, values in apart.items()}
    return {name: each for name, each in found.items() if each is not None}


def _people(
    judged: Sequence[Judgement], right: Mapping[int, bool], taught: Mapping[int, bool]
) -> dict[int, PersonQuality]:
    judged = [each for each in judged if each.round == 1]
    lessons: dict[int, list[bool]] = defaultdict(list)
    times: dict[int, list[float]] = defaultdict(list)
    gold: dict[int, list[bool]] = defaultdict(list)
    for each in judged:
        if each.seconds is not None:
            times[each.reviewer].append(each.seconds)
        if each.verdict in right:
            gold[each.reviewer].append(right[each.verdict])
        if each.verdict in taught:
            lessons[each.reviewer].append(taught[each.verdict])
    course = courses(judged, right)
    return {
        reviewer: PersonQuality(
            spread(times[reviewer]),
            Share(sum(gold[reviewer]), len(gold[reviewer])),
            Share(sum(lessons[reviewer]), len(lessons[reviewer])),
            Share(sum(each < HASTY for each in times[reviewer]), len(times[reviewer])),
            course.get(reviewer),
        )
        for reviewer in sorted({each.reviewer for each in judged})
    }


@dataclass
class Kept:
    """Figures of one queue, reckoned anew when something has happened; of those that take long, not every time.

    Threads may share it: while one reckons, others wait for it or take what was reckoned before.
    """

    store: ReviewStore
    patience: float = 60.0
    """Seconds for which quality is shown as it was, whatever has happened since; longer where it takes long."""
    _counts: Counts | None = None
    _quality: Quality | None = None
    _at: float = 0.0
    _took: float = 0.0
    _counting: threading.Lock = field(default_factory=threading.Lock)
    _reading: threading.Lock = field(default_factory=threading.Lock)

    def counts(self, archive: Archive | None = None) -> Counts:
        """Return the figures that are sums, as they are now."""
        with self._counting:
            if self._counts is None or self._counts.event != self.store.last_event():
                self._counts = counts(self.store, archive)
            return self._counts

    def known(self) -> Quality | None:
        """Return the last figures if they are recent enough to be shown; None where computing them would take time."""
        found = self._quality
        recent = found is not None and time.monotonic() - self._at < max(self.patience, SPARED * self._took)
        return found if recent or (found is not None and found.event == self.store.last_event()) else None

    def quality(self) -> Quality:
        """Return the figures that take reading every verdict, at most `patience` seconds old."""
        with self._reading:
            if (found := self.known()) is None:
                start = time.monotonic()
                found = self._quality = quality(self.store)
                self._at = time.monotonic()
                self._took = self._at - start
            return found
