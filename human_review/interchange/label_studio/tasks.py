"""Items as tasks: a folder with a file of tasks and a labelling interface for each kind of record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from human_review.interchange.accounts import Account, accounts, by_form, names, shown
from human_review.interchange.files import empty_folder, written
from human_review.interchange.label_studio.controls import RECORD, interface, regions, shown_in
from human_review.store import Verdict
from human_review.store.database import Database
from human_review.verdicts import Withdrawn

MARK = "verdict"
"""Ids of regions that are verdicts of ours begin so, followed by the verdict's number: they are known again."""


def write(database: Database, folder: Path) -> dict[str, int]:
    """Write all items that are not stale, by kind and form; name of project → tasks. The folder has to be new.

    Verdicts stand there as annotations once all reviews of an item are in. Raises ReviewError for a folder in use.
    """
    empty_folder(folder)
    counts: dict[str, int] = {}
    with database.reading() as connection:
        people = names(connection)
        for (_, form), group in by_form(accounts(connection, whole=False)).items():
            fields = _fields(group)
            kind = group[0].kind
            name = f"{kind.name}-{form}"
            with written(folder / f"{name}.json") as stream:
                tasks = [_task(account, fields, people) for account in group]
                json.dump(tasks, stream, ensure_ascii=False, indent=1)
            with written(folder / f"{name}.xml") as stream:
                stream.write(interface(kind, form, fields))
            counts[name] = len(group)
    return counts


def marked(verdict: Verdict) -> str:
    """Return the beginning of the ids of a verdict's regions."""
    return f"{MARK}-{verdict.id}"


def _fields(group: list[Account]) -> list[str]:
    """Return the fields to show; a choice shows its options."""
    return list(
        dict.fromkeys(name for each in group if "options" not in each.body for name in shown(each.body, each.kind))
    )


def _task(account: Account, fields: list[str], people: Mapping[int, str]) -> dict[str, Any]:
    item = account.item
    texts = shown(account.body, account.kind)
    data = {"item": item.id, "hash": item.hash, "kind": item.kind, "form": item.form, RECORD: item.record}
    data |= shown_in({name: texts.get(name, "") for name in fields}, account.body, account.kind, item.form)
    annotations = [_annotation(account, verdict, people) for verdict in account.standing]
    return {"data": data, "annotations": annotations}


def _annotation(account: Account, verdict: Verdict, people: Mapping[int, str]) -> dict[str, Any]:
    assert not isinstance(verdict.content, Withdrawn)
    item = account.item
    at = datetime.fromtimestamp(verdict.at, UTC).isoformat()
    return {
        "result": regions(verdict.content, account.kind, item.form, account.body, marked(verdict)),
        "completed_by": {"email": people[verdict.reviewer]},
        "lead_time": verdict.seconds,
        "created_at": at,
        "was_cancelled": False,
        "ground_truth": verdict.duty == "adjudication",
    }
