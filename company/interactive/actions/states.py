"""The Python state that a case is about, so that what staff say of it can be executed before it becomes a case."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from company.benchmark.reference import history_code
from company.errors import SandboxError
from company.interactive.dialogues import prelude
from company.records import Execution, Intent, Table, Turn, Variable
from company.sandbox import Session
from company.stage import Office


@dataclass(frozen=True)
class State:
    """What a dialogue's earlier turns left behind, in a session of its own."""

    session: Session
    variables: tuple[Variable, ...]

    async def tried(self, code: str, intents: Sequence[Intent] = ()) -> Execution:
        """What code does on the state, which stays as it is. Raises SandboxError when the sandbox itself fails."""
        branch = await self.session.fork()
        try:
            return await branch.run(code, intents)
        finally:
            await branch.close()


@asynccontextmanager
async def state_after(office: Office, table: Table, earlier: Sequence[Turn]) -> AsyncIterator[State]:
    """The state after these turns, until it is let go. Raises SandboxError where their code does not run again."""
    session = await office.sandbox.open({table.file: office.resource / table.file})
    try:
        coded = [turn for turn in earlier if turn.code is not None]
        execution = await session.run(history_code(prelude(table), coded), in_place=True)
        if not execution.ok:
            raise SandboxError(f"{table.name}: the turns of a dialogue do not run again: {execution.error}")
        yield State(session, execution.variables)
    finally:
        await session.close()
