"""What people said of captions, from the verdicts that a benchmark publishes: how many, and how far they agree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from human_review.agreement import agreement
from human_review.verdicts import Answer, Rank, Said

Line = Mapping[str, Any]
KINDS = ("caption_set", "caption")
_MEASURES = ("tau-b", "W", "alpha", "AC1")


def opinions_of(verdicts: Sequence[Line]) -> dict[str, dict[str, Any]]:
    """Return what there is of each kind and group of people: verdicts, people, and how far they agree.

    Of rankings, agreement is Kendall's tau-b and W, of replies Krippendorff's alpha and Gwet's AC1, each with its 95 %
    interval over items, or the reason that it has none.
    """
    found: dict[str, dict[str, Any]] = {}
    for kind in KINDS:
        of_kind = [each for each in verdicts if each["kind"] == kind and each["standing"] and _said(each) is not None]
        for group in dict.fromkeys(str(each.get("group", "")) for each in of_kind):
            own = [each for each in of_kind if str(each.get("group", "")) == group]
            name = f"{kind} by {group}" if group else kind
            found[name] = {
                "verdicts": len(own),
                "people": len({each["reviewer"] for each in own}),
                "agreement": _agreement("rank" if kind == "caption_set" else "answer", own),
            }
    return found


def opinions_text(found: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each kind and group."""
    for name, told in found.items():
        measures = "; ".join(_measure_text(measure, each) for measure, each in told["agreement"].items())
        yield f"  {name}: {told['verdicts']:,} verdicts of {told['people']:,} people; {measures}"


def _measure_text(name: str, told: Mapping[str, Any]) -> str:
    if told["value"] is None:
        return f"{name} undefined ({told['undefined']})"
    spread = "" if told["low"] is None else f" ({told['low']:.2f} to {told['high']:.2f})"
    return f"{name} {told['value']:.2f}{spread} on {told['items']:,}"


def _agreement(form: Any, lines: Sequence[Line]) -> dict[str, dict[str, Any]]:
    items: dict[str, list[Line]] = {}
    for each in lines:
        items.setdefault(str(each["record"]), []).append(each)
    judged = [[said for each in item if (said := _said(each)) is not None] for item in items.values()]
    who = [[int(each["reviewer"]) for each in item] for item in items.values()]
    found = agreement(form, judged, who=who)
    return {
        name: {
            "value": each.value,
            "low": each.low,
            "high": each.high,
            "items": found.items,
            "undefined": each.undefined,
        }
        for name, each in found.measures.items()
        if name in _MEASURES
    }


def _said(line: Line) -> Said | None:
    """Return the opinion in a published verdict; None for one that is none."""
    if line["verdict"] == "rank":
        return Rank(order=tuple(json.loads(line["said"])))
    return Answer(reply=line["said"]) if line["verdict"] == "answer" else None
