"""[table] of a simulation.toml: which table a run is about."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from company.config.loading import is_file
from company.config.section import ALL, Section
from company.results.roles import ColumnKind

Builtin = Literal["wine", "iris", "breast_cancer", "diabetes"]
"""Real tables that come with scikit-learn."""
LONGEST_ROW = 60
"""Characters of the words for a row."""
KAGGLE = re.compile(r"(?P<owner>[A-Za-z0-9_-]+)/(?P<name>[A-Za-z0-9_-]+)(/versions/(?P<version>[1-9][0-9]{0,8}))?")
"""How a data set on Kaggle is written, as in its address there."""
KAGGLE_FORM = "`owner/dataset` or `owner/dataset/versions/3`, as in the data set's address on kaggle.com"


MOST_OF_KEY = 3
"""Columns of a key."""
_LATER = ("key", "links", "disguise")


class LinkSettings(Section):
    """An entry of `links`: rows of this table name rows of another by its key."""

    columns: tuple[str, ...] = Field(min_length=1, max_length=MOST_OF_KEY, strict=False)
    """Columns of this table, in the order of the other's key."""
    to: str = Field(min_length=1)
    """The name of the other table."""


class TableSettings(Section):
    """[table]: which table the benchmark is about; exactly one of `file`, `builtin` and `kaggle`."""

    EXAMPLE: ClassVar[str] = 'with file = "table.csv"'
    NOT_TOLD: ClassVar[frozenset[str]] = frozenset({"file"})
    MAY_CHANGE: ClassVar[frozenset[str]] = frozenset({"redistribute", "description", "row", "date_format"})
    file: str | None = Field(default=None, min_length=1)
    """A CSV, relative to the folder of simulation.toml."""
    builtin: Builtin | None = None
    kaggle: str | None = None
    """A data set on Kaggle, "owner/dataset", or one version of it, "owner/dataset/versions/3"."""
    kaggle_file: str | None = Field(default=None, min_length=1)
    """Which file of it; needed where it holds several CSVs."""
    name: str | None = None
    """What benchmark code calls the table; made from the file's name where it is missing."""
    licence: str = ""
    source: str = ""
    """Where the table is from, for the card. Both win over what Kaggle says."""
    description: str = ""
    """What the table is about, in the user's words; no model rewrites it."""
    row: str = ""
    """What one row stands for, such as "a passenger"."""
    date_format: str | None = Field(default=None, min_length=2)
    """How dates are written, as strptime has it: "%d/%m/%Y"."""
    redistribute: bool | None = None
    """Whether an exported benchmark may hold the table; None: as its licence says."""
    key: tuple[str, ...] = Field(default=(), max_length=MOST_OF_KEY, strict=False)
    """Columns that tell the rows apart together; held against the values."""
    links: tuple[LinkSettings, ...] = Field(default=(), strict=False)
    """How its rows name rows of other tables; where a column has the name of another's key, that is found."""
    disguise: bool = False
    """Whether columns are renamed, values shifted and labels exchanged, so that nothing is answered from memory."""

    @model_serializer(mode="wrap")
    def _as_ever(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Write a table without key, links and disguise as it was written before there were such."""
        return {name: value for name, value in handler(self).items() if name not in _LATER or value}

    def path(self, folder: Path) -> Path | None:
        """Return the user's CSV beside a scenario in `folder`; None for a table that is built in or on Kaggle."""
        return None if self.file is None else folder / Path(self.file).expanduser()

    def missing_file(self, folder: Path) -> tuple[str, str, str] | None:
        """Return what is wrong with the user's CSV beside a scenario in `folder`, where it cannot be read."""
        source = self.path(folder)
        if source is None or is_file(source):
            return None
        fault = "is a folder, not a CSV" if source.is_dir() else "is not there"
        return "table", "file", f"{source} {fault}; write the path of your CSV relative to {folder}"

    @field_validator("name")
    @classmethod
    def _is_identifier(cls, name: str | None) -> str | None:
        if name is None or (re.fullmatch(r"[a-z][a-z0-9_]{0,59}", name) and not keyword.iskeyword(name)):
            return name
        raise ValueError("should be a Python name of lower-case letters, digits and `_`, such as `wine_sales`")

    @field_validator("row")
    @classmethod
    def _is_a_noun(cls, row: str) -> str:
        if "\n" in row or len(row) > LONGEST_ROW:
            raise ValueError('should be a short singular noun, such as "a passenger"')
        return row

    @field_validator("date_format")
    @classmethod
    def _is_a_format(cls, written: str | None) -> str | None:
        if written is None or "%" in written:
            return written
        raise ValueError('should be a format of strptime, such as "%d/%m/%Y" for 31/12/2024')

    @field_validator("kaggle")
    @classmethod
    def _is_data_set(cls, kaggle: str | None) -> str | None:
        if kaggle is None or KAGGLE.fullmatch(kaggle):
            return kaggle
        raise ValueError(f"should be {KAGGLE_FORM}")

    @model_validator(mode="after")
    def _has_one_source(self) -> TableSettings:
        given = [f"`{name}`" for name in ("file", "builtin", "kaggle") if getattr(self, name) is not None]
        if len(given) != 1:
            wrong = {0: "has none of `file`, `builtin` and `kaggle`", 2: f"has both {' and '.join(given)}"}
            said = wrong.get(len(given), "has all of `file`, `builtin` and `kaggle`")
            raise ValueError(f'{said}; give exactly one of them, for example file = "table.csv"')
        if self.kaggle_file is not None and self.kaggle is None:
            raise ValueError('has `kaggle_file` without `kaggle`; add kaggle = "owner/dataset", or remove it')
        return self


class OptionalTable(TableSettings):
    """[table] of a family whose runs need none where they are given what is drawn."""

    @model_validator(mode="after")
    def _has_one_source(self) -> OptionalTable:
        if {"file", "builtin", "kaggle"}.isdisjoint(self.model_fields_set):
            return self
        super()._has_one_source()  # type: ignore[operator]
        return self

    @property
    def named(self) -> bool:
        """Whether it says which table."""
        return bool(self.file or self.builtin or self.kaggle)


class ColumnSettings(Section):
    """A line of [columns]: what a person knows of one column. What is left out is guessed."""

    meaning: str = ""
    """What it says of a row, and how its values are read."""
    kind: ColumnKind | None = None
    unit: str = ""
    """What its numbers are counted or measured in, such as "EUR"."""


class ColumnsSettings(Section):
    """[columns]: a line for each column that a person says something of, by the name in the table's header."""

    model_config = ConfigDict(extra="allow")
    MAY_CHANGE: ClassVar[frozenset[str]] = ALL
    ENTRY: ClassVar[type[BaseModel]] = ColumnSettings
    __pydantic_extra__: dict[str, ColumnSettings] = Field(init=False)

    @property
    def said(self) -> dict[str, ColumnSettings]:
        """Column name → what is said of it, in the order of the file."""
        return dict(self.__pydantic_extra__)
