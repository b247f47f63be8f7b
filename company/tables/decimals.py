"""Numbers as much of the world writes them, "1.234,5" or "1,234.5", in quotes where a comma separates fields."""

from __future__ import annotations

import re
from collections import defaultdict

from company.tables.gaps import stands_in

_INTEGER = re.compile(r"[+-]?\d+\Z")
_SHAPES = {
    "either comma": re.compile(r"[+-]?[1-9]\d{0,2},\d{3}\Z"),
    "decimal comma": re.compile(r"[+-]?(\d+|\d{1,3}([.\s\u202f]\d{3})+),\d+\Z"),
    "either point": re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}\Z"),
    "grouping points": re.compile(r"[+-]?\d{1,3}(\.\d{3})+\Z"),
    "grouping commas": re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?\Z"),
    "decimal point": re.compile(r"[+-]?\d*\.\d+\Z"),
}
"""How numbers are written; the first that fits counts."""
_READ_AS_MISSING = frozenset({"None", "<NA>"})
"""What pandas takes for missing, beside what stands for it in any table."""
_GROUPING = re.compile(r"[.\s\u202f]")


class DecimalCommas:
    """Watches the values of a table, and tells which columns are numbers with decimal commas, or grouped by commas."""

    def __init__(self, width: int) -> None:
        self._open = set(range(width))
        self._found: dict[str, set[int]] = defaultdict(set)

    def watch(self, row: list[str]) -> None:
        """Take one row into account."""
        for place in [place for place in self._open if place < len(row)]:
            value = row[place].strip()
            if _INTEGER.match(value) or value in _READ_AS_MISSING or stands_in(value):
                continue
            shape = next((shape for shape, pattern in _SHAPES.items() if pattern.match(value)), None)
            if shape is None:
                self._open.discard(place)
            else:
                self._found[shape].add(place)

    def _with(self, *shapes: str) -> set[int]:
        """Return the columns of numbers alone some of which are written in one of these ways."""
        return set().union(*(self._found[shape] for shape in shapes)) & self._open

    def columns(self) -> frozenset[int]:
        """Return the positions of the columns with decimal commas.

        "1.234" and "1,234" are only believed to be a grouped thousand and a little more than one where another value of
        the file has a decimal comma beyond doubt: alone, each could as well be the other.
        """
        pointed = self._with("decimal point", "grouping commas")
        if not self._with("decimal comma") - pointed:
            return frozenset()
        return frozenset(self._with("decimal comma", "either comma", "either point", "grouping points") - pointed)

    def grouped(self) -> frozenset[int]:
        """Return the positions of the columns whose commas group thousands: beyond doubt, or in a file of points."""
        commas = self._with("decimal comma")
        grouped = self._with("grouping commas") - commas
        pointed = self._with("decimal point", "grouping commas") - commas
        return frozenset(grouped | (self._with("either comma") - commas if pointed and not self.columns() else set()))


def with_point(value: str) -> str:
    """Return the number with a decimal point and without grouping; other text as it is."""
    bare = value.strip()
    if _SHAPES["decimal comma"].match(bare) or _SHAPES["grouping points"].match(bare):
        return _GROUPING.sub("", bare).replace(",", ".")
    return value


def ungrouped(value: str) -> str:
    """Return the number without the commas between its thousands; other text as it is."""
    bare = value.strip()
    return bare.replace(",", "") if _SHAPES["grouping commas"].match(bare) else value
