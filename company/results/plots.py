"""When two plots draw the same: their data count, their wording and looks do not.

A drawing (`drawing.drawn`) is read into bars, boxes, slices, points, grids, lines and shapes, each as numbers.
Titles, colours, sizes, bar widths, order of bars and series, and whether bars lie or stand are free. Bars, boxes and
slices are matched by the text at their place; where two drawings share none of these texts, by their order. What
belongs to the picture but not to the data may be there or not: error bars, outliers of box plots, confidence bands,
a curve over bars or points. The colour and size of a point carry no weight. Functions stand alone but for numpy:
the exported check carries their sources.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def same_drawing(reference: Any, answer: Any) -> bool:
    """Whether two `drawing.drawn` dicts show the same data in the same kind of plot; a blank page is never right."""
    wanted, given = (
        [read for page in drawing["axes"] if page["name"] != "<colorbar>" and any((read := read_page(page)).values())]
        for drawing in (reference, answer)
    )
    if not wanted or len(wanted) != len(given):
        return False
    for one in wanted:
        found = [place for place, other in enumerate(given) if same_page(one, other)]
        if not found:
            return False
        del given[found[0]]
    return True


def read_page(page: Any) -> dict[str, Any]:
    """The data of one axes by kind; what has no extent is left out."""
    names = [tick_names(ticks) for ticks in page["ticks"]]
    kinds: dict[str, list[Any]] = {kind: [] for kind in ("bar", "wedge", "points", "grid", "line", "shape")}
    for kind, label, count, rows in page["artists"]:
        table = np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=float)
        if kind in ("line", "points", "shape"):
            known = ~np.isnan(table[:, :2]).any(axis=1)
            table, count = table[known], count - int((~known).sum())
        if len(table):
            kinds[kind].append((label, count, table))
    lines = [table for _, _, table in kinds["line"]]
    boxes, lines = read_boxes(lines, names)
    bars = read_bars([table for _, _, table in kinds["bar"]], names)
    lines = without_error_bars(lines, bars)
    points = [(count, snapped(table, names)) for _, count, table in kinds["points"]]
    return {
        "bars": [(name, at, values) for name, at, values, _ in bars],
        "boxes": boxes,
        "slices": [(label, i, table[0, 1:] - table[0, :1]) for i, (label, _, table) in enumerate(kinds["wedge"])],
        "points": [] if boxes or not points else [(sum(n for n, _ in points), np.vstack([t for _, t in points]))],
        "grids": [table for _, _, table in kinds["grid"]],
        "lines": [(table, bool(names[0])) for table in lines],
        "shapes": [] if boxes or lines else [table for _, _, table in kinds["shape"]],
    }


def tick_names(ticks: Any) -> dict[float, str]:
    """The texts at the ticks of a categorical or date axis; none where the texts are just the places as numbers."""
    texts = [(at, text.strip().replace("\u2212", "-")) for at, text in ticks if text.strip() and "$" not in text]
    numbers = [as_number(text.strip("%").replace(",", "")) for _, text in texts]
    places = [at for at, _ in texts]
    if None in numbers:
        return dict(texts)
    counted = places in (list(range(len(places))), list(range(1, len(places) + 1)))
    return dict(texts) if counted and not np.allclose(places, np.array(numbers, dtype=float)) else {}


def as_number(text: str) -> float | None:
    """The number that a text is, or None."""
    try:
        return float(text)
    except ValueError:
        return None


def name_at(names: dict[float, str], at: float) -> str | None:
    """The text of the tick next to a place, at most half a step away."""
    nearest = min(names, key=lambda place: abs(place - at), default=None)
    return names[nearest] if nearest is not None and abs(nearest - at) <= 0.5 else None


def read_bars(corners: list[Any], names: list[dict[float, str]]) -> list[Any]:
    """Bars as (name, place, [length], top), standing or lying; bars without length are not there."""
    bars = [(table[0], table[2] - table[0]) for table in corners if len(table) >= 4]
    bars = [(start, size) for start, size in bars if size.all()]
    if not bars:
        return []
    starts, sizes = np.array([start for start, _ in bars]), np.array([size for _, size in bars])
    flat = np.ptp(sizes, axis=0) < 1e-9 * np.abs(sizes).max(axis=0)
    rests = np.abs(starts).max(axis=0) < 1e-12
    lying = bool(rests[0] and not rests[1]) or bool(not rests.any() and flat[1] and not flat[0])
    across, along = (1, 0) if lying else (0, 1)
    middles = starts[:, across] + sizes[:, across] / 2
    return [
        (name_at(names[across], at), at, size[along:][:1], (at, start[along] + size[along]))
        for at, start, size in zip(middles, starts, sizes, strict=True)
    ]


def read_boxes(lines: list[Any], names: list[dict[float, str]]) -> tuple[list[Any], list[Any]]:
    """Box plots as (name, place, [low, quartile, median, quartile, high]), and the lines that belong to none."""
    for along in (1, 0):
        across = 1 - along
        upright = [t for t in lines if len(t) == 2 and t[0, across] == t[1, across]]
        level = [t for t in lines if len(t) == 2 and t[0, along] == t[1, along] and t[0, across] != t[1, across]]
        boxes = []
        for at in sorted({t[0, across] for t in upright}):
            ends = np.sort(np.concatenate([t[:, along] for t in upright if t[0, across] == at]))
            crossed = np.sort([t[0, along] for t in level if abs(t[:, across].mean() - at) < 1e-6])
            middle = crossed[(crossed >= ends[1]) & (crossed <= ends[-2])] if len(ends) == 4 else []
            if len(middle):
                five = np.array([*ends[:2], middle[len(middle) // 2], *ends[2:]])
                boxes.append((name_at(names[across], at), at, five))
        if boxes:
            own = {id(t) for t in (*upright, *level)}
            return boxes, [t for t in lines if id(t) not in own and len(t) < 5]
    return [], lines


def without_error_bars(lines: list[Any], bars: list[Any]) -> list[Any]:
    """The lines but those that stand (or lie) through the top of a bar or a point of a longer line."""
    anchors = [top for *_, top in bars] + [top[::-1] for *_, top in bars]
    anchors += [tuple(point) for t in lines if len(t) > 2 and np.ptp(t, axis=0).all() for point in t[:500]]
    if not anchors:
        return lines
    tops = np.array(anchors)
    kept = []
    for t in lines:
        low, high = t.min(axis=0), t.max(axis=0)
        places = sorted(len(np.unique(np.round(t[:, axis], 9))) for axis in (0, 1))
        thin = places[0] == 1 or (len(t) == 6 and places == [2, 3])  # a whisker, or one with its two caps
        slack = 1e-9 * (1 + np.abs(tops))
        inside = ((tops >= low - slack) & (tops <= high + slack)).all(axis=1).any()
        if not (inside and thin and len(t) <= 8):
            kept.append(t)
    return kept


def snapped(table: Any, names: list[dict[float, str]]) -> Any:
    """Points whose place on an axis of categories is the category's, without the jitter."""
    table = table[:, :2].copy()
    for axis in (0, 1):
        places = np.array(sorted(names[axis]))
        if len(places) and np.array_equal(places, np.arange(len(places))):
            table[:, axis] = np.rint(table[:, axis])
    return table


def same_page(reference: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether two axes hold the same data; the answer may add curves and bands to what is not drawn by them."""
    if not all(same_named(reference[kind], answer[kind]) for kind in ("bars", "boxes", "slices")):
        return False
    if not same_grids(reference["grids"], answer["grids"]) or not same_points(reference, answer):
        return False
    solid = any(reference[kind] for kind in ("bars", "boxes", "points", "grids"))
    if not same_lines(reference["lines"], answer["lines"], solid):
        return False
    return same_shapes(reference["shapes"], answer["shapes"], solid or bool(reference["lines"]))


def same_named(reference: list[Any], answer: list[Any]) -> bool:
    """Whether bars, boxes or slices have the same values under the same names; in order where no name is shared."""
    if len(reference) != len(answer):
        return False
    ours, theirs = ([(key_of(name, at), values) for name, at, values in each] for each in (reference, answer))
    if same_sorted(ours, theirs):
        return True
    named = any(name for each in (reference, answer) for name, _, _ in each)
    if not named or len(reference) < 2 or {key for key, _ in ours} & {key for key, _ in theirs}:
        return False
    first, second = (sorted(each, key=lambda e: e[1]) for each in (reference, answer))
    return bool(np.allclose([values for *_, values in first], [values for *_, values in second], rtol=1e-5))


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
    (count, ours), (other, theirs) = reference["points"][0], answer["points"][0]
    if count != other or len(ours) != len(theirs):
        return False
    return bool(np.allclose(in_order(ours), in_order(theirs), rtol=1e-5))


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
    for line, named in reference:
        found = [place for place, (other, also) in enumerate(free) if same_line(line, other, named or also)]
        if not found:
            return False
        del free[found[0]]
    return more or all(len(line) <= 2 and not np.ptp(line, axis=0).all() for line, _ in free)


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
