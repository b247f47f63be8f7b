"""What a simulation.toml may say of figures, table by table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from company import config
from company.config import Section, Targets, case_count
from company.errors import ConfigError, did_you_mean
from company.families.figures.chart_types import CATEGORIES
from company.families.figures.types import TYPES
from company.tables.settings import ColumnsSettings, OptionalTable
from company.tables.several.said import TablesSaid

From = Literal["tables", "scripts", "run", "pictures"]
"""What originals are: drawn over [table], scripts of a folder, figures of another run's turns, or pictures alone."""
_NAMED_BY = {"scripts": "folder", "run": "run", "pictures": "folder"}
"""Which key says where originals are."""


class OriginalsSettings(Section):
    """[originals]: this table says that a run is of figures; what they are drawn over, or where they are from."""

    EXAMPLE: ClassVar[str] = 'with from = "tables"'
    NOT_TOLD: ClassVar[frozenset[str]] = frozenset({"folder", "run"})
    MAY_CHANGE: ClassVar[frozenset[str]] = frozenset({"redistribute"})
    origin: From = Field(default="tables", alias="from")
    folder: str | None = Field(default=None, min_length=1)
    """Of scripts or pictures with their data files, relative to that of simulation.toml."""
    run: str | None = Field(default=None, min_length=1)
    """The folder of a run of dialogues, relative to the same."""
    replace: bool = True
    """Whether other values take the place of those in scripts, which models may know by heart."""
    licence: str = ""
    source: str = ""
    """Where they are from, for the card."""
    redistribute: bool | None = None
    """Whether an exported benchmark may hold what is theirs; None: as the licence says."""

    @model_serializer(mode="wrap")
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write it as a simulation.toml has it: `from` can be no name in Python; what is as ever stays unsaid."""
        known = type(self).model_fields
        told = {
            name: value for name, value in handler(self).items() if name == "origin" or value != known[name].default
        }
        return {"from" if name == "origin" else name: value for name, value in told.items()}

    @model_validator(mode="after")
    def _are_somewhere(self) -> OriginalsSettings:
        wanted = _NAMED_BY.get(self.origin)
        for key in ("folder", "run"):
            if getattr(self, key) is not None and key != wanted:
                over = "are drawn over [table]" if wanted is None else f"are named by `{wanted}`"
                raise ValueError(f'has a `{key}`, and originals from = "{self.origin}" {over}; remove it')
        if wanted is not None and getattr(self, wanted) is None:
            raise ValueError(f'has originals from = "{self.origin}", and no `{wanted}`; name the one that holds them')
        return self

    @property
    def replaces(self) -> bool:
        """Whether other values take the place of those of originals."""
        return self.replace and self.origin == "scripts"

    @property
    def given(self) -> bool:
        """Whether the run is given its originals, and draws none itself."""
        return self.origin != "tables"

    @property
    def coded(self) -> bool:
        """Whether the run is given its originals, and the code that draws them."""
        return self.given and self.origin != "pictures"


class CurationSettings(Section):
    """[curation]: which statistical plots are taken out of scripts."""

    aspect: tuple[float, float] = Field(default=(1.0, 2.5), strict=False)
    """The least and the most that a picture may be as wide as high."""
    few: dict[str, int] = Field(default_factory=lambda: {"heatmap": 40, "radar": 40})
    """Categories that give no more than so many plots, whatever the others give."""
    hard: float = Field(default=0.6, ge=0, le=1)
    """Share of the plots of each category that are hard, as far as there are such."""

    @field_validator("aspect")
    @classmethod
    def _goes_up(cls, aspect: tuple[float, float]) -> tuple[float, float]:
        if not 0 < aspect[0] < aspect[1]:
            raise ValueError("should be the least and the most width by height, such as [1.0, 2.5]")
        return aspect

    @field_validator("few")
    @classmethod
    def _are_categories(cls, few: dict[str, int]) -> dict[str, int]:
        for name, count in few.items():
            if name not in CATEGORIES:
                raise ValueError(f"there is no category {name!r}{did_you_mean(name, CATEGORIES)}")
            if count < 0 or count % 2:
                raise ValueError(f"has {name} = {count}, and halves are equal; give an even number, 0 or more")
        return few


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
    statistical_plot: int = case_count()

    @model_validator(mode="after")
    def _is_of_halves(self) -> TargetSettings:
        if self.statistical_plot % 2:
            count = self.statistical_plot
            raise ValueError(f"wants statistical_plot = {count}, and half of them the reference; give an even number")
        return self


class Settings(config.Settings):
    """Everything that a run of figures is told."""

    family: ClassVar[str] = "figures"
    table: OptionalTable = OptionalTable()
    columns: ColumnsSettings = ColumnsSettings()
    originals: OriginalsSettings = OriginalsSettings()
    figures: FiguresSettings = FiguresSettings()
    curation: CurationSettings = CurationSettings()
    targets: TargetSettings = TargetSettings()

    @property
    def tables_said(self) -> TablesSaid:
        """What is said of its table."""
        return TablesSaid(self.table, self.columns, self.file, seed=self.model.seed)

    @property
    def folder(self) -> Path:
        """The folder of the originals that the run is given."""
        return self.file.parent / Path(str(self.originals.folder or self.originals.run)).expanduser()

    @property
    def curates(self) -> bool:
        """Whether statistical plots are wanted, which are curated out of scripts as they are."""
        return self.targets.statistical_plot > 0

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's CSV or the folder of originals, where that cannot be read."""
        if self.originals.given and not self.folder.is_dir():
            said = f"{self.folder} is not there, or no folder; write its path relative to {self.file.parent}"
            return "originals", _NAMED_BY[self.originals.origin], said
        return self.table.missing_file(self.file.parent)


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of figures as what they are."""
    assert isinstance(settings, Settings), "a run of figures has settings of figures"
    return settings


def of_pictures(settings: config.Settings) -> bool:
    """Return whether the originals are pictures of which nobody has the code."""
    return settings_of(settings).originals.origin == "pictures"


def of_code(settings: config.Settings) -> bool:
    """Return whether what is shown on originals is known by their code."""
    return not of_pictures(settings)


def refuse_unreachable(told: Settings) -> None:
    """Raise ConfigError where originals and [table] do not go together."""
    place = f"{told.file}: "
    if told.originals.given and told.table.named:
        raise ConfigError(f'{place}[table]: originals from = "{told.originals.origin}" need no table; remove it')
    if told.originals.given and told.figures.types:
        raise ConfigError(f"{place}[figures] types: originals that are given show what they show; remove it")
    if not told.originals.given and not told.table.named:
        raise ConfigError(f'{place}[table] is missing; add [table] with file = "table.csv", your own')
    if told.curates and told.targets.figure:
        raise ConfigError(f"{place}[targets]: figure and statistical_plot are made in runs of their own; name one")
    if told.curates and told.originals.origin != "scripts":
        said = 'plots are curated out of scripts; say from = "scripts" and their `folder` in [originals]'
        raise ConfigError(f"{place}[targets] statistical_plot: {said}")
