"""A table of cells, as much of it as fits a page; and two of them laid over each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from company.showing.texts import shown

Mark = Literal["", "changed", "added", "removed"]
Pair = tuple[int | None, int | None]
"""A place in the old and in the new; None where it is not there."""
ROWS, COLUMNS = 30, 60
"""What is shown of a table at most."""
NARROW = 6
"""Columns of a difference that are all shown."""
CELL = 300
"""Characters of one cell."""


@dataclass(frozen=True)
class Cell:
    """One cell; in a difference, with what stood there before."""

    text: str
    mark: Mark = ""
    old: str = ""
    """The text before, of a cell that changed."""
    number: bool = False


@dataclass(frozen=True)
class Row:
    """A row with its label."""

    label: str
    cells: tuple[Cell, ...]
    mark: Mark = ""


@dataclass(frozen=True)
class Grid:
    """A table as it is shown."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    """How large the whole is, and how much of it is shown."""
    marks: tuple[Mark, ...] = ()
    """Of the columns, in a difference."""


def counted(number: int, of: str) -> str:
    """Return a number of things, in words."""
    return f"{number:,} {of}{'' if number == 1 else 's'}"


def grid(columns: Sequence[Any], labels: Sequence[Any], rows: Sequence[Any], note: str = "") -> Grid:
    """Return a grid of values as JSON. Raises ValueError for rows that are none, or do not fit the columns."""
    if not all(isinstance(row, list | tuple) and len(row) == len(columns) for row in rows):
        raise ValueError("the rows do not fit the columns")
    if len(labels) != len(rows):
        raise ValueError("the labels do not fit the rows")
    names = tuple(text_of(name) for name in columns[:COLUMNS])
    found = tuple(
        Row(text_of(label), tuple(cell(value) for value in row[:COLUMNS]))
        for label, row in zip(labels[:ROWS], rows[:ROWS], strict=True)
    )
    return Grid(names, found, note)


def cell(value: Any) -> Cell:
    """Return one value as JSON; numbers to the 9 digits that count when results are compared."""
    return Cell(text_of(value), number=isinstance(value, int | float) and not isinstance(value, bool))


def text_of(value: Any) -> str:
    """Return a value as the text of a cell."""
    if value is None:
        return "—"
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(shown(value if isinstance(value, str) else _plain(value), CELL))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(text_of(each) for each in value[:20]) + (", …" if len(value) > 20 else "")
    return str(value)


def laid_over(old: Grid, new: Grid) -> Grid:
    """Return the new grid with what is gone from the old one, every cell that differs marked.

    Rows go by their labels where these tell them apart in both, else by their order; so do columns.
    """
    columns = list(paired(old.columns, new.columns))
    rows = paired([row.label for row in old.rows], [row.label for row in new.rows])
    marks = tuple(_mark(before, after) for before, after in columns)
    names = tuple(new.columns[after] if after is not None else old.columns[before or 0] for before, after in columns)
    return Grid(names, tuple(_row(old, new, columns, pair) for pair in rows), new.note, marks)


def without_same_columns(both: Grid) -> Grid:
    """Return two overlaid grids without the columns that are the same, where there are many columns."""
    differing = [
        at for at, mark in enumerate(both.marks) if mark or any(row.cells[at].mark == "changed" for row in both.rows)
    ]
    left_out = len(both.columns) - len(differing)
    if len(both.columns) <= NARROW or not differing or not left_out:
        return both
    rows = tuple(replace(row, cells=tuple(row.cells[at] for at in differing)) for row in both.rows)
    same = f"{counted(left_out, 'column')} left out that {'is' if left_out == 1 else 'are'} the same"
    return Grid(
        tuple(both.columns[at] for at in differing),
        rows,
        "; ".join(filter(None, [both.note, same])),
        tuple(both.marks[at] for at in differing),
    )


def _row(old: Grid, new: Grid, columns: Sequence[Pair], pair: Pair) -> Row:
    before, after = (None if at is None else grid.rows[at] for grid, at in zip((old, new), pair, strict=True))
    cells = []
    for was, now in columns:
        one = before.cells[was] if before is not None and was is not None else None
        other = after.cells[now] if after is not None and now is not None else None
        cells.append(_cell(one, other))
    there = after or before
    assert there is not None, "a pair has one side at least"
    return Row(there.label, tuple(cells), _mark(*pair))


def _cell(old: Cell | None, new: Cell | None) -> Cell:
    if old is None and new is None:
        return Cell("")
    if new is None:
        assert old is not None
        return Cell(old.text, "removed", number=old.number)
    if old is None:
        return Cell(new.text, "added", number=new.number)
    return new if old.text == new.text else Cell(new.text, "changed", old.text, new.number)


def _mark(before: int | None, after: int | None) -> Mark:
    return "added" if before is None else "removed" if after is None else ""


def paired(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Yield pairs of places in the new order, lost ones last: by name where names tell them apart, else by place."""
    if len(set(old)) == len(old) and len(set(new)) == len(new):
        where, there = {name: place for place, name in enumerate(old)}, set(new)
        yield from ((where.get(name), place) for place, name in enumerate(new))
        yield from ((place, None) for place, name in enumerate(old) if name not in there)
        return
    for place in range(max(len(old), len(new))):
        yield place if place < len(old) else None, place if place < len(new) else None
