"""Whether a turn could be a case, found out before its code stands: a message that leads to none is written anew.

That a condition keeps every group, or a result comes out empty, shows in the data alone, and whoever asks has not seen
it. The gate would refuse the case long after the dialogue has ended; one more message costs less than a lost turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from company.config import BUILT_IN
from company.families.dialogues.gate.code import UNTRIED, gate
from company.families.dialogues.gate.sense.effects import IDLE_STEP, UNJUDGED
from company.families.dialogues.records import Turn
from company.families.dialogues.situations import earlier_turns
from company.families.dialogues.stages.cases import entry_of
from company.families.dialogues.stages.idle_words import with_ways
from company.run.stage import Office
from company.tables.record import Table

_CHECKED = "check"
"""What the gate has measured of a case once its reference has run."""


@dataclass(frozen=True)
class NoCase:
    """Why a turn could be no case."""

    found: str
    by_code: bool
    """Whether the code alone is to blame: it takes steps that change nothing, and may leave them out."""


Foresight = Callable[[Turn], Awaitable[NoCase | None]]
"""Tells why the gate would refuse the case of a turn whose code has not been run yet; None where it would not."""


def foresight(office: Office, table: Table) -> Foresight | None:
    """Return what foresees whether turns could be cases; None where the built-in company asks.

    Its messages cost nothing: another turn is cheaper than a look at each beforehand.
    """
    if office.ledger.backends["data_scientist"].name == BUILT_IN:
        return None

    async def foresee(turn: Turn) -> NoCase | None:
        return await no_case(office, table, turn)

    return foresee


async def no_case(office: Office, table: Table, turn: Turn) -> NoCase | None:
    """Return why the gate would refuse the case of a turn whose code has not been run yet; None where it would not.

    Code that fails is none of its business: whoever wrote it gets its error. Nor is what could not be judged, on a busy
    machine or in time: the gate tries once more. Raises SandboxError when the sandbox
    itself fails.
    """
    if not turn.intents:
        return None
    entry = entry_of(office, table, turn, earlier_turns(office, turn))
    report = await gate(entry, office.resource, office.sandbox, cold_check=False)
    reasons = [reason for reason in report.reasons if not reason.startswith((UNTRIED, UNJUDGED))]
    if not reasons or _CHECKED not in report.measured:
        return None
    of_message = [reason for reason in reasons if not reason.startswith(IDLE_STEP)]
    return NoCase(with_ways(of_message or reasons, turn.code or ""), by_code=not of_message)
