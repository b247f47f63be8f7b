"""The code of turns and rewrites at the review page: what it is run on, and what of a record follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from company.archive import Archive
from company.errors import ReviewError
from company.families.dialogues.body.private_library import functions_called
from company.families.dialogues.records import Attempt, Rewrite, Turn
from company.families.dialogues.states import before_rewrite, before_turn
from company.records import USABLE, Execution, Intent, Record
from company.replay.before import Before
from company.replay.code import Code, Original, check_worked, first_other
from company.results.operations import operations

FOLLOWS = ("code", "intents", "attempts", "results", "operations")
"""Fields of a turn that follow from its code, and that itself."""


class TurnCode(Code):
    """The code of a turn, and the results that it is asked for."""

    asks = True

    def before(self, archive: Archive, record: Record) -> Before:
        """Return the state that the usable turns before it leave."""
        return before_turn(archive, _turn(record))

    def changes(
        self, archive: Archive, record: Record, code: str, intents: Sequence[Intent], execution: Execution
    ) -> dict[str, Any]:
        """Return code, attempts, results and operations of the edited turn."""
        return edited_turn_changes(_turn(record), code, intents, execution)

    def original(self, archive: Archive, record: Record, body: Mapping[str, Any]) -> Original | None:
        """Return the results of the turn as it was proposed."""
        return _of(Turn.model_validate(body))

    def sentence(self, archive: Archive, record: Record, *, same: bool) -> str:
        """Return also how many turns come after it."""
        if same:
            return "It runs, and gives the same."
        later = self._later(archive, _turn(record))
        told = "One later turn is" if later == 1 else f"{later} later turns are"
        again = f" {told} run again when this is settled." if later else ""
        return f"It runs, and gives something else. Does the answer still say what is so?{again}"

    def _later(self, archive: Archive, turn: Turn) -> int:
        turns: list[Turn] = archive.records("turn", USABLE, turn.parent)
        return sum(each.code is not None and each.position > turn.position for each in turns)


class RewriteCode(Code):
    """The code of a rewrite, which has to give what its turn gives."""

    def before(self, archive: Archive, record: Record) -> Before:
        """Return the state on the private library."""
        return before_rewrite(archive, _rewrite(record))

    def changes(
        self, archive: Archive, record: Record, code: str, intents: Sequence[Intent], execution: Execution
    ) -> dict[str, Any]:
        """Return the code with the functions that it calls."""
        check_worked(record, execution)
        turn = _turn(archive.get(_rewrite(record).turn))
        if lost := first_other(turn.results, execution.results):
            raise ReviewError(f"the rewrite gives another `{lost}` than its turn; mend it, or reject it")
        names = [function.name for each in archive.records("library", USABLE) for function in each.functions]
        return {"code": code, "functions": list(functions_called(code, names))}

    def original(self, archive: Archive, record: Record, body: Mapping[str, Any]) -> Original | None:
        """Return the results of the turn as it is."""
        turn = archive.get(_rewrite(record).turn)
        return _of(turn) if isinstance(turn, Turn) else None

    def sentence(self, archive: Archive, record: Record, *, same: bool) -> str:
        """Return whether it can be submitted."""
        if same:
            return "It runs, and gives the same as the turn."
        return "It runs, and does not give what the turn gives: such a rewrite cannot be submitted."


def edited_turn_changes(turn: Turn, code: str, intents: Sequence[Intent], execution: Execution) -> dict[str, Any]:
    """Return all fields of a turn that follow from its new code, as JSON; the run is its last attempt.

    Raises ReviewError for a run that failed: such code is no answer.
    """
    check_worked(turn, execution)
    kept = execution.model_copy(update={"variables": (), "figures": ()})
    attempt = Attempt(code=code, intents=tuple(intents), execution=kept)
    new = {
        "code": code,
        "intents": tuple(intents),
        "attempts": (*turn.attempts, attempt),
        "results": execution.results,
        "operations": operations(code),
    }
    dumped = turn.model_copy(update=new).model_dump(mode="json")
    return {name: dumped[name] for name in FOLLOWS}


def _of(turn: Turn) -> Original:
    return Original(turn.id, turn.code, turn.intents, turn.results)


def _turn(record: Record) -> Turn:
    assert isinstance(record, Turn), "this is the code of turns"
    return record


def _rewrite(record: Record) -> Rewrite:
    assert isinstance(record, Rewrite), "this is the code of rewrites"
    return record
