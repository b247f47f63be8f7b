"""A queue that an older version made gets what it lacks. Nothing is ever taken away, so that version reads it on."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy.schema import CreateColumn

from human_review.store.tables import META


def migrate(connection: sql.Connection) -> None:
    """Add the columns that tables lack, with their defaults, and the indexes over them. The tables must be there."""
    asked = sql.inspect(connection)
    for table in META.sorted_tables:
        there = {column["name"] for column in asked.get_columns(table.name)}
        lacking = [column for column in table.columns if column.name not in there]
        for column in lacking:
            written = CreateColumn(column).compile(dialect=connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {written}")
        for index in table.indexes if lacking else ():
            index.create(connection, checkfirst=True)
