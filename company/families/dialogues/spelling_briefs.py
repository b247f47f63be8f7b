"""What prompts tell of values that are written in several ways: each value once, with its other spellings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from company.tables.odd import respelled


def merged_spellings(column: Mapping[str, Any]) -> dict[str, Any]:
    """Return a column with the spellings in `odd` and `values` moved to `also_written`: value → spelling → rows.

    `distinct_but_for_spelling` says how many values there really are, and `more_also_written` how many other spellings
    are not told. `values_with_at_least` is rows → how many values stand in as many.
    """
    told = {key: value for key, value in column.items() if key not in ("spellings", "sizes", "odd")}
    also: dict[str, dict[str, int]] = {}
    odd = []
    for text, count, why in column.get("odd", ()):
        if (value := respelled(why)) is not None:
            also.setdefault(value, {})[text] = count
        else:
            odd.append([text, count, why])
    if odd:
        told["odd"] = odd
    if really := column.get("spellings"):
        told["distinct_but_for_spelling"] = really
    if also:
        told |= _written(told, also, really or 0)
    if sizes := column.get("sizes"):
        told["values_with_at_least"] = {str(rows): many for rows, many in sizes}
    return told


def _written(told: Mapping[str, Any], also: dict[str, dict[str, int]], really: int) -> dict[str, Any]:
    """Return other spellings, how many more there are, and values without them."""
    others = {text for spellings in also.values() for text in spellings}
    fields: dict[str, Any] = {"also_written": also}
    values = told.get("values", ())
    kept = [pair for pair in values if pair[0] not in others]
    if len(kept) < len(values):
        fields["values"] = kept
    if more := (told["distinct"] - really - len(others) if really else 0):
        fields["more_also_written"] = more
    if told.get("more_values"):
        hidden = len(others) - (len(values) - len(kept))
        fields["more_values"] = max(0, told["more_values"] - hidden)
    return fields
