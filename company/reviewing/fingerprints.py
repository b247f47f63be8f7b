"""The hash of what is judged: the record's content, and that of all that it was made from.

Status, reason, talk and flags are left out: a verdict changes those and does not make what it judged another thing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from company.errors import ArchiveError
from company.families.dialogues.records import Rewrite
from company.records import Record

if TYPE_CHECKING:
    from company.archive import Archive

_APART = {"status", "reason", "conversation", "flags"}


def bare(record: Record) -> Record:
    """What of a record is its author's; two with equal ones say the same."""
    return record.model_copy(update={"status": "proposed", "reason": None, "flags": (), "conversation": ()})


@dataclass
class Fingerprints:
    """Hashes over one state of an archive, each reckoned once."""

    archive: Archive
    _known: dict[str, str] = field(default_factory=dict)

    def of(self, records: Sequence[Record]) -> str:
        """Of records that are judged together, all of one parent."""
        return _hashed([[_content(each) for each in records], self._line(records[0])])

    def _line(self, record: Record) -> list[str]:
        """The hashes of what a record was made from."""
        made_from = [record.parent, record.turn if isinstance(record, Rewrite) else None]
        return [self._below(each) for each in made_from if each is not None]

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
