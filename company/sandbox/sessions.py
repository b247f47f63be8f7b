"""Sessions: the state of one dialogue and its forks, told what to do and heard by way of their one supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from company.errors import SandboxError, SessionLost
from company.records import Execution, Intent, Variable
from company.sandbox.connection import Connection
from company.sandbox.errands import GRACE_SECONDS, Errands
from company.sandbox.protocol import MIB, Session
from company.sandbox.reading import execution, table

_LONG = 20_000


@dataclass
class Line:
    """The talk with the one supervisor of a family of sessions, and their folder."""

    connection: Connection
    folder: Path
    end: Callable[[Line], Coroutine[Any, Any, None]]
    """Frees its place among the sessions that may be open, and removes the folder."""
    branches: set[int] = field(default_factory=lambda: {1})


class ProcessSession(Session):
    """The state of one dialogue; see `protocol.Session`."""

    def __init__(
        self, errands: Errands, line: Line, branch: int, variables: tuple[Variable, ...] = (), turns: int = 0
    ) -> None:
        self._errands, self._branch = errands, branch
        self._line: Line | None = line
        self._variables = variables
        self._turns = turns
        self.obstacle = ""
        """What its state holds open that kept the last turn from being tried in a fork: a failure cost a replay."""

    async def run(
        self, code: str, intents: Sequence[Intent] = (), *, in_place: bool = False, bare: bool = False
    ) -> Execution:
        """Try one turn; see `protocol.Session.run`."""
        named = [intent.model_dump() for intent in intents]
        turn = {"do": "turn", "code": code, "intents": named, "in_place": in_place, "bare": bare}
        line, head, payload = await self._ask(turn)
        self.obstacle = head.get("obstacle", "")
        limits, folder = self._errands.limits, str(line.folder / "work")
        known = (head, payload, self._variables, limits, folder, intents)
        # Long answers would hold up everybody else; short ones are not worth a thread.
        done = await asyncio.to_thread(execution, *known) if len(payload) > _LONG else execution(*known)
        if head["ending"] == "finished" and not done.ok:
            await self._ask({"do": "undo"})
        if done.ok:
            self._variables = self._variables if bare else done.variables
            self._turns += 1
        return done

    async def fork(self) -> ProcessSession:
        """Return another session with the same state; see `protocol.Session.fork`."""
        line, head, _ = await self._ask({"do": "fork"})
        line.branches.add(head["branch"])
        return ProcessSession(self._errands, line, head["branch"], self._variables, self._turns)

    async def table(self, name: str) -> bytes:
        """Return the first rows of a table; see `protocol.Session.table`."""
        line, head, payload = await self._ask({"do": "turn", "name": name, "in_place": False})
        return table(head, payload, self._errands.limits, str(line.folder / "work"))

    async def files(self, under: str) -> dict[str, bytes]:
        """Return the files in a folder; see `protocol.Session.files`."""
        _, head, payload = await self._ask({"do": "files", "under": under})
        if head["ending"] != "files":
            raise ValueError(f"the files take more than {self._errands.limits.reply_bytes / MIB:g} MiB.")
        ends = list(itertools.accumulate(head["sizes"]))
        return {
            name.rpartition("/")[2]: payload[end - size : end]
            for name, size, end in zip(head["names"], head["sizes"], ends, strict=True)
        }

    async def _ask(self, question: Mapping[str, Any]) -> tuple[Line, dict[str, Any], bytes]:
        line = self._line
        if line is None:
            raise SandboxError("this dialogue's state is closed; open a new one and run its turns again")
        try:
            async with self._errands.turnstile:
                head, payload = await self._errands.asked(
                    line.connection, {**question, "branch": self._branch}, self._turns
                )
        except (ConnectionError, TimeoutError) as error:
            await self._lost(line)
            raise SessionLost(
                f"the processes of this dialogue are gone ({error}); open a new one and run its turns again"
            ) from error
        except asyncio.CancelledError:
            if line.connection.spoilt:
                await self._lost(line)
            raise
        if head["ending"] == "lost":
            await self._lost(line)
            raise SessionLost(f"{head['why']}: this dialogue is lost; open a new one and run its turns again")
        return line, head, payload

    async def _lost(self, line: Line) -> None:
        """Close a line when the progress of its states is unknown: none of them can be trusted any more."""
        await line.connection.close()
        await self._errands.finish(line.end(line))

    async def close(self) -> None:
        """End the session; see `protocol.Session.close`."""
        line, self._line = self._line, None
        if line is not None:
            await self._errands.finish(self._leave(line))

    async def _leave(self, line: Line) -> None:
        line.branches.discard(self._branch)
        connection = line.connection
        if not line.branches and connection.turn.locked():
            await connection.close()  # in the middle of a turn, whose asker is told so
        with contextlib.suppress(ConnectionError, TimeoutError):  # then there is nothing left to close
            async with connection.turn:
                if not connection.closed:
                    await connection.send({"do": "close", "branch": self._branch})
                    await connection.answer(MIB, GRACE_SECONDS)
        if not line.branches:
            await line.end(line)
