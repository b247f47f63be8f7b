"""The hash of what is judged: the record's content, and that of all that it was made from.

Status, reason, talk and flags are left out: a verdict changes those and does not make what it judged another thing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from company.archive import Topic
from company.errors import ArchiveError
from company.records import Record
from company.reviewing.kinds import Kinds, kinds_of

if TYPE_CHECKING:
    from company.archive import Archive

KEPT = Topic("kept", ("record",))
"""Records of which people edited words that nothing executed depends on, and kept what was made of them: the hash of
their content now, and the content and the fingerprint that what was made of them knows."""
_APART = {"status", "reason", "conversation", "flags"}


def bare(record: Record) -> Record:
    """Return the fields of a record that are its author's; two records with equal ones say the same."""
    return record.model_copy(update={"status": "proposed", "reason": None, "flags": (), "conversation": ()})


@dataclass
class Fingerprints:
    """Hashes over one state of an archive, each reckoned once."""

    archive: Archive
    _known: dict[str, str] = field(default_factory=dict)

    @cached_property
    def kinds(self) -> Kinds:
        """The review kinds of the run's family."""
        return kinds_of(self.archive)

    @cached_property
    def _kept(self) -> dict[tuple[str, ...], Any]:
        """What is noted of records of which only words were edited."""
        return self.archive.facts(KEPT)

    def of(self, records: Sequence[Record]) -> str:
        """Return the hash of records that are judged together, all of one parent."""
        return _hashed([[_content(each) for each in records], self._line(records[0])])

    def of_part(self, record: Record, body: Mapping[str, Any]) -> str:
        """Return the hash of a part of a record, as people see it, and of what the record was made from."""
        return _hashed([[body], self._line(record)])

    def _line(self, record: Record) -> list[str]:
        """Return the hashes of what a record was made from."""
        return [self._below(each) for each in record.made_from]

    def _below(self, record_id: str) -> str:
        if record_id not in self._known:
            try:
                record = self.archive.get(record_id)
            except ArchiveError:  # a parent's name that is no record's: tables have no parent, and intake stores none
                self._known[record_id] = record_id
            else:
                content = content_known(record, self._kept.get((record_id,)))
                self._known[record_id] = _hashed([content, self._line(record)])
        return self._known[record_id]


def note_kept(archive: Archive, old: Record, new: Record) -> None:
    """Note that only words of a record are edited: what was made of it as it was stays, as if it were still that."""
    noted = archive.fact(KEPT, old.id)
    content, fingerprint = content_known(old, noted), fingerprint_known(archive, old)
    now = _hashed([_content(new)])
    archive.put_fact(KEPT, new.id, content={"now": now, "content": content, "fingerprint": fingerprint})


def content_known(record: Record, noted: Any) -> dict[str, Any]:
    """Return the content of a record as what was made of it knows it; `noted` is the fact of `KEPT` about it."""
    content = _content(record)
    if noted is not None and noted["now"] == _hashed([content]):
        found: dict[str, Any] = noted["content"]
        return found
    return content


def fingerprint_known(archive: Archive, record: Record) -> str:
    """Return the fingerprint of a record as what was made of it knows it: as it was before its words were edited."""
    noted = archive.fact(KEPT, record.id)
    return str(noted["fingerprint"]) if content_known(record, noted) != _content(record) else record.fingerprint()


def _content(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude=_APART)


def _hashed(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
