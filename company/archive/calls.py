"""Every model call of a run, as the ledger keeps it, and what the calls came to."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sql

from company.archive.dialects import insert
from company.archive.postgresql import DatabaseGone
from company.archive.tables import CALLS, PICTURES

_CALL = sql.select(CALLS).where(CALLS.c.request == sql.bindparam("request"))
"""Made once, as what writes calls is: SQLAlchemy takes longer to build these than SQLite to carry them out."""

_TIMES = 5
"""How often a call is stored anew where the database goes away meanwhile: it is paid for."""


@dataclass(frozen=True)
class Call:
    """One model call as the ledger keeps it."""

    request: str
    """SHA-256 of role, backend, model, messages, schema, parameters and attempt."""
    role: str
    stage: str
    record: str
    backend: str
    model: str
    messages: str
    """The messages as JSON text, their pictures by SHA-256."""
    reply: str
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    """Both None where the server did not tell them."""
    usd: float | None
    """None where the price is not known."""
    cached_tokens: int = 0
    reasoning_tokens: int = 0


class Calls:
    """The model calls in a run's database."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._new_call, self._new_picture = (
            insert(engine, table).on_conflict_do_nothing() for table in (CALLS, PICTURES)
        )

    def call(self, request: str) -> Call | None:
        """Return the stored call with this request hash, if it was ever made."""
        with self._engine.connect() as connection:
            row = connection.execute(_CALL, {"request": request}).mappings().first()
        if row is None:
            return None
        return Call(**{**row, "messages": zlib.decompress(row["messages"]).decode()})

    def put_call(self, call: Call, pictures: Mapping[str, bytes] | None = None) -> None:
        """Store a call, and the PNGs that it shows by their SHA-256; they are durable when this returns."""
        for time in range(1, _TIMES + 1):
            try:
                return self._put_call(call, pictures or {})
            except DatabaseGone:
                if time == _TIMES:
                    raise

    def _put_call(self, call: Call, pictures: Mapping[str, bytes]) -> None:
        row = {**vars(call), "messages": zlib.compress(call.messages.encode())}
        with self._engine.begin() as connection:
            connection.execute(self._new_call, row)
            for digest, png in pictures.items():
                connection.execute(self._new_picture, {"digest": digest, "png": png})

    def put_calls(self, calls: Iterable[Call]) -> None:
        """Store many calls at once: all, or none where something goes wrong with them."""
        with self._engine.begin() as connection:
            for call in calls:
                row = {**vars(call), "messages": zlib.compress(call.messages.encode())}
                connection.execute(self._new_call, row)

    def put_pictures(self, pictures: Iterable[tuple[str, bytes]]) -> None:
        """Store pictures that calls show: SHA-256 and PNG of each."""
        with self._engine.begin() as connection:
            for digest, png in pictures:
                connection.execute(self._new_picture, {"digest": digest, "png": png})

    def picture(self, digest: str) -> bytes | None:
        """Return the PNG of this SHA-256 that calls show; None where no call does."""
        if not self._has_pictures():
            return None
        with self._engine.connect() as connection:
            png: bytes | None = connection.execute(
                sql.select(PICTURES.c.png).where(PICTURES.c.digest == digest)
            ).scalar()
        return png

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """Yield the SHA-256 and the PNG of every picture that calls show, in the order of the former."""
        if not self._has_pictures():
            return
        with self._engine.connect() as connection:
            for row in connection.execute(sql.select(PICTURES).order_by(PICTURES.c.digest)):
                yield row.digest, row.png

    def _has_pictures(self) -> bool:
        """Return whether there is a table of pictures; runs of earlier versions that are only read have none."""
        return sql.inspect(self._engine).has_table(PICTURES.name)

    def spent(self) -> tuple[int, float | None]:
        """Return the number of stored calls, and their cost in USD (None when any price is unknown)."""
        statement = sql.select(
            sql.func.count(), sql.func.coalesce(sql.func.sum(CALLS.c.usd), 0.0), sql.func.count(CALLS.c.usd)
        )
        with self._engine.connect() as connection:
            calls, usd, priced = connection.execute(statement).one()
        return int(calls), float(usd) if priced == calls else None

    def calls(self) -> Iterator[Call]:
        """Yield every stored call, in the order of their hashes."""
        with self._engine.connect() as connection:
            for row in connection.execute(sql.select(CALLS).order_by(CALLS.c.request)).mappings():
                yield Call(**{**row, "messages": zlib.decompress(row["messages"]).decode()})

    def answered(self) -> set[str]:
        """Return the request hashes of all stored calls."""
        with self._engine.connect() as connection:
            return set(connection.execute(sql.select(CALLS.c.request)).scalars())

    def usage(self, *by: Literal["stage", "role", "model", "record"]) -> list[dict[str, Any]]:
        """Return calls, tokens and USD by stage, role …; tokens and USD are None where a call's are not known."""
        grouping = [CALLS.c[name] for name in by]
        known = sql.func.count()
        sums = [
            sql.case((sql.func.count(CALLS.c[name]) == known, sql.func.sum(CALLS.c[name]))).label(name)
            for name in ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens", "usd")
        ]
        statement = sql.select(*grouping, known.label("calls"), *sums).group_by(*grouping).order_by(*grouping)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]
