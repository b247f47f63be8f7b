"""`provenance.json` read back: what a published folder says it was made of, and whether it is still what it was."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from company.benchmark.files import PROVENANCE, RESOURCE
from company.benchmark.publishing.decisions import Decision
from company.benchmark.publishing.provenance import file_hash
from company.console.commands import command_line
from company.errors import ArchiveError


def _inside(path: str) -> str:
    if path.startswith("/") or "\\" in path or re.search(r"(^|/)\.\.?(/|$)", path) or not path:
        raise ValueError("should be a path inside the folder")
    return path


Inside = Annotated[str, AfterValidator(_inside)]
"""A path inside the folder, whoever wrote it down."""
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Told(BaseModel):
    """What is read of a part of the file; further keys are for readers."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class SourceTold(Told):
    """A file that cases were made of, such as a table, and how it is to be had."""

    name: str = Field(pattern=r"^[a-z]\w*$")
    file: str = Field(pattern=r"^\w[\w-]*(\.\w+)*$")
    sha256: Hash
    rows: int = 0
    """Of a table, here and below."""
    columns: tuple[str, ...] = ()
    licence: str
    source: str
    citation: str
    version: str
    repairs: tuple[str, ...] = ()
    shared: bool
    original: dict[str, Any]


class RoleTold(Told):
    """Who played a role."""

    backend: str
    model: str


class RoundsTold(Told):
    """What the company was asked for, round by round."""

    commissions: list[list[dict[str, Any]]]
    shares: list[dict[str, float]]
    partly: bool = False
    """Whether commissions may be worked on in order in part, as shares have it; older exports had whole ones."""
    picked: dict[str, list[str]] = {}
    """By category, the records that were picked one by one; older exports tell none."""
    picked_in: dict[str, list[int]] = {}
    """Of each of these, in which sitting; 0, or nothing, where it was not noted."""

    def picked_until(self, sitting: int | None) -> dict[str, dict[str, list[Any]]]:
        """Return both as a run's notes had them after a sitting; None: in the end."""
        picked: dict[str, list[str]] = {}
        sittings: dict[str, list[int]] = {}
        for category, records in self.picked.items():
            known = self.picked_in.get(category, [])
            known = [*known, *[0] * (len(records) - len(known))]
            kept = [pair for pair in zip(records, known, strict=False) if sitting is None or pair[1] <= sitting]
            picked[category], sittings[category] = [one for one, _ in kept], [at for _, at in kept]
        return {"picked": picked, "picked_in": sittings if self.picked_in else {}}


class RunTold(Told):
    """One run."""

    name: str = Field(pattern=r"^[\w-]+$")
    scenario: str
    seed: int | None
    settings: dict[str, dict[str, Any]]
    rounds: RoundsTold
    made_with: tuple[dict[str, str | None], ...] | None
    prompts: dict[str, str] | None
    roles: dict[str, RoleTold]
    sandbox: dict[str, Any] | None
    cases: dict[str, int]
    tables: tuple[SourceTold, ...]
    """What it was made of; the format calls it so, whatever it is."""
    decisions: tuple[Decision, ...]
    finished: bool | None
    recording: Inside | None


class Provenance(Told):
    """The whole file."""

    provenance: Literal[1]
    exported_with: dict[str, str | None]
    export: dict[str, Any]
    review: dict[str, Any]
    runs: tuple[RunTold, ...]
    files: dict[Inside, Hash]

    @property
    def tables(self) -> Mapping[str, SourceTold]:
        """Every source of every run, by its file's name."""
        return {table.file: table for run in self.runs for table in run.tables}


def read_provenance(folder: Path) -> Provenance | None:
    """Return the folder's provenance; None where it has no such file. Raises ArchiveError for a damaged one."""
    file = folder / PROVENANCE
    if not file.is_file():
        return None
    try:
        return Provenance.model_validate_json(file.read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the whole file"
        raise ArchiveError(
            f"{file}: {where}: {first['msg']}; it is damaged, or of another version of this program: get the benchmark "
            "again"
        ) from None


def changed_files(folder: Path, told: Provenance) -> dict[str, str]:
    """Return the files that differ from the export: path → a line; sources that are not shared are not missed."""
    wanted = {**told.files}
    for table in told.tables.values():
        path = (RESOURCE / table.file).as_posix()
        if path not in wanted and (folder / path).is_file():  # fetched since
            wanted[path] = table.sha256
    lines = {}
    for name, sha256 in sorted(wanted.items()):
        if not (folder / name).is_file():
            lines[name] = f"{folder / name} is missing: it was there when the benchmark was exported; get it again"
        elif file_hash(folder / name) != sha256:
            lines[name] = f"{folder / name} is not as it was exported: its hash is another one; get it again"
    return lines


def absent_tables(folder: Path, told: Provenance) -> list[SourceTold]:
    """Return the sources that are not in the folder."""
    return [table for table in told.tables.values() if not (folder / RESOURCE / table.file).is_file()]


def need_tables(folder: Path) -> None:
    """Raise ArchiveError, which says what to do, for a benchmark that was published without a source it needs."""
    told = read_provenance(folder)
    if told is None:
        return
    for table in absent_tables(folder, told):
        raise ArchiveError(f"{folder / RESOURCE / table.file} is not there{how_to_get(folder, table)}")


def how_to_get(folder: Path, table: SourceTold) -> str:
    """Return how to get a source that is not in its folder, to follow "… is not there"."""
    if table.shared:
        return ": get the benchmark again"
    return f", since it may not be passed on: {command_line('fetch', folder)} puts it there"
