"""The figures of another run's turns as originals: the code that leads to each, over that run's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from company.archive import Archive
from company.benchmark.publishing.tables import shares
from company.errors import ArchiveError, CompanyError, ConfigError
from company.families.figures.origins.scripts import Found
from company.records import USABLE
from company.tables.record import Table

TABLES = "tables"
"""The folder among what a run was given that holds the other run's tables."""
_CLOSED = "import matplotlib.pyplot as plt\nplt.close('all')\n"
_NAME = re.compile(r"[^a-z0-9]+")


def turns_of(run: Path) -> tuple[list[Found], bool]:
    """Return every figure that a turn of a run drew by itself, as a script, and whether its tables may be passed on.

    Raises ConfigError for what is no run of dialogues, and where no turn drew one.
    """
    try:
        with Archive.open(run) as archive:
            if "turn" not in archive.family.records:
                raise ConfigError(f"[originals] run: {run} is a run of {archive.family.name}; name one of dialogues")
            table: Table = archive.records("table", USABLE)[0]
            files = tuple((each.file, run / "resource" / each.file) for each in table.every)
            found = [Found(name, path, code, files) for name, path, code in _turns(archive)]
            shared = all(shares(archive, each) for each in table.every)
    except (ArchiveError, IndexError) as error:
        raise ConfigError(f"[originals] run: {run} cannot be read: {error}") from None
    if not found:
        raise ConfigError(f"[originals] run: no turn of {run} drew one figure; name another run")
    return found, shared


def _turns(archive: Archive) -> Iterator[tuple[str, str, str]]:
    """Yield name, id and code of each turn with one figure; the code before it is run, and its figures are closed."""
    before: dict[str, list[str]] = {}
    turns: list[Any] = archive.records("turn", USABLE)
    for turn in sorted(turns, key=lambda each: (each.parent, each.position)):
        code = before.setdefault(turn.parent, [])
        if turn.code is None:
            continue
        if len(archive.figures(turn.id)) == 1:
            whole = "\n".join([_prelude(archive, turn.parent), *code, _CLOSED, turn.code])
            yield _NAME.sub("_", turn.id.lower()).strip("_"), turn.id, f"{whole}\n"
        code.append(turn.code)


def _prelude(archive: Archive, dialogue: str) -> str:
    try:
        return str(getattr(archive.get(dialogue), "prelude", ""))
    except CompanyError:
        return ""  # of a dialogue that is not finished
