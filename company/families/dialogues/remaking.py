"""The table of a run of dialogues, put in again from a published folder."""

from __future__ import annotations

from company.config import Settings
from company.families.dialogues.settings import settings_of
from company.rebuilding.tables import TableRemaking
from company.tables.settings import TableSettings


class DialogueRemaking(TableRemaking):
    """A run has one table."""

    def table_of(self, settings: Settings) -> TableSettings:
        """Return what the settings of a run say of its table."""
        return settings_of(settings).table
