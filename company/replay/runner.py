"""A person's code is run where the company's ran: in the sandbox, on the state before the record.

States that were made are kept for a while, so that a reviewer who goes through a series of records waits for each once.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from company.archive import Archive
from company.config import LAYERS, SandboxSettings
from company.errors import ReviewError, SandboxError, SessionLost
from company.records import Execution, Intent, Record
from company.replay.before import Before, StepFailed, went_on
from company.replay.code import Code
from company.reviewing.kinds import kinds_of
from company.sandbox import ProcessSandbox, Sandbox, Session
from company.sandbox.settled import sandbox_for

KEPT = 6
"""States that are kept at once; each takes some 50 MiB and up, those of one group share some of it."""
REMEMBERED = 64 * 2**20
"""Bytes of runs that are remembered, so that what was just run is not run again when it is submitted."""
MOST_CODE = 200_000
"""Characters of code that are run."""


@dataclass(frozen=True)
class Ran:
    """What a person's code came to, and what it was run on."""

    record: Record
    """As it stands in the archive."""
    code: str
    intents: tuple[Intent, ...]
    execution: Execution
    tables: Mapping[str, bytes]
    """The rows of tables and series among the results, for `results.cells.read_cells`. Not to be trusted."""
    mark: str
    """Under which `Runner.recalled` knows it for a while."""


def sandbox_of(archive: Archive) -> ProcessSandbox:
    """Return a sandbox, not entered, with a run's limits and layers; layers that the run lacked may be missing.

    Entering it raises LayersMissing where this system lacks a layer that the run had.
    """
    told = SandboxSettings.model_validate(archive.note("limits") or {})
    noted = archive.note("sandbox")
    there = noted["layers"] if noted else dict.fromkeys(told.require, "on")
    return sandbox_for(
        told.model_copy(update={"require": tuple(layer for layer in LAYERS if there.get(layer) == "on")})
    )


@dataclass(frozen=True)
class _Done:
    execution: Execution
    tables: Mapping[str, bytes]

    @property
    def bytes(self) -> int:
        """The approximate memory that it takes, in bytes."""
        return 50_000 + sum(map(len, (*self.execution.figures, *self.tables.values())))


class Runner:
    """Runs edited code of a run's records, one piece at a time for each reviewer."""

    def __init__(self, sandbox: Sandbox, kept: int = KEPT) -> None:
        """Take a sandbox that is entered, under the limits that the run's [sandbox] says."""
        self._sandbox = sandbox
        self._most = kept
        self._states: OrderedDict[str, tuple[str, Session]] = OrderedDict()
        """Mark → group and session, the one that was used longest ago first."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: dict[int, asyncio.Task[_Done]] = {}
        self._remembered: OrderedDict[str, _Done] = OrderedDict()

    async def run(
        self, archive: Archive, record_id: str, code: str, intents: Sequence[Intent] | None = None, *, reviewer: int = 0
    ) -> Ran:
        """Run code instead of a record's own; nothing of it is kept in any state.

        Without `intents` it is asked for what the record's own was asked for. A run of the same reviewer that is still
        going is stopped: who runs again does not wait for what they have given up.

        Raises ReviewError for what has no code to run, for a run that a newer one has stopped, and where what comes
        before does not run any more; SandboxError when the sandbox itself fails. Code that fails is a result.
        """
        record = archive.get(record_id)
        of = _code_of(archive, record)
        _check_code(code)
        if of.by_itself:
            return await self._run_alone(archive, of, record, code, reviewer)
        before = of.before(archive, record)
        asked = tuple(intents) if intents is not None and of.asks else before.intents
        return await self.run_on(record, before, code, asked, reviewer=reviewer)

    async def _run_alone(self, archive: Archive, of: Code, record: Record, code: str, reviewer: int) -> Ran:
        mark = hashlib.sha256(json.dumps([record.id, code]).encode()).hexdigest()

        async def work() -> _Done:
            return _Done(await of.alone(self._sandbox, archive, record, code), {})

        if (known := self._remembered.get(mark)) is None:
            known = await self._alone(reviewer, work)
            self._remember(mark, known)
        return Ran(record, code, (), known.execution, known.tables, mark)

    async def run_on(
        self, record: Record, before: Before, code: str, intents: Sequence[Intent], *, reviewer: int = 0
    ) -> Ran:
        """Run code on a state, whatever the code of the record is, as `run` does; raises what that raises."""
        _check_code(code)
        asked = tuple(intents)
        content = [before.marks[-1], code, [each.model_dump() for each in asked]]
        mark = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        if (known := self._remembered.get(mark)) is None:
            known = await self._alone(reviewer, lambda: self._run(before, code, asked))
            self._remember(mark, known)
        return Ran(record, code, asked, known.execution, known.tables, mark)

    def recalled(self, mark: str) -> Execution | None:
        """Return a run of a while ago that worked; None where it is forgotten."""
        known = self._remembered.get(mark)
        return known.execution if known else None

    async def close(self) -> None:
        """End all states that are kept."""
        for task in list(self._running.values()):
            task.cancel()
        while self._states:
            await self._states.popitem()[1][1].close()

    # one at a time

    async def _alone(self, reviewer: int, work: Callable[[], Awaitable[_Done]]) -> _Done:
        older = self._running.get(reviewer)

        async def in_turn() -> _Done:
            if older is not None:
                older.cancel()
                await asyncio.wait([older])
            return await work()

        task = self._running[reviewer] = asyncio.create_task(in_turn())
        try:
            return await task
        except asyncio.CancelledError:
            asking = asyncio.current_task()
            if asking is not None and asking.cancelling():
                raise
            raise ReviewError("this run was stopped: a newer one of yours took its place; look at that one") from None
        finally:
            if self._running.get(reviewer) is task:
                del self._running[reviewer]

    def _remember(self, mark: str, done: _Done) -> None:
        # What was stopped at a limit may do better on a quieter machine.
        if done.execution.ok:
            self._remembered[mark] = done
            while len(self._remembered) > 1 and sum(each.bytes for each in self._remembered.values()) > REMEMBERED:
                self._remembered.popitem(last=False)

    # states

    async def _run(self, before: Before, code: str, intents: Sequence[Intent]) -> _Done:
        branch = await self._branch(before)
        try:
            execution = await branch.run(code, intents)
            return _Done(execution, await _tables(branch, execution))
        except SessionLost as lost:
            # Its line is gone, and with it the states that were forked on it.
            await self._forget(before.group)
            raise ReviewError(f"the code took the whole state with it ({lost}); change it, and run it again") from None
        finally:
            await branch.close()

    async def _branch(self, before: Before) -> Session:
        """Return a session of its own in the state before the code."""
        lock = self._locks.setdefault(before.group, asyncio.Lock())
        async with lock:
            try:
                return await (await self._state(before)).fork()
            except SandboxError:
                await self._forget(before.group)
                return await (await self._state(before)).fork()

    async def _state(self, before: Before) -> Session:
        """Return the kept state, made from the nearest one that is kept. The group's lock is held."""
        marks = before.marks
        there = max((place for place, mark in enumerate(marks) if mark in self._states), default=None)
        if there == len(marks) - 1:
            self._states.move_to_end(marks[-1])
            return self._states[marks[-1]][1]
        try:
            if there is None:
                session, _ = await before.opened(self._sandbox)
            else:
                session = await self._gone_on(self._states[marks[there]][1], before, there + 1)
        except StepFailed as failed:
            raise ReviewError(
                f"{failed.made_by}, which comes before, does not run any more ({failed.why}); look at that one first"
            ) from None
        self._states[marks[-1]] = before.group, session
        await self._make_room(before.group)
        return session

    async def _gone_on(self, kept: Session, before: Before, start: int) -> Session:
        """Return a fork of a kept state that has gone through the steps from `start` on."""
        session = await kept.fork()
        try:
            await went_on(session, before.steps[start:])
        except BaseException:
            await session.close()
            raise
        return session

    async def _make_room(self, group: str) -> None:
        for mark, (of, session) in list(self._states.items())[:-1]:
            if len(self._states) <= self._most:
                return
            lock = self._locks.get(of)
            # Somebody may be forking a state of another group just now.
            if of == group or lock is None or not lock.locked():
                del self._states[mark]
                await session.close()

    async def _forget(self, group: str) -> None:
        for mark, (of, session) in list(self._states.items()):
            if of == group and mark in self._states:
                del self._states[mark]
                await session.close()


async def _tables(session: Session, execution: Execution) -> dict[str, bytes]:
    found = {}
    for result in execution.results:
        if result.type in ("dataframe", "series"):
            with contextlib.suppress(ValueError):  # its rows cannot be had, and it is shown as it was captured
                found[result.name] = await session.table(result.name)
    return found


def changes_of(archive: Archive, ran: Ran) -> dict[str, Any]:
    """Return the changes of an edit of the record to this code, as JSON. Raises ReviewError for an unfit edit."""
    return _code_of(archive, ran.record).changes(archive, ran.record, ran.code, ran.intents, ran.execution)


def _code_of(archive: Archive, record: Record) -> Code:
    codes = {name: kind.code for name, kind in kinds_of(archive).items() if kind.code is not None}
    if record.kind not in codes:
        named = " and ".join(f"{kind}s" for kind in codes) or "no records"
        raise ReviewError(f"{record.id} is a {record.kind}: code of {named} can be run")
    return codes[record.kind]


def _check_code(code: str) -> None:
    if not code.strip():
        raise ReviewError("there is no code to run; write some, or reject it")
    if len(code) > MOST_CODE:
        raise ReviewError(f"the code has {len(code):,} characters, and {MOST_CODE:,} are run at most; shorten it")
