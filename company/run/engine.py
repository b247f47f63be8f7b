"""The engine: every stage runs on every record that is ready, all dialogues at once, no barrier between stages.

Resuming is not a mode. A run's folder says what is done; the engine does what is missing. Serial stages alone wait:
they build on their own earlier work, so they go through their records in order, once all the others are done.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from company.errors import CompanyError
from company.records import USABLE, Record
from company.reviewing import Kinds, kinds_of, whole
from company.run.making import INTAKE
from company.run.performing import perform
from company.run.stage import Office, Stage

Chosen = Callable[[Stage, Record], bool]
"""Whether a stage is to be run on a record at all: not all that could be made is wanted."""
Reaches = Callable[[Stage, Record], int | None]
"""How much of a record a serial stage goes over, in units of the family; None: all of it."""
Performs = Callable[[Office, Stage, Record, str], AsyncIterator[Record]]
"""Does one unit of work, as `performing.perform` does, here or elsewhere."""


@dataclass
class Engine:
    """Runs a family's stages over a run's records."""

    stages: Sequence[Stage]
    counted: set[tuple[str, str]] = field(default_factory=set)
    """Stage and record of what the progress display has counted: later rounds pass over it again."""
    watch: Callable[[Record], None] = lambda record: None
    """Told of every record that comes of a piece of work which is counted."""
    performs: Performs = perform

    async def work(
        self, office: Office, roots: Iterable[Record], chosen: Chosen, reaches: Reaches = lambda stage, record: None
    ) -> None:
        """Do what is missing below the roots. Raises what stages raise, the first of it where several do."""
        await self._follow(office, [(root, INTAKE) for root in roots], chosen)
        for stage in self.stages:
            if stage.serial:
                await self._in_order(office, stage, chosen, reaches)

    async def _follow(self, office: Office, records: Iterable[tuple[Record, str]], chosen: Chosen) -> None:
        """Run all stages but the serial ones on these records, counted as of these kinds, and on all made of them."""
        kinds = kinds_of(office.archive)
        try:
            async with asyncio.TaskGroup() as group:

                async def follow(record: Record, kind: str) -> None:
                    for stage in self.stages:
                        if stage.takes == kind and not stage.serial and stage.wants(record) and chosen(stage, record):
                            # Stages of one record need not wait for each other.
                            group.create_task(carry_on(stage, record))

                async def carry_on(stage: Stage, record: Record) -> None:
                    async for made in _whole(self._performed(office, stage, record), kinds):
                        if made.status in USABLE:
                            await follow(made, made.kind)

                for record, kind in records:
                    await follow(record, kind)
        except* CompanyError as problems:
            raise _first(problems) from None

    async def _in_order(self, office: Office, stage: Stage, chosen: Chosen, reaches: Reaches) -> None:
        before = ""
        for record in office.archive.records(stage.takes, USABLE):
            if not (stage.wants(record) and chosen(stage, record)):
                continue
            reach = reaches(stage, record)
            within = office if reach is None else replace(office, reach=reach)
            made = [one async for one in self._performed(within, stage, record, before)]
            before = hashlib.sha256("".join([before, *(one.fingerprint() for one in made)]).encode()).hexdigest()
            await self._follow(office, [(one, one.kind) for one in made if one.status in USABLE], chosen)

    async def _performed(self, office: Office, stage: Stage, record: Record, before: str = "") -> AsyncIterator[Record]:
        """Perform a piece of work, and count it for the progress display."""
        new = (stage.name, record.id) not in self.counted
        self.counted.add((stage.name, record.id))
        if new:
            office.progress.stage(stage.name, started=1)
        rejected = 0
        async for made in self.performs(office, stage, record, before):
            rejected += made.status == "rejected"
            if new:
                self.watch(made)
            yield made
        if new:
            office.progress.stage(stage.name, done=1, rejected=rejected)


def _first(problems: BaseExceptionGroup[CompanyError]) -> CompanyError:
    for problem in problems.exceptions:
        return _first(problem) if isinstance(problem, BaseExceptionGroup) else problem
    raise AssertionError("a group holds an exception")


async def _whole(made: AsyncIterator[Record], kinds: Kinds) -> AsyncIterator[Record]:
    """Yield records as they come; those that people judge as one question only when the last of them is there."""
    together: list[Record] = []
    async for one in made:
        if (kind := whole(kinds, one.kind)) is not None and kind.together:
            together.append(one)
        else:
            yield one
    for one in together:
        yield one
