"""In what a wrong figure differs from the right one, for whoever has to say what strikes the eye."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.families.dialogues.result_briefs import facts_brief
from company.prompts import brief_text
from company.records import Result

_MOST = 900
"""Characters of both figures together that are told."""


def drawn_otherwise(wanted: Sequence[Result], made: Sequence[Result]) -> dict[str, Any]:
    """Return what the one figure of wrong results shows, and what that of the right ones shows, where these differ.

    Nothing where there is no such figure, or where the difference is too long to be told.
    """
    right, wrong = (_axes(results) for results in (wanted, made))
    if not right or len(right) != len(wrong):
        return {}
    pairs = [_differing(one, other) for one, other in zip(wrong, right, strict=True)]
    told = {"shows": [one for one, _ in pairs if one], "should_show": [other for _, other in pairs if other]}
    told = {key: axes for key, axes in told.items() if axes}
    return told if len(brief_text(told)) <= _MOST else {}


def _axes(results: Sequence[Result]) -> list[dict[str, Any]]:
    figures = [facts_brief(each.facts) for each in results if each.type == "plot"]
    return list(figures[0].get("axes", ())) if len(figures) == 1 else []


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what two mappings hold that the other does not hold as well; rows of tables that both have stay out."""
    left: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for key in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(key), other.get(key)
        if mine == theirs:
            continue
        parts: tuple[Any, Any] = (mine, theirs)
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
            parts = _differing(mine, theirs)
        elif isinstance(mine, list) and isinstance(theirs, list):
            parts = [each for each in mine if each not in theirs], [each for each in theirs if each not in mine]
        for side, part in zip(left, parts, strict=True):
            side.update({key: part} if part not in (None, [], {}) else {})
    return left
