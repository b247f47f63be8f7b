"""Items as Argilla's records: a folder for each kind of record, in the layout of a dataset on disk.

A verdict is a response of its reviewer, the decision a suggestion; neither is there before all reviews of an item are
in. What can be edited is suggested as it is now, so that it is mended in its place.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.errors import ReviewError
from company.reviewing.kinds import FormName, ReviewKind
from human_review.forms import as_text
from human_review.interchange.accounts import Account, accounts, by_form, names, words
from human_review.interchange.answers import CHANGED
from human_review.interchange.argilla.asking import RECORD, SHEET, field_setting, fields_of, questions, values
from human_review.interchange.files import empty_folder, written
from human_review.interchange.reading import Reader
from human_review.store.database import Database
from human_review.verdicts import Withdrawn

DECIDED, NOW = "decision of the review", "as it is now"
"""Who suggests."""
METADATA = ("item", "hash", "state", "why")


def write(
    database: Database, folder: Path, known_as: Mapping[str, str], archive: Archive | None = None
) -> tuple[dict[str, int], list[str]]:
    """Write all items that are not stale, by kind and form: name of dataset → records, and who has no user there.

    With the run's archive, records show the dialogue, the table and figures, too; without it, the record's fields.
    `known_as`: reviewer's name → their user's id in Argilla. Others get an id made from their name, which Argilla takes
    only where a user has it. Raises ReviewError for a folder in use, and for an id that is none.
    """
    users = _users(known_as)
    empty_folder(folder)
    counts: dict[str, int] = {}
    unknown: set[str] = set()
    reader = Reader(archive)
    with database.reading() as connection:
        people = names(connection)
        for (name, form), group in by_form(accounts(connection, whole=False)).items():
            place = folder / f"{name}-{form}"
            found = [_record(each, reader, people, users) for each in group]
            unknown |= {people[said.reviewer] for each in group for said in each.standing} - set(users)
            fields = _ordered(field for each in found for field in each["fields"])
            _dump(place / ".argilla" / "dataset.json", _dataset(f"review-{place.name}", group))
            _dump(place / ".argilla" / "settings.json", _settings(group[0].kind, form, fields, group))
            _dump(place / "records.json", found)
            counts[place.name] = len(group)
    return counts, sorted(unknown)


def user_of(name: str) -> str:
    """Return the id of a user who is not known otherwise, made from a reviewer's name."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"reviewer {name}"))


def _users(known_as: Mapping[str, str]) -> dict[str, str]:
    users = {}
    for name, user in known_as.items():
        try:
            users[name] = str(uuid.UUID(user))
        except ValueError:
            raise ReviewError(f"{user!r} is no id of a user in Argilla; give it as {name}=UUID") from None
    return users


def _ordered(fields: Iterable[str]) -> list[str]:
    """Return the names of fields, each once; what stands beside the rest comes last."""
    return sorted(dict.fromkeys([RECORD, *fields]), key=lambda name: name == SHEET)


def _dump(file: Path, what: object) -> None:
    with written(file) as stream:
        json.dump(what, stream, ensure_ascii=False, indent=1)


def _dataset(name: str, group: list[Account]) -> dict[str, Any]:
    return {"name": name, "status": "draft", "allow_extra_metadata": True, "distribution": _distribution(group)}


def _distribution(group: list[Account]) -> dict[str, Any]:
    return {"strategy": "overlap", "min_submitted": max(each.item.overlap for each in group)}


def _settings(kind: ReviewKind, form: FormName, fields: Iterable[str], group: list[Account]) -> dict[str, Any]:
    properties = [
        {"name": name, "title": name, "settings": {"type": "terms"}, "visible_for_annotators": name == "item"}
        for name in METADATA
    ]
    return {
        "guidelines": kind.question,
        "fields": [field_setting(name) for name in fields],
        "questions": questions(kind, form, max(len(each.options) for each in group)),
        "metadata": properties,
        "vectors": [],
        "allow_extra_metadata": True,
        "distribution": _distribution(group),
    }


def _record(account: Account, reader: Reader, people: Mapping[int, str], users: Mapping[str, str]) -> dict[str, Any]:
    item = account.item
    responses: dict[str, list[dict[str, Any]]] = {}
    for verdict in account.standing:
        assert not isinstance(verdict.content, Withdrawn)
        name = people[verdict.reviewer]
        user = users.get(name) or user_of(name)
        for question, value in values(verdict.content, account).items():
            responses.setdefault(question, []).append({"value": value, "user_id": user, "status": "submitted"})
    return {
        "id": item.id,
        "fields": fields_of(account, reader),
        "metadata": {"item": item.id, "hash": item.hash, "state": item.state, "why": item.why},
        "suggestions": _suggestions(account),
        "responses": responses,
        "vectors": {},
    }


def _suggestions(account: Account) -> dict[str, dict[str, Any]]:
    now = {f"{CHANGED}{name}": as_text(account.body.get(name)) for name in words(account.kind, account.item.form)}
    decision = account.item.decision if account.standing else None
    decided = {} if decision is None else values(decision, account)
    told = {name: (text, NOW) for name, text in now.items()} | {name: (text, DECIDED) for name, text in decided.items()}
    return {name: {"value": value, "score": None, "agent": who} for name, (value, who) in told.items() if value != ""}
