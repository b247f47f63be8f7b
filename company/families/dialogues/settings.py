"""What a simulation.toml may say of dialogues, table by table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from company import config
from company.config import Section, Targets, apportioned, case_count
from company.evaluation.traits import LEVELS, Level
from company.families.dialogues.evolution import OPEN, TABLES, Pattern
from company.families.dialogues.handbook.settings import HandbookSettings
from company.tables.settings import ColumnsSettings, TableSettings
from company.tables.several.said import TablesSaid
from company.tables.several.settings import OtherTables, apart

EVOLVING = "evolving"
LEVELS_WANTED = "difficulty"
BESIDE, HANDBOOK = "beside", "handbook"
Share = Annotated[float, Field(ge=0, le=1)]
_ROUNDED = 1e-6
"""How far shares that are written with few digits may be from what they stand for."""


class PeopleSettings(Section):
    """[people]: who the company talks to."""

    clients: int | None = Field(default=None, ge=1, le=10_000)
    """None: as many as the targets need."""


class TargetSettings(Targets):
    """[targets]: how many accepted cases are wanted of each category (paper, table 1); without it, 20 normal ones."""

    normal: int = case_count(20)
    private: int = case_count()
    update_code: int = case_count()
    private_update_code: int = case_count()
    clarification: int = case_count()
    private_clarification: int = case_count()
    fast_fail: int = case_count()
    best_guess: int = case_count()
    plot_qa: int = case_count()
    insight_mining: int = case_count()
    evolving: int = case_count()
    registers: Literal["spoken", "both"] = "spoken"
    """Whether each query is put in the other register as well (paper, appendix C)."""
    depth: Literal["mixed", "deep"] = "mixed"
    """Whether all cases count, or those alone that take much of what came before (`body.difficulty.DEEP`)."""
    difficulty: dict[Level, Share] | None = None
    """The share of each level among the evolving cases; a level that is not named has none. None: as they come."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write targets without evolving cases, or without levels, as they were written before there were such."""
        return {name: value for name, value in handler(self).items() if value or name not in (EVOLVING, LEVELS_WANTED)}

    @model_validator(mode="after")
    def _levels_are_all_of_the_cases(self) -> TargetSettings:
        if self.difficulty is None:
            return self
        if abs(sum(self.difficulty.values()) - 1) > _ROUNDED:
            told = ", ".join(f"{level} = {share:g}" for level, share in self.difficulty.items())
            raise ValueError(
                f"has difficulty = {{ {told} }}, which does not add up to 1; give the shares of easy, medium and hard "
                "cases, such as { easy = 0.2, medium = 0.4, hard = 0.4 }"
            )
        if not self.evolving:
            raise ValueError(
                "has `difficulty`, but no evolving cases, which alone have a level before models have answered; add "
                "evolving = 60, or leave `difficulty` out"
            )
        return self

    @property
    def levels(self) -> dict[Level, int]:
        """How many evolving cases of each level are wanted, by largest remainders; {} where any will do."""
        if self.difficulty is None:
            return {}
        exact = {level: self.difficulty.get(level, 0.0) * self.evolving for level in LEVELS}
        return apportioned(exact, self.evolving)


class DialogueSettings(Section):
    """[dialogues]: how clients talk, and how often the staff may try."""

    MAY_CHANGE: ClassVar[frozenset[str]] = frozenset({"candidates", "needs_history"})

    statement_share: float = Field(default=0.3, ge=0, le=1)
    """Share of the turns that belong to dialogues of few, long, formal turns; the others are colloquial."""
    history: int = Field(default=5, ge=0, le=100)
    """Earlier turns that the chatbot's prompt shows."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that the chatbot may correct code that failed."""
    candidates: float | None = Field(default=None, ge=1, le=100)
    """At most this many times the wanted turns are tried; None: as many as the depth of the targets takes."""
    needs_history: float = Field(default=0.6, ge=0, le=1)
    """At least this share of the code cases of a category, but for two, needs what earlier turns made of the table."""


class EvolvingSettings(Section):
    """[evolving]: dialogues in which what is agreed changes as they go."""

    turns: tuple[int, int] = Field(default=(30, 60), strict=False)
    """Fewest and most turns of a dialogue."""
    patterns: Literal["balanced"] | dict[Pattern, Share] = "balanced"
    """The share of each pattern; patterns that are not named are as frequent as they have to be."""
    far: float = Field(default=0.5, ge=0, le=1)
    """Of the turns in the middle third, at least this share depends on something 8 or more turns back."""
    fresh: float = Field(default=0.1, ge=0, le=0.5)
    """Share of the turns that depend on nothing: the control for length alone."""
    open: float = Field(default=0.0, ge=0, le=0.3)
    """Share of the turns that call something by a name which nobody has explained, so that it has to be asked for."""
    code_shown: int = Field(default=0, ge=0, le=100)
    """Earlier turns whose code a prompt shows."""

    @field_validator("patterns")
    @classmethod
    def _is_drawn(cls, patterns: str | dict[Pattern, float]) -> str | dict[Pattern, float]:
        if patterns != "balanced" and TABLES in patterns:
            raise ValueError(
                f"[evolving] patterns has {TABLES!r}, which no turn is mainly: it stands beside the main pattern "
                "wherever several tables are brought together; leave it out"
            )
        if not isinstance(patterns, str) and OPEN in patterns:
            raise ValueError(
                f"[evolving] patterns has {OPEN!r}, whose share is said by itself: give [evolving] open = "
                f"{patterns[OPEN]:g}, and leave it out of `patterns`"
            )
        return patterns

    @field_validator("turns")
    @classmethod
    def _is_a_range(cls, turns: tuple[int, int]) -> tuple[int, int]:
        if not LEAST_TURNS <= turns[0] <= turns[1] <= MOST_TURNS:
            raise ValueError(
                f"[evolving] turns = [{turns[0]}, {turns[1]}] is no range of turns; give the fewest and the most, from "
                f"{LEAST_TURNS} to {MOST_TURNS}, such as [30, 60]"
            )
        return turns


class GateSettings(Section):
    """[gate]: what a case has to pass beside what every case has to."""

    paraphrases: int | None = Field(default=None, ge=0, le=5)
    """Other ways to write the reference, made from the query alone, that have to come to its results; None: 3 where the
    built-in company writes code, and none where a model does, whose calls cost. Where it is given and not 0, each
    evolving case is answered once more from its prompt alone."""


LEAST_TURNS, MOST_TURNS = 12, 80
"""Turns of an evolving dialogue: enough for every pattern, and few enough for the words of all to stand in a prompt."""
OTHER_WAYS = 3
"""Paraphrases by the built-in company."""
CANDIDATES = {"mixed": 3.0, "deep": 15.0}
"""By depth, how many times the wanted turns are tried at most; of deep cases, few enough need their history."""


class Settings(config.Settings):
    """Everything that a run of dialogues is told."""

    family: ClassVar[str] = "dialogues"
    table: TableSettings
    columns: ColumnsSettings = ColumnsSettings()
    beside: OtherTables = OtherTables()
    people: PeopleSettings = PeopleSettings()
    targets: TargetSettings = TargetSettings()
    dialogues: DialogueSettings = DialogueSettings()
    evolving: EvolvingSettings = EvolvingSettings()
    gate: GateSettings = GateSettings()
    handbook: HandbookSettings = HandbookSettings()

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write settings without evolving dialogues, further tables or a handbook as before there were such."""
        unsaid = {
            name
            for name, says_nothing in {
                EVOLVING: self.evolving == EvolvingSettings(),
                BESIDE: not self.beside.said,
                HANDBOOK: not self.handbook.is_wanted,
            }.items()
            if says_nothing
        }
        return {name: value for name, value in handler(self).items() if name not in unsaid}

    @classmethod
    def arranged(cls, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a file says, with the tables beside the first in a section of their own.

        Raises ValueError where that cannot be, and for rules that name columns which are going to be renamed.
        """
        arranged = apart(content)
        handbook, beside = arranged.get(HANDBOOK), arranged.get(BESIDE, {})
        tables = [arranged.get("table"), *(beside.values() if isinstance(beside, dict) else ())]
        disguised = any(isinstance(table, dict) and table.get("disguise") is True for table in tables)
        if disguised and isinstance(handbook, dict) and handbook.get("file") is not None:
            raise ValueError(
                "[table] disguise renames the columns, and the rules of [handbook] file name them as they are; "
                "let the admin write the rules ([handbook] write = 12), or leave `disguise` out"
            )
        return arranged

    @property
    def tables_said(self) -> TablesSaid:
        """What is said of its tables."""
        return TablesSaid(self.table, self.columns, self.file, self.beside.said, self.model.seed)

    @property
    def table_file(self) -> Path | None:
        """The user's CSV, absolute; None for a table that is built in or comes from Kaggle."""
        return self.table.path(self.file.parent)

    @property
    def candidates(self) -> float:
        """How many times the wanted turns are tried at most."""
        return self.dialogues.candidates or CANDIDATES[self.targets.depth]

    def paraphrases(self, backend: str) -> int:
        """Return how many other ways to write each reference are asked of a chatbot that has this backend."""
        told = self.gate.paraphrases
        if told is None:
            return OTHER_WAYS if backend == config.BUILT_IN else 0
        return told

    @property
    def second_answers(self) -> bool:
        """Whether each evolving case is answered once more: a call or two each, and so only where that is said."""
        return bool(self.gate.paraphrases)

    def for_rehearsal(self) -> Settings:
        """Return the settings with as many paraphrases, and second answers, as the run's own staff are asked for."""
        if self.paraphrases(self.model.of("chatbot").backend) == self.paraphrases(config.BUILT_IN):
            return self
        return self.model_copy(update={"gate": GateSettings(paraphrases=0)})

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return what is wrong with a CSV of the user's, where it cannot be read."""
        folder = self.file.parent
        if (missing := self.table.missing_file(folder)) is not None:
            return missing
        others = {name: each.missing_file(folder) for name, each in self.beside.said.items()}
        beside = next(((BESIDE, name, found[2]) for name, found in others.items() if found is not None), None)
        return beside or self.handbook.missing_file(folder)


def settings_of(settings: config.Settings) -> Settings:
    """Return the settings of a run of dialogues as what they are."""
    assert isinstance(settings, Settings), "a run of dialogues has settings of dialogues"
    return settings


def evolving_of(settings: config.Settings) -> EvolvingSettings:
    """Return what a run is told of evolving dialogues."""
    return settings_of(settings).evolving
