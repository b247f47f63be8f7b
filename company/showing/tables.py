"""Tables before and after: which of their rows and cells differ, not only of the few that are shown."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from company.results import cells
from company.results.cells import Cells
from company.showing.grids import ROWS, Cell, Grid, Pair, Row, cell, counted, laid_over, paired, text_of


@dataclass(frozen=True)
class Compared:
    """What became of a table."""

    grid: Grid
    """All rows of a small table, of others those that differ."""
    sentence: str


def grid_of(table: Cells, rows: int = ROWS) -> Grid:
    """Return the first rows of a table."""
    whole = f"{counted(table.rows, 'row')} × {counted(table.width, 'column')}"
    cut = [f"the first {rows} are shown"] if table.rows > rows else []
    cut += [f"the first {cells.COLUMNS} columns are shown"] if table.width > cells.COLUMNS else []
    return Grid(_names(table), _rows(table, rows), "; ".join([whole, *cut]))


def compared(old: Cells, new: Cells) -> Compared:
    """Lay two tables over each other. Rows go by their labels where these tell them apart, else by their order."""
    before, after = (Grid(_names(table), _rows(table, cells.ROWS)) for table in (old, new))
    both = laid_over(before, after)
    differing = [row for row in both.rows if row.mark or any(each.mark for each in row.cells)]
    small = len(both.rows) <= ROWS
    shown = both.rows if small else tuple(differing[:ROWS])
    note = grid_of(new, 0).note.partition(";")[0]
    if not small and differing:
        note += f"; {len(differing):,} rows differ" + (f", the first {ROWS} are shown" if len(differing) > ROWS else "")
    if max(old.rows, new.rows) > cells.ROWS:
        note += f"; the first {cells.ROWS:,} rows were compared"
    grid = Grid(both.columns, shown, note, both.marks)
    return Compared(grid, _sentence(both, [row.label for row in before.rows], [row.label for row in after.rows]))


def _names(table: Cells) -> tuple[str, ...]:
    return tuple(text_of(name) for name in table.names)


def _rows(table: Cells, most: int) -> tuple[Row, ...]:
    labels = [text_of(label) for label in table.labels[:most]]
    columns = [[cell(value) for value in column[:most]] for column in table.columns]
    rows: Sequence[tuple[Cell, ...]] = list(zip(*columns, strict=True)) if columns else [()] * len(labels)
    return tuple(Row(label, row) for label, row in zip(labels, rows, strict=True))


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
