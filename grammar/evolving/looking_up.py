"""Columns of linked tables as if they were the table's own: which there are, their names, and how code fetches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any

from company.records import Column
from grammar.linked import UNKNOWN, Linked
from grammar.nouns import in_words
from grammar.slots import literal
from grammar.subject import Subject, subject_of


def wide_subject(table: Mapping[str, Any]) -> Subject:
    """The subject of a brief's table together with the columns of the tables that its rows name one row of each.

    Links by one column alone are followed. What rows lack who name no row of the other table is missing to them.
    """
    subject = subject_of(table)
    links = [linked for linked in subject.var.links if len(linked.by) == 1]
    fetched = {column.name: linked for linked in links for column in linked.named.values()}
    if not fetched:
        return subject
    columns = [_as_own(column, linked, subject) for linked in links for column in linked.named.values()]
    told = {name: f"{linked.row} {in_words(name)}" for name, linked in fetched.items()}
    var = replace(subject.var, columns=(*subject.var.columns, *columns))
    return replace(subject, var=var, told={**subject.told, **told}, fetched=fetched)


def _as_own(column: Column, linked: Linked, subject: Subject) -> Column:
    """A column as the rows of the user's table have it, about as often as in the other table."""
    found = max(subject.var.rows - linked.lost, 0)
    share = found / max(linked.rows, 1)
    told = {
        "position": len(subject.var.columns) + column.position,
        "missing": linked.lost + round(column.missing * share),
        "values": tuple((value, round(count * share)) for value, count in column.values),
    }
    return column.model_copy(update=told)


def cells(subject: Subject, rows: str, name: str) -> str:
    """The expression of a column for some rows; that of a linked table is looked up for each of them."""
    linked = subject.fetched.get(name)
    if linked is None:
        return f"{rows}[{literal(name)}]"
    key = f"{linked.name}.set_index({literal(linked.key[0])})"
    return f"{rows}[{literal(linked.by[0])}].map({key}[{literal(name)}])"


def grouping(subject: Subject, rows: str, name: str) -> str:
    """What rows are grouped by: those that name no row of the other table are a group of their own."""
    more = f".fillna({literal(UNKNOWN)})" if has_strangers(subject, name) else ""
    return f"{cells(subject, rows, name)}{more}"


def has_strangers(subject: Subject, name: str) -> bool:
    """Whether some rows have nothing in a column because they name no row of the table that it is in."""
    linked = subject.fetched.get(name)
    return linked is not None and linked.lost > 0


def cited(subject: Subject, name: str) -> str:
    """A column by its header, with the table that it is in where that is another."""
    linked = subject.fetched.get(name)
    return f"'{name}' of `{linked.name}`" if linked else f"'{name}'"


def mixed(subject: Subject, columns: Sequence[Column]) -> list[Column]:
    """The columns in their order, those of the table itself and of linked ones in turns."""
    own = [column for column in columns if column.name not in subject.fetched]
    others = [column for column in columns if column.name in subject.fetched]
    return [column for column in chain.from_iterable(zip_longest(own, others)) if column is not None]
