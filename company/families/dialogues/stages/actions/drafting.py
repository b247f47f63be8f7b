"""One member of staff drafts, code judges, and what is wrong goes back with the next ask."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

from company.families.dialogues.judging import OF_GATE
from company.records import Record, Role
from company.run.stage import Office
from company.staff.conversation import Conversation
from company.staff.members import Ask, Thread

DRAFTS = 2
"""How often a draft is made until one passes, where another turn may give the case as well: of third drafts fewer pass
than of first ones, and they read more."""
_LONG = 3_000
"""Characters of a reply beyond which only the latest one is shown to its writer."""
_Made = TypeVar("_Made", bound=Record)
Drafts = Sequence[Mapping[str, Any]]
"""Earlier drafts as prompts tell them: each `reply`, of long ones the latest, and what was `wrong` with it."""


async def drafted(  # noqa: PLR0913 - what stages of drafts differ in, named
    office: Office,
    role: Role,
    stage: str,
    record: str,
    compose: Callable[[Drafts], Ask],
    build: Callable[[Any], Awaitable[_Made | str | None]],
    curable: Callable[[_Made], bool] = lambda _: True,
    most: int | None = None,
) -> _Made | None:
    """Return the first record that passes, else the last that did not; None where staff declined or there is none.

    Why there is none is noted as lost at `stage` and `record`.

    `compose` is given the earlier drafts; `build` makes a record of a reply, or says in words what
    is wrong with it, or gives None where the reply says that there is nothing to ask here. Of a rejected record,
    `curable` says whether another draft could do better; `most` is how many there may be, without it DRAFTS. Raises
    ReplyError when the staff do not answer as asked.
    """
    drafts: list[dict[str, Any]] = []
    made: _Made | str | None = None
    for _ in range(most or DRAFTS):
        reply = await asked(office, role, stage, record, compose(drafts))
        made = await build(reply)
        if made is None or (isinstance(made, Record) and (made.status != "rejected" or not curable(made))):
            return made
        wrong = (made.reason or "").removeprefix(OF_GATE) if isinstance(made, Record) else made
        drafts = [*map(_shortened, drafts), {"reply": reply.model_dump(mode="json"), "wrong": wrong}]
    if isinstance(made, str):
        office.lost(record, stage, made)
        return None
    return made


def _shortened(draft: Mapping[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in draft.items() if key == "wrong" or len(json.dumps(part)) <= _LONG}


async def asked(office: Office, role: Role, stage: str, record: str, ask: Ask) -> Any:
    """Return the reply of one member of staff to one ask. Raises ReplyError when it is not answered as asked."""

    def compose(thread: Thread) -> Ask:
        return ask

    conversation = Conversation([office.member(role, stage, record, compose)], max_messages=1)
    await conversation.run()
    return conversation.thread[-1].content  # type: ignore[attr-defined]
