"""simulation.toml → frozen settings, complete and checked before anything is paid for or written.

The file declares, flags only override, and this is the only module that reads the environment.
"""

from __future__ import annotations

import difflib
import keyword
import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails

from company.errors import ConfigError
from company.records import Role

FILE_NAME = "simulation.toml"
DEFAULT_OUTPUT = Path("output")
Builtin = Literal["wine", "iris", "breast_cancer", "diabetes"]
"""Real tables that come with scikit-learn."""
Layer = Literal["landlock", "limits", "namespaces", "seccomp"]
"""What stands between generated code and the machine; `company.sandbox.jail` says what each does."""
ROLES: tuple[Role, ...] = get_args(Role)
SESSIONS = 64
"""Dialogues that are open at once where nothing else is said; each takes some 50 MiB and up."""
LAYERS: tuple[Layer, ...] = get_args(Layer)
KAGGLE = re.compile(r"(?P<owner>[A-Za-z0-9_-]+)/(?P<name>[A-Za-z0-9_-]+)(/versions/(?P<version>[1-9][0-9]{0,8}))?")
"""How a data set on Kaggle is written, as in its address there."""
KAGGLE_FORM = "`owner/dataset` or `owner/dataset/versions/3`, as in the data set's address on kaggle.com"


class _Section(BaseModel):
    """One table of the file: immutable, of exact types, no key beyond the declared ones."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class TableSettings(_Section):
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


class PeopleSettings(_Section):
    """[people]: who the company talks to."""

    clients: int | None = Field(default=None, ge=1, le=10_000)
    """None: as many as the targets need."""


class TargetSettings(_Section):
    """[targets]: how many accepted cases are wanted of each mode."""

    normal: int = Field(default=20, ge=1, le=1_000_000)


class DialogueSettings(_Section):
    """[dialogues]: how clients talk, and how often the staff may try."""

    statement_share: float = Field(default=0.3, ge=0, le=1)
    """Share of the turns that belong to dialogues of few, long, formal turns; the others are colloquial."""
    history: int = Field(default=5, ge=0, le=100)
    """Earlier turns that the chatbot's prompt shows."""
    corrections: int = Field(default=3, ge=0, le=10)
    """Times that the chatbot may correct code that failed."""
    candidates: float = Field(default=2.0, ge=1, le=100)
    """At most this many times the wanted turns are tried."""


Structured = Literal["auto", "json_schema", "json_object", "prompt"]
"""How a server is told what its reply is to look like; "auto" finds out what it understands."""


class RoleModel(_Section):
    """[model.ROLE]: what differs for one role from [model]; what is left out is as it says there."""

    backend: str | None = Field(default=None, min_length=1)
    name: str | None = None
    base_url: str | None = None
    key: str | None = None
    api_version: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=10)
    max_tokens: int | None = Field(default=None, ge=1)
    structured: Structured | None = None
    extra: dict[str, Any] | None = None
    usd_per_million: tuple[float, float] | None = Field(default=None, strict=False)
    concurrency: int | None = Field(default=None, ge=1, le=10_000)
    timeout: float | None = Field(default=None, gt=0, le=86_400)
    retries: int | None = Field(default=None, ge=0, le=100)
    patience: float | None = Field(default=None, ge=0, le=86_400)

    @field_validator("key")
    @classmethod
    def _names_a_variable(cls, key: str | None) -> str | None:
        if key is None or re.fullmatch(r"([A-Z_][A-Z0-9_]*)?", key):
            return key
        raise ValueError(
            "should be the name of the environment variable that holds the key, such as OPENAI_API_KEY; a key itself "
            "never belongs in this file"
        )

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, url: str | None) -> str | None:
        if not url:
            return url
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("should be the address of a server, such as http://localhost:8000/v1")
        if parts.username or parts.password or parts.query:
            raise ValueError("should hold no user, password or query; name the key's environment variable with `key`")
        return url.rstrip("/")

    @field_validator("usd_per_million")
    @classmethod
    def _are_prices(cls, prices: tuple[float, float] | None) -> tuple[float, float] | None:
        if prices and min(prices) < 0:
            raise ValueError("should be two prices of at least 0: of a million tokens read, and of a million written")
        return prices


class ModelSettings(RoleModel):
    """[model]: who answers the prompts."""

    backend: str = Field(default="procedural", min_length=1)
    """A name of `company.backends.registry`, which refuses unknown ones."""
    name: str = ""
    """The model's name at the backend; the built-in company needs none."""
    seed: int = Field(default=1, ge=0, lt=2**63)
    base_url: str = ""
    """Of an OpenAI-compatible server; empty: what OPENAI_BASE_URL says, or else OpenAI's own."""
    key: str = ""
    """The environment variable that holds the server's key; empty: OPENAI_API_KEY at OpenAI's own, else none."""
    api_version: str = ""
    """Of an Azure-style server, whose deployments are its models; empty: no such server."""
    structured: Structured = "auto"
    extra: dict[str, Any] = {}
    """Further fields of every request, as the server knows them."""
    usd_per_million: tuple[float, float] | None = Field(default=None, strict=False)
    """US dollars for a million tokens read and written; None: as published, or unknown."""
    concurrency: int = Field(default=256, ge=1, le=10_000)
    """Most calls under way at one server; fewer where it cannot take them."""
    timeout: float = Field(default=300.0, gt=0, le=86_400)
    """Seconds for one reply, whole."""
    retries: int = Field(default=6, ge=0, le=100)
    """Further tries of a call that the server failed at."""
    patience: float = Field(default=300.0, ge=0, le=86_400)
    """Seconds to wait for a server that is busy or down."""
    recording: str = ""
    """The file that the backend "replay" answers from, relative to the folder of simulation.toml."""
    admin: RoleModel = RoleModel()
    client: RoleModel = RoleModel()
    data_scientist: RoleModel = RoleModel()
    chatbot: RoleModel = RoleModel()

    @property
    def replays(self) -> bool:
        """Some role answers from a recording."""
        return any(self.of(role).backend == "replay" for role in ROLES)

    def of(self, role: Role) -> ModelSettings:
        """What holds for one role."""
        told: RoleModel = getattr(self, role)
        return self.model_copy(update=told.model_dump(exclude_none=True) | {each: RoleModel() for each in ROLES})


class BudgetSettings(_Section):
    """[budget]: what a run may cost."""

    usd: float | None = Field(default=None, ge=0)
    """None: no cap. A run in which a price is unknown cannot be held to one."""


class SandboxSettings(_Section):
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


class ScreeningSettings(_Section):
    """[screening]: what is done to words before they go on record (paper, section 10)."""

    names: Literal["swap", "keep", "auto"] = "auto"
    """Whether people and places are swapped for invented ones; auto: for language models, since the built-in company's
    people are invented already."""
    flags: bool = True
    """Whether harmful, political and gender-biased passages, and instructions to reviewers, are marked for a person."""


class _File(_Section):
    """The whole of a simulation.toml."""

    table: TableSettings
    people: PeopleSettings = PeopleSettings()
    targets: TargetSettings = TargetSettings()
    dialogues: DialogueSettings = DialogueSettings()
    model: ModelSettings = ModelSettings()
    budget: BudgetSettings = BudgetSettings()
    sandbox: SandboxSettings = SandboxSettings()
    screening: ScreeningSettings = ScreeningSettings()


class Settings(_File):
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


@dataclass(frozen=True)
class Overrides:
    """What the command line says instead of the file; None leaves the file's word."""

    out: Path | None = None
    backend: str | None = None
    model: str | None = None
    budget: float | None = None
    seed: int | None = None
    limit: int | None = None


_SECRET = ("key", "base_url")
"""Keys whose values are not repeated in messages."""
_PLACES = {
    "backend": ("model", "backend"),
    "model": ("model", "name"),
    "budget": ("budget", "usd"),
    "seed": ("model", "seed"),
    "limit": ("targets", "normal"),
}
"""Override → table and key of the file that it stands for."""


def load(scenario: str | Path, overrides: Overrides | None = None) -> Settings:
    """The settings of a scenario: a folder, a simulation.toml, or the name of a bundled one.

    Raises ConfigError, naming file, table and key, for anything that is not usable.
    """
    overrides = overrides or Overrides()
    file = find(scenario)
    text, content = _parsed(file)
    over = {
        place: (f"--{flag}", getattr(overrides, flag))
        for flag, place in _PLACES.items()
        if getattr(overrides, flag) is not None
    }
    for (section, key), (_, value) in over.items():
        if isinstance(content.setdefault(section, {}), dict):
            content[section][key] = value
    try:
        checked = _File.model_validate(content)
    except ValidationError as error:
        raise _explained(error.errors(include_url=False)[0], file, text, over) from None
    name = file.parent.name if file.name == FILE_NAME else file.stem
    name = name or "simulation"
    sections = {key: getattr(checked, key) for key in _File.model_fields}
    settings = Settings(**sections, name=name, file=file, out=overrides.out or DEFAULT_OUTPUT / name)
    if settings.table_file is not None and not _is_file(settings.table_file):
        wrong = "is a folder, not a CSV" if settings.table_file.is_dir() else "is not there"
        raise ConfigError(
            f"{file}{_line_of(text, 'table', 'file')}: [table] file = {settings.table.file!r}: {settings.table_file} "
            f"{wrong}; write the path of your CSV relative to {file.parent}"
        )
    return settings


def find(scenario: str | Path) -> Path:
    """The simulation.toml, absolute, that SCENARIO means; raises ConfigError where there is none."""
    path = Path(scenario)
    if _is_file(path):
        if path.suffix == ".toml":
            return path.resolve()
        raise ConfigError(
            f"{path} is not a simulation.toml; to use it as a table, run: company new FOLDER --table {path}"
        )
    named = path / FILE_NAME
    if _is_file(named):
        return named.resolve()
    bundled = bundled_scenarios()
    if str(scenario) in bundled:
        return bundled[str(scenario)]
    if len(str(scenario)) < 256 and path.is_dir():
        raise ConfigError(f"{path} has no {FILE_NAME}; to write one, run: company new FOLDER --table CSV")
    names = ", ".join(bundled) or "none"
    raise ConfigError(
        f"there is no scenario {str(scenario)!r}{_did_you_mean(str(scenario), bundled)}: give a folder with a "
        f"{FILE_NAME}, such a file, or a bundled scenario ({names})"
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a word that no file can be called, or a folder that is closed to us
        return False


def bundled_scenarios() -> dict[str, Path]:
    """Bundled scenario name → its simulation.toml, from an installed package or from a checkout."""
    package = Path(__file__).resolve().parent
    found: dict[str, Path] = {}
    for folder in (package / "_scenarios", package.parent / "scenarios"):
        for file in sorted(folder.glob(f"*/{FILE_NAME}")):
            found.setdefault(file.parent.name, file)
    return found


def layers_named(names: str) -> tuple[Layer, ...]:
    """The layers in a list such as "landlock,limits"; none for an empty one. Raises ConfigError for an unknown one."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in LAYERS:
            raise ConfigError(
                f"there is no layer {name!r}{_did_you_mean(name, LAYERS)}; the layers are {', '.join(LAYERS)}"
            )
    return tuple(layer for layer in LAYERS if layer in wanted)


def environment(variable: str) -> str | None:
    """What the environment variable holds, a server's key for one; None where it is not set or empty."""
    return os.environ.get(variable) or None


def cache_folder() -> Path:
    """Where downloads are kept for later runs: in $XDG_CACHE_HOME, or in ~/.cache."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "decision-company"


def debugging() -> bool:
    """Whether COMPANY_DEBUG asks for tracebacks."""
    return os.environ.get("COMPANY_DEBUG", "") not in ("", "0")


def _parsed(file: Path) -> tuple[str, dict[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"{file} cannot be read ({error.strerror}); check its permissions") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file} is not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not valid TOML: {error}; mend it there") from None


def _explained(error: ErrorDetails, file: Path, text: str, over: dict[tuple[str, str], tuple[str, Any]]) -> ConfigError:
    """What pydantic found first, in words, with its place and the next step."""
    places = [str(part) for part in error["loc"]]
    if places[:1] == ["model"] and len(places) > 2 and places[1] in ROLES:
        places[:2] = [f"model.{places[1]}"]
    section, key = (*places, "", "")[:2]
    if (section, key) in over:
        flag, value = over[section, key]
        return ConfigError(f"{flag} {value}: {_complaint(error)}; give another value")
    place = f"{file}{_line_of(text, section, key)}"
    known = _File.model_fields
    if section.partition(".")[0] not in known:
        return ConfigError(
            f"{place}: unknown table or key `{section}`{_did_you_mean(section, known)}; "
            f"the tables are {', '.join(f'[{name}]' for name in known)}"
        )
    if error["type"] == "missing":
        return ConfigError(f'{file}: [table] is missing; add [table] with file = "table.csv"')
    if not key:
        if error["type"] == "value_error":
            return ConfigError(f"{place}: [{section}] {_complaint(error)}")
        return ConfigError(f"{place}: `{section}` should be a table: write [{section}] and its keys below it")
    keys = _keys(section)
    if error["type"] == "extra_forbidden":
        return ConfigError(
            f"{place}: unknown key `{key}` in [{section}]{_did_you_mean(key, keys)}; its keys are {', '.join(keys)}"
        )
    # What was written where a key's name belongs may be the key.
    written = "" if key in _SECRET else f" = {error['input']!r}"
    return ConfigError(f"{place}: [{section}] {key}{written}: {_complaint(error)}; change it there")


def _keys(section: str) -> list[str]:
    kind = RoleModel if "." in section else _File.model_fields[section].annotation
    return list(kind.model_fields) if isinstance(kind, type) and issubclass(kind, BaseModel) else []


def _complaint(error: ErrorDetails) -> str:
    said = error["msg"].removeprefix("Value error, ").replace("Input should be", "should be")
    said = said.replace("a valid tuple", "an array, in square brackets")
    if error["type"] == "literal_error":
        said += _did_you_mean(str(error["input"]), re.findall(r"'([^']+)'", error["ctx"]["expected"]))
    return said


def _did_you_mean(word: str, known: Any) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""


def _line_of(text: str, section: str, key: str) -> str:
    """The words ", line N" of a key, or of its table's header; empty where the text writes it in another way."""
    current, header = "", ""
    for number, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            current = found[1]
            if current == section:
                header = f", line {number}"
        elif found := re.match(r"\s*\"?([\w-]+)\"?\s*=", line):
            if current == section and found[1] == key:
                return f", line {number}"
            if current == "" and found[1] == section:
                return f", line {number}"
    return header
