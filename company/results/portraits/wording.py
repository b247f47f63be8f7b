"""The words of a figure: titles, names of axes, labels at ticks, legends, notes."""

from __future__ import annotations

import functools
import sys
from typing import Any

import numpy as np

from company.results.portraits.marks import colours_of

LONGEST = 300
"""Characters of a text that are kept."""
MOST_TEXTS = 400
"""Texts of one sort that are kept on an axes."""


def said(text: Any) -> str:
    """Return what a text of a figure says, without what JSON and UTF-8 cannot hold."""
    words = text if isinstance(text, str) else text.get_text()
    return str(words)[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def titles(ax: Any) -> dict[str, str]:
    """Return the title of an axes, wherever it stands above it, and the names along its sides."""
    above = [said(ax.get_title(loc=place)) for place in ("center", "left", "right")]
    found = {"title": " ".join(text for text in above if text)}
    for axis in "xyz":
        if hasattr(ax, f"get_{axis}label"):
            found[f"{axis}label"] = said(getattr(ax, f"get_{axis}label")())
    return found


def categories(axis: Any) -> list[list[Any]]:
    """Return place and text of each tick of an axis whose ticks were given texts; nothing of one that counts."""
    formatter = axis.get_major_formatter()
    made = getattr(formatter, "func", None)
    dealt = isinstance(made, functools.partial) and made.func.__name__ == "_format_with_dict"
    if not dealt and type(formatter).__name__ not in ("FixedFormatter", "StrCategoryFormatter"):
        return []
    ticks = list(zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=False))[:MOST_TEXTS]
    found = [(float(place), said(text).strip()) for place, text in ticks]
    return [[place, text] for place, text in found if text and np.isfinite(place)]


def days_of(axis: Any, places: Any) -> Any:
    """Return places along an axis of pandas that counts periods as days, as matplotlib's own axes of dates count."""
    freq = getattr(axis, "freq", None) or getattr(axis.axes, "freq", None)
    converter = axis.get_converter() if hasattr(axis, "get_converter") else axis.converter
    pandas = sys.modules.get("pandas")
    if pandas is None or freq is None or "Period" not in type(converter).__name__:
        return places
    from matplotlib.dates import date2num

    periods = pandas.PeriodIndex.from_ordinals(np.rint(places).astype(np.int64), freq=freq)
    moments: Any = date2num(periods.to_timestamp().to_numpy())  # type: ignore[no-untyped-call]
    return moments


def legends(ax: Any) -> list[dict[str, Any]]:
    """Return the legends of an axes and of its figure: their titles, and each text with the colours beside it."""
    from matplotlib.legend import Legend

    own = [each for each in ax.artists if isinstance(each, Legend)]
    figure = ax.get_figure()
    held = [each for each in (ax.get_legend(), *own, *getattr(figure, "legends", ())) if each is not None]
    found = []
    for legend in {id(each): each for each in held if each.get_visible()}.values():
        pairs = zip(legend.legend_handles, legend.get_texts(), strict=False)
        entries = [[said(text), colours_of(handle) if handle is not None else []] for handle, text in pairs]
        found.append({"title": said(legend.get_title()), "entries": entries[:MOST_TEXTS]})
    return found


def named(series: list[dict[str, Any]], shown: list[dict[str, Any]]) -> None:
    """Give each series the name that a legend shows for it, by its label, or else by its colour; "" where none does."""
    entries = [entry for legend in shown for entry in legend["entries"]]
    texts = {text for text, _ in entries}
    by_colour: dict[str, set[str]] = {}
    for text, colours in entries:
        for colour in colours[:1]:
            by_colour.setdefault(colour, set()).add(text)
    for each in series:
        own = said(each["name"])
        alike = by_colour.get(each["colours"][0], set()) if len(each["colours"]) == 1 else set()
        each["name"] = own if own in texts else next(iter(alike)) if len(alike) == 1 else ""
        each["label"] = own


def notes(ax: Any) -> list[list[Any]]:
    """Return place and text of what is written on an axes."""
    found = []
    for text in list(ax.texts)[:MOST_TEXTS]:
        words = said(text).strip()
        if words and text.get_visible():
            across, along = text.get_transform().contains_branch_seperately(ax.transData)
            place = [
                axis_number(each) if inside else None
                for each, inside in zip(text.get_position(), (across, along), strict=True)
            ]
            found.append([*place, words])
    return found


def axis_number(value: Any) -> float | None:
    """Return a place as a number; None where it is none, as a category's name."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
