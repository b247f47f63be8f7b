"""What a simulation.toml may say of captions, table by table."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from company import config
from company.config import Section, Targets, case_count
from company.tables.settings import ColumnsSettings, TableSettings


class CaptionsSettings(Section):
    """[captions]: this table says that a run is of captions; how figures, paragraphs and captions are to be."""

    unmentioned: float = Field(default=0.19, ge=0, le=1)
    """Share of the figures that no paragraph mentions (the seed's limitations: 18.81 %)."""
    spoiled: float = Field(default=0.12, ge=0, le=0.5)
    """Share of the captions with one of the seed's four errors (its table 4: 441 of 3,600)."""
    twins: int = Field(default=1, ge=0, le=6)
    """Captions of a figure that get a twin with one untruth."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that code which draws no figure goes back to its writer."""


class TargetSettings(Targets):
    """[targets]: how many accepted cases are wanted of each category; without it, 20 of each."""

    ranking: int = case_count(20)
    detection: int = case_count(20)


class Settings(config.Settings):
    """Everything that a run of captions is told."""

    family: ClassVar[str] = "captions"
    table: TableSettings
    columns: ColumnsSettings = ColumnsSettings()
    captions: CaptionsSettings = CaptionsSettings()
    targets: TargetSettings = TargetSettings()

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's CSV, where it cannot be read."""
        return self.table.missing_file(self.file.parent)


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of captions as what they are."""
    assert isinstance(settings, Settings), "a run of captions has settings of captions"
    return settings
