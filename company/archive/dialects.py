"""What SQLite and PostgreSQL say differently of the same tables."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles

_ESCAPED = "\x01json:"
"""What a text begins with that PostgreSQL could not hold as it is."""


class _Words(sql.types.TypeDecorator[str]):
    """Texts in the order of their characters, as SQLite has them; one with NUL, which PostgreSQL refuses, as JSON."""

    impl = postgresql.TEXT(collation="C")
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        if value is not None and ("\x00" in value or value.startswith(_ESCAPED)):
            return _ESCAPED + json.dumps(value)
        return value

    def process_result_value(self, value: str | None, dialect: object) -> str | None:
        if value is not None and value.startswith(_ESCAPED):
            return str(json.loads(value.removeprefix(_ESCAPED)))
        return value


def words() -> sql.types.TypeEngine[str]:
    """Return the type of columns with text."""
    return sql.Text().with_variant(_Words(), "postgresql")


def insert(table: sql.Table, dialect: str) -> Any:
    """Return an insertion that may say what is done where a row is there already."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@functools.cache
def insert_new(table: sql.Table, dialect: str) -> Any:
    """Return the insertion of a row that leaves one alone which is there already.

    Made once: SQLAlchemy takes longer to build it than SQLite to carry it out.
    """
    return insert(table, dialect).on_conflict_do_nothing()


def upsert(connection: sql.Connection, table: sql.Table, row: Mapping[str, Any], *keys: str, where: Any = None) -> None:
    """Write a row, over the one that has these keys; only over one that fulfils a condition, where one is given."""
    new = insert(table, connection.dialect.name).values(row)
    connection.execute(new.on_conflict_do_update(index_elements=list(keys), set_=dict(row), where=where))


class _OfColumn(sql.sql.expression.ColumnElement[Any]):
    """An expression of one column of text."""

    inherit_cache = True
    _traverse_internals = [("column", sql.sql.visitors.InternalTraversal.dp_clauseelement)]  # noqa: RUF012 - as declared

    def __init__(self, column: sql.ColumnElement[str]) -> None:
        self.column = column
        self.type = self.kind()

    kind: Any = sql.Integer


class Bytes(_OfColumn):
    """How many bytes a text has."""

    inherit_cache = True


class Flags(_OfColumn):
    """How many flags a record's JSON lists."""

    inherit_cache = True


class Number(sql.sql.expression.ColumnElement[int]):
    """Rows in the order in which they were first written."""

    inherit_cache = True
    _traverse_internals = []  # noqa: RUF012 - as declared
    type = sql.Integer()


@compiles(Bytes)
def _(element: Bytes, compiler: Any, **options: Any) -> str:
    return f"length(CAST({compiler.process(element.column, **options)} AS BLOB))"


@compiles(Bytes, "postgresql")
def _(element: Bytes, compiler: Any, **options: Any) -> str:
    return f"octet_length({compiler.process(element.column, **options)})"


@compiles(Flags)
def _(element: Flags, compiler: Any, **options: Any) -> str:
    return f"json_array_length({compiler.process(element.column, **options)}, '$.flags')"


@compiles(Flags, "postgresql")
def _(element: Flags, compiler: Any, **options: Any) -> str:
    return f"json_array_length(CAST({compiler.process(element.column, **options)} AS json) -> 'flags')"


@compiles(Number)
def _(element: Number, compiler: Any, **options: Any) -> str:
    return "rowid"


@compiles(Number, "postgresql")
def _(element: Number, compiler: Any, **options: Any) -> str:
    return "number"


def field_of(column: sql.ColumnElement[str], name: str, dialect: str) -> sql.ColumnElement[Any]:
    """Return one field of JSON as text."""
    if dialect == "postgresql":
        text: sql.ColumnElement[Any] = sql.cast(column, postgresql.JSON)[name].astext
        return text
    return sql.func.json_extract(column, f"$.{name}")
