"""Stages: as many pictures as are wanted are chosen by chance, and the admin says what is to be seen on each.

Nothing tells what a picture shows but who sees it: its type, its difficulty and its elements are what the admin says.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

from company.errors import ReplyError
from company.families.asking import reply_to
from company.families.figures.files import folder_of
from company.families.figures.origins.notes import GIVEN
from company.families.figures.origins.pictures import picture_of
from company.families.figures.origins.scripts import given_folder
from company.families.figures.records import Candidate, DataFile, Element, Picture, Sight
from company.families.figures.replies import Seen
from company.families.figures.settings import of_pictures, settings_of
from company.families.figures.stages.replacing import lay
from company.families.figures.types import FEW, KNOWN
from company.records import USABLE
from company.run.stage import LOST, Office, Stage
from company.tables.record import Table

_MOST_ELEMENTS = 60
_NEEDED = ("type", "data")


async def _list(office: Office, table: Table) -> AsyncIterator[Picture]:
    for position, told in enumerate(office.archive.note(GIVEN), start=1):
        yield Picture(
            id=f"{table.id}.{told['name']}",
            parent=table.id,
            stage="pictures",
            position=position,
            status="accepted",
            name=told["name"],
            path=told["path"],
            sha256=told["sha256"],
            files=tuple(DataFile(**each) for each in told["files"]),
        )


async def _choose(office: Office, table: Table) -> AsyncIterator[Candidate]:
    known = sorted(office.archive.records("picture", USABLE), key=lambda each: str(each.id))
    random.Random(f"{settings_of(office.settings).model.seed} {table.id} pictures").shuffle(known)
    left = iter(known)
    for number, commission in enumerate(office.commissions, start=1):
        for place in range(1, commission.units + 1):
            if (picture := next(left, None)) is None:
                said = f"there are {len(known)} pictures, and more are wanted"
                if office.archive.fact(LOST, "choosing", f"{table.id}.choosing") != said:
                    office.lost(f"{table.id}.choosing", "choosing", said)
                return
            yield Candidate(
                id=f"{table.id}.r{number:02d}.{place:03d}",
                parent=table.id,
                stage="choosing",
                position=place,
                status="accepted",
                original=picture.id,
            )
    office.found(f"{table.id}.choosing", "choosing")


async def _look(office: Office, candidate: Candidate) -> AsyncIterator[Sight]:
    picture = office.archive.get(candidate.original)
    assert isinstance(picture, Picture), "candidates are chosen among pictures"
    record_id, png = f"{candidate.id}.sight", picture_of(office.archive, picture.name).read_bytes()
    brief = {
        "task": "look_at_picture",
        "types": list(KNOWN),
        "files": [{"file": each.name, "rows": each.rows, "columns": each.columns} for each in picture.files],
    }
    try:
        reply, talk = await reply_to(
            office, "admin", ("looking", record_id), "admin_look", Seen, brief, pictures=[png], check=sight_fault
        )
    except ReplyError as problem:
        office.lost(record_id, "looking", f"{picture.path}: {problem}")
        return
    if reply.cannot.strip():
        office.lost(record_id, "looking", f"{picture.path}: it cannot be told in words: {reply.cannot.strip()}")
        return
    if picture.files:
        folder = given_folder(office.archive.run, picture.name)
        lay(
            office.resource / folder_of(candidate.id),
            {each.name: (folder / each.name).read_bytes() for each in picture.files},
        )
    office.archive.put_figures(record_id, [png])
    yield Sight(
        id=record_id,
        parent=candidate.id,
        stage="looking",
        position=1,
        status="accepted",
        conversation=talk,
        picture=picture.id,
        sha256=picture.sha256,
        plot_type=reply.plot_type,
        difficulty="hard" if reply.panels > 1 or reply.values > FEW else "easy",
        panels=reply.panels,
        values=reply.values,
        files=picture.files,
        elements=tuple(Element(**each.model_dump()) for each in reply.elements),
    )


def sight_fault(reply: Seen) -> str | None:
    """Return what is wrong with what somebody says of a picture, for who said it; None where it will do."""
    if reply.cannot.strip():
        return None
    if reply.plot_type not in KNOWN:
        return f"{reply.plot_type!r} is none of the types; name one of the brief, or other."
    names = [each.element for each in reply.elements]
    if twice := next((name for name in names if names.count(name) > 1), None):
        return f"{twice} is there twice; give each element once."
    if len(names) > _MOST_ELEMENTS:
        return f"There are {len(names)} elements; give the {_MOST_ELEMENTS} that matter most at most."
    if lacking := next((each for each in _NEEDED if each not in {one.aspect for one in reply.elements}), None):
        return f"There is no element of aspect {lacking}; every panel has one of its own."
    return None


LISTING = Stage("pictures", "table", _list, on=of_pictures)
CHOOSING = Stage("choosing", "table", _choose, for_each=True, serial=True, on=of_pictures)
LOOKING = Stage(
    "looking",
    "candidate",
    _look,
    prompts=("admin_figures_role", "admin_look"),
    pictures=True,
    language_models_only=True,
    on=of_pictures,
)
