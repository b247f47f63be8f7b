"""The table of a run of dialogues, put in again from a published folder."""

from __future__ import annotations

from company.config import Settings
from company.families.dialogues.settings import settings_of
from company.rebuilding.tables import TableRemaking
from company.tables.several.said import TablesSaid


class DialogueRemaking(TableRemaking):
    """A run has a main table, and perhaps others beside it."""

    def said_of(self, settings: Settings) -> TablesSaid:
        """Return what the settings of a run say of its tables."""
        return settings_of(settings).tables_said
