"""What a stage is, and the office that it is given.

A stage is a function from one accepted record to new records. It keeps no state of its own: run again on the same
record, it makes the same records, and every model call it repeats is answered from the ledger.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from company.archive import Archive, Topic
from company.config import ROLES, Settings
from company.console.progress import Progress
from company.models.ledger import Ledger
from company.prompts import brief_text, prompt
from company.records import Frozen, Record, Role
from company.reviewing.fingerprints import fingerprint_known
from company.run.making import Commission
from company.sandbox import Sandbox
from company.staff.members import Ask, Member, Thread

RESOURCE = "resource"
"""The folder, in that of a run, of its tables and other given files."""
LOST = Topic("lost", ("stage", "record"))
"""What came to nothing, and why."""


@dataclass(frozen=True)
class Office:
    """What every stage of a run works with."""

    settings: Settings
    archive: Archive
    ledger: Ledger
    sandbox: Sandbox
    progress: Progress
    commissions: Sequence[Commission]
    """Of all rounds so far, in order."""
    reach: int | None = None
    """Of a serial stage: how many units of the record's commission are wanted, the first ones; None: all."""
    trial: int = 0
    """How often the present piece of work was given up before: its calls are made anew, not looked up."""
    noted: set[tuple[str, str]] = field(default_factory=set)
    """The losses of the present piece of work: stage and record."""

    def on_trial(self, trial: int) -> Office:
        """Return the same office for another trial of a piece of work."""
        return replace(self, trial=trial, noted=set())

    @property
    def resource(self) -> Path:
        """The folder of the run's tables and other given files."""
        return self.archive.run / RESOURCE

    def lost(self, record: str, stage: str, why: str) -> None:
        """Note that a stage came to nothing at a record, for those who ask what became of it."""
        self.progress.failure()
        self.progress.note(f"{record}: {why}")
        self.noted.add((stage, record))
        self.archive.put_fact(LOST, stage, record, content=why)

    def found(self, record: str, stage: str) -> None:
        """Take back that a stage came to nothing at a record, where an earlier piece of work has noted it."""
        if (stage, record) not in self.noted:
            self.archive.withdraw_fact(LOST, stage, record)

    def member(
        self, role: Role, stage: str, record: str, compose: Callable[[Thread], Ask], words: str | None = None
    ) -> Member:
        """Return a member of staff for one conversation, whose calls are booked on this stage and record.

        The prompt `words` says who the member is, where that is not what the role is in all of the family's runs.
        """
        return Member(
            role,
            prompt(words or self.archive.family.making.role_words(role)),
            self.ledger.desk(role, stage, record, self.trial),
            compose,
        )


@dataclass(frozen=True)
class Stage:
    """A named step of the company's work."""

    name: str
    takes: str
    """Kind of record that it starts from."""
    run: Callable[[Office, Any], AsyncIterator[Record]]
    """Yields new records; each is stored before the next is asked for."""
    prompts: tuple[str, ...] = ()
    """Prompts that its outcome depends on."""
    wants: Callable[[Any], bool] = lambda record: True
    """Whether there is anything to do for a record of the kind."""
    below: Callable[[Any], str] = lambda record: str(record.id)
    """The id below which it makes its records."""
    serves: tuple[str, ...] | None = None
    """The categories of cases that it is there for; run on as many records as they need. None: run on all."""
    on: Callable[[Settings], bool] = lambda settings: True
    """Whether a run wants it at all, where it serves no category."""
    pictures: bool = False
    """Whether its prompts show pictures; those whom it asks have to see then."""
    language_models_only: bool = False
    """Whether the built-in company cannot answer its prompts."""
    for_each: bool = False
    """Whether it makes a record for each commission, and so has more to do when a round has asked for more."""
    beside: Callable[[Archive], Sequence[str]] = lambda archive: ()
    """What else of the run its outcome depends on, beside the record: done anew where that has changed."""
    serial: bool = False
    """One record after the other, in the order of their ids, once all other work is done: each builds on the last.

    It goes over as much of each as `Office.reach` says. When more is wanted later, it begins anew, from stored replies.
    """

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The roles whose replies its outcome depends on."""
        return tuple(role for role in ROLES if any(name.startswith(f"{role}_") for name in self.prompts))

    def key(self, record: Record, office: Office) -> str:
        """Return a hash of all that the outcome depends on beside the code: input, words, models, settings."""
        from company.prompts import words

        told = office.settings.model_dump(mode="json", exclude=_apart(office.settings))
        content = [
            fingerprint_known(office.archive, record),
            [words(name) for name in self.prompts],
            [office.ledger.backends[role].identity for role in self.roles],
            told,
            len(office.commissions) if self.for_each else 0,
            *([] if office.reach is None else [office.reach]),
        ]
        if beside := self.beside(office.archive):
            content.append({"beside": list(beside)})
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


_APART = ("out", "file", "name", "budget", "sandbox", "targets", "model", "review")


def _apart(settings: Settings) -> dict[str, bool | set[str]]:
    """Return the settings that a stage's outcome does not depend on; models count by role."""
    return {**dict.fromkeys(_APART, True), **settings.may_change()}


def composed(name: str, reply: type[Frozen], brief: dict[str, Any], **values: object) -> Ask:
    """Return a prompt with its brief: the words of `name`.md around the facts, as JSON."""
    return Ask(prompt(name, brief=f"```json\n{brief_text(brief)}\n```", **values), reply)
