"""A table in disguise: other names, shifted numbers and days, labels exchanged.

What a model remembers of a public table then answers nothing, while the analyses stay what they are.

Rows, gaps and types stay. Columns get plain names by what they are (`number_2`, `group_1`), in another order. Numbers
are shifted by one amount per column, days by whole weeks, and categories exchange their labels; numbers and scales of
texts may be turned round, so that who leads, and which way things go together, is no matter of memory. Identifiers,
keys, links and free text keep their values, and so do numbers that stand for something else, such as -999.
"""

from __future__ import annotations

import csv
import datetime
import random
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import Field

from company.records import Column, Frozen
from company.results.roles import ColumnRole
from company.tables.reading import Reading, canonical_csv
from company.tables.settings import ColumnSettings, ColumnsSettings, LinkSettings, TableSettings
from company.tables.several.said import FIRST, TablesSaid

NAMELESS = "records"
"""What code calls a table in disguise that was given no name: its own may be known."""
_NOUNS: Mapping[ColumnRole, str] = {
    "measure": "number",
    "category": "group",
    "ordered_category": "level",
    "date": "day",
    "identifier": "code",
    "flag": "flag",
    "text": "note",
}
_NOTE = "disguise"
_MOST_DECIMALS = 4
"""Of a shift."""
_WEEK = 7
_WEEKS = (26, 208)
_YEARS = (1, 9)


class ColumnDisguise(Frozen):
    """What a column is called in disguise, and what stands in place of its values."""

    own: str
    """Its name in the table."""
    name: str
    shift: str = ""
    """Added to every number, as a decimal."""
    turned: bool = False
    """Whether each number is taken from zero first, so that the largest becomes the smallest."""
    days: int = 0
    """Added to every day."""
    years: int = 0
    """Added to every day that is told by month or year alone."""
    written: str = ""
    """The strptime format of days."""
    labels: dict[str, str] = Field(default_factory=dict)
    """Each label, and the one in its place."""
    kept: tuple[str, ...] = ()
    """Numbers that stand for something else, and stay."""

    def of(self, text: str) -> str:
        """Return what stands in place of a value as the file has it; gaps stay gaps."""
        if self.labels:
            return self.labels.get(text, text)
        if not text or text in self.kept:
            return text
        if self.shift:
            return _shifted(text, Decimal(self.shift), -1 if self.turned else 1)
        return self._later(text) if self.written else text

    def _later(self, text: str) -> str:
        day = datetime.datetime.strptime(text, self.written)  # noqa: DTZ007 - a table's days have the zone that they had
        moved = day + datetime.timedelta(days=self.days) if self.days else day.replace(year=day.year + self.years)
        return moved.strftime(self.written)


class Disguise(Frozen):
    """How a table is disguised: its columns in the order in which they stand in disguise."""

    columns: tuple[ColumnDisguise, ...]

    @classmethod
    def noted(cls, original: Mapping[str, Any]) -> Disguise | None:
        """Return the disguise in what was noted of a table's original; None of a table that is in none."""
        return cls.model_validate(original[_NOTE]) if original.get(_NOTE) else None

    def note(self, original: dict[str, Any]) -> None:
        """Put the disguise to what is noted of a table's original."""
        original[_NOTE] = self.model_dump(mode="json", exclude_defaults=True)

    def fits(self, names: Iterable[str]) -> bool:
        """Return whether a table with columns of these names can be disguised so."""
        return set(self.own) == set(names)

    @property
    def own(self) -> tuple[str, ...]:
        """The table's own names of the columns."""
        return tuple(each.own for each in self.columns)

    def reading(self, csv_file: Path, folder: Path, name: str) -> Reading:
        """Write the table of a canonical CSV in disguise to folder/<name>.csv, and describe it.

        Raises KeyError for a table without the columns of the disguise.
        """
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            made = Path(temporary) / f"{name}.csv"
            self._write(csv_file, made)
            return canonical_csv(made, folder, name)

    def _write(self, csv_file: Path, target: Path) -> None:
        cells = texts_of(csv_file)
        with target.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([each.name for each in self.columns])
            writer.writerows(zip(*([*map(each.of, cells[each.own])] for each in self.columns), strict=True))

    def renamed(self, own: Iterable[str]) -> tuple[str, ...]:
        """Return what the table's columns of these names are called in disguise; unknown ones stay."""
        known = {each.own: each.name for each in self.columns}
        return tuple(known.get(name, name) for name in own)


def disguises_of(originals: Mapping[str, Mapping[str, Any]]) -> dict[str, Disguise]:
    """Return the disguises in what was noted of tables' originals, by the tables' names; those in none are left out."""
    return {name: made for name, original in originals.items() if (made := Disguise.noted(original)) is not None}


def texts_of(csv_file: Path) -> pd.DataFrame:
    """Return the cells of a canonical CSV as they are written; a gap is "", however it is written."""
    return pd.read_csv(csv_file, dtype=str).fillna("")


def disguise_of(columns: Sequence[Column], csv_file: Path, joining: Mapping[str, str], seed: int | str) -> Disguise:
    """Return a disguise of the table of a canonical CSV, drawn by the seed.

    Columns by which tables are joined keep their values and get the names that `joining` has for them.
    """
    chance = random.Random(f"disguise:{seed}")
    cells = texts_of(csv_file)
    found = []
    counts: dict[str, int] = {}
    for column in chance.sample(columns, len(columns)):
        if column.name in joining:
            found.append(ColumnDisguise(own=column.name, name=joining[column.name]))
            continue
        noun = _NOUNS[column.role]
        counts[noun] = counts.get(noun, 0) + 1
        name = f"{noun}_{counts[noun]}"
        plain = ColumnDisguise(own=column.name, name=name)
        how = _HOW.get(column.role)
        found.append(plain if how is None else how(plain, column, cells[column.name], chance))
    return Disguise(columns=tuple(found))


def _numbers(plain: ColumnDisguise, column: Column, cells: Any, chance: random.Random) -> ColumnDisguise:
    """Return a shift by a fifth of the range to all of it, in the numbers' own decimals; turned, or not, by chance."""
    read = {text: _decimal(text) for text in cells.unique() if text}
    odd = {_decimal(text) for text, _, _ in column.odd}
    numbers = [number for number in read.values() if number not in odd]
    known = [number for number in numbers if number is not None and number.is_finite()]
    if len(known) < len(numbers) or len(set(known)) < 2:
        return plain
    low, high = min(known), max(known)
    decimals = min(_MOST_DECIMALS, max(-_exponent(each) for each in known))
    step = Decimal(1).scaleb(-max(0, decimals))
    shift = max(step, ((high - low) * Decimal(str(chance.uniform(0.2, 1)))).quantize(step))
    turned = chance.random() < 0.5
    kept = tuple(text for text, number in read.items() if number in odd)
    return plain.model_copy(
        update={"shift": f"{shift + (low + high if turned else 0):f}", "turned": turned, "kept": kept}
    )


def _days(plain: ColumnDisguise, column: Column, cells: Any, chance: random.Random) -> ColumnDisguise:
    """Return a shift by whole weeks, so that weekdays stay; by whole years where no day is told."""
    if column.date_format is None:
        return plain.model_copy(update={"shift": str(chance.randint(*_YEARS))}) if column.numeric else plain
    own = {"written": column.date_format}
    told_by_day = "%d" in column.date_format or "%j" in column.date_format
    moved = {"days": _WEEK * chance.randint(*_WEEKS)} if told_by_day else {"years": chance.randint(*_YEARS)}
    made = plain.model_copy(update={**own, **moved})
    return made if _goes_back(made, cells) else plain


def _goes_back(made: ColumnDisguise, cells: Any) -> bool:
    """Return whether different days stay different and are written as they were read."""
    texts = [text for text in cells.unique() if text]
    try:
        unmoved = made.model_copy(update={"days": 0, "years": 0})
        return all(unmoved.of(text) == text for text in texts) and len({*map(made.of, texts)}) == len(texts)
    except (ValueError, OverflowError):
        return False


def _labels(plain: ColumnDisguise, column: Column, cells: Any, chance: random.Random) -> ColumnDisguise:
    labels = sorted(text for text in cells.unique() if text)
    return plain.model_copy(update={"labels": dict(zip(labels, chance.sample(labels, len(labels)), strict=True))})


def _levels(plain: ColumnDisguise, column: Column, cells: Any, chance: random.Random) -> ColumnDisguise:
    """Return a shift of steps that are numbers or days; a scale of texts is turned round, or not, by chance."""
    if column.numeric:
        return _numbers(plain, column, cells, chance)
    if column.date_format is not None:
        return _days(plain, column, cells, chance)
    if not column.order or chance.random() < 0.5:
        return plain
    return plain.model_copy(update={"labels": dict(zip(column.order, reversed(column.order), strict=True))})


_HOW: Mapping[ColumnRole, Callable[[ColumnDisguise, Column, Any, random.Random], ColumnDisguise]] = {
    "measure": _numbers,
    "date": _days,
    "category": _labels,
    "flag": _labels,
    "ordered_category": _levels,
}


def _decimal(text: str) -> Decimal | None:
    try:
        return Decimal(text.strip())
    except InvalidOperation:
        return None


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _shifted(text: str, by: Decimal, sign: int) -> str:
    number = _decimal(text)
    return text if number is None else f"{sign * number + by:f}"


def in_disguise(said: TablesSaid, disguises: Mapping[str, Disguise], main: str) -> TablesSaid:
    """Return what a scenario says of its tables with the names that they have in disguise.

    `disguises` are by name as `TablesSaid.by_name` has them; `main` is what the first table is called then. Complaints
    about them come before: when the tables are read, what is said is held against the tables as they are.
    """
    if not disguises:
        return said
    others = {
        name: told.model_copy(update={**_joining(told, own), "columns": _named(told.columns, own)})
        for name, told in said.others.items()
        if (own := disguises.get(name)) is not None
    }
    own = disguises.get(FIRST)
    first, columns = said.first, said.columns
    if own is not None:
        first = first.model_copy(update={**_joining(first, own), "name": main})
        columns = ColumnsSettings(**_named(columns.said, own))
    return replace(said, first=first, columns=columns, others={**said.others, **others})


def _joining(told: TableSettings, own: Disguise) -> dict[str, Any]:
    """Return key and links of a table in disguise."""
    links = tuple(LinkSettings(columns=own.renamed(each.columns), to=each.to) for each in told.links)
    return {"key": own.renamed(told.key), "links": links}


def _named(columns: Mapping[str, ColumnSettings], own: Disguise) -> dict[str, ColumnSettings]:
    return dict(zip(own.renamed(columns), columns.values(), strict=True))
