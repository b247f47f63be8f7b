"""The columns of a table as lines of [columns] in a simulation.toml, to be edited: what was guessed, and how sure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from company.records import Column

ONE_BY_ONE = 60
"""In a wider table, the columns that are sure share lines."""
_WIDTH = 118
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def columns_section(columns: Sequence[Column]) -> str:
    """Return the table [columns] with a line for each column, every one a comment: what nobody says stays a guess."""
    listed = columns if len(columns) <= ONE_BY_ONE else [column for column in columns if column.doubt]
    lines = list(_aligned(listed))
    if len(listed) < len(columns):
        lines += ["#", "# Guessed, and sure:", *_together([column for column in columns if not column.doubt])]
    return "\n".join(["[columns]", *lines, ""])


def quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are a part of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """Return a column's name as a key of TOML, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else quoted(name)


def _aligned(columns: Sequence[Column]) -> Iterator[str]:
    said = [_line(column) for column in columns]
    width = min(max(map(len, said), default=0), 70)
    for line, column in zip(said, columns, strict=True):
        yield f"{line:<{width}}  # guessed, {f'unsure: {column.doubt}' if column.doubt else 'sure'}"


def _line(column: Column) -> str:
    unit = f", unit = {quoted(column.unit)}" if column.unit else ""
    return f'# {key(column.name)} = {{ meaning = "", kind = "{column.meant}"{unit} }}'


def _together(columns: Sequence[Column]) -> Iterator[str]:
    """Yield lines with the names of the columns of each kind, as many in a line as have room."""
    for kind in dict.fromkeys(column.meant for column in columns):
        line = f"# {kind}:"
        for column in columns:
            if column.meant != kind:
                continue
            if len(line) + len(name := key(column.name)) + 2 > _WIDTH:
                yield line
                line = "#  "
            line += f" {name},"
        yield line.removesuffix(",")
