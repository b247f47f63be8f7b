"""How far two series hold the same values, channel by channel."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.likeness.assignment import assignment
from company.results.likeness.mark import Mark
from company.results.plot_rules import same_curve, smooth

SHARE = 1e-3
"""Of the span of the reference's values: those that are no further apart are the same."""
ORDERED = ("line", "step", "lines", "wires", "stairs")
"""Kinds whose rows are joined in their order; of others it says nothing."""
FEW_ROWS = 60
"""Rows up to which those of two marks are paired one by one where sorting does not bring them together."""
WHOLE = 1e-5
"""Of the span: how exact the means have to be of channels that do not hold all rows."""


def likeness_of_marks(one: Mark, other: Mark, logs: tuple[str, ...] = ()) -> tuple[float, dict[str, str]]:
    """Return the share of values of `one` that `other` has, and which channel of it holds those of which.

    `logs` are channels that are drawn on a scale of logarithms, whose values are compared by their ratios.
    """
    if is_same_curve(one, other):
        return 1.0, {name: name for name in one.channels}
    ours, theirs = (columns(mark, logs) for mark in (one, other))
    if ours.keys() == theirs.keys():
        share = aligned(one, list(ours.values()), other, [theirs[name] for name in ours])
        if share == 1.0:
            return share, {name: name for name in ours}
    pairs = paired_channels(ours, theirs)
    if not pairs:
        return 0.0, {}
    share = aligned(one, [ours[name] for name in pairs], other, [theirs[name] for name in pairs.values()])
    return share * len(pairs) / max(len(ours), len(theirs)), pairs


def is_same_curve(one: Mark, other: Mark) -> bool:
    """Return whether two lines are one density, computed at different places."""
    if not (one.kind == other.kind == "line" and is_curve(one) and is_curve(other)):
        return False
    ours, theirs = one.channels["x"], other.channels["x"]
    same_places = len(ours) == len(theirs) and bool(is_near(ours, theirs, slack_of(ours)).all())
    return not same_places and bool(same_curve(one.corners(), other.corners()))


def is_curve(mark: Mark) -> bool:
    """Return whether a line is a density by its looks, which may be computed at other places."""
    flat = mark.channels.keys() == {"x", "y"} and all(each.dtype.kind == "f" for each in mark.channels.values())
    return flat and mark.length >= 100 and bool(np.isfinite(mark.corners()).all()) and smooth(mark.corners())


def columns(mark: Mark, logs: tuple[str, ...]) -> dict[str, Any]:
    """Return the channels of a mark as they are compared: sizes by their proportion, and logarithms of `logs`."""
    found = dict(mark.channels)
    for name in logs:
        values = found.get(name)
        if values is not None and values.dtype.kind == "f" and bool((values[np.isfinite(values)] > 0).all()):
            found[name] = np.log10(values)
    if "size" in found and mark.length:
        sizes = found["size"]
        low, high = np.nanmin(sizes), np.nanmax(sizes)
        found["size"] = (sizes - low) / (high - low) if high > low and mark.length > 2 else sizes / (high or 1.0)
    return found


def paired_channels(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, str]:
    """Return for each channel the one of the other mark that holds the most of its values, the same name first."""
    names, others = list(ours), list(theirs)
    table = np.zeros((len(names), len(others)))
    for row, name in enumerate(names):
        for column, other in enumerate(others):
            table[row, column] = overlap(ours[name], theirs[other]) + (1e-6 if name == other else 0)
    return {names[row]: others[column] for row, column in assignment(-table) if table[row, column] > 1e-6}


def overlap(one: Any, other: Any) -> float:
    """Return the share of values that two columns have in common, whatever their order."""
    if one.dtype.kind != other.dtype.kind:
        return 0.0
    if one.dtype.kind == "O":
        left = list(other)
        common = 0
        for each in one:
            if each in left:
                left.remove(each)
                common += 1
        return common / max(len(one), len(other), 1)
    first, second = np.sort(one), np.sort(other)
    if len(first) == len(second):
        return float(np.mean(is_near(first, second, slack_of(one)))) if len(first) else 1.0
    near = np.abs(first[:, None] - second[None, :][:, :2000]).min(axis=1, initial=np.inf) <= slack_of(one)
    return float(near.sum()) / max(len(first), len(second))


def slack_of(values: Any) -> float:
    """Return how far apart two values may be that are the same."""
    known = values[np.isfinite(values)]
    if not len(known):
        return 0.0
    span = float(np.ptp(known))
    return SHARE * span if span > 1e-12 * float(np.abs(known).max()) else 1e-6 * float(np.abs(known).max()) + 1e-12


def is_near(one: Any, other: Any, slack: float) -> Any:
    """Return of each pair of values whether they are the same; what is none is the same as none."""
    with np.errstate(invalid="ignore"):
        return (np.abs(one - other) <= slack * (1 + 1e-9)) | (np.isnan(one) & np.isnan(other))


def matches(ours: list[Any], theirs: list[Any], rows: Any, others: Any) -> Any:
    """Return of rows that are laid beside each other which channels have the same value: a column a channel."""
    found = []
    for one, other in zip(ours, theirs, strict=True):
        if one.dtype.kind == "f":
            found.append(is_near(one[rows], other[others], slack_of(one)))
        else:
            found.append(np.array(one[rows] == other[others], dtype=bool))
    return np.stack(found, axis=1)


def aligned(one: Mark, ours: list[Any], other: Mark, theirs: list[Any]) -> float:
    """Return the share of values that are the same when the rows of two marks are laid beside each other."""
    count, others = len(ours[0]), len(theirs[0])
    if any(a.dtype.kind != b.dtype.kind for a, b in zip(ours, theirs, strict=True)) or not count or not others:
        return 0.0
    cut = min(one.count, other.count) / max(one.count, other.count, 1)
    if other.means.keys() != one.means.keys() or not all(same_mean(one, other, name) for name in one.means):
        cut = min(cut, 1 - SHARE)
    if count == others and one.kind in ORDERED:
        forward = np.arange(count)
        return cut * max(float(matches(ours, theirs, forward, way).mean()) for way in (forward, forward[::-1]))
    first, second = in_order(ours, ours), in_order(theirs, ours)
    both = min(count, others)
    share = float(matches(ours, theirs, first[:both], second[:both]).mean()) * both / max(count, others)
    alike = np.mean([overlap(a, b) for a, b in zip(ours, theirs, strict=True)])
    if share < alike and max(count, others) <= FEW_ROWS:
        rows, columns = np.indices((count, others)).reshape(2, -1)
        every = matches(ours, theirs, rows, columns).mean(axis=1).reshape(count, others)
        paired = sum(float(every[row, column]) for row, column in assignment(-every)) / max(count, others)
        share = 1.0 if paired > 1 - 1e-9 else paired
    return cut * share


def same_mean(one: Mark, other: Mark, name: str) -> bool:
    """Return whether the means of a channel are the same, of all rows, whichever of them are kept."""
    first, second = one.means.get(name), other.means.get(name)
    values = one.channels.get(name)
    if first is None or second is None or values is None or values.dtype.kind != "f":
        return first == second or values is None
    return abs(float(first) - float(second)) <= WHOLE * max(float(np.nanmax(values) - np.nanmin(values)), 1e-12)


def in_order(values: list[Any], reference: list[Any]) -> Any:
    """Return the order of rows from low to high, by what is the same in each column."""
    keys = []
    for each, measure in zip(values, reference, strict=True):
        if each.dtype.kind == "f":
            slack = slack_of(measure) or 1.0
            keys.append(np.nan_to_num(np.round(each / slack), nan=np.inf, posinf=np.inf, neginf=-np.inf))
        else:
            keys.append(np.unique([str(text) for text in each], return_inverse=True)[1])
    return np.lexsort(keys[::-1])
