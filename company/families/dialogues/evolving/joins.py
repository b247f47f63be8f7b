"""Analysts who bring tables together wrongly: what they make of a table before they carry out a turn."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from company.families.dialogues.analysts import DROPPED, MULTIPLIED, OTHER_KEY
from company.families.dialogues.prelude import VARIABLE
from company.tables.record import Link, Table

MOST = 3
"""Such analysts of a turn."""


@dataclass(frozen=True)
class WrongJoin:
    """What is wrong with how a turn's tables are brought together."""

    label: str
    table: str
    """The table that is looked into."""
    before: str
    """Code that makes the table of the analyst; what follows is as it should be."""


def wrong_joins(table: Table, code: str) -> list[WrongJoin]:
    """Return the ways to go wrong with the tables beside the main one that code reads, one of each kind first."""
    if not table.links:
        return []
    read = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    found = [each for link in table.links if link.to in read and len(link.columns) == 1 for each in _of(table, link)]
    labels = [each.label for each in found]
    return sorted(found, key=lambda each: labels[: found.index(each)].count(each.label))[:MOST]


def _of(table: Table, link: Link) -> Iterator[WrongJoin]:
    (by,), (key,), to = link.columns, link.key, link.to
    if link.lost:
        yield WrongJoin(DROPPED, to, f"{VARIABLE} = {VARIABLE}[{VARIABLE}[{by!r}].isin({to}[{key!r}])]")
    for each in table.beside:
        for other in each.links:
            if other.to == to and len(other.columns) == 1:
                # Whoever has a third table in the join counts a row once for each of its rows.
                rows = f"{each.name}[[{other.columns[0]!r}]].rename(columns={{{other.columns[0]!r}: {by!r}}})"
                yield WrongJoin(MULTIPLIED, to, f"{VARIABLE} = {VARIABLE}.merge({rows}, on={by!r}, how='left')")
    if (other_by := _other_link(table, link)) is not None:
        yield WrongJoin(OTHER_KEY, to, f"{VARIABLE} = {VARIABLE}.assign(**{{{by!r}: {VARIABLE}[{other_by!r}]}})")
    elif (shared := _shared(table, link)) is not None:
        named = f"{to}.drop_duplicates({shared!r}).set_index({shared!r})[{key!r}]"
        yield WrongJoin(
            OTHER_KEY, to, f"{VARIABLE} = {VARIABLE}.assign(**{{{by!r}: {VARIABLE}[{shared!r}].map({named})}})"
        )


def _other_link(table: Table, link: Link) -> str | None:
    """Return another column whose values name rows of the same table, as that of a guest beside the host."""
    others = (each for each in table.links if each.to == link.to and each is not link and len(each.columns) == 1)
    return next((each.columns[0] for each in others), None)


def _shared(table: Table, link: Link) -> str | None:
    """Return a column that both tables have beside the key, and by which one might bring them together."""
    other = next(each for each in table.beside if each.name == link.to)
    names = {column.name for column in other.columns} - {*link.key}
    return next(
        (column.name for column in table.columns if column.name in names and column.name not in link.columns), None
    )
