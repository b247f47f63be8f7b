"""The Python state of a dialogue before a turn: its table, the private library, and the code that came before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from company.archive import Archive
from company.errors import ArchiveError, ReviewError, SessionLost
from company.families.dialogues.body.private_library import SOURCE_FILE, library_source
from company.families.dialogues.history import history
from company.families.dialogues.prelude import prelude, table_files
from company.families.dialogues.records import Dialogue, Rewrite, Turn
from company.records import USABLE, Execution, Intent, Variable
from company.replay.before import Before, Step, StepFailed
from company.run.stage import Office
from company.sandbox import Session
from company.tables.record import Table


@dataclass(frozen=True)
class State:
    """A session that stands where a turn begins, and what lives in it."""

    session: Session
    variables: tuple[Variable, ...]

    async def tried(self, code: str, intents: Sequence[Intent] = ()) -> Execution:
        """Run code on the state, which stays as it is. Raises SandboxError when the sandbox itself fails."""
        branch = await self.session.fork()
        try:
            return await branch.run(code, intents)
        finally:
            await branch.close()


@asynccontextmanager
async def state_before(office: Office, table: Table, earlier: Sequence[Turn]) -> AsyncIterator[State]:
    """Hold the state that the table and the code of these turns leave; it ends with the block.

    The private library can be imported, as far as the run has one.

    Raises SessionLost where code that ran in the dialogue does not run again, SandboxError when the sandbox fails.
    """
    files, library = table_files(table, office.resource), office.resource / SOURCE_FILE
    if library.is_file():
        files[SOURCE_FILE] = library
    steps = ((table.id, prelude(table)), *_steps(earlier, {}))
    before = Before(table.id, files, steps)
    try:
        session, done = await before.opened(office.sandbox)
    except StepFailed as failed:
        raise SessionLost(
            f"the turns before cannot be run again in {table.name}: {failed.done.error}; look at their code"
        ) from None
    try:
        yield State(session, done.variables if done else ())
    finally:
        await session.close()


def before_turn(archive: Archive, turn: Turn) -> Before:
    """Return the steps to the state before a turn: the usable turns before it as they are now.

    Raises ReviewError for a dialogue that is not finished, ArchiveError for records that are missing.
    """
    return _before(archive, turn, {}, "")


def before_rewrite(archive: Archive, rewrite: Rewrite) -> Before:
    """Return the same for a rewrite of a turn: the turns before are on the private library, too, where accepted."""
    turn = archive.get(rewrite.turn)
    assert isinstance(turn, Turn), "a rewrite names a turn"
    rewrites = {each.turn: each.code for each in archive.records("rewrite", USABLE, rewrite.parent)}
    functions = [function for each in archive.records("library", USABLE) for function in each.functions]
    return _before(archive, turn, rewrites, library_source(functions))


def dialogue_of(archive: Archive, turn: Turn) -> Dialogue:
    """Return the dialogue of a turn. Raises ReviewError where it is not finished."""
    try:
        dialogue = archive.get(turn.parent or "")
    except ArchiveError:
        raise ReviewError(
            f"{turn.id} cannot be run: its dialogue is not finished; run `company simulate` to its end"
        ) from None
    assert isinstance(dialogue, Dialogue), "a turn's parent is a dialogue"
    return dialogue


def _before(archive: Archive, turn: Turn, rewrites: Mapping[str, str], library: str) -> Before:
    dialogue, tables = dialogue_of(archive, turn), _tables_of(archive, turn.id)
    earlier = history(archive, dialogue.id, turn.position, turn.position, USABLE)
    steps = ((dialogue.id, dialogue.prelude), *_steps(earlier, rewrites))
    return Before(dialogue.id, tables, steps, {SOURCE_FILE: library} if library else {}, turn.intents)


def _steps(earlier: Sequence[Turn], rewrites: Mapping[str, str]) -> list[Step]:
    return [(each.id, rewrites.get(each.id, each.code)) for each in earlier if each.code is not None]


def _tables_of(archive: Archive, record_id: str) -> dict[str, Path]:
    """Return the files of the tables that a record is about. Raises ArchiveError."""
    table = archive.get(record_id.split(".")[0])
    assert isinstance(table, Table), "ids begin with their table's"
    return table_files(table, archive.run / "resource")
