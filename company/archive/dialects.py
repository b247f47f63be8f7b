"""What SQLite and PostgreSQL say differently; all other SQL of the archive is SQLAlchemy's, and the same on both."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

_MARK, _NUL = "\ufffe", "\x00"
"""No text has the first, which is no character; replies of models may have the second, which PostgreSQL refuses."""
_NUL_IN_JSON = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
"""After an even number of backslashes, which stand for half as many: after an odd one, "u0000" is text."""


class _Bytewise(sql.TypeDecorator[str]):
    """Text on PostgreSQL as SQLite has it: compared by its bytes, and with NUL characters, which are stored escaped."""

    impl = sql.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sql.Dialect) -> str | None:
        """Return the text as it is stored."""
        return None if value is None else value.replace(_MARK, f"{_MARK}1").replace(_NUL, f"{_MARK}0")

    def process_result_value(self, value: str | None, dialect: sql.Dialect) -> str | None:
        """Return the text as it was."""
        return None if value is None else value.replace(f"{_MARK}0", _NUL).replace(f"{_MARK}1", _MARK)


class _BytewiseJSON(sql.TypeDecorator[str]):
    """The same for text that is JSON: PostgreSQL's functions refuse the escape of NUL there, too."""

    impl = sql.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sql.Dialect) -> str | None:
        """Return the JSON as it is stored; it says the same, but for the stand-in."""
        return None if value is None else _NUL_IN_JSON.sub(rf"\g<1>{_MARK}0", value.replace(_MARK, f"{_MARK}1"))

    def process_result_value(self, value: str | None, dialect: sql.Dialect) -> str | None:
        """Return the JSON as it was."""
        return None if value is None else value.replace(f"{_MARK}0", r"\u0000").replace(f"{_MARK}1", _MARK)


TEXT = sql.Text().with_variant(_Bytewise(collation="C"), "postgresql")
JSON_TEXT = sql.Text().with_variant(_BytewiseJSON(collation="C"), "postgresql")
row_number: sql.ColumnElement[int] = sql.literal_column("rowid", sql.BigInteger)
"""Rows in the order in which they were first written: SQLite counts them by itself, PostgreSQL those of tables that are
`numbered`. Calls are never deleted; records are where a run that was only previewed begins in earnest."""


def numbered(table: sql.Table) -> None:
    """Have PostgreSQL, too, number the rows of a table in the order in which they are first written."""
    written: Callable[[str], sql.DDL] = sql.DDL
    column = written(f"ALTER TABLE {table.name} ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE")
    sql.event.listen(table, "after_create", column.execute_if(dialect="postgresql"))


def insert(of: sql.Connection | sql.Engine, table: sql.Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insertion that may say what is done with a row that is there already."""
    return sqlite.insert(table) if of.dialect.name == "sqlite" else postgresql.insert(table)


def upsert(
    connection: sql.Connection,
    table: sql.Table,
    row: dict[str, Any],
    keys: Sequence[str],
    where: sql.ColumnElement[bool] | None = None,
) -> None:
    """Write a row, over the one that has these keys where that one is as `where` says."""
    statement = insert(connection, table).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=list(keys), set_=row, where=where))


class json_field(sql.sql.functions.FunctionElement[str]):
    """A JSON list of which a field of a JSON object is the first; null where it has none."""

    type = JSON_TEXT
    inherit_cache = True


class json_length(sql.sql.functions.FunctionElement[int]):
    """The length of a list in a field of a JSON object; NULL or 0 where it has none."""

    type = sql.Integer()
    inherit_cache = True


class stored_bytes(sql.sql.functions.FunctionElement[int]):
    """How many bytes a text takes."""

    type = sql.Integer()
    inherit_cache = True


def _arguments(element: Any, compiler: SQLCompiler, **how: Any) -> list[str]:
    return [compiler.process(each, **how) for each in element.clauses]


@compiles(json_field, "sqlite")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    body, field = _arguments(element, compiler, **how)
    # Of two paths, of which the second leads nowhere: what a single one returns ends at a NUL.
    return f"json_extract({body}, '$.' || {field}, '$.\"\"')"


@compiles(json_field, "postgresql")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    body, field = _arguments(element, compiler, **how)
    return f"CAST(json_build_array(CAST({body} AS json) -> CAST({field} AS text)) AS text)"


@compiles(json_length, "sqlite")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    body, field = _arguments(element, compiler, **how)
    return f"json_array_length({body}, '$.' || {field})"


@compiles(json_length, "postgresql")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    body, field = _arguments(element, compiler, **how)
    found = f"CAST({body} AS json) -> CAST({field} AS text)"
    # Each kind of record has its own fields, and what is no list has no length there.
    return f"CASE json_typeof({found}) WHEN 'array' THEN json_array_length({found}) END"


@compiles(stored_bytes, "sqlite")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    (text,) = _arguments(element, compiler, **how)
    return f"length(CAST({text} AS BLOB))"


@compiles(stored_bytes, "postgresql")
def _(element: Any, compiler: SQLCompiler, **how: Any) -> str:
    (text,) = _arguments(element, compiler, **how)
    return f"octet_length({text})"
