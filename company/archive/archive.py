"""A run's records, pictures and notes, and what is done; its model calls are what `Calls` keeps."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sql

from company.archive.calls import Calls
from company.archive.dialects import json_field, json_length, upsert
from company.archive.facts import Facts
from company.archive.filing import keep, restore
from company.archive.ordering import natural
from company.archive.place import FILE, is_there, no_run, place_of
from company.archive.sqlite import may_not_write
from company.archive.tables import DONE, FACTS, FIGURES, META, NOTES, RECORDS, engine_of, refuse_older
from company.errors import ArchiveError
from company.family.family import Family
from company.family.registry import DEFAULT, family
from company.records import Record, Status

_FAMILY = "family"
"""The note that names the family whose run it is."""
_MANY = 1_000
"""Ids beyond which a table is read whole sooner than one by one."""


class Archive(Calls, Facts):
    """A run's records and calls. Open one per process with `create` or `open`, and close it."""

    def __init__(self, engine: sql.Engine, run: Path) -> None:
        super().__init__(engine)
        self.run = run

    @classmethod
    def create(cls, run: Path, of: str = DEFAULT) -> Self:
        """Open the archive of a run folder, made for the family named `of` where it is not there yet.

        Raises ArchiveError for a run of another family.
        """
        run.mkdir(parents=True, exist_ok=True)
        engine = engine_of(run, make=True)
        refuse_older(engine, run)
        if place_of(run) is not None:
            restore(engine, run)
        archive = cls(engine, run)
        if archive.note(_FAMILY) is None and archive.note("settings") is None:
            archive.put_note(_FAMILY, of)
        if archive.family.name != of:
            raise ArchiveError(f"{run} is a run of {archive.family.name}, not of {of}; give another folder with --out")
        return archive

    @classmethod
    def open(cls, run: Path) -> Self:
        """Open an existing run; raises ArchiveError where there is none."""
        if not is_there(run):
            raise no_run(run)
        engine, place = engine_of(run), place_of(run)
        try:
            with engine.connect() as connection:
                connection.execute(sql.select(sql.func.count()).select_from(RECORDS))
            if place is None:
                META.create_all(engine, tables=[FACTS])  # which runs of before do not have
            else:
                restore(engine, run)
        except sql.exc.DatabaseError as problem:
            engine.dispose()
            if may_not_write(problem):
                raise ArchiveError(
                    f"{run} may not be written, and SQLite has to, even to read; copy the folder to where you may write"
                ) from problem
            raise ArchiveError(
                f"{place or run / FILE} cannot be read ({problem.orig}); restore it from a copy or start a new run"
            ) from problem
        refuse_older(engine, run)
        return cls(engine, run)

    @cached_property
    def family(self) -> Family:
        """The family whose run it is. Raises ConfigError where that is not installed."""
        return family(self.note(_FAMILY) or DEFAULT)

    def _record(self, kind: str, body: str) -> Record:
        if kind not in self.family.records:
            raise ArchiveError(f"{self.run}: {self.family.name} have no {kind!r}; update the program")
        return self.family.records[kind].model_validate_json(body)

    def _read(self, where: sql.ColumnElement[bool]) -> list[Record]:
        """Return the records that fulfil a condition, in no order."""
        statement = sql.select(RECORDS.c.kind, RECORDS.c.body).where(where)
        with self._engine.connect() as connection:
            rows = connection.execute(statement).all()
        return [self._record(row.kind, row.body) for row in rows]

    def keep_files(self) -> None:
        """Keep the run's tables where its records are; of a run that is a folder, they are there."""
        if place_of(self.run) is not None:
            keep(self._engine, self.run)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def forget(self) -> None:
        """Forget every record, fact and note; whose run it is stays, and every model call."""
        with self._engine.begin() as connection:
            for table in (RECORDS, FIGURES, DONE, FACTS):
                connection.execute(sql.delete(table))
            connection.execute(sql.delete(NOTES).where(NOTES.c.name != _FAMILY))

    # records

    def put(self, record: Record) -> None:
        """Write a record, or write it again; what a person has edited stays as it is."""
        self._put(record, RECORDS.c.status != "edited")

    def put_judged(self, record: Record) -> None:
        """Write a record as people have judged it, over whatever version is there."""
        self._put(record, None)

    def _put(self, record: Record, where: sql.ColumnElement[bool] | None) -> None:
        with self._engine.begin() as connection:
            _write(connection, record, where)

    def settle(self, record_id: str, status: Status, reason: str | None = None) -> None:
        """Change a record's status; raises ArchiveError for an unknown id."""
        record = self.get(record_id)
        self.put(record.model_copy(update={"status": status, "reason": reason}))

    def outdate(self, stage: str, under: str, keep: Collection[str]) -> None:
        """Mark stale what a stage made before below the id `under` and did not make again, and all below that.

        What a person has edited stays as it is.
        """
        listed = sql.select(RECORDS.c.id).where(
            RECORDS.c.stage == stage,
            RECORDS.c.status.not_in(("edited", "stale")),
            RECORDS.c.id.startswith(f"{under}.", autoescape=True),
        )
        with self._engine.connect() as connection:
            gone = [each for each in connection.execute(listed).scalars() if each not in keep]
            below = [
                each
                for top in gone
                for each in connection.execute(
                    sql.select(RECORDS.c.id).where(
                        RECORDS.c.status.not_in(("edited", "stale")),
                        RECORDS.c.id.startswith(f"{top}.", autoescape=True),
                    )
                ).scalars()
            ]
        for each in dict.fromkeys([*gone, *below]):
            self.settle(each, "stale", f"{stage} were made anew without it")

    def outdate_below(self, record_id: str, why: str, *, edited: bool = False) -> None:
        """Mark stale all that was made below a record, to be made anew; what people edited only where `edited` says so.

        The stages that made it count as not done any more.
        """
        kept: tuple[Status, ...] = ("stale",) if edited else ("stale", "edited")
        below = sql.and_(RECORDS.c.status.not_in(kept), RECORDS.c.id.startswith(f"{record_id}.", autoescape=True))
        for each in self._read(below):
            self.put_judged(each.model_copy(update={"status": "stale", "reason": why}))
        redone = sql.or_(DONE.c.record == record_id, DONE.c.record.startswith(f"{record_id}.", autoescape=True))
        with self._engine.begin() as connection:
            connection.execute(sql.delete(DONE).where(redone))

    def outdate_all(self, record_id: str, why: str, *, edited: bool = False) -> None:
        """Mark a record stale, and what was made below it as `outdate_below` does."""
        record = self.get(record_id)
        if record.status != "stale" and (edited or record.status != "edited"):
            self.put_judged(record.model_copy(update={"status": "stale", "reason": why}))
        self.outdate_below(record_id, why, edited=edited)

    def get(self, record_id: str) -> Record:
        """Return the record with this id; raises ArchiveError where there is none."""
        records = self._read(RECORDS.c.id == record_id)
        if not records:
            raise ArchiveError(f"{self.run}: no record {record_id}; see `company status {self.run}`")
        return records[0]

    def status(self, record_id: str) -> Status | None:
        """Return the status of a record; None where there is no record of this id."""
        with self._engine.connect() as connection:
            found: Status | None = connection.execute(
                sql.select(RECORDS.c.status).where(RECORDS.c.id == record_id)
            ).scalar()
        return found

    def records(self, kind: str, statuses: Iterable[Status] | None = None, parent: str | None = None) -> list[Any]:
        """Return records of a kind (of these statuses, of this parent) in canonical order: by id, numbers by value."""
        wanted = [RECORDS.c.kind == kind]
        if statuses is not None:
            wanted.append(RECORDS.c.status.in_(list(statuses)))
        if parent is not None:
            wanted.append(RECORDS.c.parent == parent)
        return sorted(self._read(sql.and_(*wanted)), key=lambda record: natural(record.id))

    def texts(self, kind: str, field: str, among: Collection[str] | None = None) -> dict[str, str]:
        """Return one text field of records of a kind (of these ids), by id, in no order, without reading the rest."""
        statement = sql.select(RECORDS.c.id, json_field(RECORDS.c.body, field)).where(RECORDS.c.kind == kind)
        if among is not None and len(among) <= _MANY:
            statement = statement.where(RECORDS.c.id.in_(list(among)))
        with self._engine.connect() as connection:
            return {row[0]: str(json.loads(row[1])[0] or "") for row in connection.execute(statement)}

    def lineage(self) -> Sequence[Any]:
        """Return `id`, `kind`, `parent` and `stage` of every record, in no order, without reading the rest."""
        with self._engine.connect() as connection:
            return connection.execute(sql.select(RECORDS.c.id, RECORDS.c.kind, RECORDS.c.parent, RECORDS.c.stage)).all()

    def flagged(self) -> list[Record]:
        """Return records with passages that wait for a person, in canonical order."""
        flagged = self._read(json_length(RECORDS.c.body, "flags") > 0)
        return sorted(flagged, key=lambda record: natural(record.id))

    def counts(self) -> list[tuple[str, str, str | None, int]]:
        """Count the records by kind, status and reason."""
        grouping = (RECORDS.c.kind, RECORDS.c.status, RECORDS.c.reason)
        with self._engine.connect() as connection:
            rows = connection.execute(sql.select(*grouping, sql.func.count()).group_by(*grouping))
            return [(row[0], row[1], row[2], row[3]) for row in rows]

    def below(self, record_id: str, statuses: Iterable[Status]) -> dict[str, int]:
        """Count the records of these statuses that were made below a record, by kind."""
        there = (RECORDS.c.id.startswith(f"{record_id}.", autoescape=True), RECORDS.c.status.in_(list(statuses)))
        counted = sql.select(RECORDS.c.kind, sql.func.count()).where(*there).group_by(RECORDS.c.kind)
        with self._engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    def offspring(self, record_ids: Sequence[str]) -> Sequence[Any]:
        """Return `id`, `kind`, `parent` and `status` of all that was made of these records, in no order."""
        # A range of ids, and not a pattern: their index serves it.
        named = [sql.and_(RECORDS.c.id > f"{each}.", RECORDS.c.id < f"{each}/") for each in record_ids]
        first = sql.select(RECORDS.c.id).where(sql.or_(RECORDS.c.parent.in_(list(record_ids)), *named))
        below = first.cte("made_below", recursive=True)
        below = below.union(sql.select(RECORDS.c.id).join(below, RECORDS.c.parent == below.c.id))
        columns = (RECORDS.c.id, RECORDS.c.kind, RECORDS.c.parent, RECORDS.c.status)
        with self._engine.connect() as connection:
            return connection.execute(sql.select(*columns).join(below, below.c.id == RECORDS.c.id)).all()

    def siblings(
        self, kind: str, parent: str, before: int, most: int, statuses: Sequence[Status] = ("accepted", "edited")
    ) -> list[Any]:
        """Return the last `most` records of a kind and parent before a position, the oldest first, by one query."""
        recent = (
            sql.select(RECORDS.c.id)
            .where(
                RECORDS.c.parent == parent,
                RECORDS.c.kind == kind,
                RECORDS.c.position < before,
                RECORDS.c.status.in_(list(statuses)),
            )
            .order_by(RECORDS.c.position.desc())
            .limit(most)
        )
        return sorted(self._read(RECORDS.c.id.in_(recent)), key=lambda record: record.position)

    # figures

    def put_figures(self, record: str, figures: Sequence[bytes]) -> None:
        """Keep the figures of a record as PNG, instead of earlier ones."""
        with self._engine.begin() as connection:
            connection.execute(sql.delete(FIGURES).where(FIGURES.c.record == record))
            for position, png in enumerate(figures, start=1):
                connection.execute(sql.insert(FIGURES).values(record=record, position=position, png=png))

    def figures(self, record: str) -> list[bytes]:
        """Return the figures of a record, as PNG, in the order in which they were drawn."""
        statement = sql.select(FIGURES.c.png).where(FIGURES.c.record == record).order_by(FIGURES.c.position)
        with self._engine.connect() as connection:
            return list(connection.execute(statement).scalars())

    # what is done

    def done(self, stage: str, record: str, key: str) -> list[Record] | None:
        """Return the records that a stage made of a record, if it finished with this key (a hash of all its input)."""
        statement = sql.select(DONE.c.key, DONE.c.made).where(DONE.c.stage == stage, DONE.c.record == record)
        with self._engine.connect() as connection:
            row = connection.execute(statement).first()
        return [self.get(made) for made in json.loads(row.made)] if row and row.key == key else None

    def mark_done(self, stage: str, record: str, key: str, made: Sequence[str]) -> None:
        """Note that a stage finished on a record, and the ids of what it made."""
        row = {"stage": stage, "record": record, "key": key, "made": json.dumps(list(made))}
        with self._engine.begin() as connection:
            upsert(connection, DONE, row, ("stage", "record"))

    def set_aside(self, record_id: str, why: str) -> None:
        """Mark a record stale, with all below it; the stage that made it counts as done without it."""
        record = self.get(record_id)
        self.outdate_below(record_id, why, edited=True)
        with self._engine.begin() as connection:
            _write(connection, record.model_copy(update={"status": "stale", "reason": why}), None)
            made_it = DONE.c.made.contains(json.dumps(record_id), autoescape=True)
            for row in connection.execute(sql.select(DONE).where(DONE.c.stage == record.stage, made_it)).all():
                _write_made(connection, row, [made for made in json.loads(row.made) if made != record_id])

    def take_back(self, record: Record, made_of: str) -> None:
        """Write a record that was set aside as it is to be now, among what its stage made of the record `made_of`."""
        with self._engine.begin() as connection:
            _write(connection, record, None)
            listed = sql.select(DONE).where(DONE.c.stage == record.stage, DONE.c.record == made_of)
            for row in connection.execute(listed).all():
                made = [each for each in json.loads(row.made) if each != record.id]
                _write_made(connection, row, [*made, record.id])

    def note(self, name: str) -> Any:
        """Return a note of the run by name (settings, commissions …), or None."""
        with self._engine.connect() as connection:
            content = connection.execute(sql.select(NOTES.c.content).where(NOTES.c.name == name)).scalar()
        return None if content is None else json.loads(content)

    def put_note(self, name: str, content: Any) -> None:
        """Write a note of the run (JSON)."""
        self.put_notes({name: content})

    def put_notes(self, notes: Mapping[str, Any]) -> None:
        """Write notes of the run (JSON), all of them or, where the process ends meanwhile, none."""
        with self._engine.begin() as connection:
            for name, content in notes.items():
                row = {"name": name, "content": json.dumps(content, sort_keys=True, ensure_ascii=False)}
                upsert(connection, NOTES, row, ("name",))


def family_of_run(run: Path) -> Family:
    """Return the family of a run; the usual one of a folder where nothing is written yet."""
    if not is_there(run):
        return family(DEFAULT)
    with Archive.open(run) as archive:
        return archive.family


def _write(connection: sql.Connection, record: Record, where: sql.ColumnElement[bool] | None) -> None:
    row = {
        "id": record.id,
        "kind": record.kind,
        "parent": record.parent,
        "stage": record.stage,
        "position": record.position,
        "status": record.status,
        "reason": record.reason,
        "body": record.model_dump_json(),
    }
    upsert(connection, RECORDS, row, ("id",), where)


def _write_made(connection: sql.Connection, row: sql.Row[Any], made: Sequence[str]) -> None:
    written = {"stage": row.stage, "record": row.record, "key": row.key, "made": json.dumps(list(made))}
    upsert(connection, DONE, written, ("stage", "record"))
