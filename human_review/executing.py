"""A person's code is run where the company's ran: in the sandbox, on the dialogue's state before the turn.

States that were made are kept for a while, so that a reviewer who goes through a dialogue waits for each turn once.
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
from company.families.dialogues.body.private_library import functions_called
from company.families.dialogues.records import Attempt, Rewrite, Turn
from company.records import USABLE, Execution, Intent, Record, Result
from company.results.operations import operations
from company.sandbox import ProcessSandbox, Sandbox, Session
from company.sandbox.settled import sandbox_for
from human_review.states import Before, state_before
from human_review.verdicts import Edit

KEPT = 6
"""States that are kept at once; each takes some 50 MiB and up, those of one dialogue share some of it."""
REMEMBERED = 64 * 2**20
"""Bytes of runs that are remembered, so that what was just run is not run again when it is submitted."""
MEASURED = ("attempts", "results", "operations")
"""Fields that are what a run found, and nobody's to write."""
MOST_CODE = 200_000
"""Characters of code that are run."""


@dataclass(frozen=True)
class Ran:
    """What a person's code came to, and what it was run on."""

    record: Turn | Rewrite
    """As it stands in the archive."""
    code: str
    intents: tuple[Intent, ...]
    execution: Execution
    tables: Mapping[str, bytes]
    """The rows of tables and series among the results, for `results.cells.read_cells`. Not to be trusted."""
    mark: str
    """Under which `Runner.recalled` knows it for a while."""
    functions: tuple[str, ...] = ()
    """Of a rewrite: the private functions that the code calls."""

    @property
    def changes(self) -> dict[str, Any]:
        """What an edit of the record to this code changes, as JSON. Raises ReviewError where the code failed."""
        if isinstance(self.record, Turn):
            return edited_turn_changes(self.record, self.code, self.intents, self.execution)
        _check_worked(self.record, self.execution)
        return {"code": self.code, "functions": list(self.functions)}


def sandbox_of(archive: Archive) -> ProcessSandbox:
    """A sandbox, not entered, under the limits and behind the layers of a run: what was missing there may be missing.

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
        """About what it takes to remember."""
        return 50_000 + sum(map(len, (*self.execution.figures, *self.tables.values())))


class Runner:
    """Runs edited code of a run's turns and rewrites, one piece at a time for each reviewer."""

    def __init__(self, sandbox: Sandbox, kept: int = KEPT) -> None:
        """The sandbox has to be entered, under the limits that the run's [sandbox] says."""
        self._sandbox = sandbox
        self._most = kept
        self._states: OrderedDict[str, tuple[str, Session]] = OrderedDict()
        """Mark → dialogue and session, the one that was used longest ago first."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: dict[int, asyncio.Task[_Done]] = {}
        self._remembered: OrderedDict[str, _Done] = OrderedDict()

    async def run(
        self, archive: Archive, record_id: str, code: str, intents: Sequence[Intent] | None = None, *, reviewer: int = 0
    ) -> Ran:
        """What the code does in the place of a turn's or a rewrite's own; nothing of it is kept in any state.

        Without `intents` it is asked for what the turn was asked for. A run of the same reviewer that is still
        going is stopped: who runs again does not wait for what they have given up.

        Raises ReviewError for what has no code to run, for a run that a newer one has stopped, and where the turns
        before do not run any more; SandboxError when the sandbox itself fails. Code that fails is a result.
        """
        record = archive.get(record_id)
        if not isinstance(record, Turn | Rewrite):
            raise ReviewError(f"{record_id} is a {record.kind}: code of turns and rewrites can be run")
        _check_code(code)
        before = state_before(archive, record)
        asked = before.intents if intents is None or isinstance(record, Rewrite) else tuple(intents)
        content = [before.marks[-1], code, [each.model_dump() for each in asked]]
        mark = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        if (known := self._remembered.get(mark)) is None:
            known = await self._alone(reviewer, lambda: self._run(before, code, asked))
            self._remember(mark, known)
        calls = _calls(archive, code) if isinstance(record, Rewrite) else ()
        return Ran(record, code, asked, known.execution, known.tables, mark, calls)

    def recalled(self, mark: str) -> Execution | None:
        """A run of a while ago that worked; None where it is forgotten."""
        known = self._remembered.get(mark)
        return known.execution if known else None

    async def completed(self, archive: Archive, record_id: str, edit: Edit, *, reviewer: int = 0) -> Edit:
        """The edit with all that follows from its code: attempts, results, operations, and the outcome.

        What a browser claims of results and outcome is not believed. An edit that leaves the code alone runs nothing.
        Raises ReviewError where the code fails, a rewrite gives other results than its turn, or nothing is left of the
        edit, and what `run` raises.
        """
        record = archive.get(record_id)
        if not isinstance(record, Turn | Rewrite):
            return edit
        edit = _believed(edit)
        if not {"code", "intents"} & edit.changes.keys():
            return edit
        code = edit.changes.get("code", record.code)
        if not isinstance(code, str):
            raise ReviewError(f"the edited {record.kind} has no code; write some, or reject it")
        ran = await self.run(archive, record_id, code, _intents(edit.changes.get("intents")), reviewer=reviewer)
        done = ran.changes
        if isinstance(record, Rewrite) and (lost := _not_the_turns(archive, record, ran.execution)):
            raise ReviewError(f"the rewrite gives another `{lost}` than its turn; mend it, or reject it")
        words = {name: new for name, new in edit.changes.items() if name not in done}
        kept = record.model_dump(mode="json")
        changes = {name: new for name, new in {**words, **done}.items() if kept.get(name) != new}
        return Edit(changes=changes or edit.changes, outcome=outcome(ran.execution))

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
            await self._forget(before.dialogue)
            raise ReviewError(f"the code took the whole state with it ({lost}); change it, and run it again") from None
        finally:
            await branch.close()

    async def _branch(self, before: Before) -> Session:
        """A session of its own in the state before the code."""
        lock = self._locks.setdefault(before.dialogue, asyncio.Lock())
        async with lock:
            try:
                return await (await self._state(before)).fork()
            except SandboxError:
                await self._forget(before.dialogue)
                return await (await self._state(before)).fork()

    async def _state(self, before: Before) -> Session:
        """The kept state, made from the nearest one that is kept. The dialogue's lock is held."""
        marks = before.marks
        there = max((place for place, mark in enumerate(marks) if mark in self._states), default=None)
        if there == len(marks) - 1:
            self._states.move_to_end(marks[-1])
            return self._states[marks[-1]][1]
        if there is None:
            with before.files() as files:
                session = await self._sandbox.open(files)
        else:
            session = await self._states[marks[there]][1].fork()
        try:
            for made_by, code in before.steps[0 if there is None else there + 1 :]:
                await _stepped(session, made_by, code)
        except BaseException:
            await session.close()
            raise
        self._states[marks[-1]] = before.dialogue, session
        await self._make_room(before.dialogue)
        return session

    async def _make_room(self, dialogue: str) -> None:
        for mark, (of, session) in list(self._states.items())[:-1]:
            if len(self._states) <= self._most:
                return
            lock = self._locks.get(of)
            # Somebody may be forking a state of another dialogue just now.
            if of == dialogue or lock is None or not lock.locked():
                del self._states[mark]
                await session.close()

    async def _forget(self, dialogue: str) -> None:
        for mark, (of, session) in list(self._states.items()):
            if of == dialogue and mark in self._states:
                del self._states[mark]
                await session.close()


async def _tables(session: Session, execution: Execution) -> dict[str, bytes]:
    found = {}
    for result in execution.results:
        if result.type in ("dataframe", "series"):
            with contextlib.suppress(ValueError):  # its rows cannot be had, and it is shown as it was captured
                found[result.name] = await session.table(result.name)
    return found


async def _stepped(session: Session, made_by: str, code: str) -> None:
    done = await session.run(code, in_place=True)
    if not done.ok:
        why = f"{done.error.type}: {done.error.message}" if done.error else "unknown"
        raise ReviewError(f"{made_by}, which comes before, does not run any more ({why}); look at that one first")


def _believed(edit: Edit) -> Edit:
    """The edit without what only a run can say."""
    changes = {name: new for name, new in edit.changes.items() if name not in MEASURED}
    if not changes:
        raise ReviewError("nothing is changed yet; change something, or accept it as it is")
    return Edit(changes=changes)


def _check_code(code: str) -> None:
    if not code.strip():
        raise ReviewError("there is no code to run; write some, or reject the turn")
    if len(code) > MOST_CODE:
        raise ReviewError(f"the code has {len(code):,} characters, and {MOST_CODE:,} are run at most; shorten it")


def _intents(told: Any) -> tuple[Intent, ...] | None:
    if told is None:
        return None
    try:
        return tuple(Intent.model_validate(each) for each in told)
    except (TypeError, ValueError):
        raise ReviewError("each result that is asked for needs a name and a type; mend that") from None


def _not_the_turns(archive: Archive, rewrite: Rewrite, execution: Execution) -> str | None:
    """The name of a result that is not the turn's own."""
    turn = archive.get(rewrite.turn)
    assert isinstance(turn, Turn), "a rewrite names a turn"
    return first_other(turn.results, execution.results)


# what a run comes to


def outcome(execution: Execution) -> str:
    """A digest over the results: two pieces of code with equal ones came to the same, whatever they look like."""
    found = sorted((result.name, result.type, result.digest) for result in execution.results)
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


def first_other(wanted: Sequence[Result], given: Sequence[Result]) -> str | None:
    """The name of the first result that is missing or another; None where all are the same."""
    found = {result.name: result for result in given}
    for result in wanted:
        new = found.get(result.name)
        if new is None or (new.type, new.digest) != (result.type, result.digest):
            return result.name
    return None


def edited_turn_changes(turn: Turn, code: str, intents: Sequence[Intent], execution: Execution) -> dict[str, Any]:
    """All fields of a turn that follow from its new code, as JSON; the run is its last attempt.

    Raises ReviewError for a run that failed: such code is no answer.
    """
    _check_worked(turn, execution)
    kept = execution.model_copy(update={"variables": (), "figures": ()})
    attempt = Attempt(code=code, intents=tuple(intents), execution=kept)
    return _as_json(
        turn.model_copy(
            update={
                "code": code,
                "intents": tuple(intents),
                "attempts": (*turn.attempts, attempt),
                "results": execution.results,
                "operations": operations(code),
            }
        ),
        ("code", "intents", "attempts", "results", "operations"),
    )


def _calls(archive: Archive, code: str) -> tuple[str, ...]:
    names = [function.name for each in archive.records("library", USABLE) for function in each.functions]
    return functions_called(code, names)


def _check_worked(record: Record, execution: Execution) -> None:
    if not execution.ok:
        error = execution.error
        why = f"{error.type}: {error.message}" if error else "unknown"
        raise ReviewError(f"the code of {record.id} fails ({why}); mend it before you submit it")


def _as_json(record: Record, names: Sequence[str]) -> dict[str, Any]:
    dumped = record.model_dump(mode="json")
    return {name: dumped[name] for name in names}
