"""The table of a run of captions, put in again from a published folder as that of dialogues is."""

from __future__ import annotations

from company.config import Settings
from company.families.captions.settings import settings_of
from company.families.dialogues.remaking import TableRemaking
from company.tables.settings import TableSettings


class CaptionRemaking(TableRemaking):
    """A run has one table; what claims are written with comes with the program."""

    def table_of(self, settings: Settings) -> TableSettings:
        """Return what the settings of a run say of its table."""
        return settings_of(settings).table
