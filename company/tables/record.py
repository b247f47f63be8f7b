"""The record of a table: what is known of it, and how its columns look."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from company.records import Column, Frozen, Record

Words = Literal["description", "row_meaning"]


_JOINING = ("key", "links", "beside")


class Link(Frozen):
    """Columns of a table whose values name rows of another by its key."""

    columns: tuple[str, ...]
    to: str
    """The name of the other table."""
    key: tuple[str, ...]
    """The other table's key, in the order of `columns`."""
    found: int
    """Rows that find a partner there."""
    rows: int

    @property
    def lost(self) -> int:
        """The rows that find none."""
        return self.rows - self.found


class Table(Record):
    """The user's table, as profiled and described by the admin."""

    kind: Literal["table"] = "table"
    name: str
    """A Python identifier; also the benchmark's domain name."""
    file: str
    """File name of the canonical CSV in the run's `resource/` folder."""
    sha256: str
    rows: int
    columns: tuple[Column, ...]
    repairs: tuple[str, ...] = ()
    """What was changed to make the CSV canonical: separator, encoding, header."""
    description: str = ""
    row_meaning: str = "record"
    """What one row stands for, as a singular noun phrase."""
    meanings: dict[str, str] = Field(default_factory=dict)
    """Column name → its meaning and its values in words."""
    told: tuple[Words, ...] = ()
    """What a person said in [table], and no model rewrites; said columns are marked so themselves."""
    told_meanings: tuple[str, ...] = ()
    """Columns whose meaning a person gave in [columns]."""
    licence: str = ""
    """Under which the table may be passed on; here and below, "" is unknown."""
    source: str = ""
    """Where it was found."""
    citation: str = ""
    """How its author is to be named: who, title, where, version."""
    version: str = ""
    """Of the data set that it is from."""
    key: tuple[str, ...] = ()
    """Columns that tell its rows apart, where it is known of any."""
    links: tuple[Link, ...] = ()
    beside: tuple[Table, ...] = ()
    """The other tables of the scenario; of the main table alone."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a table by itself as it was written before there could be others beside it."""
        return {name: value for name, value in handler(self).items() if name not in _JOINING or value}

    @property
    def every(self) -> tuple[Table, ...]:
        """Itself and the tables beside it."""
        return (self, *self.beside)

    @property
    def every_column(self) -> tuple[Column, ...]:
        """The columns of all of them; several tables may have one of a name."""
        return tuple(column for each in self.every for column in each.columns)
