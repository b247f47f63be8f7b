"""What belongs together though it was drawn apart: error bars and what they stand on, words that several axes share."""

from __future__ import annotations

from typing import Any

import numpy as np

from company.results.portraits.marks import Series
from company.results.portraits.wording import said

CARRIERS = ("bar", "points", "line", "step")
"""Kinds of series that error bars stand on."""


def with_loose_errors(found: list[Series]) -> list[Series]:
    """Return series, each with the error bars that another call has drawn on it."""
    kept = list(found)
    for strokes in [each for each in found if each["kind"] == "segments"]:
        bars = error_bars(strokes["channels"])
        carrier = next((each for each in kept if bars is not None and stands_under(each, *bars)), None)
        if bars is not None and carrier is not None:
            upright, places, low, high = bars
            at, along = channels_under(carrier, upright)
            order = np.empty(len(places), dtype=int)
            order[np.argsort(carrier["channels"][at], kind="stable")] = np.argsort(places, kind="stable")
            carrier["channels"] |= {f"{along}_low": low[order], f"{along}_high": high[order]}
            kept = [each for each in kept if each is not strokes]
    return kept


def error_bars(channels: dict[str, Any]) -> tuple[bool, Any, Any, Any] | None:
    """Return of strokes that are all upright, or all level, whether they are upright, their places and their ends."""
    ends = {axis: np.sort(np.stack([channels[axis], channels[f"{axis}_to"]]), axis=0) for axis in "xy"}
    for upright, across, along in ((True, "x", "y"), (False, "y", "x")):
        if np.array_equal(*ends[across]) and bool((ends[along][0] < ends[along][1]).any()):
            return upright, ends[across][0], *ends[along]
    return None


def channels_under(carrier: Series, upright: bool) -> tuple[str, str]:
    """Return the channel that has the places of error bars on a series, and the one that they are about."""
    is_across = carrier["kind"] == "bar" or upright
    return ("x", "y") if is_across else ("y", "x")


def stands_under(carrier: Series, upright: bool, places: Any, low: Any, high: Any) -> bool:
    """Return whether error bars are those of a series: one at each of its places, around its value."""
    if carrier["kind"] not in CARRIERS or "z" in carrier["channels"]:
        return False
    if carrier["kind"] == "bar" and upright == (carrier.get("form") == "lying"):
        return False
    at, along = channels_under(carrier, upright)
    held = carrier["channels"]
    if f"{along}_low" in held or len(held[at]) != len(places) or not len(places):
        return False
    mine, theirs = np.argsort(held[at], kind="stable"), np.argsort(places, kind="stable")
    values = (held[along] + held["base"] if carrier["kind"] == "bar" else held[along])[mine]
    slack = 1e-9 * float(np.ptp(places) or 1.0)
    if not np.allclose(held[at][mine], places[theirs], rtol=1e-9, atol=slack):
        return False
    below, above = values - low[theirs], high[theirs] - values
    return bool(min(below.min(), above.min()) >= -1e-9 * float(np.ptp(values) or 1.0) and below.any() and above.any())


def share_words(pages: list[Any], every: list[Any]) -> None:
    """Give axes that have no name along a side, and no texts at its ticks, those that are written for several of them:
    on an axes whose scale they share, or, a name, once for the whole figure.
    """
    main = [
        (page, ax)
        for page, ax in zip(pages, every, strict=True)
        if not page["colourbar"] and page["twin"] is None and page["inset"] is None
    ]
    own = [({axis: page[f"{axis}label"] for axis in "xy"}, dict(page["ticks"])) for page, _ in main]
    for axis in "xy":
        for page, ax in main:
            shared = getattr(ax, f"get_shared_{axis}_axes")()
            others = [told for told, (_, other) in zip(own, main, strict=True) if shared.joined(ax, other)]
            whole = getattr(ax.get_figure(), f"_sup{axis}label", None)  # there is no public way before matplotlib 3.8
            written = said(whole) if whole is not None else ""
            names = [words[axis] for words, _ in others if words[axis]]
            page[f"{axis}label"] = page[f"{axis}label"] or next(iter(names), written)
            ticks = [held[axis] for _, held in others if held[axis]]
            page["ticks"][axis] = page["ticks"][axis] or next(iter(ticks), [])


def share_names(pages: list[Any]) -> None:
    """Give series of axes without a legend the names that a legend of other axes shows for their labels and colours."""
    entries = [entry for page in pages for legend in page["legends"] for entry in legend["entries"]]
    shown = {(text, colours[0]) for text, colours in entries if colours}
    for page in pages:
        for each in page["series"] if not page["legends"] else ():
            if len(each["colours"]) == 1 and (each["label"], each["colours"][0]) in shown:
                each["name"] = each["label"]
