"""What a run is given its originals by, taken in once: noted, and copied into its folder."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from company.archive import Archive
from company.families.figures.origins.notes import GIVEN, SHARED
from company.families.figures.origins.pictures import lay_picture, pictures_in
from company.families.figures.origins.scripts import lay, scripts_in
from company.families.figures.origins.turns import TABLES, turns_of
from company.families.figures.settings import Settings
from company.tables.record import Table


def given(told: Settings, archive: Archive) -> Table:
    """Return what stands in the place of a table: the folder of the originals, which has no columns.

    It is read when a run begins, which then goes on whatever becomes of it. Raises ConfigError for one that cannot be
    used, before anything is noted.
    """
    if archive.note(GIVEN) is None and told.originals.origin == "pictures":
        archive.put_notes({GIVEN: _pictures(told, archive), SHARED: True})
    elif archive.note(GIVEN) is None:
        of_run = told.originals.origin == "run"
        found, shared = turns_of(told.folder) if of_run else (scripts_in(told.folder), True)
        place = TABLES if of_run else ""
        noted = [
            {"name": each.name, "path": each.path, "code": each.code, "files": lay(archive, each, place)}
            | ({"folder": place} if place else {})
            for each in found
        ]
        archive.put_notes({GIVEN: noted, SHARED: shared})
    known = archive.note(GIVEN)
    name = re.sub(r"\W+", "_", told.folder.resolve().name.lower()).strip("_") or told.originals.origin
    return Table(
        id=name,
        parent=None,
        stage="tables",
        position=1,
        name=name if not name[0].isdigit() else f"scripts_{name}",
        file="",
        sha256=hashlib.sha256(json.dumps(known).encode()).hexdigest(),
        rows=len(known),
        columns=(),
        row_meaning="script" if told.originals.origin == "scripts" else "figure",
    )


def _pictures(told: Settings, archive: Archive) -> list[dict[str, Any]]:
    found = pictures_in(told.folder)
    for each in found:
        lay_picture(archive, each)
    return [
        {
            "name": each.name,
            "path": each.path,
            "sha256": hashlib.sha256(each.png).hexdigest(),
            "files": [file.model_dump(mode="json") for file in each.told],
        }
        for each in found
    ]


def told_of(told: Settings) -> str:
    """Return in words how many originals a folder holds. Raises ConfigError for one that cannot be used."""
    if told.originals.origin == "pictures":
        return f"{len(pictures_in(told.folder)):,} pictures"
    if told.originals.origin == "run":
        return f"{len(turns_of(told.folder)[0]):,} figures"
    return f"{len(scripts_in(told.folder)):,} scripts"
