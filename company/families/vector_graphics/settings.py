"""What a simulation.toml may say of vector graphics, table by table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from company import config
from company.config import BUILT_IN, Section, Targets, case_count
from company.drawings.tikz import NEEDED, is_here
from company.errors import ConfigError
from company.families.vector_graphics.categories import ATTESTED, parts_of_category

From = Literal["scenes", "figures", "folder"]
"""Where drawings are from: drawn by the run, the figures of other runs, or a folder of the user's own."""
_NAMED: Mapping[From, str] = {"figures": "`figures`", "folder": "a `folder`"}
"""Keys that name where drawings are from, as messages call them."""


class VectorGraphicsSettings(Section):
    """[vector_graphics]: this table says that a run is of vector graphics; where drawings are from."""

    EXAMPLE: ClassVar[str] = 'with sources = ["scenes"]'
    NOT_TOLD: ClassVar[frozenset[str]] = frozenset({"folder", "figures"})
    MAY_CHANGE: ClassVar[frozenset[str]] = frozenset({"redistribute"})
    sources: tuple[From, ...] = Field(default=("scenes",), strict=False, min_length=1, max_length=1)
    folder: str | None = Field(default=None, min_length=1)
    """Of drawings (*.svg, *.tex, *.dot, *.gv), relative to that of simulation.toml."""
    figures: tuple[str, ...] = Field(default=(), strict=False)
    """The folders of runs whose figures are drawn as SVG, relative to the same."""
    licence: str = ""
    """Under which drawings that are given may be passed on."""
    redistribute: bool | None = None
    """Whether an exported benchmark may hold what is given; None: as licences say."""
    lengths: tuple[int, ...] = Field(default=(1000, 2000, 3000, 4000), strict=False, max_length=9)
    """Characters of code between which drawings are commissioned evenly."""
    blind: int = Field(default=2, ge=0, le=9)
    """Readings of each question without its drawing; answered rightly in all of them, it is dropped."""
    examples: int = Field(default=3, ge=0, le=20)
    """Cases of each type of question, beyond those that are wanted, that are shown in context and never scored."""
    questions: int = Field(default=1, ge=1, le=9)
    """Questions at the most that are asked about each drawing that is given, each with another answer."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that what cannot be used goes back to its writer."""

    @field_validator("lengths")
    @classmethod
    def _go_up(cls, lengths: tuple[int, ...]) -> tuple[int, ...]:
        if any(each <= 0 for each in lengths) or list(lengths) != sorted(set(lengths)):
            raise ValueError("should be numbers of characters that go up, such as [1000, 2000, 3000, 4000]")
        return lengths

    @model_validator(mode="after")
    def _are_somewhere(self) -> VectorGraphicsSettings:
        for source, named in _NAMED.items():
            if bool(getattr(self, source)) is not (source in self.sources):
                said = (
                    f'"{source}" in `sources`, and not {named} that it is from'
                    if source in self.sources
                    else f'{named}, and no "{source}" in `sources`'
                )
                raise ValueError(f"has {said}; add it, or remove the other one")
        return self

    @property
    def given(self) -> bool:
        """Whether the run is given its drawings, and makes none itself."""
        return "scenes" not in self.sources


class TargetSettings(Targets):
    """[targets]: how many accepted cases are wanted of each category; without it, 10 of each type of question."""

    svg_category: int = case_count(10)
    svg_color: int = case_count(10)
    svg_usage: int = case_count(10)
    svg_generation: int = case_count()
    tikz_concept: int = case_count(10)
    tikz_counting: int = case_count(10)
    tikz_relation: int = case_count(10)
    tikz_generation: int = case_count()
    graphviz_domain: int = case_count(10)
    graphviz_layout: int = case_count(10)
    graphviz_relation: int = case_count(10)
    graphviz_generation: int = case_count()


class Settings(config.Settings):
    """Everything that a run of vector graphics is told."""

    family: ClassVar[str] = "vector_graphics"
    vector_graphics: VectorGraphicsSettings = VectorGraphicsSettings()
    targets: TargetSettings = TargetSettings()

    @property
    def folder(self) -> Path:
        """The folder of drawings that the run is given."""
        return self._place(str(self.vector_graphics.folder))

    @property
    def runs(self) -> Sequence[Path]:
        """The folders of runs whose figures the run is given."""
        return [self._place(each) for each in self.vector_graphics.figures]

    def _place(self, told: str) -> Path:
        return self.file.parent / Path(told).expanduser()

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with the folder of drawings, or of a run, where it cannot be read."""
        named = [("figures", each) for each in self.runs]
        named += [("folder", self.folder)] if self.vector_graphics.folder else []
        for key, place in named:
            if not place.is_dir():
                said = f"{place} is not there, or no folder; write its path relative to {self.file.parent}"
                return "vector_graphics", key, said
        return None


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of vector graphics as what they are."""
    assert isinstance(settings, Settings), "a run of vector graphics has settings of vector graphics"
    return settings


def refuse_undrawable(told: Settings) -> None:
    """Raise ConfigError where drawings are wanted that cannot be drawn here, or that what is given does not have."""
    wanted = {parts_of_category(each)[0] for each in told.targets.wanted}
    if "tikz" in wanted and not is_here():
        raise ConfigError(f"{told.file}: [targets] asks for drawings in TikZ, and {NEEDED}")
    other = next((each for each in told.targets.wanted if parts_of_category(each)[0] != "svg"), None)
    if told.vector_graphics.figures and other:
        raise ConfigError(f"{told.file}: [targets] {other}: figures of runs are drawn as SVG; ask for svg_ categories")
    attested = [each for each in told.targets.wanted if parts_of_category(each)[1] in ATTESTED]
    if told.vector_graphics.given and attested and told.model.of("data_scientist").backend == BUILT_IN:
        raise ConfigError(
            f"{told.file}: [targets] {attested[0]}: the built-in company does not know what is on drawings that "
            "are given; name a language model that sees in [model], or ask for executed answers alone "
            "(docs/vector-graphics.md)"
        )
    try:
        import pygraphviz  # noqa: F401 - whether it is there is what is asked
        import resvg_py  # noqa: F401
    except ImportError:
        raise ConfigError(
            f"{told.file}: drawings need the extra graphics; pip install 'decision-company[graphics]'"
        ) from None
