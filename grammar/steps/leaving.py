"""What steps leave behind, as far as it can be told without running them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from company.records import Column
from company.results.roles import ColumnRole
from grammar.scene import FEW, Var
from grammar.steps.words import figure


def column_made(source: Var, name: str, role: ColumnRole, dtype: str) -> Column:
    """Return what can be foreseen of a column that a step adds to a frame."""
    distinct = 2 if role == "flag" else 4 if role != "measure" else max(source.rows // 2, 3)
    made = Column(name=name, position=len(source.columns), dtype=dtype, role=role, missing=0, distinct=distinct)
    return made.model_copy(update={"numeric": dtype in ("float64", "int64")})


def with_column(source: Var, out: str, name: str, role: ColumnRole, dtype: str) -> Var:
    """Return the frame with one column more."""
    return replace(source.adding(column_made(source, name, role, dtype)), name=out)


def one_per_row(source: Var, out: str, name: str, role: ColumnRole, dtype: str) -> Var:
    """Return the series with one value for each row."""
    nature = "column" if source.rows > FEW else "grouped"
    return Var(out, "series", source.rows, (column_made(source, name, role, dtype),), source.index_name, nature)


def summary(source: Var, out: str, by: str, *names: str) -> Var:
    """Return the frame of figures with a row for each value of a category."""
    return Var(out, "dataframe", source.named[by].distinct, tuple(map(figure, names)), by, "summary")


def same_rows(source: Var, out: str, columns: tuple[str, ...] | None = None) -> Var:
    """Return the same rows, with these columns alone where some are named."""
    kept = source.columns if columns is None else tuple(source.named[name] for name in columns)
    return replace(source, name=out, columns=kept)


def some_rows(source: Var, out: str, rows: int) -> Var:
    """Return about so many rows of the frame."""
    return replace(source, name=out, rows=max(min(rows, source.rows), 1))


def other_figures(source: Var, out: str) -> Var:
    """Return figures for the same labels of which nothing else is known."""
    unknown = {"minimum": None, "maximum": None, "quartiles": None, "mean": None}
    return replace(source, name=out, columns=(source.columns[0].model_copy(update=unknown), *source.columns[1:]))


def figures_by_label(out: str, rows: int, value: str, dtype: str = "float64") -> Var:
    """Return the series of so many figures by labels that have no name."""
    return Var(out, "series", rows, (figure(value, dtype=dtype, distinct=rows),), None, "grouped")


def retold(source: Var, out: str, columns: Sequence[str], **changes: Any) -> Var:
    """Return the frame with something else known of these columns."""
    told = (each.model_copy(update=changes) if each.name in columns else each for each in source.columns)
    return replace(source, name=out, columns=tuple(told))
