"""The record of a table: what is known of it, and how its columns look."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from company.records import Column, Record

Words = Literal["description", "row_meaning"]


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
