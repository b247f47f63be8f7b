"""The bars of a picture as a reader sees them: each with its label and series, or as the intervals of a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from company.results.eyes import Eye
from company.results.places import Shown
from company.results.plots import bar_names


@dataclass(frozen=True)
class Bar:
    """A bar: where it begins and ends across, where it starts, and how long it is."""

    low: float
    high: float
    start: float
    length: float
    lying: bool
    series: str


def read_bars(ax: Any, shown: tuple[Shown, Shown], told: dict[int, str], eye: Eye) -> tuple[list[Any], list[Any]]:
    """Return the bars of an axes and the bins of its histogram, of which at most one is there.

    `told` has the text of the legend by the `id` of each patch.
    """
    held = [each for each in ax.containers if getattr(each, "patches", None)]
    groups = [[bar for patch in each.patches if (bar := _bar(patch, _lies(each), told))] for each in held]
    groups = [group for group in groups if group]
    found = [bar for group in groups for bar in group]
    if not found:
        return [], []
    along = "x" if found[0].lying else "y"
    axis = shown[int(found[0].lying)]
    if not axis.labels and all(map(_is_histogram, groups)):
        ordered = [bar for group in groups for bar in sorted(group, key=lambda bar: bar.low)]
        return [], [_bin(bar, axis, along, eye) for bar in ordered]
    spans = np.array([[bar.low, bar.high] for bar in found])
    placed = bar_names(spans, axis.labels, [place for place, group in enumerate(groups) for _ in group])
    names = [name for name, _ in placed] if axis.labels else axis.names([at for _, at in placed])
    return [
        {"name": name or "", "series": bar.series, "length": eye.length(along, bar.start, bar.length)}
        for name, bar in zip(names, found, strict=True)
    ], []


def _bar(patch: Any, lying: bool, told: dict[int, str]) -> Bar | None:
    """Return a patch as a bar; None where it has no place or no width."""
    (x, y), width, height = patch.get_xy(), patch.get_width(), patch.get_height()
    across, start, size, length = (y, x, height, width) if lying else (x, y, width, height)
    if not np.isfinite([across, start, size, length]).all() or not size:
        return None
    low, high = sorted((across, across + size))
    return Bar(low, high, start, length, lying, told.get(id(patch), ""))


def _lies(container: Any) -> bool:
    """Return whether the bars of a container lie; where it does not say so, by what they have in common."""
    if getattr(container, "orientation", None) is not None:
        return str(container.orientation) == "horizontal"
    heights = [patch.get_height() for patch in container.patches]
    widths = [patch.get_width() for patch in container.patches]
    return len(set(np.round(heights, 9))) == 1 < len(set(np.round(widths, 9)))


def _is_histogram(bars: Sequence[Bar]) -> bool:
    """Return whether bars without labels count: they touch, and are counts or shares of intervals between the ticks.

    Bars of width one around whole numbers are the bars of these numbers.
    """
    ordered = sorted(bars, key=lambda bar: bar.low)
    lows, highs = np.array([bar.low for bar in ordered]), np.array([bar.high for bar in ordered])
    lengths, widths = np.array([bar.length for bar in ordered]), highs - lows
    touching = len(bars) > 1 and np.allclose(lows[1:], highs[:-1], rtol=0, atol=1e-3 * widths.min())
    numbers = np.allclose(widths, 1) and np.allclose((lows + highs) / 2 % 1, 0)
    if not touching or numbers or (lengths < 0).any():
        return False
    whole = any(np.isclose(total, (1, 100)).any() for total in (lengths.sum(), (lengths * widths).sum()))
    return bool(whole or np.allclose(lengths, np.rint(lengths)))


def _bin(bar: Bar, axis: Shown, along: str, eye: Eye) -> dict[str, Any]:
    low, high = axis.places([bar.low, bar.high])
    return {"from": low, "to": high, "length": eye.length(along, bar.start, bar.length), "series": bar.series}
