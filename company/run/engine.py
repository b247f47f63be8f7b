"""The engine: every stage runs on every record that is ready, all dialogues at once, no barrier between stages.

Resuming is not a mode. A run's folder says what is done; the engine does what is missing. Serial stages alone wait:
they build on their own earlier work, so they go through their records in order, once all the others are done.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from company.errors import CompanyError, ReplyError, SessionLost
from company.records import USABLE, Record
from company.reviewing import TOGETHER, as_judged
from company.run.stage import Office, Stage
from company.tables.record import Table

TRIALS = 3
"""How often a stage is tried at a record whose staff do not answer as asked."""
Chosen = Callable[[Stage, Record], bool]
"""Whether a stage is to be run on a record at all: not all that could be made is wanted."""


@dataclass
class Engine:
    """Runs a family's stages over a run's records."""

    stages: Sequence[Stage]
    counted: set[tuple[str, str]] = field(default_factory=set)
    """Stage and record of what the progress display has counted: later rounds pass over it again."""

    async def work(self, office: Office, table: Table, chosen: Chosen) -> None:
        """Do what is missing below a table. Raises what stages raise, the first of it where several do."""
        await self._follow(office, [(table, "intake")], chosen)
        for stage in self.stages:
            if stage.serial:
                await self._in_order(office, stage, chosen)

    async def _follow(self, office: Office, records: Iterable[tuple[Record, str]], chosen: Chosen) -> None:
        """Every stage but the serial ones, on these records, which count as of these kinds, and on all made of them."""
        try:
            async with asyncio.TaskGroup() as group:

                async def follow(record: Record, kind: str) -> None:
                    for stage in self.stages:
                        if stage.takes == kind and not stage.serial and stage.wants(record) and chosen(stage, record):
                            # Stages of one record need not wait for each other.
                            group.create_task(carry_on(stage, record))

                async def carry_on(stage: Stage, record: Record) -> None:
                    async for made in _whole(self._done(office, stage, record, "")):
                        if made.status in USABLE:
                            await follow(made, made.kind)

                for record, kind in records:
                    await follow(record, kind)
        except* CompanyError as problems:
            raise _first(problems) from None

    async def _in_order(self, office: Office, stage: Stage, chosen: Chosen) -> None:
        before = ""
        for record in office.archive.records(stage.takes, USABLE):
            if not (stage.wants(record) and chosen(stage, record)):
                continue
            made = [one async for one in self._done(office, stage, record, before)]
            before = hashlib.sha256("".join([before, *(one.fingerprint() for one in made)]).encode()).hexdigest()
            await self._follow(office, [(one, one.kind) for one in made if one.status in USABLE], chosen)

    async def _done(self, office: Office, stage: Stage, record: Record, before: str) -> AsyncIterator[Record]:
        """What a stage makes of a record: from the archive where it finished before, else made and stored now.

        `before` stands for all that it builds on beside the record.
        """
        key = stage.key(record, office) + before
        new = (stage.name, record.id) not in self.counted
        self.counted.add((stage.name, record.id))
        if new:
            office.progress.stage(stage.name, started=1)
        known = office.archive.done(stage.name, record.id, key)
        made: list[Record] = []
        # What went stale with its parent, and now has one again, is made anew; its calls are in the ledger.
        if known is not None and not any(one.status == "stale" for one in known):
            for one in known:
                yield one
            made = known
        else:
            async for one in _made(office, stage, record, key):
                made.append(one)
                yield one
            made_ids = [one.id for one in made]
            office.archive.outdate(stage.name, stage.below(record), made_ids)
            office.archive.mark_done(stage.name, record.id, key, made_ids)
        if new:
            office.progress.stage(stage.name, done=1, rejected=sum(one.status == "rejected" for one in made))


def _first(problems: BaseExceptionGroup[CompanyError]) -> CompanyError:
    for problem in problems.exceptions:
        return _first(problem) if isinstance(problem, BaseExceptionGroup) else problem
    raise AssertionError("a group holds an exception")


async def _whole(made: AsyncIterator[Record]) -> AsyncIterator[Record]:
    """Records as they come, but those that people judge as one question not before the last of them is there."""
    together: list[Record] = []
    async for one in made:
        if one.kind in TOGETHER:
            together.append(one)
        else:
            yield one
    for one in together:
        yield one


async def _made(office: Office, stage: Stage, record: Record, key: str) -> AsyncIterator[Record]:
    """What the stage makes. Where staff do not answer as asked, it is tried again, and then given up.

    The others go on, and a later round makes up for what is missing.
    """
    trials = f"trials {stage.name} {record.id} {key}"
    yielded: set[str] = set()
    while (trial := int(office.archive.note(trials) or 0)) < TRIALS:
        try:
            async for new in stage.run(replace(office, trial=trial), record):
                made = as_judged(office.archive, new)
                office.archive.put(made)
                if made.id not in yielded:
                    yielded.add(made.id)
                    yield made
        except ReplyError as problem:
            office.archive.put_note(trials, trial + 1)
            if trial + 1 >= TRIALS:
                office.lost(record.id, stage.name, str(problem))
            else:
                office.progress.failure()
        except SessionLost as lost:
            # One piece of work has come to harm, by the code that it ran or by chance; the others go on.
            office.lost(record.id, stage.name, str(lost))
            return
        else:
            return
