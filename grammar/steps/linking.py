"""The tables beside the user's that rows name rows of: which a frame still leads to, and what a merge leaves."""

from __future__ import annotations

from collections.abc import Sequence

from grammar.linked import UNKNOWN, Linked
from grammar.scene import Var
from grammar.slots import literal


def linked_from(source: Var) -> list[Linked]:
    """Return the tables whose rows the rows of a frame name: it holds the columns by which they do."""
    whole = source if source.table is None else source.table
    return [linked for linked in whole.links if all(name in source.named for name in linked.by)]


def link_to(source: Var, name: str) -> Linked | None:
    """Return the table of this name where the rows of a frame name rows of it."""
    return next((linked for linked in linked_from(source) if linked.name == name), None)


def has_orphans(source: Var, name: str) -> bool:
    """Return whether rows of the user's table name no row of the other, so that a merge could lose them."""
    linked = link_to(source, name)
    return linked is not None and linked.lost > 0


def key_with(source: Var, name: str, column: str) -> list[str]:
    """Return the key of another table and the column that is fetched from it."""
    linked = link_to(source, name)
    return [*linked.key, column] if linked else [column]


def merged_on(source: Var, name: str) -> str:
    """Return the arguments of a merge that say which columns are held against each other."""
    linked = link_to(source, name)
    assert linked is not None, "a step that merges is proposed and read only where there is a link"
    if linked.by == linked.key:
        return f"on={_named(linked.by)}"
    return f"left_on={_named(linked.by)}, right_on={_named(linked.key)}"


def keys_left_over(source: Var, name: str) -> list[str]:
    """Return the key columns that a merge brings along under names of their own."""
    linked = link_to(source, name)
    return [] if linked is None or linked.by == linked.key else [each for each in linked.key if each not in linked.by]


def with_linked(source: Var, out: str, column: str, name: str) -> Var:
    """Return the frame with a group of another table for each row, and one more group for rows that name none."""
    linked = link_to(source, name)
    assert linked is not None, "a step that merges is proposed and read only where there is a link"
    found = linked.named[column]
    values = (*found.values, (UNKNOWN, linked.lost))
    told = {"position": len(source.columns), "values": values, "distinct": found.distinct + 1, "dtype": "object"}
    made = source.adding(found.model_copy(update=told))
    return Var(out, "dataframe", made.rows, made.columns, None, "rows", table=source.table or source)


def _named(columns: Sequence[str]) -> str:
    return literal(columns[0] if len(columns) == 1 else list(columns))
