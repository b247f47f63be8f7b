"""A series as it is compared: its kind, its name, and its columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(eq=False)
class Mark:
    """A series; its channels are columns of one length, numbers or texts."""

    kind: str
    name: str
    channels: dict[str, Any]
    form: str = ""
    """How it is drawn where that says something: lying bars, a kind of steps, a ring, a sort of scale of colours."""
    colours: list[str] = field(default_factory=list)
    count: int = 0
    """How many rows there were, of which the channels may hold every so many."""
    means: dict[str, Any] = field(default_factory=dict)
    """Of channels that do not hold all rows, over all of them."""
    place: int = -1
    """Its number among the series of its axes; -1 of what was put together from several."""

    @property
    def length(self) -> int:
        """How many rows its channels have."""
        return len(next(iter(self.channels.values()), ()))

    def corners(self) -> Any:
        """Return its places on the page, a row each."""
        return np.stack([self.channels["x"], self.channels["y"]], axis=1)


def mark_of(place: int, series: Any) -> Mark:
    """Return a series of a portrait, NaN for what is no number."""
    channels = {}
    for name, values in series["channels"].items():
        texts = bool(values) and isinstance(values[0], str)
        numbers = [np.nan if each is None else each for each in values]
        channels[name] = np.array(values, dtype=object) if texts else np.array(numbers, dtype=float)
    form = " ".join(str(series[key]) for key in ("form", "norm") if series.get(key))
    mark = Mark(series["kind"], series["name"], channels, form, [str(each) for each in series.get("colours") or ()])
    count, means = series.get("count"), series.get("means")
    mark.count = int(count) if isinstance(count, int) else mark.length
    mark.means, mark.place = means if isinstance(means, dict) else {}, place
    return mark


def is_flat(mark: Mark, kind: str) -> bool:
    """Return whether a mark is of a kind and has its places on a page, not in space and not at names."""
    flat = mark.kind == kind and {"x", "y"} <= mark.channels.keys() and "z" not in mark.channels
    return flat and all(mark.channels[axis].dtype.kind == "f" for axis in "xy")
