"""The figures of another run's turns as originals: the code that leads to each, over that run's tables."""

from __future__ import annotations

import re
from pathlib import Path

from company.archive import Archive
from company.errors import ArchiveError, ConfigError
from company.families.figures.origins.scripts import Found

TABLES = "tables"
"""The folder among what a run was given that holds the other run's tables."""
_NAME = re.compile(r"[^a-z0-9]+")


def turns_of(run: Path) -> tuple[list[Found], bool]:
    """Return every figure that a turn of a run drew by itself, as a script, and whether its tables may be passed on.

    Raises ConfigError for what is no run of dialogues, and where no turn drew one.
    """
    try:
        with Archive.open(run) as archive:
            if "turn" not in archive.family.records:
                raise ConfigError(f"[originals] run: {run} is a run of {archive.family.name}; name one of dialogues")
            figures = archive.family.figures(archive)
    except ArchiveError as error:
        raise ConfigError(f"[originals] run: {run} cannot be read: {error}") from None
    if not figures:
        raise ConfigError(f"[originals] run: no turn of {run} drew one figure; name another run")
    found = [Found(_NAME.sub("_", each.id.lower()).strip("_"), each.id, each.code, each.files) for each in figures]
    return found, all(each.shared for each in figures)
