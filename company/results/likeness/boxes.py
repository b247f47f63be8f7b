"""Box plots as they are compared: five numbers at a name or a place, in the stead of the lines that draw them."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.likeness.mark import Mark, is_flat, mark_of
from company.results.likeness.naming import named_places
from company.results.plots import encloses, read_boxes

FIVE = ("low", "lower_quartile", "median", "upper_quartile", "high")


def with_boxes(page: Any, held: list[Mark], names: dict[str, dict[float, str]]) -> list[Mark]:
    """Return marks with box plots and their outliers in the place of the lines, forms and points that draw them."""
    boxes, tables, left, lying = found_boxes(page, held, names)
    if not boxes:
        return held
    lines = {id(mark) for mark in held if is_flat(mark, "line")}
    forms = [mark for mark in held if is_flat(mark, "area")]
    free = {int(key) for _, key in left} | {int(key) for table, key in tables if len(table) >= 5}
    free -= {int(key) for table, key in tables if len(table) >= 5 and is_outline(table, boxes, lying)}
    at = {round(float(place), 6): name or float(place) for name, _, place, _ in boxes}
    outlines = {id(mark) for mark in forms if is_outline(mark.corners(), boxes, lying)}
    gone = outlines | (lines - free)
    outliers = [mark for mark in held if is_flat(mark, "points") and stands_on(mark, "y" if lying else "x", at)]
    kept = [mark for mark in held if id(mark) not in gone and mark not in outliers]
    form = "lying" if lying else ""
    for series in dict.fromkeys(series for _, series, *_ in boxes):
        rows = [(name or float(place), *five) for name, own, place, five in boxes if own == series]
        first, *others = zip(*rows, strict=True)
        channels = {name: np.array(values) for name, values in zip(FIVE, others, strict=True)}
        kept.append(Mark("box", series, {"x": named_places(list(first)), **channels}, form, count=len(rows)))
    if outliers:
        kept.append(beyond(outliers, lying, at))
    return kept


def found_boxes(
    page: Any, held: list[Mark], names: dict[str, dict[float, str]]
) -> tuple[list[Any], list[Any], list[Any], bool]:
    """Return the boxes among marks (name, series, place, five numbers), all lines, the lines that belong to no box, and
    whether the boxes lie.
    """
    lines = {id(mark): mark.corners() for mark in held if is_flat(mark, "line")}
    if sum(len(table) == 2 for table in lines.values()) < 3:
        return [], [], [], False
    forms = [mark for mark in held if is_flat(mark, "area")]
    told = {colours[0]: text for legend in page["legends"] for text, colours in legend["entries"] if colours}
    tables = [(table[np.isfinite(table).all(axis=1)], str(key)) for key, table in lines.items()]
    shapes = [((mark.colours or [""])[0], 0, mark.corners()) for mark in forms]
    boxes, left, lying = read_boxes(tables, shapes, [names["x"], names["y"]], told)
    return boxes, tables, left, lying


def places_of_boxes(page: Any) -> tuple[str, list[float]]:
    """Return the axis along which the boxes of an axes stand, and their places from low to high."""
    held = [mark_of(number, each) for number, each in enumerate(page["series"]) if each["kind"] != "bar"]
    boxes, _, _, lying = found_boxes(page, held, {"x": {}, "y": {}})
    return "y" if lying else "x", sorted({float(place) for _, _, place, _ in boxes})


def is_outline(table: Any, boxes: list[Any], lying: bool) -> bool:
    """Return whether corners are those of one of the boxes."""
    known = table[np.isfinite(table).all(axis=1)]
    across = int(lying)
    for _, _, place, five in boxes:
        if len(known) and encloses(known, place, five, across):
            sides = np.round(known[:, across] - place, 9) + 0.0
            rows = set(zip(sides.tolist(), known[:, 1 - across].tolist(), strict=True))
            return rows == {(-side + 0.0, along) for side, along in rows}
    return False


def stands_on(mark: Mark, axis: str, at: dict[float, Any]) -> bool:
    """Return whether all points of a mark stand at places of boxes."""
    return all(round(float(each), 6) in at for each in mark.channels[axis])


def beyond(outliers: list[Mark], lying: bool, at: dict[float, Any]) -> Mark:
    """Return outliers of several boxes as one mark."""
    across, along = ("y", "x") if lying else ("x", "y")
    places = [at[round(float(each), 6)] for mark in outliers for each in mark.channels[across]]
    values = np.concatenate([mark.channels[along] for mark in outliers])
    return Mark("outlier", "", {"x": named_places(places), "y": values}, "lying" if lying else "", count=len(values))


def closed(table: Any) -> bool:
    """Return whether a line ends where it begins."""
    return len(table) > 2 and bool(np.allclose(table[0], table[-1], rtol=1e-9, atol=1e-12))
