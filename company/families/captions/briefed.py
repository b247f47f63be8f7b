"""What briefs tell of the figures of captions: what is drawn, in numbers as exact as anybody can read them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from company.families.captions.records import Figure
from company.families.shared.outlines import outline

_DIGITS = 5
"""Of the span of what is drawn: more of them nobody sees."""


def drawn_of(figure: Figure) -> list[dict[str, Any]]:
    """Return what a figure shows, an entry per axes, with values rounded to digits of their span."""
    return [_rounded(outline(page)) for page in figure.drawn]


def _rounded(page: Mapping[str, Any]) -> dict[str, Any]:
    values = [value for line in page.get("lines", ()) for value in line["values"]]
    values += [bar["length"] for bar in page.get("bars", ())]
    span = max(values) - min(values) if values else 0.0
    if not (math.isfinite(span) and span > 0):
        return dict(page)
    decimals = max(_DIGITS - 1 - math.floor(math.log10(span)), 0)
    changed: dict[str, Any] = {}
    if "lines" in page:
        changed["lines"] = [
            {**line, "values": [round(value, decimals) for value in line["values"]]} for line in page["lines"]
        ]
    if "bars" in page:
        changed["bars"] = [{**bar, "length": round(bar["length"], decimals)} for bar in page["bars"]]
    return {**page, **changed}
