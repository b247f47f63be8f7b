"""Texts that stand for what is not known, such as "n/d" or "-": what they are, and where they stand among numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pandas as pd

_STAND_INS = frozenset((
    "", "?", "??", "-", "--", "---", "–", "—", ".", "..", "...", "…", "n/a", "na", "n.a.", "n. a.", "nan", "null",
    "n/d", "n.d.", "n. d.", "nd", "s/d", "k.a.", "k. a.", "unknown", "unk", "missing", "undefined", "unspecified",
    "not specified", "not available", "not known", "not applicable", "no data", "tbd", "tba", "to be determined",
    "to be announced", "#n/a", "not set", "not provided",
))  # fmt: skip
_NUMBER = re.compile(r"\s*[+-]?(0|[1-9]\d*|0?\.\d+|(0|[1-9]\d*)\.\d*)([eE][+-]?\d+)?\s*\Z")
"""A number as pandas reads it; a leading zero makes it a code, which would be lost."""
_FIRST = 50
"""Values of a column that are looked at before all of them are."""


def stands_in(text: str) -> bool:
    """Return whether a text says that something is not known."""
    return text.strip().casefold() in _STAND_INS


def among_numbers(frame: pd.DataFrame) -> dict[int, list[str]]:
    """Return the texts that stand where a number is not known, by the position of their column.

    Only of columns of which all else is numbers, in more than half of the values: there, a text makes a column of
    texts out of numbers.
    """
    found = ((place, _stand_ins(frame.iloc[:, place])) for place in range(frame.shape[1]))
    return {place: texts for place, texts in found if texts}


def _stand_ins(column: Any) -> list[str]:
    if pd.api.types.is_numeric_dtype(column.dtype):
        return []
    kept = column.dropna()
    if not all(_fits(value) for value in kept.iloc[:_FIRST]):
        return []
    counts = kept.value_counts()
    if not all(_fits(value) for value in counts.index):
        return []
    texts = [value for value in counts.index if isinstance(value, str) and stands_in(value)]
    return sorted(texts) if 2 * int(counts[texts].sum()) < int(counts.sum()) else []


def _fits(value: Any) -> bool:
    """Return whether a value is a number, or stands where one is not known."""
    text = str(value)
    return stands_in(text) or _NUMBER.match(text) is not None


def told_of(texts: dict[int, list[str]], kept: list[int]) -> Iterator[str]:
    """Yield in words what was emptied; `kept` has the columns' places in the file."""
    for place, each in sorted(texts.items()):
        yield f"column {kept[place] + 1} had {', '.join(map(repr, each))} where a number is not known: now empty"
