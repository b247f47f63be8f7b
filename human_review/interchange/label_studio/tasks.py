"""Items as tasks: a folder with a file of tasks and a labelling interface for each kind of record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.reviewing.elsewhere import Reading
from human_review.interchange.accounts import Account, accounts, by_form, names, shown
from human_review.interchange.files import empty_folder, written
from human_review.interchange.label_studio.controls import (
    FIGURE,
    RECORD,
    SHEET,
    TALK,
    Layout,
    interface,
    regions,
    shown_in,
)
from human_review.interchange.reading import Reader, as_html, dialogue
from human_review.store import Verdict
from human_review.store.database import Database
from human_review.verdicts import Withdrawn

_SUFFIX = ("", "-figure", "-{}-figures")
MARK = "verdict"
"""Ids of regions that are verdicts of ours begin so, followed by the verdict's number: they are known again."""


def write(database: Database, folder: Path, archive: Archive | None = None) -> dict[str, int]:
    """Write all items that are not stale, by kind, form and figures; name of project → tasks. The folder has to be new.

    With the run's archive, tasks show the dialogue, the table and figures, too; without it, the record's fields.
    Verdicts stand there as annotations once all reviews of an item are in. Raises ReviewError for a folder in use.
    """
    empty_folder(folder)
    counts: dict[str, int] = {}
    reader = Reader(archive)
    with database.reading() as connection:
        people = names(connection)
        for (_, form), together in by_form(accounts(connection, whole=False)).items():
            for figures, group in _by_figures(together, reader).items():
                kind, layout = group[0].kind, _layout(group, reader, figures)
                name = f"{kind.name}-{form}{_SUFFIX[min(figures, 2)].format(figures)}"
                with written(folder / f"{name}.json") as stream:
                    tasks = [_task(account, layout, reader, people) for account in group]
                    json.dump(tasks, stream, ensure_ascii=False, indent=1)
                with written(folder / f"{name}.xml") as stream:
                    stream.write(interface(kind, form, layout))
                counts[name] = len(group)
    return counts


def marked(verdict: Verdict) -> str:
    """Return the beginning of the ids of a verdict's regions."""
    return f"{MARK}-{verdict.id}"


def _by_figures(group: list[Account], reader: Reader) -> dict[int, list[Account]]:
    """Group items by their number of figures: an interface shows as many in each of its tasks."""
    together: dict[int, list[Account]] = {}
    for each in group:
        together.setdefault(len(reader.figures(each)), []).append(each)
    return dict(sorted(together.items()))


def _layout(group: list[Account], reader: Reader, figures: int) -> Layout:
    """Return what the tasks of a group show: of a record its conversation, or its fields; of a choice its options."""
    readings = [reader.reading(each) for each in group]
    told = [bool(read and read.talk) or "options" in each.body for each, read in zip(group, readings, strict=True)]
    plain = [each for each, elsewhere in zip(group, told, strict=True) if not elsewhere]
    fields = dict.fromkeys(name for each in plain for name in shown(each.body, each.kind))
    talk, sheet = any(read and read.talk for read in readings), any(read and read.parts for read in readings)
    return Layout(tuple(fields), talk, sheet, figures)


def _task(account: Account, layout: Layout, reader: Reader, people: Mapping[int, str]) -> dict[str, Any]:
    item, reading = account.item, reader.reading(account) or Reading()
    texts = shown(account.body, account.kind)
    data: dict[str, Any] = {"item": item.id, "hash": item.hash, "kind": item.kind, "form": item.form}
    data[RECORD] = item.record
    data |= shown_in({name: texts.get(name, "") for name in layout.fields}, account.body, account.kind, item.form)
    data |= {TALK: dialogue(reading)} if layout.talk else {}
    data |= {SHEET: as_html(reading.parts)} if layout.sheet else {}
    data |= {f"{FIGURE}{number}": each for number, each in enumerate(reader.figures(account), 1)}
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
