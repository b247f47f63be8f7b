"""Rewrites are run where their turn stands: they have to give and leave what the turn's own code does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from company.families.dialogues.body.documentation import examples_code
from company.families.dialogues.body.private_library import SOURCE_FILE, library_source
from company.families.dialogues.records import LibraryFunction, Turn
from company.families.dialogues.stages.private_library.checking import Proposal, Unfit
from company.families.dialogues.stages.private_library.unlike import unlike_results, unlike_variables
from company.records import Execution, Variable
from company.sandbox import Session


async def carried_out(
    proposal: Proposal,
    turn: Turn,
    before: Session,
    library: Sequence[LibraryFunction],
    needed: Sequence[str],
    left: Sequence[Variable],
) -> tuple[Session, tuple[Variable, ...]]:
    """Return the state after a rewrite on the state `before` it, with the library there.

    Raises Unfit where the results are not the turn's, and where a `needed` name is not what the turn's own code has
    `left`.
    """
    session = await before.fork()
    try:
        placed = await session.run(placing([*library, *proposal.new]))
        if not placed.ok:
            raise Unfit(f"the private library cannot be written down: {_error(placed)}")
        await _exemplified(session, [function.name for function in proposal.new])
        execution = await session.run(proposal.code, turn.intents)
        if unlike := difference(turn, proposal.code, execution):
            raise Unfit(unlike)
        there = await session.run("\n".join(needed))
        if not there.ok:
            raise Unfit(f"later turns need all of {', '.join(needed)}: {_error(there)}")
        _same_state(needed, left, execution.variables)
    except BaseException:
        await session.close()
        raise
    return session, execution.variables


def _same_state(needed: Collection[str], wanted: Sequence[Variable], left: Sequence[Variable]) -> None:
    found = {each.name: each for each in left}
    for each in wanted:
        if each.name in needed and (how := unlike_variables(each, found.get(each.name))):
            raise Unfit(f"`{each.name}`, which later turns use, is not what the turn's own code makes: {how}")


def placing(functions: Sequence[LibraryFunction]) -> str:
    """Return code that puts the library beside the table in a session, and leaves no name behind."""
    source = library_source(functions)
    return (
        f"__import__('pathlib').Path({SOURCE_FILE!r}).write_text({source!r}, encoding='utf-8')\n"
        f"__import__('sys').modules.pop({SOURCE_FILE.removesuffix('.py')!r}, None)\n"
        "__import__('importlib').invalidate_caches()\n"
    )


async def _exemplified(session: Session, names: Sequence[str]) -> None:
    """Run the examples of new functions in a state of their own. Raises Unfit where one comes out otherwise."""
    fork = await session.fork()
    try:
        ran = await fork.run(examples_code(names))
    finally:
        await fork.close()
    if not ran.ok:
        raise Unfit(f"an example does not come out as its docstring says: {_error(ran)}")


def difference(turn: Turn, code: str, execution: Execution) -> str | None:
    """Return how an execution differs from the turn's; None where its results are the same."""
    if not execution.ok:
        line = execution.error.line if execution.error else None
        lines = code.splitlines()
        where = f" at `{lines[line - 1].strip()}`" if line and line <= len(lines) else ""
        return f"it fails{where} with {_error(execution)}"
    found = {result.name: result for result in execution.results}
    for result in turn.results:
        new = found.get(result.name)
        if new is None or new.type != result.type or new.digest != result.digest:
            return f"the result `{result.name}` is not the same: {unlike_results(result, new)}"
    return None


def _error(execution: Execution) -> str:
    return f"{execution.error.type}: {execution.error.message}" if execution.error else "an unknown error"
