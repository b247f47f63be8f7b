"""How staff are asked for one thing: a conversation of one reply, with names swapped as the run's settings say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from company.families.dialogues.screened import screen
from company.records import Flag, Frozen, Message, Record, Role
from company.run.stage import Office, composed
from company.screening.flags import flags_in
from company.staff.conversation import replied
from company.staff.members import Ask, Thread
from company.tables.record import Table

_Reply = TypeVar("_Reply", bound=Frozen)
_Made = TypeVar("_Made", bound=Record)


def table_of(office: Office) -> Table:
    """Return the table of the run."""
    table: Table = office.archive.records("table", ("accepted", "edited"))[0]
    return table


async def reply_to(  # noqa: PLR0913 - what is asked of whom, named where it is used
    office: Office,
    role: Role,
    at: tuple[str, str],
    words: str,
    reply: type[_Reply],
    brief: dict[str, Any],
    pictures: Sequence[bytes] = (),
    check: Callable[[Any], str | None] = lambda reply: None,
    who: str | None = None,
    **values: object,
) -> tuple[_Reply, tuple[Message, ...]]:
    """Return the reply of a member of staff, and the conversation; `at` is the stage and the record.

    `check` complains of a reply, in words for its writer, who then sends another one; `who` is the prompt that says
    who the member is, where that is not what the role is everywhere; `values` are what the words have
    gaps for beside the brief. Raises ReplyError where the reply is not as asked.
    """
    table = table_of(office)
    screened = screen(office, table, table)

    def compose(thread: Thread) -> Ask:
        return replace(screened.asked(composed(words, reply, brief, **values)), pictures=tuple(pictures), check=check)

    return await replied(office.member(role, *at, compose, who), reply)


def marked(office: Office, record: _Made, texts: Sequence[tuple[str, str]]) -> _Made:
    """Return a record with the passages that a person should see, where the settings ask for them.

    `texts` are its fields of words, each with its content.
    """
    if not office.settings.screening.flags:
        return record
    found: list[Flag] = [flag for field, text in texts for flag in flags_in(text, field)]
    return record.model_copy(update={"flags": tuple(found)}) if found else record
