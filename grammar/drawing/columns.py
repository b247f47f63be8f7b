"""The columns of a table by what figures can show of them."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Column = Mapping[str, Any]
MOST_GROUPS, MOST_SERIES, _MOST_VALUES = 8, 6, 30
"""Groups along an axis, series, and values of a column whose most frequent ones can be series."""
_OF_MANY = 4
_NAMING = ("code", "id")
_CROWDED = 0.15
"""Share of a column's range in which half of its values lie, where they crowd."""
_OF_PANEL = 12
"""Rows that a panel shows at the least, where their number is known."""
_FEW = 6
"""Different values from which on a column of numbers can be put into intervals."""
COLOURS = (
    "steelblue",
    "tomato",
    "seagreen",
    "goldenrod",
    "slateblue",
    "teal",
    "indianred",
    "darkorange",
    "olivedrab",
    "orchid",
)
SERIES = ("steelblue", "darkorange", "seagreen", "orchid", "dimgray", "gold")
"""Colours that are told apart beside one another."""


class CannotDraw(Exception):
    """A table lacks what a type of plot needs; the message says what, as a clause."""


@dataclass(frozen=True)
class Columns:
    """A table as a brief tells of it; columns that are to be shown rather than others come first."""

    file: str
    rows: int
    row_meaning: str
    all: Mapping[str, Column]
    first: Sequence[str]

    @classmethod
    def of(cls, table: Mapping[str, Any], first: Sequence[str], chance: random.Random) -> Columns:
        """Return the columns of a table's brief."""
        known = {column["name"]: column for column in table["columns"]}
        rest = [name for name in known if name not in first]
        chance.shuffle(rest)
        order = [*(name for name in first if name in known), *rest]
        return cls(table["file"], table["rows"], table.get("row_meaning") or "record", known, order)

    def measures(self, least: int = 1) -> list[str]:
        """Return columns of numbers that may be averaged. Raises CannotDraw for fewer than `least`."""
        found = self.numbers()
        if len(found) < least:
            raise CannotDraw(f"it needs {least} columns of numbers, and there {'is' if len(found) == 1 else 'are'} "
                             f"{len(found) or 'none'}")  # fmt: skip
        return found

    def numbers(self) -> list[str]:
        """Return the same; none where there are none."""
        return [name for name in self.first if self._is_measured(name)]

    def even(self, least: int = 1) -> list[str]:
        """Return the same, those last whose values crowd at one end: intervals of equal width say little of them."""
        return sorted(self.measures(least), key=self._crowds)

    def _crowds(self, name: str) -> bool:
        column = self.all[name]
        quartiles = column.get("quartiles")
        if not quartiles:
            return False
        return bool(quartiles[2] - quartiles[0] < _CROWDED * (column["maximum"] - column["minimum"]))

    def groups(self, most: int = MOST_GROUPS, least: int = 2) -> list[str]:
        """Return columns that tell few groups apart; none where there are none."""
        return [name for name in self.first if self._tells_apart(name) and least <= self.all[name]["distinct"] <= most]

    def facets(self, most: int, but: Sequence[str] = ()) -> list[dict[str, Any]]:
        """Return columns of which each value may have a panel, with the order of the panels, and how many values are
        kept where they are too many; all have enough rows.
        """
        found = []
        for name in self.groups(_MOST_VALUES):
            column = self.all[name]
            count = min(most, int(column["distinct"]))
            rows = [each for _, each in column.get("values", ())][:count]
            blurred = column.get("numeric") and column.get("missing")
            if name in but or blurred or (rows and rows[-1] < _OF_PANEL):
                continue
            kept = {} if column["distinct"] == count else {"many": count}
            found.append({"facet": name, "facet_order": self.order(name), **kept})
        return found

    def panels(self, facet: str, most: int) -> int:
        """Return how many panels a column gives."""
        return min(most, int(self.all[facet]["distinct"]))

    def series(self, most: int = MOST_SERIES) -> str:
        """Return a column that tells series apart, rather one of few values. Raises CannotDraw where there is none."""
        found = self.groups(most) or self.groups(_MOST_VALUES)
        if not found:
            raise CannotDraw(f"it needs a column that tells two to {_MOST_VALUES} groups apart, and there is none")
        return found[0]

    def told_apart(self, by: str, most: int = MOST_SERIES) -> int:
        """Return how many series a column gives: as many as it has values, or of many the most frequent ones."""
        distinct = int(self.all[by]["distinct"])
        return distinct if distinct <= most else min(most, _OF_MANY)

    def kept(self, by: str, most: int = MOST_SERIES) -> dict[str, Any]:
        """Return what says that only rows of the most frequent values of a column are shown, where it has many."""
        count = self.told_apart(by, most)
        return {} if self.all[by]["distinct"] == count else {"most": count, "of_most": by}

    def dates(self) -> list[str]:
        """Return columns of dates that span years."""
        return [name for name in self.first if self.all[name]["role"] == "date" and not self.all[name].get("numeric")]

    def _is_measured(self, name: str) -> bool:
        column = self.all[name]
        spread = column.get("minimum") != column.get("maximum") and column["distinct"] >= _FEW
        return bool(
            column["role"] == "measure"
            and column.get("numeric")
            and spread
            and column.get("kind") not in ("code", "id")
        )

    def _tells_apart(self, name: str) -> bool:
        return self.all[name]["role"] in ("category", "ordered_category", "flag")

    def order(self, name: str) -> str:
        """Return in which order the values of a column stand when they are sorted."""
        return "ascending" if self.all[name].get("numeric") else "alphabetical"

    def decimals(self, name: str, intervals: int) -> int:
        """Return the decimals by which the ends of intervals are told apart."""
        column = self.all[name]
        width = (float(column["maximum"]) - float(column["minimum"])) / intervals
        return max(0, min(6, math.ceil(-math.log10(width)) + 1)) if width > 0 else 1

    def is_whole(self, name: str) -> bool:
        """Return whether a column tells groups apart by whole numbers, which pandas reads with decimals where some are
        missing.
        """
        column = self.all[name]
        values = [str(value) for value, _ in column.get("values", ())]
        return bool(
            self._tells_apart(name)
            and column.get("numeric")
            and values
            and not column.get("more_values")
            and all(value.lstrip("-").isdigit() for value in values)
        )

    def missing(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return those of some columns in which values are missing."""
        return tuple(name for name in dict.fromkeys(names) if self.all[name].get("missing"))


def called(name: str) -> str:
    """Return a column's name in words."""
    return " ".join(name.replace("_", " ").split()).rstrip(".")


def capital(words: str) -> str:
    """Return words with a capital at their beginning, unless the first has one elsewhere, as "pH" has."""
    return words[:1].upper() + words[1:] if words.partition(" ")[0].islower() else words
