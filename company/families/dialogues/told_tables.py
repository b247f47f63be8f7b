"""A table as staff are told of it who work on it: what of its columns, and what other things told make needless."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from company.families.dialogues.columns_in_texts import GROUPING
from company.families.dialogues.giving_way import OTHERS
from company.families.dialogues.table_briefs import table_brief, without_values
from company.tables.record import Table

_SAID_BY_VALUES = ("distinct", "minimum", "maximum", "quartiles", "order", "kind")
"""What the values of a column say where each of them is told."""
_SPELT = {"also_written", "odd", "distinct_but_for_spelling"}
"""What tells of a column's values that some are written in several ways."""
_TWO = 2
"""Values of a column that are told to whoever writes code in any case: which of them is which, a query need not say."""
_LOADED = ("file", "description")
"""What of a table nobody needs in a dialogue: it is loaded."""


def told_table(table: Table, named: Collection[str]) -> dict[str, Any]:
    """Return the table to staff who work on it, with the columns in `named` in full.

    What speaks against a guess is not told where the meaning of the column is.
    """
    told = table_brief(table, named)
    columns = [
        {key: value for key, value in each.items() if key != "doubt" or each["name"] not in told["meanings"]}
        for each in told["columns"]
    ]
    told = {**told, "columns": columns}
    return {key: value for key, value in told.items() if key not in _LOADED and (key, value) != ("more_columns", 0)}


def without(table: dict[str, Any], *fields: str) -> dict[str, Any]:
    """Return a table without some fields of its columns."""
    columns = [{key: value for key, value in one.items() if key not in fields} for one in table["columns"]]
    return {**table, "columns": columns}


def grouped(column: dict[str, Any]) -> dict[str, Any]:
    """Return a column without the values of its groups, where these are many and spelt in one way: by whatever they
    are told apart, the code is the same.
    """
    is_plain = column.get("role") in GROUPING and column.get("numeric") is not False and not _SPELT & {*column}
    if not is_plain or len(column.get("values", ())) <= _TWO:
        return column
    return {key: told for key, told in column.items() if key not in ("values", "more_values", "order")}


def in_use(column: dict[str, Any], said: str) -> dict[str, Any]:
    """Return a column without what says nothing to whoever has seen results of it."""
    values = [value for value, _ in column.get("values", ())]
    if column["role"] == "text" and not any(value in said for value in values):
        return {key: told for key, told in column.items() if key != "values"}
    is_listed = len(values) == column["distinct"]
    return {key: told for key, told in column.items() if not (is_listed and key in _SAID_BY_VALUES)}


def told_once(table: dict[str, Any], variables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a table without the values of columns of which a data frame that was made of it tells what it holds: the
    dialogue goes on from there.
    """
    made = [one for each in variables if "as" in each for one in each.get("columns", ()) if isinstance(one, Mapping)]
    held = {one["name"] for one in made}
    return {**table, "columns": [without_values(one) if one["name"] in held else one for one in table["columns"]]}


def by_name(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table with the columns that nobody speaks of by their names alone."""
    others = [name for kind in table.get(OTHERS, {}).values() for name in kind]
    told = {key: value for key, value in table.items() if key != OTHERS}
    more = {"more_columns": len(others) + told.get("more_columns", 0), "more_names": others}
    return {**told, **(more if others else {})}


def loaded_columns(table: Table) -> set[str]:
    """Return the names of the columns that a dialogue begins with, of all tables."""
    return {column.name for column in table.every_column}
