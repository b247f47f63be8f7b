"""What a simulation.toml may say of captions, table by table."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from company import config
from company.config import Section, Targets, case_count
from company.errors import ConfigError
from company.tables.settings import ColumnsSettings, OptionalTable
from company.tables.several.said import TablesSaid

Origin = Literal["drawn", "dialogues", "folder"]
"""Where figures are from: drawn by the run, drawn in dialogues of other runs, or pictures of a folder."""
WantedChart = Literal["line", "bar"]
SETS_OF_AN_EXAMPLE = 5
"""Sets of which one may be an example."""


class CaptionsSettings(Section):
    """[captions]: this table says that a run is of captions; how figures, paragraphs and captions are to be."""

    NOT_TOLD: ClassVar[frozenset[str]] = frozenset({"runs", "folder"})
    figures: tuple[Origin, ...] = Field(default=("drawn",), strict=False, min_length=1)
    """Where they are from; of "drawn" and "dialogues" together, papers take turns."""
    runs: tuple[str, ...] = Field(default=(), strict=False)
    """Folders of runs of dialogues over the same table, relative to that of simulation.toml."""
    folder: str | None = Field(default=None, min_length=1)
    """A folder of pictures with annotations.json in the form of the SciCap Challenge, relative to the same."""
    charts: tuple[WantedChart, ...] = Field(default=("line",), strict=False, min_length=1)
    """Kinds of chart that are wanted; others come in as planted errors alone."""
    unmentioned: float = Field(default=0.19, ge=0, le=1)
    """Share of the figures that no paragraph mentions (the seed's limitations: 18.81 %)."""
    spoiled: float = Field(default=0.12, ge=0, le=0.5)
    """Share of the captions with one of the seed's four errors (its table 4: 441 of 3,600)."""
    twins: int = Field(default=1, ge=0, le=6)
    """Captions of a figure that get a twin with one untruth."""
    examples: int = Field(default=3, ge=0, le=100)
    """Caption sets that lend the few-shot captions and are never scored; one of five sets at the most."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that code which draws no figure goes back to its writer."""

    @model_validator(mode="after")
    def _figures_are_somewhere(self) -> CaptionsSettings:
        if "folder" in self.figures and len(self.figures) > 1:
            raise ValueError('has a "folder" beside other figures, and these have no truth; write a scenario for each')
        for origin, key, given in (("dialogues", "runs", bool(self.runs)), ("folder", "folder", bool(self.folder))):
            if given is not (origin in self.figures):
                said = f'has `{key}`, and no "{origin}" in `figures`' if given else f'has figures of "{origin}"'
                raise ValueError(f"{said}, and no `{key}`" if not given else f"{said}; add it, or remove `{key}`")
        return self


class TargetSettings(Targets):
    """[targets]: how many accepted cases are wanted of each category; without it, 20 of each."""

    ranking: int = case_count(20)
    detection: int = case_count(20)


class Settings(config.Settings):
    """Everything that a run of captions is told."""

    family: ClassVar[str] = "captions"
    table: OptionalTable = OptionalTable()
    columns: ColumnsSettings = ColumnsSettings()
    captions: CaptionsSettings = CaptionsSettings()
    targets: TargetSettings = TargetSettings()

    @property
    def of_folder(self) -> bool:
        """Whether figures are pictures of a folder."""
        return "folder" in self.captions.figures

    @property
    def tables_said(self) -> TablesSaid:
        """What is said of its table."""
        return TablesSaid(self.table, self.columns, self.file, seed=self.model.seed)

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's CSV, where it cannot be read."""
        return self.table.missing_file(self.file.parent)


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of captions as what they are."""
    assert isinstance(settings, Settings), "a run of captions has settings of captions"
    return settings


def refuse_examples(told: Settings) -> None:
    """Raise ConfigError where a scenario asks for more examples than leave sets to score.

    What counts is its file, whose targets a smaller run does not reach (`--limit`); such a run has fewer examples.
    """
    whole = settings_of(config.load(told.file))
    sets, examples = whole.targets.wanted.get("ranking", 0), whole.captions.examples
    usual = CaptionsSettings.model_fields["examples"].default
    if examples != usual and 0 < sets < examples * SETS_OF_AN_EXAMPLE:
        least = examples * SETS_OF_AN_EXAMPLE
        raise ConfigError(
            f"{told.file}: [captions] asks for {examples} examples, which are never scored, and [targets] for ranking "
            f"= {sets}: one of {SETS_OF_AN_EXAMPLE} sets at the most; ask for ranking = {least} or more, or fewer"
        )


def refuse_unreachable(told: Settings) -> None:
    """Raise ConfigError where what is asked for cannot come about, whatever anybody does."""
    captions, wanted, place = told.captions, told.targets.wanted, f"{told.file}: "
    said = captions.model_fields_set
    if told.of_folder:
        for key in sorted({"unmentioned"} & said):
            raise ConfigError(f"{place}[captions] {key}: a folder brings its own paragraphs; remove it")
        if "twins" in said and captions.twins:
            raise ConfigError(
                f"{place}[captions] twins = {captions.twins}: pictures of a folder have no code, so nobody knows what "
                "would be untrue; write twins = 0, or remove it"
            )
        if "detection" in wanted:
            raise ConfigError(
                f"{place}[targets] detection = {wanted['detection']}: pictures of a folder have no code, so nobody "
                "knows which caption is untrue; ask for `ranking` alone, such as ranking = 20"
            )
        if told.table.named:
            raise ConfigError(f"{place}[table]: pictures of a folder are drawn over no table; remove [table]")
    elif not told.table.named:
        raise ConfigError(f'{place}[table] is missing; add [table] with file = "table.csv", your own')
