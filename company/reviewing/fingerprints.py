"""The hash of what is judged: the record's content, and that of all that it was made from.

Status, reason, talk and flags are left out: a verdict changes those and does not make what it judged another thing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from company.errors import ArchiveError
from company.records import Record
from company.reviewing.kinds import Kinds, kinds_of

if TYPE_CHECKING:
    from company.archive import Archive

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

    def of(self, records: Sequence[Record]) -> str:
        """Return the hash of records that are judged together, all of one parent."""
        return _hashed([[_content(each) for each in records], self._line(records[0])])

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
                self._known[record_id] = _hashed([_content(record), self._line(record)])
        return self._known[record_id]


def _content(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude=_APART)


def _hashed(content: list[Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
