"""What is shown beside an item of each kind: the records that it was made from, as far as they bear on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.records import AnyRecord, Dialogue, Library, Persona, Plan, ReviewKind, Scenario, Table, Turn

Shown = dict[str, Any]


def shown(archive: Archive, kind: ReviewKind, body: Mapping[str, Any]) -> Shown:
    """The context of an item, by name; what is not in the archive (any more) is None."""
    of = body["options"][0] if "options" in body else body
    return _SHOWN[kind](archive, of)


def ancestor(archive: Archive, record: str | None, kind: type[AnyRecord]) -> Any:
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


def _above(*kinds: type[AnyRecord]) -> Callable[[Archive, Mapping[str, Any]], Shown]:
    def found(archive: Archive, of: Mapping[str, Any]) -> Shown:
        return {kind.__name__.lower(): ancestor(archive, of.get("parent"), kind) for kind in kinds}

    return found


def _turn(archive: Archive, of: Mapping[str, Any]) -> Shown:
    context = _above(Dialogue, Plan, Persona)(archive, of)
    earlier = archive.history(of["parent"], of["position"], turns=of["position"])
    plan = context["plan"]
    asked = plan.questions[of["question"] - 1] if plan and 0 < of["question"] <= len(plan.questions) else None
    return {**context, "history": earlier, "question": asked}


def _library(archive: Archive, of: Mapping[str, Any]) -> Shown:
    return _above(Plan, Persona)(archive, of)


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
    return {"turn": turn, "figures": len(archive.figures(turn.id)) if turn else 0}


_SHOWN: Mapping[ReviewKind, Callable[[Archive, Mapping[str, Any]], Shown]] = {
    "table": lambda _, __: {},
    "persona": _above(Table),
    "scenario": _above(Persona, Table),
    "plan": _above(Scenario, Persona, Table),
    "turn": _turn,
    "library": _library,
    "rewrite": _rewrite,
    "rewording": _above(Turn, Persona),
    "case": _case,
}
