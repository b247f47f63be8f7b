"""Stages: each script that a run was given is run twice, and read; then as many as are wanted are chosen among them.

What a script draws must not hang on chance: it is run in a warm interpreter, and in a cold one with another hash seed
and another state of its sources of random numbers.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator, Sequence

from company import config
from company.families.figures.gate.complaints import untellable
from company.families.figures.gate.drawing import Drawn, drawn_alone
from company.families.figures.origins.notes import GIVEN
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Candidate, Original, Script
from company.families.figures.settings import settings_of
from company.families.figures.shapes import counted, type_of
from company.families.figures.stages.candidates import in_turn
from company.families.figures.stages.drawing import same
from company.families.figures.types import KNOWN
from company.records import USABLE
from company.run.stage import LOST, Office, Stage
from company.tables.record import Table


async def _list(office: Office, table: Table) -> AsyncIterator[Script]:
    for position, told in enumerate(office.archive.note(GIVEN), start=1):
        yield Script(
            id=f"{table.id}.{told['name']}",
            parent=table.id,
            stage="scripts",
            position=position,
            status="accepted",
            **told,
        )


async def _read(office: Office, script: Script) -> AsyncIterator[Original]:
    record_id, resource = f"{script.id}.original", given_folder(office.archive.run, script.place)
    found = await drawn_alone(script.code, resource, office.sandbox)
    why = found if isinstance(found, str) else untellable(found.portrait)
    if why is None and isinstance(found, Drawn):
        again = await drawn_alone(script.code, resource, office.sandbox, cold=True)
        if not isinstance(again, Drawn) or not same(found.portrait, again.portrait):
            why = "it draws something else the second time"
    if why is not None or isinstance(found, str):
        office.lost(record_id, "reading", f"{script.path}: {why}")
        return
    office.archive.put_figures(record_id, [found.picture])
    yield Original(
        id=record_id,
        parent=script.id,
        stage="reading",
        position=1,
        status="accepted",
        plot_type=type_of(found.portrait),
        difficulty=counted(found.portrait)["difficulty"],
        code=script.code,
        portrait=found.portrait,
        script=script.id,
    )


async def _choose(office: Office, table: Table) -> AsyncIterator[Candidate]:
    settings = settings_of(office.settings)
    # What people dropped keeps its place: those that others were chosen for stay as they are.
    known = [each for each in office.archive.records("original", (*USABLE, "rejected")) if each.script]
    chosen = by_turns(known, settings.figures.hard, random.Random(f"{settings.model.seed} {table.id} originals"))
    for number, commission in enumerate(office.commissions, start=1):
        for place in range(1, commission.units + 1):
            record_id, original = f"{table.id}.r{number:02d}.{place:03d}", next(chosen, None)
            if original is None:
                said = f"{len(known)} of the scripts can be used, and more are wanted"
                if office.archive.fact(LOST, "choosing", f"{table.id}.choosing") != said:
                    office.lost(f"{table.id}.choosing", "choosing", said)
                return
            yield Candidate(
                id=record_id,
                parent=table.id,
                stage="choosing",
                position=place,
                status="accepted",
                plot_type=original.plot_type,
                difficulty=original.difficulty,
                original=original.id,
            )
    office.found(f"{table.id}.choosing", "choosing")


def by_turns(known: Sequence[Original], hard: float, chance: random.Random) -> Iterator[Original]:
    """Yield originals, each once: types take turns, and of each type both difficulties as far as they are there."""
    left = sorted(known, key=lambda each: each.id)
    chance.shuffle(left)
    types = [name for name in KNOWN if any(each.plot_type == name for each in left)]
    turns = in_turn(types, hard) if types else iter(())
    while left:
        plot_type, difficulty = next(turns)
        of_type = [each for each in left if each.plot_type == plot_type]
        if of_type:
            found = next((each for each in of_type if each.difficulty == difficulty), of_type[0])
            left.remove(found)
            yield found


LISTING = Stage("scripts", "table", _list, on=lambda settings: settings_of(settings).originals.coded)


def _retells(settings: config.Settings) -> bool:
    """Return whether originals are given as scripts, and told in words."""
    told = settings_of(settings)
    return told.originals.coded and not told.curates


READING = Stage("reading", "script", _read, on=_retells)
CHOOSING = Stage("choosing", "table", _choose, for_each=True, serial=True, on=_retells)
