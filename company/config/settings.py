"""What a simulation.toml may say, table by table, as frozen settings."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import BaseModel, Field, field_validator, model_validator
from pydantic_core import to_jsonable_python

from company.config.model import ModelSettings
from company.config.section import Section
from company.errors import ConfigError
from company.families.dialogues.records import CATEGORIES, Category, ReviewKind

Builtin = Literal["wine", "iris", "breast_cancer", "diabetes"]
"""Real tables that come with scikit-learn."""
Layer = Literal["landlock", "limits", "namespaces", "seccomp"]
"""What stands between generated code and the machine; `company.sandbox.jail` says what each does."""
SESSIONS = 64
"""Dialogues that are open at once where nothing else is said; each takes some 50 MiB and up."""
LAYERS: tuple[Layer, ...] = get_args(Layer)
REVIEW_KINDS: tuple[ReviewKind, ...] = get_args(ReviewKind)
Signal = Literal["flagged", "disputed", "uncertain"]
"""Why a person should see a record before others; `company.reviewing.selecting` says when each holds."""
MOST_CASES = 1_000_000
"""Of a category, and of a run."""
KAGGLE = re.compile(r"(?P<owner>[A-Za-z0-9_-]+)/(?P<name>[A-Za-z0-9_-]+)(/versions/(?P<version>[1-9][0-9]{0,8}))?")
"""How a data set on Kaggle is written, as in its address there."""
KAGGLE_FORM = "`owner/dataset` or `owner/dataset/versions/3`, as in the data set's address on kaggle.com"


def _count(usual: int = 0) -> int:
    number: int = Field(default=usual, ge=0, le=MOST_CASES)
    return number


class TableSettings(Section):
    """[table]: which table the benchmark is about; exactly one of `file`, `builtin` and `kaggle`."""

    file: str | None = Field(default=None, min_length=1)
    """A CSV, relative to the folder of simulation.toml."""
    builtin: Builtin | None = None
    kaggle: str | None = None
    """A data set on Kaggle, "owner/dataset", or one version of it, "owner/dataset/versions/3"."""
    kaggle_file: str | None = Field(default=None, min_length=1)
    """Which file of it; needed where it holds several CSVs."""
    name: str | None = None
    """What benchmark code calls the table; made from the file's name where it is missing."""
    licence: str = ""
    source: str = ""
    """Where the table is from, for the card. Both win over what Kaggle says."""
    redistribute: bool | None = None
    """Whether an exported benchmark may hold the table; None: as its licence says."""

    @field_validator("name")
    @classmethod
    def _is_identifier(cls, name: str | None) -> str | None:
        if name is None or (re.fullmatch(r"[a-z][a-z0-9_]{0,59}", name) and not keyword.iskeyword(name)):
            return name
        raise ValueError("should be a Python name of lower-case letters, digits and `_`, such as `wine_sales`")

    @field_validator("kaggle")
    @classmethod
    def _is_data_set(cls, kaggle: str | None) -> str | None:
        if kaggle is None or KAGGLE.fullmatch(kaggle):
            return kaggle
        raise ValueError(f"should be {KAGGLE_FORM}")

    @model_validator(mode="after")
    def _has_one_source(self) -> TableSettings:
        given = [f"`{name}`" for name in ("file", "builtin", "kaggle") if getattr(self, name) is not None]
        if len(given) != 1:
            wrong = {0: "has none of `file`, `builtin` and `kaggle`", 2: f"has both {' and '.join(given)}"}
            said = wrong.get(len(given), "has all of `file`, `builtin` and `kaggle`")
            raise ValueError(f'{said}; give exactly one of them, for example file = "table.csv"')
        if self.kaggle_file is not None and self.kaggle is None:
            raise ValueError('has `kaggle_file` without `kaggle`; add kaggle = "owner/dataset", or remove it')
        return self


class PeopleSettings(Section):
    """[people]: who the company talks to."""

    clients: int | None = Field(default=None, ge=1, le=10_000)
    """None: as many as the targets need."""


class TargetSettings(Section):
    """[targets]: how many accepted cases are wanted of each category (paper, table 1); without it, 20 normal ones."""

    normal: int = _count(20)
    private: int = _count()
    update_code: int = _count()
    private_update_code: int = _count()
    clarification: int = _count()
    private_clarification: int = _count()
    fast_fail: int = _count()
    best_guess: int = _count()
    plot_qa: int = _count()
    insight_mining: int = _count()
    registers: Literal["spoken", "both"] = "spoken"
    """Whether each query is put in the other register as well (paper, appendix C)."""

    @model_validator(mode="before")
    @classmethod
    def _only_what_is_named(cls, told: Any) -> Any:
        """Who names some category wants no other."""
        names = isinstance(told, dict) and not told.keys().isdisjoint(CATEGORIES)
        return {"normal": 0, **told} if names else told

    @model_validator(mode="after")
    def _wants_something(self) -> TargetSettings:
        if not self.all:
            raise ValueError("asks for no case at all; give at least one category a number, such as normal = 20")
        return self

    @property
    def wanted(self) -> dict[Category, int]:
        """The categories that are wanted, with their numbers."""
        return {each: number for each in CATEGORIES if (number := getattr(self, each))}

    @property
    def all(self) -> int:
        """Of all categories together."""
        return sum(self.wanted.values())

    def scaled(self, total: int) -> TargetSettings:
        """The same mixture with so many cases in all, 1 or more, by largest remainders."""
        exact = {each: number * total / self.all for each, number in self.wanted.items()}
        counts = {each: int(share) for each, share in exact.items()}
        rest = sorted(exact, key=lambda each: counts[each] - exact[each])[: total - sum(counts.values())]
        found = {each: counts.get(each, 0) + (each in rest) for each in CATEGORIES}
        return TargetSettings(registers=self.registers, **found)


class DialogueSettings(Section):
    """[dialogues]: how clients talk, and how often the staff may try."""

    statement_share: float = Field(default=0.3, ge=0, le=1)
    """Share of the turns that belong to dialogues of few, long, formal turns; the others are colloquial."""
    history: int = Field(default=5, ge=0, le=100)
    """Earlier turns that the chatbot's prompt shows."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that the chatbot may correct code that failed."""
    candidates: float = Field(default=2.0, ge=1, le=100)
    """At most this many times the wanted turns are tried."""


class BudgetSettings(Section):
    """[budget]: what a run may cost."""

    usd: float | None = Field(default=None, ge=0)
    """None: no cap. A run in which a price is unknown cannot be held to one."""


class SandboxSettings(Section):
    """[sandbox]: what generated code runs behind, and the limits that it runs under."""

    require: tuple[Layer, ...] = Field(default=LAYERS, strict=False)
    """Layers without which nothing is run; the others are put on where the system has them."""
    wall_seconds: float = Field(default=30.0, gt=0, le=86_400)
    cpu_seconds: int | None = Field(default=None, ge=1, le=86_400)
    """None: `wall_seconds`, rounded up, so that one thread never meets this limit before the other."""
    memory_mib: int = Field(default=4096, ge=256)
    disk_mib: int = Field(default=1024, ge=1)
    """All files that a dialogue or a script leaves, together."""
    workers: int | None = Field(default=None, ge=1, le=1024)
    """Pieces of code that run at once; None: one per processor."""
    sessions: int = Field(default=SESSIONS, ge=1, le=4096)
    """Dialogues that are open at once; each takes some 50 MiB and up."""


class ScreeningSettings(Section):
    """[screening]: what is done to words before they go on record (paper, section 10)."""

    names: Literal["swap", "keep", "auto"] = "auto"
    """Whether people and places are swapped for invented ones; auto: for language models, since the built-in company's
    people are invented already."""
    flags: bool = True
    """Whether harmful, political and gender-biased passages, and instructions to reviewers, are marked for a person."""


class ReviewSettings(Section):
    """[review]: what people are asked about, in which order, and what waits for their word."""

    of: tuple[ReviewKind, ...] = Field(default=REVIEW_KINDS, strict=False)
    """What is put before people at all."""
    gates: tuple[ReviewKind, ...] = Field(default=(), strict=False)
    """Of these, what work waits for; people are asked about it before all else."""
    overlap: int = Field(default=2, ge=1, le=5)
    """Verdicts, each by another person, that an item needs."""
    first: tuple[Signal, ...] = Field(default=("flagged", "disputed", "uncertain"), strict=False)
    """What comes before the rest, in this order."""
    audit: float = Field(default=0.1, ge=0, le=1)
    """Share of the rest that is drawn at random and comes before what remains of it."""
    rest: Literal["review", "trust"] = "review"
    """What remains is reviewed last, or trusted: it stays as the company left it, and no gate waits for it."""
    seed: int = Field(default=1, ge=0, lt=2**63)
    """Of the audit's draw."""
    gold: float = Field(default=0.05, ge=0, le=0.5)
    """Share of each reviewer's items in whose place one is given whose right verdict is known, where any is marked."""

    @model_validator(mode="after")
    def _gates_are_reviewed(self) -> ReviewSettings:
        if unseen := [kind for kind in self.gates if kind not in self.of]:
            raise ValueError(
                f"has the gate {unseen[0]!r}, which `of` leaves out: nobody would ever open it; add it to `of`"
            )
        return self


class SettingsFile(Section):
    """The whole of a simulation.toml."""

    table: TableSettings
    people: PeopleSettings = PeopleSettings()
    targets: TargetSettings = TargetSettings()
    dialogues: DialogueSettings = DialogueSettings()
    model: ModelSettings = ModelSettings()
    budget: BudgetSettings = BudgetSettings()
    sandbox: SandboxSettings = SandboxSettings()
    screening: ScreeningSettings = ScreeningSettings()
    review: ReviewSettings = ReviewSettings()


class Settings(SettingsFile):
    """Everything that a run is told, passed on as one value."""

    name: str
    """Of the scenario: its folder's name."""
    file: Path
    """The simulation.toml, absolute."""
    out: Path
    """The run's folder."""

    @property
    def recording_file(self) -> Path:
        """The file to answer from, absolute. Raises ConfigError where none is named."""
        if not self.model.recording:
            raise ConfigError(
                f'{self.file}: [model] backend = "replay" needs a recording: name its file with recording = "…"'
            )
        return self.file.parent / Path(self.model.recording).expanduser()

    @property
    def table_file(self) -> Path | None:
        """The user's CSV, absolute; None for a table that is built in or comes from Kaggle."""
        return None if self.table.file is None else self.file.parent / Path(self.table.file).expanduser()


def default_of(section: str, key: str) -> Any:
    """What a key is where the file leaves it out, as JSON; None for one that has no default."""
    kind = SettingsFile.model_fields[section].annotation
    assert isinstance(kind, type) and issubclass(kind, BaseModel), "every table of the file is a record"
    field = kind.model_fields[key]
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    return to_jsonable_python(default)
