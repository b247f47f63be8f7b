"""What a reader sees at a place of an axis: a label, a date, or a number; never how many ticks there are before it."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from company.results.plots import as_number

YEARS = (1500, 2200)
"""Whole numbers between these along an axis are years, and so labels."""
_FREQUENCIES = {"Y": "%Y", "A": "%Y", "Q": "%YQ%q", "M": "%Y-%m"}
"""How a period is written, by the start of its frequency's name; as a day, or with its time, where it is shorter."""


@dataclass(frozen=True)
class Shown:
    """What stands along an axis."""

    labels: dict[float, str]
    """The labels that were given to places within the picture; empty where the axis has numbers or dates."""
    dates: bool
    freq: Any
    """The frequency of an axis that counts periods; None of all others."""

    def places(self, at: Sequence[float]) -> list[str | float | None]:
        """Return what a reader sees at places: labels, dates or numbers; None where no label stands there."""
        if self.labels:
            return [self.label(place, 0.25 * _least(at)) for place in at]
        if self.dates:
            return list(_dates([_moment(place, self.freq) for place in at]))
        whole = [float(place) for place in at]
        if whole and all(each.is_integer() and YEARS[0] <= each <= YEARS[1] for each in whole):
            return [f"{each:.0f}" for each in whole]
        return [float(f"{each:.9g}") for each in whole]

    def names(self, at: Sequence[float]) -> list[str | None]:
        """Return the same as texts."""
        return [f"{each:.6g}" if isinstance(each, float) else each for each in self.places(at)]

    def label(self, at: float, apart: float = np.inf) -> str | None:
        """Return the label next to a place, at most a quarter of a step, and `apart`, away from it."""
        nearest = min(self.labels, key=lambda place: abs(place - at))
        return self.labels[nearest] if abs(nearest - at) <= min(0.25 * _least(self.labels), apart) else None


def shown_on(axis: Any) -> Shown:
    """Return what stands along an axis of matplotlib."""
    converter = axis.get_converter() if hasattr(axis, "get_converter") else axis.converter
    dates = any(word in type(converter).__name__ for word in ("Date", "Period"))
    counts = "Period" in type(converter).__name__
    freq = getattr(axis, "freq", None) or getattr(axis.axes, "freq", None) if counts else None
    return Shown({} if dates else _given(axis), dates, freq)


def _given(axis: Any) -> dict[float, str]:
    """Return the labels of an axis whose ticks were given texts; none where these are its numbers once more."""
    formatter = axis.get_major_formatter()
    made = getattr(formatter, "func", None)
    dealt = isinstance(made, functools.partial) and made.func.__name__ == "_format_with_dict"
    if not dealt and type(formatter).__name__ not in ("FixedFormatter", "StrCategoryFormatter"):
        return {}
    low, high = sorted(axis.get_view_interval())
    ticks = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False)
    found = {float(at): text.get_text().strip().replace("\u2212", "-") for at, text in ticks if low <= at <= high}
    found = {at: text for at, text in found.items() if text}
    sparse = len(found) > 1 and _least(found) > 1 and all(as_number(text) == at for at, text in found.items())
    return {} if sparse else found


def _least(places: Iterable[float]) -> float:
    """Return the smallest distance between places; 1 of a single one."""
    steps = np.diff(np.unique(np.array(list(places), dtype=float)))
    return float(steps.min()) if len(steps) else 1.0


def _moment(at: float, freq: Any) -> Any:
    if freq is not None:
        return pd.Period(ordinal=round(at), freq=freq)
    from matplotlib.dates import num2date

    moment: Any = num2date(at)  # type: ignore[no-untyped-call]
    return pd.Timestamp(moment).tz_localize(None).round("s")


def _dates(moments: Sequence[Any]) -> list[str]:
    """Return moments as texts, no finer than is needed to write them all."""
    if moments and isinstance(moments[0], pd.Period):
        form = _FREQUENCIES.get(moments[0].freqstr[:1], "")
        if form:
            return [each.strftime(form) for each in moments]
        weeks = moments[0].freqstr.startswith("W")  # a week is called by the day that it ends with
        moments = [each.end_time.normalize() if weeks else each.start_time for each in moments]
    ends = pd.DatetimeIndex(list(moments))
    if (ends != ends.normalize()).any():
        return [str(each) for each in moments]
    for part, form in ((ends.is_year_start, "%Y"), (ends.is_year_end, "%Y"), (ends.is_month_start, "%Y-%m")):
        if part.all():
            return [each.strftime(form) for each in moments]
    return [each.strftime("%Y-%m" if ends.is_month_end.all() else "%Y-%m-%d") for each in moments]
