"""Whole tables before and after: which rows and cells of all of them differ, not only of the first few."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from company.results.facts import name_of, plain_column
from company.results.plain import plain
from company.showing.grids import ROWS, Cell, Grid, Pair, Row, cell, counted, laid_over, paired, text_of

COMPARED = 20_000
"""Rows of each table that are compared at most."""
COLUMNS = 60


@dataclass(frozen=True)
class Compared:
    """What became of a table."""

    grid: Grid
    """All rows of a small table, of others those that differ."""
    sentence: str


def grid_of(frame: pd.DataFrame, rows: int = ROWS) -> Grid:
    """The first rows of a table."""
    whole = f"{counted(len(frame), 'row')} × {counted(frame.shape[1], 'column')}"
    there = frame.iloc[:rows, :COLUMNS]
    cut = [f"the first {rows} are shown"] if len(frame) > rows else []
    cut += [f"the first {COLUMNS} columns are shown"] if frame.shape[1] > COLUMNS else []
    return Grid(_names(there), tuple(_rows(there)), "; ".join([whole, *cut]))


def compared(old: pd.DataFrame, new: pd.DataFrame) -> Compared:
    """Two tables laid over each other. Rows go by their labels where these tell them apart, else by their order."""
    before, after = (_whole(frame.iloc[:COMPARED, :COLUMNS]) for frame in (old, new))
    both = laid_over(before, after)
    differing = [row for row in both.rows if row.mark or any(each.mark for each in row.cells)]
    small = len(both.rows) <= ROWS
    shown = both.rows if small else tuple(differing[:ROWS])
    note = grid_of(new, 0).note.partition(";")[0]
    if not small and differing:
        note += f"; {len(differing):,} rows differ" + (f", the first {ROWS} are shown" if len(differing) > ROWS else "")
    if max(len(old), len(new)) > COMPARED:
        note += f"; the first {COMPARED:,} rows were compared"
    grid = Grid(both.columns, shown, note, both.marks)
    return Compared(grid, _sentence(both, [row.label for row in before.rows], [row.label for row in after.rows]))


def _whole(frame: pd.DataFrame) -> Grid:
    return Grid(_names(frame), tuple(_rows(frame)))


def _names(frame: pd.DataFrame) -> tuple[str, ...]:
    return tuple(text_of(name_of(name)) for name in frame.columns)


def _rows(frame: pd.DataFrame) -> list[Row]:
    columns = [[cell(value) for value in plain_column(frame.iloc[:, at])] for at in range(frame.shape[1])]
    cells: Sequence[tuple[Cell, ...]] = list(zip(*columns, strict=True)) if columns else [()] * len(frame)
    labels = [text_of(plain(label, 2)) for label in frame.index]
    return [Row(label, each) for label, each in zip(labels, cells, strict=True)]


def _sentence(both: Grid, old: Sequence[str], new: Sequence[str]) -> str:
    said = []
    for name, marks in (("column", both.marks), ("row", [row.mark for row in both.rows])):
        for mark in ("added", "removed"):
            if count := sum(each == mark for each in marks):
                said.append(f"{counted(count, name)} {mark}")
    changed = [sum(each.mark == "changed" for each in row.cells) for row in both.rows]
    if any(changed):
        said.append(f"{counted(sum(changed), 'cell')} changed in {counted(sum(map(bool, changed)), 'row')}")
    if _in_another_order(list(paired(old, new))):
        said.append("rows in another order")
    return ", ".join(said) or "the same cells, but other kinds of values or names"


def _in_another_order(pairs: Sequence[Pair]) -> bool:
    stayed = [before for before, after in pairs if before is not None and after is not None]
    return any(one > other for one, other in itertools.pairwise(stayed))
