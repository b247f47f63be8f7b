"""Gates: work that waits for people's verdicts on what it builds on.

A verdict is in when the archive notes one on just what is there now: a record that changed, or whose ancestors did,
waits again. What [review] trusts is not waited for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from company.archive.ordering import natural
from company.config import REVIEW_KINDS, ReviewSettings
from company.families.dialogues.records import ReviewKind, Turn
from company.records import USABLE, Record
from company.reviewing.fingerprints import Fingerprints, bare
from company.reviewing.selecting import REST, why
from company.reviewing.subjects import REVIEWED, WAITS, Subject, asked_under, subject_of, subjects

if TYPE_CHECKING:
    from company.archive import Archive

BUILT_ON: tuple[ReviewKind, ...] = ("table", "persona", "scenario", "plan", "turn", "library", "rewrite")
"""Kinds that further work is built on. Of the others, records themselves do not count before the verdict."""
_ABOVE_LIBRARIES = BUILT_ON[: BUILT_ON.index("library")]


@dataclass
class Gates:
    """The gates of a run over one state of its archive; make another when that has changed."""

    archive: Archive
    told: ReviewSettings
    _verdicts: dict[str, Any] = field(init=False)
    _prints: Fingerprints = field(init=False)
    _known: dict[tuple[ReviewKind, str], bool] = field(default_factory=dict)
    _held: dict[tuple[str, str], bool] = field(default_factory=dict)
    _above: bool | None = None

    def __post_init__(self) -> None:
        """Read what people have decided."""
        self._verdicts = self.archive.notes(REVIEWED)
        self._prints = Fingerprints(self.archive)

    # what waits

    def hold(self, takes: str, record: Record, *, serial: bool = False) -> bool:
        """Whether a stage that takes records of a kind has to wait at this one.

        A serial stage goes over all that was made before, in order: it waits while anything above it does.
        """
        if not self.told.gates:
            return False
        if serial:
            if self._above is None:
                self._above = bool(self.waiting(_ABOVE_LIBRARIES))
            return self._above
        if (takes, record.id) not in self._held:
            self._held[takes, record.id] = any(self.waits(each) for each in self._below(takes, record))
        return self._held[takes, record.id]

    def waits(self, record: Record) -> bool:
        """Whether the record is one that a gate holds."""
        kind = cast(ReviewKind, record.kind)
        if kind not in self.told.gates:
            return False
        key = (kind, asked_under(record))
        if key not in self._known:
            self._known[key] = self._waits(subject_of(self.archive, *key, self._prints))
        return self._known[key]

    def opened(self, record: Record) -> bool:
        """Whether the record is one that people have opened a gate for."""
        return record.kind in self.told.gates and self.judged(self.of(record))

    def waiting(self, kinds: Sequence[ReviewKind] = REVIEW_KINDS) -> Counter[ReviewKind]:
        """How much of each kind is held by a gate; of the kinds that nothing is built on, what is marked as waiting."""
        asked = [kind for kind in REVIEW_KINDS if kind in kinds and kind in self.told.gates]
        held = (each for each in subjects(self.archive, asked, self._prints) if each.asked and self._waits(each))
        return Counter(each.kind for each in held if each.kind in BUILT_ON or each.records[0].reason == WAITS)

    def _waits(self, subject: Subject) -> bool:
        return self.needs(subject) and not self.judged(subject)

    def _below(self, takes: str, record: Record) -> Iterator[Record]:
        """What work on a record builds on, as far as it is not waited for before."""
        if takes != record.kind:  # the table as it came in, which the admin has not described yet
            return
        if isinstance(record, Turn) and "turn" in self.told.gates:
            yield from self.archive.siblings("turn", record.parent or "", record.position, record.position)
        if record.kind == "rewrite":
            own = record.parent or ""
            if "rewrite" in self.told.gates:
                rewrites = self.archive.records("rewrite", USABLE, parent=own)
                yield from (each for each in rewrites if each.position < record.position)
            if "library" in self.told.gates:
                libraries = self.archive.records("library", USABLE)
                yield from (each for each in libraries if natural(each.id) <= natural(own))
        yield record

    # what people have said

    def needs(self, subject: Subject) -> bool:
        """Whether people are asked about it at all: of [review] `of`, and not trusted."""
        return subject.kind in self.told.of and (
            self.told.rest == "review" or why(subject.records, subject.record, self.told) != REST
        )

    def judged(self, subject: Subject) -> bool:
        """Whether people have decided on it as it is now, and the archive says how."""
        note = self._verdicts.get(f"{subject.kind} {subject.record}")
        return note is not None and subject.hash == note.get("applied_hash", note["hash"])

    def has_judged(self, kind: ReviewKind) -> bool:
        """Whether people have decided on anything of a kind."""
        return any(name.startswith(f"{kind} ") for name in self._verdicts)

    def of(self, record: Record) -> Subject:
        """What people are asked about a record."""
        return subject_of(self.archive, cast(ReviewKind, record.kind), asked_under(record), self._prints)


def as_judged(archive: Archive, made: Record) -> Record:
    """A record as it is to be stored. Made again just as it was, it stays as people left it; edited, it always does."""
    status = archive.status(made.id)
    if status is None or status == "stale":
        return made
    stored = archive.get(made.id)
    if stored.status == "edited":
        return stored
    decided = archive.note(f"{REVIEWED}{made.kind} {asked_under(made)}") is not None
    return stored if decided and bare(stored) == bare(made) else made
