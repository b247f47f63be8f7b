"""A run's model calls in one file, to be answered from again: a bug report, or a benchmark to be made anew.

A recording is gzip-compressed JSON lines: a header with the scenario, the table and who played which role, a line for
each picture that models were shown, then a line for each call. It holds no key, no header of a request and no server's
address; it does hold what the models were told, which is the table's description and samples of its values, and the
table itself, with those beside it.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import tomli_w
from pydantic import Field, SerializerFunctionWrapHandler, ValidationError, model_serializer

from company.archive import Archive, Call
from company.config import FILE_NAME, ROLES, Settings, told_to_all
from company.errors import ArchiveError, BackendError, ConfigError
from company.models.ledger import BLIND, FAILED
from company.models.protocol import Backend, Client, Picture, Reply, Request
from company.records import Frozen, Role
from company.tables.several.settings import together

SUFFIX = ".recording"
_TABLE_NAME = r"^[a-z]\w*$"
_KEPT = ("description", "row", "date_format", "key", "links")
"""What is said of a table and stands in prompts, or is noted when it is read."""
_PICTURE = b'{"picture"'
"""What the lines of pictures begin with."""
_LEFT_OUT = {"out", "file", "name", "sandbox"}
"""Neither written nor read: what code may do on a machine is for its owner to say."""


class Recorded(Frozen):
    """Who played a role."""

    name: str
    model: str
    note: str
    parameters: dict[str, Any]

    @classmethod
    def of(cls, noted: Mapping[str, Any]) -> Self:
        """Return what a recording says of whom a run noted; which server they were at stays with the run."""
        return cls.model_validate({name: noted[name] for name in cls.model_fields})


class Header(Frozen):
    """The first line of a recording."""

    recording: Literal[1, 2]
    """2: there are pictures, which version 1 has not."""
    scenario: str
    settings: dict[str, dict[str, Any]]
    """Sections of simulation.toml."""
    table_file: str | None = Field(default=None, pattern=r"^\w+\.csv$")
    """The name of the table's file; never a path, since recordings come from strangers. None: a run without a table."""
    table: str | None
    """The table as CSV, as the run has it; None in a published recording of a run whose table may not be passed on."""
    beside: dict[Annotated[str, Field(pattern=_TABLE_NAME)], str] = Field(default_factory=dict)
    """The tables beside it as CSV, by their names; none where the first may not be passed on."""
    backends: dict[Role, Recorded]
    failed: tuple[str, ...] = ()
    """Requests that no call answers, since the server failed at them."""
    blind: tuple[Role, ...] = ()
    """Roles that were shown no pictures where stages do without them, since their models do not see."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write what a recording need not have as it was written before it could: not at all."""
        return {name: value for name, value in handler(self).items() if name not in ("beside", "blind") or value}


def write_recording(archive: Archive, settings: Settings, backends: Mapping[Role, Backend], file: Path) -> int:
    """Write all calls of a run to a file; return how many there are. Raises ConfigError where it cannot be written."""
    table = (archive.note("intake") or {}).get("table")
    header = Header(
        recording=1,
        scenario=settings.name,
        settings=_without_a_machine(told_to_all(settings), table),
        table_file=table and table["file"],
        table=_table_of(archive, table),
        beside=_beside(archive, table),
        backends={
            role: Recorded(
                name=backend.name, model=backend.model, note=backend.note, parameters=dict(backend.parameters)
            )
            for role, backend in backends.items()
        },
        failed=_failed(archive),
        blind=_blind(archive),
    )
    return _write(archive, header, file)


def replay_from(file: Path, archive: Archive) -> None:
    """Store the calls of a recording, and their pictures, in the archive of a run that is to be answered from it.

    Raises ConfigError where the recording is damaged.
    """
    archive.put_calls(calls_in(file))
    archive.put_pictures(pictures_in(file))


def ready_to_record(file: Path) -> None:
    """Raise ConfigError where a recording cannot be put, or something else would be overwritten by one."""
    if file.is_dir():
        raise ConfigError(f"--record {file}: this is a folder; name a file in it")
    if not file.absolute().parent.exists():
        raise ConfigError(f"--record {file}: there is no folder {file.parent}; make it first, or name another file")
    if file.exists() and file.stat().st_size:
        try:
            read_header(file)
        except ConfigError:
            raise ConfigError(
                f"--record {file}: this file is there and is no recording; it is not overwritten: name another one"
            ) from None


def publish_recording(archive: Archive, file: Path, *, with_table: bool) -> int:
    """Write all calls of a finished run to a file that is to be passed on; return how many there are.

    Raises ConfigError where it cannot be written, and ArchiveError for a run that did not note all that it takes.
    """
    run, played, intake = archive.note("told"), archive.note("backends") or {}, archive.note("intake")
    if not run or not intake or any("parameters" not in backend for backend in played.values()):
        raise ArchiveError(
            f"{archive.run} was made by a version that did not note what a published recording says; simulate the "
            "scenario again in the same folder (no call is made twice), then export it"
        )
    table = intake.get("table")
    header = Header(
        recording=1,
        scenario=run["scenario"],
        settings=_without_a_machine(run["settings"], table),
        table_file=table and table["file"],
        table=_table_of(archive, table) if with_table else None,
        beside=_beside(archive, table) if with_table else {},
        backends={role: Recorded.of(backend) for role, backend in played.items()},
        failed=_failed(archive),
        blind=_blind(archive),
    )
    return _write(archive, header, file)


def _table_of(archive: Archive, table: Mapping[str, Any] | None) -> str | None:
    """Return a run's table as CSV; None for a run without one."""
    return None if table is None else (archive.run / "resource" / table["file"]).read_text(encoding="utf-8")


def _beside(archive: Archive, table: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the tables beside a run's table as CSV, by their names, in their order."""
    return {each["name"]: _table_of(archive, each) or "" for each in (table or {}).get("beside", ())}


def _failed(archive: Archive) -> tuple[str, ...]:
    return tuple(sorted(request for (request,) in archive.facts(FAILED) if archive.call(request) is None))


def _blind(archive: Archive) -> tuple[Role, ...]:
    return tuple(role for role in ROLES if archive.fact(BLIND, role))


def _write(archive: Archive, header: Header, file: Path) -> int:
    count = 0
    unfinished = file.with_name(f"{file.name}.part")
    if next(archive.pictures(), None) is not None:
        header = header.model_copy(update={"recording": 2})
    try:
        # No time in it: equal runs make equal files.
        with unfinished.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
            packed.write(header.model_dump_json().encode() + b"\n")
            for digest, png in archive.pictures():
                line = {"picture": digest, "png": base64.b64encode(png).decode()}
                packed.write(json.dumps(line).encode() + b"\n")
            for call in archive.calls():
                packed.write(json.dumps(asdict(call), ensure_ascii=False).encode() + b"\n")
                count += 1
        unfinished.replace(file)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written ({error.strerror}); give --record another file") from None
    return count


def _without_a_machine(sections: Mapping[str, Any], table: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return settings without what is for a machine's owner to say, about the table as the run has it."""
    kept = {name: section for name, section in sections.items() if name not in _LEFT_OUT}
    if table is None:
        return kept
    kept["table"] = _as_it_lies(sections["table"], table)
    beside = {each["name"]: each for each in table.get("beside", ())}
    if beside:  # in the order of the run, which settings need not have
        told = sections["beside"]
        kept["beside"] = {name: _as_it_lies(told[name], each) | _columns(told[name]) for name, each in beside.items()}
    return kept


def _as_it_lies(told: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of a table that is read from the run's own copy."""
    return {
        "file": table["file"],
        "name": table["name"],
        "licence": table.get("licence") or told["licence"],
        "source": table.get("source") or told["source"],
        **{name: told[name] for name in _KEPT if told.get(name)},
    }


def _columns(told: Mapping[str, Any]) -> dict[str, Any]:
    return {"columns": told["columns"]} if told.get("columns") else {}


def read_header(file: Path) -> Header:
    """Return the first line of a recording. Raises ConfigError for a file that is none."""
    for line in _lines(file):
        try:
            return Header.model_validate_json(line)
        except ValidationError:
            break
    raise ConfigError(
        f"{file} is not a recording, or one of another version; make one with `company simulate --record`"
    )


def calls_in(file: Path) -> Iterator[Call]:
    """Yield the calls of a recording. Raises ConfigError where it is damaged."""
    lines = _lines(file)
    next(lines, None)
    for number, line in enumerate(lines, start=2):
        if line.startswith(_PICTURE):
            continue
        try:
            yield Call(**json.loads(line))
        except (ValueError, TypeError):
            raise ConfigError(f"{file}, line {number}: this is not a recorded call; the file is damaged") from None


def pictures_in(file: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the SHA-256 and the PNG of every picture of a recording. Raises ConfigError where it is damaged."""
    for number, line in enumerate(_lines(file), start=1):
        if not line.startswith(_PICTURE):
            continue
        try:
            content = json.loads(line)
            picture = Picture(base64.b64decode(content["png"], validate=True))
            if picture.digest != content["picture"]:
                raise ValueError("other bytes than were recorded")
        except (ValueError, TypeError, KeyError):
            raise ConfigError(f"{file}, line {number}: this is not a recorded picture; the file is damaged") from None
        yield picture.digest, picture.png


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as lines:
            yield from lines
    except (OSError, EOFError, zlib.error) as error:
        why = getattr(error, "strerror", None) or error
        raise ConfigError(f"{file} cannot be read as a recording ({why}); see to the file") from None


def unpack(file: Path, folder: Path) -> Path:
    """Write a recording's scenario to a folder, to be simulated from what was recorded; return the simulation.toml.

    Raises ConfigError for a file that is no recording, or where the folder cannot be written.
    """
    header = read_header(file)
    if header.table is None and header.table_file is not None:
        raise ConfigError(
            f"{file} does not hold its table, which may not be passed on; `company rebuild` makes the whole benchmark "
            "again from the folder that it was published in"
        )
    sections = {name: section for name, section in header.settings.items() if name not in _LEFT_OUT}
    # Who played which role is told by the recording itself.
    model = {key: value for key, value in sections.get("model", {}).items() if key not in ROLES}
    sections["model"] = {**model, "backend": "replay", "recording": str(file.resolve())}
    if header.table_file is not None:
        sections["table"] = {**sections.get("table", {}), "file": header.table_file}
        told = sections.pop("beside", {})
        sections["beside"] = {name: {**told.get(name, {}), "file": f"{name}.csv"} for name in header.beside}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if header.table_file is not None and header.table is not None:
            (folder / header.table_file).write_text(header.table, encoding="utf-8")
        for name, table in header.beside.items():
            (folder / f"{name}.csv").write_text(table, encoding="utf-8")
        (folder / FILE_NAME).write_text(tomli_w.dumps(together(sections)), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written ({error.strerror}); give another one with --out") from None
    return folder / FILE_NAME


class ReplayClient(Client):
    """Answers nothing itself: what was recorded is in the archive before it is asked."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def reply(self, request: Request) -> Reply:
        """Raise BackendError."""
        start = " ".join(request.messages[-1].text.split())[:80] if request.messages else ""
        raise BackendError(
            f"{self._file} has no reply to a prompt that begins {start!r}: it was recorded with other prompts, "
            "settings or code; record it again, or use the version that it was made with"
        )
