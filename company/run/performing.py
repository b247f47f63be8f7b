"""One unit of a run's work: a stage at a record.

It reads and writes through the archive alone, so that it may be done wherever the archive can be reached.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import cast

from company.archive import Topic
from company.errors import ReplyError, ScriptLost, SessionLost
from company.records import Record
from company.reviewing import as_judged
from company.run.making import INTAKE
from company.run.renewing import renewal_text
from company.run.stage import Office, Stage

TRIED = Topic("trials", ("stage", "record", "key"))
"""How often a stage was tried at a record."""
TRIALS = 3
"""How often a stage is tried at a record whose staff do not answer as asked."""
_REPLACEABLE = 1
"""The same where another record may give the case as well: to ask there costs no more, and is as likely to succeed."""


async def perform(office: Office, stage: Stage, record: Record, before: str = "") -> AsyncGenerator[Record, None]:
    """Yield the records that a stage makes of one: from the archive where it finished before, else made now.

    `before` stands for all that it builds on beside the record. What it made earlier and does not make again goes
    stale. Raises what the stage raises.
    """
    key = stage.key(record, office) + before
    stored = office.archive.done(stage.name, record.id, key)
    # What went stale with its parent, and now has one again, is made anew; its calls are in the ledger.
    if stored is not None and not any(one.status == "stale" for one in stored):
        for one in stored:
            yield one
        return
    made_ids: list[str] = []
    async for made in attempt(office, stage, record, key):
        made_ids.append(made.id)
        yield made
    office.archive.outdate(stage.name, stage.below(record), made_ids)
    office.archive.mark_done(stage.name, record.id, key, made_ids)


async def attempt(office: Office, stage: Stage, record: Record, key: str) -> AsyncGenerator[Record, None]:
    """Yield the records of the stage, made now. Where staff do not answer as asked, it is tried again, then given up.

    The others go on, and a later round makes up for what is missing.
    """
    yielded: dict[str, str] = {}
    trials = TRIALS if stage.serves is None or stage.serial else _REPLACEABLE
    while (trial := int(office.archive.fact(TRIED, stage.name, record.id, key) or 0)) < trials:
        try:
            # Closed when nobody asks for more, a stage lets go of what it holds before the sandbox is closed.
            trying = office.on_trial(trial)
            work = cast(AsyncGenerator[Record, None], stage.run(trying, record))
            async with aclosing(work):
                async for new in work:
                    made = as_judged(office.archive, new)
                    if stage.takes == INTAKE and (line := renewal_text(office.archive, made)):
                        office.progress.note(line)
                    office.archive.put(made)
                    if made.id not in yielded:
                        yielded[made.id] = made.stage
                        yield made
        except ReplyError as problem:
            office.archive.put_fact(TRIED, stage.name, record.id, key, content=trial + 1)
            if trial + 1 >= trials:
                office.lost(record.id, stage.name, str(problem))
            else:
                office.progress.failure()
        except (ScriptLost, SessionLost) as lost:
            # One piece of work has come to harm, by the code that it ran or by chance; the others go on.
            office.lost(record.id, stage.name, str(lost))
            return
        else:
            for made_id, name in ((record.id, stage.name), *yielded.items()):
                trying.found(made_id, name)
            return
