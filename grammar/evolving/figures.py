"""Figures that are told of rows: what is put together how, and the names by which later asks know it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from company.records import Column
from grammar.evolving.catalogue import Known, measures
from grammar.steps.base import identifier
from grammar.steps.words import additive
from grammar.subject import Subject

_PREFIXES = {"sum": "total", "mean": "mean", "median": "median", "quantile": "upper", "max": "highest"}
_PLAIN = ("sum", "mean", "median", "quantile")
"""Statistics of plain columns."""
_SHORT, _LONG = 14, 22
"""Letters of a column in names, and of one that is called like another when cut."""
COUNTED = ("streak", "lull", "pot")
"""Ways of measures that go up from row to row, so that the highest value tells something."""
OWN_QUANTITY = ("ratio", "choice", "peak", "carried", "in_force", *COUNTED)
"""Ways of measures that are another quantity with another value, so that their sums mean nothing."""
GAPPY = ("in_force", "lull", "carried")
"""Ways of measures in which a row may have no figure."""
_NOUN_FIRST = ("excess", "peak", *COUNTED)
"""Ways of measures that are called by a noun behind the column's."""
LIKE_ROWS = frozenset(("mean", "median", "quantile"))
"""Statistics whose figures a single row's can be held against."""


@dataclass(frozen=True)
class Figure:
    """A figure: the numbers of a column or of a term, or rows that are counted, put together in one way."""

    statistic: str
    """A name of pandas'; "size" for a count."""
    base: str
    """What is put together, in names."""
    column: Column | None = None
    term: tuple[str, Known] | None = None
    """The variable of a measure, and what is known of it."""
    is_weighted: bool = False
    is_scaled: bool = False
    """Whether it is told in a unit that is agreed on, which may be another at another time."""

    @property
    def stem(self) -> str:
        """What it is called in names."""
        if self.is_weighted:
            kind = "weighted_mean" if self.statistic == "mean" else "weighted"
            return f"{kind}_{self.base}{'_in_lots' * self.is_scaled}"
        own = self.base if self.statistic == "size" else f"{_PREFIXES[self.statistic]}_{self.base}"
        return f"{own}{'_in_lots' * self.is_scaled}"

    @property
    def adds_up(self) -> bool:
        """Whether parts of it make up a whole."""
        return self.statistic in ("size", "sum")

    @property
    def is_average(self) -> bool:
        """Whether it is the average of a measure whose sums mean nothing: with rates, a weighted one."""
        return self.statistic == "mean" and self.term is not None and self.term[1].way in OWN_QUANTITY

    @property
    def limit(self) -> str | None:
        """The column whose single values it can be a limit for."""
        if self.column is not None:
            return self.column.name
        return self.term[1].columns[0] if self.term is not None and self.term[1].way == "capped" else None

    @property
    def quantity(self) -> tuple[str, ...] | None:
        """What it tells of, and how that is put together; None where that may be another quantity at another time.

        What is capped is the same quantity as what is not, so is what counts several times, and what is yet to be told
        in a unit.
        """
        if self.term is not None and self.term[1].way in OWN_QUANTITY:
            return None
        if self.term is not None and self.term[1].way == "excess":
            return self.statistic, self.base
        column = self.term[1].columns[0] if self.term else self.column.name if self.column else self.base
        return self.statistic, column

    def scaled(self, *, weighted: bool, unit: bool) -> Figure:
        """The figure as it is told with rates and in a unit."""
        return replace(self, is_weighted=weighted, is_scaled=unit)


def short_of(subject: Subject, column: str, *, longest: int = _SHORT) -> str:
    """A column in names: few letters, unlike any other's."""
    others = [other.name for other in subject.var.columns if other.name != column]
    for length in (longest, _LONG):
        own = _cut(column, length)
        if all(_cut(other, length) != own for other in others):
            return own
    return _ended(column)


def _cut(column: str, longest: int) -> str:
    return identifier(_words(column), longest=longest)


def _ended(column: str) -> str:
    """A column's first words with its last one, by which those are told apart that begin alike."""
    *leading, last = _words(column).split() or [column]
    return identifier(*([" ".join(leading)] if leading else []), last, longest=_LONG)


def _words(column: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|\W+", " ", column)


def counted(subject: Subject) -> Figure:
    """The number of rows."""
    return Figure("size", f"number_of_{identifier(subject.rows.split(' ')[-1], longest=14)}")


def of_column(subject: Subject, column: Column, statistic: str) -> Figure:
    """A figure of a plain column."""
    return Figure(statistic, short_of(subject, column.name), column=column)


def of_term(subject: Subject, variable: str, term: Known, statistic: str) -> Figure:
    """A figure of a measure that is agreed on."""
    parts = variable.split("_")
    base = identifier(variable, longest=_SHORT)
    if term.columns:
        short = short_of(subject, term.columns[0])
        base = f"{short}_{parts[-1]}" if term.way in _NOUN_FIRST else f"{parts[0]}_{short}"
    return Figure(statistic, base, term=(variable, term))


def figures(subject: Subject, terms: Iterable[tuple[str, Known]]) -> Mapping[str, Figure]:
    """All figures of columns and of these measures, by their stems."""
    found = [counted(subject)]
    for column in measures(subject):
        found += [of_column(subject, column, each) for each in _PLAIN if each != "sum" or additive(column)]
    for variable, term in terms:
        found += [of_term(subject, variable, term, each) for each in ("sum", "mean", "max")]
    found += [replace(each, is_weighted=True) for each in found if each.adds_up or each.is_average]
    return {each.stem: each for each in found}
