"""What a simulation.toml may say of figures, table by table."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer

from company import config
from company.config import Section, Targets, case_count
from company.config.complaints import did_you_mean
from company.families.figures.types import TYPES
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.said import TablesSaid


class OriginalsSettings(Section):
    """[originals]: this table says that a run is of figures; what they are drawn over."""

    EXAMPLE: ClassVar[str] = 'with from = "tables"'
    origin: Literal["tables"] = Field(default="tables", alias="from")

    @model_serializer(mode="wrap")
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write it as a simulation.toml has it: `from` can be no name in Python."""
        return {"from" if name == "origin" else name: value for name, value in handler(self).items()}


class FiguresSettings(Section):
    """[figures]: how figures are to be."""

    hard: float = Field(default=0.5, ge=0, le=1)
    """Share of the figures that have several panels, or more than 50 values."""
    types: tuple[str, ...] = Field(default=(), strict=False)
    """Types of plot that take turns; none: all that the table can carry."""
    blind: bool | Literal["auto"] = "auto"
    """Whether a figure has to come out of the simple query alone as well; auto: it has to where the built-in company
    draws, and of models it is told."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that code which draws no figure, or another one, goes back to its writer."""

    @field_validator("types")
    @classmethod
    def _are_known(cls, types: tuple[str, ...]) -> tuple[str, ...]:
        for each in types:
            if each not in TYPES:
                raise ValueError(f"there is no type {each!r}{did_you_mean(each, TYPES)}; docs/figures.md lists them")
        return tuple(dict.fromkeys(types))


class TargetSettings(Targets):
    """[targets]: how many accepted cases are wanted."""

    figure: int = case_count(100)


class Settings(config.Settings):
    """Everything that a run of figures is told."""

    family: ClassVar[str] = "figures"
    table: TableSettings
    columns: ColumnsSettings = ColumnsSettings()
    originals: OriginalsSettings = OriginalsSettings()
    figures: FiguresSettings = FiguresSettings()
    targets: TargetSettings = TargetSettings()

    @property
    def tables_said(self) -> TablesSaid:
        """What is said of its table."""
        return TablesSaid(self.table, self.columns, self.file)

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's CSV, where it cannot be read."""
        return self.table.missing_file(self.file.parent)


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of figures as what they are."""
    assert isinstance(settings, Settings), "a run of figures has settings of figures"
    return settings
