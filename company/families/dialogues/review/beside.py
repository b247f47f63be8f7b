"""What is shown beside a record of each kind: the records that it was made from, as far as they bear on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.history import history
from company.families.dialogues.records import Library, Turn
from company.families.dialogues.review.turns import turn_view
from company.records import USABLE, Record

Shown = dict[str, Any]


def ancestor(archive: Archive, record: str | None, kind: type[Record]) -> Any:
    """Return the nearest record of a kind from this one upwards; None where there is none."""
    while record is not None:
        try:
            found = archive.get(record)
        except ArchiveError:  # a table's name that is no record's, or a run that is being made anew
            return None
        if isinstance(found, kind):
            return found
        record = found.parent
    return None


def above(*kinds: type[Record]) -> Callable[[Archive, Mapping[str, Any]], Shown]:
    """Return a function that finds the nearest records of these kinds above one, or above the options of a question."""

    def beside(archive: Archive, body: Mapping[str, Any]) -> Shown:
        of = body["options"][0] if "options" in body else body
        return {kind.__name__.lower(): ancestor(archive, of.get("parent"), kind) for kind in kinds}

    return beside


def of_turn(archive: Archive, body: Mapping[str, Any]) -> Shown:
    """Return the turn in its dialogue, as a page shows it."""
    return {"view": turn_view(archive, Turn.model_validate(body))}


def of_rewrite(archive: Archive, of: Mapping[str, Any]) -> Shown:
    """Return the turn whose code it rewrites, and the functions that it calls."""
    called = set(of["functions"])
    functions = [
        each
        for library in archive.records("library", USABLE)
        if isinstance(library, Library)
        for each in library.functions
        if each.name in called
    ]
    return {"turn": ancestor(archive, of["turn"], Turn), "functions": functions}


def of_case(archive: Archive, of: Mapping[str, Any]) -> Shown:
    """Return the turn of a case, with its figures, and the options as models see them."""
    turn = ancestor(archive, of.get("parent"), Turn)
    figures = len(archive.figures(turn.id)) if turn else 0
    return {"turn": turn, "figures": figures, "options": options(of)}


def options(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a case's options in the order and under the letters that models see, each with `right`."""
    if case["choice"] is None:
        return []
    slips = {each["text"]: each["slip"] for each in case["choice"]["options"]}
    codes = {each["text"]: each["code"] for each in case["choice"]["options"]}
    right = _right_letter(case["entry"])
    entry = case["entry"].get("choice")
    shown = (entry.get("options") if isinstance(entry, dict) else None) or [
        {"letter": letter, "text": each["text"]}
        for letter, each in zip(ascii_uppercase, case["choice"]["options"], strict=False)
    ]
    return [
        {
            "letter": each["letter"],
            "text": each["text"],
            "code": codes.get(each["text"], ""),
            "slip": slips.get(each["text"], ""),
            "right": each["letter"] == right,
        }
        for each in shown
    ]


def _right_letter(entry: Mapping[str, Any]) -> str:
    try:
        return str(json.loads(entry["reference_answer"])["correct_answer"])
    except (ValueError, KeyError, TypeError):
        return ""


def figures(archive: Archive, body: Mapping[str, Any], sibling: int | None) -> Sequence[bytes]:
    """Return the figures of the turn that a record is or was made of; those of an earlier turn by its position."""
    turn = ancestor(archive, body.get("turn") or body.get("id"), Turn)
    if turn is None or sibling is None:
        return archive.figures(turn.id) if turn else []
    turns = history(archive, turn.parent or "", turn.position, turn.position)
    return next((archive.figures(each.id) for each in turns if each.position == sibling), [])
