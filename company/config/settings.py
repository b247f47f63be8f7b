"""What a simulation.toml may say, table by table, as frozen settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args

from pydantic import AfterValidator, Discriminator, Field, Tag, ValidationInfo, model_validator
from pydantic_core import PydanticKnownError, to_jsonable_python

from company.config.model import ModelSettings
from company.config.section import ALL, Section
from company.errors import ConfigError

Name = TypeVar("Name", bound=str)
Layer = Literal["landlock", "limits", "namespaces", "seccomp"]
"""What stands between generated code and the machine; `company.sandbox.jail` says what each does."""
SESSIONS = 64
"""Dialogues that are open at once where nothing else is said; each takes some 50 MiB and up."""
LAYERS: tuple[Layer, ...] = get_args(Layer)
MOST_CASES = 1_000_000
"""Of a category, and of a run."""


class BudgetSettings(Section):
    """[budget]: what a run may cost."""

    usd: float | None = Field(default=None, ge=0)
    """None: no cap. A run in which a price is unknown cannot be held to one."""


class RunSettings(Section):
    """[run]: where the run is kept; nothing that is made depends on it, and it is published nowhere."""

    database: str | None = None
    """postgresql://USER@HOST/DATABASE, with #NAME for another name of the run; None: a file in the run's folder."""


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


def _of_family(which: str, known: Collection[str] = ()) -> Callable[[str, ValidationInfo], str]:
    """Return a check that a name is among those that the family has, where it is known which one it is, or `known`."""

    def checked(name: str, info: ValidationInfo) -> str:
        names = (info.context or {}).get(which)
        if names and name not in names and name not in known:
            *others, last = [repr(each) for each in names]
            expected = f"{', '.join(others)} or {last}" if others else last
            raise PydanticKnownError("literal_error", {"expected": expected})
        return name

    return checked


ReviewKindName = Annotated[str, AfterValidator(_of_family("review_kinds"))]
"""A review kind of the family that the scenario is of."""
FIRST = ("flagged", "disputed", "uncertain")
"""The signals that come before the rest where nothing is said: a family need not show all of them."""
SignalName = Annotated[str, AfterValidator(_of_family("signals", FIRST))]
"""A signal that records of the family can show."""


Overlap = Annotated[int, Field(ge=1, le=5)]
OVERLAP = 2
"""Verdicts that an item needs where nothing is said of its kind."""
OverlapByKind = Annotated[
    Annotated[Overlap, Tag("for all")] | Annotated[dict[ReviewKindName, Overlap], Tag("by kind")],
    Discriminator(lambda told: "by kind" if isinstance(told, dict) else "for all"),
]
"""Told apart before they are read, so that a complaint is about the one that was meant."""
MORE = 2
"""Verdicts that an item needs in addition where it is one of the doubled ones."""
GroupName = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\s,][^\n,]*$")]

OfGroup = Annotated[tuple[ReviewKindName, ...], Field(strict=False, min_length=1)]


class ReviewSettings(Section):
    """[review]: what people are asked about, in which order, and what waits for their word."""

    of: Annotated[tuple[ReviewKindName, ...], Field(strict=False)] | None = None
    """What is put before people at all; None: all review kinds of the family."""
    gates: tuple[ReviewKindName, ...] = Field(default=(), strict=False)
    """Of these, what work waits for; people are asked about it before all else."""
    overlap: OverlapByKind = OVERLAP
    """Verdicts, each by another person, that an item needs; by kind, where kinds need different ones: others need 2."""
    doubled: float = Field(default=0.0, ge=0, le=1)
    """Share of the items, drawn at random, that get two more verdicts, so that agreement can be told."""
    tutorial: int = Field(default=0, ge=0, le=1000)
    """Items, of those with something planted that is known to be right, that each reviewer judges first: they are told
    what was right afterwards, and what they said does not count."""
    groups: dict[GroupName, OfGroup] = Field(default={})
    """Group of people → the kinds that are given to it. Kinds that no group has are given to everybody."""
    upstream: Literal["first", "as others"] = "first"
    """What much hangs on is asked about first, and what hangs on something undecided last; or in order as all else."""
    first: tuple[SignalName, ...] = Field(default=FIRST, strict=False)
    """What comes before the rest, in this order."""
    audit: float = Field(default=0.1, ge=0, le=1)
    """Share of the rest that is drawn at random and comes before what remains of it."""
    rest: Literal["review", "trust"] = "review"
    """What remains is reviewed last, or trusted: it stays as the company left it, and no gate waits for it."""
    seed: int = Field(default=1, ge=0, lt=2**63)
    """Of what is drawn: the audit, what is doubled, the tutorial."""
    gold: float = Field(default=0.05, ge=0, le=0.5)
    """Share of each reviewer's items in whose place one is given whose right verdict is known, where any is marked."""
    solve_first: bool = True
    """Whether people solve a case, as a model would, before they see what is right and judge it."""
    idle_hours: float = Field(default=12.0, gt=0, le=720)
    """Hours without a request after which a sign-in at the pages ends."""

    def overlap_of(self, kind: str) -> int:
        """Return the number of verdicts that an item of a kind needs, where it is not one of the doubled ones."""
        return self.overlap if isinstance(self.overlap, int) else self.overlap.get(kind, OVERLAP)

    @model_validator(mode="after")
    def _gates_are_reviewed(self) -> ReviewSettings:
        if self.of is not None and (unseen := [kind for kind in self.gates if kind not in self.of]):
            raise ValueError(
                f"has the gate {unseen[0]!r}, which `of` leaves out: nobody would ever open it; add it to `of`"
            )
        return self


class Targets(Section):
    """[targets]: how many accepted cases are wanted of each category. A family's own has a whole number for each."""

    @model_validator(mode="before")
    @classmethod
    def _only_what_is_named(cls, told: Any) -> Any:
        """Set all other categories to 0 where some category is named."""
        names = isinstance(told, dict) and not told.keys().isdisjoint(cls.categories())
        return {**dict.fromkeys(cls.categories(), 0), **told} if names else told

    @model_validator(mode="after")
    def _wants_something(self) -> Self:
        if not self.all:
            first = self.categories()[0]
            raise ValueError(f"asks for no case at all; give at least one category a number, such as {first} = 20")
        return self

    @classmethod
    def categories(cls) -> tuple[str, ...]:
        """Return the names of the categories, in order."""
        return tuple(name for name, field in cls.model_fields.items() if field.annotation is int)

    @property
    def wanted(self) -> dict[str, int]:
        """The categories that are wanted, with their numbers."""
        return {name: number for name in self.categories() if (number := getattr(self, name))}

    @property
    def all(self) -> int:
        """The number of cases of all categories together."""
        return sum(self.wanted.values())

    def scaled(self, total: int) -> Self:
        """Return the same mixture with this number of cases in all, 1 or more, by largest remainders."""
        exact = {name: number * total / self.all for name, number in self.wanted.items()}
        return self.model_copy(update={**dict.fromkeys(self.categories(), 0), **apportioned(exact, total)})


def apportioned(exact: Mapping[Name, float], total: int) -> dict[Name, int]:
    """Return whole numbers that add up to `total`, each one of the two next to its exact number, by largest remainders.

    The exact numbers add up to `total`.
    """
    counts = {name: int(number) for name, number in exact.items()}
    rest = sorted(exact, key=lambda name: counts[name] - exact[name])[: total - sum(counts.values())]
    return {name: number + (name in rest) for name, number in counts.items()}


def case_count(usual: int = 0) -> int:
    """Return the field of a category in `Targets`, with the number of cases where nothing is said."""
    number: int = Field(default=usual, ge=0, le=MOST_CASES)
    return number


class Settings(Section):
    """Everything that a run is told, passed on as one value. A family's own adds its tables of simulation.toml."""

    family: ClassVar[str]
    """The name of the family."""
    targets: Targets
    model: ModelSettings = ModelSettings()
    budget: BudgetSettings = BudgetSettings()
    run: RunSettings = RunSettings()
    sandbox: SandboxSettings = SandboxSettings()
    screening: ScreeningSettings = ScreeningSettings()
    review: ReviewSettings = ReviewSettings()
    name: str
    """Of the scenario: its folder's name."""
    file: Path
    """The simulation.toml, absolute."""
    out: Path
    """The run's folder."""

    @classmethod
    def tables(cls) -> dict[str, type[Section]]:
        """Return the tables of simulation.toml by name, those of the family first, as messages list them."""
        core = Settings.model_fields
        names = [*cls.__annotations__, *core] if cls is not Settings else [*core]
        kinds = {name: cls.model_fields[name].annotation for name in names if name in cls.model_fields}
        return {name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, Section)}

    @classmethod
    def default_of(cls, table: str, key: str) -> Any:
        """Return the default of a key as JSON; None for one that has none."""
        kind = cls.tables().get(table)
        field = None if kind is None else kind.model_fields.get(key)
        if field is None or field.is_required():
            return None
        return to_jsonable_python(field.get_default(call_default_factory=True))

    @classmethod
    def not_told(cls) -> dict[str, set[str]]:
        """Return the keys of its tables that are published nowhere, by table."""
        return {name: set(kind.NOT_TOLD) for name, kind in cls.tables().items() if kind.NOT_TOLD}

    @classmethod
    def may_change(cls) -> dict[str, set[str] | bool]:
        """Return the keys of its tables that may be others when a run goes on, by table; True for all keys."""
        changing = {name: kind.MAY_CHANGE for name, kind in cls.tables().items() if kind.MAY_CHANGE}
        return {name: True if keys == ALL else set(keys) for name, keys in changing.items()}

    @classmethod
    def arranged(cls, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what a file says, arranged as its settings are. Raises ValueError where it cannot be."""
        return content

    def for_rehearsal(self) -> Self:
        """Return the settings in which all is said outright that depends on who plays the staff."""
        return self

    def missing_file(self) -> tuple[str, str, str] | None:
        """Return table, key and fault of a file that the scenario names and that cannot be read; None for none."""
        return None

    @property
    def recording_file(self) -> Path:
        """The file to answer from, absolute. Raises ConfigError where none is named."""
        if not self.model.recording:
            raise ConfigError(
                f'{self.file}: [model] backend = "replay" needs a recording: name its file with recording = "…"'
            )
        return self.file.parent / Path(self.model.recording).expanduser()
