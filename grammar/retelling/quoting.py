"""Which sentence of a query asks for which element of the figure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from grammar.colour_names import named_colour
from grammar.retelling.telling import Page, sentences_in

_AXES = re.compile(r"^axes\[(\d+)\]\.")


def quoted(page: Page, query: str, elements: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return for each element the sentence that asks for it; none where none does."""
    places = [int(found[1]) for each in elements if (found := _AXES.match(each["element"]))
              and each["element"].endswith(".type")]  # fmt: skip
    order = {place: number for number, place in enumerate(sorted(set(places)))}
    sentences = sentences_in(query)
    return [{"element": each["element"], "quote": _quote(page, sentences, order, each)} for each in elements]


def _quote(page: Page, sentences: Sequence[str], order: Mapping[int, int], element: Mapping[str, Any]) -> str:
    found, part = _AXES.match(element["element"]), element["element"].rpartition(".")[2]
    number = order.get(int(found[1])) if found else None
    axes = page.axes[number] if number is not None and number < len(page.axes) else None
    said = axes.said if axes is not None else [*page.said, *sentences]
    value = str(element["value"])
    if part in ("type", "data"):
        return axes.spoken[0] if axes is not None and axes.spoken else ""
    if part == "colour":
        colour = named_colour(value) or value
        return next((each for each in said if f" in {colour}" in each), "")
    found_there = next((each for each in (*said, *sentences) if f"“{value}”" in each), "")
    if part == "note" and not found_there and axes is not None and {"decimals", "percent"} & axes.words.keys():
        return next((each for each in said if " at its mark" in each or "its percentage" in each), "")
    if part == "note" and not found_there and axes is not None:
        return next((each for each in axes.spoken if each.startswith(("Slices", "Draw a pie"))), "")
    return found_there
