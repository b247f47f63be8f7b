"""Edited code has been run before it is submitted: an edit brings along all that follows from its code."""

from __future__ import annotations

from typing import Any

from company.archive import Archive
from company.errors import ReviewError
from company.records import Intent
from company.replay.code import outcome
from company.replay.runner import Runner, changes_of
from company.reviewing.kinds import kinds_of
from human_review.verdicts import Edit


async def completed(runner: Runner, archive: Archive, record_id: str, edit: Edit, *, reviewer: int = 0) -> Edit:
    """Return the edit with all that follows from its code: what is measured of it, and the outcome.

    What a browser claims of results and outcome is not believed. An edit that leaves the code alone runs nothing.
    Raises ReviewError where the code fails, where it cannot stand in the place of the record's own, or nothing is left
    of the edit, and what `Runner.run` raises.
    """
    record = archive.get(record_id)
    kind = kinds_of(archive).get(record.kind)
    if kind is None or kind.code is None:
        return edit
    changes = {name: new for name, new in edit.changes.items() if name not in kind.measured}
    if not changes:
        raise ReviewError("nothing is changed yet; change something, or accept it as it is")
    if not {"code", "intents"} & changes.keys():
        return Edit(changes=changes)
    kept = record.model_dump(mode="json")
    code = changes.get("code", kept["code"])
    if not isinstance(code, str):
        raise ReviewError(f"the edited {kind.name} has no code; write some, or reject it")
    ran = await runner.run(archive, record_id, code, _intents(changes.get("intents")), reviewer=reviewer)
    followed = changes_of(archive, ran)
    words = {name: new for name, new in changes.items() if name not in followed}
    new = {name: value for name, value in {**words, **followed}.items() if kept.get(name) != value}
    return Edit(changes=new or changes, outcome=outcome(ran.execution))


def _intents(told: Any) -> tuple[Intent, ...] | None:
    if told is None:
        return None
    try:
        return tuple(Intent.model_validate(each) for each in told)
    except (TypeError, ValueError):
        raise ReviewError("each result that is asked for needs a name and a type; mend that") from None
