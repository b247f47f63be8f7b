"""The Python state of a dialogue before one of its turns, made again by running what came before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from company.errors import SessionLost
from company.families.dialogues.body.private_library import SOURCE_FILE
from company.families.dialogues.prelude import prelude
from company.families.dialogues.records import Turn
from company.records import Execution, Intent, Variable
from company.run.stage import Office
from company.sandbox import Session
from company.tables.record import Table


@dataclass(frozen=True)
class State:
    """A session that stands where a turn begins, and what lives in it."""

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
async def state_before(office: Office, table: Table, earlier: Sequence[Turn]) -> AsyncIterator[State]:
    """The state that the table and the code of these turns leave; it ends with the block.

    The private library can be imported, as far as the run has one.

    Raises SessionLost where code that ran in the dialogue does not run again, SandboxError when the sandbox fails.
    """
    files = [table.file, *([SOURCE_FILE] if (office.resource / SOURCE_FILE).is_file() else [])]
    session = await office.sandbox.open({name: office.resource / name for name in files})
    try:
        done = await session.run(prelude(table), in_place=True)
        for turn in earlier:
            if turn.code is not None and done.ok:
                done = await session.run(turn.code, in_place=True)
        if not done.ok:
            raise SessionLost(f"the turns before cannot be run again in {table.name}: {done.error}; look at their code")
        yield State(session, done.variables)
    finally:
        await session.close()
