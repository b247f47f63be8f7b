"""Responses that were given in Argilla, as verdicts of named reviewers; see `intake` for how they come in.

What is read is the `records.json` of a dataset that Argilla wrote to disk (`dataset.to_disk`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.errors import ReviewError
from human_review.interchange.accounts import Account, names
from human_review.interchange.answers import CHANGED, Answers, changes, verdict
from human_review.interchange.argilla.asking import given, values
from human_review.interchange.argilla.records import user_of
from human_review.interchange.intake import About, Format, Given, Taken, take_in
from human_review.store import Verdict
from human_review.store.database import Database
from human_review.verdicts import Said, Withdrawn

_RECORDS = Format(
    "record", "metadata", "write the dataset to disk again", "give the records.json that Argilla wrote to disk"
)


def read(database: Database, file: Path, known_as: Mapping[str, str], clock: Callable[[], float] = time.time) -> Taken:
    """Take a dataset's records. `known_as`: id of a user in Argilla → reviewer's name.

    Raises ReviewError, with nothing written, for a file of anything else.
    """
    with database.reading() as connection:
        people = names(connection)
    who = {**{user_of(name): name for name in people.values()}, **known_as}
    done = Taken()
    return take_in(database, list(_responses(file, who, people, done)), done, "Argilla", clock)


@dataclass(frozen=True)
class _Response:
    """What one user answered to one record."""

    told: Mapping[str, Any]
    who: str
    people: Mapping[int, str]

    def said(self, about: About) -> Said:
        """Return the verdict that it is. Raises ReviewError where it is none."""
        return verdict(given(self.told, about.body), about.kind, about.item.form, about.body)

    def ours(self, about: About) -> Verdict | None:
        """Return the verdict of its author that says the same: they have given it here, or it was exported."""
        for each in about.before:
            said = each.content
            if (
                self.people.get(each.reviewer) != self.who
                or isinstance(said, Withdrawn)
                or not (each.standing or each.late)
            ):
                continue
            account = Account(about.item, about.kind, about.body, ())
            if _alike(about, given(self.told, about.body), given(values(said, account), about.body)):
                return each
        return None


def _alike(about: About, one: Answers, other: Answers) -> bool:
    """Return whether answers say the same; texts that were left as they are say nothing."""
    both = (one, other)
    plain = [{name: told for name, told in each.items() if told and not name.startswith(CHANGED)} for each in both]
    new = [changes(each, about.kind, about.item.form, about.body) for each in both]
    return plain[0] == plain[1] and new[0] == new[1]


def _responses(file: Path, who: Mapping[str, str], people: Mapping[int, str], done: Taken) -> Iterator[Given]:
    for number, record in enumerate(_RECORDS.read(file), 1):
        metadata = record["metadata"]
        for user, told in _by_user(file, number, record, done).items():
            name = who.get(user, f"Argilla user {user}")
            one = _Response(told, name, people)
            yield Given(
                place=f"record {number}, by {name}",
                item=metadata["item"],
                hash=metadata["hash"],
                who=name,
                said=one.said,
                ours=one.ours,
                raw=dict(told),
                told={"user": user},
            )


def _by_user(file: Path, number: int, record: Mapping[str, Any], done: Taken) -> dict[str, dict[str, Any]]:
    """Return what each user submitted, question by question; drafts and what was discarded are only counted."""
    found: dict[str, dict[str, Any]] = {}
    skipped: set[str] = set()
    for question, told in (record.get("responses") or {}).items():
        for each in told:
            if not isinstance(each, dict) or "value" not in each:
                raise ReviewError(f"{file}, record {number}: a response without a value; write the dataset again")
            user = str(each.get("user_id"))
            if each.get("status", "submitted") in ("submitted", None):
                found.setdefault(user, {})[question] = each["value"]
            else:
                skipped.add(user)
    done.skipped += len(skipped - found.keys())
    return found
