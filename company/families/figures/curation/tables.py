"""The table of a statistical plot, as CSV: as somebody has written it, or as it is read off the figure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from company.families.figures.curation.given_values import Given, given_by_table, given_share
from company.results.likeness.content import panels_of

LEAST_IN_TABLE = 0.99
"""Share of the drawn values that have to stand in a table."""
_FREE = ("guide", "band")
Rows = list[list[str]]


def rows_of(table: str) -> Rows:
    """Return the rows of CSV that have something in them; none of what is no CSV."""
    try:
        return [row for row in csv.reader(io.StringIO(table.strip())) if any(cell.strip() for cell in row)]
    except csv.Error:
        return []


def columns_of(rows: Rows) -> list[list[float]]:
    """Return the numbers of each column, and of each row, since a table may be turned."""
    wide = max((len(row) for row in rows), default=0)
    turned = [[row[at] for row in rows if at < len(row)] for at in range(wide)]
    return [numbers for cells in (*turned, *rows) if (numbers := list(_numbers(cells)))]


def _numbers(cells: Sequence[str]) -> Iterator[float]:
    for cell in cells:
        text = cell.strip().replace(",", "").removesuffix("%").strip()
        try:
            yield float(text)
        except ValueError:
            continue


def given_in(table: str) -> Given:
    """Return the numbers of a table, each column by itself."""
    return given_by_table(columns_of(rows_of(table)))


def counts(portrait: Any, table: str) -> bool:
    """Return whether a table has nearly all values that a figure shows."""
    return bool(table.strip()) and given_share(portrait, given_in(table)) >= LEAST_IN_TABLE


def plain(table: str) -> str:
    """Return CSV with rows of one length."""
    rows = rows_of(table)
    wide = max(len(row) for row in rows)
    return _csv([[*row, *[""] * (wide - len(row))] for row in rows])


def read_off(portrait: Any) -> str | None:
    """Return what a figure shows as a table, a row for each value of a series; None where it does not tell them all."""
    told = [
        (place, mark) for place, panel in enumerate(panels_of(portrait), 1) for mark in panel.marks
        if mark.kind not in _FREE
    ]  # fmt: skip
    if not told or any(mark.count > mark.length and mark.means for _, mark in told):
        return None
    names = list(dict.fromkeys(name for _, mark in told for name in mark.channels))
    several = {place for place, _ in told}
    head = [*(["panel"] if len(several) > 1 else []), "series", *names]
    rows = [head]
    for place, mark in told:
        for row in range(mark.length):
            cells = [_cell(mark.channels[name][row]) if name in mark.channels else "" for name in names]
            rows.append([*([str(place)] if len(several) > 1 else []), mark.name or mark.kind, *cells])
    return _csv(rows)


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else f"{float(value):.10g}"


def _csv(rows: Rows) -> str:
    page = io.StringIO()
    csv.writer(page, lineterminator="\n").writerows(rows)
    return page.getvalue()
