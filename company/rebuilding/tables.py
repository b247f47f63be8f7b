"""The table that a run is about, put in again from a published folder; for families whose runs have one."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.files import RESOURCE
from company.benchmark.publishing.origin import RunTold, SourceTold, how_to_get
from company.benchmark.publishing.provenance import file_hash
from company.config import Settings
from company.errors import ArchiveError
from company.rebuilding.remaking import Remaking
from company.tables.intake import NOTE as INTAKE
from company.tables.intake import received
from company.tables.reading import canonical_csv
from company.tables.settings import TableSettings


class TableRemaking(Remaking, ABC):
    """A run has one table."""

    @abstractmethod
    def table_of(self, settings: Settings) -> TableSettings:
        """Return what the settings of a run say of its table."""

    def sections(self, told: RunTold, folder: Path, scenario: Path) -> dict[str, Any]:
        """Return the section on the table, which is copied beside it."""
        table, source = _table(told, folder)
        shutil.copyfile(source, scenario / table.file)
        own = {key: value for key, value in told.settings.get("table", {}).items() if key != "file"}
        if not {"kaggle", "builtin"} & own.keys():
            own["file"] = table.file
        return {"table": {**own, "name": table.name}}

    def begun(self, archive: Archive) -> bool:
        """Return whether a run has its table."""
        return archive.note(INTAKE) is not None

    def begin(self, archive: Archive, told: RunTold, folder: Path, settings: Settings) -> None:
        """Read the table as it was read, and note it as it was noted."""
        table, source = _table(told, folder)
        record = received(
            canonical_csv(source, archive.run / "resource", table.name),
            repairs=table.repairs,
            **{key: getattr(table, key) for key in ("licence", "source", "citation", "version")},
        )
        if record.sha256 != table.sha256:
            raise ArchiveError(
                f"{source} is read otherwise by this version of the program; use the one it was made with"
            )
        named = self.table_of(settings)
        begun = table.sha256 if named.file else named.builtin or named.kaggle
        taken = {"source": begun, "table": record.model_dump(mode="json"), "original": dict(table.original)}
        archive.put_note(INTAKE, taken)


def _table(told: RunTold, folder: Path) -> tuple[SourceTold, Path]:
    """Return the table of a run, and where the folder holds it. Raises ArchiveError where it does not."""
    if len(told.tables) != 1:
        raise ArchiveError(f"{folder}: the run {told.name} has {len(told.tables)} tables; a run has one")
    table = told.tables[0]
    source = folder / RESOURCE / table.file
    if not source.is_file():
        raise ArchiveError(f"{source} is not there{how_to_get(folder, table)}")
    if file_hash(source) != table.sha256:
        raise ArchiveError(f"{source} is not the table that the benchmark was made of; get the benchmark again")
    return table, source
