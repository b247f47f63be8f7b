"""What a result shows, place by place, as people speak of places: for a label, in the third place, under a column."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from company.records import Result

Cells = Mapping[str, Any]
"""What stands at each place of a result: words for the place → the value."""
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def cells_of(result: Result) -> Cells:
    """Return what a result shows, place by place, in its order."""
    return _SHOWN.get(result.type, _nothing)(result.facts)


def _nothing(facts: Mapping[str, Any]) -> Cells:
    return {}


def _value(facts: Mapping[str, Any]) -> Cells:
    return {"": facts["value"]}


def _series(facts: Mapping[str, Any]) -> Cells:
    ends = [facts[key] for key in ("largest", "smallest") if key in facts and not _numbered(facts["head"])]
    return {for_label(label): value for label, value in [*facts["head"], *ends]}


def cells_of_frame(facts: Mapping[str, Any], rows: Cells) -> Cells:
    """Return what a frame shows, by row and column, given what is shown of each row."""
    return {
        f"{row} under '{name}'": value
        for row, values in rows.items()
        for name, value in zip(facts["columns"], values, strict=False)
    }


def rows_of(facts: Mapping[str, Any], *, by_texts: bool) -> Cells:
    """Return each row of a frame that is shown by its label in words; where labels are numbers of rows, by its texts or
    by its place.
    """
    rows = list(zip(facts["index"], facts["head"], strict=False))
    if not all(is_number(label) for label, _ in rows):
        return {for_label(label): row for label, row in rows}
    return {for_label(_texts(row)) if by_texts else in_place(place): row for place, (_, row) in enumerate(rows)}


def are_told_by_texts(facts: Mapping[str, Any]) -> bool:
    """Return whether each row of a frame that is shown has texts, and no other row the same."""
    texts = [_texts(row) for row in facts["head"]]
    return all(texts) and all(texts.count(each) == 1 for each in texts)


def _texts(row: Sequence[Any]) -> list[str]:
    return [cell for cell in row if isinstance(cell, str)]


def _items(facts: Mapping[str, Any]) -> Cells:
    return {in_place(place): item for place, item in enumerate(facts["items"])}


def _pairs(facts: Mapping[str, Any]) -> Cells:
    return {for_label(key): value for key, value in facts["items"]}


_SHOWN: Mapping[str, Callable[[Mapping[str, Any]], Cells]] = {
    "value": _value,
    "series": _series,
    "dict": _pairs,
    "list": _items,
    "tuple": _items,
    "set": _items,
    "array": _items,
    "index": _items,
}


def _numbered(head: Sequence[Sequence[Any]]) -> bool:
    return [pair[0] for pair in head] == list(range(len(head)))


def for_label(label: Any) -> str:
    """Return the words for what stands at a label, which may have several parts."""
    return f"for {' and '.join(map(str, label)) if isinstance(label, list) else label}"


def in_place(place: int) -> str:
    """Return the words for a place, from 0."""
    return f"in the {_PLACES[place]} place" if place < len(_PLACES) else f"in place {place + 1}"


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
