"""A case is solved before it is judged: what is asked, what code comes to on its state, and how an answer is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from company.errors import ArchiveError, ReviewError
from company.records import Intent
from company.replay.before import why_failed
from company.replay.runner import Ran
from company.reviewing import ByCode, Given, Solving, Task, kind_of
from human_review.store import Assignment, Attempt, Solution
from human_review.web.access import desk_of
from human_review.web.code_pages import runner_of
from human_review.web.desk import Desk


@dataclass(frozen=True)
class Asked:
    """What somebody holds and is to solve."""

    held: Assignment
    solving: Solving
    task: Task


def asked(desk: Desk, item: str, reviewer: int) -> Asked:
    """Return what somebody holds and is asked. Raises ReviewError where there is nothing to solve."""
    held = desk.store.held(reviewer, item)
    if held is None:
        raise ReviewError("this item is not in your hands (any more); take it again, your words are kept")
    solving = kind_of(desk.kinds, held.item.kind).solving
    task = solving.task(held.body) if solving is not None else None
    if solving is None or task is None:
        raise ReviewError(f"a {held.item.kind} is judged and not solved; load the page again")
    return Asked(held, solving, task)


async def ran(request: Request, reviewer: int, asked: Asked, code: str, wanted: Sequence[Intent]) -> Ran:
    """Run code on the state before what is to be solved. Raises SandboxError where that cannot be done."""
    runner = await runner_of(request)
    with desk_of(request).archive() as archive:
        record = archive.get(asked.held.item.record)
        before = asked.solving.before(archive, record)
    return await runner.run_on(record, before, code, wanted, reviewer=reviewer)


async def answered(
    request: Request, reviewer: int, asked: Asked, given: Given, *, hash: str, seconds: float | None
) -> Solution:
    """Keep an answer, and return the one that counts, the first. Code is run; raises ReviewError where it fails."""
    if isinstance(given, ByCode):
        done = await ran(request, reviewer, asked, given.code, asked.task.wanted)
        if not done.execution.ok:
            raise ReviewError(f"your code fails ({why_failed(done.execution)}); mend it, or choose “I cannot tell”")
        given = ByCode(code=given.code, results=done.execution.results)
    attempt = Attempt(
        item=asked.held.item.id,
        hash=hash,
        of=asked.task.group,
        given=given,
        right=await _right(desk_of(request), asked, given),
        seconds=seconds,
        made_of=str(asked.held.body.get("parent") or ""),
    )
    return await run_in_threadpool(desk_of(request).store.solve, reviewer, attempt)


async def _right(desk: Desk, asked: Asked, given: Given) -> bool | None:
    """Return whether an answer is right, as far as the record itself says where the run cannot be read just now."""
    sandbox = await desk.sandbox() if isinstance(given, ByCode) else None
    try:
        with desk.archive() as archive:
            return await asked.solving.right(archive, sandbox, asked.held.body, given)
    except ArchiveError:
        return await asked.solving.right(None, None, asked.held.body, given)
