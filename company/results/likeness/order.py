"""In which order names stand along an axis, where a query asks for one."""

from __future__ import annotations

from typing import Any

from company.results.likeness.content import Panel
from company.results.likeness.naming import names_along
from company.results.likeness.wording import plain_text
from company.results.plots import as_number

TURNED_BY = 0.05
"""Radians by which names around a circle may be off their angles."""


def names_in_order(panel: Panel, axis: str) -> dict[str, float]:
    """Return the names along an axis that marks stand at, from left to right or from the bottom up, with their places;
    none where there are fewer than two.
    """
    names = names_along(panel.page, axis)
    held = [mark.channels[each] for mark in panel.marks for each in "xy" if each in mark.channels]
    used: set[Any] = {value for column in held if column.dtype.kind in "Of" for value in column.tolist()}
    found = {
        text: place
        for place, text in sorted(names.items())
        if text in used or as_number(text.replace(",", "")) in used - {None}
    }
    low, high = panel.page["limits"].get(axis) or [0, 0]
    if low is not None and high is not None and low > high:
        found = dict(reversed(found.items()))
    return found if len(found) > 1 else {}


def is_in_order(one: Panel, other: Panel, axis: str) -> bool:
    """Return whether the names that both have along an axis stand in one order: along the vertical axis from either
    end, as both are read; around a circle each at its angle.
    """
    ours, theirs = (
        {plain_text(text): place for text, place in names_in_order(each, axis).items()} for each in (one, other)
    )
    mine, others = [name for name in ours if name in theirs], [name for name in theirs if name in ours]
    if len(mine) < 2:
        return False
    if one.page["projection"] == "polar":
        return all(abs(ours[name] - theirs[name]) <= TURNED_BY for name in mine)
    return mine == others or (axis == "y" and mine == others[::-1])
