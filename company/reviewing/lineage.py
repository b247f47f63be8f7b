"""What a question to a person hangs on: the questions above it, and all that a verdict on it rests on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from company.errors import ArchiveError
from company.records import Record
from company.reviewing.kinds import Kinds, kinds_of, whole
from company.reviewing.subjects import asked_under

if TYPE_CHECKING:
    from company.archive import Archive

Key = tuple[str, str]
"""A question to people: its kind, and the id of the record that it is asked under."""


@dataclass(frozen=True)
class _Source:
    """What is remembered of a record that others were made of."""

    made_from: tuple[str, ...]
    key: Key | None
    """None: people are not asked about it."""
    basis: str
    """Of what a verdict on it rests on; empty where a verdict on what was made of it does not rest on it."""


@dataclass
class Lineage:
    """What the records of one state of an archive were made of, each looked up once."""

    archive: Archive
    asks: Callable[[Record], bool] = lambda _: True
    """Whether people are asked about a record of a reviewed kind."""
    _known: dict[str, _Source | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the kinds of the run's family."""
        self._kinds: Kinds = kinds_of(self.archive)

    def above(self, records: Sequence[Record]) -> tuple[Key, ...]:
        """Return the nearest questions that records judged together hang on, each once."""
        return tuple(dict.fromkeys(key for record in records for key in self._above(record.made_from)))

    def basis(self, records: Sequence[Record]) -> str:
        """Return a hash of all that a verdict on records rests on; empty where it rests on everything."""
        found = [self._basis(each) for each in records]
        return _hashed(found) if all(found) else ""

    def _above(self, made_from: Sequence[str]) -> Iterator[Key]:
        for source in self._sources(made_from):
            if source.key is not None:
                yield source.key
            else:
                yield from self._above(source.made_from)

    def _basis(self, record: Record) -> str:
        kind = whole(self._kinds, record.kind)
        if kind is None or kind.rests_on is None:
            return ""
        own = kind.rests_on(record.model_dump(mode="json"))
        return _hashed([record.kind, own, [each.basis for each in self._sources(record.made_from)]])

    def _sources(self, made_from: Sequence[str]) -> Iterator[_Source]:
        for record_id in made_from:
            if record_id not in self._known:
                self._known[record_id] = self._source(record_id)
            if (found := self._known[record_id]) is not None:
                yield found

    def _source(self, record_id: str) -> _Source | None:
        try:
            record = self.archive.get(record_id)
        except ArchiveError:  # a parent's name that is no record's
            return None
        asked = whole(self._kinds, record.kind) is not None and self.asks(record)
        key = (record.kind, asked_under(record, self._kinds)) if asked else None
        return _Source(record.made_from, key, self._basis(record))


def _hashed(content: list[object] | list[str]) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
