"""The table that a run is about, put in again from a published folder; for families whose runs have one."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.files import RESOURCE
from company.benchmark.publishing.origin import RunTold, SourceTold, how_to_get
from company.benchmark.publishing.provenance import file_hash
from company.config import Settings
from company.errors import ArchiveError
from company.rebuilding.remaking import Remaking
from company.tables.disguising import disguises_of, in_disguise
from company.tables.intake import NOTE as INTAKE
from company.tables.intake import noted, received
from company.tables.reading import canonical_csv
from company.tables.record import Table
from company.tables.several.joining import joined
from company.tables.several.said import TablesSaid


class TableRemaking(Remaking, ABC):
    """A run has one table, or several of which one is the main one."""

    @abstractmethod
    def said_of(self, settings: Settings) -> TablesSaid:
        """Return what the settings of a run say of its tables."""

    def sections(self, told: RunTold, folder: Path, scenario: Path) -> dict[str, Any]:
        """Return the section on the tables, which are copied beside it."""
        made: list[dict[str, Any]] = []
        beside = told.settings.get("beside", {})  # in any order: that of the tables is the run's
        for table, source in _tables(told, folder):
            shutil.copyfile(source, scenario / table.file)
            settings = beside[table.name] if made else told.settings.get("table", {})
            own = {key: value for key, value in settings.items() if key != "file"}
            if not {"kaggle", "builtin"} & own.keys():
                own["file"] = table.file
            made.append({**own, "name": table.name})
        first, *others = made
        return {"table": first, "beside": {each["name"]: each for each in others}}

    def begun(self, archive: Archive) -> bool:
        """Return whether a run has its table."""
        return archive.note(INTAKE) is not None

    def begin(self, archive: Archive, told: RunTold, folder: Path, settings: Settings) -> None:
        """Read the tables as they were read, and note them as they were noted."""
        said, resource = self.said_of(settings), archive.run / "resource"
        found = list(_tables(told, folder))
        tables = [_received(each, source, resource) for each, source in found]
        originals = {name: one.original for name, (one, _) in zip(said.by_name, found, strict=True)}
        table = joined(in_disguise(said, disguises_of(originals), tables[0].name), tables, resource)
        origins = {
            name: (one.sha256 if each.file else each.builtin or each.kaggle, one.original)
            for (name, each), (one, _) in zip(said.by_name.items(), found, strict=True)
        }
        archive.put_note(INTAKE, noted(table, said, origins))


def _received(table: SourceTold, source: Path, resource: Path) -> Table:
    """Return the record of a published table. Raises ArchiveError where it is read otherwise here."""
    record = received(
        canonical_csv(source, resource, table.name),
        repairs=table.repairs,
        **{key: getattr(table, key) for key in ("licence", "source", "citation", "version")},
    )
    if record.sha256 != table.sha256:
        raise ArchiveError(f"{source} is read otherwise by this version of the program; use the one it was made with")
    return record


def _tables(told: RunTold, folder: Path) -> Iterator[tuple[SourceTold, Path]]:
    """Yield the tables of a run, the main one first, and where the folder holds each. Raises ArchiveError."""
    beside = told.settings.get("beside", {})
    if sorted(table.name for table in told.tables[1:]) != sorted(beside):
        raise ArchiveError(
            f"{folder}: the run {told.name} has the tables {', '.join(table.name for table in told.tables)}, and its "
            f"settings tell of {', '.join(beside) or 'none'} beside the first; get the benchmark again"
        )
    for table in told.tables:
        source = folder / RESOURCE / table.file
        if not source.is_file():
            raise ArchiveError(f"{source} is not there{how_to_get(folder, table)}")
        if file_hash(source) != table.sha256:
            raise ArchiveError(f"{source} is not the table that the benchmark was made of; get the benchmark again")
        yield table, source
