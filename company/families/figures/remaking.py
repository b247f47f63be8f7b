"""The table of a run of figures, put in again from a published folder."""

from __future__ import annotations

from company.config import Settings
from company.families.figures.settings import settings_of
from company.rebuilding.tables import TableRemaking
from company.tables.several.said import TablesSaid


class FigureRemaking(TableRemaking):
    """A run has one table; what takes portraits comes with the program."""

    def said_of(self, settings: Settings) -> TablesSaid:
        """Return what the settings of a run say of its table."""
        return settings_of(settings).tables_said
