"""What is shown beside an item of each kind: the records that it was made from, as far as they bear on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from string import ascii_uppercase
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.records import Library, Persona, ReviewKind, Scenario, Turn
from company.records import Record
from company.tables.record import Table

Shown = dict[str, Any]


def shown(archive: Archive, kind: ReviewKind, body: Mapping[str, Any]) -> Shown:
    """The context of an item, by name; what is not in the archive (any more) is None."""
    of = body["options"][0] if "options" in body else body
    return _SHOWN[kind](archive, of)


def ancestor(archive: Archive, record: str | None, kind: type[Record]) -> Any:
    """The nearest record of a kind from this one upwards; None where there is none."""
    while record is not None:
        try:
            found = archive.get(record)
        except ArchiveError:  # a table's name that is no record's, or a run that is being made anew
            return None
        if isinstance(found, kind):
            return found
        record = found.parent
    return None


def _above(*kinds: type[Record]) -> Callable[[Archive, Mapping[str, Any]], Shown]:
    def found(archive: Archive, of: Mapping[str, Any]) -> Shown:
        return {kind.__name__.lower(): ancestor(archive, of.get("parent"), kind) for kind in kinds}

    return found


def _rewrite(archive: Archive, of: Mapping[str, Any]) -> Shown:
    called = set(of["functions"])
    functions = [
        each
        for library in archive.records("library", ("accepted", "edited"))
        if isinstance(library, Library)
        for each in library.functions
        if each.name in called
    ]
    return {"turn": ancestor(archive, of["turn"], Turn), "functions": functions}


def _case(archive: Archive, of: Mapping[str, Any]) -> Shown:
    turn = ancestor(archive, of.get("parent"), Turn)
    figures = len(archive.figures(turn.id)) if turn else 0
    return {"turn": turn, "figures": figures, "options": options(of)}


def options(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A case's options in the order and under the letters that models see, each with `right`; empty without any."""
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


_SHOWN: Mapping[ReviewKind, Callable[[Archive, Mapping[str, Any]], Shown]] = {
    "table": lambda _, __: {},
    "persona": _above(Table),
    "scenario": _above(Persona, Table),
    "plan": _above(Scenario, Persona, Table),
    "turn": lambda _, __: {},  # its page has `showing.turn_view`
    "library": lambda _, __: {},
    "rewrite": _rewrite,
    "rewording": _above(Turn, Persona),
    "case": _case,
}
