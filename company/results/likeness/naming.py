"""Names for places: what stands at the ticks of an axis, put where a number would say nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.likeness.mark import Mark
from company.results.plots import as_number, tick_names


def names_along(page: Any, axis: str) -> dict[float, str]:
    """Return the texts at the ticks of an axis by their places; none where they are the numbers of the places."""
    ticks = page["ticks"].get(axis) or []
    names = tick_names([(float(at), str(text)) for at, text in ticks if at is not None])
    numbers = [as_number(text) for text in names.values()]
    return {} if numbers and numbers == list(names) else names


def named_places(places: list[Any]) -> Any:
    """Return places, numbers or texts, as one column: of numbers where all of them are numbers, or read as such."""
    numbers = [as_number(each.replace(",", "")) if isinstance(each, str) else float(each) for each in places]
    if None not in numbers:
        return np.array(numbers, dtype=float)
    return np.array([each if isinstance(each, str) else f"{each:.6g}" for each in places], dtype=object)


def at_names(mark: Mark, page: Any, names: dict[str, dict[float, str]]) -> list[Mark]:
    """Return a mark with names in its places, along each axis along which each of them has one."""
    del page
    for axis, texts in names.items():
        places = mark.channels.get(axis)
        if not texts or places is None or places.dtype.kind != "f" or not len(places):
            continue
        ticks = np.array(sorted(texts))
        nearest = ticks[np.abs(ticks[None, :] - np.nan_to_num(places)[:, None]).argmin(axis=1)]
        step = float(np.diff(ticks).min()) if len(ticks) > 1 else 1.0
        spread = 0.45 if mark.kind in SPREAD else 1e-6  # points may be moved a little to lie less on one another
        if bool(np.all(np.abs(nearest - places) <= spread * step)):
            mark.channels[axis] = named_places([texts[at] for at in nearest.tolist()])
    return [mark]


SPREAD = ("points", "grid")
