"""Numbers as much of Europe writes them, "1.234,5", in files whose fields a comma does not separate."""

from __future__ import annotations

import re

_DECIMAL = re.compile(r"[+-]?(\d+|\d{1,3}([.\s\u202f]\d{3})+),\d+\Z")
_GROUPED = re.compile(r"[+-]?\d{1,3}(\.\d{3})+\Z")
_INTEGER = re.compile(r"[+-]?\d+\Z")
_MISSING = frozenset({"", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "#N/A", "<NA>"})
_GROUPING = re.compile(r"[.\s\u202f]")


class DecimalCommas:
    """Watches the values of a table, and tells which columns are numbers with decimal commas."""

    def __init__(self, width: int) -> None:
        self._open = set(range(width))
        self._decimal: set[int] = set()
        self._grouped: set[int] = set()

    def watch(self, row: list[str]) -> None:
        """Take one row into account."""
        for place in [place for place in self._open if place < len(row)]:
            value = row[place].strip()
            if _INTEGER.match(value) or value in _MISSING:
                continue
            if _DECIMAL.match(value):
                self._decimal.add(place)
            elif _GROUPED.match(value):
                self._grouped.add(place)
            else:
                self._open.discard(place)

    def columns(self) -> frozenset[int]:
        """Return the positions of the columns to convert.

        Points that group thousands are only believed where another column of the file has decimal commas: alone,
        "1.234" is as likely a little more than one.
        """
        decimal = self._decimal & self._open
        return frozenset(decimal | (self._grouped & self._open if decimal else set()))


def with_point(value: str) -> str:
    """Return the number with a decimal point and without grouping; other text as it is."""
    bare = value.strip()
    if _DECIMAL.match(bare) or _GROUPED.match(bare):
        return _GROUPING.sub("", bare).replace(",", ".")
    return value
