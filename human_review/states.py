"""What the code of a turn or a rewrite is run on: its table, the private library, and the code of the turns before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from company.archive import Archive
from company.errors import ArchiveError, ReviewError
from company.families.dialogues.body.private_library import SOURCE_FILE, library_source
from company.families.dialogues.history import history
from company.families.dialogues.records import Dialogue, Rewrite, Turn
from company.records import USABLE, Intent
from company.tables.record import Table


@dataclass(frozen=True)
class Before:
    """The state before a piece of code, as what makes it again."""

    dialogue: str
    table: Path
    library: str
    """Source of the private library; empty where the code does not know it."""
    steps: tuple[tuple[str, str], ...]
    """What was run before, in order: the dialogue's id with its prelude, then each turn's id with its code."""
    intents: tuple[Intent, ...] = ()
    """What the code itself is asked for."""

    @property
    def marks(self) -> list[str]:
        """A hash of the state after each step: equal ones mean that the same was run on the same files."""
        seen = self.table.stat()
        mark = json.dumps([str(self.table), seen.st_size, seen.st_mtime_ns, self.library])
        found = []
        for _, code in self.steps:
            mark = hashlib.sha256(f"{mark}\n{code}".encode()).hexdigest()
            found.append(mark)
        return found

    @contextmanager
    def files(self) -> Iterator[Mapping[str, Path]]:
        """The files that a session is opened with; they are copied there."""
        with TemporaryDirectory(prefix="company-library-") as folder:
            given = {self.table.name: self.table}
            if self.library:
                given[SOURCE_FILE] = Path(folder) / SOURCE_FILE
                given[SOURCE_FILE].write_text(self.library, encoding="utf-8")
            yield given


def state_before(archive: Archive, record: Turn | Rewrite) -> Before:
    """The state that a turn's code, or a rewrite of it, is run on: the usable turns before it as they are now.

    The turns before a rewrite are on the private library, too, where that was accepted.

    Raises ReviewError for a dialogue that is not finished, ArchiveError for records that are missing.
    """
    if isinstance(record, Turn):
        return _before(archive, record, {}, "")
    turn = archive.get(record.turn)
    assert isinstance(turn, Turn), "a rewrite names a turn"
    rewrites = {each.turn: each.code for each in archive.records("rewrite", USABLE, record.parent)}
    functions = [function for each in archive.records("library", USABLE) for function in each.functions]
    return _before(archive, turn, rewrites, library_source(functions))


def _before(archive: Archive, turn: Turn, rewrites: Mapping[str, str], library: str) -> Before:
    dialogue, table = dialogue_of(archive, turn), table_of(archive, turn.id)
    earlier = history(archive, dialogue.id, turn.position, turn.position, USABLE)
    steps = [(each.id, rewrites.get(each.id, each.code)) for each in earlier if each.code is not None]
    return Before(dialogue.id, table, library, ((dialogue.id, dialogue.prelude), *steps), turn.intents)


def dialogue_of(archive: Archive, turn: Turn) -> Dialogue:
    """The dialogue of a turn. Raises ReviewError where it is not finished."""
    try:
        dialogue = archive.get(turn.parent or "")
    except ArchiveError:
        raise ReviewError(
            f"{turn.id} cannot be run: its dialogue is not finished; run `company simulate` to its end"
        ) from None
    assert isinstance(dialogue, Dialogue), "a turn's parent is a dialogue"
    return dialogue


def table_of(archive: Archive, record_id: str) -> Path:
    """The file of the table that a record is about. Raises ArchiveError."""
    table = archive.get(record_id.split(".")[0])
    assert isinstance(table, Table), "ids begin with their table's"
    return archive.run / "resource" / table.file
