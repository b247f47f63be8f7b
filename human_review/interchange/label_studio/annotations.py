"""Annotations made in Label Studio, as verdicts of named reviewers; see `intake` for how they come in."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from company.errors import ReviewError
from human_review.interchange.intake import About, Format, Given, Taken, take_in
from human_review.interchange.label_studio.controls import regions, said, values
from human_review.interchange.label_studio.tasks import MARK
from human_review.store import Verdict
from human_review.store.database import Database
from human_review.verdicts import Said, Withdrawn

_MARKED = re.compile(rf"{MARK}-(\d+)-\d+")
_USERNAME = re.compile(r"(\S+@\S+), \d+$")
"""How Label Studio writes users where it gives their numbers alone: first name, last name, address, number."""


@dataclass(frozen=True)
class _Annotation:
    """One annotation of a task."""

    result: list[Any]

    def said(self, about: About) -> Said:
        """Return the verdict that it is. Raises ReviewError where it is none."""
        return said(self.result, about.kind, about.item.form, about.body)

    def ours(self, about: About) -> Verdict | None:
        """Return the verdict that it was exported from. Raises ReviewError where it was changed since."""
        if (found := _marked(self.result, about)) is None:
            return None
        assert not isinstance(found.content, Withdrawn)
        as_it_was = regions(found.content, about.kind, about.item.form, about.body, "")
        if values(self.result) != values(as_it_was):
            raise ReviewError("our verdict was changed there; verdicts are not overwritten: annotate the task anew")
        return found


_TASKS = Format("task", "data", "export the project again, as JSON", "export the project as JSON")


def read(database: Database, file: Path, known_as: Mapping[str, str], clock: Callable[[], float] = time.time) -> Taken:
    """Take a project's export as JSON. `known_as`: Label Studio's address or number of a user → reviewer's name.

    Raises ReviewError, with nothing written, for a file of anything else.
    """
    done = Taken()
    return take_in(database, list(_annotations(file, known_as, done)), done, "Label Studio", clock)


def _annotations(file: Path, known_as: Mapping[str, str], done: Taken) -> Iterator[Given]:
    for number, task in enumerate(_TASKS.read(file), 1):
        data = task["data"]
        for count, told in enumerate(task.get("annotations", []), 1):
            if not isinstance(told, dict) or not isinstance(told.get("result"), list):
                raise ReviewError(f"{file}, task {number}, annotation {count}: no list of results; export as JSON")
            if told.get("was_cancelled"):
                done.skipped += 1
                continue
            who = _who(told, known_as)
            yield _given(f"task {number}, annotation {count} by {who}", data, told, who)


def _who(told: Mapping[str, Any], known_as: Mapping[str, str]) -> str:
    """Return the reviewer's name: by address where there is one, else by number."""
    by, username = told.get("completed_by"), str(told.get("created_username") or "")
    address = by.get("email") if isinstance(by, dict) else None
    number = by.get("id") if isinstance(by, dict) else by
    if address is None and (match := _USERNAME.search(username)):
        address = match[1]
    for called in (address, number):
        if called is not None and str(called) in known_as:
            return known_as[str(called)]
    if address is None and number is None:
        return known_as.get("", "somebody in Label Studio")
    return str(address) if address is not None else f"Label Studio user {number}"


def _given(place: str, data: Mapping[str, Any], told: Mapping[str, Any], who: str) -> Given:
    one, seconds = _Annotation(told["result"]), told.get("lead_time")
    return Given(
        place=place,
        item=data["item"],
        hash=data["hash"],
        who=who,
        said=one.said,
        ours=one.ours,
        raw=told["result"],
        seconds=float(seconds) if isinstance(seconds, int | float) and seconds >= 0 else None,
        told={"annotation": told.get("id"), "made": told.get("created_at")},
    )


def _marked(found: list[Any], about: About) -> Verdict | None:
    """Return the verdict of ours that an annotation was exported from."""
    for region in found:
        if isinstance(region, dict) and (match := _MARKED.fullmatch(str(region.get("id", "")))):
            for verdict in about.before:
                if verdict.id == int(match[1]) and not isinstance(verdict.content, Withdrawn):
                    return verdict
    return None
