"""What a person said of a table and its columns, held against the values and put over every guess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from company.config.complaints import line_of, line_of_named
from company.errors import ConfigError, did_you_mean
from company.records import Column
from company.results.columns import describe_column
from company.results.numbers import FEW, MOST_GROUPS
from company.results.roles import KIND_OF_ROLE, ColumnKind, ColumnRole
from company.results.written import readable
from company.tables.reading import load_frame
from company.tables.record import Table, Words
from company.tables.settings import ColumnsSettings, TableSettings

_ARTICLE = re.compile(r"(?i)^(?:an?|the|one)\s+")
_LONGEST = 60
ROLES: dict[ColumnKind, ColumnRole] = {kind: role for role, kind in KIND_OF_ROLE.items()} | {"count": "measure"}


@dataclass(frozen=True)
class Told:
    """What a simulation.toml says of a table: [table] and [columns], with the file, for complaints."""

    table: TableSettings
    columns: ColumnsSettings
    file: Path
    named: str = ""
    """The table's name, of one beside the first."""

    def over(self, table: Table, csv: Path) -> Table:
        """Return the table, which lies in `csv` in canonical form, with what is said put over what was guessed.

        Raises ConfigError, with file, line and key, for a column that the table does not have, and for a kind or a
        format of dates that its values contradict.
        """
        if not (self.columns.said or self.table.description or self.table.row or self.table.date_format):
            return table
        columns = {column.name: column for column in table.columns}
        for name in self.columns.said:
            if name not in columns:
                raise self._fault(
                    "columns", name, f"there is no such column{did_you_mean(name, columns)}{_some(columns)}"
                )
        frame = load_frame(csv)
        dated = self._dated(columns, frame)
        made = [self._column(dated.get(column.name, column), frame) for column in table.columns]
        row = _ARTICLE.sub("", self.table.row.strip())
        words: dict[Words, str] = {"description": self.table.description.strip(), "row_meaning": row}
        given: dict[str, Any] = {key: value for key, value in words.items() if value}
        meanings = {name: each.meaning.strip() for name, each in self.columns.said.items() if each.meaning.strip()}
        return table.model_copy(
            update={
                **given,
                "told": tuple(given),
                "meanings": {**table.meanings, **meanings},
                "told_meanings": tuple(meanings),
                "columns": tuple(made),
            }
        )

    def _dated(self, columns: dict[str, Column], frame: pd.DataFrame) -> dict[str, Column]:
        """Return the columns whose dates are written in the format that [table] names."""
        written = self.table.date_format
        if written is None:
            return {}
        found = {name: _dates(column, frame, written) for name, column in columns.items() if _may_be_dates(column)}
        fitting = {name: column for name, column in found.items() if column is not None}
        if not fitting:
            texts = [f"{name} has {_first(frame, columns[name])!r}" for name in found][:3]
            raise self._fault(
                "table",
                "date_format",
                f"no column has dates that are written so ({'; '.join(texts) or 'none is text'})",
            )
        return fitting

    def _column(self, column: Column, frame: pd.DataFrame) -> Column:
        said = self.columns.said.get(column.name)
        if said is None:
            return column
        unit = {"unit": said.unit} if said.unit else {}
        if said.kind is None:
            return column.model_copy(update=unit)
        if (against := contradiction(column, said.kind, frame)) is not None:
            raise self._fault("columns", column.name, f'kind = "{said.kind}": {against}')
        return of_kind(column, said.kind).model_copy(update=unit)

    def _fault(self, section: str, key: str, fault: str) -> ConfigError:
        if self.named:
            line = line_of_named(self.file.read_text(encoding="utf-8-sig"), self.named)
            return ConfigError(f"{self.file}{line}: [[table]] {self.named}: {section}: {key}: {fault}; change it there")
        line = line_of(self.file.read_text(encoding="utf-8-sig"), section, key)
        return ConfigError(f"{self.file}{line}: [{section}] {key}: {fault}; change it there")


def of_kind(column: Column, kind: ColumnKind) -> Column:
    """Return a column that a person says is of a kind, which its values do not contradict."""
    role = _role(column, kind)
    changes: dict[str, Any] = {"role": role, "kind": None if KIND_OF_ROLE[role] == kind else kind}
    if role != "ordered_category":
        changes["order"] = ()
    elif column.numeric and not column.order and len(column.values) == column.distinct:
        changes["order"] = tuple(sorted((value for value, _ in column.values), key=float))
    return column.model_copy(update={**changes, "doubt": "", "told": True})


def _role(column: Column, kind: ColumnKind) -> ColumnRole:
    """Return the role of a kind: steps that rows are grouped by stay steps."""
    if column.numeric and kind in ("quantity", "count"):
        few = 2 < column.distinct <= FEW and column.role in ("ordered_category", "category")
        return "ordered_category" if few else "measure"
    if kind == "date" and column.role == "ordered_category" and column.distinct <= MOST_GROUPS:
        return "ordered_category"
    if kind == "ordered" and not column.numeric and not column.order:
        return "category"
    return ROLES[kind]


def contradiction(column: Column, kind: ColumnKind, frame: pd.DataFrame | None = None) -> str | None:
    """Return in words why the values of a column cannot be of a kind; None where they can.

    Without the frame, what is known of the column decides alone.
    """
    first = "" if frame is None else f", such as {_first(frame, column)!r}"
    if kind in ("quantity", "count") and not column.numeric and column.role != "measure":
        return f"its values are text{first}, and no numbers"
    if kind == "count" and isinstance(column.minimum, float) and column.minimum < 0:
        return f"its values go down to {column.minimum:g}, and counts do not"
    if kind == "count" and frame is not None and column.numeric and not _whole(frame.iloc[:, column.position]):
        return "its values have fractions, and counts have none"
    if kind == "date" and "date" not in (column.role, column.meant):
        return f"its values are not read as dates{first}; say how they are written with [table] date_format"
    if kind == "flag" and column.distinct != 2:
        return f"it has {column.distinct:,} different values, and flags have two"
    return None


def _whole(values: Any) -> bool:
    kept = values.dropna().to_numpy(dtype=float)
    return bool(np.array_equal(kept, np.rint(kept)))


def _may_be_dates(column: Column) -> bool:
    return column.role == "date" or (column.distinct > 1 and not column.dtype.startswith(("float", "bool")))


def _dates(column: Column, frame: pd.DataFrame, written: str) -> Column | None:
    """Return the column as dates of a format, where it reads all its values."""
    values = frame.iloc[:, column.position].dropna()
    texts = [str(value) for value in values.unique()]
    if not texts or not readable(texts[:200], written) or not readable(texts, written):
        return None
    instants = pd.Series(pd.to_datetime(pd.Series(texts, dtype=object), format=written), name=column.name)
    ends = {key: describe_column(instants, column.position).get(key) for key in ("minimum", "maximum")}
    dated = {"role": "date", "date_format": written, "doubt": "", "told": True, "order": (), "unit": None, **ends}
    return column.model_copy(
        update={**dated, "kind": None, "mean": None, "quartiles": None, "values": column.values[:5]}
    )


def _first(frame: pd.DataFrame, column: Column) -> str:
    values = frame.iloc[:, column.position].dropna()
    return str(values.iloc[0])[:_LONGEST] if len(values) else ""


def _some(names: Iterable[str]) -> str:
    known: Sequence[str] = list(names)
    more = f" and {len(known) - 8:,} more" if len(known) > 8 else ""
    return f"; the columns are {', '.join(known[:8])}{more}"
