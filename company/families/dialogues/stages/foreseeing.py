"""Whether a turn could be a case, found out before its code stands: a message that leads to none is written anew.

That a condition keeps every group, or a result comes out empty, shows in the data alone, and whoever asks has not seen
it. The gate would refuse the case long after the dialogue has ended; one more message costs less than a lost turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from company.config import BUILT_IN
from company.families.dialogues.gate.code import gate
from company.families.dialogues.records import Turn
from company.families.dialogues.situations import earlier_turns
from company.families.dialogues.stages.cases import entry_of
from company.run.stage import Office
from company.tables.record import Table

_CHECKED = "check"
"""What the gate has measured of a case once its reference has run."""


def foresight(office: Office, table: Table) -> Callable[[Turn], Awaitable[str | None]] | None:
    """Return what tells why a turn could be no case, as `why_no_case`; None where the built-in company asks.

    Its messages cost nothing: another turn is cheaper than a look at each beforehand.
    """
    if office.ledger.backends["data_scientist"].name == BUILT_IN:
        return None

    async def foresee(turn: Turn) -> str | None:
        return await why_no_case(office, table, turn)

    return foresee


async def why_no_case(office: Office, table: Table, turn: Turn) -> str | None:
    """Return why the gate would refuse the case of a turn whose code has not been run yet; None where it would not.

    Code that fails is none of its business: whoever wrote it gets its error. Raises SandboxError when the sandbox
    itself fails.
    """
    if not turn.intents:
        return None
    entry = entry_of(office, table, turn, earlier_turns(office, turn))
    report = await gate(entry, office.resource, office.sandbox, cold_check=False)
    if report.passed or _CHECKED not in report.measured:
        return None
    return "; ".join(report.reasons)
