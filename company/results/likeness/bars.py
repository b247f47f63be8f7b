"""Bars as they are compared: at a name or a place, so long; what is under them, unless they are stacked."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.likeness.mark import Mark
from company.results.likeness.naming import named_places
from company.results.plots import bar_names


def read_all_bars(bars: list[Mark], names: dict[str, dict[float, str]]) -> bool:
    """Put names in the places of bars, drop their widths and what stacks stand on; tell whether there are stacks."""
    columns = [np.stack([bar.channels[name] for name in ("x", "y", "base", "width")], axis=1) for bar in bars]
    if not columns:
        return False
    owners = np.repeat(np.arange(len(bars)), [len(each) for each in columns])
    at, long, base, wide = np.vstack(columns).T
    based = bool(np.nan_to_num(base).any())
    stacked = based and is_stacked(at, base, long)
    texts = names["y" if bars[0].form.startswith("lying") else "x"]
    places = list(at)
    known = np.flatnonzero(np.isfinite(at) & np.isfinite(wide))
    if len(known):
        spans = np.stack([at - wide / 2, at + wide / 2], axis=1)[known]
        found = bar_names(spans, texts, owners[known].tolist())
        for row, (name, middle) in zip(known, found, strict=True):
            places[row] = name if texts and name is not None else middle
    column = named_places(places)
    for number, bar in enumerate(bars):
        bar.channels["x"] = column[owners == number]
        bar.channels.pop("width")
        if stacked or not based:
            bar.channels.pop("base")
    return stacked


def is_stacked(at: Any, base: Any, long: Any) -> bool:
    """Return whether each bar begins at 0, or where another one at its place ends."""
    tops: dict[tuple[float, bool], list[tuple[float, float]]] = {}
    for place, low, size in zip(np.round(at, 6).tolist(), base.tolist(), long.tolist(), strict=True):
        if size and np.isfinite([place, low, size]).all():
            tops.setdefault((place, size > 0), []).append((low, low + size))
    slack = 1e-6 * float(np.nanmax(np.abs(np.concatenate([base, long])), initial=1e-12))
    for held in tops.values():
        reach = 0.0
        for low, high in sorted(held, key=lambda each: abs(each[0])):
            if abs(low - reach) > slack:
                return False
            reach = high
    return True
