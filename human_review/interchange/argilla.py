"""Items as Argilla records: a folder for each kind of record, as Argilla 2 writes and reads a dataset on disk.

Only out. A verdict is a response of its reviewer, the decision a suggestion; neither is there before all reviews of an
item are in.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from company.errors import ReviewError
from company.reviewing.kinds import FormName
from human_review.forms import FORMS
from human_review.interchange.accounts import Account, accounts, by_form, names, shown
from human_review.interchange.files import empty_folder, written
from human_review.store.database import Database
from human_review.verdicts import Accept, Answer, Choose, Edit, Keep, Rank, Reject, Said, Score, Withdrawn

NONE = "none of them"
DECIDED = "decision of the review"
"""Who suggests decisions."""
_METADATA = ("item", "hash", "state", "why")


def write(database: Database, folder: Path, known_as: Mapping[str, str]) -> tuple[dict[str, int], list[str]]:
    """Write all items that are not stale, by kind and form: name of dataset → records, and who has no user there.

    `known_as`: reviewer's name → their user's id in Argilla. Others get an id made from their name, which Argilla takes
    only where a user has it. Raises ReviewError for a folder in use, and for an id that is none.
    """
    users = _users(known_as)
    empty_folder(folder)
    counts: dict[str, int] = {}
    unknown: set[str] = set()
    with database.reading() as connection:
        people = names(connection)
        for (kind, form), group in by_form(accounts(connection, whole=False)).items():
            name = f"{kind}-{form}"
            most = max(len(each.options) for each in group)
            fields = list(dict.fromkeys(field for each in group for field in _fields(each)))
            unknown |= {people[said.reviewer] for each in group for said in each.standing} - set(users)
            _dump(folder / name / ".argilla" / "dataset.json", _dataset(f"review-{name}", group))
            _dump(folder / name / ".argilla" / "settings.json", _settings(kind, form, fields, most, group))
            _dump(folder / name / "records.json", [_record(each, people, users) for each in group])
            counts[name] = len(group)
    return counts, sorted(unknown)


def _users(known_as: Mapping[str, str]) -> dict[str, str]:
    users = {}
    for name, user in known_as.items():
        try:
            users[name] = str(uuid.UUID(user))
        except ValueError:
            raise ReviewError(f"{user!r} is no id of a user in Argilla; give it as {name}=UUID") from None
    return users


def _dump(file: Path, what: object) -> None:
    with written(file) as stream:
        json.dump(what, stream, ensure_ascii=False, indent=1)


def _dataset(name: str, group: list[Account]) -> dict[str, Any]:
    return {"name": name, "status": "draft", "allow_extra_metadata": True, "distribution": _distribution(group)}


def _distribution(group: list[Account]) -> dict[str, Any]:
    return {"strategy": "overlap", "min_submitted": max(each.item.overlap for each in group)}


def _settings(kind: str, form: FormName, fields: Iterable[str], options: int, group: list[Account]) -> dict[str, Any]:
    shown_fields = [_field(name, required=name == "record") for name in fields]
    properties = [
        {"name": name, "title": name, "settings": {"type": "terms"}, "visible_for_annotators": name == "item"}
        for name in _METADATA
    ]
    return {
        "guidelines": f"Judge each {kind}: {', '.join(FORMS[form].says)}.",
        "fields": shown_fields,
        "questions": _questions(form, options),
        "metadata": properties,
        "vectors": [],
        "allow_extra_metadata": True,
        "distribution": _distribution(group),
    }


def _field(name: str, *, required: bool) -> dict[str, Any]:
    settings = {"type": "text", "use_markdown": False}
    return {"name": name, "title": name.replace("_", " "), "required": required, "settings": settings, "type": "text"}


def _questions(form: FormName, options: int) -> list[dict[str, Any]]:
    places = [str(place) for place in range(1, options + 1)]
    match form:
        case "judge":
            return [_label(FORMS[form].says), _text("reasons", "Reasons"), _text("changes", "Changes, as JSON")]
        case "choose":
            return [_label([*places, NONE]), _text("reasons", "Reasons")]
        case "keep":
            return [_label(FORMS[form].classes)]
        case "answer":
            return [_label(FORMS[form].classes), _text("remarks", "What else was noticed")]
        case "rank":
            values = [{"value": place, "text": place} for place in places]
            return [_question("order", "Options, the best first", {"type": "ranking", "options": values})]
        case "score":
            tenths = [{"value": value} for value in range(11)]
            return [_question("score", "Out of 10", {"type": "rating", "options": tenths})]


def _label(labels: Iterable[str]) -> dict[str, Any]:
    options = [{"value": label, "text": label} for label in labels]
    return _question("verdict", "Verdict", {"type": "label_selection", "options": options, "visible_options": None})


def _text(name: str, title: str) -> dict[str, Any]:
    return {**_question(name, title, {"type": "text", "use_markdown": False}), "required": False}


def _question(name: str, title: str, settings: dict[str, Any]) -> dict[str, Any]:
    told = {"name": name, "title": title, "description": None, "required": True}
    return {**told, "settings": settings, "type": settings["type"]}


def _fields(account: Account) -> dict[str, str]:
    """Return the fields to show, all of them text; an option is one field."""
    if "options" not in account.body:
        return {"record": account.item.record, **shown(account.body, account.kind)}
    described = {}
    for place, option in enumerate(account.options, 1):
        told = {"id": option["id"], **shown(option, account.kind)}
        described[f"option_{place}"] = "\n\n".join(f"{name}: {text}" for name, text in told.items())
    return {"record": account.item.record, **described}


def _record(account: Account, people: Mapping[int, str], users: Mapping[str, str]) -> dict[str, Any]:
    item = account.item
    responses: dict[str, list[dict[str, Any]]] = {}
    for verdict in account.standing:
        assert not isinstance(verdict.content, Withdrawn)
        name = people[verdict.reviewer]
        user = users.get(name) or str(uuid.uuid5(uuid.NAMESPACE_OID, f"reviewer {name}"))
        for question, value in _values(verdict.content, account).items():
            answer = {"value": value, "user_id": user, "status": "submitted"}
            responses.setdefault(question, []).append(answer)
    decision = None if item.decision is None or not account.standing else _values(item.decision, account)
    return {
        "id": item.id,
        "fields": _fields(account),
        "metadata": {"item": item.id, "hash": item.hash, "state": item.state, "why": item.why},
        "suggestions": {
            question: {"value": value, "score": None, "agent": DECIDED} for question, value in (decision or {}).items()
        },
        "responses": responses,
        "vectors": {},
    }


def _values(said: Said, account: Account) -> dict[str, Any]:
    """Return the answers by question."""
    place = {option["id"]: str(number) for number, option in enumerate(account.options, 1)}
    match said:
        case Accept():
            return {"verdict": "accept"}
        case Edit(changes=changes):
            return {"verdict": "edit", "changes": json.dumps(changes, ensure_ascii=False, indent=1)}
        case Reject(reasons=reasons):
            return {"verdict": "reject" if account.item.form == "judge" else NONE, "reasons": "\n".join(reasons)}
        case Choose(option=option):
            return {"verdict": place[option]}
        case Keep(keep=keep):
            return {"verdict": "keep" if keep else "drop"}
        case Answer(reply=reply, flags=flags):
            return {"verdict": reply, **({"remarks": "\n".join(flags)} if flags else {})}
        case Rank(order=order):
            return {"order": [place[option] for option in order]}
        case Score(score=score):
            return {"score": round(score / 10)}
