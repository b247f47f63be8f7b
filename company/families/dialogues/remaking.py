"""The table of a run of dialogues, put in again from a published folder."""

from __future__ import annotations

from collections.abc import Mapping

from company.config import Settings
from company.families.dialogues.settings import settings_of
from company.rebuilding.tables import TableRemaking
from company.tables.settings import TableSettings
from company.tables.several.settings import OtherTableSettings


class DialogueRemaking(TableRemaking):
    """A run has a main table, and perhaps others beside it."""

    def table_of(self, settings: Settings) -> TableSettings:
        """Return what the settings of a run say of its table."""
        return settings_of(settings).table

    def others_of(self, settings: Settings) -> Mapping[str, OtherTableSettings]:
        """Return what the settings of a run say of the tables beside the main one."""
        return settings_of(settings).beside.said
