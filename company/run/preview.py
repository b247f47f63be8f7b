"""A preview: the first records of a run, made as the run would make them, and what the whole of it would cost.

The stages are gone through one after the other: of what each makes, one record is followed, and there is an end where
the family says so. Calls are stored as always, and those of the run are the same: it pays for none of them again.

What the whole would cost follows from a rehearsal by the built-in company, which makes the same preview, too: the run
needs as much more than its rehearsal as the preview needed more than the preview's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import Path

from company.archive import Archive, Call
from company.config import BUILT_IN, Settings
from company.console.progress import Progress, Silent
from company.errors import ConfigError, OutOfBudget
from company.family.registry import family
from company.records import USABLE, Record
from company.run.casting import roles_asked
from company.run.estimate import (
    Estimate,
    Need,
    Needs,
    estimate_of,
    need_of,
    refuse_unrehearsed,
    rehearsal,
    rehearsed_needs,
)
from company.run.making import INTAKE
from company.run.performing import attempt
from company.run.rounds import Rounds
from company.run.simulation import opened, prepared
from company.run.stage import Office, Stage
from company.run.status import lost


@dataclass(frozen=True)
class Preview:
    """What a preview has made, and what it says of the whole run."""

    run: Path
    wanted: int
    """Cases of the whole run."""
    made: Mapping[str, Sequence[Record]]
    """By kind, what can be used of it, in the order of a record's life."""
    lost: Mapping[str, int]
    """What was made in vain, by reason."""
    usage: Needs
    """Calls and tokens, those of calls that were stored before included."""
    calls: int
    """Model calls made now, not counting those answered from the archive."""
    replayed: int
    cost: float | None
    """USD of all calls of the run's folder; None where a price is unknown."""
    projected: Estimate | None
    """What the whole run is reckoned to need, the preview included."""
    unreckoned: str | None
    """Why it is not, in words."""
    whole: bool
    """Whether it came to all that a preview makes."""
    stopped: str | None = None
    """Why it stopped before its end, at the budget."""


@dataclass
class _Walk:
    """The way of one record from stage to stage."""

    office: Office
    usage: Needs
    stopped: str | None = None
    found: Counter[str] = field(default_factory=Counter)

    async def follow(self, record: Record, kind: str) -> None:
        """Make one record of this one by each stage that serves no category, and follow that."""
        if kind in self._ends:
            return
        for stage in self.office.archive.family.making.stages:
            serving = stage.serves is not None or stage.serial or not stage.on(self.office.settings)
            if stage.takes == kind and not serving and stage.wants(record):
                await self._through(stage, record)

    @property
    def _ends(self) -> Mapping[str, int]:
        return self.office.archive.family.making.previewed

    @property
    def whole(self) -> bool:
        """Whether it came to an end that the family has named."""
        return self.stopped is None and all(self.found[kind] for kind in self._ends)

    async def _through(self, stage: Stage, record: Record) -> None:
        progress = self.office.progress
        progress.stage(stage.name, started=1)
        enough = False
        async with aclosing(attempt(self.office, stage, record, stage.key(record, self.office))) as made:
            async for one in made:
                if one.status not in USABLE:
                    continue
                self.found[one.kind] += 1
                if said := self.office.archive.family.making.said(one):
                    progress.said(*said)
                await self.follow(one, one.kind)
                enough = self.found[one.kind] >= self._ends.get(one.kind, 1)
                if enough:
                    break
        progress.stage(stage.name, done=1)


async def preview(settings: Settings, progress: Progress) -> Preview:
    """Make a preview in the run folder `settings.out`, and reckon what the whole run needs.

    Raises what `simulate` raises, and ConfigError for a folder in which the run itself has begun.
    """
    # Nobody waits for a batch to see the first turns.
    walk, held = await _held(settings.model_copy(update={"model": settings.model.at_once}), progress)
    if not walk.whole:
        return replace(held, unreckoned="the preview did not come to its end")
    asked = roles_asked(settings, family(settings.family).making.stages)
    if all(settings.model.of(role).backend == BUILT_IN for role in asked):
        return replace(held, unreckoned="the built-in company costs nothing")
    try:
        refuse_unrehearsed(settings)
    except ConfigError as problem:
        return replace(held, unreckoned=str(problem))
    progress.note("the built-in company rehearses the run, to reckon what all of it would cost")
    with rehearsal(settings) as rehearsed:
        same, _ = await _held(rehearsed, Silent())
    needs, cases = await rehearsed_needs(settings, Silent())
    return replace(held, projected=estimate_of(settings, projected(needs, held.usage, same.usage), cases))


async def _held(settings: Settings, progress: Progress) -> tuple[_Walk, Preview]:
    """Hold a preview, without reckoning anything."""
    async with opened(settings, progress) as office:
        archive, ledger = office.archive, office.ledger
        if archive.note("commissions") is not None:
            raise ConfigError(
                f"{settings.out} holds a run that has begun, which --preview would take back: leave --preview out to "
                "go on with it, or give another folder with --out"
            )
        usage, told = Needs(), ledger.on_call

        def count(call: Call, replayed: bool) -> None:
            whose = call.stage, str(call.role)
            usage[whose] = usage.get(whose, Need()) + need_of(archive, call)
            told(call, replayed)

        ledger.on_call = count
        roots = await prepared(office, preview=True)
        walk = _Walk(replace(office, commissions=Rounds(settings, archive).first()), usage)
        try:
            for root in roots[:1]:
                await walk.follow(root, INTAKE)
        except OutOfBudget as full:
            walk.stopped = str(full)
        return walk, Preview(
            run=settings.out,
            wanted=settings.targets.all,
            made=_made(archive),
            lost=lost(archive),
            usage=usage,
            calls=ledger.made,
            replayed=ledger.replayed,
            cost=ledger.usd,
            projected=None,
            unreckoned=None,
            whole=walk.whole,
            stopped=walk.stopped,
        )


def _made(archive: Archive) -> dict[str, Sequence[Record]]:
    found = {kind: archive.records(kind, USABLE) for kind in archive.family.records}
    return {kind: records for kind, records in found.items() if records}


def projected(whole: Needs, paid: Needs, rehearsed: Needs) -> Needs:
    """Return the needs of a run whose rehearsal needed the `whole`, and whose preview what is `paid`.

    In stages that its preview went through, it needs as many times more than its rehearsal as it did there; in all
    others, as many times more as in all of these together.
    """
    among = [reduce(Need.__add__, each.values(), Need()) for each in (paid, rehearsed)]
    needs = {}
    for whose, need in whole.items():
        mine, its = (paid[whose], rehearsed[whose]) if whose in paid.keys() & rehearsed.keys() else among
        read = _times(mine.read, its.read)
        needs[whose] = Need(
            need.calls * _times(mine.calls, its.calls),
            need.read * read,
            need.written * _times(mine.written, its.written),
            need.cached * read,
        )
    return {**{whose: need for whose, need in paid.items() if whose not in whole}, **needs}


def _times(mine: float, its: float) -> float:
    return mine / its if its else 1.0
