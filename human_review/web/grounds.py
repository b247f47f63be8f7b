"""Why an item is before people again, in words: what models came to, and not which ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from company.reviewing import Grounds, Other
from human_review.store import Item

_SUSPICIONS: Mapping[str, str] = {
    "weaker models do better": "Models that are right less often on the other cases do better on this one.",
}
"""What is not said by counting answers already."""


@dataclass(frozen=True)
class Result:
    """Another outcome than the reference's."""

    title: str
    text: str
    """Of the option with that letter; empty for code."""
    code: str
    left_out: int
    differs: str


@dataclass(frozen=True)
class Doubt:
    """The grounds of one case."""

    data_id: str
    sentences: tuple[str, ...]
    because: str
    results: tuple[Result, ...]


@dataclass(frozen=True)
class Told:
    """All that a page says of it."""

    doubts: tuple[Doubt, ...]
    anew: bool
    """People decided on it before."""


def told_of(item: Item, context: Mapping[str, Any]) -> Told | None:
    """Return the grounds of an item; None where it was not sent back. `context`: as its page has it, with options."""
    if not item.grounds:
        return None
    texts = {each["letter"]: str(each["text"]) for each in context.get("options") or []}
    return Told(tuple(_doubt(each, texts) for each in item.grounds), item.round > 1)


def _doubt(grounds: Grounds, texts: Mapping[str, str]) -> Doubt:
    results = tuple(_result(each, texts) for each in grounds.others)
    return Doubt(grounds.data_id, tuple(_sentences(grounds)), grounds.because, results)


def _sentences(grounds: Grounds) -> Sequence[str]:
    if not grounds.models:
        return ["Who runs the review asks for another look."]
    others = max((each.models for each in grounds.others), default=0)
    found = [f"{_of(grounds.right, grounds.models)} to the same as the reference."]
    if others > 1:
        found.insert(0, f"{others} of {grounds.models} models agree on another result than the reference.")
    return [*found, *(_SUSPICIONS[each] for each in grounds.suspicions if each in _SUSPICIONS)]


def _result(other: Other, texts: Mapping[str, str]) -> Result:
    models = "1 model" if other.models == 1 else f"{other.models} models"
    title = f"{other.letter}, chosen by {models}" if other.letter else f"Another result, of {models}"
    return Result(title, texts.get(other.letter, ""), other.code, other.left_out, other.differs)


def _of(count: int, total: int) -> str:
    return f"{'None' if count == 0 else count} of {total} models {'comes' if count == 1 else 'come'}"
