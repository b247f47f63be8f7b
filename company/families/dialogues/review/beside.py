"""What is shown beside a record of each kind: the records that it was made from, as far as they bear on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from company.archive import Archive
from company.errors import ArchiveError
from company.families.dialogues.body.reference import solution
from company.families.dialogues.body.second_answers import A_SLIP, FIELD, NO_RESULT, THE_KEY
from company.families.dialogues.history import history
from company.families.dialogues.ids import turn_of
from company.families.dialogues.records import Library, Turn
from company.families.dialogues.review.turns import turn_view
from company.families.shared.choices.lettered import letter_of_reference
from company.records import USABLE, Record, Result
from company.showing.results import result_views
from human_review.web.differing import pieces

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
    """Return what there is to judge a case by: its turn with results and figures, its options with their values.

    A correction has its wrong code beside the right one, a case on the private library the code that it replaces, and
    one that was asked back what was asked and how else it could be read, and one whose second answer did not come to
    the key that answer.
    """
    turn = _turn_of(archive, of)
    figures = len(archive.figures(turn.id)) if turn else 0
    entry = of["entry"]
    return {
        "turn": turn,
        "figures": figures,
        "options": options(of),
        "reference": turn.results if turn else (),
        "results": result_views(turn.results, figures) if turn else (),
        "solution": solution(str(entry.get("reference_answer", ""))),
        "wrong": wrong_code(entry),
        "prototype": str(entry.get("prototype_code") or ""),
        "asked_back": [(str(each["question"]), str(each["answer"])) for each in entry.get("clarifications", [])],
        "readings": [str(each["text"]) for each in entry.get("readings", [])],
        "second": second(of),
    }


def _turn_of(archive: Archive, of: Mapping[str, Any]) -> Turn | None:
    """Return the turn that a case was made of, also where it was made of that turn's rewrite."""
    try:
        found = archive.get(turn_of(str(of["entry"].get("data_id") or of["id"])))
    except ArchiveError:
        return None
    return found if isinstance(found, Turn) else None


def wrong_code(entry: Mapping[str, Any]) -> Shown | None:
    """Return the wrong version that a case asks to correct: what is wrong with it, and both codes as one text."""
    wrong = entry.get("wrong")
    code = next(iter((entry.get("wrong_answers") or {}).values()), None)
    if not isinstance(wrong, Mapping) or code is None:
        return None
    told = ", ".join(str(wrong[name]) for name in ("kind", "error", "difference") if wrong.get(name))
    right = solution(str(entry["reference_answer"]))
    return {"kind": told, "slip": str(wrong.get("slip", "")), "pieces": pieces(solution(str(code)), right)}


def second(of: Mapping[str, Any]) -> Shown | None:
    """Return a second answer that did not come to the key: whose it is, its code, and what it came to instead."""
    told = (of.get("gate") or {}).get(FIELD)
    if not isinstance(told, Mapping) or told["came_to"] == THE_KEY:
        return None
    results = [Result.model_validate(each) for each in told.get("results", ())]
    came_to = {
        A_SLIP: f"what a forgetful analyst comes to ({told.get('slip', '')})",
        NO_RESULT: f"nothing: {told.get('error', '')}",
    }
    return {
        "by": str(told.get("by", "")),
        "message": str(told.get("message", "")),
        "came_to": came_to.get(str(told["came_to"]), "something else than the key"),
        "solution": solution(str(told.get("script", ""))),
        "reference": tuple(results),
        "results": result_views(results),
    }


def options(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a case's options in the order and under the letters that models see, each with `right` and its value.

    `number` is its place among those of the record, by which it is edited; None where the record has no such text.
    """
    entry = case["entry"].get("choice")
    own = (case["choice"] or entry or {"options": []})["options"]
    numbers = {each["text"]: number for number, each in enumerate(own)}
    right = letter_of_reference(str(case["entry"].get("reference_answer", "")))
    shown = (entry.get("options") if isinstance(entry, dict) else None) or [
        {"letter": letter, "text": each["text"]} for letter, each in zip(ascii_uppercase, own, strict=False)
    ]
    found = []
    for each, value in zip(shown, _values(case, len(shown)), strict=True):
        number = numbers.get(each["text"])
        of = each if number is None else own[number]
        told = {name: of.get(name, "") for name in ("code", "slip")}
        told |= {"letter": each["letter"], "text": each["text"], "number": number, "value": value}
        found.append({**told, "right": each["letter"] == right})
    return found


def _values(case: Mapping[str, Any], count: int) -> list[str]:
    """Return what each option was executed to, as the release gate noted it; nothing where it did not."""
    measured = (case.get("gate") or {}).get("options")
    told = measured.get("options") if isinstance(measured, Mapping) else None
    if not isinstance(told, list) or len(told) != count:
        return [""] * count
    return [str(each.get("said") or each.get("error") or "") if isinstance(each, Mapping) else "" for each in told]


def figures(archive: Archive, body: Mapping[str, Any], sibling: int | None) -> Sequence[bytes]:
    """Return the figures of the turn that a record is or was made of; those of an earlier turn by its position."""
    turn = _turn_of(archive, body) if "entry" in body else ancestor(archive, body.get("turn") or body.get("id"), Turn)
    if turn is None or sibling is None:
        return archive.figures(turn.id) if turn else []
    # A question that is answered by choosing is about its own turn, too.
    last = turn.position + ("choice" in body.get("entry", {}))
    turns = history(archive, turn.parent or "", last, last)
    return next((archive.figures(each.id) for each in turns if each.position == sibling), [])
