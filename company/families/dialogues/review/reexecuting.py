"""After a turn was edited or rejected, the turns after it are run again on the state that they have now.

A turn says what the usable turns before it and its own code give; so do its cases. Where that is not so any more, it is
set aside (docs/decisions/0008).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from company.archive import Archive
from company.errors import SessionLost
from company.families.dialogues.history import EXECUTED
from company.families.dialogues.records import Turn
from company.families.dialogues.review.code import edited_turn_changes
from company.families.dialogues.states import before_turn, dialogue_of
from company.records import USABLE, Execution, Intent
from company.replay.before import Before, StepFailed, why_failed
from company.replay.code import first_other
from company.replay.rerun import Reexecuted, Rerun
from company.reviewing import REVIEWED
from company.sandbox import Sandbox, Session


def pending(archive: Archive) -> list[str]:
    """Return the edited or rejected turns of dialogues that have not been executed again since.

    It is read from the archive, so nothing is forgotten when a program was stopped in between.
    """
    judged = [turn for turn in archive.records("turn", ["edited", "rejected"]) if _by_people(turn)]
    judged += _taken_back(archive)
    dialogues = dict.fromkeys(turn.parent or "" for turn in judged)
    # One that is to be held anew, since its plan was edited, or was never held to its end, has no state to speak of.
    held = [each for each in dialogues if archive.status(each) in USABLE]
    old = {each for each in held if _note(archive, each)["mark"] != _mark(archive, each)}
    return [turn.id for turn in judged if turn.parent in old]


async def reexecute(archive: Archive, sandbox: Sandbox, turn_ids: Sequence[str]) -> Reexecuted:
    """Run again what comes after these turns in their dialogues, and set aside what gives other results now.

    A turn that is set aside is stale, with all below it, and its code is left out of the state of those after it. One
    that was set aside before comes back when its results are again what they were. Called again, nothing changes.

    Raises SandboxError when the sandbox itself fails, and ReviewError for a dialogue that is not finished; what was
    found by then stays written.
    """
    found = Reexecuted()
    changed: dict[str, list[Turn]] = {}
    for each in dict.fromkeys(turn_ids):
        turn = archive.get(each)
        if isinstance(turn, Turn):
            changed.setdefault(turn.parent or "", []).append(turn)
    for dialogue, turns in changed.items():
        turns.sort(key=lambda turn: turn.position)
        again = _Again(archive, sandbox, turns, found, dict(_note(archive, dialogue)["aside"]))
        await again.go()
        content = {"mark": _mark(archive, dialogue), "aside": again.aside}
        archive.put_fact(EXECUTED, dialogue, content=content)
    return found


@dataclass
class _Again:
    """One dialogue that is executed again."""

    archive: Archive
    sandbox: Sandbox
    changed: Sequence[Turn]
    """Turns that people edited or rejected, in order."""
    found: Reexecuted
    aside: dict[str, str]
    """Turns that are stale because of this → the status that they had."""

    async def go(self) -> None:
        first = self.changed[0]
        plan = dialogue_of(self.archive, first).parent or ""
        before = before_turn(self.archive, first)
        self.steps = list(before.steps)
        self.session = await self._stand(before)
        try:
            for turn in self.archive.records("turn", parent=first.parent):
                back = turn.status == "stale" and turn.id in self.aside
                if turn.position >= first.position and turn.code is not None and (back or turn.status in USABLE):
                    await self._turn(turn, before, plan)
        finally:
            await self.session.close()

    async def _turn(self, turn: Turn, before: Before, plan: str) -> None:
        """Run one turn; the state goes on from it where it is what it was."""
        branch = await self.session.fork()
        try:
            done = await branch.run(turn.code or "", turn.intents)
        except SessionLost as lost:
            self._set_aside(turn, f"it took the state with it ({lost})")
            self.session = await self._stand(before)
            return
        if turn.id == self.changed[0].id and done.ok:
            turn = self._completed(turn, done)
        if why := _difference(turn, done):
            await branch.close()
            self._set_aside(turn, why)
            return
        await self.session.close()
        self.session = branch
        self.steps.append((turn.id, turn.code or ""))
        if done.figures or turn.id in {each.id for each in self.changed}:
            self.archive.put_figures(turn.id, done.figures)
        self._kept(turn, plan)

    async def _stand(self, before: Before) -> Session:
        """Return a session in the state that the turns leave which were kept so far. Raises SessionLost."""
        try:
            session, _ = await before.opened(self.sandbox, self.steps)
        except StepFailed as failed:
            raise SessionLost(f"{failed.made_by} cannot be run again: {failed.why[:300]}; look at its code") from None
        return session

    def _completed(self, turn: Turn, done: Execution) -> Turn:
        """Return the first turn that was edited, with the results that its code gives where nobody had run it."""
        if turn.status != "edited" or first_other(turn.results, done.results) is None:
            return turn
        told: tuple[Intent, ...] = turn.intents
        full = Turn.model_validate({**turn.model_dump(), **edited_turn_changes(turn, turn.code or "", told, done)})
        self.archive.put_judged(full)
        return full

    def _set_aside(self, turn: Turn, why: str) -> None:
        causes = [each for each in self.changed if each.position < turn.position] or [self.changed[0]]
        done = " and ".join(f"{each.id} was {each.status}" for each in causes[-2:])
        reason = f"{why} when {done} by reviewers" if turn.id != causes[0].id else f"{why}, as reviewers left it"
        if turn.status != "stale":
            self.aside[turn.id] = turn.status
            self._later_cases(turn, f"{turn.id} was set aside")
        self.archive.set_aside(turn.id, reason)
        self.found.stale.append(turn.id)

    def _kept(self, turn: Turn, plan: str) -> None:
        if turn.status == "stale":
            back = {"status": self.aside.pop(turn.id), "reason": None}
            self.archive.take_back(Turn.model_validate({**turn.model_dump(), **back}), plan)
            self._later_cases(turn, f"{turn.id} came back")
            self.found.back.append(turn.id)
        elif turn.id not in {each.id for each in self.changed}:
            self.found.same.append(turn.id)

    def _later_cases(self, turn: Turn, why: str) -> None:
        """Mark stale what was made of the turns after it: that carries its code, or lacks it."""
        for later in self.archive.records("turn", parent=turn.parent):
            if later.position > turn.position:
                self.archive.outdate_below(later.id, why)


def _difference(turn: Turn, done: Execution) -> str | None:
    if not done.ok:
        return f"it fails ({why_failed(done)[:300]})"
    other = first_other(turn.results, done.results)
    return None if other is None else f"its result {other} changed"


def _by_people(turn: Turn) -> bool:
    return turn.status == "edited" or (turn.code is not None and (turn.reason or "").startswith("reviewers: "))


def _taken_back(archive: Archive) -> list[Turn]:
    """Return the turns that count, and may not have counted when their dialogue was last run again."""
    again = {dialogue for (dialogue,) in archive.facts(EXECUTED)}
    decided = {record for kind, record in archive.facts(REVIEWED) if kind == "turn"} if again else set()
    found: list[Turn] = archive.records("turn", ["accepted"]) if decided else []
    return [turn for turn in found if turn.id in decided and turn.parent in again and turn.code is not None]


def _note(archive: Archive, dialogue: str | None) -> dict[str, Any]:
    found: dict[str, Any] = archive.fact(EXECUTED, dialogue or "") or {"mark": "", "aside": {}}
    return found


def _mark(archive: Archive, dialogue: str | None) -> str:
    """Return a hash of the code that a dialogue's state is made by."""
    turns = archive.records("turn", parent=dialogue)
    content = [[turn.id, turn.status in USABLE, turn.code] for turn in turns if turn.code is not None]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


class TurnsAgain(Rerun):
    """The turns after one that people edited or rejected are run again."""

    def pending(self, archive: Archive) -> list[str]:
        """Return the turns that `pending` finds."""
        return pending(archive)

    async def again(self, archive: Archive, sandbox: Sandbox, changed: Sequence[str]) -> Reexecuted:
        """Do what `reexecute` does."""
        return await reexecute(archive, sandbox, changed)
