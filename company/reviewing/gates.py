"""Gates: work that waits for people's verdicts on what it builds on.

A verdict is in when the archive notes one on just what is there now: a record that changed, or whose ancestors did,
waits again. What [review] trusts is not waited for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from company.config import ReviewSettings
from company.records import Record
from company.reviewing.fingerprints import Fingerprints, bare
from company.reviewing.kinds import Kinds, kinds_of, whole
from company.reviewing.selecting import asks
from company.reviewing.subjects import REVIEWED, WAITS, Subject, asked_under, subject_of, subjects

if TYPE_CHECKING:
    from company.archive import Archive

R = TypeVar("R", bound=Record)


@dataclass
class Gates:
    """The gates of a run over one state of its archive; make another when that has changed."""

    archive: Archive
    told: ReviewSettings
    kinds: Kinds = field(init=False)
    """Of the run's family."""
    _verdicts: dict[tuple[str, ...], Any] = field(init=False)
    _prints: Fingerprints = field(init=False)
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)
    _held: dict[tuple[str, str], bool] = field(default_factory=dict)
    _above: bool | None = None

    def __post_init__(self) -> None:
        """Read what people have decided."""
        self._verdicts = self.archive.facts(REVIEWED)
        self._prints = Fingerprints(self.archive)
        self.kinds = self._prints.kinds

    # what waits

    def hold(self, takes: str, record: Record, *, serial: bool = False) -> bool:
        """Return whether a stage that takes records of a kind has to wait at this one.

        A serial stage goes over all that was made before, in order: it waits while anything above it does.
        """
        if not self.told.gates:
            return False
        if serial:
            if self._above is None:
                self._above = bool(self.waiting(self._above_serial()))
            return self._above
        if (takes, record.id) not in self._held:
            self._held[takes, record.id] = any(self.waits(each) for each in self._below(takes, record))
        return self._held[takes, record.id]

    def waits(self, record: Record) -> bool:
        """Return whether the record is one that a gate holds."""
        if not self._held_back(record):
            return False
        key = (record.kind, asked_under(record, self.kinds))
        if key not in self._known:
            self._known[key] = self._waits(subject_of(self.archive, *key, self._prints))
        return self._known[key]

    def opened(self, record: Record) -> bool:
        """Return whether the record is one that people have opened a gate for."""
        return self._held_back(record) and self.judged(self.of(record))

    def _held_back(self, record: Record) -> bool:
        """Return whether a record needs people's word: there is a gate for its kind, or only they can tell."""
        kind = whole(self.kinds, record.kind)
        return kind is not None and (record.kind in self.told.gates or kind.left_to_people([record]))

    @property
    def built_on(self) -> tuple[str, ...]:
        """The kinds that further work is built on."""
        return tuple(name for name, kind in self.kinds.items() if kind.built_on)

    def waiting(self, among: Sequence[str] | None = None) -> Counter[str]:
        """Count the subjects of each kind (of these) that a gate holds.

        Of the kinds that nothing is built on, it is what is marked as waiting.
        """
        gated = [name for name, kind in self.kinds.items() if name in self.told.gates or kind.attested is not None]
        asked = [name for name in gated if among is None or name in among]
        found = (each for each in subjects(self.archive, asked, self._prints) if each.asked)
        held = (each for each in found if any(map(self._held_back, each.records)) and self._waits(each))
        built_on = self.built_on
        return Counter(each.kind for each in held if each.kind in built_on or each.records[0].reason == WAITS)

    def _above_serial(self) -> tuple[str, ...]:
        """Return the kinds before those that stages make which go over the whole run in order."""
        names = self.built_on
        return names[: next((place for place, name in enumerate(names) if self.kinds[name].in_order), len(names))]

    def _waits(self, subject: Subject) -> bool:
        return self.needs(subject) and not self.judged(subject)

    def _below(self, takes: str, record: Record) -> Iterator[Record]:
        """Yield the records that work on a record builds on, as far as they are not waited for before."""
        if takes != record.kind:  # the table as it came in, which the admin has not described yet
            return
        if (kind := whole(self.kinds, record.kind)) is not None:
            yield from kind.builds_on(self.archive, record, self.told.gates)
        yield record

    # what people have said

    def needs(self, subject: Subject) -> bool:
        """Return whether people are asked about it at all."""
        return asks(self.kinds, subject.kind, subject.records, subject.record, self.told)

    def judged(self, subject: Subject) -> bool:
        """Return whether people have decided on it as it is now, and the archive says how."""
        note = self._verdicts.get((subject.kind, subject.record))
        return note is not None and subject.hash == note.get("applied_hash", note["hash"])

    def has_judged(self, kind: str) -> bool:
        """Return whether people have decided on anything of a kind."""
        return any(reviewed == kind for reviewed, _ in self._verdicts)

    def of(self, record: Record) -> Subject:
        """Return the review subject for a record."""
        return subject_of(self.archive, record.kind, asked_under(record, self.kinds), self._prints)


def as_judged(archive: Archive, made: R) -> R:
    """Return a record as it is to be stored: made again just as it was, or edited, it stays as people left it."""
    status = archive.status(made.id)
    if status is None or status == "stale":
        return made
    stored = cast(R, archive.get(made.id))
    if stored.status == "edited":
        return stored
    decided = archive.fact(REVIEWED, made.kind, asked_under(made, kinds_of(archive))) is not None
    return stored if decided and bare(stored) == bare(made) else made
