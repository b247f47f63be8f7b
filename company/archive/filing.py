"""Files of a run's folder, such as its tables, in the database that holds the run: opened anywhere, it has them.

A run that is a folder needs none of it.
"""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sql

from company.archive.dialects import upsert
from company.archive.tables import FILES

KEPT = "resource"
"""The folder of a run whose files are kept."""


def keep(engine: sql.Engine, run: Path) -> None:
    """Put the files that are there now into the database, in the place of those of before."""
    folder = run / KEPT
    with engine.begin() as connection:
        known = {row.name: row.content for row in connection.execute(sql.select(FILES.c.name, FILES.c.content))}
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            name, content = str(file.relative_to(run)), file.read_bytes()
            if known.get(name) != content:
                upsert(connection, FILES, {"name": name, "content": content}, ("name",))


def restore(engine: sql.Engine, run: Path) -> None:
    """Put the files that the database has into the run's folder, as far as they are not there."""
    with engine.connect() as connection:
        names = connection.execute(sql.select(FILES.c.name)).scalars().all()
        for name in names:
            if (run / name).is_file():
                continue
            content = connection.execute(sql.select(FILES.c.content).where(FILES.c.name == name)).scalar_one()
            (run / name).parent.mkdir(parents=True, exist_ok=True)
            part = run / f"{name}.{os.getpid()}.part"  # others may do the same here
            part.write_bytes(content)
            part.replace(run / name)
