"""Put before people what a run has made and nobody has judged, and take back what has changed since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from company.archive import Archive
from company.config import ReviewSettings
from company.records import Record
from company.reviewing import REST, Kinds, Lineage, Subject, asked_of, asks, overlap, subjects, whole, why
from company.reviewing.subjects import asked_under
from human_review.queueing.placing import place
from human_review.queueing.releasing import Released
from human_review.store import Item, Proposal, ReviewStore, id_of
from human_review.verdicts import Keep, Reject


@dataclass(frozen=True)
class Filled:
    """What came of filling the queue."""

    added: int
    retired: int
    trusted: int
    """Left as the company made them, by [review] rest."""


def fill(archive: Archive, store: ReviewStore, told: ReviewSettings) -> Filled:
    """Bring the queue up to the run's state; filled again, it stays as it is.

    What was judged, and changed since or was made from something that did, goes stale and is proposed again as it is.
    What was sent back stays, whatever [review] leaves out or trusts: somebody has asked for it.
    """
    asked = asked_of(told, store.kinds)
    work = _Filling(archive, store.kinds, told, asked, store.live(), store.sent_back())
    store.divide(told.groups)
    added = store.add(work.proposals())
    if told.tutorial:
        for kind in asked:
            if store.kinds[kind].provable:
                store.teach(kind, told.tutorial, told.seed)
    for idle in (True, False):
        store.put_idle([item for item in work.stays if work.idles(item) is idle], idle=idle)
    gone: dict[str, list[str]] = {}
    for item in work.live.values():
        if item.id not in work.stays:
            gone.setdefault(_why_gone(archive, told, asked, item), []).append(item.id)
    return Filled(added, sum(store.retire(ids, reason) for reason, ids in gone.items()), work.trusted)


Key = tuple[str, str]


@dataclass
class _Filling:
    """One look over a run."""

    archive: Archive
    kinds: Kinds
    told: ReviewSettings
    asked: Sequence[str]
    """Kinds that people are asked about."""
    live: dict[str, Item]
    sent_back: Sequence[Item]
    stays: set[str] = field(default_factory=set)
    """Ids of items that are what the run has."""
    trusted: int = 0
    _rounds: dict[Key, list[Item]] = field(default_factory=dict)
    """All that are not stale."""
    _lineage: Lineage = field(init=False)
    _released: Released = field(init=False)
    _doubts: dict[str, int] = field(default_factory=dict)
    """Signals against records, by their ids."""
    _later: dict[Key, list[Item]] = field(default_factory=dict)
    """Rounds after the first, stale ones among them, the last first."""

    def __post_init__(self) -> None:
        self._lineage = Lineage(self.archive, self._asks)
        self._released = Released.of(self.archive, self.told)
        for item in self.live.values():
            self._rounds.setdefault((item.record, item.kind), []).append(item)
        for item in self.sent_back:
            if item.round > 1:
                self._later.setdefault((item.record, item.kind), []).append(item)

    def proposals(self) -> Iterator[Proposal]:
        """Yield the proposals for the queue; `stays` is whole when all are taken."""
        asked = {each.kind for each in self.live.values() if each.grounds}.union(self.asked)
        asked |= {name for name, kind in self.kinds.items() if kind.attested is not None}
        for subject in subjects(self.archive, [kind for kind in self.kinds if kind in asked]):
            if (last := self._last_round(subject)) is not None:
                yield from self._as_sent_back(subject, last)
            else:
                yield from self._as_made(subject)

    def idles(self, item_id: str) -> bool | None:
        """Return whether an undecided item is to come last, or no more to; None where nothing changes."""
        item = self.live.get(item_id)
        if item is None or item.state not in ("open", "adjudication"):
            return None
        idle = not item.grounds and self._released.lacks(item)
        return None if idle == item.idle else idle

    def _last_round(self, subject: Subject) -> Item | None:
        """Return the last round after the first on what is there now."""
        later = self._later.get((subject.record, subject.kind), [])
        return next((item for item in later if _is_of(item, subject)), None)

    def _as_sent_back(self, subject: Subject, last: Item) -> Iterator[Proposal]:
        """Yield sent-back items, as they were then or as their decisions left them; earlier rounds are history."""
        wanted = subject.asked or last.applied is not None or self._rejected_before(last)
        for item in self._rounds.get((subject.record, subject.kind), []):
            if item.round < last.round or (item.round == last.round and wanted):
                self.stays.add(item.id)
        if last.state == "stale" and subject.asked:
            told = {"why": last.why, "place": last.place.rpartition(" ")[0], "round": last.round}
            yield self._proposal(subject).model_copy(update={**told, "grounds": last.grounds})

    def _rejected_before(self, last: Item) -> bool:
        """Return whether people rejected it, and somebody has it judged once more all the same."""
        earlier = (each for each in self._rounds.get((last.record, last.kind), []) if each.round < last.round)
        said = [each.decision for each in earlier if each.applied is not None]
        return last.state != "stale" and any(isinstance(each, Reject) or each == Keep(keep=False) for each in said)

    def _as_made(self, subject: Subject) -> Iterator[Proposal]:
        of = self._rounds.get((subject.record, subject.kind), [])
        attested = self.kinds[subject.kind].left_to_people(subject.records)
        asked = attested or subject.kind in self.asked
        before = next((each for each in of if each.applied is not None and each.applied_hash == subject.hash), None)
        if before is not None:
            if asked or before.grounds:
                self.stays.add(before.id)
        elif subject.asked:
            proposal = self._proposal(subject)
            known = self.live.get(id_of(proposal))
            if (known is None or not known.grounds) and not asked:
                return
            if (
                proposal.why == REST
                and self.told.rest == "trust"
                and not attested
                and (known is None or (known.state == "open" and not known.grounds))
            ):
                self.trusted += 1
            else:
                self.stays.add(id_of(proposal))
                yield proposal if known is not None else self._with_lineage(proposal, subject)

    def _proposal(self, subject: Subject) -> Proposal:
        kind, told = self.kinds[subject.kind], self.told
        reason = why(kind, subject.records, subject.record, told)
        return Proposal(
            record=subject.record,
            kind=subject.kind,
            form=kind.form,
            hash=subject.hash,
            why=reason,
            place=place(self.kinds, subject.kind, subject.record, reason, told, self._doubt(subject)),
            overlap=overlap(subject.kind, subject.record, told),
            body=subject.body,
            idle=self._released.lacks(subject),
            apart=subject.question.apart if subject.question else (),
            planted=subject.question.planted if subject.question else (),
        )

    def _doubt(self, subject: Subject) -> int:
        """Return how many signals speak against records: those that they show, and those of what they were made of."""
        signals = self.kinds[subject.kind].signals.values()
        for each in subject.records:
            above = self._doubts.get(each.parent or "", 0)
            self._doubts[each.id] = above + sum(signal.shows(each) for signal in signals)
        return max((self._doubts[each.id] for each in subject.records), default=0)

    def _with_lineage(self, proposal: Proposal, subject: Subject) -> Proposal:
        """Return the proposal with what it hangs and rests on, which only what is new in the queue needs."""
        above = self._lineage.above(subject.records) if self.told.upstream == "first" else ()
        told = {"above": above, "basis": self._lineage.basis(subject.records)}
        if not subject.together:
            kind = self.kinds[subject.kind]
            lies = kind.lies_in(proposal.body)
            told |= {"category": kind.category(proposal.body), "lies": f"{lies} {kind.name}" if lies else ""}
        return proposal.model_copy(update=told)

    def _asks(self, record: Record) -> bool:
        """Return whether people are asked about a record, and it is not trusted."""
        if whole(self.kinds, record.kind) is None:
            return False
        return asks(self.kinds, record.kind, [record], asked_under(record, self.kinds), self.told)


def _is_of(item: Item, subject: Subject) -> bool:
    """Return whether an item is about a subject as it is now: as it was proposed, or as its decision left it."""
    written = item.state != "stale" and item.applied is not None and item.applied_hash == subject.hash
    return item.hash == subject.hash or written


def _why_gone(archive: Archive, told: ReviewSettings, asked: Sequence[str], item: Item) -> str:
    if item.kind not in asked and not item.grounds:
        return f"[review] leaves out every {item.kind}"
    found = archive.status(item.record)
    if found in ("stale", "rejected", "proposed"):
        return f"it is {found} now"
    if item.why == REST and told.rest == "trust":
        return "[review] trusts the rest"
    return "it, or what it was made from, has changed"
