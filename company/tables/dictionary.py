"""The data dictionary of a table: a file beside the CSV that says what each column is, and who says so.

It holds names, kinds and words, and no value of the table: it goes with a benchmark whose table may not be passed on.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from company.records import Column, Frozen
from company.results.roles import ColumnKind
from company.tables.record import Table

LARGEST = 16 * 1024 * 1024


class Entry(Frozen):
    """What a dictionary says of one column."""

    name: str
    kind: ColumnKind
    by: str = "guess"
    """"person" where a person said the kind, else "guess"."""
    sure: bool = True
    """Whether a guess is sure."""
    numeric: bool = False
    date_format: str | None = None
    unit: str | None = None
    meaning: str = ""
    """In a person's words; those of the admin tell of values, and stand in the prompts."""


_ENTRIES = TypeAdapter(list[Entry])


def dictionary_file(csv: str) -> str:
    """Return the name of the dictionary of a table, from the name of its CSV."""
    return f"{csv.removesuffix('.csv')}.columns.json"


def dictionary(table: Table) -> bytes:
    """Return the dictionary of a table, as it lies beside the CSV."""
    said = {name: table.meanings[name] for name in table.told_meanings}
    entries = [entry_of(column, said.get(column.name, "")) for column in table.columns]
    content = {
        "table": table.file,
        "row": table.row_meaning,
        "columns": [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries],
    }
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()


def entry_of(column: Column, meaning: str = "") -> Entry:
    """Return what is known of a column."""
    return Entry(
        name=column.name,
        kind=column.meant,
        by="person" if column.told else "guess",
        sure=not column.doubt,
        numeric=column.numeric,
        date_format=column.date_format,
        unit=column.unit,
        meaning=meaning,
    )


def read_dictionary(csv: Path) -> dict[str, Entry] | None:
    """Return what the dictionary beside a table says, by column; None where there is none that can be read."""
    file = csv.with_name(dictionary_file(csv.name))
    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            return None
        content: Any = json.loads(file.read_text(encoding="utf-8"))
        entries = _ENTRIES.validate_python(content["columns"])
    except (OSError, ValueError, KeyError, TypeError, ValidationError):
        return None
    return {entry.name: entry for entry in entries}
