"""When two plots draw the same: their data count, their wording and looks do not.

Titles, colours, sizes, bar widths, order of bars and series, and whether bars lie or stand are free; the order of bars
counts where a query asks for one. Bars, boxes and slices are matched by the text at their place; where two drawings
share none of these texts, by their order. Where both legends have the same texts, each text has to stand for the same
bars, boxes, lines or points. What belongs to the picture but not to the data may be there or not: error bars, outliers
of box plots, confidence bands, a curve over bars or points. A line straight across is the same however it is drawn. The
order, colour and size of points carry no weight, but for what both legends say of them. Functions stand alone but for
numpy: the exported check carries their sources.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.plots import as_number, read_page


def same_drawing(reference: Any, answer: Any, ordered: bool = False) -> bool:
    """Whether two `drawing.drawn` dicts show the same data in the same kind of plot; a blank page is never right.

    `ordered`: bars have to stand in the same order, from left to right, or, lying, in either direction.
    """
    wanted, given = (
        [read for page in drawing["axes"] if page["name"] != "<colorbar>" and any((read := read_page(page)).values())]
        for drawing in (reference, answer)
    )
    if not wanted or len(wanted) != len(given):
        return False
    for one in wanted:
        found = [place for place, other in enumerate(given) if same_page(one, other, ordered)]
        if not found:
            return False
        del given[found[0]]
    return True


def same_page(reference: dict[str, Any], answer: dict[str, Any], ordered: bool = False) -> bool:
    """Whether two axes hold the same data; the answer may add curves and bands to what is not drawn by them."""
    for kind, series in (("bars", 1), ("boxes", 1), ("lines", 2), ("points", 2), ("slices", 1)):
        if not same_legend(reference[kind], answer[kind], series):
            reference, answer = ({**each, kind: without_series(each[kind], series)} for each in (reference, answer))
    if not all(same_named(reference[kind], answer[kind]) for kind in ("bars", "boxes", "slices")):
        return False
    either = reference["turned"] or answer["turned"]
    if ordered and not same_order(reference["bars"], answer["bars"], either):
        return False
    if not same_grids(reference["grids"], answer["grids"]) or not same_points(reference, answer):
        return False
    if not same_guides(reference["guides"], answer["guides"]):
        return False
    solid = any(reference[kind] for kind in ("bars", "boxes", "points", "grids"))
    if not same_lines(reference["lines"], answer["lines"], solid):
        return False
    return same_shapes(reference["shapes"], answer["shapes"], solid or bool(reference["lines"]))


def same_named(reference: list[Any], answer: list[Any]) -> bool:
    """Whether bars, boxes or slices have the same values under the same names; in order where no name is shared."""
    if len(reference) != len(answer):
        return False
    ours, theirs = (
        [(f"{key_of(name, at)}\n{series}", values) for name, series, at, values in each] for each in (reference, answer)
    )
    if same_sorted(ours, theirs):
        return True
    named = any(name for each in (reference, answer) for name, *_ in each)
    if not named or len(reference) < 2 or {key for key, _ in ours} & {key for key, _ in theirs}:
        return False
    first, second = (sorted(each, key=lambda e: (e[2], e[1])) for each in (reference, answer))
    return bool(np.allclose([values for *_, values in first], [values for *_, values in second], rtol=1e-5))


def same_legend(reference: list[Any], answer: list[Any], at: int) -> bool:
    """Whether both drawings have legends with the same texts for all of these."""
    ours, theirs = ({each[at] for each in drawing} for drawing in (reference, answer))
    return ours == theirs and "" not in ours


def without_series(found: list[Any], at: int) -> list[Any]:
    """The same without what the legend says of them."""
    return [(*each[:at], "", *each[at + 1 :]) for each in found]


def same_order(reference: list[Any], answer: list[Any], either: bool) -> bool:
    """Whether bars stand in the same order, maybe in `either` direction: by length, in groups by name."""
    ours, theirs = (sorted(each, key=lambda bar: bar[2]) for each in (reference, answer))
    names = [list(dict.fromkeys(name for name, *_ in each)) for each in (ours, theirs)]
    if len(names[0]) < len(ours):
        return names[0] == names[1] or (either and names[0] == names[1][::-1])
    first, second = (np.array([values for *_, values in each]) for each in (ours, theirs))
    return bool(np.allclose(first, second, rtol=1e-5) or (either and np.allclose(first, second[::-1], rtol=1e-5)))


def same_guides(reference: list[Any], answer: list[Any]) -> bool:
    """Whether each line straight across the reference is in the answer, which may have others, and may be turned."""
    return all(any(np.isclose(at, other, rtol=1e-5) for _, other in answer) for _, at in reference)


def key_of(name: str | None, at: float) -> str:
    """What a bar is matched by: its name, a number among names in one spelling, or its place."""
    number = at if not name else as_number(name)
    return str(name) if number is None else f"{number:.5g}"


def same_sorted(ours: list[Any], theirs: list[Any]) -> bool:
    """Whether two lists of (key, values) are the same in some order."""
    ours, theirs = (sorted(each, key=lambda e: (e[0], tuple(e[1]))) for each in (ours, theirs))
    return [key for key, _ in ours] == [key for key, _ in theirs] and all(
        np.allclose(one, other, rtol=1e-5) for (_, one), (_, other) in zip(ours, theirs, strict=True)
    )


def same_points(reference: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether the same points are marked; to bars and lines an answer may add some (ends of error bars, corners)."""
    if not reference["points"]:
        return not answer["points"] or bool(reference["lines"] or reference["bars"] or reference["boxes"])
    if not answer["points"]:
        return False
    ours, theirs = clouds(reference["points"]), clouds(answer["points"])
    return ours.keys() == theirs.keys() and all(
        count == theirs[series][0]
        and table.shape == theirs[series][1].shape
        and np.allclose(in_order(table), in_order(theirs[series][1]), rtol=1e-5)
        for series, (count, table) in ours.items()
    )


def clouds(points: list[Any]) -> dict[str, Any]:
    """How many points each series has, and where, whatever drew them."""
    found = {series: [each for each in points if each[2] == series] for *_, series in points}
    return {
        series: (sum(count for count, *_ in each), np.vstack([table for _, table, _ in each]))
        for series, each in found.items()
    }


def in_order(table: Any) -> Any:
    """The rows of a table from lowest to highest."""
    with np.errstate(all="ignore"):
        rough = np.array([[float(f"{x:.6g}") for x in row] for row in table.tolist()])
    return table[np.lexsort(rough.T[::-1])]


def same_grids(reference: list[Any], answer: list[Any]) -> bool:
    """Whether heat maps and images have the same cells, seen from any side."""
    if len(reference) != len(answer):
        return False
    free = list(answer)
    for one in reference:
        found = [
            place
            for place, other in enumerate(free)
            for view in (other, other[::-1], other.T, other.T[::-1], other[:, ::-1])
            if view.shape == one.shape and np.allclose(view, one, rtol=1e-5, equal_nan=True)
        ]
        if not found:
            return False
        del free[found[0]]
    return True


def same_lines(reference: list[Any], answer: list[Any], more: bool) -> bool:
    """Whether each line of the reference is in the answer; others only when `more`, or when they are guides."""
    free = list(answer)
    for line, named, series in reference:
        found = [
            place
            for place, (other, also, own) in enumerate(free)
            if own == series and same_line(line, other, named or also)
        ]
        if not found:
            return False
        del free[found[0]]
    return more or all(len(line) <= 2 and not np.ptp(line, axis=0).all() for line, *_ in free)


def same_line(one: Any, other: Any, loose: bool) -> bool:
    """Whether two lines pass the same points; `loose`: places along a date or category axis count by proportion."""
    one, other = (line[np.lexsort((line[:, 1], line[:, 0]))] for line in (one, other))
    if len(one) == len(other) and np.allclose(one[:, 1], other[:, 1], rtol=1e-5):
        if np.allclose(one[:, 0], other[:, 0], rtol=1e-5):
            return True
        return loose and bool(np.allclose(proportions(one[:, 0]), proportions(other[:, 0]), atol=0.05))
    return smooth(one) and smooth(other) and same_curve(one, other)


def proportions(places: Any) -> Any:
    """Places between the first (0) and the last (1)."""
    span = np.ptp(places)
    return (places - places.min()) / (span if span else 1.0)


def smooth(line: Any) -> bool:
    """Whether a line is a density curve by its looks: a hundred and more evenly spaced places."""
    steps = np.diff(line[:, 0])
    return len(line) >= 100 and bool(np.allclose(steps, steps.mean(), rtol=1e-3))


def same_curve(one: Any, other: Any) -> bool:
    """Whether two density curves agree where both are drawn, whatever grid they were computed on."""
    low, high = max(one[0, 0], other[0, 0]), min(one[-1, 0], other[-1, 0])
    if high - low < 0.5 * min(np.ptp(one[:, 0]), np.ptp(other[:, 0])):
        return False
    places = np.linspace(low, high, 100)
    gap = np.interp(places, one[:, 0], one[:, 1]) - np.interp(places, other[:, 0], other[:, 1])
    return bool(np.abs(gap).max() <= 0.02 * np.ptp(one[:, 1]))


def same_shapes(reference: list[Any], answer: list[Any], more: bool) -> bool:
    """Whether filled areas have the same corners; where something else carries the data they are free."""
    if more:
        return True
    if len(reference) != len(answer):
        return False
    free = list(answer)
    for one in reference:
        alike = [place for place, table in enumerate(free) if table.shape == one.shape]
        found = [place for place in alike if np.allclose(in_order(free[place]), in_order(one), rtol=1e-5)]
        if not found:
            return False
        del free[found[0]]
    return True
