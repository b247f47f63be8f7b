"""How staff are asked about figures: as who draws them, decides on them or has them drawn, and holds no dialogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from company.families import asking
from company.records import Frozen, Message, Role
from company.run.stage import Office

_Reply = TypeVar("_Reply", bound=Frozen)


async def reply_to(  # noqa: PLR0913 - what is asked of whom, named where it is used
    office: Office,
    role: Role,
    at: tuple[str, str],
    words: str,
    reply: type[_Reply],
    brief: dict[str, Any],
    pictures: Sequence[bytes] = (),
    check: Callable[[Any], str | None] = lambda reply: None,
    **values: object,
) -> tuple[_Reply, tuple[Message, ...]]:
    """Return the reply of a member of staff, and the conversation, as `families.asking.reply_to` does."""
    who = f"{role}_figures_role"
    return await asking.reply_to(office, role, at, words, reply, brief, pictures, check, who, **values)
