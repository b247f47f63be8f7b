"""What the database sees to itself, SQLite or PostgreSQL: that nothing is taken back, and that words are found."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sql


def only_added_to(table: sql.Table) -> None:
    """Have the database itself refuse any change of a table's rows."""
    name = table.name
    written: Callable[[str], sql.DDL] = sql.DDL
    for change in ("UPDATE", "DELETE"):
        refuse = written(
            f"CREATE TRIGGER {name}_no_{change.lower()} BEFORE {change} ON {name} "
            f"BEGIN SELECT RAISE(ABORT, '{name} are only ever added to'); END"
        )
        sql.event.listen(table, "after_create", refuse.execute_if(dialect="sqlite"))
    function = written(
        f"CREATE OR REPLACE FUNCTION {name}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{name} are only ever added to'; END $$"
    )
    trigger = written(
        f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {name} "
        f"FOR EACH ROW EXECUTE FUNCTION {name}_refuse()"
    )
    for each in (function, trigger):
        sql.event.listen(table, "after_create", each.execute_if(dialect="postgresql"))


def searched(words: sql.Table) -> None:
    """Index the words: on SQLite by a table of FTS5 that a trigger fills, on PostgreSQL by an index of text search."""
    written: Callable[[str], sql.DDL] = sql.DDL
    for statement in (
        "CREATE VIRTUAL TABLE sought USING fts5(words, content='words', content_rowid='number')",
        "CREATE TRIGGER words_sought AFTER INSERT ON words "
        "BEGIN INSERT INTO sought(rowid, words) VALUES (new.number, new.words); END",
    ):
        sql.event.listen(words, "after_create", written(statement).execute_if(dialect="sqlite"))
    index = written("CREATE INDEX words_sought ON words USING gin (to_tsvector('simple', words))")
    sql.event.listen(words, "after_create", index.execute_if(dialect="postgresql"))
