"""The table of a run of figures, put in again from a published folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from company.benchmark.publishing.origin import RunTold
from company.config import Settings
from company.errors import ArchiveError
from company.families.figures.settings import settings_of
from company.rebuilding.tables import TableRemaking
from company.tables.several.said import TablesSaid


class FigureRemaking(TableRemaking):
    """A run has one table; what takes portraits comes with the program."""

    def said_of(self, settings: Settings) -> TablesSaid:
        """Return what the settings of a run say of its table."""
        return settings_of(settings).tables_said

    def sections(self, told: RunTold, folder: Path, scenario: Path) -> dict[str, Any]:
        """Return the section on the table. Raises ArchiveError for a run that was given its originals."""
        if (origin := (told.settings.get("originals") or {}).get("from", "tables")) != "tables":
            raise ArchiveError(
                f"{folder}: the run {told.name} was given its originals ({origin}), which are not in the folder; it is "
                "made again where they are: simulate its scenario again"
            )
        return super().sections(told, folder, scenario)
