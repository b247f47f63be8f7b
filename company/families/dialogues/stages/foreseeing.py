"""Whether a turn could be a case, found out before its code stands: a message without an answer is written anew.

That a result comes out empty, or that nothing of what a message asks for tells anything apart, shows in the data alone,
and whoever asks has not seen it. The gate would refuse the case long after the dialogue has ended; one more message
costs less than a lost turn.

A finding is nothing to take back. Where some of what is asked for changes the results, that a limit of it holds for all
rows, or for none, is the honest answer to a client who has set it; and whoever coded it as it was asked for has made no
mistake, whatever the data are. The gate may still refuse such a case: a lost case is cheaper than a false complaint.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from company.config import BUILT_IN
from company.families.dialogues.gate.code import UNTRIED, comes_out_empty, gate
from company.families.dialogues.gate.cold import foreseen
from company.families.dialogues.gate.sense.effects import IN_VAIN, UNJUDGED
from company.families.dialogues.gate.sense.steps import OF_STEPS
from company.families.dialogues.records import Turn
from company.families.dialogues.situations import earlier_turns
from company.families.dialogues.stages.cases import entry_of
from company.families.dialogues.stages.idle_words import with_ways
from company.run.stage import Office
from company.tables.record import Table

_CHECKED = "check"
"""What the gate has measured of a case once its reference has run."""


Foresight = Callable[[Turn], Awaitable[str | None]]
"""Tells why a message has no answer that could be a case, before its code is run; None where it may have one."""


def foresight(office: Office, table: Table) -> Foresight | None:
    """Return what foresees whether turns could be cases; None where the built-in company asks.

    Its messages cost nothing: another turn is cheaper than a look at each beforehand.
    """
    if office.ledger.backends["data_scientist"].name == BUILT_IN:
        return None

    async def foresee(turn: Turn) -> str | None:
        return await no_case(office, table, turn)

    return foresee


async def no_case(office: Office, table: Table, turn: Turn) -> str | None:
    """Return why the message of a turn has no answer that could be a case; None where it may have one.

    Code that fails is none of its business: whoever wrote it gets its error. Nor is what could not be judged, on a busy
    machine or in time: the gate tries once more. Raises SandboxError when the sandbox
    itself fails.
    """
    if not turn.intents:
        return None
    entry = entry_of(office, table, turn, earlier_turns(office, turn))
    keep = partial(foreseen(office.sandbox).keep, office.archive.run)
    report = await gate(entry, office.resource, office.sandbox, cold_check=False, keep=keep)
    if _CHECKED not in report.measured:
        return None
    reasons = [reason for reason in report.reasons if not reason.startswith((UNTRIED, UNJUDGED))]
    if report.measured.get(IN_VAIN) is not True:
        reasons = [reason for reason in reasons if not reason.startswith(OF_STEPS)]
    if sum(comes_out_empty(reason) for reason in reasons) < len(turn.intents):  # what is there is told beside it
        reasons = [reason for reason in reasons if not comes_out_empty(reason)]
    return with_ways(reasons) or None
