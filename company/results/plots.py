"""What a drawing holds: bars, boxes, slices, points, grids, lines, guides and shapes, each as names and numbers.

A drawing is what `drawing.drawn` gives; `plot_rules.same_drawing` compares what is read here. Functions stand alone
but for numpy: the exported check carries their sources.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def read_page(page: Any, labels: Any = None) -> dict[str, Any]:
    """The data of one axes by kind, without what has no extent; `labels` are other texts than at its ticks, by axis.

    Bars, boxes and slices are (name, series, place, values), points (how many, places, series), lines (points, whether
    along names, series), guides (axis, place on it): lines straight across the page. A series is what the legend calls
    it, or "".
    """
    names = labels or [tick_names(ticks) for ticks in page["ticks"]]
    told = series_of(page.get("legend", []))
    kinds: dict[str, list[Any]] = {}
    for kind in ("bar", "wedge", "points", "grid", "line", "shape", "segments", "guide"):
        kinds[kind] = []
    for kind, look, count, rows in page["artists"]:
        table = np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=float)
        if kind in ("line", "points", "shape", "bar"):
            known = ~np.isnan(table[:, :2]).any(axis=1)
            table, count = table[known], count - int((~known).sum())
        if len(table):
            kinds[kind].append((look, count, table))
    lines = [(table, told.get(look, "")) for look, _, table in kinds["line"]]
    boxes, lines, lying = read_boxes(lines, kinds["shape"], names, told)
    bars, turned = read_bars([(table, told.get(look, "")) for look, _, table in kinds["bar"]], names)
    lines = without_error_bars(lines, bars)
    others = [t for kind in ("bar", "points", "shape") for *_, t in kinds[kind]] + [t for t, _ in lines if len(t) > 2]
    segments = [row.reshape(2, 2) for *_, table in kinds["segments"] for row in table]
    segments += [table for *_, table in kinds["guide"] if len(table) == 2]
    guides, lines, short = read_guides(lines, segments, [t[:, :2] for t in others])
    points = [(count, snapped(table, names), told.get(look, "")) for look, count, table in kinds["points"]]
    filled = [table for _, _, table in kinds["shape"]] + ([np.vstack(short)] if short else [])
    return {
        "bars": [bar[:4] for bar in bars],
        "turned": turned,
        "boxes": boxes,
        "lying": lying,
        "slices": [(told.get(look, look), "", at, np.diff(t[0])) for at, (look, _, t) in enumerate(kinds["wedge"])],
        "points": [] if boxes else points,
        "grids": [table for _, _, table in kinds["grid"]],
        "lines": [(table, bool(names[0]), series) for table, series in lines],
        "guides": guides,
        "shapes": [] if boxes or lines else filled,
    }


def series_of(legend: Any) -> dict[str, str]:
    """The texts of a legend by the look beside them; none for a look that stands beside several."""
    texts: dict[str, set[str]] = {}
    for look, text in legend:
        texts.setdefault(look, set()).add(text)
    return {look: found.pop() for look, found in texts.items() if len(found) == 1}


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
    step = min(np.diff(sorted(names)), default=1.0)
    return names[nearest] if nearest is not None and abs(nearest - at) <= 0.5 * step else None


def read_bars(corners: list[Any], names: list[dict[float, str]]) -> tuple[list[Any], bool]:
    """Bars as (name, series, place, [length], top), and whether they lie; bars without length are not there."""
    found = [(table[0], table[2] - table[0], series) for table, series in corners if len(table) >= 4]
    found = [bar for bar in found if bar[1].all()]
    if not found:
        return [], False
    starts, sizes = np.array([start for start, *_ in found]), np.array([size for _, size, _ in found])
    flat = np.ptp(sizes, axis=0) < 1e-9 * np.abs(sizes).max(axis=0)
    rests = np.abs(starts).max(axis=0) < 1e-12
    lying = bool(rests[0] and not rests[1]) or bool(not rests.any() and flat[1] and not flat[0])
    across, along = (1, 0) if lying else (0, 1)
    spans = np.sort(np.stack([starts[:, across], starts[:, across] + sizes[:, across]], axis=1), axis=1)
    series = [each for *_, each in found]
    named = bar_names(spans, names[across], series)
    return [
        (name, own, middle if name is None else at, size[along:][:1], (middle, start[along] + size[along]))
        for (name, at), own, middle, start, size in zip(named, series, spans.mean(axis=1), starts, sizes, strict=True)
    ], lying


def bar_names(spans: Any, names: dict[float, str], series: list[Any]) -> list[tuple[str | None, float]]:
    """The text under each bar, and the place of its group.

    Where each series has as many bars as there are texts, or where there are as many groups of bars, these belong
    together in their order, wherever the ticks stand in a group.
    """
    middles, ticks = spans.mean(axis=1), sorted(names)
    own = [np.flatnonzero([each == one for each in series]) for one in dict.fromkeys(series)]
    groups = None
    if ticks and all(len(bars) == len(ticks) for bars in own):
        groups = np.empty(len(spans), dtype=int)
        for bars in own:
            groups[bars[np.argsort(middles[bars], kind="stable")]] = np.arange(len(ticks))
    elif ticks or len(own) > 1:
        groups = bar_groups(spans, len(ticks) or len(spans) // len(own))
    if groups is None:
        return [(name_at(names, at), at) for at in middles]
    centres = [(spans[groups == n].min() + spans[groups == n].max()) / 2 for n in range(groups.max() + 1)]
    if not names:
        return [(f"{centres[n]:.5g}", centres[n]) for n in groups]
    if len(ticks) == len(centres):
        return [(names[ticks[n]], centres[n]) for n in groups]
    return [(name_at(names, centres[n]), centres[n]) for n in groups]


def bar_groups(spans: Any, wanted: int) -> Any:
    """The number of each bar's group, from left to right, or None where bars stand one by one.

    A new group begins where the free space between bars is widest; `wanted` groups, if so many are told apart.
    """
    order = np.argsort(spans[:, 0], kind="stable")
    reach = np.maximum.accumulate(spans[order, 1])
    gaps = spans[order, 0][1:] - reach[:-1]
    width = np.median(spans[:, 1] - spans[:, 0])
    same = gaps < -0.5 * width  # bars of one place, as stacked ones
    widest = np.sort(gaps)[::-1]
    if 1 < wanted <= len(gaps) and widest[wanted - 2] - widest[wanted - 1] > 1e-6 * width:
        breaks = gaps >= widest[wanted - 2]
    elif same.any():
        breaks = ~same
    else:
        return None
    groups = np.empty(len(spans), dtype=int)
    groups[order] = np.concatenate([[0], np.cumsum(breaks)])
    return groups


def read_boxes(lines: list[Any], shapes: list[Any], names: list[dict[float, str]], told: dict[str, str]) -> Any:
    """Box plots as (name, series, place, five numbers from low to high), other lines, and whether they lie."""
    tables = [t for t, _ in lines]
    for lying in (False, True):
        across, along = int(lying), int(not lying)
        upright = [t for t in tables if len(t) == 2 and t[0, across] == t[1, across]]
        places = sorted({t[0, across] for t in upright})
        step = min(np.diff(places), default=np.inf)
        level = [
            t for t in tables if len(t) == 2 and t[0, along] == t[1, along] and 0 < np.ptp(t[:, across]) <= 1.5 * step
        ]
        boxes: list[Any] = []
        own: set[int] = set()
        for at in places:
            whiskers = [t for t in upright if t[0, across] == at]
            ends = np.sort(np.concatenate([t[:, along] for t in whiskers]))
            here = [t for t in level if abs(t[:, across].mean() - at) < 1e-6 * max(1.0, abs(at))]
            crossed = np.sort([t[0, along] for t in here])
            middle = crossed[(crossed >= ends[1]) & (crossed <= ends[-2])] if len(ends) == 4 else []
            if len(middle):
                five = np.array([*ends[:2], middle[len(middle) // 2], *ends[2:]])
                filled = [told.get(look, "") for look, _, t in shapes if encloses(t, at, five, across)]
                boxes.append((name_at(names[across], at), (filled or [""])[0], at, five))
                own |= {id(t) for t in (*whiskers, *here)}
        if boxes:
            return boxes, [(t, series) for t, series in lines if id(t) not in own and len(t) < 5], lying
    return [], lines, False


def encloses(shape: Any, at: float, five: Any, across: int) -> bool:
    """Whether a filled shape is the box at a place."""
    low, high = shape.min(axis=0), shape.max(axis=0)
    quartiles = np.allclose([low[1 - across], high[1 - across]], five[[1, 3]])
    return bool(quartiles and low[across] < at < high[across])


def read_guides(lines: list[Any], segments: list[Any], others: list[Any]) -> Any:
    """Guides as (axis, place), the other lines, and segments that are none.

    A guide is a straight level or upright line that reaches over at least half of what else is drawn, or that has no
    place along the other axis.
    """
    spans = np.ptp(np.vstack(others), axis=0) if others else np.zeros(2)
    guides: list[Any] = []
    kept: list[Any] = []
    short: list[Any] = []
    for table, series in lines:
        found = guide_of(table, spans) if others else None
        (kept if found is None else guides).append((table, series) if found is None else found)
    for table in segments:
        found = guide_of(table, spans)
        (short if found is None else guides).append(table if found is None else found)
    return guides, kept, short


def guide_of(table: Any, spans: Any) -> tuple[str, float] | None:
    """The axis that a line marks a place on, and the place; None where it is no guide."""
    for along, axis in ((1, "y"), (0, "x")):
        free = np.isnan(table[:, 1 - along]).all()
        level = len(table) == 2 and table[0, along] == table[1, along]
        if level and (free or np.ptp(table[:, 1 - along]) >= max(0.5 * spans[1 - along], 1e-12)):
            return axis, float(table[0, along])
    return None


def without_error_bars(lines: list[Any], bars: list[Any]) -> list[Any]:
    """The lines but those that stand (or lie) through the top of a bar or a point of a longer line."""
    anchors = [top for *_, top in bars] + [top[::-1] for *_, top in bars]
    anchors += [tuple(point) for t, _ in lines if len(t) > 2 and np.ptp(t, axis=0).all() for point in t[:500]]
    if not anchors:
        return lines
    tops = np.array(anchors)
    kept = []
    for t, series in lines:
        low, high = t.min(axis=0), t.max(axis=0)
        places = sorted(len(np.unique(np.round(t[:, axis], 9))) for axis in (0, 1))
        thin = places[0] == 1 or (len(t) == 6 and places == [2, 3])  # a whisker, or one with its two caps
        slack = 1e-9 * (1 + np.abs(tops))
        inside = ((tops >= low - slack) & (tops <= high + slack)).all(axis=1).any()
        if not (inside and thin and len(t) <= 8):
            kept.append((t, series))
    return kept


def snapped(table: Any, names: list[dict[float, str]]) -> Any:
    """Points whose place on an axis of categories is the category's, without the jitter."""
    table = table[:, :2].copy()
    for axis in (0, 1):
        places = np.array(sorted(names[axis]))
        if len(places) and np.array_equal(places, np.arange(len(places))):
            table[:, axis] = np.rint(table[:, axis])
    return table
