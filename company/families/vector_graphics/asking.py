"""How staff are asked for one thing: a conversation of one reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from company.records import Frozen, Message, Role
from company.run.stage import Office, composed
from company.staff.conversation import replied
from company.staff.members import Ask, Thread

_Reply = TypeVar("_Reply", bound=Frozen)


async def reply_to(  # noqa: PLR0913 - what is asked of whom, named where it is used
    office: Office,
    role: Role,
    at: tuple[str, str],
    words: str,
    reply: type[_Reply],
    brief: dict[str, Any],
    pictures: Sequence[bytes] = (),
    **values: object,
) -> tuple[_Reply, tuple[Message, ...]]:
    """Return the reply of a member of staff, and the conversation; `at` is the stage and the record.

    `values` are what the words have gaps for beside the brief. Raises ReplyError where the reply is not as asked.
    """

    def compose(thread: Thread) -> Ask:
        return replace(composed(words, reply, brief, **values), pictures=tuple(pictures))

    return await replied(office.member(role, *at, compose), reply)
